"""
The record of a game (record-format §1): written from stored events, read from anywhere.

Both ways are streams: neither holds more than one event at a time.
Reading trusts nothing and says what is wrong, and where; whether a readable record is *true* is the
business of `delvebook.replays.verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import MalformedError, NotNowError
from delvebook.domain.events import GameCreated, GameEvent, SeedRevealed
from delvebook.domain.kinds import is_time
from delvebook.domain.viewers import PUBLIC, Viewer
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Line, Material, Source
from delvebook.replays.pointers import ABSENT, shorten
from delvebook.replays.schema import FORMAT, Problem, event_problems, header_problems

MEDIA_TYPE = "application/x-ndjson"


class Head(NamedTuple):
    """Where a record ends: the number and the hash of its last event."""

    n: int
    hash: str


class NotRevealedError(NotNowError):
    """A public record was asked for while the seed is still secret."""

    code = "record/not_public_yet"


# -- writing ------------------------------------------------------------------------------------


def header_of(
    created: GameEvent, *, head: Head, viewer: Viewer, exported_at: str, receipt: str | None = None
) -> dict[str, Any]:
    """
    The first line of a record.

    Args:
        created: Event 1.
        head: Where the record will end.
        viewer: Whose record it is.
        exported_at: Now, in the record's form.
        receipt: A signed receipt for the head, if there is one.

    Raises:
        MalformedError: `created` is not event 1, or `exported_at` is no time of the record.
    """
    if not isinstance(created, GameCreated):
        raise MalformedError(f"a record begins with GameCreated, not with event {created.n}, a {created.type}")
    if not is_time(exported_at):
        raise MalformedError(f"{exported_at!r} is no time of the record; write YYYY-MM-DDTHH:MM:SS.ffffffZ")
    return {
        "format": FORMAT,
        "game": str(created.originator_id),
        "ruleset": created.data["ruleset"],
        "content": created.data["content"],
        "viewer": str(viewer),
        "exported_at": exported_at,
        "head": {"n": head.n, "hash": head.hash},
        "receipt": receipt,
    }


def write_record(
    events: Iterable[GameEvent],
    *,
    head: Head,
    seed: bytes,
    is_seed_revealed: bool,
    viewer: Viewer,
    exported_at: str,
    receipt: str | None = None,
) -> Iterator[bytes]:
    """
    The lines of a viewer's record, each with its line end, made as they are asked for.

    After the seed is revealed every envelope is open, whoever the viewer is (record-format §2).

    Args:
        events: The stored events from event 1 to `head`, in order.
        head: Where the record ends. It stands in the first line, so it is known before the rest is read.
        seed: The game's seed, from which the salts come.
        is_seed_revealed: Whether `SeedRevealed` is among the events.
        viewer: Whose record it is; `public` only once the seed is revealed.
        exported_at: Now, in the record's form.
        receipt: A signed receipt for the head, if there is one.

    Raises:
        NotRevealedError: A public record of a game whose seed is secret. Nothing has been yielded.
        MalformedError: The events are not those from 1 to `head`; what was yielded must be thrown away.
    """
    if viewer == PUBLIC and not is_seed_revealed:
        raise NotRevealedError("the seed is not revealed yet, so there is no public record of this game")
    eyes = PUBLIC if is_seed_revealed else viewer
    last = Head(0, "")
    is_out = False
    for event in events:
        if event.n != last.n + 1 or event.n > head.n:
            raise MalformedError(f"event {event.n} does not follow event {last.n} in a record of {head.n} events")
        if event.n == 1:
            yield to_line(header_of(event, head=head, viewer=viewer, exported_at=exported_at, receipt=receipt))
        last = Head(event.n, event.hash)
        is_out = is_out or isinstance(event, SeedRevealed)
        yield to_line(event.to_record(eyes, seed=seed))
    if last != head:
        raise MalformedError(f"the events end at {last.n} with another head than event {head.n} was to have")
    if is_out != is_seed_revealed:
        raise MalformedError("whether the seed is revealed is not as was said")


def to_line(value: Mapping[str, Any]) -> bytes:
    """The canonical line of a header or an event, with its line end."""
    return jcs(value) + b"\n"


# -- reading ------------------------------------------------------------------------------------


class Record:
    """
    A record that is being read.

    Attributes:
        header: The first line, in shape.
    """

    def __init__(self, header: dict[str, Any], material: Material) -> None:
        self.header = header
        self._material = material

    def lines(self) -> Iterator[Line]:
        """
        The lines after the header, events in shape; from the start each time it is called.

        Raises:
            RecordError: A line cannot be read, or holds no event.
        """
        scanned = self._material.scan()
        next(scanned, None)
        for line in scanned:
            if isinstance(line, RecordError):
                raise line
            if problems := event_problems(line.value):
                raise to_error(problems[0], line=line.number)
            yield line

    def events(self) -> Iterator[dict[str, Any]]:
        """The events in the order of the file, in shape; nothing is verified. Raises like `lines`."""
        return (line.value for line in self.lines())


def read_record(source: Source) -> Record:
    """
    The record in a file, a stream or bytes. Reads its header; the events are read when asked for.

    Raises:
        RecordError: There is no header of format 1.
        OSError: The path cannot be read.
    """
    material = Material(source)
    return Record(read_header(material), material)


def read_header(material: Material) -> dict[str, Any]:
    """
    The header of a record.

    Raises:
        RecordError: There is none of format 1; says what is there.
    """
    first = next(material.scan(), None)
    if first is None:
        raise RecordError("the file is empty; a record begins with its header", line=1, is_fatal=True)
    if isinstance(first, RecordError):
        raise first
    problem = next(header_problems(first.value), None)
    if problem is not None:
        raise to_error(problem, line=1)
    return first.value


def to_error(problem: Problem, *, line: int) -> RecordError:
    """The problem as an error that names its line."""
    found = "" if problem.found is ABSENT else f" (it is {shorten(problem.found)})"
    return RecordError(problem.sentence + found, line=line, pointer=problem.pointer)
