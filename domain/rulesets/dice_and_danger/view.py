"""
The parts of a state that a viewer may see, by name. What never changes, such as the maps, is in the catalogue.

The sheets are shown to everybody as of the last settlement. While a round is marked, a seat also
sees its own sheet with its marks, and an arbiter sees all of them. The same holds for cloud numbers while they are
written.
"""

from __future__ import annotations

from typing import cast

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dice_and_danger.content import Content, Dungeon
from delvebook.domain.rulesets.dice_and_danger.ending import outcome_of, tally
from delvebook.domain.rulesets.dice_and_danger.flow import to_act
from delvebook.domain.rulesets.dice_and_danger.legality import question_of
from delvebook.domain.rulesets.dice_and_danger.rounds.clouds import are_hidden, has_written_all, written
from delvebook.domain.rulesets.dice_and_danger.sheet.bonuses import progress
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import desk_of
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.state import (
    OVER,
    Sheet,
    State,
    Turn,
    dungeon_of,
    has_finished,
    is_solo,
    settled_sheet,
    starting_symbols,
    turn_of,
)
from delvebook.domain.rulesets.dice_and_danger.words.shapes import table as shapes
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """The table as the viewer sees it."""
    seats = range(len(state["sheets"]))
    shown: dict[str, object] = {
        "you": viewer.seat,
        "adventure": state["adventure"],
        "solo": is_solo(state),
        "phase": state["phase"],
        "round": state["round"],
        "active_seat": state["active"],
        "dice": list(state["dice"]),
        "question": _question(content, state, viewer),
        "first_defeats": dict(state["first_defeats"]),
        "first_bonuses": dict(state["first_bonuses"]),
        "last_round": copy_state(state["last_round"]),
        "end": state["end"],
        "rating": _rating(content, state),
        "sheets": [_with_sums(content, state, _settled(state, seat)) for seat in seats],
        "turns": [_turn(content, state, seat, viewer) for seat in seats],
    }
    return cast("View", shown)


def _question(content: Content, state: State, viewer: Viewer) -> shapes.Question | None:
    """What the viewer is asked, if it sits at the table and owes a decision."""
    if viewer.seat not in to_act(state):
        return None
    return question_of(content, state, viewer.seat)


def _rating(content: Content, state: State) -> int | None:
    """The rating of a finished solo game. Clauses: DD-108."""
    outcome = outcome_of(content, state)
    return None if outcome is None else outcome.details.get("rating")


def _settled(state: State, seat: int) -> Sheet:
    """A copy of the sheet as everybody may see it."""
    settled = settled_sheet(state["sheets"][seat], turn_of(state, seat))
    if are_hidden(state):
        settled["clouds"] = {}
    return settled


def _with_sums(content: Content, state: State, sheet: Sheet) -> shapes.Sheet:
    """The sheet's marks, and the values that a client would otherwise have to derive from them."""
    dungeon, solo = dungeon_of(content, state), is_solo(state)
    marked = MarkedMap(dungeon, sheet)
    sums = tally(dungeon, sheet, solo=solo, final=state["phase"] == OVER)
    rooms = dungeon.rooms.values()
    shown: dict[str, object] = {
        **copy_state(sheet),
        "starting_symbols": starting_symbols(sheet, dungeon.figures),
        "unlocked": _unlocked(dungeon, marked),
        "reached": [room.id for room in rooms if marked.is_reached(room)],
        "defeated": [room.id for room in rooms if marked.is_defeated(room)],
        "progress": {bonus.id: progress(marked, bonus) for bonus in dungeon.bonuses.values()},
        "gems": sum(sums.gems.values()),
        "gold": sums.gold,
        "points": sums.points if sheet["alive"] or solo else None,
    }
    return cast("shapes.Sheet", shown)


def _unlocked(dungeon: Dungeon, marked: MarkedMap) -> dict[str, list[int]]:
    """By room, the white numbers that can be used there."""
    found = {
        room.id: [number for number in room.white if marked.is_unlocked(room, number)]
        for room in dungeon.rooms.values()
    }
    return {room: numbers for room, numbers in found.items() if numbers}


def _turn(content: Content, state: State, seat: int, viewer: Viewer) -> shapes.Turn:
    """The seat's progress in this phase, which is public, and its marks for viewers who may see them."""
    turn = turn_of(state, seat)
    if are_hidden(state):
        steps, finished, is_marking = written(state, seat), has_written_all(state, seat), True
    elif turn is not None:
        steps, finished, is_marking = len(turn["steps"]), has_finished(state["sheets"][seat], turn), True
    else:
        steps, finished, is_marking = 0, True, False
    may_see = is_marking and viewer.may_see(seat)
    return {
        "steps_made": steps,
        "finished": finished,
        "marking": _marking(content, state, seat, turn) if may_see else None,
    }


def _marking(content: Content, state: State, seat: int, turn: Turn | None) -> shapes.Marking:
    """The seat's marks since the last settlement."""
    return {
        "sheet": _with_sums(content, state, state["sheets"][seat]),
        "pairs": [] if turn is None else _pairs(content, state, seat),
        "dealt": 0 if turn is None else turn["dealt"],
        "steps": [] if turn is None else copy_state(cast("list[shapes.Step]", turn["steps"])),
    }


def _pairs(content: Content, state: State, seat: int) -> list[shapes.Pair]:
    desk = desk_of(content, state, seat)
    shown = [
        {"dice": list(dice), "sum": desk.sum_of(pair), "status": desk.turn["status"][pair]}
        for pair, dice in enumerate(desk.turn["pairs"] or [])
    ]
    return cast("list[shapes.Pair]", shown)
