"""Logging as JSON lines to standard error."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
from typing import TextIO, cast

import structlog

from delvebook.service.base.settings import Settings


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
    for name in ("stdout", "stderr"):
        raw = io.FileIO(getattr(sys, name).fileno(), "w", closefd=False)
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True))


def configure_logging(settings: Settings) -> None:
    """Writes log lines as JSON to standard error, from the level in the settings."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[settings.log_level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=cast("TextIO", Unfailing(sys.stderr))),
        cache_logger_on_first_use=True,
    )
