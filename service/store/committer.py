"""Group commit: a recorder that writes the events of all waiting games in one transaction."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final
from uuid import UUID

from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    Notification,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from delvebook.service.store.recorder import rows_after
from delvebook.service.store.succession import as_gap

BATCH_MAX: Final = 512
"""The largest number of events written in one transaction. More would delay the writers behind it."""


class _Ticket:
    """One writer's events that wait to be written."""

    __slots__ = ("error", "events", "is_done", "positions", "turn")

    def __init__(self, events: Sequence[StoredEvent]) -> None:
        self.events = events
        self.turn = threading.Lock()
        """Held until the events are written, or until it is this writer's turn to write."""
        self.turn.acquire()
        self.positions: Sequence[int] = ()
        self.error: BaseException | None = None
        self.is_done = False


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
        self._recorder = recorder
        self._gate = nullcontext() if gate is None else gate
        self._on_commit = on_commit
        self._waiting: list[_Ticket] = []
        self._waiting_lock = threading.Lock()
        self._writing = threading.Lock()
        self.watch: Callable[[int, float], None] = lambda _events, _seconds: None
        """Called after every commit with the number of events and the seconds it took. It must not raise or wait."""
        self._is_led = False
        """Whether one of the writers is writing."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: object) -> Sequence[int]:
        """
        Returns the events' positions in the log, once they are durable.

        Raises:
            IntegrityError: Another writer was first at one of these versions. Nothing was written.
            GapError: The predecessor of one of them is not stored. Nothing was written.
        """
        if kwargs:
            raise ProgrammingError(f"{', '.join(kwargs)} cannot be stored with the events of other writers")
        ticket = _Ticket(stored_events)
        with self._waiting_lock:
            self._waiting.append(ticket)
            leads, self._is_led = not self._is_led, True
        if not leads:
            ticket.turn.acquire()
        if not ticket.is_done:
            self._lead(ticket)
        if ticket.error is not None:
            raise ticket.error
        if self._on_commit is not None and ticket.positions:
            self._on_commit(ticket.positions[-1])
        return ticket.positions

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
        return self._recorder.select_events(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)

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
        return self._recorder.select_notifications(start, limit, stop, topics, inclusive_of_start=inclusive_of_start)

    def rows_after(self, position: int, limit: int) -> Sequence[tuple[int, UUID, int]]:
        """
        Returns at most `limit` rows after that position of the log, in order: position, game, number of the event.

        The states are not read, so this costs less than `select_notifications`.
        """
        return rows_after(self._recorder, position, limit)

    def max_notification_id(self) -> int | None:
        """Returns the last position; None if nothing is stored."""
        return self._recorder.max_notification_id()

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Returns the library's subscription, if the store has one. SQLite has none."""
        return self._recorder.subscribe(gt, topics)

    # -- writing ----------------------------------------------------------------------------------

    def _lead(self, mine: _Ticket) -> None:
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
                    ticket.turn.release()
            if following is not None:
                following.turn.release()

    def _take_batch(self, mine: _Ticket) -> list[_Ticket]:
        """Returns waiting tickets in order of arrival, up to the largest batch, and always with the caller's own."""
        with self._waiting_lock:
            batch, size = [], 0
            while self._waiting and (size < BATCH_MAX or mine not in batch):
                ticket = self._waiting.pop(0)
                batch.append(ticket)
                size += len(ticket.events)
        return batch

    def _write(self, batch: list[_Ticket]) -> None:
        began = time.perf_counter()
        try:
            positions = self._recorder.insert_events([event for ticket in batch for event in ticket.events]) or ()
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
        self.watch(len(positions), time.perf_counter() - began)
        start = 0
        for ticket in batch:
            ticket.positions = positions[start : start + len(ticket.events)]
            start += len(ticket.events)
            ticket.is_done = True
