"""
The `eventsourcing` library's own factory and recorders, configured from the settings.

This module adds SQLite connections that flush every commit to disk, PostgreSQL connections that heal, and `rows_after`,
which reads the positions of rows in the log without their contents.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final
from uuid import UUID

from eventsourcing import postgres, sqlite
from eventsourcing.persistence import InfrastructureFactory, InterfaceError, OperationalError, PersistenceError
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteConnection, SQLiteConnectionPool
from eventsourcing.utils import Environment, get_topic
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from delvebook.service.base.database import SERVER_PATIENCE
from delvebook.service.base.left_behind import Connections, connections_to
from delvebook.service.base.settings import Settings
from delvebook.service.base.unconfirmed import CANCELLED, Doubt
from delvebook.service.store.cipher import KeyRingCipher
from delvebook.service.store.keys import read_cipher_keys
from delvebook.service.store.mapper import GameMapper, OrjsonTranscoder
from delvebook.service.store.packing import RowCompressor
from delvebook.service.store.succession import GaplessPostgresRecorder, GaplessSQLiteRecorder

STORE_TROUBLE: Final = (PersistenceError,)
"""Errors that mean that the store cannot be reached, or did not answer in time."""
STORE_AWAY: Final = (OperationalError, InterfaceError)
"""The errors among them that concern the connection to the store or its disk, and not the statement."""
LOCK_SECONDS_MAX: Final = 10
"""How long a statement waits for an SQLite file that another process has locked."""
RECONNECT_SECONDS_MAX: Final = 3.0
URL_VARIABLE: Final = "DELVEBOOK_URL"
NAME: Final = "games"
"""The library's name for this application. The names of PostgreSQL's tables begin with it."""


class DurablePool(SQLiteConnectionPool):
    """SQLite connections on which a commit has reached the disk when it returns."""

    def _create_connection(self) -> SQLiteConnection:
        self.is_journal_mode_wal = True  # The library must not set it: it leaves a non-database open.
        connection = super()._create_connection()
        try:
            connection.cursor().execute("PRAGMA journal_mode=WAL")
            connection.cursor().execute("PRAGMA synchronous=FULL")
        except sqlite3.Error:
            connection.close()
            raise
        return connection


class DurableSQLiteFactory(sqlite.SQLiteFactory):
    """The library's SQLite factory, with durable connections, and a table of events that refuses gaps."""

    application_recorder_class = GaplessSQLiteRecorder

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


class HealingDatastore(postgres.PostgresDatastore):
    """
    The library's datastore, which checks all its idle connections when one of them has failed.

    A server that dies breaks all of them. Otherwise a separate request would find each one dead. A commit that the
    standby did not confirm counts as failed.
    """

    connections: Connections
    """The process's connections to this database."""
    _healing = threading.Lock()

    @contextmanager
    def get_connection(self) -> Iterator[Any]:
        """Yields a connection of the pool."""
        doubt = Doubt()
        try:
            with super().get_connection() as connection:
                self.connections.add(connection)
                connection.add_notice_handler(doubt.hear)
                try:
                    yield connection
                finally:
                    connection.remove_notice_handler(doubt.hear)
                if doubt.take():
                    raise OperationalError(CANCELLED)
        except STORE_AWAY:
            threading.Thread(target=self._heal, name="heal-pool", daemon=True).start()
            raise

    def _heal(self) -> None:
        if self._healing.acquire(blocking=False):
            try:
                with suppress(Exception):  # It was closed meanwhile.
                    self.pool.check()
            finally:
                self._healing.release()


class PatientPostgresFactory(postgres.PostgresFactory):
    """
    The library's PostgreSQL factory, with every parameter of the URL, and connections that soon find a new primary.

    The library passes on only name, user, password, host and port. Its pool waits longer and longer between attempts to
    reconnect, up to minutes. Here it gives up after seconds, and the next request tries again. The table of events
    refuses gaps.
    """

    application_recorder_class = GaplessPostgresRecorder

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.datastore.__class__ = HealingDatastore  # The library names its own class, and has no setting for another.
        assert isinstance(self.datastore, HealingDatastore)  # noqa: S101 - it was just made one
        pool = self.datastore.pool
        assert isinstance(pool.kwargs, dict)  # noqa: S101 - the library's own choice
        pool.kwargs = {**SERVER_PATIENCE, **pool.kwargs, **conninfo_to_dict(env.get(URL_VARIABLE) or "")}
        self.datastore.connections = connections_to(pool.kwargs)
        pool.reconnect_timeout = RECONNECT_SECONDS_MAX


