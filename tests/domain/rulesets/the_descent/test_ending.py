"""Arriving, late points, the end and the ranking."""

from __future__ import annotations

import pytest

from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.ending import arrive, finish
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, Dice, cards_seen, told, types


def ending(cave: Cave) -> Outcome:
    outcome = RULESET.outcome(cave.state)
    assert outcome is not None
    return outcome


@pytest.mark.clause("TD-170", "TD-034", "TD-175")
def test_who_rests_at_the_bottom_scores_a_point_a_card_and_is_out_of_play() -> None:
    """A fall of 4 from (8,23) to the bottom, past a coin; the health is lost before."""
    cave = Cave((8, 23), (4, 2)).kit(0, "rope", "pick").drawn(0, "key").token("coin", (7, 27)).have(0, points=3)
    cave.do(0, "step", dir="left")
    cave.do(0, "answer_fall", card="none")
    facts = cave.do(0, "answer_loss", card="none")

    assert types(facts)[:4] == ["health_lost", "token_taken", "points_gained", "character_arrived"]
    assert (cave.points(), cave.health()) == (3 + 2 + 3, 2)
    assert len(cave.hand()) == 3
    assert cave.seat(0)["arrived"]
    assert cave.state["active"] == 1
    assert RULESET.legal(cave.state, 0) == []
    assert cards_seen(cave.view(1), 0) == [None]


@pytest.mark.clause("TD-170", "TD-014", "TD-123")
def test_who_has_arrived_is_no_object_no_target_and_rolls_no_die() -> None:
    cave = Cave((3, 26), (4, 2)).have(0, arrived=True).creature("dragon", (4, 27)).turn(1)
    cave.state["opened"] = False
    cave.tape = Dice(6)
    facts = cave.do(1, "end_turn")

    assert cave.marker("dragon") is None
    assert [fact["seat"] for fact in told(facts, "die_rolled")] == [1]
    assert cave.cell((3, 27)) == "="


@pytest.mark.clause("TD-035", "TD-171", "TD-022")
@pytest.mark.parametrize(("points", "left"), [(4, 3), (1, 0), (0, 0)])
def test_after_the_first_arrival_each_own_turn_of_the_others_costs_a_point(points: int, left: int) -> None:
    cave = Cave((4, 25), (4, 2), (4, 2)).have(0, arrived=True).have(1, points=points).have(2, points=9).turn(1)
    facts = cave.do(1, "end_turn")

    assert cave.points(1) == left
    assert cave.points(2) == 9
    assert told(facts, "points_lost")[0]["points"] == points - left


@pytest.mark.clause("TD-171", "TD-035")
def test_the_turn_in_which_one_arrives_costs_that_seat_nothing_and_the_others_theirs() -> None:
    cave = Cave((8, 23), (4, 2)).have(0, points=5).have(1, points=5)
    facts = cave.do(0, "step", dir="left")
    assert told(facts, "points_lost") == []
    facts = cave.do(1, "end_turn")

    assert (cave.points(0), cave.points(1)) == (5, 4)


@pytest.mark.clause("TD-171")
def test_another_seats_fall_to_the_bottom_makes_the_turn_under_way_a_late_one() -> None:
    """Seat 0 blows up the thin rock under seat 1, who falls to the bottom in seat 0's turn."""
    cave = Cave((6, 21), (7, 21)).drawn(0, "dynamite").have(0, points=3).have(1, health=9)
    assert (7, 22) in cave.options(0, "use_dynamite")
    facts = cave.do(0, "use_dynamite", cell=(7, 22))

    assert told(facts, "character_arrived")[0]["seat"] == 1
    assert cave.points(0) == 2


@pytest.mark.clause("TD-172", "TD-112")
def test_a_fall_that_kills_at_the_bottom_is_no_arrival() -> None:
    cave = Cave((8, 23), (4, 2)).have(0, health=1)
    facts = cave.do(0, "step", dir="left")

    assert "character_arrived" not in types(facts)
    assert cave.pending() == ("place_character", 0)


