"""
Stored games as records, read from the store alone: nothing is written or made.

So they can be checked although the present rules may not be able to load them any more. (Of a fork, the game it
left is loaded as far as the event where it did.)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast
from uuid import UUID

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import UnknownGameError
from delvebook.domain.events import GameCreated, GameEvent, SeedRevealed
from delvebook.domain.game import Game
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import ARBITER
from delvebook.replays.forks import fork_point_at
from delvebook.replays.record import Head, header_of, to_line
from delvebook.service.settings import Settings
from delvebook.service.store.recorder import GameMapper, open_factory

PAGE: Final = 500


class StoredEvents:
    """
    The event log, for reading.

    Raises:
        PersistenceError: There is no store, or it cannot be read.
    """

    def __init__(self, settings: Settings) -> None:
        self._factory = open_factory(settings, create_tables=False)
        self._recorder = self._factory.application_recorder()
        self._mapper = GameMapper(self._factory.transcoder())

    def close(self) -> None:
        """Lets go of the store."""
        self._factory.close()

    def games(self) -> Iterator[UUID]:
        """Every game, in the order they were created."""
        position = 0
        topics = [GameCreated.__name__]
        while rows := self._recorder.select_notifications(position, PAGE, topics=topics, inclusive_of_start=False):
            yield from (UUID(str(row.originator_id)) for row in rows)
            position = rows[-1].id

    def last(self, game: UUID) -> GameEvent | None:
        """The game's last event; None if there is no such game."""
        rows = self._recorder.select_events(game, desc=True, limit=1)
        return self._event(rows[0]) if rows else None

    def events(self, game: UUID, *, upto: int) -> Iterator[GameEvent]:
        """The game's events up to `upto`, a page at a time."""
        after = 0
        while rows := self._recorder.select_events(game, gt=after, lte=upto, limit=PAGE):
            yield from map(self._event, rows)
            after = rows[-1].originator_version

    def _event(self, row: Any) -> GameEvent:
        return cast("GameEvent", self._mapper.to_domain_event(row))


class StoredRecord:
    """
    A stored game as its arbiter's record.

    Attributes:
        source: Its lines, made as they are asked for.
        ruleset: Its ruleset, `id@version`.
        seed: Its seed.
        fork_point: Of a fork: what it began with; None also if the game it left cannot be loaded by the present rules.
        is_secret: Whether the lines read so far do not reveal the seed.
    """

    def __init__(self, log: StoredEvents, game: UUID) -> None:
        last = log.last(game)
        if last is None:
            raise UnknownGameError(f"there is no game {game}")
        self._events = log.events(game, upto=last.n)
        created = next(self._events)
        header = header_of(created, head=Head(last.n, last.hash), viewer=ARBITER, exported_at=last.at)
        self.ruleset: str = created.data["ruleset"]
        self.seed = bytes.fromhex(created.metadata["seed"])
        self.is_secret = True
        self.fork_point = _fork_point(log, created)
        self.source = self._lines(header, created)

    def _lines(self, header: dict[str, Any], created: GameEvent) -> Iterator[bytes]:
        yield to_line(header)
        yield self._line(created)
        for event in self._events:
            self.is_secret = self.is_secret and not isinstance(event, SeedRevealed)
            yield self._line(event)

    def _line(self, event: GameEvent) -> bytes:
        return jcs(event.to_record(ARBITER, seed=self.seed)) + b"\n"


def _fork_point(log: StoredEvents, created: GameEvent) -> ForkPoint | None:
    parent = created.data.get("parent")
    if parent is None:
        return None
    with suppress(Exception):  # Whatever the present rules make of old events; the fork cannot be compared then.
        left = Game.project(None, log.events(UUID(parent["game"]), upto=parent["n"]))
        return None if left is None else fork_point_at(left, parent)
    return None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game that is to be checked, by whichever process."""

    settings: Settings
    game: UUID

    @property
    def name(self) -> str:
        """Its id."""
        return str(self.game)

    @contextmanager
    def open(self) -> Iterator[StoredRecord]:
        """Its record, until the block is left."""
        log = StoredEvents(self.settings)
        try:
            yield StoredRecord(log, self.game)
        finally:
            log.close()


def store_exists(settings: Settings) -> bool:
    """Whether there is a store to be read: its SQLite file is there, or a PostgreSQL is named."""
    return Path(settings.sqlite_path).is_file() if settings.is_sqlite else True


def stored_games(settings: Settings) -> list[StoredGame]:
    """
    Every game of the store.

    Raises:
        PersistenceError: It cannot be read.
    """
    log = StoredEvents(settings)
    try:
        return [StoredGame(settings, game) for game in log.games()]
    finally:
        log.close()
