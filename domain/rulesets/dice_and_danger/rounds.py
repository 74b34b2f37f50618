"""
A round: the roll, everybody's marks, and the moment the last of them is in.

Clauses: DD-003, DD-006, DD-010, DD-047.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from delvebook.domain.rulesets.dice_and_danger.desk import desk_of
from delvebook.domain.rulesets.dice_and_danger.marking import obstacle_to_step
from delvebook.domain.rulesets.dice_and_danger.settlement import settle
from delvebook.domain.rulesets.dice_and_danger.state import (
    CLOUDS,
    MARK,
    OVER,
    fresh_turn,
    has_finished,
    living,
)
from delvebook.domain.rulesets.dice_and_danger.steps import carry_out
from delvebook.domain.tape import Tape


def marking(state: State) -> list[int]:
    """The living seats that have not finished this round, ascending."""
    return [seat for seat in living(state) if not has_finished(state["sheets"][seat], state["turns"][seat])]


def refuse_roll(state: State, seat: int) -> None:
    """
    Returns if the seat may roll the dice.

    Raises:
        IllegalActionError: DD-003, DD-047, DD-090 or DD-120.
    """
    _refuse_outsider(state, seat)
    if state["phase"] == CLOUDS:
        raise IllegalActionError("the cloud numbers are written before the first roll", clause="DD-120")
    if state["phase"] == MARK:
        raise IllegalActionError("the dice of this round lie on the table; all mark first", clause="DD-003")
    if seat != state["active"]:
        raise IllegalActionError("the active seat rolls the dice", clause="DD-003")


def roll(state: State, seat: int, *, tape: Tape) -> Facts:
    """Rolls four white dice, then the black one; everybody living begins to mark."""
    facts = Facts()
    figures = BOOK.figures
    dice = [tape.die(figures.sides, "dice") for _ in range(figures.white_dice + 1)]
    state["dice"] = dice
    state["phase"] = MARK
    state["turns"] = [fresh_turn(sheet) if sheet["alive"] else None for sheet in state["sheets"]]
    white, black = dice[: figures.white_dice], dice[figures.white_dice]
    facts.tell("dice_rolled", "DD-003", "DD-006", seat=seat, round=state["round"], white=white, black=black)
    return facts


def refuse_mark(state: State, seat: int, action: Mapping[str, Any]) -> None:
    """
    Returns if the seat may take that step.

    Raises:
        IllegalActionError: Names the clause in the way.
    """
    _refuse_outsider(state, seat)
    if state["phase"] != MARK:
        raise IllegalActionError("the dice are rolled first; then everybody marks", clause="DD-003")
    obstacle = obstacle_to_step(desk_of(state, seat), action)
    if obstacle is not None:
        clause, sentence = obstacle
        raise IllegalActionError(sentence, clause=clause)


def mark(state: State, seat: int, action: Mapping[str, Any]) -> Facts:
    """
    Takes the step, unseen by the others; if it finishes the last seat's round, settles it in the open.

    What is public of a step is that it was made, and whether the seat has finished.
    """
    facts = Facts()
    desk = desk_of(state, seat)
    step = len(desk.turn["steps"])
    whispered = Facts()
    carry_out(desk, action, say=partial(whispered.whisper, seat))
    finished = has_finished(desk.sheet, desk.turn)
    facts.tell("step_made", "DD-003", seat=seat, steps=step + 1, finished=finished)
    if marking(state):
        facts.conceal_action(seat, key=mark_key(seat, step))
        facts.envelope(seat).facts = whispered.envelope(seat).facts
        return facts
    for other in living(state):
        for index in range(len(state["turns"][other]["steps"]) - (other == seat)):
            facts.open(mark_key(other, index))
    settle(state, facts)
    return facts


def mark_key(seat: int, step: int) -> str:
    """The key of the envelope in which the seat's step of that index lies in this round."""
    return f"mark/{seat}/{step}"


def _refuse_outsider(state: State, seat: int) -> None:
    if state["phase"] == OVER:
        raise IllegalActionError("the game has ended", clause="DD-106" if len(state["sheets"]) == 1 else "DD-090")
    if not state["sheets"][seat]["alive"]:
        raise IllegalActionError("this seat is dead and takes no further actions", clause="DD-047")
