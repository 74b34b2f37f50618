"""Signs of life of processes that serve no HTTP: a file that is touched every few seconds."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from delvebook.service.base.settings import Settings

BEAT_SECONDS: Final = 2.0


def beat_of(settings: Settings) -> Callable[[], None]:
    """Returns a function that a process calls at least every few seconds, and as often as it likes, while it works."""
    if not settings.heartbeat_file:
        return lambda: None
    path, last = Path(settings.heartbeat_file), float("-inf")

    def beat() -> None:
        nonlocal last
        if time.monotonic() >= last + BEAT_SECONDS:
            last = time.monotonic()
            with contextlib.suppress(OSError):  # A full disk is reported elsewhere.
                path.touch()

    return beat
