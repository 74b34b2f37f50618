"""The course of a game: rolls, rounds, the active seat, and the seats with open decisions."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.tables import (
    ADVENTURES,
    RULES,
    WHITES,
    Dice,
    act,
    before_clouds,
    game,
    greedy_game,
    lost_by,
    play,
    settle,
    sheet,
    step_at,
    table_at,
    take,
    told,
)


@pytest.mark.clause("DD-003", "DD-006")
def test_a_round_is_a_roll_by_the_active_seat_and_then_everybody_marks_the_same_dice() -> None:
    state = game(seats=3, phase="roll", active=1)
    assert RULES.to_act(state) == [1]
    assert RULES.legal(state, 0) == []

    facts = play(state, 1, {"type": "roll_dice"}, dice=[2, 3, 4, 5, 6])

    assert told(facts.public, "dice_rolled", seat=1, dice=[2, 3, 4, 5, 6])
    assert RULES.to_act(state) == [0, 1, 2]
    for seat in range(3):
        take(state, seat)
        assert RULES.view(state, SPECTATOR)["dice"] == [2, 3, 4, 5, 6]
        assert state["phase"] == "mark"
    settle(state)
    assert state["phase"] == "roll"


def test_the_dice_are_five_draws_below_six_white_ones_first() -> None:
    state = game(phase="roll")
    dice: Any = Dice(1, 2, 3, 4, 5)
    RULES.play(state, 0, {"type": "roll_dice"}, tape=dice)

    assert dice.asked == [(6, "dice")] * 5
    assert state["dice"] == [1, 2, 3, 4, 5]


def test_nothing_is_drawn_before_the_last_mark_of_the_round_before() -> None:
    """Dice are drawn only when needed: a whole round of marks leaves the tape where the roll left it."""
    state = game(phase="roll")
    tape = Tape(b"lazy")
    RULES.play(state, 0, {"type": "roll_dice"}, tape=tape)
    assert tape.position == 5
    while state["phase"] == "mark":
        seat = RULES.to_act(state)[0]
        RULES.play(state, seat, RULES.legal(state, seat)[0], tape=tape)

    assert tape.position == 5


@pytest.mark.clause("DD-002")
def test_what_one_seat_marks_stays_on_its_own_sheet() -> None:
    state = game(seats=3)
    before = [dict(one) for one in state["sheets"][1:]]
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c38")

    assert state["sheets"][0]["visited"] == ["c38"]
    assert state["sheets"][1:] == before


@pytest.mark.clause("DD-001", "DD-047")
def test_the_last_seat_alive_goes_on_by_the_normal_rules() -> None:
    """A round without damage costs a solo player a life; the last of two pays for skipped pairs alone."""
    state = game(sheet(alive=False), active=1)
    take(state, 1)
    act(state, 1, "visit", pair=0, cell="c38")
    act(state, 1, "visit", pair=1, cell="c14")

    assert state["phase"] == "roll"
    assert lost_by(state, 1) == 0
    assert RULES.view(state, SPECTATOR)["solo"] is False


@pytest.mark.clause("DD-005")
def test_the_dice_pass_clockwise_to_the_next_living_seat() -> None:
    for active, dead, after in ((0, [], 1), (3, [], 0), (0, [1], 2), (2, [3, 0], 1), (1, [0, 2, 3], 1)):
        state = game(*(sheet(alive=seat not in dead) for seat in range(4)), seats=4, active=active)
        facts = settle(state)
        assert state["active"] == after
        assert told(facts, "active_passed", from_seat=active, seat=after)


@pytest.mark.clause("DD-005")
def test_the_dice_pass_over_a_seat_that_dies_in_this_round() -> None:
    dying = sheet(visited=["c14", "c38"], lost=9)
    state = game(sheet(), dying, seats=3, active=0)
    settle(state)

    assert state["sheets"][1]["alive"] is False
    assert state["active"] == 2


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_a_round_of_marks_draws_nothing(adventure: str) -> None:
    for _, step in greedy_game(adventure, 2, f"lazy/{adventure}"):
        if step.action is not None and step.action["type"] != "roll_dice":
            assert "draws" not in step.body.data
        elif step.action is not None:
            assert step.body.data["draws"][0]["count"] == 5


def scopes(state: dict[str, Any]) -> list[object]:
    """By seat, what its decision is about."""
    return [RULES.decision_scope(state, seat) for seat in range(len(state["sheets"]))]


@pytest.mark.clause("DD-003", "DD-120")
def test_a_decision_is_a_new_one_after_each_own_step_and_stays_while_others_act() -> None:
    writing, marking = before_clouds(), game()
    before = [scopes(writing), scopes(marking)]

    play(writing, 1, {"type": "write_cloud", "cell": "c03", "number": 8})
    take(marking, 1)

    for (own, others), (own_after, others_after) in zip(before, [scopes(writing), scopes(marking)], strict=True):
        assert own_after == own
        assert others_after != others


def test_the_round_is_the_one_that_is_marked_and_0_while_clouds_are_written() -> None:
    assert RULES.round_of(before_clouds()) == 0
    assert RULES.round_of(game(round_=5)) == 5  # type: ignore[arg-type]


def test_decisions_taken_in_parallel_never_stale_each_other() -> None:
    table = table_at(game(seats=4))
    for n, seat in enumerate((2, 0, 3, 1), start=11):
        step_at(table, seat, n, "pairs", pairs=WHITES)
        assert table.decisions[seat] == n
    assert table.decisions == [12, 14, 11, 13]
    step_at(table, 2, 15, "visit", pair=0, cell="c38")
    assert table.decisions == [12, 14, 15, 13]
    step_at(table, 2, 16, "visit", pair=1, cell="c14")
    assert table.decisions == [12, 14, 16, 13]


def test_the_last_step_of_a_round_asks_everybody_anew() -> None:
    table = table_at(game(sheet(visited=["c14", "c38"]), sheet(visited=["c14", "c38"])))
    for n, seat in enumerate((0, 1), start=11):
        step_at(table, seat, n, "pairs", pairs=WHITES)
    n = 12
    for seat in (0, 1):
        for pair in (0, 1):
            n += 1
            step_at(table, seat, n, "skip", pair=pair)

    assert table.state["phase"] == "roll"
    assert table.decisions == [n, n]
