"""A choice among what is nearly as good as the best, so that two bots with the same table before them differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from delvebook.domain.tape import Chance

T = TypeVar("T")
FINENESS: Final = 1000
"""The weight of the best is the square of this."""


def nearly_best(items: Sequence[T], worths: Sequence[int], *, near: int, chance: Chance) -> T:
    """
    One of the items, drawn with weights that fall with the square of the distance to the best.

    An item that is worth `near` less than the best has no weight. With `near` 1 only equals are drawn from.

    Args:
        items: At least one.
        worths: What each is worth.
        near: At least 1, in the units of `worths`.
        chance: The bot's own. Nothing is drawn where one item alone has weight.
    """
    best = max(worths)
    weights = [(max(0, near - best + worth) * FINENESS // near) ** 2 for worth in worths]
    if sum(map(bool, weights)) == 1:
        return items[worths.index(best)]
    drawn = chance.below(sum(weights), "one of the nearly best")
    for item, weight in zip(items, weights, strict=True):
        if drawn < weight:
            return item
        drawn -= weight
    raise AssertionError("what is drawn is below the sum of the weights")
