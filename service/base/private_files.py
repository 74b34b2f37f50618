"""Files that only their owner may read: keys, secrets, and the state directory as a whole."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

PRIVATE_UMASK: Final = 0o077
OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
DEPTH_MAX: Final = 2
"""The depth to which the state directory is searched: it has directories of keys and of logs."""


class PrivacyError(ValueError):
    """Others may read a secret, and this process cannot change that. The message says what to do."""


@contextmanager
def written(file: Path, text: str) -> Iterator[Path]:
    """
    Yields a temporary file beside `file` with the text, on disk and private. The block moves it into place.

    The directory is synced, too, so that a power cut does not lose a key.
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
    Creates the file unless it exists.

    It appears whole or not at all. If several processes create it at once, one succeeds and all read its text.
    """
    # A link, unlike a rename, does not replace the file of another process that was faster.
    with written(file, text) as made, suppress(FileExistsError):
        os.link(made, file)


def make_private(home: Path) -> list[Path]:
    """
    Creates the state directory, and makes it and its files private. Returns the paths whose permissions were too open.

    From then on this process creates private files only.

    Raises:
        PrivacyError: Another user owns it, or everybody may write to it.
    """
    os.umask(PRIVATE_UMASK)
    home.mkdir(parents=True, exist_ok=True)
    return [path for path in too_open(home) if _close(path)]


def too_open(home: Path) -> list[Path]:
    """Returns the state directory and its files, as far as others than their owner may read or write them."""
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


def disk_free(home: Path) -> int:
    """Returns the free bytes on the disk of the state directory."""
    return shutil.disk_usage(home).free
