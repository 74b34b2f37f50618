"""
Checking records in a process of their own: bounded in time and memory, so that whatever somebody uploads
costs this process nothing but waiting.
"""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final

from replays.verify import verify
from service.errors import BusyError, TooSlowError

MEMORY_BYTES_MAX: Final = 2 * 2**30
GRACE_SECONDS: Final = 2
QUEUE_SECONDS_MAX: Final = 5
"""So long one waits for one's turn; whoever waits holds a thread."""


class Checker:
    """
    Checks records, a few at a time.

    Args:
        seconds_max: A check may take so long.
        at_once_max: So many run at a time.
    """

    def __init__(self, *, seconds_max: int, at_once_max: int = 2) -> None:
        self._seconds_max = seconds_max
        self._free = threading.BoundedSemaphore(at_once_max)

    def check(self, path: Path) -> dict[str, Any]:
        """
        The report of a record file, as plain data.

        Raises:
            TooSlowError, BusyError
        """
        if not self._free.acquire(timeout=QUEUE_SECONDS_MAX):
            raise BusyError("other records are being checked; try again")
        try:
            return self._run(path)
        finally:
            self._free.release()

    def _run(self, path: Path) -> dict[str, Any]:
        command = [sys.executable, "-c", "from service.checking import main; main()", str(path), str(self._seconds_max)]
        try:
            done = subprocess.run(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=self._seconds_max + GRACE_SECONDS,
                check=True,
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            raise TooSlowError(
                f"the record could not be checked within {self._seconds_max} seconds; check it on your own machine",
                seconds_max=self._seconds_max,
            ) from None
        report: dict[str, Any] = json.loads(done.stdout)
        return report


def main() -> None:
    """Checks the record at a path and prints the report; this is the process of its own."""
    path, seconds = sys.argv[1], int(sys.argv[2])
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    sys.stdout.write(json.dumps(verify(path, name="").to_plain()))
