"""Chances a test can foresee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Fixed:
    """
    Leaves every order as it is and takes the first of everything, unless told otherwise; keeps a list.

    Attributes:
        asked: What was drawn: the way, the label and the population, in order.
    """

    def __init__(self, *, orders: Sequence[Sequence[Any]] = (), picks: Sequence[int] = ()) -> None:
        self.orders = list(orders)
        self.picks = list(picks)
        self.asked: list[tuple[str, str, Any]] = []

    def below(self, bound: int, what: str) -> int:
        self.asked.append(("below", what, bound))
        return self.picks.pop(0) if self.picks else 0

    def die(self, sides: int, what: str) -> int:
        return 1 + self.below(sides, what)

    def choose(self, items: Sequence[Any], what: str) -> Any:
        self.asked.append(("choose", what, list(items)))
        return items[self.picks.pop(0) if self.picks else 0]

    def shuffle(self, items: Sequence[Any], what: str) -> list[Any]:
        self.asked.append(("shuffle", what, list(items)))
        return list(self.orders.pop(0)) if self.orders else list(items)
