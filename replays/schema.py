"""
The shape of a record's header and events (record-format §1 and §4), reported as problems with their places.

It checks one line at a time, and no hashes. Level `chain` checks those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from delvebook.domain.errors import MalformedError
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import EventLine
from delvebook.domain.kinds import (
    DRAWS,
    GAME,
    HEX64,
    HEX64_PATTERN,
    ID_PATTERN,
    INDEX,
    LIST,
    NUMBER,
    OBJECT,
    RULESET,
    TIME,
    TIME_PATTERN,
    UUID_PATTERN,
    Kind,
    is_number,
    matches,
)
from delvebook.domain.viewers import parse_viewer
from delvebook.replays.log.inclusion import INCLUSION
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

_SALT: Final = re.compile(r"[0-9a-f]{32}")
_BY: Final = re.compile(rf"service|clock|seat:(?:0|[1-9][0-9]?)|(?:player|arbiter):{ID_PATTERN.pattern}")
_BY_WORDS: Final[Mapping[str, str]] = {
    "service": "service",
    "clock": "clock",
    "seat": "seat:K",
    "player": "player:ID",
    "arbiter": "arbiter:ID",
}
_AUDIENCE: Final = re.compile(r"arbiter|seat:(0|[1-9][0-9]?)")
_TYPE: Final = re.compile(r"[A-Z][A-Za-z]{0,63}")
_JWS: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")

_EVENT_STRINGS: Final = re.compile(
    "\n".join(f"(?:{part.pattern})" for part in (TIME_PATTERN, UUID_PATTERN, HEX64_PATTERN, HEX64_PATTERN, _TYPE, _BY))
)
"""Matches the strings of an event, one per line, in the order of `_looks_right`."""


class SchemaFault(NamedTuple):
    """A defect of a line: its place, a sentence that says what would be right, and the value found there."""

    pointer: str
    sentence: str
    found: object = ABSENT


def _is_viewer(value: Any) -> bool:
    try:
        parse_viewer(value)
    except (MalformedError, TypeError):
        return False
    return True


def _is_audience(value: object) -> bool:
    if type(value) is not list or not value:
        return False
    for who in value:
        if type(who) is not str or _AUDIENCE.fullmatch(who) is None:
            return False
    return len(value) == 1 or len(set(value)) == len(value)


SALT = Kind(matches(_SALT), "32 lower-case hex digits")
BY = Kind(matches(_BY), "service, clock, seat:K, player:ID or arbiter:ID")
VIEWER = Kind(_is_viewer, "spectator, seat:K, arbiter or public")
RECEIPT = Kind(lambda value: value is None or matches(_JWS)(value), "a compact JWS or null")
AUDIENCE = Kind(_is_audience, "an array that names seat:K, or arbiter, each once")

_HEADER: Final[Mapping[str, Kind]] = {
    "game": GAME,
    "ruleset": RULESET,
    "content": HEX64,
    "viewer": VIEWER,
    "exported_at": TIME,
    "head": OBJECT,
    "receipt": RECEIPT,
}
_MAY_HAVE: Final[Mapping[str, Kind]] = {"log": INCLUSION}
"""The optional members of a header."""
_EVENT: Final[Mapping[str, Kind]] = {
    "game": GAME,
    "n": NUMBER,
    "type": Kind(matches(_TYPE), "the name of an event type"),
    "at": TIME,
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


def header_problems(header: Mapping[str, object]) -> Iterator[SchemaFault]:
    """The problems of a record's first line; none if it is right."""
    format_ = header.get("format", ABSENT)
    if format_ is ABSENT and "n" in header and "hash" in header:
        yield SchemaFault("", "this is an event; the first line of a record is its header")
        return
    if format_ != FORMAT:
        yield SchemaFault("/format", f"the header's format must be {FORMAT}, the only one known here", format_)
        return
    kinds = {**_HEADER, **{key: kind for key, kind in _MAY_HAVE.items() if key in header}}
    yield from _fields(header, kinds, "", exactly=HEADER_KEYS | kinds.keys())
    head = header.get("head")
    if type(head) is dict:
        yield from _fields(head, {"n": NUMBER, "hash": HEX64}, "/head", exactly=frozenset(("n", "hash")))