@pytest.mark.clause("TD-173")
def test_when_the_last_seat_arrives_the_game_ends_at_once() -> None:
    cave = Cave((8, 23), (4, 25)).have(1, arrived=True).creature("dragon", (9, 26)).drawn(1, "key")
    cave.state["opened"] = False
    facts = cave.do(0, "step", dir="left")

    assert types(facts)[-1] == "game_ended"
    assert "creature_phase_began" not in types(facts)
    assert "collapse_began" not in types(facts)
    assert "turn_ended" not in types(facts)
    assert ending(cave).reason == "all_arrived"
    assert RULESET.to_act(cave.state) == []
    assert told(facts, "game_ended")[0]["hands"] == [[], ["key"]]


@pytest.mark.clause("TD-174")
@pytest.mark.parametrize(
    ("points", "health", "ranking"),
    [
        ((5, 7, 6), (1, 1, 3), [[1], [2], [0]]),
        ((7, 7, 6), (2, 3, 9), [[1], [0], [2]]),
        ((7, 7, 6), (3, 3, 9), [[0, 1], [2]]),
        ((7, 7, 7), (3, 3, 3), [[0, 1, 2]]),
    ],
)
def test_points_then_health_decide_and_the_rest_is_shared(
    points: tuple[int, ...], health: tuple[int, ...], ranking: list[list[int]]
) -> None:
    cave = Cave((4, 25), (4, 25), (4, 25))
    for seat in range(3):
        cave.have(seat, arrived=True, points=points[seat], health=health[seat])
    cave.state.update(phase="finished", ended="all_arrived", active=None)
    RULESET.check(cave.state)

    assert ending(cave).ranking == ranking
    assert ending(cave).winners == ranking[0]
    assert ending(cave).scores == list(points)


@pytest.mark.clause("TD-174", "TD-035", "TD-170", "TD-171")
def test_the_example_of_the_rules_ends_in_a_tie_broken_by_health() -> None:
    """Seat 0 arrives with 11 points and 2 cards; seat 1 two turns late with 14 points and 1 card: 13 to 13."""
    cave = Cave((8, 23), (8, 23)).have(0, points=11, health=3).have(1, points=14, health=4)
    cave.kit(0, "rope", "pick").kit(1, "rope")
    cave.tape = Dice(6, 6)
    cave.do(0, "step", dir="left")
    cave.do(1, "end_turn")
    cave.do(1, "end_turn")
    assert cave.points(1) == 12
    cave.do(1, "step", dir="left")

    assert (cave.points(0), cave.points(1)) == (13, 13)
    assert (cave.health(0), cave.health(1)) == (2, 3)
    assert ending(cave).ranking == [[1], [0]]


@pytest.mark.clause("TD-176")
@pytest.mark.parametrize(("limit", "round_", "over"), [(20, 19, False), (20, 20, True), (0, 500, False)])
def test_the_round_limit_ends_the_game_after_the_collapse_check(limit: int, round_: int, *, over: bool) -> None:
    cave = Cave((6, 12)).kit(0, "rope", "pick", "lamp")
    cave.state["options"]["round_limit"] = limit
    cave.state.update(round=round_, opened=False)
    cave.tape = Dice(1)
    cave.do(0, "end_turn")
    facts = cave.do(0, "answer_loss", card="none")

    assert cave.health() == 2
    assert (RULESET.outcome(cave.state) is not None) == over
    if over:
        assert ending(cave).reason == "round_limit"
        assert types(facts)[-1] == "game_ended"
        assert cave.points() == 0  # no points for cards
    else:
        assert cave.state["round"] == round_ + 1


@pytest.mark.clause("TD-176")
def test_without_a_round_limit_a_game_lasts_as_long_as_its_players_wait() -> None:
    """That is why the value is declared as endless: no number of actions is a bound then."""
    cave = Cave((6, 12))
    cave.state["options"]["round_limit"] = 0
    cave.tape = Tape(b"waiting")
    begun = cave.state["round"]

    for _ in range(500):
        cave.end_round()
        cave.answer_all()

    assert RULESET.endless_options == {"round_limit": (0,)}
    assert RULESET.outcome(cave.state) is None
    assert cave.state["round"] >= begun + 500


