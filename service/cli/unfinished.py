"""What an unfinished study of balance has counted, in a file, so that the same command goes on with it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec

from delvebook.replays.balance import Study, StudyCounts


class OtherStudyError(Exception):
    """The file is of another study, or of none."""


class Part(msgspec.Struct):
    """
    A line of the file.

    Attributes:
        first: The number of its first game.
        end: The number after its last one.
        counts: What was counted in them.
    """

    first: int
    end: int
    counts: StudyCounts


class Unfinished:
    """
    The file. Its first line says which study it is of; each further line is a `Part`.

    Args:
        path: Where it is.
        asked: The study.
    """

    def __init__(self, path: Path, asked: Study) -> None:
        self._path = path
        self._terms = msgspec.json.encode(asked)

    def read(self) -> dict[range, StudyCounts]:
        """
        Returns the counts of the games played so far, by the numbers of the games. Begins the file if there is none.

        A last line that was not written to its end is removed.

        Raises:
            OtherStudyError
            OSError: The file cannot be read or written.
        """
        whole, _, torn = (self._path.read_bytes() if self._path.exists() else b"").rpartition(b"\n")
        if not whole:
            self._path.write_bytes(self._terms + b"\n")
            return {}
        terms, *lines = whole.split(b"\n")
        if terms != self._terms:
            raise self._other()
        try:
            parts = [msgspec.json.decode(line, type=Part, dec_hook=_counter) for line in lines]
        except msgspec.MsgspecError:
            raise self._other() from None
        if torn:
            self._path.write_bytes(whole + b"\n")
        return {range(part.first, part.end): part.counts for part in parts}

    def add(self, numbers: range, counts: StudyCounts) -> None:
        """Adds the counts of the games with these numbers."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(Part(numbers.start, numbers.stop, counts)) + b"\n")

    def forget(self) -> None:
        """Removes the file."""
        self._path.unlink(missing_ok=True)

    def _other(self) -> OtherStudyError:
        return OtherStudyError(f"{self._path} is not of this study; remove it, or choose another folder")


def _counter(kind: type, found: object) -> object:
    """Returns a `Counter`, whose keys JSON has as texts."""
    (key,) = get_args(kind)
    return Counter({key(name): count for name, count in msgspec.convert(found, dict[str, int]).items()})
