"""Signs of life: a file that is touched for health checks, and a pipe on which `delvebook run` listens."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from delvebook.service.base.settings import Settings

BEAT_SECONDS: Final = 2.0


class Beat:
    """
    Gives the signs of life of a process. Call it at least every few seconds, and as often as you like.

    Args:
        settings: They name the file, and the pipe.
    """

    def __init__(self, settings: Settings) -> None:
        self._file = Path(settings.heartbeat_file) if settings.heartbeat_file else None
        self._pipe = settings.heartbeat_pipe
        self._last = float("-inf")

    def __call__(self, *, within: float = 0) -> None:
        """
        Gives a sign of life, if the last one is two seconds old.

        Args:
            within: The seconds until the next sign, if it will take longer than usual. Such a sign is given at once,
                and so is the next one, which ends that patience.
        """
        if not within and time.monotonic() < self._last + BEAT_SECONDS:
            return
        self._last = float("-inf") if within else time.monotonic()
        with contextlib.suppress(OSError):  # A full disk is reported elsewhere, and a full pipe has signs enough.
            if self._file is not None:
                self._file.touch()
        with contextlib.suppress(OSError):
            if self._pipe:
                os.write(self._pipe, b"%d %d\n" % (os.getpid(), within))


def heard_on(pipe: int) -> Iterator[tuple[int, int]]:
    """Yields the signs that have arrived on a pipe that does not block: the process, and `within`."""
    with contextlib.suppress(BlockingIOError):
        while text := os.read(pipe, 65_536):
            for line in text.splitlines():
                pid, _, within = line.partition(b" ")
                yield int(pid), int(within)
