"""
The store as the event loop of a web process uses it: without threads, on connections of the loop's own.

It writes and reads the library's table. On PostgreSQL one statement locks the table, notifies, and inserts, as the
library's recorder does with four. So positions become visible in order, and every writer is one of the library's.
On SQLite only reading is done in the loop: a commit there waits for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from struct import Struct
from typing import Final
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, StoredEvent
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder
from psycopg import AsyncConnection, Error, OperationalError
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Composed

from delvebook.service.base.left_behind import connections_to
from delvebook.service.base.unconfirmed import CANCELLED, Doubt
from delvebook.service.store.committer import Insert
from delvebook.service.store.freshness import Row
from delvebook.service.store.succession import GaplessPostgresRecorder

RETRY_SECONDS: Final = 1.0
"""How long a connection that could not be made is not tried again."""

LOOK_SECONDS: Final = 0.5
"""How often a connection that owes an answer is looked at, whether the loop says that there is something or not."""

LOCKED_SECONDS_MAX: Final = 0.1
"""How long the loop waits for an SQLite file that is locked, which readers hardly ever find."""

ARRAY: Final = Struct("!5i")
"""The head of an array: its dimensions, whether it has nulls, the type of its values, how many, the first's number."""
LENGTH: Final = Struct("!i")
BIGINT: Final = Struct("!q")
BYTEA_TYPE: Final = 17
BIGINT_TYPE: Final = 20
TEXT_TYPE: Final = 25
UUID_TYPE: Final = 2950


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
    A connection to PostgreSQL for one statement. It is opened when it is needed, and again after it broke.

    libpq itself sends the statement and reads the answer. The library's cursor would do more for each statement than
    all the rest of a commit here, and would watch the socket anew each time.

    An event loop may say only once that a connection was reset, with the last words of a server that ended. Whoever
    reads these words has not seen the end. So a connection that owes an answer is also looked at every now and then.

    Args:
        datastore: The library's, whose connections have the same parameters.
        statement: The statement, with `$1` for its first parameter.
    """

    def __init__(self, datastore: PostgresDatastore, statement: Composed) -> None:
        parameters = datastore.pool.kwargs
        assert isinstance(parameters, dict)  # noqa: S101 - the library's own choice
        self._ours = connections_to(parameters)
        self._parameters = {**parameters, "autocommit": True}
        self._statement = statement.as_bytes()
        self._connection: AsyncConnection[TupleRow] | None = None
        self._socket = -1
        self._is_sending = False
        """Whether the loop waits until more of the question can be sent."""
        self._results: list[PGresult] = []
        self._answered: asyncio.Future[list[PGresult]] | None = None
        self._next_look: asyncio.TimerHandle | None = None
        self._doubt = Doubt()
        self._retry_at = 0.0

    async def ask(self, given: Sequence[bytes]) -> PGresult:
        """
        Returns the answer, with its values in the binary format.

        Args:
            given: The parameters in the binary format. One question is asked at a time.

        Raises:
            Error: PostgreSQL refused, its standby did not confirm the commit, or the connection broke. Then it is not
                known what was done.
        """
        connection = self._connection
        if connection is None or connection.closed:
            connection = self._connection = await self._connect()
        pgconn = connection.pgconn
        return await self._answer(
            pgconn, lambda: pgconn.send_query_prepared(b"", given, [Format.BINARY] * len(given), Format.BINARY)
        )

    async def _connect(self) -> AsyncConnection[TupleRow]:
        if time.monotonic() < self._retry_at:
            raise OperationalError("PostgreSQL did not answer a moment ago")
        self._unwatch()
        try:
            connection = await AsyncConnection.connect(**self._parameters)
        except Error:
            self._retry_at = time.monotonic() + RETRY_SECONDS
            raise
        self._ours.add(connection)
        self._doubt = Doubt()
        connection.add_notice_handler(self._doubt.hear)
        pgconn = connection.pgconn
        self._watch(pgconn)
        try:
            await self._answer(pgconn, lambda: pgconn.send_prepare(b"", self._statement))
        except Error:
            self._drop(pgconn)
            raise
        return connection

    async def _answer(self, pgconn: PGconn, send: Callable[[], None]) -> PGresult:
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[list[PGresult]] = loop.create_future()
        self._results, self._answered = [], answered
        try:
            send()
            if pgconn.flush():
                self._is_sending = True
                loop.add_writer(self._socket, self._go_on, pgconn)
            results = await answered
        except BaseException:
            self._drop(pgconn)  # what comes later would be taken for the answer to another question
            raise
        if failed := [result for result in results if result.status == ExecStatus.FATAL_ERROR]:
            raise error_from_result(failed[0])
        if self._doubt.take():
            raise OperationalError(CANCELLED)
        return results[-1]

    def _go_on(self, pgconn: PGconn) -> None:
        """Sends what is left of the question, and reads what has come of the answer."""
        answered = self._answered
        try:
            if self._is_sending and not pgconn.flush():
                self._is_sending = False
                asyncio.get_running_loop().remove_writer(self._socket)
            pgconn.consume_input()
            while not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None:
                    if answered is not None and not answered.done():
                        answered.set_result(self._results)
                    return
                self._results.append(result)
        except Error as error:
            self._drop(pgconn)
            if answered is not None and not answered.done():
                answered.set_exception(error)

    def _drop(self, pgconn: PGconn) -> None:
        """Closes the connection."""
        self._unwatch()
        pgconn.finish()

    def _watch(self, pgconn: PGconn) -> None:
        loop = asyncio.get_running_loop()
        self._socket = pgconn.socket
        loop.add_reader(self._socket, self._go_on, pgconn)
        self._next_look = loop.call_later(LOOK_SECONDS, self._look, pgconn)

    def _look(self, pgconn: PGconn) -> None:
        """Reads what has come of an answer that is owed, and looks again later."""
        self._next_look = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look, pgconn)
        if self._answered is not None and not self._answered.done():
            self._go_on(pgconn)

    def _unwatch(self) -> None:
        """Watches the socket no longer. The loop must be told even if libpq has closed it: its number comes again."""
        if self._socket >= 0:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._socket)
            loop.remove_writer(self._socket)
            self._socket, self._is_sending = -1, False
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None

    async def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._drop(self._connection.pgconn)
            await self._connection.close()


def _array(of: int, values: Sequence[bytes]) -> bytes:
    """An array of values in PostgreSQL's binary format; `of` is the number of their type."""
    pieces = [ARRAY.pack(1, 0, of, len(values), 1)]
    for value in values:
        pieces += (LENGTH.pack(len(value)), value)
    return b"".join(pieces)


