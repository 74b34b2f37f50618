"""
Bots that think while a request waits: one for each caller, and few in a process.

What they are asked takes a second of a processor each. Without a bound, one account could hold every thread of a web
process with them, and all other requests would wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import Flask, current_app

from delvebook.service.api.limits import who
from delvebook.service.base.errors import BusyError, TooManyRequestsError

THOUGHTS_MAX: Final = 4
"""How many bots may think at the same time in a process, whoever asks."""
EXTENSION: Final = "delvebook.thinking"


class Thoughts:
    """The bots that think now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._askers: set[str] = set()

    @contextmanager
    def place(self, asker: str) -> Iterator[None]:
        """
        Gives the asker a place, and takes it back at the end.

        Raises:
            TooManyRequestsError: The asker has one.
            BusyError: All are taken.
        """
        with self._lock:
            if asker in self._askers:
                raise TooManyRequestsError("too many of your requests make a bot think", limit=1)
            if len(self._askers) >= THOUGHTS_MAX:
                raise BusyError("too many bots think about requests of others now")
            self._askers.add(asker)
        try:
            yield
        finally:
            with self._lock:
                self._askers.discard(asker)


def install(app: Flask) -> None:
    """Prepares the places of this process."""
    app.extensions[EXTENSION] = Thoughts()


@contextmanager
def thought() -> Iterator[None]:
    """
    Gives the caller of this request a place for a bot that thinks.

    Raises:
        TooManyRequestsError, BusyError
    """
    thoughts: Thoughts = current_app.extensions[EXTENSION]
    with thoughts.place(who()):
        yield
