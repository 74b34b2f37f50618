"""Distances between the places of a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Ways = Callable[[str], Iterable[str]]
"""Returns the places one step away from a place."""


def distances(starts: Iterable[str], ways: Ways, *, first: int = 0, farthest: int | None = None) -> dict[str, int]:
    """
    The shortest distance of every place that can be reached.

    Args:
        starts: The places to start from.
        ways: The steps from a place.
        first: The distance that the starts are at.
        farthest: Places farther away than this are left out. None for no limit.
    """
    found = dict.fromkeys(starts, first)
    edge, away = list(found), first
    while edge and away != farthest:
        away += 1
        beyond = []
        for place in edge:
            for beside in ways(place):
                if beside not in found:
                    found[beside] = away
                    beyond.append(beside)
        edge = beyond
    return found
