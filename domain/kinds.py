"""
The kinds of values in a record: what a value must be, and the words for it.

An event class declares the kind of each of its fields (`events`). Verifiers check records with the same kinds, so the
tests accept any value and never raise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.remedies import VERDICTS

SEATS_MAX: Final = 100
TIME_PATTERN: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
HEX64_PATTERN: Final = re.compile(r"[0-9a-f]{64}")
UUID_PATTERN: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
ID_PATTERN: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
NONCE_MIN: Final = 16
NONCE_MAX: Final = 64
_PROGRAM: Final = re.compile(ID_PATTERN.pattern + r"@[1-9][0-9]{0,5}")
_RULESET: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*@[1-9][0-9]{0,5}")
_SEAT_VIEWER: Final = re.compile(r"seat:(?:0|[1-9][0-9]?)")


class Kind(NamedTuple):
    """A kind of value: the test, and the words that complete "it must be …"."""

    fits: Callable[[Any], bool]
    words: str


def is_time(value: object) -> bool:
    """Whether the value is a time as the record writes it, and exists in the calendar."""
    if type(value) is not str or TIME_PATTERN.fullmatch(value) is None:
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def is_number(value: object, least: int) -> bool:
    """Whether the value is an integer of the record format that is not below `least`."""
    return type(value) is int and least <= value <= INTEGER_MAX


def matches(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    """A test for strings that match the whole pattern."""
    return lambda value: type(value) is str and pattern.fullmatch(value) is not None


def list_of(kind: Kind, words: str) -> Kind:
    """The kind of arrays whose items are all of one kind."""
    is_one = kind.fits

    def fits(value: object) -> bool:
        if type(value) is not list:
            return False
        for item in value:  # noqa: SIM110 - on the path of every event; a generator takes twice as long
            if not is_one(item):
                return False
        return True

    return Kind(fits, words)


def or_null(kind: Kind, words: str | None = None) -> Kind:
    """The kind of values that may also be null."""
    return Kind(lambda value: value is None or kind.fits(value), words or f"{kind.words} or null")


def object_of(fields: Mapping[str, Kind], optional: Mapping[str, Kind], words: str) -> Kind:
    """The kind of objects that have all of `fields`, perhaps some of `optional`, and no other members."""
    known = {**fields, **optional}

    def fits(value: object) -> bool:
        if type(value) is not dict or not fields.keys() <= value.keys() <= known.keys():
            return False
        for key, item in value.items():  # noqa: SIM110 - as in `list_of`
            if not known[key].fits(item):
                return False
        return True

    return Kind(fits, words)


def word(*words: str) -> Kind:
    """The kind of strings that are one of these words."""
    return Kind(lambda value: type(value) is str and value in words, " or ".join(words))


def one_of(*kinds: Kind, words: str) -> Kind:
    """The kind of values that are of one of these kinds."""
    return Kind(lambda value: any(kind.fits(value) for kind in kinds), words)


def _is_fact(value: object) -> bool:
    if type(value) is not dict or type(value.get("type")) is not str:
        return False
    return TEXTS.fits(value.get("clauses"))


def _is_reserved(value: object) -> bool:
    if not _ACCOUNTS.fits(value):
        return False
    named = [account for account in cast("list[str | None]", value) if account is not None]
    return len(set(named)) == len(named)


TEXT: Final = Kind(lambda value: type(value) is str, "a string")
TEXT_OR_NULL: Final = or_null(TEXT)
TEXTS: Final = list_of(TEXT, "an array of strings")
TRUTH: Final = Kind(lambda value: type(value) is bool, "true or false")
OBJECT: Final = Kind(lambda value: type(value) is dict, "an object")
OBJECT_OR_NULL: Final = or_null(OBJECT)
LIST: Final = Kind(lambda value: type(value) is list, "an array")
ID: Final = Kind(matches(ID_PATTERN), "an account's id, 1 to 64 of A-Z a-z 0-9 . _ -")
ID_OR_NULL: Final = or_null(ID)
PROGRAM: Final = Kind(matches(_PROGRAM), "a bot's program and its version, such as greedy@1")
PROGRAM_OR_NULL: Final = or_null(PROGRAM)
NONCE: Final = Kind(
    lambda value: type(value) is str and NONCE_MIN <= len(value) <= NONCE_MAX,
    f"a string of {NONCE_MIN} to {NONCE_MAX} characters",
)
HEX64: Final = Kind(matches(HEX64_PATTERN), "64 lower-case hex digits")
HEX64_OR_NULL: Final = or_null(HEX64)
GAME: Final = Kind(matches(UUID_PATTERN), "a UUID in lower case")
RULESET: Final = Kind(matches(_RULESET), "a ruleset and its version, such as dungeon-raiders@1")
NUMBER: Final = Kind(lambda value: is_number(value, 1), "a number from 1")
SEAT_COUNT: Final = Kind(lambda value: is_number(value, 1) and value <= SEATS_MAX, f"a number from 1 to {SEATS_MAX}")
SEAT: Final = Kind(lambda value: is_number(value, 0) and value < SEATS_MAX, "a seat's number, from 0")
SEAT_OR_NULL: Final = or_null(SEAT, "a seat's number, from 0, or null")
SEATS: Final = list_of(SEAT, "an array of seats' numbers, from 0")
TIME: Final = Kind(is_time, "a time as YYYY-MM-DDTHH:MM:SS.ffffffZ")
TIME_OR_NULL: Final = or_null(TIME)
ACTION: Final = Kind(lambda value: type(value) is dict and type(value.get("type")) is str, "an object with a type")
FACTS: Final = list_of(Kind(_is_fact, "a fact"), "an array of facts, each an object with type and clauses")
INDEX: Final = Kind(lambda value: is_number(value, 0), "a number from 0")
DRAWS: Final = list_of(
    object_of({"what": TEXT, "from": INDEX, "count": NUMBER}, {}, "a draw"),
    "an array of draws, each with what, from and count",
)
VERDICT: Final = Kind(lambda value: value in VERDICTS, " or ".join(VERDICTS))
VISIBILITY: Final = word("public", "unlisted", "private")
REPLACED_REASON: Final = word("deadline", "left", "handed over", "absent", "returned")
RESIGNED_REASON: Final = word("resigned", "deadline")
REMEDY_OR_NULL: Final = or_null(
    one_of(
        object_of({"type": word("annul")}, {}, "an annulment"),
        object_of({"type": word("adjudicate"), "ranking": list_of(SEATS, "places")}, {}, "a result"),
        object_of(
            {"type": word("resume"), "event": NUMBER, "ruleset": RULESET, "game": GAME}, {}, "a game that is resumed"
        ),
        words="a remedy: annul, adjudicate with ranking, or resume with event, ruleset and game",
    )
)
OWN_RECORD_OR_NULL: Final = or_null(
    object_of(
        {"sha256": HEX64, "n": NUMBER, "hash": HEX64, "event": or_null(NUMBER)},
        {},
        "an object with sha256, n, hash and event",
    )
)
_EXPIRY: Final = one_of(
    object_of({"kind": word("bot", "forfeit"), "bot": PROGRAM}, {}, "an end of time with a bot"),
    object_of({"kind": word("default_action")}, {}, "an end of time without one"),
    words="what happens when the time is over",
)
CLOCK_OR_NULL: Final = or_null(
    one_of(
        object_of({"kind": word("per_decision"), "seconds": NUMBER, "on_expiry": _EXPIRY}, {}, "a time per decision"),
        object_of(
            {"kind": word("budget"), "seconds": NUMBER, "increment": INDEX, "on_expiry": _EXPIRY}, {}, "a stock of time"
        ),
        object_of({"kind": word("days"), "days": NUMBER, "on_expiry": _EXPIRY}, {}, "days per decision"),
        words="a clock: an object with kind, its times and on_expiry",
    )
)
DELAY: Final = object_of({"actions": NUMBER}, {}, "an object with actions, a number from 1")
_ACCOUNTS: Final = list_of(ID_OR_NULL, "accounts")
RESERVED: Final = Kind(_is_reserved, "an array of accounts' ids or null, one for each seat, each account once")
_LEFT: Final = {"game": GAME, "n": NUMBER, "hash": HEX64}
PARENT: Final = one_of(
    object_of(_LEFT, {"as": Kind(matches(_SEAT_VIEWER), "seat:K")}, "a parent"),
    object_of({**_LEFT, "ruling": NUMBER}, {}, "a parent that a ruling resumes"),
    words="an object with game, n and hash, and maybe either as (seat:K) or ruling (a number)",
)
