"""
The lines of a record file (record-format §1), from sources that cannot be trusted.

A file is read line by line, with a limit on the length of each. A line must hold strict JSON of the record format.
Most lines are canonical, and are recognized quickly: decoded, encoded again, and equal.
All others go through the strict parser of `delvebook.domain.canonical`, which also says what is wrong.
"""

from __future__ import annotations

import io
import re
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO, Final, NamedTuple, NotRequired, TypedDict

import orjson

from delvebook.domain.canonical import DEPTH_MAX, jcs, parse
from delvebook.domain.errors import NotCanonicalError
from delvebook.replays.errors import RecordError

LINE_BYTES_MAX: Final = 8 * 2**20
HEADER_BYTES_MAX: Final = 2**20
LINES_MAX: Final = 1_000_000

Source = str | Path | bytes | BinaryIO | Iterable[bytes]
"""A path, the bytes themselves, a binary stream, or pieces of bytes in order."""

_FLOAT: Final = re.compile(rb"\d[.eE]")
"""Matches a number with a fraction or an exponent, and nothing else in JSON without its strings."""
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*"')
_NO_BRACKET: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")
_JSON_PLACE: Final = re.compile(r": line \d+ column (\d+) \(char \d+\)")
_MAGIC: Final = (
    (b"\x1f\x8b", "this is a gzip file; unpack it first (gunzip)"),
    (b"PK\x03\x04", "this is a zip file; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "this is a zstd file; unpack it first"),
    (b"BZh", "this is a bzip2 file; unpack it first"),
    (b"\xfd7zXZ", "this is an xz file; unpack it first"),
    (b"\xef\xbb\xbf", "the file begins with a byte order mark; a record is UTF-8 without one"),
    (b"\xff\xfe", "the file is UTF-16; a record is UTF-8"),
    (b"\xfe\xff", "the file is UTF-16; a record is UTF-8"),
)


class HeadLine(TypedDict):
    """Where a record ends, as its header says it."""

    n: int
    hash: str


class Header(TypedDict):
    """The first line of a record."""

    format: str
    game: str
    ruleset: str
    content: str
    viewer: str
    exported_at: str
    head: HeadLine
    receipt: str | None
    log: NotRequired[Mapping[str, object]]


class Line(NamedTuple):
    """One line: its number from 1, the object it holds, and whether its bytes are in canonical form."""

    number: int
    value: dict[str, object]
    is_canonical: bool


class Material:
    """
    The bytes of one record, which can be read from the start any number of times.

    A path is opened each time. A stream, or pieces, are kept in memory, or in a temporary file beyond 16 MiB.
    """

    def __init__(self, source: Source) -> None:
        self._path: Path | None = None
        self._kept: IO[bytes] | None = None
        if isinstance(source, str | Path):
            self._path = Path(source)
        elif isinstance(source, bytes | bytearray | memoryview):
            self._kept = io.BytesIO(bytes(source))
        else:
            self._kept = tempfile.SpooledTemporaryFile(max_size=16 * 2**20)  # noqa: SIM115 - lives as long as this
            pieces = iter(partial(source.read, 2**16), b"") if hasattr(source, "read") else source
            weakref.finalize(self, self._kept.close)
            self._kept.writelines(pieces)

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """
        The bytes from the start.

        Raises:
            OSError: The path cannot be read.
        """
        if self._path is not None:
            with self._path.open("rb") as stream:
                yield stream
        elif self._kept is not None:
            self._kept.seek(0)
            yield self._kept

    def find_lines(self, needle: bytes) -> Iterator[bytes]:
        """The raw lines that hold the byte string; much quicker than `scan`, since it parses nothing."""
        with self.open() as stream:
            while raw := stream.readline(LINE_BYTES_MAX + 1):
                if needle in raw:
                    yield raw

    def scan(self) -> Iterator[Line | RecordError]:
        """
        Every line in order; in place of a line that cannot be read, the error that says why.

        Nothing follows an error with `is_fatal`. One empty line at the end is ignored.
        """
        with self.open() as stream:
            yield from scan(stream)


def scan(stream: IO[bytes]) -> Iterator[Line | RecordError]:
    """`Material.scan` for an open stream; reads lazily."""
    empty: int | None = None
    number = 0
    while raw := stream.readline(LINE_BYTES_MAX + 1):
        number += 1
        if number == 1 and (error := _alien(raw)) is not None:
            yield error
            return
        longest, what = (HEADER_BYTES_MAX, "header") if number == 1 else (LINE_BYTES_MAX, "event")
        if len(raw.removesuffix(b"\n")) > longest:
            yield RecordError(
                f"the line is longer than {longest // 2**20} MiB; no {what} is", line=number, is_fatal=True
            )
            return
        is_last_empty = raw == b"\n" and number == LINES_MAX + 1
        if number > LINES_MAX and not is_last_empty:
            yield RecordError(f"a record has at most {LINES_MAX} lines", line=number, is_fatal=True)
            return
        if empty is not None:
            yield RecordError("the line is empty; each line must hold one event", line=empty)
            empty = None
        if raw == b"\n":
            empty = number
            continue
        try:
            yield parse_line(raw, number=number)
        except RecordError as error:
            yield error


def parse_line(raw: bytes, *, number: int) -> Line:
    """
    Parses a line, with or without its line end.

    Raises:
        RecordError: The line does not hold an object of the record format. Says why.
    """
    bare = raw[:-1] if raw.endswith(b"\n") else raw
    if b"\r" in bare:
        raise RecordError("the line holds a carriage return; lines end with a line feed alone", line=number)
    try:
        value = orjson.loads(bare)
        if type(value) is dict and jcs(value) == bare:
            outside = _without_strings(bare)
            if _FLOAT.search(outside) is None and _is_shallow(outside) and (bare.isascii() or _has_ascii_keys(value)):
                return Line(number, value, is_canonical=True)
    except (orjson.JSONDecodeError, NotCanonicalError, RecursionError):
        pass
    return _parse_strictly(raw, number=number)


def _parse_strictly(raw: bytes, *, number: int) -> Line:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start + 1} of the line is not UTF-8", line=number) from None
    try:
        value = parse(text)
    except NotCanonicalError as error:
        if not raw.endswith(b"\n"):
            raise RecordError("the line breaks off in the middle: the file is truncated", line=number) from None
        raise RecordError(_JSON_PLACE.sub(r" at column \1", str(error)), line=number) from None
    if type(value) is not dict:
        raise RecordError(f"the line holds {_kind(value)}, not an object", line=number)
    return Line(number, value, is_canonical=jcs(value) == raw.removesuffix(b"\n"))


