"""One export, from the first record to the finished file."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, cast

from delvebook.domain.game_event import EventLine
from delvebook.projections.collection import GameFilter
from delvebook.replays.lines import Header
from delvebook.replays.pseudonyms import Pseudonyms, pseudonymise
from delvebook.service.base.errors import ExportTooLargeError
from delvebook.service.exporting.files import Files
from delvebook.service.exporting.formats import FORMATS, open_writer
from delvebook.service.usecases.collection import CollectionService, Found, end_line

KEY_BYTES: Final = 32
CHUNK_BYTES: Final = 2**20


class ExportMaker:
    """
    Makes exports.

    Args:
        collection: The records.
        files: The directory for the files.
        random_bytes: Returns unpredictable bytes, for pseudonyms. They are not stored.
        bytes_max: The largest file, in bytes.
        disk_bytes_min: The disk space that must stay free, in bytes.
    """

    def __init__(
        self,
        collection: CollectionService,
        files: Files,
        *,
        random_bytes: Callable[[int], bytes],
        bytes_max: int,
        disk_bytes_min: int,
    ) -> None:
        self._collection = collection
        self._files = files
        self._random_bytes = random_bytes
        self._bytes_max = bytes_max
        self._disk_bytes_min = disk_bytes_min

    def make(self, id_: str, asked: Mapping[str, Any], tell: Callable[[int, int], None]) -> dict[str, object]:
        """
        Writes the export. Returns a description of its file.

        Args:
            id_: The id of its job.
            asked: `format`, `pseudonymous`, `wanted` (see `plain_wanted`), `viewer`.
            tell: Called with the number of records done, and the number of all.

        Raises:
            ExportTooLargeError, FormatUnavailableError, and whatever `tell` raises. The file is then removed.
        """
        filter_, viewer = read_wanted(asked["wanted"]), asked["viewer"]
        of = self._collection.count(filter_, viewer=viewer)
        names = Pseudonyms(self._random_bytes(KEY_BYTES)) if asked["pseudonymous"] else None
        self._files.sweep()
        tell(0, of)
        count, skipped, last = 0, list[str](), None
        with (
            self._files.writing(file_name(id_, asked["format"])) as path,
            closing(open_writer(asked["format"], path)) as writer,
        ):
            for found in self._collection.find(filter_, viewer=viewer):
                last = found.game
                if found.material is None:
                    skipped.append(found.game)
                    continue
                writer.add(*_parts(found, names))
                count += 1
                tell(count, max(of, count))
                self._require_room(path)
            if names is None:
                end = end_line(count=count, skipped=skipped, after=last, is_complete=True)
            else:
                end = end_line(count=count, skipped=[], after=None, is_complete=True)  # Neither may name a game.
            writer.finish(end)
            return {
                "records": count,
                "skipped": len(skipped),
                "bytes": path.stat().st_size,
                "sha256": _digest(path),
                "media_type": FORMATS[asked["format"]].media_type,
            }

    def _require_room(self, path: Path) -> None:
        """
        Returns if the file may grow.

        Raises:
            ExportTooLargeError
        """
        if path.exists() and path.stat().st_size > self._bytes_max:
            raise ExportTooLargeError(
                f"the export is larger than {self._bytes_max} bytes; ask for fewer games at a time",
                bytes_max=self._bytes_max,
            )
        if shutil.disk_usage(path.parent).free < self._disk_bytes_min:
            raise ExportTooLargeError("the service has no room for so large an export right now")


def file_name(id_: str, format_: str) -> str:
    """Returns the name of an export's file."""
    return f"{id_}.{FORMATS[format_].suffix}"


def plain_wanted(filter_: GameFilter) -> dict[str, object]:
    """Returns the filter as plain data."""
    return {
        "statuses": list(filter_.statuses),
        "ruleset": filter_.ruleset,
        "since": filter_.since,
        "until": filter_.until,
        "player": filter_.player,
        "bot": filter_.bot,
        "options": dict(filter_.options),
    }


def read_wanted(plain: Mapping[str, Any]) -> GameFilter:
    """Returns the filter that `plain_wanted` wrote."""
    return GameFilter(**plain)


def _parts(found: Found, names: Pseudonyms | None) -> tuple[Header, list[EventLine]]:
    """Returns the header of a record and its events, with pseudonyms if `names` is given."""
    record = found.record()
    if names is None:
        return record.header, list(record.events())
    header, *events = pseudonymise(record.header, record.events(), names)
    return cast("tuple[Header, list[EventLine]]", (header, events))


def _digest(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            found.update(chunk)
    return found.hexdigest()
