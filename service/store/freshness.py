"""
Finds games that have changed since this process last looked: one query for all readers that ask together.

Every reader must see what any process committed before it asked. A separate query for each reader would cost more than
all its other work. So a reader who asks while a query is in flight waits for the next one and shares its answer, which
holds only what was committed since the last one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
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


class LoopFreshness:
    """
    Follows the log for readers in the event loop.

    Args:
        rows_after: As for `Freshness`, without blocking the loop.
        position: The position of the log from which the games in memory are followed.
        on_change: See `Freshness`.
        on_gap: See `Freshness`.
    """

    def __init__(
        self,
        rows_after: Callable[[int, int], Awaitable[Sequence[Row]]],
        position: int,
        *,
        on_change: Callable[[UUID, int], None],
        on_gap: Callable[[], None],
    ) -> None:
        self._rows_after = rows_after
        self._position = position
        self._on_change = on_change
        self._on_gap = on_gap
        self._waiting: list[asyncio.Future[None]] = []
        self._task: asyncio.Task[None] | None = None

    def ask(self) -> asyncio.Future[None]:
        """
        Returns a future that ends once everything that was committed before the call has been reported.

        It fails if the store does not answer.
        """
        loop = asyncio.get_running_loop()
        asked: asyncio.Future[None] = loop.create_future()
        self._waiting.append(asked)
        if self._task is None:
            self._task = loop.create_task(self._answer_all())
        return asked

    async def _answer_all(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, []
            failure: Exception | None = None
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 - it is raised where the question was asked
                failure = error
            for one in asked:
                if one.done():
                    continue
                if failure is None:
                    one.set_result(None)
                else:
                    one.set_exception(failure)
        self._task = None

    async def _look(self) -> None:
        rows = await self._rows_after(self._position, ROWS_MAX)
        for _, game, n in rows:
            self._on_change(game, n)
        if rows:
            self._position = rows[-1][0]
        if len(rows) == ROWS_MAX:
            self._on_gap()
            await self._look()
