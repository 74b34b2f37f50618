"""The bots of a title: four programs, of which three are the levels that players choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeVar

from delvebook.domain.bots import Action, Bot, View, random_bot
from delvebook.domain.kit.search import Method, SearchBot
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.tape import Chance

C = TypeVar("C")
S = TypeVar("S")

NO_LATER: Final[Mapping[str, Bot]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CarelessBot:
    """
    Plays like another bot half of the time, and otherwise any legal action at random.

    Attributes:
        model: The other bot.
    """

    model: Bot

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        bot = self.model if chance.below(2, "care") else random_bot
        return bot(view, legal, chance=chance)


def bots_of(
    rules: Ruleset[C, S], greedy: Bot, method: Method[C, S], later: Mapping[str, Bot] = NO_LATER
) -> dict[str, Bot]:
    """
    The four programs of a title, and their later versions.

    Args:
        rules: The title.
        greedy: The title's bot that plays to win.
        method: The title's parameters of the search.
        later: Programs that came later, under their names, such as `greedy@2`. The newest of a kind plays its level.
    """
    return {
        "random": random_bot,
        "easy": CarelessBot(greedy),
        "greedy": greedy,
        "strong": SearchBot(rules, method),
        **later,
    }
