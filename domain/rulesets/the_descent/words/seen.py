"""What a view shows, in the form in which rules and sentences ask for it."""

from __future__ import annotations

from typing import Required, TypedDict, cast

from delvebook.domain.rulesets.the_descent.box.cells import Cell, cell_at
from delvebook.domain.rulesets.the_descent.words.shapes.parts import CreatureKind
from delvebook.domain.rulesets.the_descent.words.shapes.table import RouteView, SeatView, View


class Asked(TypedDict, total=False):
    """An open decision: the members of all kinds of them. Its type says which it has."""

    type: Required[str]
    seat: Required[int]
    token: str
    id: int
    place: str
    by: str
    tile: str
    from_cell: list[int]
    to_cell: list[int]
    creature: CreatureKind | None
    cell: list[int]
    how: str
    harmless: bool
    health: int
    cause: str
    then: object
    length: int
    cells: list[list[int]]
    back_cell: list[int]
    endurance: int
    moves: list[RouteView]


def asked_in(view: View) -> Asked:
    """The open decision. Raises TypeError if there is none."""
    if view["pending"] is None:
        raise TypeError("this view shows no open decision")
    return cast("Asked", view["pending"])


def cell_of(seat: SeatView) -> Cell:
    """The cell of the seat's character. Raises TypeError before it is placed."""
    if seat["cell"] is None:
        raise TypeError("the character is not placed yet")
    return cell_at(*seat["cell"])


def point_of(cell: object) -> str:
    """A cell as people write it: `(5, 8)`. Raises TypeError for anything else."""
    if not isinstance(cell, list):
        raise TypeError("not a cell")
    return f"({cell[0]}, {cell[1]})"
