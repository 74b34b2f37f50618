"""The bots of a title: four programs, of which three are the levels that players choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from delvebook.domain.bots import A, Bot, V, random_bot
from delvebook.domain.kit.search import Method, Rules, SearchBot
from delvebook.domain.tape import Chance

C = TypeVar("C")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class CarelessBot(Generic[V, A]):
    """
    Plays like another bot half of the time, and otherwise any legal action at random.

    Attributes:
        model: The other bot.
    """

    model: Bot[V, A]

    def __call__(self, view: V, legal: Sequence[A], *, chance: Chance) -> A:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        bot: Bot[V, A] = self.model if chance.below(2, "care") else random_bot
        return bot(view, legal, chance=chance)


def bots_of(
    rules: Rules[C, S, V, A],
    greedy: Bot[V, A],
    method: Method[C, S, V, A],
) -> dict[str, Bot[V, A]]:
    """
    The four programs of a title.

    Args:
        rules: The title.
        greedy: The title's bot that plays to win.
        method: The title's parameters of the search.
    """
    return {
        "random": random_bot,
        "easy": CarelessBot(greedy),
        "greedy": greedy,
        "strong": SearchBot(rules, method),
    }
