"""
Turns at writing to an SQLite file, for all processes and threads that write to it.

SQLite lets one writer in at a time, and the others sleep longer and longer between attempts. When commits follow each
other closely, a writer can miss every gap and time out. Here the next writer waits at a turnstile, and a writer that
has just written queues behind it. The gate only orders the writers: SQLite still locks the file. A killed
process releases its locks.
"""

from __future__ import annotations

import fcntl
import time
from pathlib import Path
from typing import IO, Final

SECONDS_MAX: Final = 5.0
"""How long a writer waits for its turn. If the current writer is stopped, SQLite decides who writes next."""
LOOK_SECONDS: Final = 0.0005


class FileGate:
    """
    A turn at writing to the file. One thread at a time may enter.

    Args:
        database: The path of the SQLite file.
    """

    def __init__(self, database: str) -> None:
        self._turnstile = Path(f"{database}.next").open("w")  # noqa: SIM115 (both are held as long as one may write)
        self._file = Path(f"{database}.gate").open("w")  # noqa: SIM115

    def __enter__(self) -> None:
        deadline = time.monotonic() + SECONDS_MAX
        if _lock(self._turnstile, deadline):
            _lock(self._file, deadline)
            fcntl.flock(self._turnstile, fcntl.LOCK_UN)

    def __exit__(self, *_: object) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Closes the lock files."""
        self._turnstile.close()
        self._file.close()

    def __del__(self) -> None:
        self.close()  # A connection pool may be dropped without being closed.


def _lock(file: IO[str], deadline: float) -> bool:
    """Returns whether the file could be locked before the deadline."""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > deadline:
                return False
            time.sleep(LOOK_SECONDS)
        else:
            return True
