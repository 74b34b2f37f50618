"""Traps: one value decides (DR-070 to DR-076)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.dungeon_raiders.tables import game, lives, play_all, purses, seat, statuses, told


@pytest.mark.clause("DR-017")
def test_losses_are_worked_out_from_what_everyone_had_before() -> None:
    """Taking the loss seat by seat would make the second of two leaders escape."""
    state = game("trap-boulder", seats=[seat(life=8), seat(life=8), seat(life=6)])

    play_all(state, "p5", "p1", "p1")

    assert lives(state) == [5, 5, 6]


@pytest.mark.clause("DR-003", "DR-071")
def test_the_treasure_of_a_dead_seat_does_not_draw_the_magnet() -> None:
    state = game("trap-magnet", seats=[seat(treasure=5), seat(life=0, status="dead", treasure=20), seat(treasure=4)])

    play_all(state, "p5", "p1")

    assert [sheet["treasure"] for sheet in state["seats"]] == [2, 20, 4]


@pytest.mark.clause("DR-070")
@pytest.mark.parametrize("cards", [["p5", "p1", "p1"], ["p1", "p5", "p1"], ["p5", "p5", "p5"]])
def test_only_the_highest_value_matters_whichever_seat_played_it_and_however_often(cards: list[str]) -> None:
    state = game("trap-magnet", seats=[seat(treasure=9), seat(treasure=8), seat(treasure=7)])

    play_all(state, *cards)

    assert purses(state) == [6, 8, 7]


@pytest.mark.clause("DR-071")
@pytest.mark.parametrize(("highest", "lost"), [("p1", 0), ("p2", 0), ("p3", 1), ("p4", 2), ("p5", 3)])
def test_the_magnet_takes_more_treasure_from_the_richest_the_higher_the_highest_card(highest: str, lost: int) -> None:
    state = game("trap-magnet", seats=[seat(treasure=9), seat(treasure=5), seat(treasure=4)])

    facts = play_all(state, "p1", highest, "p1")

    assert purses(state) == [9 - lost, 5, 4]
    assert lives(state) == [9, 9, 9]
    assert bool(told(facts, "trap_stayed_shut")) is (lost == 0)


@pytest.mark.clause("DR-072")
@pytest.mark.parametrize(("highest", "lost"), [("p1", 0), ("p2", 0), ("p3", 1), ("p4", 2), ("p5", 3)])
def test_the_boulder_wounds_the_fittest_the_more_the_higher_the_highest_card(highest: str, lost: int) -> None:
    state = game("trap-boulder", seats=[seat(life=9), seat(life=8), seat(life=7)])

    play_all(state, "p1", highest, "p1")

    assert lives(state) == [9 - lost, 8, 7]
    assert purses(state) == [4, 4, 4]


@pytest.mark.clause("DR-073")
@pytest.mark.parametrize(
    ("room", "of"), [("trap-magnet", "treasure"), ("trap-boulder", "life")], ids=["magnet", "boulder"]
)
@pytest.mark.parametrize(("had", "left"), [([7, 7, 6], [4, 4, 6]), ([7, 7, 7], [4, 4, 4])], ids=["two", "all"])
def test_all_seats_tied_for_most_suffer_in_full(room: str, of: str, had: list[int], left: list[int]) -> None:
    state = game(room, seats=[seat(**{of: amount}) for amount in had])

    play_all(state, "p5", "p1", "p1")

    assert (purses(state) if of == "treasure" else lives(state)) == left


@pytest.mark.clause("DR-074")
@pytest.mark.parametrize(
    ("lowest", "left"), [("p5", [9, 5, 2]), ("p4", [9, 5, 2]), ("p3", [8, 4, 1]), ("p2", [7, 3, 0]), ("p1", [5, 3, 1])]
)
def test_the_lava_takes_treasure_from_everybody_by_the_lowest_card(lowest: str, left: list[int]) -> None:
    state = game("trap-lava", seats=[seat(treasure=9), seat(treasure=5), seat(treasure=2)])

    play_all(state, "p5", lowest, "p5")

    assert purses(state) == left
    assert lives(state) == [9, 9, 9]


@pytest.mark.clause("DR-074")
def test_the_worked_example_of_the_lava() -> None:
    """Five treasure: two are lost, three are kept."""
    state = game("trap-lava", seats=[seat(treasure=5), seat(treasure=0), seat(treasure=1)])

    play_all(state, "p1", "p4", "p5")

    assert purses(state) == [3, 0, 1]


@pytest.mark.clause("DR-075")
@pytest.mark.parametrize(
    ("lowest", "left"), [("p5", [9, 6, 3]), ("p4", [9, 6, 3]), ("p3", [8, 5, 2]), ("p2", [7, 4, 1]), ("p1", [5, 3, 2])]
)
def test_the_spikes_wound_everybody_by_the_lowest_card(lowest: str, left: list[int]) -> None:
    state = game("trap-spikes", seats=[seat(life=9), seat(life=6), seat(life=3)])

    play_all(state, "p5", lowest, "p5")

    assert lives(state) == left
    assert purses(state) == [4, 4, 4]


@pytest.mark.clause("DR-075")
def test_the_worked_example_of_the_spikes() -> None:
    """Seven life: three are lost, four are kept."""
    state = game("trap-spikes", seats=[seat(life=7), seat(life=7), seat(life=7)])

    play_all(state, "p1", "p1", "p1")

    assert lives(state) == [4, 4, 4]


@pytest.mark.clause("DR-076")
def test_a_one_in_the_spikes_never_kills_but_a_two_does() -> None:
    spared = game("trap-spikes", seats=[seat(life=1), seat(), seat()])
    play_all(spared, "p1", "p5", "p5")
    killed = game("trap-spikes", seats=[seat(life=1), seat(), seat()])
    play_all(killed, "p2", "p5", "p5")

    assert (lives(spared)[0], statuses(spared)[0]) == (1, "alive")
    assert (lives(killed)[0], statuses(killed)[0]) == (0, "dead")


@pytest.mark.clause("DR-070", "DR-100")
def test_a_seat_can_spring_a_trap_on_itself() -> None:
    state = game("trap-boulder", seats=[seat(life=3), seat(life=2), seat(life=2)])

    play_all(state, "p5", "p1", "p2")

    assert statuses(state) == ["dead", "alive", "alive"]


@pytest.mark.clause("DR-073")
def test_two_seats_tied_for_most_are_told_that_the_tie_hits_both() -> None:
    alone = game("trap-boulder", seats=[seat(life=8), seat(life=7), seat(life=6)])
    tied = game("trap-boulder", seats=[seat(life=8), seat(life=8), seat(life=6)])

    assert "DR-073" not in told(play_all(alone, "p5", "p1", "p1"), "trap_sprung")[0]["clauses"]
    assert "DR-073" in told(play_all(tied, "p5", "p1", "p1"), "trap_sprung")[0]["clauses"]


@pytest.mark.clause("DR-074", "DR-076")
def test_only_a_loss_of_life_is_rounded_in_favour_of_the_living() -> None:
    """Half of one life is none, as DR-076 says. Half of one treasure is none by the usual rounding."""
    purse = game("trap-lava", seats=[seat(treasure=9), seat(treasure=1), seat(treasure=2)])
    life = game("trap-spikes", seats=[seat(life=9), seat(life=1), seat(life=2)])

    assert "DR-076" not in told(play_all(purse, "p5", "p1", "p5"), "trap_sprung")[0]["clauses"]
    assert "DR-076" in told(play_all(life, "p5", "p1", "p5"), "trap_sprung")[0]["clauses"]
    assert (purses(purse), lives(life)) == ([5, 1, 1], [5, 1, 1])
