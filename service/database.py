"""Transactions of the databases beside the event store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

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
