"""Transactions of the databases beside the event store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from delvebook.projections.projector import open_engine
from delvebook.service.errors import UnavailableError


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """
    One transaction.

    Raises:
        UnavailableError: The database cannot be reached or is too busy.
        IntegrityError: A row that must be unique is there already.
    """
    try:
        with engine.begin() as connection:
            yield connection
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeoutError) as error:
        raise UnavailableError("the store does not answer right now") from error


def tables(url: str) -> set[str]:
    """The names of the tables in a database."""
    with _opened(url) as engine:
        return set(inspect(engine).get_table_names())


def ask(url: str, question: str) -> Any:
    """
    The one value that a statement answers.

    Raises:
        UnavailableError
    """
    with _opened(url) as engine, transaction(engine) as connection:
        return connection.exec_driver_sql(question).scalar_one()


@contextmanager
def _opened(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()
