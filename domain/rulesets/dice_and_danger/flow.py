"""
The course of a game: whose decisions are open, and the consequences of an action.

Clauses: DD-003, DD-006.
"""

from __future__ import annotations

from functools import partial

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.rounds import clouds
from delvebook.domain.rulesets.dice_and_danger.rounds.settlement import settle
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import desk_of
from delvebook.domain.rulesets.dice_and_danger.state import (
    CLOUDS,
    MARK,
    OVER,
    ROLL,
    Action,
    State,
    fresh_turn,
    has_finished,
    turn_of,
)
from delvebook.domain.tape import Tape


def to_act(state: State) -> list[int]:
    """The seats still writing cloud numbers, the active seat before a roll, or the seats still marking."""
    phase = state["phase"]
    if phase == OVER:
        return []
    if phase == ROLL:
        return [state["active"]]
    if phase == CLOUDS:
        return clouds.writing(state)
    return marking(state)


def marking(state: State) -> list[int]:
    """The living seats that have not finished this round, ascending."""
    return [
        seat
        for seat, turn in enumerate(state["turns"])
        if turn is not None and not has_finished(state["sheets"][seat], turn)
    ]


def round_of(state: State) -> int:
    """The round that is being marked; 0 before the first."""
    return state["round"]


def decision_scope(state: State, seat: int) -> object:
    """
    The phase, the round, and the number of steps the seat has made in it.

    A seat's decision therefore stays open while the others mark.
    """
    phase = state["phase"]
    if phase == CLOUDS:
        return [phase, 0, clouds.written(state, seat)]
    turn = turn_of(state, seat)
    return [phase, state["round"], 0 if turn is None else len(turn["steps"])]


def play(content: Content, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
    """Carries out a legal action: rolls, writes a cloud number, or takes a step; the last step settles the round."""
    if action["type"] == "roll_dice":
        return _roll(content, state, seat, tape=tape)
    if action["type"] == "write_cloud":
        return clouds.write(content, state, seat, action)
    return _mark(content, state, seat, action)


def mark_key(seat: int, step: int) -> str:
    """The name of the envelope with the seat's step of that index in this round."""
    return f"mark/{seat}/{step}"


def _roll(content: Content, state: State, seat: int, *, tape: Tape) -> Facts:
    """Rolls four white dice, then the black one. All living seats begin to mark. Clauses: DD-003, DD-006."""
    facts, figures = Facts(), content.figures
    dice = [tape.die(figures.sides, "dice") for _ in range(figures.white_dice + 1)]
    state["dice"] = dice
    state["phase"] = MARK
    state["turns"] = [fresh_turn(sheet) if sheet["alive"] else None for sheet in state["sheets"]]
    facts.tell("dice_rolled", "DD-003", "DD-006", seat=seat, round=state["round"], dice=list(dice))
    return facts


def _mark(content: Content, state: State, seat: int, action: Action) -> Facts:
    """
    Takes the step, unseen by the other seats. If it finishes the last seat's round, everything is shown and settled.

    Everybody learns that a step was made, and whether the seat has finished. Clauses: DD-003.
    """
    facts = Facts()
    desk = desk_of(content, state, seat)
    step = len(desk.turn["steps"])
    whispered = Facts()
    carry_out(desk, action, say=partial(whispered.whisper, seat))
    finished = has_finished(desk.sheet, desk.turn)
    facts.tell("step_made", "DD-003", seat=seat, steps_made=step + 1, finished=finished)
    if marking(state):
        facts.conceal_action(seat, key=mark_key(seat, step))
        facts.envelope(seat).facts = whispered.envelope(seat).facts
        return facts
    for other, turn in enumerate(state["turns"]):
        for index in range(0 if turn is None else len(turn["steps"]) - (other == seat)):
            facts.open(mark_key(other, index))
    settle(content, state, facts)
    return facts
