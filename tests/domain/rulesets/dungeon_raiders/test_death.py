"""Death and what it leaves (DR-100 to DR-106)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.refusing import refused_card
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    LIT,
    RAIDERS,
    game,
    hand,
    lay_all,
    play,
    play_all,
    purses,
    seat,
    statuses,
    told,
    types,
)


@pytest.mark.clause("DR-100")
@pytest.mark.parametrize(("room", "cards"), [("mon-dragon", ["p1", "p2", "p2"]), ("trap-spikes", ["p2", "p5", "p5"])])
def test_a_seat_without_life_dies_whatever_the_reason_and_acts_no_more(room: str, cards: list[str]) -> None:
    state = game(room, seats=[seat(life=1), seat(), seat()])

    facts = play_all(state, *cards)

    assert statuses(state) == ["dead", "alive", "alive"]
    assert RAIDERS.to_act(state) == [1, 2]
    assert RAIDERS.legal(state, 0) == []
    assert refused_card(state, 0, "p4") == "DR-100"
    assert types(facts).index("wounded") < types(facts).index("character_died") < types(facts).index("room_reset")


@pytest.mark.clause("DR-101")
def test_the_items_of_the_dead_return_at_once_those_in_play_at_the_reset() -> None:
    state = game("mon-dragon", seats=[seat(f"{ALL_FIVE} torch key key ball", life=1), seat(), seat()])
    play_all(state, "ball", "p2", "p2")

    facts = play(state, 0, "p1")

    assert told(facts, "character_died")[0]["items"] == ["torch", "key", "key"]
    assert told(facts, "room_reset")[0]["items"] == ["ball"]
    assert state["supply"] == dict.fromkeys(("torch", "ball", "key", "sword"), 6)
    assert hand(state, 0) == ["p2", "p3", "p4", "p5"]


@pytest.mark.clause("DR-101")
def test_between_two_fights_the_hand_of_the_dead_is_back_and_what_it_laid_is_not() -> None:
    table = [seat(f"{ALL_FIVE} torch torch", life=1), seat(), seat()]
    state = game("boss", seats=table, boss="boss-twintail")

    lay_all(state, "p1 torch", "p2", "p2")

    assert statuses(state)[0] == "dead"
    assert state["supply"]["torch"] == 5
    assert state["in_play"] == [{"item": "torch", "seat": 0}]


@pytest.mark.clause("DR-102")
def test_the_treasure_of_the_dead_stays_with_them_and_scores_nothing() -> None:
    table = [seat("p1", life=1, treasure=30), seat("p3", life=8, treasure=2), seat("p4", treasure=1)]
    state = game("boss", seats=table, boss="boss-bailiff")

    lay_all(state, "p1", "p3", "p4")

    outcome = RAIDERS.outcome(state)
    assert outcome is not None
    assert state["seats"][0]["treasure"] == 26
    assert purses(state)[1:] == [2, 1]
    assert outcome.scores[0] is None
    assert 0 not in outcome.winners


@pytest.mark.clause("DR-103")
def test_the_card_played_in_the_room_of_death_has_counted() -> None:
    state = game("tre-1", seats=[seat(life=1), seat(), seat()], ahead={2: "mon-dragon"})
    play_all(state, "p5", "p1", "p2")

    facts = play_all(state, "p1", "p3", "p4")

    assert told(facts, "monster_attacked")[0]["total"] == 8
    assert statuses(state) == ["dead", "alive", "alive"]


@pytest.mark.clause("DR-104")
def test_a_single_survivor_wins_at_once_whatever_its_treasure() -> None:
    state = game("trap-spikes", seats=[seat(life=2, treasure=30), seat(life=3, treasure=0), seat(life=1, treasure=5)])

    facts = play_all(state, "p2", "p5", "p5")

    outcome = RAIDERS.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("last_survivor", [1], [[1], [0, 2]])
    assert outcome.scores == [None, 0, None]
    assert "room_reset" not in types(facts)
    assert RAIDERS.to_act(state) == []


@pytest.mark.clause("DR-104", "DR-105")
def test_if_the_last_all_die_together_nobody_wins() -> None:
    state = game("trap-spikes", seats=[seat(life=2), seat(life=1), seat(status="dead", life=0)])

    facts = play_all(state, "p2", "p2")

    outcome = RAIDERS.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("all_dead", [], [[0, 1, 2]])
    assert [fact["seat"] for fact in told(facts, "character_died")] == [0, 1]


@pytest.mark.clause("DR-105")
def test_two_die_in_one_room_and_the_other_two_play_on() -> None:
    state = game("mon-dragon", seats=[seat(life=3), seat(life=2), seat(), seat()])

    play_all(state, "p1", "p1", "p2", "p2")

    assert statuses(state) == ["dead", "dead", "alive", "alive"]
    assert RAIDERS.outcome(state) is None
    assert RAIDERS.to_act(state) == [2, 3]


@pytest.mark.clause("DR-106")
@pytest.mark.parametrize(("status", "life"), [("dead", 0), ("petrified", 4)])
def test_the_dead_see_no_hand_no_commitment_and_no_dark_room(status: str, life: int) -> None:
    table = [seat(status=status, life=life), seat(f"{ALL_FIVE} key"), seat(), seat(f"{ALL_FIVE} torch")]
    lit = [[True, True, False, False, False], *LIT[1:2], [True] * 5, [False] * 5, [False] * 5]
    state = game("tre-1", seats=table, lit=lit)
    play(state, 1, "key")

    view = RAIDERS.view(state, seat_viewer(0))

    assert [sheet["hand"] is None for sheet in view["seats"]] == [False, True, True, True]
    assert (view["seats"][1]["committed"], view["seats"][1]["committed_count"]) == (None, 1)
    assert [room["card"] is None for room in view["dungeon"][0]] == [False, False, True, True, True]
    assert view["removed"] is None
