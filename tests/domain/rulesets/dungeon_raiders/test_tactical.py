"""The tactical variant: openly, in turn, from the first player (DR-160 to DR-170)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay,
    lay_all,
    layable,
    lives,
    play,
    play_all,
    playable,
    purses,
    refused_card,
    refused_cards,
    seat,
    told,
    types,
)


@pytest.mark.clause("DR-161")
def test_cards_are_laid_openly_one_after_the_other_from_the_first_player_clockwise() -> None:
    state = game("tre-4", first=2)
    assert RAIDERS.to_act(state) == [2]
    assert playable(state, 0) == []
    assert refused_card(state, 0, "p1") == "DR-161"

    facts = play(state, 2, "p3")

    assert types(facts) == ["cards_played"]
    assert told(facts, "cards_played")[0]["cards"] == ["p3"]
    assert facts.private == {}
    assert RAIDERS.view(state, SPECTATOR)["seats"][2]["laid"] == ["p3"]
    assert RAIDERS.to_act(state) == [0]
    play(state, 0, "p5")
    assert RAIDERS.to_act(state) == [1]
    assert refused_card(state, 2, "p4") == "DR-161"
    play(state, 1, "p1")
    assert purses(state) == [8, 4, 4]


@pytest.mark.clause("DR-161", "DR-003")
def test_dead_seats_are_skipped() -> None:
    state = game("tre-4", first=1, seats=[seat(), seat(), seat(status="dead", life=0), seat()])

    assert state["owing"] == [1, 3, 0]


@pytest.mark.clause("DR-162")
def test_a_ball_is_a_pass_until_all_others_have_played() -> None:
    state = game("tre-4", first=0, seats=[seat(f"{ALL_FIVE} ball key"), seat(), seat()])

    play(state, 0, "ball")
    assert RAIDERS.to_act(state) == [1]
    assert refused_card(state, 0, "p5") == "DR-163"
    play(state, 1, "p4")
    facts = play(state, 2, "p3")

    assert told(facts, "balls_followed")[0]["seats"] == [0]
    assert RAIDERS.to_act(state) == [0]
    assert playable(state, 0) == [*ALL_FIVE.split(), "key"]
    play(state, 0, "key")
    assert purses(state) == [8, 4, 4]


@pytest.mark.clause("DR-163")
def test_several_owners_of_balls_play_on_in_turn_order_from_the_first_player() -> None:
    state = game("tre-4", first=2, seats=[seat(f"{ALL_FIVE} ball"), seat(), seat(f"{ALL_FIVE} ball"), seat()])
    play_all(state, "ball", "p1", "ball", "p2")

    assert state["owing"] == [2, 0]
    assert RAIDERS.to_act(state) == [2]
    assert refused_card(state, 0, "p3") == "DR-163"
    play(state, 2, "p3")
    play(state, 0, "p4")
    assert purses(state) == [8, 4, 4, 4]


@pytest.mark.clause("DR-163")
def test_a_further_ball_queues_its_owner_behind_the_other_waiting_seats() -> None:
    table = [seat(f"{ALL_FIVE} ball ball"), seat(f"{ALL_FIVE} ball"), seat(f"{ALL_FIVE} ball")]
    state = game("tre-4", first=0, seats=table)
    play_all(state, "ball", "ball", "ball")

    play(state, 0, "ball")
    assert RAIDERS.to_act(state) == [1]
    play(state, 1, "p4")
    assert RAIDERS.to_act(state) == [2]
    play(state, 2, "p3")

    assert RAIDERS.to_act(state) == [0]
    play(state, 0, "p5")
    assert purses(state) == [8, 4, 4]


@pytest.mark.clause("DR-164")
def test_against_a_boss_each_seat_lays_all_its_cards_openly_in_its_turn() -> None:
    state = game("boss", first=1, seats=[seat(f"{ALL_FIVE} ball"), seat(f"{ALL_FIVE} ball"), seat()])

    facts = lay(state, 1, "p5 ball")
    assert told(facts, "cards_played")[0]["cards"] == ["p5", "ball"]
    assert refused_cards(state, 0, "p1") == "DR-164"
    lay(state, 2, "p1")
    lay(state, 0, "ball")

    assert state["owing"] == [1, 0]
    lay(state, 1, "")
    assert layable(state, 0) >= {"p4 p5", "p1"}
    facts = lay(state, 0, "p4 p5")
    assert told(facts, "monster_beaten")[0]["total"] == 15


@pytest.mark.clause("DR-164", "DR-168")
def test_the_second_fight_goes_in_turn_order_from_the_same_first_player() -> None:
    state = game("boss", boss="boss-twintail", first=2, seats=[seat("p1 p5"), seat("p4"), seat("p1 p2")])

    lay_all(state, "p1", "p5", "p4")

    assert (state["first_seat"], state["owing"]) == (2, [2, 0])
    lay(state, 2, "p2")
    facts = lay(state, 0, "p1")
    assert not told(facts, "first_player_moved")


@pytest.mark.clause("DR-164", "DR-168")
def test_the_chest_goes_in_turn_order_from_the_same_first_player() -> None:
    state = game("boss", boss="boss-hoard", first=1, seats=[seat("p5 p4 p1"), seat("p5 p4"), seat("p3 p2")])

    facts = lay_all(state, "p5 p4", "p3", "p5")

    assert (state["first_seat"], state["owing"]) == (1, [2, 0])
    assert told(facts, "chest_won")[0]["seats"] == [0, 2]
    play(state, 2, "p2")
    play(state, 0, "p1")
    assert purses(state) == [4, 4, 7]


@pytest.mark.clause("DR-165")
@pytest.mark.parametrize(
    ("cards", "first"), [(("p1", "p5", "p2"), 1), (("p1", "p2", "p5"), 2), (("p5", "p1", "p2"), 0)]
)
def test_the_highest_value_is_first_in_the_next_room(cards: tuple[str, ...], first: int) -> None:
    state = game("tre-1", first=0)

    facts = play_all(state, *cards)

    assert state["first_seat"] == first
    assert RAIDERS.to_act(state) == [first]
    assert len(told(facts, "first_player_moved")) == (first != 0)


@pytest.mark.clause("DR-165", "DR-023")
@pytest.mark.parametrize(("room", "item"), [("tre-1", "key"), ("mon-mass", "sword")])
def test_a_key_and_a_sword_count_five_for_the_marker(room: str, item: str) -> None:
    state = game(room, first=0, seats=[seat(), seat(), seat(f"{ALL_FIVE} {item}")])

    play_all(state, "p4", "p4", item)

    assert state["first_seat"] == 2


@pytest.mark.clause("DR-165", "DR-038")
def test_the_card_after_a_ball_counts_for_the_marker() -> None:
    state = game("tre-1", first=0, seats=[seat(), seat(f"{ALL_FIVE} ball"), seat()])
    play_all(state, "p3", "ball", "p2")

    play(state, 1, "p5")

    assert state["first_seat"] == 1


@pytest.mark.clause("DR-165", "DR-166")
def test_the_worked_example_of_the_marker() -> None:
    """First player seat 2 of four; values 5, 3, 4 and a sword: the order is 2, 3, 0, 1, so seat 3 is next."""
    state = game("mon-dragon", first=2, seats=[seat(), seat(), seat(), seat(f"{ALL_FIVE} sword")])

    play_all(state, "p4", "sword", "p5", "p3")

    assert state["first_seat"] == 3
    assert state["owing"] == [3, 0, 1, 2]


@pytest.mark.clause("DR-166")
@pytest.mark.parametrize(
    ("first", "values", "following"),
    [(0, "5 5 1 1", 0), (3, "5 5 1 1", 0), (1, "5 1 1 5", 3), (2, "5 5 5 5", 2), (1, "5 5 1 5", 1)],
)
def test_ties_go_to_the_next_in_turn_order_the_first_player_included(first: int, values: str, following: int) -> None:
    state = game("tre-1", first=first, seats=4)
    cards = values.split()

    play_all(state, *(f"p{cards[number]}" for number in state["owing"]))

    assert state["first_seat"] == following


@pytest.mark.clause("DR-167")
def test_a_seat_that_dies_in_the_room_is_not_first_even_with_the_highest_value() -> None:
    state = game("trap-boulder", first=0, seats=[seat(), seat(life=10), seat(), seat()])
    state["seats"][1]["life"] = 3
    for number in (0, 2, 3):
        state["seats"][number]["life"] = 2

    play_all(state, "p4", "p5", "p3", "p4")

    assert state["seats"][1]["status"] == "dead"
    assert state["first_seat"] == 0


@pytest.mark.clause("DR-167")
def test_if_the_first_player_died_the_order_is_still_counted_from_its_seat() -> None:
    state = game("mon-dragon", first=2, seats=[seat(), seat(), seat(life=1), seat()])

    play_all(state, "p1", "p2", "p5", "p5")

    assert state["seats"][2]["status"] == "dead"
    assert state["first_seat"] == 0
    assert state["owing"] == [0, 1, 3]


@pytest.mark.clause("DR-168")
def test_the_marker_carries_over_to_the_next_level() -> None:
    state = game("tre-1", at=5, first=0)

    play_all(state, "p3", "p5", "p1")

    assert state["level"] == 2
    assert (state["first_seat"], RAIDERS.to_act(state)) == (1, [1])


@pytest.mark.clause("DR-170")
def test_rooms_work_as_in_the_standard_mode() -> None:
    """The same cards in both modes leave the same lives and treasures."""
    for room, cards in (("tre-4-2", "p5 p4 p4"), ("mon-dragon", "p5 p1 p2"), ("trap-spikes", "p3 p4 p5")):
        standard, tactical = game(room), game(room, first=0)
        play_all(standard, *cards.split())
        play_all(tactical, *cards.split())
        assert (lives(tactical), purses(tactical)) == (lives(standard), purses(standard))


@pytest.mark.clause("DR-170", "DR-151")
def test_two_living_cannot_beat_a_monster_in_the_tactical_mode_either() -> None:
    state = game("mon-adder", first=1, seats=2)

    play_all(state, "p5", "p4")

    assert lives(state) == [6, 9]


@pytest.mark.clause("DR-161")
def test_when_its_turn_comes_a_seat_is_asked_anew() -> None:
    state = game("tre-1", first=0)
    waiting = RAIDERS.decision_scope(state, 1)

    play(state, 0, "p3")

    assert RAIDERS.decision_scope(state, 1) != waiting
