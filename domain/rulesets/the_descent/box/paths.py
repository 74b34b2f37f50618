"""Shortest paths between cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from delvebook.domain.rulesets.the_descent.box.cells import Cell


def shortest(
    start: Cell, goals: Callable[[Cell], bool], edges: Callable[[Cell], Iterable[tuple[Cell, int]]]
) -> tuple[dict[Cell, int], dict[Cell, list[Cell]], list[Cell]]:
    """
    Distances from `start`, by cell every cell before it on a shortest path, and the nearest goals.

    Args:
        start: The beginning of every path.
        goals: Whether a cell is a goal; the search ends at the distance of the nearest.
        edges: By cell, each `(next cell, cost)`; a cost is at least 1.
    """
    distances = {start: 0}
    before: dict[Cell, list[Cell]] = {start: []}
    found: list[Cell] = []
    best: int | None = None
    queue = [(0, start)]
    while queue:
        distance, cell = heappop(queue)
        if best is not None and distance > best:
            break
        if goals(cell):
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


def on_shortest(before: dict[Cell, list[Cell]], goals: Iterable[Cell]) -> set[Cell]:
    """Every cell on a shortest path to one of the goals, the goals included."""
    marked: set[Cell] = set()
    stack = list(goals)
    while stack:
        cell = stack.pop()
        if cell not in marked:
            marked.add(cell)
            stack.extend(before[cell])
    return marked