def event_problems(event: Mapping[str, Any]) -> list[SchemaFault]:
    """The problems in the shape of an event, its envelopes and its openings; none if it is right."""
    if not _looks_right(event):
        found = list(_fields(event, _EVENT, "", exactly=EVENT_KEYS))
        if found:
            return found
    found = []
    for i, envelope in enumerate(event["sealed"]):
        found += envelope_problems(envelope, f"/sealed/{i}")
    for index, opening in enumerate(event["opens"]):
        found += opening_problems(opening, f"/opens/{index}")
    declared = EVENT_TYPES.get(event["type"])
    if declared is not None:  # an event of a type that is not known here may hold anything
        data = event["data"]
        if not _has_fields(data, declared.required):
            found += _fields(data, declared.required, "/data")
        for key, kind in declared.optional.items():
            if key in data and not kind.fits(data[key]):
                found.append(SchemaFault(f"/data/{key}", f"must be {kind.words}", data[key]))
        if "draws" in data and "draws" not in declared.optional and not DRAWS.fits(data["draws"]):
            # Readers count the draws of every event, even of one that should have none.
            found.append(SchemaFault("/data/draws", f"must be {DRAWS.words}", data["draws"]))
    return found


def declared_problems(event: EventLine) -> list[SchemaFault]:
    """
    The problems of a well-formed event that differs from the declaration of its type: author, and members of `data`.

    An event of a type that is not known here has no such problems.
    """
    declared = EVENT_TYPES.get(event["type"])
    if declared is None:
        return []
    found = []
    by, data = event["by"], event["data"]
    author, _, name = by.partition(":")
    if author not in declared.made_by:
        allowed = " or ".join(_BY_WORDS[one] for one in declared.made_by)
        found.append(SchemaFault("/by", f"{event['type']} must be by {allowed}", by))
    elif author == "seat" and name != str(data["seat"]):
        found.append(SchemaFault("/by", f"must be by seat:{data['seat']}, the seat in its data", by))
    for key in data:
        if key not in declared.required and key not in declared.optional:
            pointer = f"/data/{escape(key)[:80]}"
            found.append(SchemaFault(pointer, f"is not a member of {event['type']}", data[key]))
    return found


def _looks_right(event: Mapping[str, Any]) -> bool:
    """Whether the ten keys hold the right kinds of values. It is quick, but does not say what is wrong."""
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


def _has_fields(value: Mapping[str, object], kinds: Mapping[str, Kind]) -> bool:
    """Whether every field is there and fits. Further fields are allowed."""
    for key, kind in kinds.items():  # noqa: SIM110 - on the path of every event; a generator takes twice as long
        if key not in value or not kind.fits(value[key]):
            return False
    return True


def envelope_problems(envelope: object, pointer: str) -> list[SchemaFault]:
    """The problems in the shape of an envelope."""
    if type(envelope) is not dict:
        return [SchemaFault(pointer, "an envelope is an object", envelope)]
    is_open = "salt" in envelope or "content" in envelope
    keys = OPEN_KEYS if is_open else SEALED_KEYS
    kinds = _OPEN_ENVELOPE if is_open else _ENVELOPE
    if envelope.keys() == keys and _has_fields(envelope, kinds):
        return []
    return list(_fields(envelope, kinds, pointer, exactly=keys))


def opening_problems(opening: object, pointer: str) -> list[SchemaFault]:
    """The problems in the shape of an opening."""
    if type(opening) is not dict:
        return [SchemaFault(pointer, "an opening is an object", opening)]
    if opening.keys() == OPENING_KEYS and _has_fields(opening, _OPENING):
        return []
    return list(_fields(opening, _OPENING, pointer, exactly=OPENING_KEYS))


def _fields(
    value: Mapping[str, object], kinds: Mapping[str, Kind], pointer: str, *, exactly: frozenset[str] | None = None
) -> Iterator[SchemaFault]:
    if exactly is not None and value.keys() != exactly:
        for key in sorted(exactly - value.keys()):
            yield SchemaFault(f"{pointer}/{key}", "is missing")
        for key in sorted(value.keys() - exactly):
            yield SchemaFault(f"{pointer}/{escape(key)[:80]}", "is not a key of the format", value[key])
    for key, kind in kinds.items():
        if key in value:
            if not kind.fits(value[key]):
                yield SchemaFault(f"{pointer}/{key}", f"must be {kind.words}", value[key])
        elif exactly is None:
            yield SchemaFault(f"{pointer}/{key}", f"is missing; it must be {kind.words}")
