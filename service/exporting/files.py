"""The files of finished exports and analyses."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from delvebook.service.base.private_files import make_private


class Files:
    """
    A directory of files that are kept for a time. Web processes and workers share it.

    Args:
        directory: The directory. It is created at the first write.
        kept_seconds: How long a file is kept after it was finished.
        now: Returns the time in seconds.
    """

    def __init__(self, directory: Path, *, kept_seconds: int, now: Callable[[], float] = time.time) -> None:
        self._directory = directory
        self._kept_seconds = kept_seconds
        self._now = now

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Path]:
        """Yields a path to write to. If the block succeeds, the file gets its name. Otherwise it is removed."""
        if not self._directory.is_dir():
            make_private(self._directory)
        part = self._directory / f"{name}.part"
        try:
            yield part
            part.replace(self._directory / name)
        finally:
            part.unlink(missing_ok=True)

    def find(self, name: str) -> Path | None:
        """Returns the file of that name; None if there is none, or its time is over."""
        path = self._directory / name
        try:
            is_kept = self._now() - path.stat().st_mtime < self._kept_seconds
        except FileNotFoundError:
            return None
        return path if is_kept else None

    def forget(self, name: str) -> None:
        """Removes a file if it exists."""
        (self._directory / name).unlink(missing_ok=True)

    def sweep(self) -> int:
        """Removes every file whose time is over, and the remains of killed jobs. Returns their number."""
        count = 0
        for path in self._directory.glob("*"):
            with contextlib.suppress(FileNotFoundError):
                if self._now() - path.stat().st_mtime >= self._kept_seconds:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                    count += 1
        return count
