"""
Connections that were left behind at a PostgreSQL which no longer answers, although another one does.

libpq waits for an answer as long as TCP lives. A server whose disk hangs, or whose first process was killed, may keep
its connections open and never answer, while its standby was promoted long ago. So one thread of a process asks every
few seconds which of the process's connections the server knows that answers now. The others are broken, and whoever
waits for them tries again. Nothing is broken as long as no server answers, or if the server knows the connection: then
a statement takes its time, or a commit waits for its standby.
"""

from __future__ import annotations

import os
import socket
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from psycopg.errors import Diagnostic
from psycopg.pq.abc import PGconn

LOOK_SECONDS: Final = 5.0
"""The time between two looks."""
_KNOWN: Final = (
    "SELECT pg_backend_pid(), pg_is_in_recovery(), array(SELECT pid FROM pg_stat_activity WHERE pid = ANY(%s))"
)
_NOT_LIBPQ: Final = ("row_factory", "context", "autocommit")

log = structlog.get_logger(__name__)


class Connection(Protocol):
    """What the library's connections have in common, whether they are used in a thread or in an event loop."""

    @property
    def closed(self) -> bool:
        """Whether it is closed."""

    @property
    def pgconn(self) -> PGconn:
        """The connection of libpq."""

    def add_notice_handler(self, callback: Callable[[Diagnostic], None]) -> None:
        """Has what PostgreSQL says beside its answers given to the callback."""


class Connections:
    """
    The connections of a process to one database. A thread looks at them as long as there are any.

    Args:
        place: The database, as libpq names it.
        seconds: The time between two looks, in seconds.
    """

    def __init__(self, place: str, *, seconds: float = LOOK_SECONDS) -> None:
        self._place = place
        self._seconds = seconds
        self.begin()

    def begin(self) -> None:
        """Begins without connections, as in a process that was forked: its threads are gone, its locks may be held."""
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def add(self, connection: Connection) -> None:
        """Has the connection looked at from now on, until it is closed."""
        with self._lock:
            self._open.add(connection)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="left-behind", daemon=True)
                self._thread.start()

    def look(self) -> int:
        """Breaks the connections that the server does not know which answers now. Returns how many."""
        with self._lock:
            opened = [one for one in self._open if not one.closed]
        try:
            pids = {one: one.pgconn.backend_pid for one in opened}
            known = self._known_of([*pids.values()])
        except psycopg.Error:
            return 0  # no server answers, or one of them was closed meanwhile
        behind = [one for one, pid in pids.items() if pid not in known]
        with self._lock:
            for one in behind:
                with suppress(OSError, psycopg.Error):  # it was closed meanwhile
                    _break(one)
                    self._open.discard(one)  # it is told once, even if nobody uses it for long
        if behind:
            log.warning("connections_left_behind", count=len(behind))
        return len(behind)

    def _known_of(self, pids: Sequence[int]) -> Sequence[int]:
        with psycopg.connect(self._place, autocommit=True) as connection:
            row = connection.execute(_KNOWN, (list(pids),)).fetchone()
            assert row is not None  # noqa: S101 - it is one row
            mine, is_standby, known = row
            # A pooler in between has numbers of its own, by which no server knows anything.
            has_pooler = mine != connection.pgconn.backend_pid
            return pids if has_pooler or is_standby else known

    def _run(self) -> None:
        while True:
            time.sleep(self._seconds)
            with self._lock:
                if all(one.closed for one in self._open):
                    self._thread = None
                    return
            self.look()


_PLACES: Final[dict[str, Connections]] = {}


def connections_to(parameters: Mapping[str, object]) -> Connections:
    """Returns the process's connections to the database with these parameters, of which those of libpq count."""
    place = make_conninfo(**{name: str(given) for name, given in parameters.items() if name not in _NOT_LIBPQ})
    return _PLACES.setdefault(place, Connections(place))


def _begin_in_child() -> None:
    for connections in _PLACES.values():
        connections.begin()


os.register_at_fork(after_in_child=_begin_in_child)


def _break(connection: Connection) -> None:
    """Ends a connection under whoever waits for it in another thread."""
    with socket.socket(fileno=os.dup(connection.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)
