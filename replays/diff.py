"""
Where two records first differ, and how much differs after that.

Two exports of one game for different viewers do not differ: what one of them leaves sealed is not
compared, nor are the times of export. Two games, or one of them altered, do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Source
from delvebook.replays.pointers import ABSENT, Absent, differences, shorten
from delvebook.replays.record import Record, read_record

_OF_THE_EXPORT: Final = ("exported_at", "viewer", "receipt")
_OF_THE_CHAIN: Final = ("/prev", "/hash")


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """
    How two records differ.

    Attributes:
        n: The first event that differs; None for the header.
        type: Its type, in the left record if it is there.
        pointer: Where in it, as a JSON pointer; `""` if one of the records has no such event.
        left, right: The values there; `ABSENT` if there is none.
        also: Further pointers at which the same event differs.
        events_differing: How many later events differ in what they say.
        events_rechained: How many later events differ only in their place in the chain.
        left_only, right_only: How many events only one of them has, at its end.
    """

    n: int | None
    type: str
    pointer: str
    left: Any
    right: Any
    also: tuple[str, ...]
    events_differing: int
    events_rechained: int
    left_only: int
    right_only: int

    @property
    def sentence(self) -> str:
        """The first difference, in one line."""
        where = "the header" if self.n is None else f"event {self.n} ({self.type})"
        return f"{where}, {self.pointer or 'as a whole'}: {shorten(self.left)} / {shorten(self.right)}"

    def to_plain(self) -> dict[str, Any]:
        """The difference as plain data."""
        plain: dict[str, Any] = {"n": self.n, "type": self.type, "pointer": self.pointer}
        sides = (("left", self.left), ("right", self.right))
        plain.update((key, value) for key, value in sides if not isinstance(value, Absent))
        return {
            **plain,
            "also": list(self.also),
            "events_differing": self.events_differing,
            "events_rechained": self.events_rechained,
            "left_only": self.left_only,
            "right_only": self.right_only,
        }


def first_difference(left: Source | Record, right: Source | Record) -> RecordDifference | None:
    """
    The first difference of two records; None if they tell the same game alike.

    Raises:
        RecordError: One of them cannot be read. Its `details["side"]` is "left" or "right".
        OSError: A path cannot be read.
    """
    headers = []
    streams = []
    for side, source in (("left", left), ("right", right)):
        events = _events(source, side)
        headers.append(next(events))
        streams.append(events)
    first: tuple[int | None, str, list[tuple[str, Any, Any]]] | None = None
    found = _compare_headers(*headers)
    if found:
        first = (None, "header", found)
    counts = {"differing": 0, "rechained": 0, "left": 0, "right": 0}
    for mine, theirs in zip_longest(*streams, fillvalue=None):
        some = mine or theirs
        if some is None:
            continue
        if mine is None or theirs is None:
            counts["right" if mine is None else "left"] += 1
            found = [("", mine if mine is not None else ABSENT, theirs if theirs is not None else ABSENT)]
        else:
            found = _compare_events(mine, theirs)
        if not found:
            continue
        if first is None or (first[0] is None and _is_of_head(first[2])):
            first = (some["n"], some["type"], found)
        elif mine is not None and theirs is not None:
            is_moved = all(pointer in _OF_THE_CHAIN for pointer, _, _ in found)
            counts["rechained" if is_moved else "differing"] += 1
    if first is None:
        return None
    n, type_, places = first
    pointer, left_value, right_value = places[0]
    return RecordDifference(
        n=n,
        type=type_,
        pointer=pointer,
        left=left_value,
        right=right_value,
        also=tuple(place for place, _, _ in places[1:9]),
        events_differing=counts["differing"],
        events_rechained=counts["rechained"],
        left_only=counts["left"],
        right_only=counts["right"],
    )


def read_side(source: Source | Record, side: str) -> Record:
    """
    The record, read unless it is one already.

    Raises:
        RecordError: It cannot be read; `details["side"]` is `side`.
        OSError: The path cannot be read.
    """
    if isinstance(source, Record):
        return source
    try:
        return read_record(source)
    except RecordError as error:
        error.details["side"] = side
        raise


def _events(source: Source | Record, side: str) -> Iterator[dict[str, Any]]:
    """The header, then the events."""
    record = read_side(source, side)
    try:
        yield record.header
        yield from record.events()
    except RecordError as error:
        error.details["side"] = side
        raise


def _compare_headers(left: dict[str, Any], right: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    found = differences(_without(left, *_OF_THE_EXPORT), _without(right, *_OF_THE_EXPORT))
    places = [(one.pointer, one.left, one.right) for one in found]
    return sorted(places, key=lambda place: place[0].startswith("/head/"))


def _compare_events(left: dict[str, Any], right: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """What differs, the consequences last; envelopes that only one side opens are not looked into."""
    if left == right:
        return []
    for mine, theirs in zip(left["sealed"], right["sealed"], strict=False):
        if ("salt" in mine) != ("salt" in theirs):
            for envelope in (mine, theirs):
                envelope.pop("salt", None)
                envelope.pop("content", None)
    found = [(one.pointer, one.left, one.right) for one in differences(left, right)]
    return sorted(found, key=lambda place: _order(place[0]))


def _order(pointer: str) -> int:
    if pointer in _OF_THE_CHAIN:
        return 3
    if pointer == "/data/state":
        return 2
    return 1 if pointer.startswith("/sealed") and pointer.endswith("/digest") else 0


def _is_of_head(places: list[tuple[str, Any, Any]]) -> bool:
    """Whether headers differ only in their heads, which says no more than that some event differs."""
    return all(pointer.startswith("/head/") for pointer, _, _ in places)


def _without(value: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key not in keys}
