"""Vaults: a reward for each value (DR-080 to DR-085)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    game,
    hand,
    light,
    lives,
    play_all,
    purses,
    seat,
    told,
)


@pytest.mark.clause("DR-080", "DR-081")
@pytest.mark.parametrize(("card", "item"), [("p1", "torch"), ("p2", "ball"), ("p3", "key"), ("p4", "sword")])
def test_in_the_item_vault_each_value_earns_its_item_from_the_supply(card: str, item: str) -> None:
    state = game("vau-items", seats=[seat(life=5), seat(), seat()])

    play_all(state, card, "p5", "p5")

    assert hand(state, 0).count(item) == 1
    assert state["supply"][item] == 5
    assert (lives(state)[0], purses(state)[0]) == (5, 4)


@pytest.mark.clause("DR-080", "DR-085")
def test_in_the_item_vault_a_five_earns_a_potion() -> None:
    state = game("vau-items", seats=[seat(life=5), seat(life=8), seat(life=8)])

    play_all(state, "p5", "p5", "p1")

    assert lives(state) == [6, 9, 8]
    assert hand(state, 0) == ["p1", "p2", "p3", "p4"]


@pytest.mark.clause("DR-080", "DR-084", "DR-085")
@pytest.mark.parametrize(
    ("card", "treasure", "life"), [("p1", 5, 5), ("p2", 6, 5), ("p3", 4, 6), ("p4", 7, 5), ("p5", 4, 7)]
)
def test_the_shelves_of_the_coin_vault(card: str, treasure: int, life: int) -> None:
    state = game("vau-coins", seats=[seat(life=5), seat(), seat()])

    play_all(state, card, "p1", "p1")

    assert (purses(state)[0], lives(state)[0]) == (treasure, life)


@pytest.mark.clause("DR-082")
@pytest.mark.parametrize(("left", "each"), [(3, 1), (2, 0)])
def test_if_the_supply_is_too_small_for_all_claimants_none_of_them_takes_one(left: int, each: int) -> None:
    keys = " key" * (6 - left)
    state = game("vau-items", seats=[seat(), seat(), seat(), seat(ALL_FIVE + keys)])

    facts = play_all(state, "p3", "p3", "p3", "p5")

    assert [hand(state, number).count("key") for number in range(3)] == [each] * 3
    assert state["supply"]["key"] == left - 3 * each
    assert bool(told(facts, "item_run_out")) is (each == 0)


@pytest.mark.clause("DR-082")
@pytest.mark.parametrize(
    ("scarce", "plenty"),
    [(("key", "p3"), ("torch", "p1")), (("torch", "p1"), ("key", "p3")), (("ball", "p2"), ("sword", "p4"))],
)
def test_a_shortage_of_one_item_does_not_touch_another(scarce: tuple[str, str], plenty: tuple[str, str]) -> None:
    (short, for_short), (enough, for_enough) = scarce, plenty
    state = game("vau-items", seats=[seat(), seat(), seat(), seat(f"{ALL_FIVE} {' '.join([short] * 5)}")])

    play_all(state, for_short, for_short, for_enough, for_enough)

    assert [hand(state, number).count(short) for number in range(2)] == [0, 0]
    assert [hand(state, number).count(enough) for number in range(2, 4)] == [1, 1]


@pytest.mark.clause("DR-083")
def test_an_item_lit_or_played_in_this_very_room_is_not_back_in_the_supply() -> None:
    """All six torches are in hands; the one lit here cannot be taken by the seat that plays a 1."""
    state = game("vau-items", seats=[seat(f"{ALL_FIVE} torch torch torch torch torch torch"), seat(), seat()])
    light(state, 0)

    facts = play_all(state, "p5", "p1", "p4")

    assert told(facts, "item_run_out")[0]["left"] == 0
    assert hand(state, 1).count("torch") == 0
    assert state["supply"]["torch"] == 1


@pytest.mark.clause("DR-083")
def test_a_ball_played_in_this_very_room_is_not_back_in_the_supply() -> None:
    state = game("vau-items", seats=[seat(f"{ALL_FIVE}{' ball' * 6}"), seat(), seat()])
    play_all(state, "ball", "p2", "p4")

    facts = play_all(state, "p1")

    assert told(facts, "item_run_out")[0]["item"] == "ball"
    assert hand(state, 1).count("ball") == 0


@pytest.mark.clause("DR-084")
def test_coins_are_paid_in_full_to_every_seat_that_played_for_them() -> None:
    state = game("vau-coins", seats=5)

    play_all(state, "p4", "p4", "p4", "p4", "p4")

    assert purses(state) == [7] * 5


@pytest.mark.clause("DR-085", "DR-010")
def test_a_potion_heals_every_seat_that_played_for_it_in_full() -> None:
    state = game("vau-coins", seats=[seat(life=4), seat(life=8), seat(life=9)])

    play_all(state, "p5", "p5", "p5")

    assert lives(state) == [6, 10, 10]
