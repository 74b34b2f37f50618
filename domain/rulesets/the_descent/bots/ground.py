"""
A field as the greedy bot walks it: where each move leads, and what it costs if nothing is in the way.

A bot asks about the same field again and again, so what has been found about it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    DOWN,
    EMPTY,
    LEFT,
    PLACE_OF,
    RIGHT,
    THIN,
    YS,
    Cell,
    Field,
    xy,
)
from delvebook.domain.rulesets.the_descent.box.geometry import reach
from delvebook.domain.rulesets.the_descent.cave.ways import Way, walks, way_to
from delvebook.domain.rulesets.the_descent.content import CONTENT

HEALTH: Final = 8
"""The worth of a health, where an endurance point is 1."""
CARD: Final = 3
TURN_LOST: Final = 3
UP_MAX: Final = 3
"""The most rows up that a rope is considered for. Throwing it further is hardly ever worth it."""
GROUNDS_KEPT: Final = 64


class Step(NamedTuple):
    """
    A way as one step of a plan.

    Attributes:
        way: The way.
        cost: Endurance, and the worth of the card that it takes.
        harm: The health it costs.
        toll: The deduction from a plan for its harm and its dangers.
        end: The cell from which a plan may go on; None if it must end there.
        prized: Whether a plan may end there.
    """

    way: Way
    cost: int
    harm: int
    toll: int
    end: Cell | None
    prized: bool


class Steps(NamedTuple):
    """The steps from a cell, and every cell that one of them enters."""

    steps: list[Step]
    cells: frozenset[Cell]


def toll_of(harm: int) -> int:
    """The deduction from a plan for lost health. A fall that hurts ends the turn, too (TD-054)."""
    return harm * HEALTH + TURN_LOST if harm else 0


class Ground:
    """
    A known field, which is never changed.

    Args:
        rows: Its 28 rows.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        self.field = Field(rows)
        self._walks: dict[Cell, Steps] = {}
        self._ropes: dict[Cell, Steps] = {}
        self._picks: dict[Cell, Steps] = {}
        self._throws: dict[Cell, Step] = {}

    def walks(self, cell: Cell) -> Steps:
        """Steps and jumps."""
        if cell not in self._walks:
            self._walks[cell] = _together(_plain(way, way.cost) for way in walks(self.field, cell))
        return self._walks[cell]

    def ropes(self, cell: Cell) -> Steps:
        """Moves by rope (TD-090)."""
        if cell not in self._ropes:
            cells = self.field.cells
            near = reach(self.field, cell, CONTENT.ranges["rope"])
            targets = [end for end, length in near.items() if length and cells[end] in EMPTY]
            self._ropes[cell] = _together(self._throw(end) for end in targets if YS[end] >= YS[cell] - UP_MAX)
        return self._ropes[cell]

    def picks(self, cell: Cell) -> Steps:
        """Moves by pick (TD-091)."""
        if cell not in self._picks:
            step = CONTENT.step
            sides = (("down", cell + DOWN, 0), ("left", cell + LEFT, step), ("right", cell + RIGHT, step))
            ways = [
                way_to(self.field, {"type": "use_pick", "way": name}, (target,), cost)
                for name, target, cost in sides
                if self.field.cells[target] == THIN
            ]
            self._picks[cell] = _together(_plain(way, CARD + TURN_LOST + way.cost) for way in ways)
        return self._picks[cell]

    def _throw(self, target: Cell) -> Step:
        """The step by a rope to that cell, which is the same from wherever it is thrown."""
        if target not in self._throws:
            way = way_to(self.field, {"type": "use_rope", "cell": xy(target)}, (target,), 0)
            self._throws[target] = _plain(way, CARD + TURN_LOST)
        return self._throws[target]


def _plain(way: Way, cost: int) -> Step:
    """A way as a step, if there is nothing on it."""
    at_bottom = way.end is not None and PLACE_OF[way.end] in BOTTOM
    end = None if at_bottom else way.end
    return Step(way, cost, way.loss, toll_of(way.loss), end, way.into is not None or at_bottom)


def _together(steps: Iterable[Step]) -> Steps:
    found = list(steps)
    return Steps(found, frozenset(cell for step in found for cell in step.way.passed))


@lru_cache(maxsize=GROUNDS_KEPT)
def ground_of(rows: tuple[str, ...]) -> Ground:
    """The ground of a field's rows."""
    return Ground(rows)
