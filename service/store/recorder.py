"""
The `eventsourcing` library's own factory and recorders, configured from our settings.

What is ours: SQLite connections that flush every commit to disk, and a gate that hands the SQLite file from
one process to the next.
"""

from __future__ import annotations

import fcntl
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from eventsourcing import sqlite
from eventsourcing.persistence import InfrastructureFactory, PersistenceError
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool
from eventsourcing.utils import Environment, get_topic

from delvebook.service.settings import Settings
from delvebook.service.store.cipher import KeyRingCipher
from delvebook.service.store.keys import read_cipher_keys
from delvebook.service.store.mapper import GameMapper, OrjsonTranscoder

STORE_TROUBLE: Final = (PersistenceError,)
"""What is raised when the store cannot be reached, or does not answer in time."""
LOCK_SECONDS_MAX: Final = 10
"""How long a statement waits for an SQLite file that another process has locked."""
GATE_SECONDS_MAX: Final = 5.0
GATE_LOOK_SECONDS: Final = 0.0005
NAME: Final = "games"
"""The library's name of this application. PostgreSQL's tables begin with it."""


class DurablePool(SQLiteConnectionPool):
    """SQLite connections on which a commit has reached the disk when it returns."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous=FULL")
        return connection


class DurableSQLiteFactory(sqlite.SQLiteFactory):
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


class FileGate:
    """
    Lets one process at a time write to an SQLite file.

    SQLite's own waiting sleeps longer and longer between attempts; this wakes the next writer at once. It only
    saves time: SQLite locks the database all the same, and the lock of a killed process is released.
    """

    def __init__(self, database: str) -> None:
        self._file = Path(f"{database}.gate").open("w")  # noqa: SIM115 (held as long as the process writes)

    def __enter__(self) -> None:
        deadline = time.monotonic() + GATE_SECONDS_MAX
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() > deadline:
                    return  # Whoever holds it may be stopped. SQLite itself decides who writes.
                time.sleep(GATE_LOOK_SECONDS)
            else:
                return

    def __exit__(self, *_: object) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Closes the lock file."""
        self._file.close()


def open_factory(settings: Settings, *, create_tables: bool = False) -> InfrastructureFactory[Any]:
    """
    The library's factory for these settings.

    Raises:
        CipherKeyError: The keys that the settings name cannot be used.
        PersistenceError: The store cannot be opened.
    """
    return InfrastructureFactory.construct(Environment(NAME, store_environment(settings, create_tables=create_tables)))


def store_environment(settings: Settings, *, create_tables: bool) -> dict[str, str]:
    """
    The library's configuration for these settings.

    Raises:
        CipherKeyError
    """
    environment = {
        "CREATE_TABLE": "y" if create_tables else "n",
        "MAPPER_TOPIC": get_topic(GameMapper),
        "TRANSCODER_TOPIC": get_topic(OrjsonTranscoder),
    }
    if keys := read_cipher_keys(settings):
        environment |= {"CIPHER_TOPIC": get_topic(KeyRingCipher), "CIPHER_KEY": " ".join(keys)}
    if settings.compressor_topic:
        environment["COMPRESSOR_TOPIC"] = settings.compressor_topic
    return environment | (_sqlite(settings) if settings.is_sqlite else _postgres(settings))


def _sqlite(settings: Settings) -> dict[str, str]:
    return {
        "PERSISTENCE_MODULE": get_topic(DurableSQLiteFactory),
        "SQLITE_DBNAME": settings.sqlite_path,
        "SQLITE_LOCK_TIMEOUT": str(LOCK_SECONDS_MAX),
    }


def _postgres(settings: Settings) -> dict[str, str]:
    url = urlsplit(settings.events_url)
    query = parse_qs(url.query)
    return {
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
