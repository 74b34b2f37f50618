"""The databases beside the event store: their engines, and their transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from delvebook.service.base.errors import UnavailableError
from delvebook.service.base.gate import FileGate
from delvebook.service.base.left_behind import Connection as PostgresConnection
from delvebook.service.base.left_behind import connections_to
from delvebook.service.base.settings import SQLITE_URL
from delvebook.service.base.unconfirmed import CONFIRM, Doubt

WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")
"""The first words of the statements that need a turn."""
AWAY: Final = "the store does not answer right now"
"""What callers are told, whatever the reason is."""
SERVER_PATIENCE: Final = {
    "connect_timeout": 4,
    "tcp_user_timeout": 15_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 4,
}
"""
How long a connection waits for a database server that has vanished: in seconds, and `tcp_user_timeout` in milliseconds.
If several hosts are named, each gets the whole `connect_timeout`.
"""


def parse(url: str) -> URL:
    """Returns the URL of a database in SQLAlchemy's form, whatever the path of an SQLite file is made of."""
    if url.startswith(SQLITE_URL):
        return URL.create("sqlite", database=unquote(url.removeprefix(SQLITE_URL)))
    return make_url(url)


def shown(url: str) -> str:
    """Returns the URL for people: without a password, and with the path of an SQLite file as it is."""
    place = parse(url)
    return f"{SQLITE_URL}{place.database}" if url.startswith(SQLITE_URL) else place.render_as_string()


def open_engine(url: str, *, holds_truth: bool = False, connections: int = 8) -> Engine:
    """
    Returns the engine of a database beside the event store.

    Args:
        url: Its URL, as the settings have it.
        holds_truth: Whether a commit must be durable when it returns. A read model's commit need not be: in SQLite a
            power cut may undo it, and it is repeated from the log.
        connections: The number of connections to a database server that are kept open.
    """
    place = parse(url)
    is_sqlite = place.drivername.startswith("sqlite")
    pool = {"pool_size": connections, "max_overflow": 64, "connect_args": SERVER_PATIENCE}
    engine = create_engine(place, **({} if is_sqlite else pool))
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: object) -> None:
            connection.execute("PRAGMA busy_timeout=10000")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA synchronous={'FULL' if holds_truth else 'NORMAL'}")
            connection.execute(f"PRAGMA foreign_keys={'ON' if holds_truth else 'OFF'}")

    else:
        ours = connections_to({**engine.dialect.create_connect_args(place)[1], **SERVER_PATIENCE})

        @event.listens_for(engine, "connect")
        def listen(connection: PostgresConnection, record: ConnectionPoolEntry) -> None:
            ours.add(connection)
            doubt = record.info["doubt"] = Doubt()
            connection.add_notice_handler(doubt.hear)

    return engine


@contextmanager
def opened(url: str, *, holds_truth: bool = False, connections: int = 8) -> Iterator[Engine]:
    """Yields the engine of a database, as `open_engine` makes it, and closes its connections afterwards."""
    engine = open_engine(url, holds_truth=holds_truth, connections=connections)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def reading_file(file: Path) -> Iterator[sqlite3.Connection]:
    """Yields a connection to an SQLite file that only reads it, whatever its path is made of."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as opened_file:
        yield opened_file


def open_truth(url: str, *, connections: int) -> Engine:
    """Returns the engine of the events' database, for its other tables: commits are durable, and writers take turns."""
    engine = open_engine(url, holds_truth=True, connections=connections)
    _take_turns(engine)
    return engine


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """
    Opens one transaction.

    Raises:
        UnavailableError: The database cannot be reached or is too busy, or its standby did not confirm the commit.
        IntegrityError: A row that must be unique exists already.
    """
    try:
        with engine.connect() as connection:
            with connection.begin():
                yield connection
            doubt: Doubt | None = connection.info.get("doubt")
            if doubt is not None and doubt.take():
                raise UnavailableError(AWAY)
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeoutError) as error:
        raise UnavailableError(AWAY) from error


def confirm(engine: Engine) -> None:
    """
    Returns once all that could be read in the database is durable, on its synchronous standby, too.

    Raises:
        UnavailableError
    """
    if engine.dialect.name == "postgresql":
        with transaction(engine) as connection:
            connection.exec_driver_sql(CONFIRM)


def tables(url: str) -> set[str]:
    """Returns the names of the tables in a database."""
    with opened(url) as engine:
        return set(inspect(engine).get_table_names())


def ask(url: str, question: str) -> Any:
    """
    Returns the one value that a statement selects.

    Raises:
        UnavailableError
    """
    with opened(url) as engine, transaction(engine) as connection:
        return connection.exec_driver_sql(question).scalar_one()


def _take_turns(engine: Engine) -> None:
    """Makes every transaction of an SQLite engine wait for its turn before its first write, and keep it to its end."""
    database = engine.url.database
    if engine.dialect.name != "sqlite" or database in (None, "", ":memory:"):
        return

    @event.listens_for(engine, "before_cursor_execute")
    def enter(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        here = connection.info
        if not here.get("is_its_turn") and statement.startswith(WRITES):
            if "gate" not in here:
                here["gate"] = FileGate(database)
            here["gate"].__enter__()
            here["is_its_turn"] = True

    @event.listens_for(engine, "checkin")
    def leave(_connection: object, record: Any) -> None:
        if record.info.pop("is_its_turn", False):
            record.info["gate"].__exit__()

    @event.listens_for(engine, "close")
    def close(_connection: object, record: Any) -> None:
        record.info.pop("is_its_turn", None)
        if gate := record.info.pop("gate", None):
            gate.close()
