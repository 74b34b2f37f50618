"""Which card may be played in which ordinary room (DR-021, DR-025, DR-036, DR-040, DR-041)."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import MalformedActionError
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    hand,
    play_all,
    playable,
    refused_card,
    seat,
)

EVERYTHING = f"{ALL_FIVE} torch ball key sword"


@pytest.mark.clause("DR-036")
@pytest.mark.parametrize(
    ("room", "follow_ups"),
    [
        ("tre-1", [*ALL_FIVE.split(), "ball", "key"]),
        ("mon-mass", [*ALL_FIVE.split(), "ball", "sword"]),
        ("vau-coins", [*ALL_FIVE.split(), "ball"]),
    ],
)
def test_a_ball_may_be_followed_by_any_card_legal_in_the_room(room: str, follow_ups: list[str]) -> None:
    state = game(room, seats=[seat(f"{ALL_FIVE} ball ball key sword torch"), seat(), seat()])
    play_all(state, "ball", "p1", "p1")

    assert playable(state, 0) == follow_ups


@pytest.mark.clause("DR-021", "DR-040", "DR-041", "DR-036")
@pytest.mark.parametrize(
    ("room", "cards"),
    [
        ("tre-3-2", [*ALL_FIVE.split(), "ball", "key"]),
        ("mon-adder", [*ALL_FIVE.split(), "ball", "sword"]),
        ("trap-lava", [*ALL_FIVE.split(), "ball"]),
        ("vau-items", [*ALL_FIVE.split(), "ball"]),
    ],
)
def test_each_kind_of_room_takes_its_own_cards(room: str, cards: list[str]) -> None:
    state = game(room, seats=[seat(EVERYTHING), seat(), seat()])

    assert playable(state, 0) == cards
    for card, clause in (("key", "DR-040"), ("sword", "DR-041")):
        if card not in cards:
            assert refused_card(state, 0, card) == clause


@pytest.mark.clause("DR-021")
def test_a_torch_is_never_played_instead_of_a_card() -> None:
    with pytest.raises(MalformedActionError):
        RAIDERS.parse_action({"type": "play_card", "card": "torch"})


@pytest.mark.clause("DR-021")
@pytest.mark.parametrize(("room", "card"), [("tre-1", "key"), ("mon-mass", "sword"), ("vau-coins", "ball")])
def test_an_item_that_is_not_in_the_hand_cannot_be_played(room: str, card: str) -> None:
    assert refused_card(game(room), 0, card) == "DR-021"


@pytest.mark.clause("DR-025")
def test_a_spent_power_card_is_not_available_again_on_the_level() -> None:
    state = game("tre-1")
    play_all(state, "p3", "p2", "p1")

    assert refused_card(state, 0, "p3") == "DR-025"
    assert playable(state, 0) == ["p1", "p2", "p4", "p5"]


@pytest.mark.clause("DR-025")
def test_playing_a_key_saves_the_power_cards() -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])

    play_all(state, "key", "p2", "p1")

    assert hand(state, 0) == ALL_FIVE.split()
