"""What people call a bot: by its kind and the number of its seat."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple

from delvebook.domain.phrases import Language

_ENGLISH: Final = MappingProxyType({"random": "random", "easy": "easy", "greedy": "greedy", "strong": "strong"})
_RUSSIAN: Final = MappingProxyType(
    {
        "random": ("Случайн", "ый"),
        "easy": ("Лёгк", "ий"),
        "greedy": ("Жадн", "ый"),
        "strong": ("Сильн", "ый"),
    }
)
"""The stem of each kind's adjective, and its ending in the nominative."""
_ENDINGS: Final = MappingProxyType(
    {"gen": ("ого", "а"), "dat": ("ому", "у"), "acc": ("ого", "а"), "ins": ("ым", "ом"), "prep": ("ом", "е")}
)
"""By case, the endings of the adjective and of the noun. Only the instrumental of `Лёгкий` differs."""


class BotName(NamedTuple):
    """
    A bot as people call it. The version of its program is left out: no sentence needs it.

    Attributes:
        kind: The kind of bot, such as `greedy`.
        number: The number of its seat, from 1, because two bots of a kind may play; None for any bot of that kind.
    """

    kind: str
    number: int | None = None

    def told(self, language: Language, case: str = "nom") -> str:
        """The name: "Greedy bot 2", «Жадный бот 2», in Russian in that case. A kind without words stands for itself."""
        words = self._english() if language == "en" else self._russian(case)
        return words if self.number is None else f"{words} {self.number}"

    def _english(self) -> str:
        return f"{_ENGLISH[self.kind].capitalize()} bot" if self.kind in _ENGLISH else self.kind

    def _russian(self, case: str) -> str:
        if self.kind not in _RUSSIAN:
            return self.kind
        stem, nominative = _RUSSIAN[self.kind]
        adjective, noun = _ENDINGS.get(case, (nominative, ""))
        if nominative == "ий" and case == "ins":
            adjective = "им"
        return f"{stem}{adjective} бот{noun}"


def bot_name(program: str, number: int | None = None) -> BotName:
    """The name of a bot by its program, such as `greedy@1`."""
    return BotName(program.partition("@")[0], number)
