"""
Support in the cave, distances between cells, and the ends of jumps and falls.

Everything here is a pure function of a `Field` and independent of seats, cards and turns.
"""

from __future__ import annotations

from collections.abc import Iterable

from delvebook.domain.rulesets.the_descent.box.cells import (
    CLOSED,
    DIGGABLE,
    DOWN,
    EMPTY,
    SIDES,
    SOLID,
    UP,
    XS,
    YS,
    Cell,
    Field,
)

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
    The cell in which a jump ends, before any fall, once its first part has reached A: A itself, B or C.

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
