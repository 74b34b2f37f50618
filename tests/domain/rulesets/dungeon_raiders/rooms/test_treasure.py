"""Treasure rooms: who takes which chest (DR-050 to DR-055)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.dungeon_raiders.tables import ALL_FIVE, game, play_all, purses, seat, told


def gains(room: str, *cards: str) -> list[int]:
    """Each seat's gain when these cards are played in that room. A seat that plays a key is dealt one."""
    table = [seat(f"{ALL_FIVE} key" if card == "key" else ALL_FIVE, treasure=10) for card in cards]
    state = game(room, seats=table)
    play_all(state, *cards)
    return [treasure - 10 for treasure in purses(state)]


@pytest.mark.clause("DR-017", "DR-055")
def test_both_chests_are_worked_out_before_any_seat_is_paid() -> None:
    state = game("tre-2-1", seats=[seat(treasure=0), seat(treasure=0), seat(treasure=0)])

    facts = play_all(state, "p4", "p4", "p2")

    assert purses(state) == [1, 1, 1]
    assert [fact["seat"] for fact in told(facts, "treasure_gained")] == [0, 1, 2]


@pytest.mark.clause("DR-050", "DR-051", "DR-052", "DR-053", "DR-055")
def test_the_worked_example_of_the_rulebook() -> None:
    assert gains("tre-4-2", "p4", "p4", "p4", "p2", "p1") == [1, 1, 1, 2, 0]


@pytest.mark.clause("DR-050", "DR-053")
def test_the_highest_value_takes_the_richest_chest_and_the_second_highest_the_other() -> None:
    assert gains("tre-3-2", "p1", "p5", "p4") == [0, 3, 2]


@pytest.mark.clause("DR-050")
def test_a_single_chest_leaves_nothing_for_the_second() -> None:
    assert gains("tre-4", "p5", "p4", "p3") == [4, 0, 0]


@pytest.mark.clause("DR-051")
@pytest.mark.parametrize(
    ("room", "cards", "expected"),
    [
        ("tre-4", ["p5", "p5", "p1"], [2, 2, 0]),
        ("tre-3", ["p5", "p5", "p1"], [1, 1, 0]),
        ("tre-4", ["p5", "p5", "p5"], [1, 1, 1]),
        ("tre-4", ["p5", "key", "p1"], [2, 2, 0]),
    ],
)
def test_tied_seats_share_a_chest_and_the_remainder_is_lost(room: str, cards: list[str], expected: list[int]) -> None:
    assert gains(room, *cards) == expected


@pytest.mark.clause("DR-052")
@pytest.mark.parametrize(
    ("room", "claimants", "each"), [("tre-2", 2, 1), ("tre-2", 3, 0), ("tre-1", 1, 1), ("tre-1", 2, 0), ("tre-4", 5, 0)]
)
def test_a_chest_with_less_treasure_than_claimants_is_lost(room: str, claimants: int, each: int) -> None:
    cards = ["p5"] * claimants + ["p1"] * (5 - claimants)

    assert gains(room, *cards) == [each] * claimants + [0] * (5 - claimants)


@pytest.mark.clause("DR-052")
def test_what_the_first_cannot_share_does_not_pass_to_the_second() -> None:
    state = game("tre-2-1", seats=4)

    facts = play_all(state, "p4", "p4", "p4", "p2")

    assert purses(state) == [4, 4, 4, 5]
    assert told(facts, "chest_too_small")[0]["seats"] == [0, 1, 2]


@pytest.mark.clause("DR-053")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["p5", "p3", "p3", "p1"], [4, 1, 1, 0]),
        (["p5", "p3", "p3", "p3"], [4, 0, 0, 0]),
        (["p5", "p5", "p3", "p1"], [2, 2, 2, 0]),
    ],
)
def test_the_second_chest_goes_to_the_second_highest_different_value(cards: list[str], expected: list[int]) -> None:
    assert gains("tre-4-2", *cards) == expected


@pytest.mark.clause("DR-054")
def test_if_all_play_the_same_value_the_second_chest_is_lost() -> None:
    state = game("tre-4-2")

    facts = play_all(state, "p3", "p3", "p3")

    assert purses(state) == [5, 5, 5]
    assert told(facts, "chest_untouched")[0]["chest"] == 2


@pytest.mark.clause("DR-055")
def test_second_place_may_earn_more_than_first() -> None:
    assert gains("tre-3-2", "p5", "p5", "p4") == [1, 1, 2]
