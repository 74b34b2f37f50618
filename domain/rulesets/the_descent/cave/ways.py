"""
The ways of a character's moves, as far as a known field tells, for the bots.

Pure functions of a `Field` on which unknown cells are closed.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.box.cells import CLOSED, DIRECTIONS, DOWN, EMPTY, UP, Cell, Field
from delvebook.domain.rulesets.the_descent.box.geometry import corner_blocks, fall_path, jump_end, jump_question
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.state import Action

DEADLY: Final = 99
"""The health that a deadly fall costs."""


class Way(NamedTuple):
    """
    The way of one move.

    Attributes:
        action: The action that starts it.
        end: The cell where it ends; None if it leads into a face-down tile.
        into: The face-down cell it leads into, if it does.
        cost: Endurance.
        loss: Health the known part of its fall costs.
        passed: The cells it enters.
        fallen: The number of cells of the known part of its fall.
    """

    action: Action
    end: Cell | None
    into: Cell | None
    cost: int
    loss: int
    passed: tuple[Cell, ...]
    fallen: int


@cache
def fall_loss(length: int) -> int:
    """The health that a fall of that many cells costs."""
    loss = CONTENT.health_lost_by_fall(length)
    return DEADLY if loss is None else loss


def drop(field: Field, cell: Cell) -> tuple[list[Cell], Cell | None]:
    """The cells a fall from there leads through, and the face-down cell below, if there is one."""
    path = fall_path(field, cell)
    below = (path[-1] if path else cell) + DOWN
    return path, below if field.cells[below] == CLOSED else None


def way_to(field: Field, action: Action, entered: tuple[Cell, ...], cost: int) -> Way:
    """The way that enters these cells and then falls as far as it must."""
    path, into = drop(field, entered[-1])
    loss = fall_loss(len(path))
    end = None if into is not None else (path[-1] if path else entered[-1])
    return Way(action, end, into, cost, loss, (*entered, *path), len(path))


def walks(field: Field, cell: Cell) -> list[Way]:
    """Steps and jumps."""
    cells = field.cells
    ways: list[Way] = []
    for name, direction in DIRECTIONS.items():
        front = cell + direction
        step: Action = {"type": "step", "dir": name}
        if cells[front] == CLOSED:
            ways.append(Way(step, None, front, CONTENT.step, 0, (), 0))
        elif cells[front] in EMPTY:
            ways.append(way_to(field, step, (front,), CONTENT.step))
        first = front + UP
        jump: Action = {"type": "jump", "dir": name}
        if cells[first] == CLOSED:
            if not corner_blocks(field, cell, direction):
                ways.append(Way(jump, None, first, CONTENT.jump, 0, (), 0))
        elif cells[first] in EMPTY and not corner_blocks(field, cell, direction):
            unknown = jump_question(field, cell, direction)
            end = jump_end(field, cell, direction)
            if unknown is not None or end is None:
                ways.append(Way(jump, None, unknown, CONTENT.jump, 0, (first,), 0))
            else:
                ways.append(way_to(field, jump, (first,) if end == first else (first, end), CONTENT.jump))
    return ways
