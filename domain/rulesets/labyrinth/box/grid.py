"""
The labyrinth as a grid of cards: exits, passages, legal placements and distances.

This module knows cells and exits, but no cards, players or turns.
A cell is (x, y): x grows to the east, y to the south (LB-031).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

Cell = tuple[int, int]
Cells = Mapping[Cell, int]
"""By cell, the exits of the card that lies there, turned as it lies."""
Placement = tuple[int, int, int]
"""x, y and rotation."""

EXIT_BITS: Final = MappingProxyType({"N": 1, "E": 2, "S": 4, "W": 8})
SIDES: Final = ((1, 0, -1, 4), (2, 1, 0, 8), (4, 0, 1, 1), (8, -1, 0, 2))
"""Per side, clockwise from the north: its bit, the way to the neighbour, the bit of the neighbour's facing side."""


_LETTERS: Final = tuple(tuple(letter for letter, bit in EXIT_BITS.items() if mask & bit) for mask in range(16))


def letters(mask: int) -> list[str]:
    """The exits by letter, clockwise from the north."""
    return list(_LETTERS[mask])


def turned(mask: int, rotation: int) -> int:
    """The exits of a card that lies turned by 0 or 180: north and south change places, east and west too."""
    return mask if rotation == 0 else ((mask << 2) | (mask >> 2)) & 15


def is_unchanged_by_turning(mask: int) -> bool:
    """Whether turning the card by 180 makes no difference."""
    return turned(mask, 180) == mask


def joined(cells: Cells, at: Cell) -> list[Cell]:
    """
    The cells joined to this one by a passage, clockwise from the north.

    Clauses: LB-025 (both cards have an exit on the shared side).
    """
    x, y = at
    mask = cells[at]
    return [(x + dx, y + dy) for bit, dx, dy, facing in SIDES if mask & bit and cells.get((x + dx, y + dy), 0) & facing]


def passages(cells: Cells, at: Cell) -> int:
    """The exits of this cell that are passages, as bits."""
    x, y = at
    mask = cells[at]
    return sum(bit for bit, dx, dy, facing in SIDES if mask & bit and cells.get((x + dx, y + dy), 0) & facing)


def openings(cells: Cells) -> dict[Cell, int]:
    """By empty cell that an exit leads to, the sides on which a card there needs an exit (one is enough)."""
    found: dict[Cell, int] = {}
    for (x, y), mask in cells.items():
        for bit, dx, dy, facing in SIDES:
            if mask & bit and (x + dx, y + dy) not in cells:
                found[x + dx, y + dy] = found.get((x + dx, y + dy), 0) | facing
    return found


def placements(cells: Cells, mask: int, rotations: Sequence[int]) -> list[Placement]:
    """
    Every legal placement of a card with these exits, row by row from the north-west.

    Clauses: LB-032 (the rotations), LB-033 (an empty cell and at least one passage).
    """
    ways = [(rotation, turned(mask, rotation)) for rotation in rotations]
    found = [(y, x, rotation) for (x, y), need in openings(cells).items() for rotation, way in ways if way & need]
    return [(x, y, rotation) for y, x, rotation in sorted(found)]


def distances(cells: Cells, start: Cell) -> dict[Cell, int]:
    """By cell that can be reached, the least number of passages from the start; the start is 0."""
    found = {start: 0}
    ahead = [start]
    for cell in ahead:
        for neighbour in joined(cells, cell):
            if neighbour not in found:
                found[neighbour] = found[cell] + 1
                ahead.append(neighbour)
    return found


def shortest_path(cells: Cells, start: Cell, goal: Cell) -> list[Cell]:
    """The cells of a shortest walk after the start, the goal included; of equals the first clockwise from the goal."""
    steps = distances(cells, start)
    path = [goal]
    while steps[path[-1]] > 1:
        path.append(next(cell for cell in joined(cells, path[-1]) if steps[cell] == steps[path[-1]] - 1))
    return path[::-1]
