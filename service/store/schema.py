"""
The service's own tables beside those of the `eventsourcing` library: their version, and the steps to the newest.

Alembic takes the steps (`migrations/steps`), each once, only forwards. A database holds one part of the tables, or
both: SQLite has a file for each part, PostgreSQL one database for both. Every database stores its own version.
"""

from __future__ import annotations

import contextlib
import fcntl
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, event, inspect, text
from sqlalchemy.exc import DBAPIError

from delvebook.service.base.database import opened, parse, shown
from delvebook.service.base.errors import UnavailableError
from delvebook.service.base.settings import Settings

VERSION_TABLE: Final = "delvebook_schema"
STEPS: Final = Path(__file__).parent / "migrations" / "steps"
STORE: Final = "store"
READ_MODELS: Final = "read models"
LOCK_SECONDS_MAX: Final = 120.0
LOCK_LOOK_SECONDS: Final = 0.05
LOCK_KEY: Final = int.from_bytes(b"dvschema", signed=True)


class SchemaError(ValueError):
    """The tables do not have the version that this program needs. The message says what to do."""


def newest() -> str:
    """Returns the version that this program needs: the number of the last step."""
    return max(path.name[1:5] for path in STEPS.glob("m[0-9][0-9][0-9][0-9]_*.py"))


def databases(settings: Settings) -> Mapping[str, frozenset[str]]:
    """Returns the URLs of the databases, and the parts that each holds."""
    if settings.sqlalchemy_url == settings.projections_url:
        return {settings.sqlalchemy_url: frozenset({STORE, READ_MODELS})}
    return {settings.sqlalchemy_url: frozenset({STORE}), settings.projections_url: frozenset({READ_MODELS})}


def versions(settings: Settings) -> dict[str, str | None]:
    """
    Returns the version of each database, by its URL without a password; None if it has none, or does not exist.

    Raises:
        UnavailableError
    """
    return {shown(url): _version_at(url) for url in databases(settings)}


def require_newest(settings: Settings) -> None:
    """
    Returns if every database has the version that this program needs.

    Raises:
        SchemaError: One has an older or a newer version, or none.
        UnavailableError
    """
    for name, version in versions(settings).items():
        _refuse_newer(name, version)
        if version is None:
            raise SchemaError(f"{name} has no tables of this version yet; run `delvebook migrate`")
        if version < newest():
            raise SchemaError(
                f"{name} has tables of version {version}, and this program needs {newest()}; make a backup, "
                "stop all processes of Delvebook, and run `delvebook migrate`"
            )


@contextlib.contextmanager
def migrating(settings: Settings) -> Iterator[None]:
    """
    Keeps other processes from migrating the same databases within the block, or until this process ends.

    Raises:
        SchemaError: Another process has been migrating for two minutes.
        UnavailableError
    """
    with _file_lock(settings) if settings.is_sqlite else _server_lock(settings):
        yield


def upgrade(settings: Settings) -> list[str]:
    """
    Takes the missing steps, in one transaction for each database. Returns a description of each database's changes.

    Only the process that holds `migrating` may call it.

    Raises:
        SchemaError: A database has a newer version than this program knows.
        UnavailableError
    """
    for name, version in versions(settings).items():
        _refuse_newer(name, version)
    done = []
    for url, parts in databases(settings).items():
        before = _version_at(url)
        if before != newest():
            upgrade_database(url, parts)
            done.append(f"{shown(url)}: {before or 'nothing'} → {newest()}")
    return done


def upgrade_database(url: str, parts: frozenset[str]) -> None:
    """
    Takes the missing steps of one database.

    Raises:
        UnavailableError: It cannot be reached. Nothing has changed.
    """
    from alembic import command  # noqa: PLC0415 - costs, and is needed once
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"parts": parts})
    config.set_main_option("script_location", str(STEPS.parent).replace("%", "%%"))
    config.set_main_option("version_locations", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    with _opened(url) as engine:
        if engine.dialect.name == "sqlite":
            _take_whole_transactions(engine)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _take_whole_transactions(engine: Engine) -> None:
    """Makes SQLite change tables within transactions, because Python's driver would commit in between."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _refuse_newer(name: str, version: str | None) -> None:
    if version is not None and version > newest():
        raise SchemaError(
            f"{name} has tables of version {version}, and this program knows only {newest()}: a newer Delvebook has "
            "used it. Install that one again, or restore the backup from before the update; nothing was changed"
        )


def _version_at(url: str) -> str | None:
    place = parse(url)
    if place.drivername == "sqlite" and not Path(place.database or "").exists():
        return None
    with _opened(url) as engine, engine.connect() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return None
        version: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
        return version


@contextlib.contextmanager
def _opened(url: str) -> Iterator[Engine]:
    try:
        with opened(url, holds_truth=True, connections=1) as engine:
            yield engine
    except DBAPIError as error:
        if error.connection_invalidated or type(error).__name__ in ("OperationalError", "InterfaceError"):
            raise UnavailableError(f"the database does not answer: {str(error.orig).partition(chr(10))[0]}") from error
        raise


@contextlib.contextmanager
def _file_lock(settings: Settings) -> Iterator[None]:
    place = Path(f"{settings.sqlite_path}.migrating")
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("w") as lock:
        _wait_for(lambda: _locks(lock))
        yield


def _locks(lock: Any) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _server_lock(settings: Settings) -> Iterator[None]:
    with _opened(settings.sqlalchemy_url) as engine, engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        ask = text("SELECT pg_try_advisory_lock(:key)").bindparams(key=LOCK_KEY)
        _wait_for(lambda: bool(connection.scalar(ask)))
        yield


def _wait_for(locked: Any) -> None:
    deadline = time.monotonic() + LOCK_SECONDS_MAX
    while not locked():
        if time.monotonic() > deadline:
            raise SchemaError("another process has been changing the tables for two minutes; find out what it is doing")
        time.sleep(LOCK_LOOK_SECONDS)
