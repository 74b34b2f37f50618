"""Temporary directories that nobody has to clear away, even if the process that made them was killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

PREFIX: Final = "delvebook-"
ALIVE: Final = ".alive"
"""The file that is locked as long as the process that made the directory lives, or one that was forked from it."""


@contextmanager
def temporary_folder(kind: str) -> Iterator[Path]:
    """
    Yields an empty directory of this user alone, and removes it at the end of the block.

    The first call of a process removes the directories of processes that have died before they could.

    Args:
        kind: A word for its name.
    """
    _sweep_once()
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{kind}-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        made = folder / f"{ALIVE}.new"
        with made.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            made.rename(folder / ALIVE)  # so that it is never there without its lock
            yield folder


def sweep(place: Path) -> list[Path]:
    """Removes the directories of dead processes. Returns those that it has removed."""
    return [folder for folder in sorted(place.glob(f"{PREFIX}*")) if _is_of_the_dead(folder) and _remove(folder)]


@cache
def _sweep_once() -> None:
    sweep(Path(tempfile.gettempdir()))


def _is_of_the_dead(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            return False
        with (folder / ALIVE).open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def _remove(folder: Path) -> bool:
    shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()
