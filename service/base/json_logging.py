"""Logging as JSON lines to standard error, in which trouble that lasts is told with growing pauses."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TextIO, cast

import structlog
from structlog.typing import EventDict, WrappedLogger

from delvebook.service.base.settings import Settings

REPEAT_SECONDS_MIN: Final = 60.0
REPEAT_SECONDS_MAX: Final = 3600.0
"""A warning that stays true is told again after the first pause, then after twice that, and so on up to the second."""
WARNINGS_KEPT: Final = 1000
"""The number of different warnings that are remembered."""


@dataclass(slots=True)
class _Told:
    until: float
    pause: float
    left_out: int = 0


class Repeats:
    """
    Leaves out warnings and errors that were just told, word for word. A part that is away for hours fills no disk.

    Args:
        monotonic: Returns the time in seconds.
    """

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._told: OrderedDict[str, _Told] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        """
        Returns the line, with `left_out` if it stands for others.

        Raises:
            structlog.DropEvent: It was told a moment ago.
        """
        if event.get("level") not in ("warning", "error", "critical"):
            return event
        key, now = repr(sorted(event.items())), self._monotonic()
        with self._lock:
            told = self._told.setdefault(key, _Told(now, 0.0))
            if now < told.until:
                told.left_out += 1
                raise structlog.DropEvent
            has_ended = now > told.until + told.pause
            told.pause = REPEAT_SECONDS_MIN if has_ended or not told.pause else min(told.pause * 2, REPEAT_SECONDS_MAX)
            left_out, told.left_out, told.until = told.left_out, 0, now + told.pause
            self._told.move_to_end(key)
            while len(self._told) > WARNINGS_KEPT:
                self._told.popitem(last=False)
        return {**event, "left_out": left_out} if left_out else event


class Unfailing:
    """
    A file for log lines that ignores write errors, because a full disk must not fail work that is already done.

    Args:
        file: The file that receives the lines.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Writes the text, or drops it if it cannot be written."""
        with contextlib.suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Flushes the file if that is possible."""
        with contextlib.suppress(OSError):
            self._file.flush()


def hold_nothing_back() -> None:
    """
    Makes standard output and standard error unbuffered, as `python -u` does.

    What a full disk refuses is lost then. In a buffer it would stay, and fail every later flush; `multiprocessing`
    flushes before each process that it starts.
    """
    for number, name in ((1, "stdout"), (2, "stderr")):
        raw = io.FileIO(number, "w", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True))


def log_for_people() -> None:
    """Writes log lines to standard error in words, because the standard output of a command is its result alone."""
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))


def configure_logging(settings: Settings) -> None:
    """Writes log lines as JSON to standard error, from the level in the settings."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            Repeats(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[settings.log_level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=cast("TextIO", Unfailing(sys.stderr))),
        cache_logger_on_first_use=True,
    )
