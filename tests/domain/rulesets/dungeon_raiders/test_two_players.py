"""Two living seats: monsters that cannot be beaten (DR-150 to DR-153)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    RAIDERS,
    game,
    lay_all,
    light,
    lives,
    play,
    play_all,
    purses,
    seat,
    statuses,
    told,
)

DEAD = {"status": "dead", "life": 0}


def two_living(seats: int, **first: int) -> list[dict[str, object]]:
    """A game of that size in which all seats but two are dead."""
    return [seat(f"{ALL_FIVE} torch torch sword", **first), seat(), *(seat(**DEAD) for _ in range(seats - 2))]


@pytest.mark.clause("DR-150")
def test_two_players_use_all_the_other_rules() -> None:
    state = game("tre-3-2", seats=[seat(f"{ALL_FIVE} ball torch"), seat()])
    light(state, 0)
    play_all(state, "ball", "p4")

    play(state, 0, "p5")

    assert purses(state) == [7, 6]
    assert RAIDERS.to_act(state) == [0, 1]


@pytest.mark.clause("DR-151")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_with_two_living_no_monster_is_beaten_whatever_the_sum(seats: int) -> None:
    """The weakest monster, and the highest sum two different values can make."""
    state = game("mon-adder", seats=two_living(seats))
    assert RAIDERS.view(state, SPECTATOR)["strength"] is None

    facts = play_all(state, "p5", "p4")

    assert not told(facts, "monster_beaten")
    assert lives(state)[:2] == [9, 6]


@pytest.mark.clause("DR-151")
def test_with_three_living_the_same_cards_beat_it() -> None:
    state = game("mon-adder", seats=3)

    facts = play_all(state, "p5", "p4", "p1")

    assert told(facts, "monster_beaten")
    assert lives(state) == [9, 9, 9]


@pytest.mark.clause("DR-152")
@pytest.mark.parametrize("card", ["p1", "p5"])
@pytest.mark.parametrize("seats", [2, 4])
def test_equal_values_confuse_the_monster(card: str, seats: int) -> None:
    state = game("mon-dragon", seats=two_living(seats))

    facts = play_all(state, card, card)

    assert told(facts, "monster_confused")
    assert lives(state)[:2] == [9, 9]


@pytest.mark.clause("DR-152", "DR-023")
def test_a_sword_and_a_five_are_equal() -> None:
    state = game("mon-dragon", seats=two_living(2))

    assert told(play_all(state, "sword", "p5"), "monster_confused")


@pytest.mark.clause("DR-152")
@pytest.mark.parametrize("boss", ["boss-mazebull", "boss-gravecaller", "boss-gazer", "boss-bailiff", "boss-basalt"])
def test_equal_totals_confuse_every_boss(boss: str) -> None:
    state = game("boss", boss=boss, seats=two_living(2))

    facts = lay_all(state, "p1 p4", "p5")

    assert told(facts, "monster_confused")
    assert (lives(state), purses(state), statuses(state)) == ([9, 9], [4, 4], ["alive", "alive"])


@pytest.mark.clause("DR-151", "DR-153")
@pytest.mark.parametrize("boss", list(BOX.bosses))
def test_with_two_living_no_boss_is_beaten(boss: str) -> None:
    state = game("boss", boss=boss, seats=two_living(2))

    assert not told(lay_all(state, "p5 p4", "p5 p3"), "monster_beaten")


@pytest.mark.clause("DR-153")
@pytest.mark.parametrize(
    ("boss", "expected"),
    [("boss-riddle", [9, 5]), ("boss-mazebull", [5, 9]), ("boss-gravecaller", [7, 7]), ("boss-palecount", [6, 6])],
    ids=["the lower", "hits_highest", "hits_lowest_two", "hits_lowest_two with torches"],
)
def test_different_totals_and_whom_a_boss_attacks(boss: str, expected: list[int]) -> None:
    state = game("boss", boss=boss, seats=two_living(2))

    lay_all(state, "p3", "p2")

    assert lives(state) == expected


@pytest.mark.clause("DR-153", "DR-138")
def test_a_torch_protects_one_of_two_as_usual() -> None:
    state = game("boss", boss="boss-nightpack", seats=two_living(2))

    lay_all(state, "p1 torch", "p2")

    assert lives(state) == [9, 9]


@pytest.mark.clause("DR-153", "DR-126")
def test_two_never_win_the_chest_of_a_boss() -> None:
    state = game("boss", boss="boss-hoard", seats=two_living(2))

    facts = lay_all(state, "p5 sword", "p5 p4")

    assert not told(facts, "chest_won")
    assert state["phase"] == "finished"


@pytest.mark.clause("DR-153", "DR-133")
def test_two_fight_the_double_boss_twice() -> None:
    state = game("boss", boss="boss-twintail", seats=two_living(2))

    lay_all(state, "p5", "p4")
    assert state["fight"] == 2
    lay_all(state, "p1", "p2")

    assert lives(state) == [7, 7]
