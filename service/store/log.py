"""The event log, for reading: one game's events, or the events of all games in the order they were committed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, cast
from uuid import UUID

from eventsourcing.persistence import EventStore, InfrastructureFactory, Mapper, Notification

from delvebook.domain.events import GameCreated, GameEvent
from delvebook.projections.games_log import LoggedRow
from delvebook.replays.log.entries import WHAT
from delvebook.service.settings import Settings
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.mapper import RowError
from delvebook.service.store.recorder import open_factory

PAGE: Final = 500
"""Events read at a time when a stream is read through."""


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
        # As the library's Application does: a job's process that ends by itself need not close what it opened.
        with suppress(AttributeError):
            self.close()

    # -- one game -----------------------------------------------------------------------------------

    def events_of(
        self, game_id: UUID, *, after: int = 0, upto: int | None = None, limit: int = PAGE
    ) -> Sequence[GameEvent]:
        """At most `limit` events of the game with `after` < n ≤ `upto`, in order; none if there is no such game."""
        return cast("list[GameEvent]", list(self._events.get(game_id, gt=after, lte=upto, limit=limit)))

    def all_events_of(self, game_id: UUID, *, upto: int | None = None) -> Iterator[GameEvent]:
        """Every event of the game up to `upto`, read a page at a time."""
        after = 0
        while page := self.events_of(game_id, after=after, upto=upto):
            yield from page
            after = page[-1].n

    def latest_of(self, game_id: UUID, *, upto: int | None = None, limit: int = 1) -> Sequence[GameEvent]:
        """The game's last events up to `upto`, the last one first; none if there is no such game."""
        return cast("list[GameEvent]", list(self._events.get(game_id, lte=upto, desc=True, limit=limit)))

    # -- all games ----------------------------------------------------------------------------------

    def games(self) -> Iterator[UUID]:
        """Every game, in the order they were created."""
        position, topics = 0, [GameCreated.__name__]
        while rows := self._recorder.select_notifications(position, PAGE, topics=topics, inclusive_of_start=False):
            yield from (UUID(str(row.originator_id)) for row in rows)
            position = rows[-1].id

    def events_of_types(self, types: Collection[type[GameEvent]]) -> Iterator[GameEvent]:
        """Every event of these types, of all games, in the order they were committed."""
        position, topics = 0, [kind.__name__ for kind in types]
        while rows := self._recorder.select_notifications(position, PAGE, topics=topics, inclusive_of_start=False):
            yield from (cast("GameEvent", self._mapper.to_domain_event(row)) for row in rows)
            position = rows[-1].id

    def log_after(self, position: int, *, limit: int = PAGE) -> Sequence[tuple[int, GameEvent]]:
        """The events of all games after that position of the log, in the order they were committed."""
        rows = self._recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        return [(row.id, cast("GameEvent", self._mapper.to_domain_event(row))) for row in rows]

    def logged_rows_after(self, position: int, limit: int = PAGE) -> Sequence[LoggedRow]:
        """The events after that position, as the log of games needs them; a row that cannot be read says so."""
        rows = self._recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        return [self._logged_row(row) for row in rows]

    def games_after(self, position: int, *, limit: int = PAGE) -> tuple[int, set[UUID]]:
        """Which games changed after that position of the log, and the position up to which the log was read."""
        rows = self._recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        changed = {UUID(str(row.originator_id)) for row in rows}
        return (rows[-1].id if rows else position), changed

    def log_position(self) -> int:
        """The position of the last event of the log; 0 if there is none."""
        return self._recorder.max_notification_id() or 0

    def _logged_row(self, row: Notification) -> LoggedRow:
        hash_, trouble = None, ""
        if row.topic in WHAT:
            try:
                hash_ = cast("GameEvent", self._mapper.to_domain_event(row)).hash
            except RowError as error:
                trouble = str(error)
        return LoggedRow(row.id, str(row.originator_id), row.originator_version, row.topic, hash_, trouble)

    def require_readable(self) -> None:
        """
        Returns if the last event can be read, so that a missing key is found when the service starts.

        Raises:
            UnknownTopicError, UnreadableRowError
        """
        self.log_after(self.log_position() - 1, limit=1)


def open_log(settings: Settings) -> EventLog:
    """
    The event log of these settings, for processes that only read.

    Raises:
        CipherKeyError: The keys that the settings name cannot be used.
        PersistenceError: There is no store, or it cannot be read.
    """
    factory = open_factory(settings)
    return EventLog(factory, GroupCommitRecorder(factory.application_recorder()))