def _columns(answer: PGresult) -> Iterator[list[bytes]]:
    """The rows of an answer, without null."""
    for row in range(answer.ntuples):
        yield [answer.get_value(row, column) or b"" for column in range(answer.nfields)]


class PostgresLoopStore(LoopStore):
    """PostgreSQL, by two connections."""

    def __init__(self, recorder: GaplessPostgresRecorder) -> None:
        self._writing = _Line(recorder.datastore, recorder.append_statement)
        self._reading = _Line(
            recorder.datastore,
            recorder.named(
                SQL(
                    "SELECT notification_id, originator_id, originator_version FROM {schema}.{table} "
                    "WHERE notification_id > $1 ORDER BY notification_id LIMIT $2"
                )
            ),
        )

    def inserter(self) -> Insert | None:
        """Returns what writes events in one transaction without a thread."""
        return self._insert

    async def _insert(self, events: Sequence[StoredEvent]) -> Sequence[int]:
        answer = await self._writing.ask(
            (
                _array(UUID_TYPE, [_id_of(event).bytes for event in events]),
                _array(BIGINT_TYPE, [BIGINT.pack(event.originator_version) for event in events]),
                _array(TEXT_TYPE, [event.topic.encode() for event in events]),
                _array(BYTEA_TYPE, [event.state for event in events]),
            )
        )
        return [int.from_bytes(position, "big") for (position,) in _columns(answer)]

    async def rows_after(self, position: int, limit: int) -> Sequence[Row]:
        """Returns at most `limit` rows after that position of the log, in order."""
        answer = await self._reading.ask((BIGINT.pack(position), BIGINT.pack(limit)))
        return [
            (int.from_bytes(at, "big"), UUID(bytes=game), int.from_bytes(n, "big")) for at, game, n in _columns(answer)
        ]

    async def close(self) -> None:
        """Closes the connections."""
        await self._writing.close()
        await self._reading.close()


def _id_of(event: StoredEvent) -> UUID:
    game = event.originator_id
    return game if isinstance(game, UUID) else UUID(game)


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
