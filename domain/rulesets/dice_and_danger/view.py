"""
What a viewer may see, each part by name.

While a round is being marked, a seat sees its own sheet live and the others as of the last settlement; a spectator
sees all as of the last settlement; an arbiter sees all live.
"""

from __future__ import annotations

from typing import Any, Final

import orjson

from delvebook.domain.ruleset import View, copy_state, load_data
from delvebook.domain.rulesets.dice_and_danger.bonuses import progress
from delvebook.domain.rulesets.dice_and_danger.clouds import are_hidden, has_written_all, written
from delvebook.domain.rulesets.dice_and_danger.content import PACKAGE, Bonus, Cell, Content, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.ending import outcome_of, tally
from delvebook.domain.rulesets.dice_and_danger.flow import to_act
from delvebook.domain.rulesets.dice_and_danger.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.state import (
    OVER,
    Sheet,
    State,
    Turn,
    copy_sheet,
    dungeon_of,
    has_finished,
    is_solo,
    settled_sheet,
    starting_symbols,
    turn_of,
)
from delvebook.domain.viewers import Viewer

_NAMES: Final = load_data(PACKAGE, "texts.json")["names"]


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """The table as the viewer sees it."""
    dungeon, solo = dungeon_of(content, state), is_solo(state)
    seats = range(len(state["sheets"]))
    sheets = [_shown_sheet(state, seat, viewer) for seat in seats]
    return {
        "you": viewer.seat,
        "adventure": state["adventure"],
        "solo": solo,
        "phase": state["phase"],
        "round": state["round"],
        "active": state["active"],
        "dice": list(state["dice"]),
        "to_act": to_act(state),
        "first_defeats": dict(state["first_defeats"]),
        "first_bonuses": dict(state["first_bonuses"]),
        "end": state["end"],
        "rating": _rating(content, state),
        "sheets": [_with_sums(dungeon, sheet, solo=solo, final=state["phase"] == OVER) for sheet in sheets],
        "turns": [_shown_turn(state, seat, viewer) for seat in seats],
        "last_round": copy_state(state["last_round"]),
        "map": _map(dungeon),
    }


def _rating(content: Content, state: State) -> dict[str, Any] | None:
    """How a finished solo game is rated, as a number and in words; None in any other. Clauses: DD-108."""
    outcome = outcome_of(content, state)
    if outcome is None or not is_solo(state):
        return None
    step = outcome.details["rating"]
    return {"step": step, "text": dict(_NAMES[f"rating_{step}"])}


def _shown_sheet(state: State, seat: int, viewer: Viewer) -> Sheet:
    """A copy of the sheet as far as the viewer may know it."""
    sheet = state["sheets"][seat]
    if viewer.may_see(seat):
        return copy_sheet(sheet)
    settled = settled_sheet(sheet, turn_of(state, seat))
    if are_hidden(state):
        settled["clouds"] = {}
    return settled


def _with_sums(dungeon: Dungeon, sheet: Sheet, *, solo: bool, final: bool) -> dict[str, Any]:
    """The sheet's marks, and what a client would otherwise have to work out from them."""
    marked = MarkedMap(dungeon, sheet)
    sums = tally(dungeon, sheet, solo=solo, final=final)
    rooms = dungeon.rooms.values()
    return {
        **sheet,
        "starting_symbols": starting_symbols(sheet, dungeon.figures),
        "unlocked": {
            room.id: unlocked for room in rooms if (unlocked := [n for n in room.white if marked.is_unlocked(room, n)])
        },
        "reached": [room.id for room in rooms if marked.is_reached(room)],
        "defeated": [room.id for room in rooms if marked.is_defeated(room)],
        "progress": {bonus.id: progress(marked, bonus) for bonus in dungeon.bonuses.values()},
        "gems": sum(sums.gems.values()),
        "gold": sums.gold,
        "points": sums.points if sheet["alive"] or solo else None,
    }


def _shown_turn(state: State, seat: int, viewer: Viewer) -> dict[str, Any]:
    """How far the seat is in this phase (public), and its whole turn for those who may see it."""
    if are_hidden(state):
        return {"steps_made": written(state, seat), "finished": has_written_all(state, seat), "own": None}
    turn = turn_of(state, seat)
    if turn is None:
        return {"steps_made": 0, "finished": True, "own": None}
    return {
        "steps_made": len(turn["steps"]),
        "finished": has_finished(state["sheets"][seat], turn),
        "own": _whole_copy(turn) if viewer.may_see(seat) else None,
    }


def _whole_copy(turn: Turn) -> dict[str, Any]:
    """A copy of the turn that shares nothing with the state."""
    copied: dict[str, Any] = orjson.loads(orjson.dumps(turn))
    return copied


def _map(dungeon: Dungeon) -> dict[str, Any]:
    """The map as clients draw it."""
    figures = dungeon.figures
    return {
        "width": dungeon.width,
        "height": dungeon.height,
        "cells": [_drawn_cell(cell) for cell in dungeon.cells.values()],
        "rooms": [_drawn_room(room) for room in dungeon.rooms.values()],
        "bonuses": [_drawn_bonus(bonus) for bonus in dungeon.bonuses.values()],
        "life_track": list(figures.life_values),
        "extra_boxes": figures.extra_boxes,
        "cloud_numbers": list(figures.cloud_numbers) if dungeon.clouds else [],
        "bonus_gems": {"first": figures.bonus_first, "later": figures.bonus_later},
    }


def _drawn_cell(cell: Cell) -> dict[str, Any]:
    return {
        "id": cell.id,
        "x": cell.x,
        "y": cell.y,
        "kind": cell.kind,
        "number": cell.number,
        "grey": cell.grey,
        "adjacent": [*cell.cells, *cell.rooms],
        "unlocks": list(cell.unlocks),
        "opens": cell.opens,
    }


def _drawn_room(room: Room) -> dict[str, Any]:
    return {
        "id": room.id,
        "label": room.label,
        "name": dict(_NAMES[room.id]),
        "x": room.x,
        "y": room.y,
        "width": room.width,
        "height": room.height,
        "hp": room.hp,
        "black": list(room.black),
        "white": list(room.white),
        "first": room.first,
        "later": room.later,
        "hearts": room.hearts,
        "boss": room.boss,
        "armoured": room.armoured,
        "worm": room.worm,
    }


def _drawn_bonus(bonus: Bonus) -> dict[str, Any]:
    return {
        "id": bonus.id,
        "name": dict(_NAMES[bonus.id]),
        "need": bonus.need,
        "cells": list(bonus.cells),
        "rooms": list(bonus.rooms),
        "left": list(bonus.left),
        "right": list(bonus.right),
    }
