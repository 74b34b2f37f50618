"""Files and records for programs that wait for each answer: to memory, or to a file that goes on after a break."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

import httpx
from msgspec.structs import replace

from ..errors import NoAnswerError, ProblemError
from ..record_files import END_FORMAT, Progress, Record, RecordsEnd, RecordSplitter, whole_part
from ..requests import Query
from ..retries import Attempts, may_ask_again
from .connection import Connection
from .streams import NDJSON, whole_lines

OnProgress = Callable[[Progress], None]
PARTIAL: Final = 206
NO_RANGE: Final = (400, 416)
"""Statuses of a refusal to begin there."""


class Download:
    """A file of the service. Nothing is sent before `read` or `save` is called."""

    def __init__(
        self, api: Connection, path: str, query: Query, *, accept: str = "*/*", timeout: float | None = None
    ) -> None:
        self._api = api
        self._path = path
        self._query = query
        self._accept = accept
        self._timeout = timeout

    def read(self, *, progress: OnProgress | None = None) -> bytes:
        """Returns the whole file, after as many attempts as `retries` allows."""
        sink = io.BytesIO()
        self._fetch(sink, _Tag(None), progress)
        return sink.getvalue()

    def save(self, path: str | Path, *, progress: OnProgress | None = None) -> Path:
        """
        Writes the file to a path, which exists only once the file is whole. Returns the path.

        Until then it is `<path>.part`. If that is there, from a call or a program that was stopped, and is a part of
        the same file, only what is missing is fetched.

        Args:
            path: Where to.
            progress: Called with the progress after every piece.
        """
        whole = Path(path)
        part = whole.with_name(whole.name + ".part")
        tag = _Tag(whole.with_name(whole.name + ".part.etag"))
        part.touch()
        with part.open("r+b") as sink:
            sink.seek(0, io.SEEK_END)
            self._fetch(sink, tag, progress)
        part.replace(whole)
        tag.forget()
        return whole

    def _fetch(self, sink: BinaryIO, tag: _Tag, progress: OnProgress | None) -> None:
        """Brings what is missing behind the end of `sink`."""
        attempts = Attempts(self._api.retries)
        furthest = sink.tell()
        while True:
            wrong: ProblemError | NoAnswerError = NoAnswerError(f"no whole answer to GET {self._path}")
            here, total = sink.tell(), None
            headers = {"Accept": self._accept, "Accept-Encoding": "identity"}
            if here and tag.value is not None:
                headers |= {"Range": f"bytes={here}-", "If-Range": tag.value}
            try:
                with self._api.streamed(self._path, self._query, headers, timeout=self._timeout) as answer:
                    if answer.status_code != PARTIAL:  # a whole file, or another one than before
                        here = 0
                        sink.seek(0)
                        sink.truncate()
                    tag.keep(answer.headers.get("ETag"))
                    length = answer.headers.get("Content-Length")
                    total = here + int(length) if length is not None else None
                    for some in answer.iter_bytes():
                        sink.write(some)
                        if sink.tell() > furthest:  # what is fetched once more is no news
                            furthest = sink.tell()
                            attempts.renew()
                        if progress is not None:
                            progress(Progress(sink.tell(), total))
                    return
            except httpx.TransportError as broken:
                if sink.tell() == total:
                    return  # the line broke behind the last byte
                wrong.__cause__ = broken
            except ProblemError as problem:
                if "Range" in headers and problem.status in NO_RANGE:  # the file is no longer than what is here: anew
                    sink.seek(0)
                    sink.truncate()
                elif not may_ask_again(problem, is_safe=True):
                    raise
                wrong = problem
            sink.flush()
            self._api.pause(attempts, wrong)


class Records:
    """
    The records of many games, one after another. If the connection breaks, it goes on after the last whole record.

    Attributes:
        end: The last line of the stream; None until all records have been read.
    """

    def __init__(
        self,
        api: Connection,
        path: str,
        query: Query,
        *,
        after: str | None,
        limit: int | None,
        timeout: float | None = None,
    ) -> None:
        self.end: RecordsEnd | None = None
        self._api = api
        self._path = path
        self._query = query
        self._after = after
        self._limit = limit
        self._timeout = timeout

    def __iter__(self) -> Iterator[Record]:
        attempts = Attempts(self._api.retries)
        silence = self._api.silence if self._timeout is None else self._timeout
        count = 0
        while self.end is None:
            wrong: ProblemError | NoAnswerError = NoAnswerError(f"the stream {self._path} was cut off")
            left = None if self._limit is None else self._limit - count
            if left == 0:  # the stream broke behind the last one
                self.end = RecordsEnd(format=END_FORMAT, after=self._after, complete=False, records=count, skipped=[])
                return
            query = {**self._query, "after": self._after, "limit": left}
            splitter = RecordSplitter()
            try:
                with self._api.streamed(self._path, query, {"Accept": NDJSON}, timeout=self._timeout) as answer:
                    for line in whole_lines(answer, silence=silence):
                        found = splitter.add(line)
                        if isinstance(found, RecordsEnd):
                            self.end = replace(found, records=count)  # those of all attempts
                            return
                        if found is not None:
                            attempts.renew()
                            self._after = found.game
                            count += 1
                            yield found
            except httpx.TransportError as broken:
                wrong.__cause__ = broken
            except ProblemError as problem:
                if not may_ask_again(problem, is_safe=True):
                    raise
                wrong = problem
            self._api.pause(attempts, wrong)

    def save(self, path: str | Path, *, progress: OnProgress | None = None) -> RecordsEnd:
        """
        Adds the records to a file. Returns the last line of the stream, which is not in the file.

        If the file is there, what follows its last whole record is dropped, and only the records after that one are
        fetched. So the same call goes on after a break, and brings the games that have ended since on another day.

        Args:
            path: The file: lines of records, one record after another.
            progress: Called with the progress after every record.
        """
        file = Path(path)
        size, count, last = whole_part(file)
        self._after = last or self._after
        file.touch()
        with file.open("r+b") as sink:
            sink.truncate(size)
            sink.seek(size)
            for record in self:
                sink.write(record.content)
                count += 1
                if progress is not None:
                    progress(Progress(sink.tell(), records=count))
        assert self.end is not None  # noqa: S101 - all have been read
        return self.end


class _Tag:
    """The ETag of the file that a part belongs to, in a small file beside the part, or in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.value = path.read_text().strip() or None if path is not None and path.exists() else None

    def keep(self, value: str | None) -> None:
        self.value = value
        if self._path is not None:
            self._path.write_text(value or "")

    def forget(self) -> None:
        if self._path is not None:
            self._path.unlink(missing_ok=True)
