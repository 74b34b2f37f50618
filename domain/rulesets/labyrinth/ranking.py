"""How won games compare: fewer moves, then more Knights, then more Trophies (section "End, scoring, ties")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def rank_key(result: Mapping[str, Any]) -> list[int] | None:
    """What a result is sorted by, best first; None for a lost game, which has no place. The parts are keys as well."""
    if result["outcome"] != "won":
        return None
    return [result["moves"], -result["knights"], -result["trophies"]]


def ranking(results: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """
    Indexes of the won games in groups, best first; equal on all three counts is the same rank.

    Args:
        results: Results of one content version and one team size. That they are is not checked.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for index, result in enumerate(results):
        key = rank_key(result)
        if key is not None:
            groups.setdefault(tuple(key), []).append(index)
    return [groups[key] for key in sorted(groups)]
