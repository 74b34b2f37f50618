"""The end: the seats that collapse, win, or share the victory (DR-140 to DR-146, DR-154, DR-155)."""

from __future__ import annotations

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay_all,
    play_all,
    purses,
    seat,
    statuses,
    told,
    types,
)


def explored(*seats: tuple[int, int], hands: tuple[str, ...] = (), dead: int = 0) -> Outcome:
    """
    The outcome of a dungeon explored by seats of that life and treasure, and by some who died on the way.

    The last fight wounds no seat: it is the second against a Twin-Tail, beaten or confused.
    """
    table = [
        seat(hands[number] if hands else ALL_FIVE, life=life, treasure=treasure)
        for number, (life, treasure) in enumerate(seats)
    ]
    table += [seat(life=0, status="dead", treasure=50) for _ in range(dead)]
    state = game("boss", boss="boss-twintail", fight=2, seats=table)
    plays = ["p5"] * len(seats)
    facts = lay_all(state, *plays)
    assert not told(facts, "wounded")
    outcome = RAIDERS.outcome(state)
    assert outcome is not None
    assert outcome.reason == "dungeon_explored"
    assert RAIDERS.to_act(state) == []
    assert [final["life"] for final in outcome.details["final"]][: len(seats)] == [life for life, _ in seats]
    return outcome


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
def test_if_the_last_living_seats_die_together_no_seat_wins() -> None:
    state = game("trap-spikes", seats=[seat(life=2), seat(life=1), seat(status="dead", life=0)])

    facts = play_all(state, "p2", "p2")

    outcome = RAIDERS.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("all_dead", [], [[0, 1, 2]])
    assert [fact["seat"] for fact in told(facts, "character_died")] == [0, 1]


@pytest.mark.clause("DR-140", "DR-142")
def test_the_worked_example_of_the_collapse() -> None:
    outcome = explored((3, 12), (5, 6), (5, 9), (7, 8))

    assert outcome.details["collapsed"] == [0]
    assert outcome.winners == [2]
    assert outcome.ranking == [[2], [3], [1], [0]]
    assert outcome.scores == [None, 6, 9, 8]


@pytest.mark.clause("DR-141", "DR-144")
def test_the_worked_example_of_equal_life() -> None:
    outcome = explored((4, 5), (4, 9), (4, 9))

    assert outcome.details["collapsed"] == []
    assert outcome.winners == [1, 2]
    assert outcome.ranking == [[1, 2], [0]]
    assert outcome.clauses == ["DR-141", "DR-142", "DR-144"]


@pytest.mark.clause("DR-140")
def test_all_seats_tied_for_least_life_collapse() -> None:
    outcome = explored((3, 12), (3, 20), (4, 1))

    assert outcome.details["collapsed"] == [0, 1]
    assert outcome.winners == [2]
    assert outcome.ranking == [[2], [0, 1]]
    assert outcome.scores == [None, None, 1]


@pytest.mark.clause("DR-140", "DR-141")
def test_one_life_more_than_the_others_is_enough_not_to_collapse() -> None:
    assert explored((4, 9), (4, 9), (5, 0)).winners == [2]
    assert explored((4, 9), (4, 9), (4, 0)).winners == [0, 1]


@pytest.mark.clause("DR-140")
def test_the_collapse_is_told_before_the_winner() -> None:
    state = game("boss", boss="boss-twintail", fight=2, seats=[seat(life=3), seat(life=5), seat(life=5, treasure=9)])

    facts = lay_all(state, "p5", "p4", "p3")

    assert told(facts, "characters_collapsed")[0]["seats"] == [0]
    scored = ["character_scored"] * 3
    assert types(facts)[-6:] == ["characters_collapsed", *scored, "box_opened", "game_finished"]


def explored_facts(*seats: tuple[int, int], dead: int) -> Facts:
    """The facts of the last event of a dungeon explored by seats of that life and treasure, as in `explored`."""
    table = [seat(ALL_FIVE, life=life, treasure=treasure) for life, treasure in seats]
    table += [seat(life=0, status="dead", treasure=50) for _ in range(dead)]
    return lay_all(game("boss", boss="boss-twintail", fight=2, seats=table), *["p5"] * len(seats))


@pytest.mark.clause("DR-142", "DR-143", "DR-144", "DR-154", "DR-155")
@pytest.mark.parametrize(
    ("sheets", "dead", "by", "tied", "winners"),
    [
        ([(3, 9), (5, 8), (6, 7)], 0, "treasure", [], [1]),
        ([(3, 9), (5, 8), (6, 8)], 0, "life", [1], [2]),
        ([(3, 9), (6, 8), (6, 8)], 0, "tie", [], [1, 2]),
        ([(3, 9), (6, 8), (6, 8), (5, 8)], 0, "life", [3], [1, 2]),
        ([(3, 8), (6, 8)], 1, "treasure", [], [1]),
        ([(5, 8), (6, 8)], 0, "life", [0], [1]),
        ([(6, 8), (6, 8)], 0, "tie", [], [0, 1]),
        ([(3, 9), (6, 8)], 0, "treasure", [], [0]),
    ],
)
def test_the_end_says_what_decided(
    sheets: list[tuple[int, int]], dead: int, by: str, tied: list[int], winners: list[int]
) -> None:
    facts = explored_facts(*sheets, dead=dead)
    (finished,) = told(facts, "game_finished")

    assert (finished["by"], finished["tied_seats"], finished["winner_seats"]) == (by, tied, winners)
    scored = {fact["seat"]: (fact["life"], fact["treasure"]) for fact in told(facts, "character_scored")}
    assert scored == dict(enumerate(sheets))
    assert finished["treasure"] == sheets[winners[0]][1]


