"""
The store as the event loop of a web process uses it: without threads, on connections of the loop's own.

It writes and reads the library's table. On PostgreSQL one statement locks the table, notifies, and inserts, as the
library's recorder does with four. So positions become visible in order, and every writer is one of the library's.
On SQLite only reading is done in the loop: a commit there waits for the disk.
"""

from __future__ import annotations

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from typing import Final
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, StoredEvent
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder
from psycopg import AsyncConnection, Error, OperationalError
from psycopg.rows import TupleRow, tuple_row
from psycopg.sql import SQL, Composed

from delvebook.service.store.committer import Insert
from delvebook.service.store.freshness import Row
from delvebook.service.store.succession import GaplessPostgresRecorder

RETRY_SECONDS: Final = 1.0
"""How long a connection that could not be made is not tried again."""

LOCKED_SECONDS_MAX: Final = 0.1
"""How long the loop waits for an SQLite file that is locked, which readers hardly ever find."""


class LoopStore(ABC):
    """What the event loop asks of the store."""

    def inserter(self) -> Insert | None:
        """Returns what writes events in one transaction without a thread; None if the store needs one."""
        return None

    @abstractmethod
    async def rows_after(self, position: int, limit: int) -> Sequence[Row]:
        """Returns at most `limit` rows after that position of the log, in order."""

    @abstractmethod
    async def close(self) -> None:
        """Closes the connections."""


class _Line:
    """
    A connection to PostgreSQL for one kind of statement. It is opened when it is needed, and again after it broke.

    Args:
        datastore: The library's, whose connections have the same parameters.
        statement: The statement.
    """

    def __init__(self, datastore: PostgresDatastore, statement: Composed) -> None:
        parameters = datastore.pool.kwargs
        assert isinstance(parameters, dict)  # noqa: S101 - the library's own choice
        self._parameters = {**parameters, "autocommit": True, "row_factory": tuple_row}
        self._statement = statement
        self._connection: AsyncConnection[TupleRow] | None = None
        self._retry_at = 0.0

    async def ask(self, given: Sequence[object]) -> list[TupleRow]:
        """
        Returns the rows of the answer.

        Raises:
            Error: PostgreSQL refused, or the connection broke. Then it is not known what was done.
        """
        connection = self._connection
        if connection is None or connection.closed:
            connection = self._connection = await self._connect()
        cursor = await connection.execute(self._statement, given, prepare=True, binary=True)
        return await cursor.fetchall()

    async def _connect(self) -> AsyncConnection[TupleRow]:
        if time.monotonic() < self._retry_at:
            raise OperationalError("PostgreSQL did not answer a moment ago")
        try:
            return await AsyncConnection.connect(**self._parameters)
        except Error:
            self._retry_at = time.monotonic() + RETRY_SECONDS
            raise

    async def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            await self._connection.close()


class PostgresLoopStore(LoopStore):
    """PostgreSQL, by two connections."""

    def __init__(self, recorder: GaplessPostgresRecorder) -> None:
        self._writing = _Line(recorder.datastore, recorder.append_statement)
        self._reading = _Line(
            recorder.datastore,
            recorder.named(
                SQL(
                    "SELECT notification_id, originator_id, originator_version FROM {schema}.{table} "
                    "WHERE notification_id > %b ORDER BY notification_id LIMIT %b"
                )
            ),
        )

    def inserter(self) -> Insert | None:
        """Returns what writes events in one transaction without a thread."""
        return self._insert

    async def _insert(self, events: Sequence[StoredEvent]) -> Sequence[int]:
        rows = await self._writing.ask(
            (
                [event.originator_id for event in events],
                [event.originator_version for event in events],
                [event.topic for event in events],
                [event.state for event in events],
            )
        )
        return [position for (position,) in rows]

    async def rows_after(self, position: int, limit: int) -> Sequence[Row]:
        """Returns at most `limit` rows after that position of the log, in order."""
        return await self._reading.ask((position, limit))

    async def close(self) -> None:
        """Closes the connections."""
        await self._writing.close()
        await self._reading.close()


class SQLiteLoopStore(LoopStore):
    """An SQLite file, for reading."""

    def __init__(self, recorder: SQLiteApplicationRecorder) -> None:
        self._connection = sqlite3.connect(
            recorder.datastore.pool.db_name, isolation_level=None, uri=True, timeout=LOCKED_SECONDS_MAX
        )
        self._statement = (
            f"SELECT rowid, originator_id, originator_version FROM {recorder.events_table_name} "  # noqa: S608
            "WHERE rowid > ? ORDER BY rowid LIMIT ?"
        )

    async def rows_after(self, position: int, limit: int) -> Sequence[Row]:
        """Returns at most `limit` rows after that position of the log, in order."""
        with closing(self._connection.execute(self._statement, (position, limit))) as found:
            return [(row[0], UUID(row[1]), row[2]) for row in found.fetchall()]

    async def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


def open_loop_store(recorder: ApplicationRecorder) -> LoopStore | None:
    """Returns the store of that recorder for the event loop; None if it has none, as in memory."""
    if isinstance(recorder, GaplessPostgresRecorder):
        return PostgresLoopStore(recorder)
    if isinstance(recorder, SQLiteApplicationRecorder) and not recorder.datastore.pool.is_sqlite_memory_mode:
        return SQLiteLoopStore(recorder)
    return None
