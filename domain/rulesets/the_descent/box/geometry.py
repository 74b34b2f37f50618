"""
The cave as a board: its cells and tiles, what carries, distances, and where a jump or a fall ends.

Everything here is a pure function of a `Field`. Nothing here knows of seats, cards or turns.

A cell is one integer, `14 * (y + 1) + x + 1`, on a board with a border of frame around it. So the neighbour of a cell
is a sum, and of two cells the smaller one is higher, or further left in the same row (TD-013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
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
    for _ in range(quarter_turns % 4):
        face = ["".join(face[len(face) - 1 - column][row] for column in range(len(face))) for row in range(len(face))]
    return face


class Field:
    """What is known of every cell, border included."""

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


# -- what carries ---------------------------------------------------------------------------------


def is_standable(field: Field, cell: Cell) -> bool:
    """Whether a character can stand in that cell. A closed cell below does not carry it (TD-005, TD-006)."""
    return field.cells[cell] in EMPTY and field.cells[cell + DOWN] in SOLID


def is_carried(field: Field, cell: Cell) -> bool:
    """Whether a token or a creature can rest in that cell. A closed cell below carries it (TD-006)."""
    return field.cells[cell] in EMPTY and field.cells[cell + DOWN] not in EMPTY


def can_cling(field: Field, cell: Cell, *, closed_counts: bool = True) -> bool:
    """Whether the spider can rest in that cell: it is empty, with something solid beside, above or below (TD-156)."""
    cells = field.cells
    if cells[cell] not in EMPTY:
        return False
    holds = SOLID + CLOSED if closed_counts else SOLID
    return any(cells[cell + side] in holds for side in SIDES)


def standable_cells(field: Field, cells: Iterable[Cell]) -> list[Cell]:
    """Those of the cells in which a character can stand, in the order given."""
    return [cell for cell in cells if is_standable(field, cell)]


# -- how far --------------------------------------------------------------------------------------


def reach(field: Field, start: Cell, limit: int) -> dict[Cell, int]:
    """
    The distance from `start` of each cell at most `limit` away, the start itself included.

    Paths are horizontal and vertical and lead through empty cells. Rock and thin rock can only be their end.

    Clauses: TD-009.
    """
    cells = field.cells
    found = {start: 0}
    edge = [start]
    for distance in range(1, limit + 1):
        further: list[Cell] = []
        for cell in edge:
            for side in SIDES:
                target = cell + side
                if target in found:
                    continue
                mark = cells[target]
                if mark in EMPTY:
                    found[target] = distance
                    further.append(target)
                elif mark in DIGGABLE:
                    found[target] = distance
        edge = further
    return found


def is_straight_below(field: Field, below: Cell, above: Cell, limit: int) -> bool:
    """Whether `below` is in the column under `above`, at most `limit` cells away, with only empty cells between."""
    if XS[below] != XS[above] or not 0 < YS[below] - YS[above] <= limit:
        return False
    return all(field.cells[cell] in EMPTY for cell in range(above + DOWN, below, DOWN))


# -- jumping and falling --------------------------------------------------------------------------


def corner_blocks(field: Field, cell: Cell, direction: int, solid: str = SOLID) -> bool:
    """
    Whether both the cell above and the cell in front are solid, so that there is no jump (TD-043).

    Args:
        solid: The marks that count as solid; the monster has its own (TD-166).
    """
    return field.cells[cell + UP] in solid and field.cells[cell + direction] in solid


def jump_end(field: Field, cell: Cell, direction: int, solid: str = SOLID) -> Cell | None:
    """
    Where a jump ends, before any fall, once its first part has reached A: A itself, B or C.

    None if that depends on a closed cell; `jump_question` names it.

    Args:
        solid: The marks that count as solid. With `CLOSED` among them there is always an end.

    Clauses: TD-044, TD-166.
    """
    cells = field.cells
    first = cell + direction + UP
    if cells[first + DOWN] in solid:
        return first
    level, high = cell + 2 * direction, cell + 2 * direction + UP
    for target in (level, high):
        if cells[target] in EMPTY:
            return target
        if cells[target] not in solid:
            return None
    return first


def jump_question(field: Field, cell: Cell, direction: int) -> Cell | None:
    """The closed cell on which the second part of a jump depends; None if there is none (TD-047)."""
    cells = field.cells
    if cells[cell + direction] in SOLID:
        return None
    level, high = cell + 2 * direction, cell + 2 * direction + UP
    if cells[level] == CLOSED:
        return level
    return high if cells[level] not in EMPTY and cells[high] == CLOSED else None


def fall_path(field: Field, start: Cell) -> list[Cell]:
    """The cells that something falls through below `start`, its landing cell last. A closed cell stops it."""
    path: list[Cell] = []
    cell = start + DOWN
    while field.cells[cell] in EMPTY:
        path.append(cell)
        cell += DOWN
    return path


# -- shortest paths -------------------------------------------------------------------------------


def shortest(
    start: Cell, goals: Callable[[Cell], bool] | None, edges: Callable[[Cell], Iterable[tuple[Cell, int]]]
) -> tuple[dict[Cell, int], dict[Cell, list[Cell]], list[Cell]]:
    """
    Distances from `start`, by cell every cell before it on a shortest path, and the nearest goals.

    Args:
        start: Where every path begins.
        goals: Whether a cell is a goal; the search ends at the distance of the nearest. None to search everything.
        edges: By cell, each `(next cell, cost)`; a cost is at least 1.
    """
    distances = {start: 0}
    before: dict[Cell, list[Cell]] = {start: []}
    found: list[Cell] = []
    best: int | None = None
    queue = [(0, start)]
    done: dict[Cell, bool] = {}
    while queue:
        distance, cell = heappop(queue)
        if best is not None and distance > best:
            break
        if cell in done:
            continue
        done[cell] = True
        if goals is not None and goals(cell):
            best = distance
            found.append(cell)
            continue
        for target, cost in edges(cell):
            total = distance + cost
            known = distances.get(target)
            if known is None or total < known:
                distances[target] = total
                before[target] = [cell]
                heappush(queue, (total, target))
            elif total == known:
                before[target].append(cell)
    return distances, before, found


def on_shortest(before: dict[Cell, list[Cell]], goals: Iterable[Cell]) -> dict[Cell, bool]:
    """Every cell on a shortest path to one of the goals, the goals included."""
    marked: dict[Cell, bool] = {}
    stack = list(goals)
    while stack:
        cell = stack.pop()
        if cell not in marked:
            marked[cell] = True
            stack.extend(before[cell])
    return marked
