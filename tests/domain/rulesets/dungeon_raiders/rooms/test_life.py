"""Life, treasure and death (DR-010 to DR-016, DR-100 to DR-105)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    hand,
    lay_all,
    lives,
    play,
    play_all,
    purses,
    refused_card,
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
def test_items_in_a_dead_seats_hand_return_at_once_and_those_in_play_at_the_reset() -> None:
    state = game("mon-dragon", seats=[seat(f"{ALL_FIVE} torch key key ball", life=1), seat(), seat()])
    play_all(state, "ball", "p2", "p2")

    facts = play(state, 0, "p1")

    assert told(facts, "character_died")[0]["items"] == ["torch", "key", "key"]
    assert told(facts, "room_reset")[0]["items"] == ["ball"]
    assert state["supply"] == dict.fromkeys(("torch", "ball", "key", "sword"), 6)
    assert hand(state, 0) == ["p2", "p3", "p4", "p5"]


@pytest.mark.clause("DR-101")
def test_between_two_fights_a_dead_seats_items_are_back_but_not_those_it_laid() -> None:
    table = [seat(f"{ALL_FIVE} torch torch", life=1), seat(), seat()]
    state = game("boss", seats=table, boss="boss-twintail")

    lay_all(state, "p1 torch", "p2", "p2")

    assert statuses(state)[0] == "dead"
    assert state["supply"]["torch"] == 5
    assert state["in_play"] == [{"item": "torch", "seat": 0}]


@pytest.mark.clause("DR-105")
def test_two_die_in_one_room_and_the_other_two_play_on() -> None:
    state = game("mon-dragon", seats=[seat(life=3), seat(life=2), seat(), seat()])

    play_all(state, "p1", "p1", "p2", "p2")

    assert statuses(state) == ["dead", "dead", "alive", "alive"]
    assert RAIDERS.outcome(state) is None
    assert RAIDERS.to_act(state) == [2, 3]


@pytest.mark.clause("DR-010", "DR-085")
@pytest.mark.parametrize(("before", "after", "gained"), [(7, 9, 2), (8, 10, 2), (9, 10, 1), (10, 10, 0)])
def test_a_potion_heals_up_to_ten_life_and_the_rest_is_lost(before: int, after: int, gained: int) -> None:
    state = game("vau-coins", seats=[seat(life=before), seat(), seat()])

    facts = play_all(state, "p5", "p1", "p1")

    assert lives(state) == [after, 9, 9]
    assert [fact["gained"] for fact in told(facts, "healed")] == [gained]


@pytest.mark.clause("DR-011", "DR-100")
@pytest.mark.parametrize(("before", "after", "status"), [(4, 1, "alive"), (3, 0, "dead"), (2, 0, "dead")])
def test_wounds_take_life_down_to_nothing_and_no_further(before: int, after: int, status: str) -> None:
    state = game("mon-dragon", seats=[seat(life=before), seat(), seat()])

    play_all(state, "p1", "p2", "p2")

    assert lives(state) == [after, 9, 9]
    assert state["seats"][0]["status"] == status


@pytest.mark.clause("DR-012")
@pytest.mark.parametrize(("before", "after", "lost"), [(4, 1, 3), (3, 0, 3), (2, 0, 2)])
def test_a_seat_that_must_lose_more_treasure_than_it_has_loses_all_of_it(before: int, after: int, lost: int) -> None:
    state = game("trap-magnet", seats=[seat(treasure=before), seat(treasure=1), seat(treasure=0)])

    facts = play_all(state, "p5", "p1", "p1")

    assert purses(state) == [after, 1, 0]
    assert [fact["amount"] for fact in told(facts, "treasure_lost")] == [lost]


@pytest.mark.clause("DR-012")
def test_a_seat_without_treasure_loses_nothing_and_nothing_is_told_of_a_loss() -> None:
    state = game("trap-lava", seats=[seat(treasure=0), seat(treasure=0), seat(treasure=2)])

    facts = play_all(state, "p2", "p3", "p3")

    assert purses(state) == [0, 0, 0]
    assert [fact["seat"] for fact in told(facts, "treasure_lost")] == [2]


@pytest.mark.clause("DR-012", "DR-014")
def test_there_is_no_upper_limit_to_treasure_and_tokens_never_run_out() -> None:
    state = game("tre-4", seats=[seat(treasure=40), seat(treasure=40), seat(treasure=40)])

    play_all(state, "p5", "p1", "p1")

    assert purses(state) == [44, 40, 40]


@pytest.mark.clause("DR-016")
def test_a_hand_may_grow_without_limit() -> None:
    state = game("vau-items", seats=[seat(f"{ALL_FIVE} torch torch torch torch torch ball ball ball"), seat(), seat()])

    play_all(state, "p1", "p5", "p5")

    assert len(hand(state, 0)) == 13
    assert hand(state, 0).count("torch") == 6
