"""
Bots: the protocol that every bot follows, and the bot that works for every title.

A bot gets the view of its seat, the legal actions of its seat, and its own source of chance, which is never the
game's tape. It never gets a state. So anyone who has a finished game's seed can ask the program again what it played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from delvebook.domain.tape import Chance

Action = dict[str, Any]
View = Mapping[str, Any]

LEVELS: Final = MappingProxyType({"easy": "easy", "medium": "greedy", "strong": "strong"})
"""By level of strength, the kind of bot that plays at it. A level can be given wherever a kind can."""

_NAME: Final = re.compile(r"(?P<kind>[^@]+)(?:@(?P<version>[1-9][0-9]{0,5}))?")


class Weighed(NamedTuple):
    """
    A bot's estimate of one action.

    Attributes:
        action: The action.
        score: The estimate, in the bot's own units; higher is better.
    """

    action: Action
    score: int


class Bot(Protocol):
    """
    Chooses one of the legal actions; there is at least one.

    A bot may also have a method `weigh` with the same parameters, which returns its estimates of the actions as a
    sequence of `Weighed`. Its own choice must follow from the same weighing.
    """

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """Returns one of `legal`, or another action that the title accepts."""


class Program(NamedTuple):
    """
    A bot at one version. A program never changes: a bot that chooses differently gets a higher version.

    Attributes:
        kind: Its name without the version: `random`, `greedy`, ….
        version: From 1.
        bot: The bot.
    """

    kind: str
    version: int
    bot: Bot

    @property
    def name(self) -> str:
        """The program as records name it: `greedy@1`."""
        return f"{self.kind}@{self.version}"

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed] | None:
        """The bot's estimates of the actions; None if it gives none. `chance` must be as fresh as for a choice."""
        weigh = getattr(self.bot, "weigh", None)
        return None if weigh is None else list(weigh(view, legal, chance=chance))


def find_program(bots: Mapping[str, Bot], name: str) -> Program | None:
    """
    The program of that name; None if there is none.

    Args:
        bots: A title's bots. A key is a kind, `greedy`, for version 1, or names a later version, `greedy@2`.
        name: A program, `greedy@1`, or a kind, `greedy`, for its newest version, or a level, `medium`.
    """
    asked = _NAME.fullmatch(name)
    if asked is None:
        return None
    programs = [_program(entry) for entry in bots.items()]
    kind = asked["kind"]
    if all(program.kind != kind for program in programs) and asked["version"] is None:
        kind = LEVELS.get(kind, kind)
    versions = {program.version: program for program in programs if program.kind == kind}
    version = max(versions, default=0) if asked["version"] is None else int(asked["version"])
    return versions.get(version)


def _program(entry: tuple[str, Bot]) -> Program:
    key, bot = entry
    kind, _, version = key.partition("@")
    return Program(kind, int(version or 1), bot)


class RandomBot:
    """Any legal action, all with the same probability."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        return legal[chance.below(len(legal), "action")]

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed]:
        """Every action with the same score."""
        return [Weighed(action, 0) for action in legal]


random_bot: Final = RandomBot()


def levels_of(bots: Mapping[str, Bot]) -> dict[str, str]:
    """The program that plays each level, weakest first. Levels that the title does not have are left out."""
    found = {level: find_program(bots, kind) for level, kind in LEVELS.items()}
    return {level: program.name for level, program in found.items() if program is not None}
