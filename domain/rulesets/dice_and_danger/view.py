"""
What a viewer may see: built by naming what may be shown, sheet by sheet.

While a round is being marked, a seat sees its own sheet live and the others as of the last settlement;
a spectator sees all as of the last settlement (specification, section 7).
"""

from __future__ import annotations

from typing import Any

import orjson

from delvebook.domain.ruleset import State, View
from delvebook.domain.rulesets.dice_and_danger.bonuses import progress
from delvebook.domain.rulesets.dice_and_danger.clouds import are_hidden, written
from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.rounds import marking
from delvebook.domain.rulesets.dice_and_danger.scoring import tally
from delvebook.domain.rulesets.dice_and_danger.state import (
    CLOUDS,
    MARK,
    OVER,
    ROLL,
    SHEET_KEYS,
    Sheet,
    dungeon_of,
    fresh_turn,
    has_finished,
    is_solo,
    settled_sheet,
    starting_symbols,
)
from delvebook.domain.viewers import Viewer


def owing(state: State) -> list[int]:
    """The seats that owe a decision; public, since one sees who is still writing."""
    phase = state["phase"]
    if phase == ROLL:
        return [state["active"]]
    if phase == MARK:
        return marking(state)
    if phase == CLOUDS:
        return [seat for seat in range(len(state["sheets"])) if written(state, seat) < len(dungeon_of(state).clouds)]
    return []


class Maps:
    """
    The maps as clients draw them, ready to be put into views.

    Args:
        names: What each room and bonus is called, by language.
    """

    __slots__ = ("_bytes",)

    def __init__(self, names: Any) -> None:
        self._bytes = {id_: orjson.dumps(_map(dungeon, names)) for id_, dungeon in BOOK.dungeons.items()}

    def of(self, dungeon: Dungeon) -> dict[str, Any]:
        """The map of one adventure; the caller's own copy."""
        drawn: dict[str, Any] = orjson.loads(self._bytes[dungeon.id])
        return drawn


def view_of(state: State, viewer: Viewer, *, maps: Maps) -> View:
    """The table as the viewer sees it."""
    dungeon, solo = dungeon_of(state), is_solo(state)
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
        "to_act": owing(state),
        "first_defeats": dict(state["first_defeats"]),
        "first_bonuses": dict(state["first_bonuses"]),
        "end": state["end"],
        "sheets": [_with_sums(dungeon, sheet, solo=solo, final=state["phase"] == OVER) for sheet in sheets],
        "turns": [_shown_turn(state, seat, viewer) for seat in seats],
        "map": maps.of(dungeon),
    }


def _shown_sheet(state: State, seat: int, viewer: Viewer) -> Sheet:
    """The sheet as far as the viewer may know it."""
    sheet: Sheet = state["sheets"][seat]
    if viewer.may_see(seat):
        return sheet
    if are_hidden(state):
        return {key: sheet[key] for key in SHEET_KEYS if key != "clouds"} | {"clouds": {}}
    if state["turns"] and state["turns"][seat] is not None:
        return settled_sheet(sheet, state["turns"][seat])
    return sheet


def _with_sums(dungeon: Dungeon, sheet: Sheet, *, solo: bool, final: bool) -> dict[str, Any]:
    """The sheet's marks, and what a client would otherwise have to work out from them."""
    desk = Desk(0, dungeon, sheet, fresh_turn(sheet), [], active=False, solo=solo)
    sums = tally(dungeon, sheet, solo=solo, final=final)
    rooms = dungeon.rooms.values()
    return {key: _copied(sheet[key]) for key in SHEET_KEYS} | {
        "starting_symbols": starting_symbols(sheet),
        "unlocked": {
            room.id: unlocked for room in rooms if (unlocked := [n for n in room.white if desk.is_unlocked(room, n)])
        },
        "reached": [room.id for room in rooms if desk.is_reached(room)],
        "defeated": [room.id for room in rooms if desk.is_defeated(room)],
        "progress": {bonus.id: progress(dungeon, sheet, bonus) for bonus in dungeon.bonuses.values()},
        "gems": sum(sums.gems.values()),
        "gold": sums.gold,
        "points": sums.points if sheet["alive"] or solo else None,
    }


def _shown_turn(state: State, seat: int, viewer: Viewer) -> dict[str, Any]:
    """How far the seat is in this phase (public), and its whole turn to those who may see it."""
    if are_hidden(state):
        made = written(state, seat)
        return {"steps_made": made, "finished": made == len(dungeon_of(state).clouds), "own": None}
    turn = state["turns"][seat] if state["turns"] else None
    if turn is None:
        return {"steps_made": 0, "finished": True, "own": None}
    return {
        "steps_made": len(turn["steps"]),
        "finished": has_finished(state["sheets"][seat], turn),
        "own": _copied(turn) if viewer.may_see(seat) else None,
    }


def _copied(value: Any) -> Any:
    """The value, sharing nothing with the state."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copied(item) for item in value]
    return value


def _map(dungeon: Dungeon, names: Any) -> dict[str, Any]:
    figures = BOOK.figures
    return {
        "width": dungeon.width,
        "height": dungeon.height,
        "cells": [
            {
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
            for cell in dungeon.cells.values()
        ],
        "rooms": [_drawn_room(room, names) for room in dungeon.rooms.values()],
        "bonuses": [
            {
                "id": bonus.id,
                "name": names[bonus.id],
                "need": bonus.need,
                "cells": list(bonus.cells),
                "rooms": list(bonus.rooms),
                "left": list(bonus.left),
                "right": list(bonus.right),
            }
            for bonus in dungeon.bonuses.values()
        ],
        "life_track": list(figures.life_values),
        "extra_boxes": figures.extra_boxes,
        "cloud_numbers": list(figures.cloud_numbers) if dungeon.clouds else [],
        "bonus_gems": {"first": figures.bonus_first, "later": figures.bonus_later},
    }


def _drawn_room(room: Room, names: Any) -> dict[str, Any]:
    return {
        "id": room.id,
        "label": room.label,
        "name": names[room.id],
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
