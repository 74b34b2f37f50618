"""
The event store: the `eventsourcing` library's own recorders, used the way that was measured to be fastest
while keeping what they promise.

What is ours: a compact mapper, SQLite connections that fsync every commit, and a committer that writes
all waiting games' events in one transaction.
"""

from __future__ import annotations

import fcntl
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import UUID

import orjson
from eventsourcing import sqlite
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    IntegrityError,
    Mapper,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool
from eventsourcing.utils import Environment

from delvebook.domain.aggregate import GameSnapshot
from delvebook.domain.events import EVENT_TYPES, GameEvent
from delvebook.service.settings import Settings

STORE_TROUBLE: Final = (PersistenceError,)
"""What is raised when the store cannot be reached, or does not answer in time."""
BATCH_MAX: Final = 512
"""Events one transaction takes at the most; more would hold the others up."""


class GameMapper(Mapper[UUID]):
    """Turns events and snapshots into stored rows and back. The topic is the event's type, as records name it."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """The row of an event or of a snapshot."""
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=type(domain_event).__name__,
            state=orjson.dumps(domain_event.to_stored()),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The event or snapshot of a row, upcast to today's class."""
        kind: type[GameEvent | GameSnapshot] = EVENT_TYPES.get(stored_event.topic, GameSnapshot)
        game = stored_event.originator_id
        return kind.from_stored(
            game if isinstance(game, UUID) else UUID(game),
            stored_event.originator_version,
            orjson.loads(stored_event.state),
        )


class DurablePool(SQLiteConnectionPool):
    """SQLite connections on which a commit has reached the disk when it returns."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous=FULL")
        return connection


class Factory(sqlite.SQLiteFactory):
    """The library's SQLite factory, with durable connections."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = DurablePool(
            db_name=pool.db_name,
            lock_timeout=pool.lock_timeout,
            pool_size=8,
            max_overflow=256,
            pool_timeout=30.0,
        )
        pool.close()


def store_environment(settings: Settings, *, create_tables: bool) -> dict[str, str]:
    """The library's configuration for these settings."""
    environment = {"CREATE_TABLE": "y" if create_tables else "n", "IS_SNAPSHOTTING_ENABLED": "y"}
    if settings.is_sqlite:
        return environment | {
            "PERSISTENCE_MODULE": "delvebook.service.store.recorder",
            "SQLITE_DBNAME": settings.sqlite_path,
            "SQLITE_LOCK_TIMEOUT": "30",
        }
    url = urlsplit(settings.events_url)
    query = parse_qs(url.query)
    return environment | {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": url.path.lstrip("/") or "delvebook",
        "POSTGRES_HOST": unquote(url.hostname) if url.hostname else query.get("host", ["localhost"])[0],
        "POSTGRES_PORT": str(url.port or query.get("port", ["5432"])[0]),
        "POSTGRES_USER": unquote(url.username or "postgres"),
        "POSTGRES_PASSWORD": unquote(url.password or ""),
        "POSTGRES_POOL_SIZE": "8",
        "POSTGRES_MAX_OVERFLOW": "24",
        "POSTGRES_LOCK_TIMEOUT": "10",
    }


class FileGate:
    """
    Lets one process at a time write to an SQLite file.

    SQLite's own waiting sleeps longer and longer between looks; this wakes the next writer at once. It is
    a matter of speed alone: the database is locked by SQLite all the same, and a killed holder lets go.
    """

    def __init__(self, database: str) -> None:
        self._file = Path(f"{database}.gate").open("w")  # noqa: SIM115 (held as long as the process writes)

    def __enter__(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Lets go for good."""
        self._file.close()


class _Ticket:
    """One writer's events on their way to the disk."""

    __slots__ = ("error", "events", "is_done", "positions")

    def __init__(self, events: Sequence[StoredEvent]) -> None:
        self.events = events
        self.positions: Sequence[int] = ()
        self.error: BaseException | None = None
        self.is_done = False


class Committer:
    """
    Group commit: whoever gets to write takes everybody's events along, in one transaction.

    The library's recorder keeps its own promises inside: positions without gaps becoming visible out of
    order, uniqueness of (game, version), notification.

    Args:
        recorder: Writes the events of one batch in one transaction.
        gate: Held while writing; where several processes wait for each other better than the store would.
    """

    def __init__(self, recorder: ApplicationRecorder, *, gate: AbstractContextManager[None] | None = None) -> None:
        self._recorder = recorder
        self._gate = nullcontext() if gate is None else gate
        self._waiting: list[_Ticket] = []
        self._waiting_lock = threading.Lock()
        self._writing = threading.Lock()

    def commit(self, events: Sequence[StoredEvent]) -> Sequence[int]:
        """
        Returns once the events are durable: their positions in the log.

        Raises:
            IntegrityError: Another writer was first at one of these versions; nothing was written.
        """
        ticket = _Ticket(events)
        with self._waiting_lock:
            self._waiting.append(ticket)
        with self._writing:
            if not ticket.is_done:
                with self._gate:
                    self._write(self._take_batch(ticket))
        if ticket.error is not None:
            raise ticket.error
        return ticket.positions

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile nothing is committed, by this process or by another that waits at the gate."""
        with self._writing, self._gate:
            yield

    def _take_batch(self, mine: _Ticket) -> list[_Ticket]:
        """Waiting tickets in order of arrival, up to the largest batch; always the caller's own among them."""
        with self._waiting_lock:
            batch, size = [], 0
            while self._waiting and (size < BATCH_MAX or mine not in batch):
                ticket = self._waiting.pop(0)
                batch.append(ticket)
                size += len(ticket.events)
        return batch

    def _write(self, batch: list[_Ticket]) -> None:
        try:
            positions = self._recorder.insert_events([event for ticket in batch for event in ticket.events]) or ()
        except IntegrityError as error:
            if len(batch) == 1:
                batch[0].error = error
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
        start = 0
        for ticket in batch:
            ticket.positions = positions[start : start + len(ticket.events)]
            start += len(ticket.events)
            ticket.is_done = True


def open_factory(settings: Settings, *, create_tables: bool) -> InfrastructureFactory[Any]:
    """The library's infrastructure factory for these settings."""
    environment: Mapping[str, str] = store_environment(settings, create_tables=create_tables)
    return InfrastructureFactory.construct(Environment("games", dict(environment)))
