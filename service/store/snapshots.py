"""Snapshots of games, so that a long game need not be loaded from its first event."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast
from uuid import UUID

from eventsourcing.persistence import EventStore, InfrastructureFactory, IntegrityError, PersistenceError

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.game import Game


class Snapshots:
    """
    The snapshots of all games. They only save time. The authoritative data are the events.

    Args:
        factory: Opens their table, and makes the mapper that events have, too.
        every: Events between two snapshots of a game; 0 for no snapshots.
    """

    def __init__(self, factory: InfrastructureFactory[Any], *, every: int) -> None:
        self.every = every
        self._store: EventStore[UUID] = factory.event_store(recorder=factory.aggregate_recorder(purpose="snapshots"))

    def latest(self, game_id: UUID, *, upto: int | None = None) -> Game | None:
        """
        Returns the game at its last snapshot up to event `upto`.

        It is None if there is no snapshot, or if it has another version.
        """
        if not self.every:
            return None
        for row in self._store.get(game_id, lte=upto, desc=True, limit=1):
            snapshot = cast("GameSnapshot | None", row)
            if snapshot is not None:
                return Game.from_snapshot(game_id, snapshot.state)
        return None

    def is_due(self, game: Game, *, after: int) -> bool:
        """Returns whether the game passed a multiple of `every` since event `after`."""
        return self.every > 0 and game.stream.version // self.every != after // self.every

    def take_if_due(self, game: Game, *, after: int) -> None:
        """Stores a snapshot if one is due since event `after`."""
        if self.is_due(game, after=after):
            self.take(game)

    def take(self, game: Game) -> None:
        """Stores a snapshot."""
        # Another process may have stored it, and an unavailable store can do without it.
        with suppress(IntegrityError, PersistenceError):
            self._store.put([GameSnapshot(game.id, game.stream.version, game.to_snapshot())])
