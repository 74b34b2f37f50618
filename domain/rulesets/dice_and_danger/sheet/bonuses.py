"""
The bonus rewards: the progress of a sheet towards each.

Clauses: DD-082, DD-112, DD-113, DD-117, DD-118, DD-122, DD-132, DD-144, DD-145.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.rulesets.dice_and_danger.content import Bonus
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap

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
    """The progress of the sheet towards the bonus; `bonus.need` or more completes it."""
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
    return not marked.visited.isdisjoint(bonus.right) and missing_links(marked, bonus, most=1) == 0


def missing_links(marked: MarkedMap, bonus: Bonus, *, most: int) -> int:
    """The number of cells missing on the shortest way from left to right, at most `most`. Defeated rooms are free."""
    cells, rooms, visited = marked.dungeon.cells, marked.dungeon.rooms, marked.visited
    met = set(bonus.left)
    free = [cell for cell in bonus.left if cell in visited]
    beyond = [cell for cell in bonus.left if cell not in visited]
    for count in range(most):
        while free:
            node = free.pop()
            if node in bonus.right:
                return count
            if node in rooms:
                beside = rooms[node].cells
            else:
                beside = cells[node].cells
                for room in cells[node].rooms:
                    if room not in met and marked.is_defeated(rooms[room]):
                        met.add(room)
                        free.append(room)
            for one in beside:
                if one not in met:
                    met.add(one)
                    (free if one in visited else beyond).append(one)
        free, beyond = beyond, []
    return most
