"""A small disk that a run can really fill: a file system in memory that only the run sees."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

BALLAST: Final = "ballast"
PIECES: Final = (2**20, 4096)
"""The bytes written at a time until nothing more fits."""
INSIDE: Final = "DELVEBOOK_CHAOS_INSIDE"


def inside(module: str, arguments: Sequence[str]) -> int | None:
    """
    Runs the module once more where it may mount, and hands on its status; None if this is that process.

    Linux alone. A user other than root needs namespaces that users may make (`unshare --map-root-user`).
    """
    if INSIDE in os.environ:
        return None
    command = [*apart(), sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env={**os.environ, INSIDE: "1"}, check=False).returncode


def apart() -> list[str]:
    """The beginning of a command that may mount file systems of its own."""
    return ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]


def is_possible() -> bool:
    """Returns whether this user can mount a file system that only its own processes see."""
    with contextlib.suppress(OSError):
        tried = [*apart(), "mount", "-t", "tmpfs", "none", "/mnt"]
        return subprocess.run(tried, capture_output=True, check=False).returncode == 0
    return False


class Disk:
    """
    A disk of that size at the path.

    Args:
        path: An empty directory.
        mebibytes: Its size.
    """

    def __init__(self, path: Path, mebibytes: int) -> None:
        self.path = path
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0755", "none", str(path)], check=True)

    def fill(self) -> None:
        """Fills the disk until no page fits."""
        with (self.path / BALLAST).open("ab", buffering=0) as file:
            for piece in PIECES:
                while _fits(file, bytes(piece)):
                    pass

    def clear(self) -> None:
        """Frees the room again."""
        (self.path / BALLAST).unlink(missing_ok=True)


def _fits(file: IO[bytes], piece: bytes) -> bool:
    """Returns whether all bytes could be written."""
    try:
        return file.write(piece) == len(piece)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False
