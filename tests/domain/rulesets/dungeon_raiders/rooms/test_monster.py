"""Monster rooms: strength, sum and whom it attacks (DR-060 to DR-063)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    RAIDERS,
    game,
    lives,
    play_all,
    seat,
    statuses,
    told,
)


@pytest.mark.clause("DR-103")
def test_the_card_of_the_room_in_which_a_seat_dies_has_counted() -> None:
    state = game("tre-1", seats=[seat(life=1), seat(), seat()], ahead={2: "mon-dragon"})
    play_all(state, "p5", "p1", "p2")

    facts = play_all(state, "p1", "p3", "p4")

    assert told(facts, "monster_attacked")[0]["total"] == 8
    assert statuses(state) == ["dead", "alive", "alive"]


@pytest.mark.clause("DR-061", "DR-062", "DR-063")
def test_the_worked_example_of_the_rulebook() -> None:
    state = game("mon-dragon", seats=4)

    facts = play_all(state, "p5", "p4", "p3", "p3")

    (attack,) = told(facts, "monster_attacked")
    assert (attack["total"], attack["strength"], attack["seats"]) == (15, 18, [2, 3])
    assert lives(state) == [9, 9, 6, 6]


@pytest.mark.clause("DR-060")
@pytest.mark.parametrize("monster", [room.id for room in BOX.rooms.values() if room.kind == "monster"])
@pytest.mark.parametrize("living", [3, 4, 5])
def test_the_strength_is_the_figure_for_the_living(monster: str, living: int) -> None:
    dead = [seat(status="dead", life=0) for _ in range(5 - living)]
    state = game(monster, seats=[*dead, *(seat() for _ in range(living))])

    assert RAIDERS.view(state, SPECTATOR)["strength"] == BOX.rooms[monster].strength[living]


@pytest.mark.clause("DR-060", "DR-103")
def test_a_death_makes_the_next_monster_weaker() -> None:
    state = game("mon-adder", seats=[seat(life=3), seat(), seat(), seat()], ahead={2: "mon-dragon"})

    facts = play_all(state, "p1", "p2", "p2", "p3")

    assert statuses(state) == ["dead", "alive", "alive", "alive"]
    assert told(facts, "monster_attacked")[0]["strength"] == 10
    assert told(facts, "room_entered")[0]["strength"] == 14
    facts = play_all(state, "p5", "p5", "p4")
    assert told(facts, "monster_beaten")[0]["total"] == 14


@pytest.mark.clause("DR-061")
@pytest.mark.parametrize(("third", "beaten"), [("p3", False), ("p4", True), ("p5", True)])
def test_the_sum_must_reach_the_strength(third: str, beaten: bool) -> None:
    state = game("mon-dragon")

    facts = play_all(state, "p5", "p5", third)

    assert bool(told(facts, "monster_beaten")) is beaten
    assert lives(state) == ([9, 9, 9] if beaten else [9, 9, 6])


@pytest.mark.clause("DR-062")
@pytest.mark.parametrize(
    ("monster", "wounds"), [("mon-lodger", 1), ("mon-clubfoot", 2), ("mon-rattlejack", 3), ("mon-warden", 2)]
)
def test_the_lowest_value_takes_the_printed_wounds(monster: str, wounds: int) -> None:
    state = game(monster)

    play_all(state, "p2", "p1", "p3")

    assert lives(state) == [9, 9 - wounds, 9]


@pytest.mark.clause("DR-063")
@pytest.mark.parametrize(("cards", "expected"), [(["p1", "p1", "p5"], [7, 7, 9]), (["p2", "p2", "p2"], [7, 7, 7])])
def test_all_seats_tied_for_lowest_take_the_full_wounds(cards: list[str], expected: list[int]) -> None:
    state = game("mon-clubfoot")

    play_all(state, *cards)

    assert lives(state) == expected


@pytest.mark.clause("DR-062", "DR-023")
def test_a_sword_is_not_the_lowest_value_beside_a_four() -> None:
    state = game("mon-dragon", seats=[seat(f"{ALL_FIVE} sword"), seat(), seat()])

    play_all(state, "sword", "p4", "p4")

    assert lives(state) == [9, 6, 6]
