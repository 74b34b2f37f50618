"""Snapshots: games as they stood, so that loading a long game need not begin at its first event."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast
from uuid import UUID

from eventsourcing.persistence import EventStore, InfrastructureFactory, IntegrityError, PersistenceError

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.game import Game


class Snapshots:
    """
    The snapshots of all games. They only save time: the events are the truth.

    Args:
        factory: Opens their table, and makes the same mapper that events have.
        every: Events between two snapshots of a game; 0 for no snapshots.
    """

    def __init__(self, factory: InfrastructureFactory[Any], *, every: int) -> None:
        self.every = every
        self._store: EventStore[UUID] = factory.event_store(recorder=factory.aggregate_recorder(purpose="snapshots"))

    def latest(self, game_id: UUID, *, upto: int | None = None) -> Game | None:
        """
        The game as it stood at its last snapshot up to event `upto`.

        None if there is no snapshot, or if it is of another version.
        """
        if not self.every:
            return None
        for row in self._store.get(game_id, lte=upto, desc=True, limit=1):
            snapshot = cast("GameSnapshot | None", row)
            if snapshot is not None:
                return Game.from_snapshot(game_id, snapshot.state)
        return None

    def take(self, game: Game) -> None:
        """Stores a snapshot."""
        # Another process may have stored it, and a store that is away just now does not need it.
        with suppress(IntegrityError, PersistenceError):
            self._store.put([GameSnapshot(game.id, game.stream.version, game.to_snapshot())])
