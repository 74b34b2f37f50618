"""
Group commit: a recorder that writes the events of all waiting games in one transaction.

A process has one committer for all its roads. Where it serves no event loop, the writer whose turn it is writes for
the others. In a web process the event loop leads (`drive`): it writes what waits in one statement, and no thread waits
between two commits.
"""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Final
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    OperationalError,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from delvebook.service.store.recorder import rows_after
from delvebook.service.store.succession import as_gap

BATCH_MAX: Final = 512
"""The largest number of events written in one transaction. More would delay the writers behind it."""


Insert = Callable[[Sequence[StoredEvent]], Awaitable[Sequence[int]]]
"""Writes events in one transaction, without blocking the event loop. Returns their positions."""


class _Ticket(ABC):
    """One writer's events that wait to be written."""

    __slots__ = ("error", "events", "is_done", "positions")

    def __init__(self, events: Sequence[StoredEvent]) -> None:
        self.events = events
        self.positions: Sequence[int] = ()
        self.error: BaseException | None = None
        self.is_done = False

    @abstractmethod
    def wake(self) -> None:
        """Wakes the writer, because the events are written or could not be, or because it is to lead."""


class _ThreadTicket(_Ticket):
    """The events of a writer that waits in a thread of its own, and can lead."""

    __slots__ = ("turn",)

    def __init__(self, events: Sequence[StoredEvent]) -> None:
        super().__init__(events)
        self.turn = threading.Lock()
        """Held until the events are written, or until it is this writer's turn to write."""
        self.turn.acquire()

    def wake(self) -> None:
        """Lets the thread go on."""
        self.turn.release()


class _LoopTicket(_Ticket):
    """The events of a writer in the event loop, which never leads."""

    __slots__ = ("written",)

    def __init__(self, events: Sequence[StoredEvent], written: asyncio.Future[None]) -> None:
        super().__init__(events)
        self.written = written

    def wake(self) -> None:
        """Ends the wait. Call it in the event loop."""
        if self.written.done() or not self.is_done:
            return
        if self.error is None:
            self.written.set_result(None)
        else:
            self.written.set_exception(self.error)