def open_factory(settings: Settings, *, create_tables: bool = False) -> InfrastructureFactory[Any]:
    """
    Returns the library's factory for these settings.

    Raises:
        CipherKeyError: The keys that the settings name cannot be used.
        PersistenceError: The store cannot be opened.
    """
    return InfrastructureFactory.construct(Environment(NAME, store_environment(settings, create_tables=create_tables)))


def store_environment(settings: Settings, *, create_tables: bool) -> dict[str, str]:
    """
    Returns the library's configuration for these settings.

    Raises:
        CipherKeyError
    """
    environment = {
        "CREATE_TABLE": "y" if create_tables else "n",
        "MAPPER_TOPIC": get_topic(GameMapper),
        "TRANSCODER_TOPIC": get_topic(OrjsonTranscoder),
        "COMPRESSOR_TOPIC": get_topic(RowCompressor),
    }
    if keys := read_cipher_keys(settings):
        environment |= {"CIPHER_TOPIC": get_topic(KeyRingCipher), "CIPHER_KEY": " ".join(keys)}
    return environment | (_sqlite(settings) if settings.is_sqlite else _postgres(settings))


def _sqlite(settings: Settings) -> dict[str, str]:
    return {
        "PERSISTENCE_MODULE": get_topic(DurableSQLiteFactory),
        "SQLITE_DBNAME": settings.sqlite_path,
        "SQLITE_LOCK_TIMEOUT": str(LOCK_SECONDS_MAX),
    }


def _postgres(settings: Settings) -> dict[str, str]:
    """
    Returns the library's variables, and the URL itself, which may have further parameters.

    Raises:
        ValueError: PostgreSQL does not understand the URL. The message does not quote it.
    """
    try:
        given = conninfo_to_dict(settings.events_url)
    except ProgrammingError:
        raise ValueError("DELVEBOOK_DATABASE_URL is not a URL that PostgreSQL understands") from None
    return {
        "PERSISTENCE_MODULE": get_topic(PatientPostgresFactory),
        "POSTGRES_DBNAME": str(given.get("dbname") or "delvebook"),
        "POSTGRES_HOST": str(given.get("host") or "localhost"),
        "POSTGRES_PORT": str(given.get("port") or "5432"),
        "POSTGRES_USER": str(given.get("user") or "postgres"),
        "POSTGRES_PASSWORD": str(given.get("password") or ""),
        "POSTGRES_POOL_SIZE": "8",
        "POSTGRES_MAX_OVERFLOW": "24",
        "POSTGRES_LOCK_TIMEOUT": "10",
        URL_VARIABLE: settings.events_url,
    }


def rows_after(recorder: Any, position: int, limit: int) -> Sequence[tuple[int, UUID, int]]:
    """
    Returns at most `limit` rows after that position of the log, in order: position, game, number of the event.

    Args:
        recorder: The library's recorder of the log.
        position: The position to begin after.
        limit: The largest number of rows returned.
    """
    if isinstance(recorder, PostgresApplicationRecorder):
        statement = SQL(
            "SELECT notification_id, originator_id, originator_version FROM {schema}.{table} "
            "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        ).format(
            schema=Identifier(recorder.datastore.schema),
            table=Identifier(recorder.events_table_name),
        )
        with recorder.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(statement, (position, limit), prepare=True)
            return cursor.fetchall()
    if isinstance(recorder, SQLiteApplicationRecorder):
        try:
            with recorder.datastore.get_connection(commit=False) as sqlite, sqlite.cursor() as found:
                found.execute(
                    f"SELECT rowid, originator_id, originator_version FROM {recorder.events_table_name} "  # noqa: S608
                    "WHERE rowid > ? ORDER BY rowid LIMIT ?",
                    (position, limit),
                )
                return [(row[0], UUID(row[1]), row[2]) for row in found.fetchall()]
        except sqlite3.Error as error:
            raise PersistenceError(str(error)) from error
    rows = recorder.select_notifications(position, limit, inclusive_of_start=False)
    return [(row.id, row.originator_id, row.originator_version) for row in rows]
