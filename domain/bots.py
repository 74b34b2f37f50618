"""
Bots: the protocol that every bot follows, and the bot that works for every title.

A bot gets the view of its seat, the legal actions of its seat, and its own source of chance, which is never the
game's tape. It never gets a state. So anyone who has a finished game's seed can ask the program again what it played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar

from delvebook.domain.tape import Chance


class Action(TypedDict):
    """An action of any title. Its parameters stand beside its type; the `Action` of the title names them."""

    type: str


View: TypeAlias = Mapping[str, object]
"""A table as one viewer sees it, of any title. `words/shapes/table.py` of the title names what is in it."""

A = TypeVar("A", bound=Action)
"""The type of a title's actions: a `TypedDict` of its `state.py`."""
V = TypeVar("V", bound=View)
"""The type of a title's views: a `TypedDict` of its `words/shapes/table.py`."""
V_contra = TypeVar("V_contra", bound=View, contravariant=True)

LEVELS: Final = MappingProxyType({"easy": "easy", "medium": "greedy", "strong": "strong"})
"""By level of strength, the kind of bot that plays at it. A level can be given wherever a kind can."""

_NAME: Final = re.compile(r"(?P<kind>[^@]+)(?:@(?P<version>[1-9][0-9]{0,5}))?")


def seat_of(view: View) -> int:
    """The seat whose view it is, which every title names `you`. Raises TypeError for a view that is no seat's."""
    you = view["you"]
    if not isinstance(you, int):
        raise TypeError("this view is no seat's")
    return you


class Weighed(NamedTuple, Generic[A]):
    """
    A bot's estimate of one action.

    Attributes:
        action: The action.
        score: The estimate, in the bot's own units; higher is better.
    """

    action: A
    score: int


class Bot(Protocol[V_contra, A]):
    """
    Chooses one of the legal actions; there is at least one.

    A bot may also have a method `weigh` with the same parameters, which returns its estimates of the actions as a
    sequence of `Weighed`. Its own choice must follow from the same weighing.
    """

    def __call__(self, view: V_contra, legal: Sequence[A], *, chance: Chance) -> A:
        """Returns one of `legal`, or another action that the title accepts."""


AnyBot: TypeAlias = Bot[View, Action]
"""A bot of any title, for code that does not look into its views or its actions."""


class Program(NamedTuple, Generic[V, A]):
    """
    A bot at one version. A program never changes: a bot that chooses differently gets a higher version.

    Attributes:
        kind: Its name without the version: `random`, `greedy`, ….
        version: From 1.
        bot: The bot.
    """

    kind: str
    version: int
    bot: Bot[V, A]

    @property
    def name(self) -> str:
        """The program as records name it: `greedy@1`."""
        return f"{self.kind}@{self.version}"

    def weigh(self, view: V, legal: Sequence[A], *, chance: Chance) -> list[Weighed[A]] | None:
        """The bot's estimates of the actions; None if it gives none. `chance` must be as fresh as for a choice."""
        weigh = getattr(self.bot, "weigh", None)
        return None if weigh is None else list(weigh(view, legal, chance=chance))


def find_program(bots: Mapping[str, Bot[V, A]], name: str) -> Program[V, A] | None:
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


def _program(entry: tuple[str, Bot[V, A]]) -> Program[V, A]:
    key, bot = entry
    kind, _, version = key.partition("@")
    return Program(kind, int(version or 1), bot)


class RandomBot:
    """Any legal action, all with the same probability."""

    def __call__(self, view: View, legal: Sequence[A], *, chance: Chance) -> A:
        """One of `legal`."""
        return legal[chance.below(len(legal), "action")]

    def weigh(self, view: View, legal: Sequence[A], *, chance: Chance) -> list[Weighed[A]]:
        """Every action with the same score."""
        return [Weighed(action, 0) for action in legal]


random_bot: Final = RandomBot()


def levels_of(bots: Mapping[str, Bot[V, A]]) -> dict[str, str]:
    """The program that plays each level, weakest first. Levels that the title does not have are left out."""
    found = {level: find_program(bots, kind) for level, kind in LEVELS.items()}
    return {level: program.name for level, program in found.items() if program is not None}
