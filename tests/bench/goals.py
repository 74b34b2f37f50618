"""The goals of `make bench-peers`, and the table that says which of them a run has reached."""

from __future__ import annotations

import statistics
from typing import NamedTuple

from tests.bench import beside, lag, node, ours, rules
from tests.bench.figures import Figures


class Goal(NamedTuple):
    """
    What a ratio of two figures of one run should be.

    Attributes:
        row: What is compared with what.
        figure: The name of the figure.
        of: The name of the one that it is divided by.
        limit: The least ratio that is enough, or the largest.
        is_least: Which of the two it is.
    """

    row: str
    figure: str
    of: str
    limit: float
    is_least: bool = True

    @property
    def told(self) -> str:
        """The limit, in signs."""
        return f"{'≥' if self.is_least else '≤'} {self.limit:g}"

    def is_reached(self, ratio: float) -> bool:
        """Returns whether the ratio is enough."""
        return ratio >= self.limit if self.is_least else ratio <= self.limit


def goals(base: str, *, games: int, crowd: int) -> list[Goal]:
    """
    Returns all goals.

    Args:
        base: The commit of the earlier version, as its figures are named; empty if it was not measured.
        games: Games at once.
        crowd: Games at once in the row with many.
    """
    old = base or "BASE"
    before, actions = f"{ours.MADE_BEFORE}: {ours.ACTIONS}", ours.ACTIONS
    half, service = f"{ours.HALF}: {ours.WAIT}", ours.SERVICE
    bots, lobby = f"{service}: {lag.WAIT}, p50", f"{service}: {lag.LAG}, p99"
    many = f"full verification of {rules.COPIES} records in {rules.JOBS} processes : bare replay of the peer"
    return [
        Goal(f"{ours.MADE_BEFORE} : the peer on PostgreSQL", before, node.ON_POSTGRES, 7),
        Goal(f"{ours.MADE_BEFORE} : the peer in memory", before, node.IN_MEMORY, 0.9),
        Goal(f"{ours.MEANWHILE} : the peer on PostgreSQL", f"{ours.MEANWHILE}: {actions}", node.ON_POSTGRES, 6),
        Goal(f"{ours.SQLITE} : the peer in memory", f"{ours.SQLITE}: {actions}", node.IN_MEMORY, 0.9),
        Goal(f"{ours.APART} : both on one", f"{ours.APART}: {actions}", before, 0.8),
        Goal(
            f"PostgreSQL, time of a new game, p50 : {old}",
            ours.NEW_GAME,
            f"{old}: {ours.NEW_GAME}",
            0.3,
            is_least=False,
        ),
        Goal(f"PostgreSQL, {crowd:,} games at once : {games:,}", f"{ours.CROWD}: {actions}", before, 0.9),
        Goal(f"{half} : {old}", half, f"{old}: {half}", 0.2, is_least=False),
        Goal(f"PostgreSQL, {lag.WAIT}, p50 : {old}", bots, f"{old}: {bots}", 0.5, is_least=False),
        Goal(f"PostgreSQL, {lag.LAG} at the full rate, p99 : {old}", lobby, f"{old}: {lobby}", 1, is_least=False),
        Goal("full verification : bare replay of the peer", rules.ONE, node.REPLAY, 2),
        Goal(many, rules.MANY, node.REPLAY, 4),
        *(
            Goal(f"{ours.PLAYOUTS}, {title} : {old}", figure, f"{old}: {figure}", 1.5)
            for title in beside.titles()
            for figure in [f"{title}: {ours.PLAYOUTS}"]
        ),
    ]


def table(figures: Figures, wanted: list[Goal]) -> list[str]:
    """
    Returns the lines of the table: each goal with the median of its ratios, the smallest and the largest.

    A ratio is that of two values measured in turn. A goal without one is left out of the table, and a line
    after the table names it.
    """
    found = [(goal, figures.ratios(goal.figure, goal.of)) for goal in wanted]
    width = max((len(goal.row) for goal, ratios in found if ratios), default=0)
    lines = []
    for goal, ratios in found:
        if ratios:
            ratio = statistics.median(ratios)
            spread = f"({min(ratios):.3g} to {max(ratios):.3g})" if len(ratios) > 1 else ""
            reached = "reached" if goal.is_reached(ratio) else "not reached"
            lines.append(f"{goal.row:{width}} {ratio:>7.3g} {spread:18} {goal.told:>6}  {reached}")
    return lines + [f"not measured, so left out: {goal.row}" for goal, ratios in found if not ratios]
