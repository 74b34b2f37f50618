"""
Finds games that have changed since this process last looked: one query for all readers that ask together.

Every reader must see what any process committed before it asked. A separate query for each reader would cost more than
all its other work. So a reader who asks while a query is in flight waits for the next one and shares its answer, which
holds only what was committed since the last one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

ROWS_MAX: Final = 500
"""The number of missed rows above which a process compares each of its games with the store instead."""

Row = tuple[int, UUID, int]
"""A position of the log, the game of its event, and the event's number."""


class Freshness:
    """
    Follows the log for readers.

    Args:
        rows_after: Returns at most that many rows after a position of the log, in order.
        last: Returns the last position of the log.
        on_change: Called for each changed game, with the number of its last event.
        on_gap: Called instead if there were so many changes that every game may have changed.
    """

    def __init__(
        self,
        rows_after: Callable[[int, int], Sequence[Row]],
        last: Callable[[], int],
        *,
        on_change: Callable[[UUID, int], None],
        on_gap: Callable[[], None],
    ) -> None:
        self._rows_after = rows_after
        self._last = last
        self._on_change = on_change
        self._on_gap = on_gap
        self._asking = threading.Lock()
        self._begun = 0
        self._answered = 0
        self._position = -1

    def ask(self) -> None:
        """Returns once everything that was committed before the call has been reported."""
        wanted = self._begun + 1  # a query in flight may miss the latest commits
        with self._asking:
            if self._answered >= wanted:
                return
            self._begun = number = self._begun + 1
            self._look()
            self._answered = number

    def _look(self) -> None:
        if self._position < 0:
            self._position = self._last()
            self._on_gap()
            return
        rows = self._rows_after(self._position, ROWS_MAX)
        if len(rows) == ROWS_MAX:
            self._position = self._last()
            self._on_gap()
            return
        for _, game, n in rows:
            self._on_change(game, n)
        if rows:
            self._position = rows[-1][0]
