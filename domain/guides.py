"""
The guided first game of a title: what a beginner is told, and at which moments of the game.

A title may have a `guide.json`. The beginner sits at seat 0. Whoever shows the game (a page, a terminal) asks at each
of that seat's decisions, and at the end, which moments are there (`is_there`), and tells each of them once, in order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Final, TypedDict, cast

from delvebook.domain.phrases import Language
from delvebook.domain.ruleset import AnyRuleset, load_data

FILE: Final = "guide.json"
BEGINNER: Final = 0
"""The beginner's seat."""


class When(TypedDict, total=False):
    """
    The moment at which something is told. All that is given must hold.

    Attributes:
        actions: Types of which each is among the legal actions of the beginner.
        view: By JSON Pointer into the beginner's view, what must be there: a value; `{"begins": "tre-"}` for texts that
            begin so; or `{"min": 1}`, `{"max": 2}` for a number, or for the size of a list or an object.
        facts: Types of which one is among the public facts since the beginner's last action, that action included.
        over: Whether the game must be over. If it is left out, it must not.
    """

    actions: list[str]
    view: dict[str, object]
    facts: list[str]
    over: bool


class Moment(TypedDict):
    """
    Something that a beginner is told once.

    Attributes:
        id: Its id in the guide.
        when: The moment.
        clauses: The clauses of the rules that say so.
        text: What is told, by language.
    """

    id: str
    when: When
    clauses: list[str]
    text: dict[Language, str]


class Guide(TypedDict):
    """
    A guided first game.

    Attributes:
        seats: The number of seats.
        bot: The bot of every seat but the beginner's; None if there is no other.
        options: The options of the game.
        moments: What is told, in order.
    """

    seats: int
    bot: str | None
    options: dict[str, object]
    moments: list[Moment]


def guide_of(ruleset: AnyRuleset) -> Guide:
    """The guide of the title; one without moments if it has none. Not to be changed."""
    found = _read(ruleset.package)
    return Guide(seats=ruleset.seats_min, bot="easy", options={}, moments=[]) if found is None else found


@cache
def _read(package: str) -> Guide | None:
    try:
        return cast("Guide", load_data(package, FILE))
    except FileNotFoundError:
        return None


def is_there(
    when: When, *, view: Mapping[str, object], actions: Collection[str], facts: Collection[str], over: bool
) -> bool:
    """
    Whether the moment is there.

    Args:
        view: The beginner's view.
        actions: The types of the beginner's legal actions.
        facts: The types of the public facts since the beginner's last action.
        over: Whether the game is over.
    """
    wanted = when.get("facts")
    return (
        when.get("over", False) == over
        and all(type_ in actions for type_ in when.get("actions", ()))
        and (wanted is None or any(type_ in facts for type_ in wanted))
        and all(_is_as(_value_at(view, pointer), expected) for pointer, expected in when.get("view", {}).items())
    )


def _value_at(view: object, pointer: str) -> object:
    """The value there; None if there is none."""
    at = view
    for part in pointer.split("/")[1:]:
        if isinstance(at, Mapping):
            at = at.get(part)
        elif isinstance(at, list) and part.isdigit() and int(part) < len(at):
            at = at[int(part)]
        else:
            return None
    return at


def _is_as(value: object, expected: object) -> bool:
    if not isinstance(expected, Mapping):
        return type(value) is type(expected) and value == expected
    if "begins" in expected:
        return isinstance(value, str) and value.startswith(expected["begins"])
    size = len(value) if isinstance(value, (list, Mapping)) else value
    if isinstance(size, bool) or not isinstance(size, int):
        return False
    return bool(expected.get("min", size) <= size <= expected.get("max", size))
