"""
Where two records first differ line by line, and how much differs after that.

Two exports of one game for different viewers do not differ: what only one of them shows is not compared, nor are the
times of export.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Source
from delvebook.replays.places import line_differences
from delvebook.replays.pointers import ABSENT, Absent, Difference, differences, shorten
from delvebook.replays.record import Record, read_record

_OF_THE_EXPORT: Final = ("exported_at", "viewer", "receipt")
_OF_THE_CHAIN: Final = ("/prev", "/hash")


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """
    How two records differ.

    Attributes:
        n: The first event that differs; None for the header.
        type: The type of that event, in the left record if it has the event.
        pointer: Where in the event, as a JSON pointer; `""` if one of the records does not have the event.
        left, right: The values there; `ABSENT` if there is none.
        also: Further pointers at which the same event differs.
        events_differing: How many later events differ in what they say.
        events_rechained: How many later events differ only in their links and hashes.
        left_only, right_only: How many events at the end only one of the records has.
    """

    n: int | None
    type: str
    pointer: str
    left: object
    right: object
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

    def to_plain(self) -> dict[str, object]:
        """The difference as plain data."""
        plain: dict[str, object] = {"n": self.n, "type": self.type, "pointer": self.pointer}
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
    The first difference of two records; None if they tell the same game in the same way.

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
    first: tuple[int | None, str, list[Difference]] | None = None
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
            found = [Difference("", ABSENT if mine is None else mine, ABSENT if theirs is None else theirs)]
        else:
            found = line_differences(mine, theirs)
        if not found:
            continue
        if first is None or (first[0] is None and _is_of_head(first[2])):
            first = (some["n"], some["type"], found)
        elif mine is not None and theirs is not None:
            is_moved = all(one.pointer in _OF_THE_CHAIN for one in found)
            counts["rechained" if is_moved else "differing"] += 1
    if first is None:
        return None
    n, type_, places = first
    return RecordDifference(
        n=n,
        type=type_,
        pointer=places[0].pointer,
        left=places[0].left,
        right=places[0].right,
        also=tuple(one.pointer for one in places[1:9]),
        events_differing=counts["differing"],
        events_rechained=counts["rechained"],
        left_only=counts["left"],
        right_only=counts["right"],
    )


def read_side(source: Source | Record, side: str) -> Record:
    """
    The record, opened unless it is open already.

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


def _events(source: Source | Record, side: str) -> Iterator[Mapping[str, Any]]:
    """The header, then the events."""
    record = read_side(source, side)
    try:
        yield record.header
        yield from record.events()
    except RecordError as error:
        error.details["side"] = side
        raise


def _compare_headers(left: Mapping[str, object], right: Mapping[str, object]) -> list[Difference]:
    found = differences(_without(left, *_OF_THE_EXPORT), _without(right, *_OF_THE_EXPORT))
    return sorted(found, key=lambda one: one.pointer.startswith("/head/"))


def _is_of_head(found: list[Difference]) -> bool:
    """Whether headers differ only in their heads. Such a difference only says that some event differs."""
    return all(one.pointer.startswith("/head/") for one in found)


def _without(value: Mapping[str, object], *keys: str) -> dict[str, object]:
    return {key: item for key, item in value.items() if key not in keys}
