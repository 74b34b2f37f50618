"""
The record of a game (record-format §1): written from stored events, read from anywhere.

Both directions stream: neither holds more than one event at a time.
Reading trusts nothing, and says what is wrong and where. Whether a readable record is *true* is checked by
`delvebook.replays.verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import MalformedError, NotNowError
from delvebook.domain.events import GameCreated, SeedRevealed
from delvebook.domain.game_event import EventLine, GameEvent
from delvebook.domain.kinds import is_time
from delvebook.domain.viewers import PUBLIC, Viewer
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Header, Line, Material, Source
from delvebook.replays.pointers import ABSENT, shorten
from delvebook.replays.schema import FORMAT, SchemaFault, event_problems, header_problems

MEDIA_TYPE = "application/x-ndjson"


class Head(NamedTuple):
    """The end of a record: the number and the hash of its last event."""

    n: int
    hash: str


class NotRevealedError(NotNowError):
    """A public record was requested while the seed is still secret."""

    code = "record/not_public_yet"


# -- writing ------------------------------------------------------------------------------------


def header_of(
    created: GameEvent,
    *,
    head: Head,
    viewer: Viewer,
    exported_at: str,
    receipt: str | None = None,
    log: Mapping[str, object] | None = None,
) -> Header:
    """
    The first line of a record.

    Args:
        created: Event 1.
        head: The last event of the record.
        viewer: The viewer for whom the record is.
        exported_at: The current time, in the record's format.
        receipt: A signed receipt for the head, if there is one.
        log: The proof that the game is in the log of games (`inclusion.Inclusion`), if the header is to have it.

    Raises:
        MalformedError: `created` is not event 1, or `exported_at` is not in the record's time format.
    """
    if not isinstance(created, GameCreated):
        raise MalformedError(f"a record begins with GameCreated, not with event {created.n}, a {created.type}")
    if not is_time(exported_at):
        raise MalformedError(f"{exported_at!r} is not a time as records write it; write YYYY-MM-DDTHH:MM:SS.ffffffZ")
    header: Header = {
        "format": FORMAT,
        "game": str(created.originator_id),
        "ruleset": created.data["ruleset"],
        "content": created.data["content"],
        "viewer": str(viewer),
        "exported_at": exported_at,
        "head": {"n": head.n, "hash": head.hash},
        "receipt": receipt,
    }
    if log is not None:
        header["log"] = log
    return header


def write_record(
    events: Iterable[GameEvent],
    *,
    head: Head,
    seed: bytes,
    is_seed_revealed: bool,
    viewer: Viewer,
    exported_at: str,
    receipt: str | None = None,
    log: Mapping[str, object] | None = None,
) -> Iterator[bytes]:
    """
    The lines of a viewer's record, each with its line end, made on demand.

    After the seed is revealed, every envelope is open for every viewer (record-format §2).

    Args:
        events: The stored events from event 1 to `head`, in order.
        head: The last event of the record. The first line names it, so it must be known before the events are read.
        seed: The game's seed, from which the salts are derived.
        is_seed_revealed: Whether `SeedRevealed` is among the events.
        viewer: The viewer for whom the record is; `public` only once the seed is revealed.
        exported_at: The current time, in the record's format.
        receipt: A signed receipt for the head, if there is one.
        log: The proof that the game is in the log of games, if the header is to have it.

    Raises:
        NotRevealedError: The record is to be public, and the seed is secret. Nothing has been yielded.
        MalformedError: The events are not those from 1 to `head`. Discard what was yielded.
    """
    if viewer == PUBLIC and not is_seed_revealed:
        raise NotRevealedError("the seed is not revealed yet, so this game has no public record")
    eyes = PUBLIC if is_seed_revealed else viewer
    last = Head(0, "")
    is_out = False
    for event in events:
        if event.n != last.n + 1 or event.n > head.n:
            raise MalformedError(f"event {event.n} does not follow event {last.n} in a record of {head.n} events")
        if event.n == 1:
            yield to_line(header_of(event, head=head, viewer=viewer, exported_at=exported_at, receipt=receipt, log=log))
        last = Head(event.n, event.hash)
        is_out = is_out or isinstance(event, SeedRevealed)
        yield to_line(event.to_record(eyes, seed=seed))
    if last != head:
        raise MalformedError(f"the events end at {last.n}, {last.hash}; the head is {head.n}, {head.hash}")
    if is_out != is_seed_revealed:
        raise MalformedError(f"the seed is {'' if is_out else 'not '}among the events, contrary to is_seed_revealed")


def to_line(value: Mapping[str, object]) -> bytes:
    """The canonical line of a header or an event, with its line end."""
    return jcs(value) + b"\n"


# -- reading ------------------------------------------------------------------------------------


class Record:
    """
    An open record.

    Attributes:
        header: The first line; its shape has been checked.
    """

    def __init__(self, header: Header, material: Material) -> None:
        self.header = header
        self._material = material

    def lines(self) -> Iterator[Line]:
        """
        The lines after the header, each an event whose shape has been checked. Each call starts from the beginning.

        Raises:
            RecordError: A line cannot be read, or does not hold an event.
        """
        scanned = self._material.scan()
        next(scanned, None)
        for line in scanned:
            if isinstance(line, RecordError):
                raise line
            if problems := event_problems(line.value):
                raise to_error(problems[0], line=line.number)
            yield line

    def events(self) -> Iterator[EventLine]:
        """The events in the order of the file, not verified. Raises the same errors as `lines`."""
        return (cast("EventLine", line.value) for line in self.lines())


def seed_in(event: EventLine) -> bytes | None:
    """The seed that a recorded event reveals; None if it reveals none. The event must be in shape."""
    return bytes.fromhex(event["data"]["seed"]) if event["type"] == "SeedRevealed" else None


def find_seed(record: Record) -> bytes | None:
    """
    The seed, if the record reveals it. Reads the record up to that event, or to its end.

    Raises:
        RecordError: The record cannot be read.
    """
    return next((seed for seed in map(seed_in, record.events()) if seed is not None), None)


def read_record(source: Source) -> Record:
    """
    Opens the record in a file, a stream or bytes. Reads its header; the events are read on demand.

    Raises:
        RecordError: There is no header of format 1.
        OSError: The path cannot be read.
    """
    material = Material(source)
    return Record(read_header(material), material)


def read_header(material: Material) -> Header:
    """
    The header of a record.

    Raises:
        RecordError: There is no header of format 1. Says what is there instead.
    """
    first = next(material.scan(), None)
    if first is None:
        raise RecordError("the file is empty; a record begins with its header", line=1, is_fatal=True)
    if isinstance(first, RecordError):
        raise first
    problem = next(header_problems(first.value), None)
    if problem is not None:
        raise to_error(problem, line=1)
    return cast("Header", first.value)


def to_error(problem: SchemaFault, *, line: int) -> RecordError:
    """The problem as an error that names its line."""
    found = "" if problem.found is ABSENT else f" (it is {shorten(problem.found)})"
    return RecordError(problem.sentence + found, line=line, pointer=problem.pointer)
