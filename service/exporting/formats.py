"""The formats of an export of many records, and their requirements."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import zstandard

from delvebook.domain.canonical import jcs
from delvebook.domain.game_event import EventLine
from delvebook.replays.lines import Header
from delvebook.service.base.errors import FormatUnavailableError
from delvebook.service.exporting.parquet import ParquetWriter


class Format(NamedTuple):
    """
    A format of an export.

    Attributes:
        media_type: The media type of the whole file.
        suffix: The end of its name.
        library: The optional library that it needs, if any.
        extra: The extra of this package that installs it.
    """

    media_type: str
    suffix: str
    library: str | None = None
    extra: str = ""


FORMATS: Final = {
    "ndjson.zst": Format("application/zstd", "ndjson.zst"),
    "parquet": Format("application/zip", "parquet.zip", "pyarrow", "export"),
}
"""The formats, by name."""
ZSTD_LEVEL: Final = 10
"""Records shrink to a tenth; higher levels cost several times as much for a few per cent."""


def require_format(name: str) -> Format:
    """
    Returns the format of that name, if this installation can write it.

    Raises:
        FormatUnavailableError
    """
    found = FORMATS[name]
    if found.library is not None and find_spec(found.library) is None:
        install = f"delvebook[{found.extra}]"
        raise FormatUnavailableError(
            f"{name} needs {found.library}, which is not installed on this service; it comes with {install}",
            format=name,
            install=install,
        )
    return found


def open_writer(name: str, path: Path) -> LinesWriter | ParquetWriter:
    """
    Returns a writer of an export in that format to that path.

    Raises:
        FormatUnavailableError
    """
    require_format(name)
    return ParquetWriter(path) if name == "parquet" else LinesWriter(path)


class LinesWriter:
    """
    Writes the lines of all records, packed with Zstandard.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._stream = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True).stream_writer(self._file)

    def add(self, header: Header, events: list[EventLine]) -> None:
        """Adds the lines of a record."""
        for line in (header, *events):
            self._stream.write(jcs(line) + b"\n")

    def finish(self, end: bytes) -> None:
        """Adds the last line, and ends the file."""
        self._stream.write(end)
        self._stream.close()  # type: ignore[no-untyped-call]
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
