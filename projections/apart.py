"""
A place apart, where a read model is built anew while the present one is read, and the exchange of the two.

In SQLite the place is a file beside the database, in PostgreSQL a schema of the same database. The exchange is one
transaction, so a reader sees the old rows or the new ones, and never a part.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Column, Connection, Engine, Table, create_engine, func, select, sql, text

ATTACHED: Final = "apart"
"""The name of the file apart, for a connection to SQLite."""


class TakenError(Exception):
    """Another process is building the same read model."""


class Apart(NamedTuple):
    """
    A place apart.

    Attributes:
        engine: Opens it; the tables have their usual names there.
        file: Its file, in SQLite.
        schema: The name that the tables there have before their own, for a connection to the database itself.
    """

    engine: Engine
    file: Path | None
    schema: str

    @contextmanager
    def exchange(self, live: Engine) -> Iterator[Connection]:
        """Yields a transaction on the database that reads the place apart, too."""
        with live.connect() as connection:
            if self.file is not None:
                connection.exec_driver_sql(f"ATTACH DATABASE ? AS {ATTACHED}", (str(self.file),))
                connection.commit()
            try:
                with connection.begin():
                    yield connection
            finally:
                if self.file is not None:
                    connection.exec_driver_sql(f"DETACH DATABASE {ATTACHED}")
                    connection.commit()

    def take(self, connection: Connection, tables: Iterable[Table]) -> None:
        """Puts the rows of these tables that are apart in the place of those in the database."""
        ordered = list(tables)
        for table in reversed(ordered):
            connection.execute(table.delete())
        for table in ordered:
            names = ", ".join(f'"{column.name}"' for column in table.columns)
            copy = f'INSERT INTO "{table.name}" ({names}) SELECT {names} FROM {self.schema}."{table.name}"'  # noqa: S608
            connection.execute(text(copy))
            if connection.dialect.name == "postgresql" and table.autoincrement_column is not None:
                _number_on(connection, table, table.autoincrement_column)


def _number_on(connection: Connection, table: Table, column: Column[int]) -> None:
    """Has PostgreSQL number the next row after those that were copied with their numbers."""
    sequence = func.pg_get_serial_sequence(table.name, column.name)
    following = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
    connection.execute(select(func.setval(sequence, following, sql.false())))


@contextmanager
def apart(live: Engine, name: str) -> Iterator[Apart]:
    """
    Yields an empty place apart, which is removed afterwards.

    Args:
        live: The database.
        name: The name of what is built there.

    Raises:
        TakenError: Another process is building it.
    """
    with _in_a_file(live, name) if live.dialect.name == "sqlite" else _in_a_schema(live, name) as place:
        try:
            yield place
        finally:
            place.engine.dispose()


@contextmanager
def _in_a_file(live: Engine, name: str) -> Iterator[Apart]:
    file = Path(f"{live.url.database}.{name}-anew")
    with Path(f"{file}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise TakenError(f"the {name} is being built anew by another process") from None
        _remove(file)
        try:
            yield Apart(create_engine(live.url.set(database=str(file))), file, ATTACHED)
        finally:
            _remove(file)
            Path(lock.name).unlink(missing_ok=True)


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        Path(f"{file}{ending}").unlink(missing_ok=True)


@contextmanager
def _in_a_schema(live: Engine, name: str) -> Iterator[Apart]:
    schema = f"{name}_anew"
    drop = text(f'DROP SCHEMA IF EXISTS "{schema}" CASCADE')
    with live.connect() as session:
        session.execution_options(isolation_level="AUTOCOMMIT")
        if not session.scalar(text("SELECT pg_try_advisory_lock(hashtext(:name))"), {"name": schema}):
            raise TakenError(f"the {name} is being built anew by another process")
        try:
            session.execute(drop)
            session.execute(text(f'CREATE SCHEMA "{schema}"'))
            yield Apart(
                create_engine(live.url, connect_args={"options": f"-csearch_path={schema}"}), None, f'"{schema}"'
            )
        finally:
            session.execute(drop)
            session.execute(text("SELECT pg_advisory_unlock(hashtext(:name))"), {"name": schema})
