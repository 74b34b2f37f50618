"""How far places of a map are from each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

Ways = Callable[[str], Iterable[tuple[str, int]]]
"""From a place, the places one step away, each with what that step costs: 0 or 1."""


def distances(starts: Mapping[str, int], ways: Ways, *, farthest: int | None = None) -> dict[str, int]:
    """
    The shortest distance of every place that can be reached.

    Args:
        starts: The places to start from, each with the distance it begins at.
        ways: The steps from a place.
        farthest: Places farther away than this are left out. None for no limit.
    """
    found = dict(starts)
    queue = deque(sorted(found, key=lambda place: found[place]))
    while queue:
        place = queue.popleft()
        here = found[place]
        for beside, cost in ways(place):
            there = here + cost
            if there >= found.get(beside, there + 1) or (farthest is not None and there > farthest):
                continue
            found[beside] = there
            if cost:
                queue.append(beside)
            else:
                queue.appendleft(beside)
    return found
