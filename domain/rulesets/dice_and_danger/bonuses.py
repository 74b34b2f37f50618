"""
The bonus rewards: how far a sheet is on the way to each.

Clauses: DD-082, DD-112, DD-113, DD-117, DD-118, DD-122, DD-132, DD-144, DD-145.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.rulesets.dice_and_danger.content import Bonus
from delvebook.domain.rulesets.dice_and_danger.marked_map import MarkedMap

CLAUSES: Final[Mapping[str, str]] = {
    "fist_bonus": "DD-112",
    "link_bonus": "DD-113",
    "rubble_bonus": "DD-117",
    "mancer_bonus": "DD-118",
    "cloud_bonus": "DD-122",
    "worm_bonus": "DD-132",
    "armoured_bonus": "DD-144",
    "claw_bonus": "DD-145",
}
"""By bonus, the clause that says what completes it."""


def progress(marked: MarkedMap, bonus: Bonus) -> int:
    """How far the sheet is on the way to the bonus; `bonus.need` or more completes it."""
    if bonus.kind == "cells":
        return sum(cell in marked.visited for cell in bonus.cells)
    if bonus.kind == "rooms":
        return sum(marked.is_defeated(marked.dungeon.rooms[room]) for room in bonus.rooms)
    return int(is_linked(marked, bonus))


def is_complete(marked: MarkedMap, bonus: Bonus) -> bool:
    """Whether the sheet fulfils the bonus's condition."""
    return progress(marked, bonus) >= bonus.need


def is_linked(marked: MarkedMap, bonus: Bonus) -> bool:
    """Whether visited cells and defeated rooms join a left and a right start cell. Clauses: DD-113."""
    rooms, cells, visited = marked.dungeon.rooms, marked.dungeon.cells, marked.visited
    waiting = [cell for cell in bonus.left if cell in visited]
    if not waiting or visited.isdisjoint(bonus.right):
        return False
    joined = set(waiting)
    while waiting:
        node = waiting.pop()
        if node in bonus.right:
            return True
        place = rooms[node] if node in rooms else cells[node]
        beside = [cell for cell in place.cells if cell in visited and cell not in joined]
        if node not in rooms:
            beside += (room for room in cells[node].rooms if room not in joined and marked.is_defeated(rooms[room]))
        joined.update(beside)
        waiting += beside
    return False