class _Driver:
    """
    The event loop as the one that leads.

    Args:
        loop: The event loop.
        write: Writes all that waits, and returns when nothing does.
        insert: Writes events without a thread; None if the store can only be written by one.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        write: Callable[[], Coroutine[object, object, None]],
        insert: Insert | None,
    ):
        self.loop = loop
        self.insert = insert
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="commit")
        self._write = write
        self._task: asyncio.Task[None] | None = None

    def lead(self) -> None:
        """Has the loop write all that waits. It may be called in any thread."""
        self.loop.call_soon_threadsafe(self.lead_here)

    def lead_here(self) -> None:
        """Has the loop write all that waits. Call it in the loop."""
        self._task = self.loop.create_task(self._write())


class GroupCommitRecorder(ApplicationRecorder):
    """
    A recorder in front of the library's own: the writer whose turn it is writes all waiting events.

    The library's recorder still guarantees unique (game, version), positions that become visible in order, and
    notification.

    Args:
        recorder: Writes the events of one batch in one transaction.
        gate: Held while writing, if processes queue better at it than at the store.
        on_commit: Called after every commit with the last position written. It must not raise or wait.
    """

    def __init__(
        self,
        recorder: ApplicationRecorder,
        *,
        gate: AbstractContextManager[None] | None = None,
        on_commit: Callable[[int], None] | None = None,
    ) -> None:
        self.recorder = recorder
        self._gate = nullcontext() if gate is None else gate
        self._on_commit = on_commit
        self._waiting: deque[_Ticket] = deque()
        self._waiting_lock = threading.Lock()
        self._writing = threading.Lock()
        self.watch: Callable[[int, float], None] = lambda _events, _seconds: None
        """Called after every commit with the number of events and the seconds it took. It must not raise or wait."""
        self._is_led = False
        """Whether one of the writers, or the event loop, is writing."""
        self._driver: _Driver | None = None

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: object) -> Sequence[int]:
        """
        Returns the events' positions in the log, once they are durable.

        Raises:
            IntegrityError: Another writer was first at one of these versions. Nothing was written.
            GapError: The predecessor of one of them is not stored. Nothing was written.
        """
        if kwargs:
            raise ProgrammingError(f"{', '.join(kwargs)} cannot be stored with the events of other writers")
        ticket = _ThreadTicket(stored_events)
        if not self._leads(ticket):
            ticket.turn.acquire()
        if not ticket.is_done:
            self._lead(ticket)
        if ticket.error is not None:
            raise ticket.error
        return ticket.positions

    # -- in an event loop ---------------------------------------------------------------------------

    def drive(self, loop: asyncio.AbstractEventLoop, insert: Insert | None = None) -> None:
        """
        Has the event loop lead from now on, until `release`.

        Args:
            loop: The event loop. It must not be closed before `release`.
            insert: Writes events without a thread. What it cannot write, because of a conflict or a connection that
                broke, is written as in any other process. None: everything is written by one thread.
        """
        self._driver = _Driver(loop, self._drive, insert)

    def release(self) -> None:
        """Has the writers lead again. The loop has ended, or is about to."""
        driver, self._driver = self._driver, None
        if driver is None:
            return
        driver.thread.shutdown(wait=False)
        with self._waiting_lock:
            following = next((one for one in self._waiting if isinstance(one, _ThreadTicket)), None)
            self._is_led = following is not None
        if following is not None:
            following.wake()

    def submit(self, stored_events: Sequence[StoredEvent]) -> asyncio.Future[None]:
        """
        Returns a future that ends once the events are durable. Call it in the loop that drives.

        It fails as `insert_events` does.
        """
        assert self._driver is not None  # noqa: S101 - the loop that calls this drives
        ticket = _LoopTicket(stored_events, self._driver.loop.create_future())
        if self._leads(ticket):
            self._driver.lead_here()
        return ticket.written

    async def _drive(self) -> None:
        """Writes all that waits, in the event loop."""
        driver = self._driver
        assert driver is not None  # noqa: S101
        while batch := self._take_batch(None):
            try:
                await self._write_in_loop(driver, batch)
            finally:
                for ticket in batch:
                    if not ticket.is_done:  # the loop ends, so the fate of these events is not known
                        ticket.error = OperationalError("the process ended while it wrote")
                        ticket.is_done = True
                    ticket.wake()

    async def _write_in_loop(self, driver: _Driver, batch: Sequence[_Ticket]) -> None:
        if driver.insert is not None:
            began = time.perf_counter()
            try:
                positions = await driver.insert([event for ticket in batch for event in ticket.events])
            except Exception:  # noqa: BLE001, S110 - the library's recorder says what is wrong, and can often mend it
                pass
            else:
                self._note(batch, positions, time.perf_counter() - began)
                return
        await driver.loop.run_in_executor(driver.thread, self._write_alone, batch)

    def _write_alone(self, batch: Sequence[_Ticket]) -> None:
        with self._writing, self._gate:
            self._write(batch)

    # -- reading: the library's recorder ----------------------------------------------------------

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Returns the rows of one game."""
        return self.recorder.select_events(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Returns the rows of all games, by position."""
        return self.recorder.select_notifications(start, limit, stop, topics, inclusive_of_start=inclusive_of_start)

    def rows_after(self, position: int, limit: int) -> Sequence[tuple[int, UUID, int]]:
        """
        Returns at most `limit` rows after that position of the log, in order: position, game, number of the event.

        The states are not read, so this costs less than `select_notifications`.
        """
        return rows_after(self.recorder, position, limit)

    def max_notification_id(self) -> int | None:
        """Returns the last position; None if nothing is stored."""
        return self.recorder.max_notification_id()

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Returns the library's subscription, if the store has one. SQLite has none."""
        return self.recorder.subscribe(gt, topics)

    # -- writing ----------------------------------------------------------------------------------

    def _leads(self, ticket: _Ticket) -> bool:
        """Lets the ticket wait. Returns whether its writer has to lead, or have the event loop lead."""
        with self._waiting_lock:
            self._waiting.append(ticket)
            leads, self._is_led = not self._is_led, True
        return leads and not (isinstance(ticket, _ThreadTicket) and self._is_driven())

    def _is_driven(self) -> bool:
        """Has the event loop lead. Returns False if there is none."""
        driver = self._driver
        if driver is None:
            return False
        try:
            driver.lead()
        except RuntimeError:  # the loop has ended
            return False
        return True

    def _lead(self, mine: _ThreadTicket) -> None:
        """
        Writes the waiting events, and wakes their writers and the next leader.

        No writer whose events are written waits for a later commit.
        """
        batch: list[_Ticket] = []
        try:
            with self._writing, self._gate:
                batch = self._take_batch(mine)
                self._write(batch)
        finally:
            with self._waiting_lock:
                if mine in self._waiting:
                    self._waiting.remove(mine)  # the gate failed
                following = self._waiting[0] if self._waiting else None
                self._is_led = following is not None
            for ticket in batch:
                if ticket is not mine:
                    ticket.wake()
            if following is not None and not self._is_driven():
                following.wake()

    def _take_batch(self, mine: _Ticket | None) -> list[_Ticket]:
        """
        Returns waiting tickets in order of arrival, up to the largest batch.

        It always has `mine`. Without one, and if nothing waits, nobody leads any more.
        """
        with self._waiting_lock:
            batch: list[_Ticket] = []
            size = 0
            while self._waiting and (size < BATCH_MAX or (mine is not None and mine not in batch)):
                ticket = self._waiting.popleft()
                batch.append(ticket)
                size += len(ticket.events)
            if mine is None and not batch:
                self._is_led = False
        return batch

    def _write(self, batch: Sequence[_Ticket]) -> None:
        began = time.perf_counter()
        try:
            positions = self.recorder.insert_events([event for ticket in batch for event in ticket.events]) or ()
        except IntegrityError as error:
            if len(batch) == 1:
                batch[0].error = as_gap(error)
                batch[0].is_done = True
                return
            for ticket in batch:
                self._write([ticket])
            return
        except BaseException as error:
            for ticket in batch:
                ticket.error = error
                ticket.is_done = True
            if not isinstance(error, Exception):
                raise
            return
        self._note(batch, positions, time.perf_counter() - began)

    def _note(self, batch: Sequence[_Ticket], positions: Sequence[int], seconds: float) -> None:
        """Notes that the events of the batch are durable, and tells those who follow the log."""
        self.watch(len(positions), seconds)
        start = 0
        for ticket in batch:
            ticket.positions = positions[start : start + len(ticket.events)]
            start += len(ticket.events)
            ticket.is_done = True
        if self._on_commit is not None and positions:
            self._on_commit(positions[-1])