@pytest.mark.clause("TD-176", "TD-174")
def test_at_the_round_limit_who_arrived_ranks_first_whatever_the_points() -> None:
    cave = Cave((4, 25), (4, 2), (4, 25), (4, 2))
    for seat, (arrived, points, health) in enumerate([(True, 1, 1), (False, 9, 3), (True, 4, 1), (False, 9, 2)]):
        cave.have(seat, arrived=arrived, points=points, health=health)
    cave.state.update(phase="finished", ended="round_limit", active=None)

    assert ending(cave).ranking == [[2], [0], [1], [3]]
    assert ending(cave).winners == [2]
    assert ending(cave).details["arrived"] == [0, 2]


@pytest.mark.clause("TD-174", "TD-176")
@pytest.mark.parametrize(
    ("seats", "by", "winners", "tied"),
    [
        ([(True, 3, 1)], "alone", [0], []),
        ([(True, 3, 1), (True, 5, 1)], "points", [1], []),
        ([(False, 3, 1), (False, 5, 1)], "points", [1], []),
        ([(True, 3, 1), (False, 5, 3)], "arrival", [0], []),
        ([(True, 3, 1), (False, 3, 3), (True, 2, 1)], "points", [0], []),
        ([(True, 3, 1), (True, 3, 2), (True, 1, 9)], "health", [1], [0]),
        ([(False, 3, 1), (False, 3, 2), (False, 1, 9)], "health", [1], [0]),
        ([(True, 3, 2), (True, 3, 2)], "shared", [0, 1], []),
        ([(True, 3, 2), (True, 3, 2), (True, 3, 1), (False, 3, 2)], "shared", [0, 1], [2]),
    ],
)
def test_the_end_tells_what_decided_it(
    seats: list[tuple[bool, int, int]], by: str, winners: list[int], tied: list[int]
) -> None:
    """Each seat has arrived or not, and has points and health."""
    cave = Cave(*[(4, 25)] * len(seats))
    for seat, (arrived, points, health) in enumerate(seats):
        cave.have(seat, arrived=arrived, points=points, health=health)
    course = cave.course()
    finish(course, "round_limit", "TD-176")
    over = told(course.facts, "game_ended")[0]

    assert (over["by"], over["winner_seats"], over["tied_seats"]) == (by, winners, tied)
    assert over["clauses"] == ["TD-176", *(["TD-174"] if len(seats) > 1 else [])]


@pytest.mark.clause("TD-173", "TD-174", "TD-176")
@pytest.mark.parametrize(
    ("reason", "clauses"), [("all_arrived", ["TD-173", "TD-174"]), ("round_limit", ["TD-176", "TD-174"])]
)
def test_the_outcome_names_rounds_arrivals_health_and_the_clauses_that_ended_the_game(
    reason: str, clauses: list[str]
) -> None:
    cave = Cave((4, 25), (4, 25)).have(0, arrived=True, points=2, health=1).have(1, arrived=True, points=4)
    cave.state.update(phase="finished", ended=reason, active=None, round=7)

    assert ending(cave) == Outcome(
        reason=reason,
        winners=[1],
        ranking=[[1], [0]],
        scores=[2, 4],
        details={"rounds": 7, "arrived": [0, 1], "health": [1, 3]},
        clauses=clauses,
    )


@pytest.mark.clause("TD-173", "TD-176")
def test_at_the_end_nothing_moves_any_more() -> None:
    cave = Cave((5, 8), (4, 2)).have(0, moving=True).token("coin", (4, 8)).creature("plant", (7, 8))
    cave.state["tokens"][0]["moving"] = cave.beast("plant")["moving"] = True
    finish(cave.course(), "round_limit", "TD-176")

    things = [*cave.state["seats"], *cave.state["tokens"], *cave.state["creatures"]]
    assert not any(thing["moving"] for thing in things)
    assert cave.state["agenda"] == []


@pytest.mark.clause("TD-170", "TD-032")
def test_who_arrives_is_no_longer_weak() -> None:
    cave = Cave((4, 25), (4, 2)).have(0, weakened=True)
    arrive(cave.course(), 0)

    assert cave.seat(0)["weakened"] is False
    assert cave.seat(0)["arrived"] is True