def _alien(raw: bytes) -> RecordError | None:
    for magic, sentence in _MAGIC:
        if raw.startswith(magic):
            return RecordError(sentence, line=1, is_fatal=True)
    if b"\0" in raw[:4]:
        return RecordError("the file is binary, or UTF-16; a record is UTF-8 text", line=1, is_fatal=True)
    return None


def _without_strings(bare: bytes) -> bytes:
    """JSON text without its strings: brackets, numbers, words and what stands between them."""
    return _STRING.sub(b"", bare) if b"\\" in bare else b"".join(bare.split(b'"')[::2])


def _is_shallow(outside: bytes) -> bool:
    """Whether JSON text, given without its strings, is nested no deeper than allowed."""
    if outside.count(b"{") + outside.count(b"[") <= DEPTH_MAX:
        return True
    brackets = outside.translate(None, _NO_BRACKET)
    for _ in range(DEPTH_MAX):
        if not brackets:
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return not brackets


def _has_ascii_keys(value: object) -> bool:
    if type(value) is dict:
        return all(key.isascii() for key in value) and all(map(_has_ascii_keys, value.values()))
    return type(value) is not list or all(map(_has_ascii_keys, value))


def _kind(value: object) -> str:
    names = {"list": "an array", "str": "a string", "int": "a number", "bool": "a boolean", "NoneType": "null"}
    return names.get(type(value).__name__, "something else")
