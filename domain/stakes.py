"""
What is at stake in a choice, as data before it is a sentence.

A promise is a fact that has not come yet: the recorded fact of the same type and fields shows that it was kept. The
sentence of a choice is made from its promises, and `tests/contract/promises.py` holds them against the facts that
follow.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

from delvebook.domain.phrases import Part, Phrasebook, Voice

Foreseen: TypeAlias = Mapping[str, Any]
"""A fact that has not come. Its type says which fields it has."""
SETTLED: Final = ("settled",)
"""As `Promise.by`: when nothing is under way any more, that is before the next action that answers nothing."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number from this one on."""

    number: int

    def fits(self, value: object) -> bool:
        """Whether the value is such a number."""
        return isinstance(value, int) and value >= self.number

    def to_plain(self) -> dict[str, object]:
        """The same as JSON."""
        return {"at_least": self.number}


@dataclass(frozen=True, slots=True)
class AtMost:
    """A number up to this one."""

    number: int

    def fits(self, value: object) -> bool:
        """Whether the value is such a number."""
        return isinstance(value, int) and value <= self.number

    def to_plain(self) -> dict[str, object]:
        """The same as JSON."""
        return {"at_most": self.number}


@dataclass(frozen=True, slots=True)
class Has:
    """A list that holds the item."""

    item: object

    def fits(self, value: object) -> bool:
        """Whether the value is such a list."""
        return isinstance(value, list) and self.item in value

    def to_plain(self) -> dict[str, object]:
        """The same as JSON."""
        return {"has": self.item}


@dataclass(frozen=True, slots=True)
class Expected:
    """
    A fact as far as it is known before it comes.

    Attributes:
        type: The type of the fact.
        fields: Some of its fields. A value is exact, or one of `AtLeast`, `AtMost` and `Has`.
    """

    type: str
    fields: Mapping[str, object] = field(default_factory=dict)

    def fits(self, fact: Mapping[str, object]) -> bool:
        """Whether the fact is the expected one."""
        return fact["type"] == self.type and all(
            name in fact and _fits(expected, fact[name]) for name, expected in self.fields.items()
        )

    def to_plain(self) -> dict[str, object]:
        """The same as JSON: the type beside the fields."""
        return {"type": self.type, **{name: _plain(value) for name, value in self.fields.items()}}


_INEXACT: Final = (AtLeast, AtMost, Has)
_SIMPLE: Final = frozenset((str, int, bool, type(None)))


def _fits(expected: object, value: object) -> bool:
    return expected.fits(value) if isinstance(expected, _INEXACT) else expected == value


def expect(type_: str, /, **fields: object) -> Expected:
    """The expected fact of that type with these fields."""
    return Expected(type_, fields)


@dataclass(frozen=True)
class Promise:
    """
    One thing that follows from a choice. It is certain if it has neither `when` nor `unless`.

    Attributes:
        kind: What it is in words: the fragment `stake.<kind>` of `texts.json` tells it. Dots divide its cases.
        fact: The fact that comes.
        never: Whether the promise is that no such fact comes.
        when: The facts under which it holds: dice, answers and cards of others. All of them must come.
        unless: The facts that cancel it. None of them may come.
        by: The types of the facts with whose event it has come at the latest. `()` means the event of the choice;
            `SETTLED` is for titles that ask within what is under way (`Weighed.answers`).
        said: Further figures for its sentence, beside the exact fields of the fact.
    """

    kind: str
    fact: Expected
    never: bool = False
    when: Sequence[Expected] = ()
    unless: Sequence[Expected] = ()
    by: Collection[str] = ()
    said: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_certain(self) -> bool:
        """Whether the promise depends on nothing that is still open."""
        return not self.when and not self.unless

    @cached_property
    def words(self) -> tuple[tuple[str, ...], dict[str, object]]:
        """The cases and the fields of its sentence, which are the same in every language and length."""
        exact = {name: value for name, value in self.fact.fields.items() if not isinstance(value, _INEXACT)}
        return tuple(self.kind.split(".")), {**exact, **self.said, "type": "stake"}

    def to_plain(self) -> dict[str, object]:
        """The same as JSON."""
        return {
            "kind": self.kind,
            "fact": self.fact.to_plain(),
            "never": self.never,
            "when": [one.to_plain() for one in self.when],
            "unless": [one.to_plain() for one in self.unless],
            "by": [*self.by],
            "said": {name: _plain(value) for name, value in self.said.items()},
        }


def _plain(value: object) -> object:
    """The value as JSON. A part of a sentence is its fields."""
    if type(value) in _SIMPLE:  # as most are
        return value
    if isinstance(value, _INEXACT):
        return value.to_plain()
    if isinstance(value, Part):
        return {name: _plain(one) for name, one in value.fields.items()}
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Untold:
    """
    Facts that no choice promises.

    Attributes:
        fact: The fact.
        reason: Why it is left untold.
        beside: Facts of the same seat that stand beside it in the same event; without them it is to be told.
        of_anyone: Whether the facts beside it may be of any seat.
    """

    fact: Expected
    reason: str
    beside: Sequence[Expected] = ()
    of_anyone: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """
    The facts of a title that a player weighs before choosing.

    Each of them that befalls a seat was promised by a choice of that seat, or is `untold` on purpose.

    Attributes:
        types: Their types. A fact concerns its `seat`, or every seat if it has none.
        settled: The types of the facts with whose event everything is settled that a seat's choices led to.
        answers: The types of the actions that answer a question within what is under way. A title that has them
            settles everything with any other action, and what befalls a seat by its own action was promised by it or
            by what it answers.
        untold: What is left untold on purpose.
    """

    types: Collection[str] = ()
    settled: Collection[str] = ()
    answers: Collection[str] = ()
    untold: Sequence[Untold] = ()


def tell_promise(book: Phrasebook, promise: Promise, voice: Voice) -> str:
    """The promise as a part of its choice's sentence."""
    cases, fields = promise.words
    return book.part(fields, voice, *cases)
