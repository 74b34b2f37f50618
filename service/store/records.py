"""
Stored games as records, read from the log alone, without writing.

So they can be checked even if the current rules can no longer load them. The parent of a fork is the exception: it is
loaded up to the event where the fork left it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import UnknownGameError
from delvebook.domain.events import SeedRevealed
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.table import ForkPoint
from delvebook.domain.viewers import ARBITER
from delvebook.replays.errors import RecordError
from delvebook.replays.forks import fork_point_at
from delvebook.replays.lines import Header
from delvebook.replays.record import Head, header_of, to_line
from delvebook.service.base.settings import Settings
from delvebook.service.store.log import EventLog, open_log
from delvebook.service.store.mapper import RowError


class StoredRecord:
    """
    A stored game as its arbiter's record.

    Attributes:
        source: Its lines, made as they are read.
        ruleset: Its ruleset, `id@version`.
        seed: Its seed.
        fork_point: For a fork, the state that it began with; None also if the current rules cannot load its parent.
        is_secret: Whether the lines read so far do not reveal the seed.
    """

    def __init__(self, log: EventLog, game: UUID) -> None:
        found = log.latest_of(game)
        if not found:
            raise UnknownGameError(f"there is no game {game}")
        last = found[0]
        self._events = log.all_events_of(game, upto=last.n)
        created = next(self._events)
        header = header_of(created, head=Head(last.n, last.hash), viewer=ARBITER, exported_at=last.at)
        self.ruleset: str = created.data["ruleset"]
        self.seed = bytes.fromhex(created.metadata["seed"])
        self.is_secret = True
        self.fork_point = _fork_point(log, created)
        self.source = self._lines(header, created)

    def _lines(self, header: Header, created: GameEvent) -> Iterator[bytes]:
        yield to_line(header)
        yield self._line(created)
        for event in self._events:
            self.is_secret = self.is_secret and not isinstance(event, SeedRevealed)
            yield self._line(event)

    def _line(self, event: GameEvent) -> bytes:
        return jcs(event.to_record(ARBITER, seed=self.seed)) + b"\n"


def _fork_point(log: EventLog, created: GameEvent) -> ForkPoint | None:
    parent = created.data.get("parent")
    if parent is None:
        return None
    with suppress(Exception):  # The current rules may fail on old events in any way. Then the fork is not compared.
        left = Game.project(None, log.all_events_of(UUID(parent["game"]), upto=parent["n"]))
        return None if left is None else fork_point_at(left, parent)
    return None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game to be checked by any process."""

    settings: Settings
    game: UUID

    @property
    def name(self) -> str:
        """Its id."""
        return str(self.game)

    @contextmanager
    def open(self) -> Iterator[StoredRecord]:
        """
        Yields its record.

        Raises:
            RecordError: One of its rows cannot be read. It is also raised while the lines are read.
        """
        with closing(open_log(self.settings)) as log:
            try:
                yield StoredRecord(log, self.game)
            except RowError as error:
                raise RecordError(str(error), line=error.n + 1) from error


def store_exists(settings: Settings) -> bool:
    """Returns whether there is a store to read: its SQLite file exists, or a PostgreSQL is named."""
    return Path(settings.sqlite_path).is_file() if settings.is_sqlite else True


def stored_games(settings: Settings) -> list[StoredGame]:
    """
    Returns every game of the store.

    Raises:
        PersistenceError: It cannot be read.
    """
    with closing(open_log(settings)) as log:
        return [StoredGame(settings, game) for game in log.games()]
