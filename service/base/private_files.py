"""Files that only their owner may read: keys, secrets, and the state directory as a whole."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

PRIVATE_UMASK: Final = 0o077
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
DEPTH_MAX: Final = 2
"""How deep the state directory is searched: it has directories of keys and of logs."""


class PrivacyError(ValueError):
    """Others may read what is secret, and this process may not change that. The message says what to do."""


@contextmanager
def written(file: Path, text: str) -> Iterator[Path]:
    """
    The text in a temporary file beside `file`, on disk, for its owner alone; the block puts it in place.

    The directory reaches the disk, too: a key that a power cut took away would be lost.
    """
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")  # made with mode 600
    made = Path(name)
    try:
        with os.fdopen(descriptor, "w") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        yield made
        directory = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
    finally:
        made.unlink(missing_ok=True)


def make_once(file: Path, text: str) -> None:
    """
    Makes the file unless it is there.

    It appears whole or not at all, and of several processes that make it at once one is first and all find its text.
    """
    # A link, unlike a rename, does not replace the file of another process that was faster.
    with written(file, text) as made, suppress(FileExistsError):
        os.link(made, file)


def make_private(home: Path) -> list[Path]:
    """
    Makes the state directory, and lets nobody but its owner into it or its files; what was too open, and is no longer.

    From then on this process makes no file that others may read.

    Raises:
        PrivacyError: It has another owner, or is a directory that everybody writes to.
    """
    os.umask(PRIVATE_UMASK)
    home.mkdir(parents=True, exist_ok=True)
    return [path for path in too_open(home) if _close(path)]


def too_open(home: Path) -> list[Path]:
    """The state directory, and what is in it, as far as others than its owner may read or write it."""
    if not home.is_dir():
        return []
    return [path for path in (home, *_inside(home, DEPTH_MAX)) if _is_open(path)]


def _inside(directory: Path, depth: int) -> Iterator[Path]:
    for path in sorted(directory.iterdir()):
        if path.is_symlink():
            continue
        yield path
        if depth > 1 and path.is_dir():
            yield from _inside(path, depth - 1)


def _is_open(path: Path) -> bool:
    with suppress(FileNotFoundError):  # SQLite's own files come and go.
        mode = path.lstat().st_mode
        return bool(mode & OTHERS) and (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False


def _close(path: Path) -> bool:
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if mode & stat.S_ISVTX:
            raise PrivacyError(
                f"{path} is a directory that all users share; set DELVEBOOK_HOME to a directory used only for Delvebook"
            )
        try:
            path.chmod(stat.S_IMODE(mode) & ~OTHERS)
        except PermissionError:
            raise PrivacyError(
                f"others may read {path}, and this user may not change that; run as its owner: chmod -R go= {path}"
            ) from None
        return True
    return False
