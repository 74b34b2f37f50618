"""What is refused, and by which clause."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay_all,
    light,
    play,
    play_all,
    playable,
    refused,
    refused_card,
    refused_cards,
    refused_torch,
    seat,
)


@pytest.mark.clause("DR-030")
def test_a_seat_without_a_torch_cannot_light_one() -> None:
    assert refused_torch(game("tre-1"), 1) == "DR-030"


@pytest.mark.clause("DR-030", "DR-100", "DR-132")
@pytest.mark.parametrize(("status", "life", "clause"), [("dead", 0, "DR-100"), ("petrified", 5, "DR-132")])
def test_a_seat_that_left_the_game_cannot_light_a_torch(status: str, life: int, clause: str) -> None:
    state = game("tre-1", seats=[seat(status=status, life=life), seat(), seat()])

    assert refused_torch(state, 0) == clause


@pytest.mark.clause("DR-035")
def test_a_seat_that_played_no_ball_plays_no_second_card() -> None:
    state = game("tre-4", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    play_all(state, "ball", "p4", "p5")

    assert refused_card(state, 1, "p5") == "DR-035"


@pytest.mark.clause("DR-020")
def test_every_living_seat_owes_a_card_and_cannot_pass() -> None:
    state = game("vau-items", seats=[seat(), seat(life=0, status="dead"), seat("p3"), seat(f"{ALL_FIVE} torch")])
    assert RAIDERS.to_act(state) == [0, 2, 3]
    assert playable(state, 2) == ["p3"]

    light(state, 3)

    assert RAIDERS.to_act(state) == [0, 2, 3]
    assert refused_cards(state, 0, "") == "DR-020"


@pytest.mark.clause("DR-020")
def test_two_cards_are_not_played_in_an_ordinary_room() -> None:
    assert refused_cards(game("mon-dragon"), 0, "p4 p5") == "DR-020"


@pytest.mark.clause("DR-022")
def test_a_commitment_is_final() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    play(state, 0, "p1")

    for card in ("p5", "p1", "key"):
        assert refused_card(state, 0, card) == "DR-022"


@pytest.mark.clause("DR-020", "DR-112")
def test_each_phase_takes_its_own_action_only() -> None:
    assert refused_card(game("boss"), 0, "p1") == "DR-112"
    assert refused_cards(game("tre-1"), 0, "p1") == "DR-020"


def test_nothing_is_played_in_a_finished_game() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat(life=1), seat()])
    play_all(state, "p1", "p1", "p2")

    assert state["result"]["reason"] == "last_survivor"
    assert refused_card(state, 2, "p3") == "DR-104"
    assert refused(state, 0, {"type": "light_torch"}) == "DR-104"

    explored = game("boss", seats=[seat("p1"), seat("p2"), seat("p3")])
    lay_all(explored, "p1", "p2", "p3")
    assert refused_cards(explored, 1, "p3") == "DR-093"
