"""The records of all finished games, one after another, for researchers and archives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import MalformedError, UnknownGameError
from delvebook.projections.collection import CollectionReader, GameFilter
from delvebook.replays.lines import Material
from delvebook.replays.record import Record, read_header
from delvebook.service.store.mapper import DamagedError
from delvebook.service.usecases.exports import ExportService

PAGE: Final = 100
"""The number of games whose ids are read at a time."""
SKIPPED_MAX: Final = 100
"""The largest number of unreadable games that the last line names."""
END_FORMAT: Final = "delvebook-records/1"


class Found:
    """
    A game of the collection, with its record, which is completed before it is given out; None if it is damaged.

    A record that breaks off in mid-stream cannot be taken back, and one without its seed must not be given out.
    """

    __slots__ = ("game", "material")

    def __init__(self, game: str, material: Material | None) -> None:
        self.game = game
        self.material = material

    def lines(self) -> Iterator[bytes]:
        """Yields the record's lines, as they were written."""
        if self.material is not None:
            with self.material.open() as stream:
                yield from stream

    def record(self) -> Record:
        """Returns the parsed record."""
        assert self.material is not None  # noqa: S101 - only whole records are asked
        return Record(read_header(self.material), self.material)


class CollectionService:
    """
    The use cases of reading many records.

    Args:
        exports: Writes each record.
        reader: Finds the games.
    """

    def __init__(self, exports: ExportService, reader: CollectionReader) -> None:
        self._exports = exports
        self._reader = reader

    def place_of(self, after: UUID | None) -> int:
        """
        Returns the place after which the records begin; 0 for all of them.

        Raises:
            UnknownGameError: The game is not in the collection.
        """
        place = 0 if after is None else self._reader.place_of(str(after))
        if place is None:
            raise UnknownGameError(f"game {after} is not among the records, so the list cannot continue after it")
        return place

    def count(self, filter_: GameFilter, *, viewer: str | None) -> int:
        """Returns the number of games that match."""
        return self._reader.count(filter_, viewer=viewer)

    def find(self, filter_: GameFilter, *, viewer: str | None, after: int = 0) -> Iterator[Found]:
        """Yields the games after that place, one by one. Only one record is held at a time."""
        while page := self._reader.page(filter_, viewer=viewer, after=after, limit=PAGE):
            for place, game in page:
                yield Found(game, self._read(game))
                after = place

    def stream(
        self, filter_: GameFilter, *, viewer: str | None, after: UUID | None, limit: int | None
    ) -> Iterator[bytes]:
        """
        Yields the lines of all records, in the order in which their games became public, and an end line.

        Raises:
            UnknownGameError: There is no such game to continue after. Nothing has been given out.
        """
        return self._lines(filter_, viewer, self.place_of(after), None if after is None else str(after), limit)

    def _lines(
        self, filter_: GameFilter, viewer: str | None, place: int, last: str | None, limit: int | None
    ) -> Iterator[bytes]:
        count, skipped, is_complete = 0, list[str](), True
        for found in self.find(filter_, viewer=viewer, after=place):
            if limit is not None and count == limit:
                is_complete = False
                break
            if found.material is None:
                skipped.append(found.game)
            else:
                yield from found.lines()
                count += 1
            last = found.game
        yield end_line(count=count, skipped=skipped, after=last, is_complete=is_complete)

    def _read(self, game: str) -> Material | None:
        try:
            return Material(self._exports.public(UUID(game)).lines)
        except (DamagedError, MalformedError, UnknownGameError):
            return None


def end_line(*, count: int, skipped: list[str], after: str | None, is_complete: bool) -> bytes:
    """
    Returns the last line of a stream of records. A stream without it was cut off.

    Args:
        count: The number of records before it.
        skipped: Games whose stored events are damaged.
        after: The last game, to continue after.
        is_complete: Whether the collection has no further game yet.
    """
    end: dict[str, object] = {
        "format": END_FORMAT,
        "records": count,
        "skipped": skipped[:SKIPPED_MAX],
        "after": after,
        "complete": is_complete,
    }
    return jcs(end) + b"\n"
