"""Reading the event log: one game's events, or the events of all games in commit order."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, cast
from uuid import UUID

from eventsourcing.persistence import EventStore, InfrastructureFactory, Mapper, Notification, StoredEvent

from delvebook.domain.events import EVENT_TYPES, GameCreated
from delvebook.domain.game_event import FIRST_PREV, GameEvent
from delvebook.projections.games_log.writer import LoggedRow
from delvebook.projections.parked import Unreadable
from delvebook.replays.log.entries import WHAT
from delvebook.service.base.settings import Settings
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.mapper import RowError
from delvebook.service.store.recorder import open_factory

PAGE: Final = 500
"""The number of events read at a time from a long stream."""
LAST: Final = 20
"""The number of events checked when the service starts."""
HEADS_MAX: Final = 4096
"""The number of games whose last event a reader of the whole log remembers. For others it is read again."""
TOPIC_MAX: Final = 64
"""The number of characters kept of a topic. Valid ones are shorter."""


Page = Sequence[tuple[int, GameEvent | Unreadable]]
"""Events of all games with their positions in the log, in commit order."""


class _Chain:
    """
    Checks each event against the one before it in its game.

    Args:
        stored: Returns an event of a game; None if the game has no event of that number.
    """

    def __init__(self, stored: Callable[[str, int], GameEvent | Unreadable | None]) -> None:
        self._stored = stored
        self._heads: OrderedDict[str, tuple[int, str]] = OrderedDict()

    def link(self, event: GameEvent | Unreadable) -> GameEvent | Unreadable:
        """Returns the event, or an `Unreadable` if it does not follow the one before it."""
        if isinstance(event, Unreadable):
            return event
        game = str(event.originator_id)
        trouble = self._trouble(game, event)
        if trouble is not None:
            return Unreadable(game, event.n, trouble)
        self._heads[game] = (event.n, event.hash)
        self._heads.move_to_end(game)
        if len(self._heads) > HEADS_MAX:
            self._heads.popitem(last=False)
        return event

    def _trouble(self, game: str, event: GameEvent) -> str | None:
        if event.n == 1:
            return None if event.prev == FIRST_PREV else "event 1 names an event before it"
        n, hash_ = self._heads.get(game, (0, ""))
        if n != event.n - 1:
            before = self._stored(game, event.n - 1)
            if before is None:
                return f"event {event.n - 1}, the one before it, is missing"
            if isinstance(before, Unreadable):
                return f"event {event.n - 1}, the one before it, cannot be read"
            hash_ = before.hash
        return None if event.prev == hash_ else f"it does not follow event {event.n - 1}: the chain is broken"


class EventLog:
    """
    The events of all games.

    Every method that returns events raises `UnknownTopicError` or `UnreadableRowError` for a row that cannot be read.
    """

    def __init__(self, factory: InfrastructureFactory[Any], recorder: GroupCommitRecorder) -> None:
        self._factory = factory
        self._recorder = recorder
        self._mapper: Mapper[UUID] = factory.mapper()
        self._events: EventStore[UUID] = factory.event_store(self._mapper, recorder)

    def close(self) -> None:
        """Closes the connections to the store."""
        self._factory.close()

    def __del__(self) -> None:
        # As in the library's Application: a job's process that ends by itself need not close its connections.
        with suppress(AttributeError):
            self.close()

    # -- one game -----------------------------------------------------------------------------------

    def events_of(
        self, game_id: UUID, *, after: int = 0, upto: int | None = None, limit: int = PAGE
    ) -> Sequence[GameEvent]:
        """Returns at most `limit` events of the game with `after` < n ≤ `upto`; none if there is no such game."""
        return cast("list[GameEvent]", list(self._events.get(game_id, gt=after, lte=upto, limit=limit)))

    def all_events_of(self, game_id: UUID, *, upto: int | None = None) -> Iterator[GameEvent]:
        """Yields every event of the game up to `upto`, reading a page at a time."""
        after = 0
        while page := self.events_of(game_id, after=after, upto=upto):
            yield from page
            after = page[-1].n

    def latest_of(self, game_id: UUID, *, upto: int | None = None, limit: int = 1) -> Sequence[GameEvent]:
        """Returns the game's last events up to `upto`, the last one first; none if there is no such game."""
        return cast("list[GameEvent]", list(self._events.get(game_id, lte=upto, desc=True, limit=limit)))

    # -- all games ----------------------------------------------------------------------------------

    def games(self) -> Iterator[UUID]:
        """Yields every game, in the order of creation."""
        position, topics = 0, [GameCreated.__name__]
        while rows := self._recorder.select_notifications(position, PAGE, topics=topics, inclusive_of_start=False):
            yield from (UUID(str(row.originator_id)) for row in rows)
            position = rows[-1].id

    def page_reader(self, *, limit: int = PAGE) -> Callable[[int], Page]:
        """
        Returns a function that reads the page of the log after a position, for readers that follow it page by page.

        The last page is kept, so that several readers at the same place read and decode it once. An event that cannot
        be read, or does not follow the one before it in its game, is given as `Unreadable`.
        """
        chain = _Chain(self._stored)
        kept: tuple[int, Page] = 0, ()

        def after(position: int) -> Page:
            nonlocal kept
            at, page = kept
            if page and at == position:
                return page
            rows = self._recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
            page = [(row.id, chain.link(self._readable(row))) for row in rows]
            # An unreadable event may be repaired before the next reader asks for it.
            kept = position, () if any(isinstance(one, Unreadable) for _, one in page) else page
            return page

        return after

    def events_between(self, game: str, first: int, last: int) -> Iterator[GameEvent | Unreadable]:
        """Yields the events `first` to `last` of a game. A damaged one is given as `Unreadable`."""
        chain, n = _Chain(self._stored), first
        while n <= last:
            rows = self._recorder.select_events(UUID(game), gt=n - 1, lte=last, limit=PAGE)
            for row in rows:
                yield chain.link(self._readable(row))
            if not rows:
                yield Unreadable(game, n, f"event {n} is missing")
                return
            n = rows[-1].originator_version + 1

    def _stored(self, game: str, n: int) -> GameEvent | Unreadable | None:
        rows = self._recorder.select_events(UUID(game), gt=n - 1, lte=n, limit=1)
        return self._readable(rows[0]) if rows else None

    def _readable(self, row: StoredEvent) -> GameEvent | Unreadable:
        try:
            event = self._mapper.to_domain_event(cast("Any", row))
        except RowError as error:
            return Unreadable(str(row.originator_id), row.originator_version, error.why)
        if isinstance(event, GameEvent):
            return event
        return Unreadable(str(row.originator_id), row.originator_version, f"it is a {row.topic}, which is no event")

    def logged_rows_after(self, position: int, limit: int = PAGE) -> Sequence[LoggedRow]:
        """Returns the events after that position for the log of games. An unreadable row is marked as such."""
        rows = self._recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        logged = [self._logged_row(row) for row in rows]
        if rows and isinstance(last := self._readable(rows[-1]), GameEvent):
            logged[-1] = logged[-1]._replace(head=last.hash)
        return logged

    def games_after(self, position: int, *, limit: int = PAGE) -> tuple[int, set[UUID]]:
        """Returns the games that changed after that position of the log, and the position up to which it was read."""
        rows = self._recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        changed = {UUID(str(row.originator_id)) for row in rows}
        return (rows[-1].id if rows else position), changed

    def log_position(self) -> int:
        """Returns the position of the last event of the log; 0 if there is none."""
        return self._recorder.max_notification_id() or 0

    def _logged_row(self, row: Notification) -> LoggedRow:
        hash_, trouble, is_broken_off = None, "", False
        if row.topic in WHAT or row.topic not in EVENT_TYPES:
            try:
                event = cast("GameEvent", self._mapper.to_domain_event(row))
                hash_, is_broken_off = event.hash, bool(event.metadata.get("broken_off"))
            except RowError as error:
                trouble = str(error)
        return LoggedRow(
            row.id,
            str(row.originator_id),
            row.originator_version,
            row.topic[:TOPIC_MAX],
            hash_,
            trouble,
            is_broken_off=is_broken_off,
        )

    def require_readable(self) -> None:
        """
        Returns if any of the last events can be read, so that a missing key is noticed when the service starts.

        A single damaged row affects only its game, and does not prevent the start.

        Raises:
            UnknownTopicError, UnreadableRowError: None of them can be read.
        """
        last = self.log_position()
        rows = self._recorder.select_notifications(start=max(0, last - LAST), limit=LAST, inclusive_of_start=False)
        trouble: RowError | None = None
        for row in reversed(rows):
            try:
                self._mapper.to_domain_event(row)
            except RowError as error:
                trouble = trouble or error
            else:
                return
        if trouble is not None:
            raise trouble


def open_log(settings: Settings) -> EventLog:
    """
    Returns the event log of these settings, for processes that only read.

    Raises:
        CipherKeyError: The keys that the settings name cannot be used.
        PersistenceError: There is no store, or it cannot be read.
    """
    factory = open_factory(settings)
    return EventLog(factory, GroupCommitRecorder(factory.application_recorder()))
