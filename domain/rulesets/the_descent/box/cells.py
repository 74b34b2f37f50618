"""
The cave as cells and tiles.

A cell is one integer, `14 * (y + 1) + x + 1`, on a board with a border of frame around it. So the neighbour of a cell
is a sum, and of two cells the smaller one is higher, or further left in the same row (TD-013).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Cell = int
Place = int

COLUMNS: Final = 12
ROWS: Final = 28
STRIDE: Final = COLUMNS + 2
TILE: Final = 4

LEFT: Final = -1
RIGHT: Final = 1
UP: Final = -STRIDE
DOWN: Final = STRIDE
SIDES: Final = (LEFT, RIGHT, UP, DOWN)
DIAGONALS: Final = (UP + LEFT, UP + RIGHT, DOWN + LEFT, DOWN + RIGHT)
DIRECTIONS: Final = {"left": LEFT, "right": RIGHT}

FRAME: Final = "X"
CLOSED: Final = "?"
ROCK: Final = "#"
THIN: Final = "="
OPEN: Final = "."
DESTROYED: Final = "*"
SOLID: Final = "#=X"
"""The marks of cells that carry, block and can be clung to (TD-004)."""
EMPTY: Final = ".*"
DIGGABLE: Final = "#="
"""The marks of cells that the worm lives in and that cards can destroy."""

PLACES: Final = (*(f"r{row}c{column}" for row in range(1, 7) for column in range(1, 4)), "low1", "low2")
"""The names of the 20 places of tiles, in place order."""
START_PLACE: Final = PLACES.index("r1c2")
BOTTOM: Final = (PLACES.index("low1"), PLACES.index("low2"))


def cell_at(x: int, y: int) -> Cell:
    """The cell in column x from the left and row y from the top, both from 0 (TD-001)."""
    return STRIDE * (y + 1) + x + 1


def xy(cell: Cell) -> list[int]:
    """`[x, y]` of a cell, as actions, facts and views write it."""
    return [XS[cell], YS[cell]]


XS: Final = tuple(cell % STRIDE - 1 for cell in range(STRIDE * (ROWS + 2)))
YS: Final = tuple(cell // STRIDE - 1 for cell in range(STRIDE * (ROWS + 2)))


def _corner(place: Place) -> tuple[int, int]:
    """The column and row of a place's upper left cell. Clauses: TD-001, TD-002."""
    if place in BOTTOM:
        return 2 + TILE * (place - BOTTOM[0]), TILE * 6
    return TILE * (place % 3), TILE * (place // 3)


def _cells_of(place: Place) -> tuple[Cell, ...]:
    left, top = _corner(place)
    return tuple(cell_at(left + column, top + row) for row in range(TILE) for column in range(TILE))


CELLS_OF: Final = tuple(_cells_of(place) for place in range(len(PLACES)))
"""By place, its 16 cells, row by row."""
CENTRAL_OF: Final = tuple(tuple(cells[index] for index in (5, 6, 9, 10)) for cells in CELLS_OF)
"""By place, its four central cells (TD-066)."""
PLACE_OF: Final = tuple(
    next((place for place in range(len(PLACES)) if cell in CELLS_OF[place]), -1) for cell in range(STRIDE * (ROWS + 2))
)
"""By cell, its place; -1 on the frame (TD-003)."""
BOARD: Final = tuple(cell for cell in range(STRIDE * (ROWS + 2)) if PLACE_OF[cell] >= 0)
"""Every cell of a tile, in cell order."""


def _neighbours(place: Place) -> tuple[Place, ...]:
    touching = {PLACE_OF[cell + step] for cell in CELLS_OF[place] for step in SIDES}
    return tuple(sorted(touching - {place, -1}))


NEIGHBOURS: Final = tuple(_neighbours(place) for place in range(len(PLACES)))
"""By place, the places that share a cell edge with it, in place order (TD-012)."""


def level_of(cell: Cell) -> int:
    """The level 1 to 6 of a cell; 0 on a bottom tile, which has none (TD-011)."""
    place = PLACE_OF[cell]
    return 0 if place in BOTTOM else place // 3 + 1


def off_grid(first: Cell, second: Cell) -> int:
    """The distance between two cells with rock ignored: |dx| + |dy| (TD-010)."""
    return abs(XS[first] - XS[second]) + abs(YS[first] - YS[second])


def rotate(rows: Sequence[str], quarter_turns: int) -> list[str]:
    """A tile's face after that number of quarter turns clockwise (TD-007)."""
    face = list(rows)
    for _ in range(quarter_turns):
        face = ["".join(face[len(face) - 1 - column][row] for column in range(len(face))) for row in range(len(face))]
    return face


class Field:
    """The known marks of all cells, border included."""

    __slots__ = ("cells", "changed")

    def __init__(self, rows: Sequence[str]) -> None:
        border = FRAME * (STRIDE + 1)
        self.cells: list[str] = list(border + (FRAME + FRAME).join(rows) + border)
        self.changed = False

    def rows(self) -> list[str]:
        """The 28 rows of 12 cells, from the top, without the border."""
        flat = "".join(self.cells)
        return [flat[start : start + COLUMNS] for start in range(STRIDE + 1, STRIDE * (ROWS + 1), STRIDE)]

    def put(self, cell: Cell, mark: str) -> None:
        """Changes the mark of one cell."""
        self.cells[cell] = mark
        self.changed = True

    def lay(self, place: Place, face: Sequence[str]) -> None:
        """Turns up a tile; `face` is its four rows as they lie."""
        for cell, mark in zip(CELLS_OF[place], "".join(face), strict=True):
            self.put(cell, mark)


def closed_rows() -> list[str]:
    """The rows of a field on which every tile lies face down."""
    field = Field([FRAME * COLUMNS] * ROWS)
    for cell in BOARD:
        field.put(cell, CLOSED)
    return field.rows()
