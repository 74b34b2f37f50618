"""Many records in one stream or file: where each begins and ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from .errors import DelvebookError
from .shapes import Shape, learn

END_FORMAT: Final = "delvebook-records/1"


@dataclass(frozen=True, slots=True)
class Record:
    """
    A record, whole.

    Attributes:
        game: Its game.
        content: Its lines, byte for byte.
    """

    game: str
    content: bytes = field(repr=False)


class RecordsEnd(Shape, frozen=True, kw_only=True):
    """
    The last line of a stream of records.

    Attributes:
        after: The last game of the stream: give it as `after` to get the games that end later.
        complete: Whether these were all; not if `limit` has ended the stream.
        records: How many records came.
        skipped: Games that were left out because a stored event is damaged.
    """

    format: str
    after: str | None
    complete: bool
    records: int
    skipped: list[str]


@dataclass(frozen=True, slots=True)
class Progress:
    """
    How far a download has come.

    Attributes:
        bytes: How many bytes are here.
        bytes_total: How many there are in all; None if the service does not say.
        records: How many whole records are here; None for a download that is not counted in records.
    """

    bytes: int
    bytes_total: int | None = None
    records: int | None = None


class _Head(msgspec.Struct):
    n: int


class _Header(msgspec.Struct):
    format: str
    game: str | None = None
    head: _Head | None = None


class RecordSplitter:
    """Puts lines together into whole records."""

    def __init__(self) -> None:
        self._game = ""
        self._lines: list[bytes] = []
        self._missing = 0
        for shape in (_Header, RecordsEnd):
            learn(shape)

    def add(self, line: bytes) -> Record | RecordsEnd | None:
        """
        Takes the next line, without its newline. Returns the record or the stream that it ends.

        Raises:
            DelvebookError: The line is not part of a stream of records.
        """
        if self._missing:
            self._missing -= 1
        else:
            try:
                header = msgspec.json.decode(line, type=_Header)
                if header.format == END_FORMAT:
                    return msgspec.json.decode(line, type=RecordsEnd)
            except msgspec.DecodeError:
                header = None
            if header is None or header.game is None or header.head is None:
                raise DelvebookError(f"here a record should begin: {line[:200]!r}")
            self._game, self._missing = header.game, header.head.n
        self._lines.append(line)
        if self._missing:
            return None
        record = Record(self._game, b"".join(one + b"\n" for one in self._lines))
        self._lines.clear()
        return record


def split_records(lines: Iterable[bytes]) -> Iterator[Record]:
    """Yields the whole records of a file of records, opened for bytes. What follows the last of them is left out."""
    splitter = RecordSplitter()
    for line in lines:
        if not line.endswith(b"\n"):
            return
        found = splitter.add(line[:-1])
        if isinstance(found, Record):
            yield found


def whole_part(path: Path) -> tuple[int, int, str | None]:
    """Returns how many bytes of a file are whole records, how many records, and the game of the last; zeros if none."""
    size, count, last = 0, 0, None
    if path.exists():
        with path.open("rb") as file:
            for record in split_records(file):
                size, count, last = size + len(record.content), count + 1, record.game
    return size, count, last