@pytest.mark.clause("DR-140", "DR-102")
def test_the_dead_are_not_the_weakest_of_the_living() -> None:
    outcome = explored((4, 9), (5, 3), (6, 1), dead=1)

    assert outcome.details["collapsed"] == [0]
    assert outcome.winners == [1]
    assert outcome.ranking == [[1], [2], [0], [3]]


@pytest.mark.clause("DR-142")
def test_the_most_treasure_wins_among_those_still_standing() -> None:
    outcome = explored((9, 7), (5, 8), (4, 9))

    assert (outcome.winners, outcome.clauses) == ([1], ["DR-140", "DR-142"])


@pytest.mark.clause("DR-143")
def test_a_tie_in_treasure_is_won_by_more_life() -> None:
    outcome = explored((6, 8), (5, 8), (4, 9))

    assert outcome.winners == [0]
    assert outcome.ranking == [[0], [1], [2]]
    assert outcome.clauses == ["DR-140", "DR-142", "DR-143"]


@pytest.mark.clause("DR-143")
def test_current_life_decides_and_not_the_wounds_taken() -> None:
    """The Warrior began with 10 life and took 4 wounds, the Thief with 8 and took 3."""
    table = [seat(life=6, treasure=8), seat(life=5, treasure=8), seat(life=4)]
    table[0]["character"], table[1]["character"], table[2]["character"] = "warrior", "thief", "knight"
    state = game("boss", boss="boss-twintail", fight=2, seats=table)

    lay_all(state, "p5", "p4", "p3")

    assert state["result"]["winners"] == [0]
    assert RAIDERS.view(state, SPECTATOR)["result"] == state["result"]


@pytest.mark.clause("DR-144")
@pytest.mark.parametrize("seats", [[(6, 8), (6, 8), (4, 9)], [(6, 8), (6, 8), (6, 8), (4, 9)]], ids=["two", "three"])
def test_seats_tied_in_treasure_and_life_win_together(seats: list[tuple[int, int]]) -> None:
    outcome = explored(*seats)

    assert outcome.winners == list(range(len(seats) - 1))
    assert outcome.clauses == ["DR-140", "DR-142", "DR-144"]


@pytest.mark.clause("DR-145")
def test_items_and_cards_in_hand_are_worth_nothing() -> None:
    rich = f"{ALL_FIVE} torch ball key sword"
    outcome = explored((9, 5), (9, 6), (4, 0), hands=(rich, "p5", "p5"))

    assert outcome.winners == [1]
    assert outcome.scores == [5, 6, None]


@pytest.mark.clause("DR-146", "DR-104")
def test_the_last_survivor_wins_without_a_check_for_collapse() -> None:
    state = game("boss", boss="boss-mazebull", seats=[seat(life=4, treasure=9), seat(life=1), seat(life=3)])

    facts = lay_all(state, "p3", "p1", "p3")

    assert statuses(state) == ["dead", "alive", "dead"]
    assert (state["result"]["reason"], state["result"]["winners"]) == ("last_survivor", [1])
    assert not told(facts, "characters_collapsed")


@pytest.mark.clause("DR-150", "DR-154")
@pytest.mark.parametrize(
    ("seats", "winners"),
    [
        ([(1, 9), (9, 8)], [0]),
        ([(5, 8), (4, 8)], [0]),
        ([(4, 8), (5, 8)], [1]),
        ([(5, 8), (5, 8)], [0, 1]),
    ],
)
def test_in_a_game_of_two_no_seat_collapses(seats: list[tuple[int, int]], winners: list[int]) -> None:
    outcome = explored(*seats)

    assert outcome.details["collapsed"] == []
    assert outcome.winners == winners
    assert outcome.scores == [treasure for _, treasure in seats]
    assert outcome.clauses == ["DR-154"]


@pytest.mark.clause("DR-155")
def test_two_living_of_a_larger_game_are_scored_by_the_normal_rules() -> None:
    outcome = explored((3, 20), (4, 1), dead=1)

    assert outcome.details["collapsed"] == [0]
    assert outcome.winners == [1]


@pytest.mark.clause("DR-152", "DR-104")
def test_one_of_two_dies_and_the_other_wins_at_once() -> None:
    state = game("mon-dragon", seats=[seat(life=3, treasure=20), seat(treasure=0)])

    play_all(state, "p1", "p2")

    assert (state["result"]["reason"], state["result"]["winners"]) == ("last_survivor", [1])
