"""
The projector: follows the event log and keeps read models up to date.

A projection's rows and its position are written in one transaction, so it neither skips an event nor
sees one twice, whatever is killed when. One that cannot digest an event stops and says so; it never
goes on with a hole in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, Protocol

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url

from delvebook.domain.events import GameEvent

METADATA: Final = MetaData()
POSITIONS: Final = Table(
    "projection_positions",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("position", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
)

_BEGIN: Final = text("INSERT INTO projection_positions (name, position) VALUES (:name, 0) ON CONFLICT DO NOTHING")
"""Two projectors may both be the first. Written the same in SQLite and in PostgreSQL."""

LogReader = Callable[[int], Sequence[tuple[int, GameEvent]]]
"""A position → the next page of the log after it, `[(position, event), …]` in commit order."""


class Projection(Protocol):
    """A read model: its tables, and what one event does to them."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def shape(self) -> int:
        """Which shape its tables have; raised whenever they change, so that they are made anew."""

    @property
    def is_disposable(self) -> bool:
        """Whether it holds nothing that is not in the log, so that it may be thrown away and built again."""

    @property
    def metadata(self) -> MetaData:
        """Its tables."""

    def apply(self, connection: Connection, event: GameEvent) -> None:
        """Brings the read model over one event."""


class ProjectionError(Exception):
    """A projection could not digest an event. It stands still until this is mended."""


def open_engine(url: str, *, holds_truth: bool = False, connections: int = 8) -> Engine:
    """
    A database beside the event store, as SQLAlchemy opens it.

    Args:
        url: Where it is.
        holds_truth: Whether a commit must be durable when it returns. A read model's need not be: in SQLite it
            may be lost by a power cut, and is made again from the log.
        connections: How many a server's pool keeps.
    """
    pool = {} if make_url(url).drivername.startswith("sqlite") else {"pool_size": connections, "max_overflow": 64}
    engine = create_engine(url, **pool)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA busy_timeout=30000")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA synchronous={'FULL' if holds_truth else 'NORMAL'}")
            connection.execute(f"PRAGMA foreign_keys={'ON' if holds_truth else 'OFF'}")

    return engine


class Projector:
    """
    Keeps one projection up to date.

    Args:
        engine: Where its tables are.
        projection: What to keep.
        read_log: The event log.
        gate: Entered for each write; where processes wait for each other better than the database would let them.
    """

    def __init__(
        self,
        engine: Engine,
        projection: Projection,
        read_log: LogReader,
        *,
        gate: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._engine = engine
        self._projection = projection
        self._read_log = read_log
        self._gate = gate

    @property
    def name(self) -> str:
        """The projection's name."""
        return self._projection.name

    @property
    def _key(self) -> str:
        """What its position is kept under."""
        shape = self._projection.shape
        return self._projection.name if shape == 1 else f"{self._projection.name}/{shape}"

    def create_tables(self) -> None:
        """Makes the tables that are missing; those of another shape are thrown away, and filled again from the log."""
        METADATA.create_all(self._engine)
        with self._engine.begin() as connection:
            mine = POSITIONS.c.name == self._key
            if connection.execute(select(POSITIONS).where(mine)).first() is None:
                if self._projection.is_disposable:
                    self._projection.metadata.drop_all(connection)
                connection.execute(_BEGIN, {"name": self._key})
            self._projection.metadata.create_all(connection)

    def position(self) -> int:
        """The position of the last event projected; 0 before the first."""
        with self._engine.connect() as connection:
            return self._position(connection)

    def advance(self) -> list[GameEvent]:
        """
        Projects the next page of the log; returns its events, none if there was nothing new.

        Raises:
            ProjectionError: Names the event; nothing of the page was kept.
        """
        # The log is read before anything is locked: looking in vain writes nothing, and nobody waits for the reading.
        while page := self._read_log(position := self.position()):
            with self._gate(), self._engine.begin() as connection:
                if self._lock_position(connection) != position:
                    continue  # Another projector was faster.
                self._project(connection, page)
                return [one for _, one in page]
        return []

    def _project(self, connection: Connection, page: Sequence[tuple[int, GameEvent]]) -> None:
        """Brings the read model and its position over the page."""
        for place, one in page:
            try:
                self._projection.apply(connection, one)
            except Exception as error:
                raise ProjectionError(
                    f"projection {self._projection.name} cannot digest event {one.n} of game {one.originator_id} "
                    f"at position {place}: {error}"
                ) from error
        self._store_position(connection, page[-1][0])

    def catch_up(self, on_page: Callable[[int], None] | None = None) -> int:
        """Projects everything there is; returns how many events that were."""
        count = 0
        while page := self.advance():
            count += len(page)
            if on_page is not None:
                on_page(count)
        return count

    def rebuild(self, on_page: Callable[[int], None] | None = None) -> int:
        """
        Throws the read model away and builds it again from the log; returns how many events that were.

        Raises:
            ProjectionError: It holds what is not in the log.
        """
        if not self._projection.is_disposable:
            raise ProjectionError(f"projection {self.name} cannot be built again: it holds what is not in the log")
        with self._engine.begin() as connection:
            for table in reversed(self._projection.metadata.sorted_tables):
                connection.execute(table.delete())
            self._store_position(connection, 0)
        return self.catch_up(on_page)

    def _position(self, connection: Connection) -> int:
        return connection.scalar(select(POSITIONS.c.position).where(POSITIONS.c.name == self._key)) or 0

    def _lock_position(self, connection: Connection) -> int:
        """The position, with a write lock on it, so that two projectors never project the same page."""
        mine = POSITIONS.c.name == self._key
        lock = update(POSITIONS).where(mine).values(position=POSITIONS.c.position)
        if connection.execute(lock).rowcount == 0:
            connection.execute(_BEGIN, {"name": self._key})
            connection.execute(lock)
        return self._position(connection)

    def _store_position(self, connection: Connection, position: int) -> None:
        self._lock_position(connection)
        mine = POSITIONS.c.name == self._key
        connection.execute(update(POSITIONS).where(mine).values(position=position))
