"""
The prospects of a character: the points it may end with alone, and its odds of winning among others.

A position is described by its features, whose weights were fitted to whole games of bots
(docs/bots/the-descent.md). Integers only.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.search import root
from delvebook.domain.rulesets.the_descent.bots import solo_weights, table_weights
from delvebook.domain.rulesets.the_descent.bots.features import features, weigh
from delvebook.domain.rulesets.the_descent.bots.survey import SURE
from delvebook.domain.rulesets.the_descent.state import State

BEND: Final = 2000
"""The lead that counts as about seven tenths of a sure win. Twice as much counts as about nine tenths."""


def promise(state: State, seat: int) -> int:
    """The points, in thousandths, that the seat may end with alone."""
    return weigh(features(state, seat), state["seats"][seat]["points"], solo_weights.WEIGHTS)


def lead(state: State, seat: int) -> int:
    """The seat's lead over the best of the others: `-SURE` is lost, 0 even, `SURE` won."""
    seats = range(len(state["seats"]))
    is_late = any(one["arrived"] for one in state["seats"])
    others = (standing(state, other, is_late=is_late) for other in seats if other != seat)
    ahead = standing(state, seat, is_late=is_late) - max(others)
    return SURE * ahead // root(ahead * ahead + BEND * BEND)


def standing(state: State, seat: int, *, is_late: bool) -> int:
    """
    The contribution of a character to its odds of winning.

    Args:
        is_late: Whether anybody has arrived, so that each turn of the others costs a point (TD-035).
    """
    own = state["seats"][seat]
    if own["arrived"]:
        return table_weights.ARRIVED + table_weights.POINT_KEPT * own["points"]
    found, points = features(state, seat), own["points"]
    value = weigh(found, points, table_weights.WEIGHTS)
    return value + weigh(found, points, table_weights.LATE) if is_late else value
