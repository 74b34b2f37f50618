"""
What the log of games signed last, kept beside its keys and apart from the database.

A database that was restored from a backup has forgotten what was signed since. These files have not, so the log is not
signed twice in two ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from delvebook.domain.canonical import sha256_hex
from delvebook.replays.log.checkpoints import parse_checkpoint
from delvebook.replays.log.notes import NoteError
from delvebook.service.base.private_files import written
from delvebook.service.base.settings import Settings

SUFFIX: Final = ".checkpoint"


class SignedLast:
    """
    A directory with a file for each name of a log: the last checkpoint that was signed under it.

    Args:
        directory: Made when something is kept.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def read(self, origin: str) -> str | None:
        """Returns the checkpoint that was signed last under that name; None if none is known."""
        with suppress(FileNotFoundError):
            return self._file(origin).read_text(encoding="utf-8", errors="replace")
        return None

    def keep(self, origin: str, note: str) -> None:
        """Keeps a checkpoint, durably."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._file(origin)
        with written(file, note) as made:
            made.replace(file)

    def origins(self) -> list[str]:
        """Returns the names under which something was signed."""
        return sorted(self._origins())

    def _origins(self) -> Iterator[str]:
        for file in self._directory.glob(f"*{SUFFIX}"):
            with suppress(NoteError):
                yield parse_checkpoint(file.read_text(encoding="utf-8", errors="replace"))[1].origin

    def _file(self, origin: str) -> Path:
        return self._directory / f"{sha256_hex(origin.encode())[:16]}{SUFFIX}"


def open_signed_last(settings: Settings) -> SignedLast:
    """Returns what was signed last, in the directory that the settings name."""
    return SignedLast(settings.log_signed_path)
