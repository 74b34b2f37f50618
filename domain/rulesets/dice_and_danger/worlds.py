"""
Worlds a viewer cannot tell apart: what is hidden from it invented at random, within the rules.

Hidden are the cloud numbers others write and the steps others have made in this round; known is how
many, and who has finished. So a world is found by playing those seats' sheets forward.
"""

from __future__ import annotations

from typing import Any

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import State, View
from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from delvebook.domain.rulesets.dice_and_danger.desk import Desk, silence
from delvebook.domain.rulesets.dice_and_danger.marking import legal_steps
from delvebook.domain.rulesets.dice_and_danger.state import (
    CLOUDS,
    MARK,
    OPEN,
    SHEET_KEYS,
    TORCHES,
    Sheet,
    Turn,
    copy_sheet,
    copy_turn,
    dungeon_of,
    fresh_turn,
    has_finished,
)
from delvebook.domain.rulesets.dice_and_danger.steps import carry_out
from delvebook.domain.tape import Chance


def invent_world(view: View, *, chance: Chance) -> State:
    """A full state in which the same viewer has the same view."""
    state: State = {
        "adventure": view["adventure"],
        "phase": view["phase"],
        "round": view["round"],
        "active": view["active"],
        "dice": list(view["dice"]),
        "first_defeats": dict(view["first_defeats"]),
        "first_bonuses": dict(view["first_bonuses"]),
        "end": view["end"],
        "sheets": [copy_sheet({key: sheet[key] for key in SHEET_KEYS}) for sheet in view["sheets"]],
        "turns": [],
    }
    if view["phase"] == CLOUDS:
        for seat, turn in enumerate(view["turns"]):
            _invent_clouds(state, seat, count=turn["steps_made"], chance=chance)
    elif view["phase"] == MARK:
        state["turns"] = [None] * len(view["sheets"])
        for seat, turn in enumerate(view["turns"]):
            if state["sheets"][seat]["alive"]:
                _invent_turn(state, seat, shown=turn, chance=chance)
    return state


def _invent_clouds(state: State, seat: int, *, count: int, chance: Chance) -> None:
    clouds = state["sheets"][seat]["clouds"]
    if len(clouds) == count:
        return
    cells = chance.shuffle([cell.id for cell in dungeon_of(state).clouds], "cloud cells")
    numbers = chance.shuffle(BOOK.figures.cloud_numbers, "cloud numbers")
    clouds.update(zip(cells[:count], numbers[:count], strict=True))


def _invent_turn(state: State, seat: int, *, shown: dict[str, Any], chance: Chance) -> None:
    sheet = state["sheets"][seat]
    if shown["own"] is not None:
        state["turns"][seat] = copy_turn(shown["own"])
        return
    solo = len(state["sheets"]) == 1
    search = _Search(state, seat, active=state["active"] == seat and not solo, solo=solo, chance=chance)
    found = search.find(sheet, fresh_turn(sheet), shown["steps_made"], finished=shown["finished"])
    if found is None:
        raise BrokenRuleError(f"no turn of {shown['steps_made']} steps leads to what seat {seat} is seen to have done")
    state["sheets"][seat], state["turns"][seat] = found


class _Search:
    """Finds some sequence of legal steps of a given length, depth first, in random order."""

    def __init__(self, state: State, seat: int, *, active: bool, solo: bool, chance: Chance) -> None:
        self.seat, self.active, self.solo, self.chance = seat, active, solo, chance
        self.dungeon, self.dice = dungeon_of(state), state["dice"]
        self.hopeless: set[bytes] = set()

    def find(self, sheet: Sheet, turn: Turn, left: int, *, finished: bool) -> tuple[Sheet, Turn] | None:
        """The sheet and turn after `left` more steps, the seat then finished or not; None if there is no way."""
        if left == 0:
            return (sheet, turn) if has_finished(sheet, turn) == finished else None
        needed = left if finished else left + 1
        if has_finished(sheet, turn) or not self._can_last(sheet, turn, needed, finished=finished):
            return None
        key = jcs([left, sheet | {"visited": sorted(sheet["visited"])}, turn | {"steps": None}])
        if key in self.hopeless:
            return None
        desk = self._desk(sheet, turn)
        steps = self.chance.shuffle(legal_steps(desk), "hidden steps")
        if not _lasts_without_chest(sheet, turn, needed):
            chests = self.dungeon.chests
            steps = sorted(steps, key=lambda step: step.get("cell") not in chests)
        for step in steps:
            ahead = self._desk(copy_sheet(sheet), copy_turn(turn))
            carry_out(ahead, step, say=silence)
            found = self.find(ahead.sheet, ahead.turn, left - 1, finished=finished)
            if found is not None:
                return found
        self.hopeless.add(key)
        return None

    def _desk(self, sheet: Sheet, turn: Turn) -> Desk:
        return Desk(self.seat, self.dungeon, sheet, turn, self.dice, active=self.active, solo=self.solo)

    def _can_last(self, sheet: Sheet, turn: Turn, needed: int, *, finished: bool) -> bool:
        """Whether the turn can neither be over too soon nor take too long."""
        if finished and _uses_left(turn) + turn["chest"] + bool(sheet["torches"]) > needed:
            return False
        if _lasts_without_chest(sheet, turn, needed):
            return True
        chests = [cell for cell in self.dungeon.chests if cell not in sheet["visited"]]
        visits = _visits_left(sheet, turn)
        return any(self._distance(sheet, chest) <= visits for chest in chests)

    def _distance(self, sheet: Sheet, chest: str) -> int:
        """At least how many visits it takes to visit the chest, start cells and defeated rooms helping."""
        cells, rooms = self.dungeon.cells, self.dungeon.rooms
        front, seen, distance = [chest], {chest}, 1
        visited = set(sheet["visited"])
        while front:
            behind: list[str] = []
            for id_ in front:
                cell = cells[id_]
                if cell.rooms or cell.kind in ("start", "gate_out") or any(one in visited for one in cell.cells):
                    return distance
                behind += [one for one in cell.cells if one not in seen]
                seen.update(cell.cells)
            front, distance = behind, distance + 1
        return len(rooms) + len(cells)


def _lasts_without_chest(sheet: Sheet, turn: Turn, needed: int) -> bool:
    """Whether the turn can last that many steps without another chest: a torch gives one step, used or kept."""
    return bool(_uses_left(turn) + turn["chest"] + sheet["torches"] + _torches_pending(sheet, turn) >= needed)


def _torches_pending(sheet: Sheet, turn: Turn) -> int:
    """The torches a chest just opened may give."""
    return BOOK.figures.chest_torches if turn["chest"] and TORCHES not in sheet["abilities"] else 0


def _uses_left(turn: Turn) -> int:
    """Steps that the two pairs still take: choosing them, and one for each that is open."""
    if turn["pairs"] is None:
        return 3
    return int(turn["status"].count(OPEN))


def _visits_left(sheet: Sheet, turn: Turn) -> int:
    pairs = 2 if turn["pairs"] is None else turn["status"].count(OPEN)
    return int(pairs + sheet["torches"] + _torches_pending(sheet, turn))
