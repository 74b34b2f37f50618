"""
The shape of a record's header and events (record-format §1 and §4); deviations are problems with a place.

Checks one line at a time, and nothing that needs a hash: level `chain` does that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.disputes import REMEDIES
from delvebook.domain.errors import MalformedError
from delvebook.domain.stream import TIME
from delvebook.domain.viewers import parse_viewer
from delvebook.replays.pointers import ABSENT, escape

FORMAT: Final = "delvebook-record/1"
HEADER_KEYS: Final = frozenset(
    ("format", "game", "ruleset", "content", "viewer", "exported_at", "head", "receipt"),
)
EVENT_KEYS: Final = frozenset(
    ("game", "n", "type", "at", "by", "data", "sealed", "opens", "prev", "hash"),
)
SEALED_KEYS: Final = frozenset(("for", "digest"))
OPEN_KEYS: Final = frozenset(("for", "digest", "salt", "content"))
OPENING_KEYS: Final = frozenset(("n", "i", "salt", "content"))

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_SALT: Final = re.compile(r"[0-9a-f]{32}")
_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_RULESET: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*@[1-9][0-9]{0,5}")
_BY: Final = re.compile(r"service|clock|seat:(?:0|[1-9][0-9]?)|(?:player|arbiter):\S.{0,199}")
_AUDIENCE: Final = re.compile(r"arbiter|seat:(0|[1-9][0-9]?)")
_SEAT_VIEWER: Final = re.compile(r"seat:(?:0|[1-9][0-9]?)")
_TYPE: Final = re.compile(r"[A-Z][A-Za-z]{0,63}")
_JWS: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")

_EVENT_STRINGS: Final = re.compile(
    "\n".join(f"(?:{part.pattern})" for part in (TIME, _UUID, _HEX64, _HEX64, _TYPE, _BY))
)
"""The strings of an event, one per line, in the order of `_looks_right`."""


class Problem(NamedTuple):
    """Something wrong in a line: where, what would be right, what is there."""

    pointer: str
    sentence: str
    found: Any = ABSENT


class Kind(NamedTuple):
    """What a field must be: the test, and words for what would be right."""

    fits: Callable[[Any], bool]
    words: str


def is_time(value: Any) -> bool:
    """Whether the value is a time in the record's format that exists in the calendar."""
    if type(value) is not str or TIME.fullmatch(value) is None:
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def is_number(value: Any, least: int) -> bool:
    """Whether the value is an integer of the record format, and at least `least`."""
    return type(value) is int and least <= value <= INTEGER_MAX


