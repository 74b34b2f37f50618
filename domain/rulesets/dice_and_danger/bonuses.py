"""
The bonus rewards: who has completed one.

Clauses: DD-082, DD-112, DD-113, DD-117, DD-118, DD-122, DD-132, DD-144, DD-145.
"""

from __future__ import annotations

from delvebook.domain.rulesets.dice_and_danger.content import Bonus, Dungeon
from delvebook.domain.rulesets.dice_and_danger.state import Sheet


def progress(dungeon: Dungeon, sheet: Sheet, bonus: Bonus) -> int:
    """How far the sheet is on the way to the bonus; `bonus.need` or more completes it."""
    if bonus.kind == "cells":
        return sum(cell in bonus.cells for cell in sheet["visited"])
    if bonus.kind == "rooms":
        return sum(_is_defeated(dungeon, sheet, room) for room in bonus.rooms)
    return int(is_linked(dungeon, sheet, bonus))


def is_complete(dungeon: Dungeon, sheet: Sheet, bonus: Bonus) -> bool:
    """Whether the sheet fulfils the bonus's condition."""
    return progress(dungeon, sheet, bonus) >= bonus.need


def is_linked(dungeon: Dungeon, sheet: Sheet, bonus: Bonus) -> bool:
    """
    Whether a left and a right start cell are joined by visited cells and defeated rooms.

    Clauses: DD-113.
    """
    visited = set(sheet["visited"])
    front = [cell for cell in bonus.left if cell in visited]
    walked = set(front)
    while front:
        node = front.pop()
        if node in bonus.right:
            return True
        if node in dungeon.rooms:
            beside = [cell for cell in dungeon.rooms[node].cells if cell in visited]
        else:
            cell = dungeon.cells[node]
            beside = [one for one in cell.cells if one in visited]
            beside += [room for room in cell.rooms if _is_defeated(dungeon, sheet, room)]
        for one in beside:
            if one not in walked:
                walked.add(one)
                front.append(one)
    return False


def _is_defeated(dungeon: Dungeon, sheet: Sheet, room: str) -> bool:
    return bool(sheet["damage"].get(room, 0) >= dungeon.rooms[room].hp)
