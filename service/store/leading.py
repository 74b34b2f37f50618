"""
Elects the leading follower: the one whose session holds an advisory lock of the database.

If a leader is stopped, cut off or dead, it is silent, and the server ends its session after a few seconds. Then another
follower gets the lock. Two leaders for a moment do no harm: each piece of work is still done once.
"""

from __future__ import annotations

import contextlib
import time
from typing import Final, Protocol

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings

LOCK_KEY: Final = int.from_bytes(b"dvfollow", signed=True)
SILENCE_SECONDS_MAX: Final = 10
"""A leader that is silent for this long no longer leads."""
LOOK_SECONDS: Final = 1.0
"""The time between two messages of the leader to the database."""


class Leading(Protocol):
    """The election of a leader."""

    def leads(self) -> bool:
        """Returns whether this process leads now. It costs a statement each second."""

    def close(self) -> None:
        """Gives up the lead."""


class Alone:
    """For SQLite: several followers take turns, event by event, and each counts as leading."""

    def leads(self) -> bool:
        """Returns True."""
        return True

    def close(self) -> None:
        """Does nothing."""


class AdvisoryLock:
    """
    The lock, in PostgreSQL.

    Args:
        url: The SQLAlchemy URL of the database.
    """

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url, connections=1)
        self._session: Connection | None = None
        self._holds = False
        self._looked_at = float("-inf")

    def leads(self) -> bool:
        """
        Returns whether this process leads now.

        Raises:
            sqlalchemy.exc.DBAPIError: The database cannot be reached, and this process did not lead before.
        """
        if self._holds and time.monotonic() < self._looked_at + LOOK_SECONDS:
            return True
        try:
            session = self._open()
            if self._holds:
                session.scalar(text("SELECT 1"))
            else:
                self._holds = bool(session.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": LOCK_KEY}))
        except DBAPIError:
            held = self._holds
            self._drop()
            if not held:
                raise
            return False
        self._looked_at = time.monotonic()
        return self._holds

    def _open(self) -> Connection:
        if self._session is None:
            session = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._session = session
            session.execute(text(f"SET idle_session_timeout = '{SILENCE_SECONDS_MAX}s'"))
        return self._session

    def _drop(self) -> None:
        self._holds = False
        if self._session is not None:
            with contextlib.suppress(DBAPIError):
                self._session.invalidate()
                self._session.close()
            self._session = None

    def close(self) -> None:
        """Releases the lock, so that another follower may lead at once."""
        if self._holds and self._session is not None:
            with contextlib.suppress(DBAPIError):
                self._session.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK_KEY})
        self._drop()
        self._engine.dispose()


def open_leading(settings: Settings) -> Leading:
    """Returns the election among the followers of that store."""
    return Alone() if settings.is_sqlite else AdvisoryLock(settings.sqlalchemy_url)