def _matches(pattern: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and pattern.fullmatch(value) is not None


def _is_list_of_facts(value: Any) -> bool:
    return type(value) is list and all(_is_fact(fact) for fact in value)


def _is_fact(value: Any) -> bool:
    if type(value) is not dict or type(value.get("type")) is not str:
        return False
    clauses = value.get("clauses")
    return type(clauses) is list and all(type(clause) is str for clause in clauses)


def _is_list_of_draws(value: Any) -> bool:
    return type(value) is list and all(
        type(draw) is dict
        and draw.keys() == {"what", "from", "count"}
        and type(draw["what"]) is str
        and is_number(draw["from"], 0)
        and is_number(draw["count"], 1)
        for draw in value
    )


def _is_viewer(value: Any) -> bool:
    try:
        parse_viewer(value)
    except (MalformedError, TypeError):
        return False
    return True


def _is_audience(value: Any) -> bool:
    if type(value) is not list or not value:
        return False
    for who in value:
        if type(who) is not str or _AUDIENCE.fullmatch(who) is None:
            return False
    return len(value) == 1 or len(set(value)) == len(value)


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_text_or_null(value: Any) -> bool:
    return value is None or type(value) is str


def _is_remedy(value: Any) -> bool:
    if value is None:
        return True
    if type(value) is not dict or type(value.get("type")) is not str or value["type"] not in REMEDIES:
        return False
    ranking = value.get("ranking", [])
    is_ranking = type(ranking) is list and all(
        type(place) is list and all(type(seat) is int for seat in place) for place in ranking
    )
    texts = all(type(value.get(key, "")) is str for key in ("ruleset", "game"))
    return is_ranking and texts and type(value.get("at", 0)) is int


def _is_object(value: Any) -> bool:
    return type(value) is dict


TEXT = Kind(_is_text, "a string")
TEXT_OR_NULL = Kind(_is_text_or_null, "a string or null")
VERDICT = Kind(lambda value: value in ("dismissed", "upheld"), "dismissed or upheld")
REMEDY = Kind(_is_remedy, "a remedy or null")
TEXTS = Kind(lambda value: type(value) is list and all(type(one) is str for one in value), "an array of strings")
OBJECT_OR_NULL = Kind(lambda value: value is None or type(value) is dict, "an object or null")
TRUTH = Kind(lambda value: type(value) is bool, "true or false")
OBJECT = Kind(_is_object, "an object")
LIST = Kind(lambda value: type(value) is list, "an array")
HEX64 = Kind(_matches(_HEX64), "64 lower-case hex digits")
SALT = Kind(_matches(_SALT), "32 lower-case hex digits")
GAME = Kind(_matches(_UUID), "a UUID in lower case")
RULESET = Kind(_matches(_RULESET), "a ruleset and its version, such as dungeon-raiders@1")
NUMBER = Kind(lambda value: is_number(value, 1), "a number from 1")
INDEX = Kind(lambda value: is_number(value, 0), "a number from 0")
SEAT = Kind(lambda value: is_number(value, 0) and value < 100, "a seat's number, from 0")
TIME_OF_DAY = Kind(is_time, "a time as YYYY-MM-DDTHH:MM:SS.ffffffZ")
BY = Kind(_matches(_BY), "service, clock, seat:K, player:ID or arbiter:ID")
VIEWER = Kind(_is_viewer, "spectator, seat:K, arbiter or public")
RECEIPT = Kind(lambda value: value is None or _matches(_JWS)(value), "a compact JWS or null")
ACTION = Kind(lambda value: type(value) is dict and type(value.get("type")) is str, "an object with a type")
FACTS = Kind(_is_list_of_facts, "an array of facts, each an object with type and clauses")
DRAWS = Kind(_is_list_of_draws, "an array of draws, each with what, from and count")

AUDIENCE = Kind(_is_audience, "an array that names seat:K, or arbiter, each once")

_HEADER: Final[Mapping[str, Kind]] = {
    "game": GAME,
    "ruleset": RULESET,
    "content": HEX64,
    "viewer": VIEWER,
    "exported_at": TIME_OF_DAY,
    "head": OBJECT,
    "receipt": RECEIPT,
}
_EVENT: Final[Mapping[str, Kind]] = {
    "game": GAME,
    "n": NUMBER,
    "type": Kind(_matches(_TYPE), "the name of an event type"),
    "at": TIME_OF_DAY,
    "by": BY,
    "data": OBJECT,
    "sealed": LIST,
    "opens": LIST,
    "prev": HEX64,
    "hash": HEX64,
}
_ENVELOPE: Final[Mapping[str, Kind]] = {"for": AUDIENCE, "digest": HEX64}
_OPEN_ENVELOPE: Final[Mapping[str, Kind]] = {**_ENVELOPE, "salt": SALT}
_OPENING: Final[Mapping[str, Kind]] = {"n": NUMBER, "i": INDEX, "salt": SALT}
_DATA: Final[Mapping[str, Mapping[str, Kind]]] = {
    "GameCreated": {"ruleset": RULESET, "content": HEX64, "options": OBJECT, "seats": NUMBER, "commitment": HEX64},
    "SeatTaken": {"seat": SEAT, "player": TEXT_OR_NULL, "bot": TEXT_OR_NULL, "nonce": TEXT},
    "SeatLeft": {"seat": SEAT},
    "GameStarted": {"facts": FACTS, "state": HEX64},
    "ActionTaken": {"seat": SEAT, "decision": NUMBER, "action": ACTION, "facts": FACTS, "state": HEX64},
    "SeatReplaced": {"seat": SEAT, "player": TEXT_OR_NULL, "bot": TEXT_OR_NULL, "reason": TEXT},
    "TakeBackAsked": {"seat": SEAT, "action": NUMBER, "of": LIST},
    "TakeBackAnswered": {"seat": SEAT, "asked": NUMBER, "agrees": TRUTH},
    "ActionTakenBack": {"seat": SEAT, "action": NUMBER, "state": HEX64},
    "DisputeOpened": {"event": NUMBER, "claim": TEXT, "receipts": TEXTS, "record": OBJECT_OR_NULL},
    "DisputeFindingAttached": {"dispute": NUMBER, "finding": OBJECT},
    "DisputeRuled": {"dispute": NUMBER, "verdict": VERDICT, "remedy": REMEDY, "reason": TEXT},
    "DisputeAppealed": {"dispute": NUMBER, "reason": TEXT},
    "GameFinished": {"outcome": OBJECT},
    "GameAborted": {"reason": TEXT},
    "SeedRevealed": {"seed": HEX64},
}
"""The fields that an event of these types has at least; types not listed may hold anything."""
_PARENT: Final[Mapping[str, Kind]] = {"game": GAME, "n": NUMBER, "hash": HEX64}
"""What a fork's `GameCreated` says of its parent."""
_PARENT_TOO: Final[Mapping[str, Kind]] = {"as": Kind(_matches(_SEAT_VIEWER), "seat:K"), "ruling": NUMBER}
"""What it may say in addition."""


def header_problems(header: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a record's first line; nothing if it is right."""
    format_ = header.get("format", ABSENT)
    if format_ is ABSENT and "n" in header and "hash" in header:
        yield Problem("", "this is an event; the first line of a record is its header")
        return
    if format_ != FORMAT:
        yield Problem("/format", f"the header's format must be {FORMAT}, the only one known here", format_)
        return
    yield from _fields(header, _HEADER, "", exactly=HEADER_KEYS)
    head = header.get("head")
    if type(head) is dict:
        yield from _fields(head, {"n": NUMBER, "hash": HEX64}, "/head", exactly=frozenset(("n", "hash")))


def event_problems(event: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with the shape of an event, its envelopes and its openings; nothing if it is right."""
    if not _looks_right(event):
        found = list(_fields(event, _EVENT, "", exactly=EVENT_KEYS))
        if found:
            return found
    found = []
    for i, envelope in enumerate(event["sealed"]):
        found += envelope_problems(envelope, f"/sealed/{i}")
    for index, opening in enumerate(event["opens"]):
        found += opening_problems(opening, f"/opens/{index}")
    kinds = _DATA.get(event["type"])
    if kinds is not None:
        data = event["data"]
        if not _has_fields(data, kinds):
            found += _fields(data, kinds, "/data")
        if event["type"] == "GameCreated" and "parent" in data:
            parent = data["parent"]
            if not _is_parent(parent):
                words = "must be an object with game, n and hash, and optionally as (seat:K) and ruling (a number)"
                found.append(Problem("/data/parent", words, parent))
        if "draws" in data and not DRAWS.fits(data["draws"]):
            found.append(Problem("/data/draws", f"must be {DRAWS.words}", data["draws"]))
    return found


def _is_parent(value: Any) -> bool:
    return (
        type(value) is dict
        and value.keys() <= _PARENT.keys() | _PARENT_TOO.keys()
        and _has_fields(value, _PARENT)
        and all(kind.fits(value[key]) for key, kind in _PARENT_TOO.items() if key in value)
    )


def _looks_right(event: Mapping[str, Any]) -> bool:
    """Whether the ten keys hold what they must: quick, and without saying what is wrong."""
    if event.keys() != EVENT_KEYS:
        return False
    at = event["at"]
    try:
        strings = "\n".join((at, event["game"], event["hash"], event["prev"], event["type"], event["by"]))
        if _EVENT_STRINGS.fullmatch(strings) is None:
            return False
        datetime.fromisoformat(at)
    except (TypeError, ValueError):
        return False
    return (
        is_number(event["n"], 1)
        and type(event["data"]) is dict
        and type(event["sealed"]) is list
        and type(event["opens"]) is list
    )


def _has_fields(value: Mapping[str, Any], kinds: Mapping[str, Kind]) -> bool:
    """Whether every field is there and fits; there may be further fields."""
    for key, kind in kinds.items():  # noqa: SIM110 - on the path of every event; a generator takes twice as long
        if key not in value or not kind.fits(value[key]):
            return False
    return True


def envelope_problems(envelope: Any, pointer: str) -> list[Problem]:
    """What is wrong with the shape of an envelope."""
    if type(envelope) is not dict:
        return [Problem(pointer, "an envelope is an object", envelope)]
    is_open = "salt" in envelope or "content" in envelope
    keys = OPEN_KEYS if is_open else SEALED_KEYS
    kinds = _OPEN_ENVELOPE if is_open else _ENVELOPE
    if envelope.keys() == keys and _has_fields(envelope, kinds):
        return []
    return list(_fields(envelope, kinds, pointer, exactly=keys))


def opening_problems(opening: Any, pointer: str) -> list[Problem]:
    """What is wrong with the shape of an opening."""
    if type(opening) is not dict:
        return [Problem(pointer, "an opening is an object", opening)]
    if opening.keys() == OPENING_KEYS and _has_fields(opening, _OPENING):
        return []
    return list(_fields(opening, _OPENING, pointer, exactly=OPENING_KEYS))


def _fields(
    value: Mapping[str, Any], kinds: Mapping[str, Kind], pointer: str, *, exactly: frozenset[str] | None = None
) -> Iterator[Problem]:
    if exactly is not None and value.keys() != exactly:
        for key in sorted(exactly - value.keys()):
            yield Problem(f"{pointer}/{key}", "is missing")
        for key in sorted(value.keys() - exactly):
            yield Problem(f"{pointer}/{escape(key)[:80]}", "is not a key of the format", value[key])
    for key, kind in kinds.items():
        if key in value:
            if not kind.fits(value[key]):
                yield Problem(f"{pointer}/{key}", f"must be {kind.words}", value[key])
        elif exactly is None:
            yield Problem(f"{pointer}/{key}", f"is missing; it must be {kind.words}")
