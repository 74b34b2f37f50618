"""The files of finished exports and analyses: where they are, and how long they are kept."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from delvebook.service.base.private_files import make_private


class Files:
    """
    A directory of files that are forgotten after a while. Web processes and workers share it.

    Args:
        directory: Where they are. Made when it is first written to.
        kept_seconds: How long a file is kept after it was finished.
        now: The time in seconds.
    """

    def __init__(self, directory: Path, *, kept_seconds: int, now: Callable[[], float] = time.time) -> None:
        self._directory = directory
        self._kept_seconds = kept_seconds
        self._now = now

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """A path to write to; the file has its name once the block is left without an error, and is gone otherwise."""
        if not self._directory.is_dir():
            make_private(self._directory)
        part = self._directory / f"{name}.part"
        try:
            yield part
            part.replace(self._directory / name)
        finally:
            part.unlink(missing_ok=True)

    def find(self, name: str) -> Path | None:
        """The file of that name; None if there is none, or no longer."""
        path = self._directory / name
        try:
            is_kept = self._now() - path.stat().st_mtime < self._kept_seconds
        except FileNotFoundError:
            return None
        return path if is_kept else None

    def forget(self, name: str) -> None:
        """Removes a file, if it is there."""
        (self._directory / name).unlink(missing_ok=True)

    def sweep(self) -> int:
        """Removes every file that is no longer kept, and what a killed job left; how many."""
        count = 0
        for path in self._directory.glob("*"):
            with contextlib.suppress(FileNotFoundError):
                if self._now() - path.stat().st_mtime >= self._kept_seconds:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                    count += 1
        return count
