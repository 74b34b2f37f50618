"""The progress of long work, for people: a bar in a terminal, and elsewhere a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

LINE_SECONDS: Final = 60.0
"""The time between two lines, and before the first."""


@contextmanager
def shown(what: str, total: int, *, done: int = 0) -> Iterator[Callable[[int], object]]:
    """
    Shows how far the work is during the block, on standard error. Yields a function that adds finished pieces.

    A log or a pipe gets a line once a minute instead of a bar, so short work leaves none there.

    Args:
        what: What is done, such as `playing`.
        total: The number of pieces.
        done: How many are done already.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(console, what, total, done).add
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        yield partial(bar.advance, bar.add_task(what, total=total, completed=done))


class _Lines:
    def __init__(self, console: Console, what: str, total: int, done: int) -> None:
        self._console = console
        self._what = what
        self._total = total
        self._before = self._done = done
        self._began = self._told = time.monotonic()

    def add(self, count: int) -> None:
        """Adds finished pieces."""
        self._done += count
        now = time.monotonic()
        if now - self._told < LINE_SECONDS or self._done >= self._total:
            return
        self._told = now
        each = (now - self._began) / (self._done - self._before)
        left = round(each * (self._total - self._done) / 60)
        self._console.print(f"{self._what}: {self._done:,} of {self._total:,}, about {left} min left", highlight=False)
