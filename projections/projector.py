"""
The projector: follows the event log and keeps read models up to date.

A projection's rows and its position are written in one transaction, so no event is skipped or applied twice, whatever
is killed when. A projection that cannot process an event stops and says so, rather than go on with a gap.
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
"""Two projectors may start at the same time. The statement is the same in SQLite and PostgreSQL."""

LogReader = Callable[[int], Sequence[tuple[int, GameEvent]]]
"""A position → the next page of the log after it, `[(position, event), …]` in commit order."""


class Projection(Protocol):
    """A read model: its tables, and what one event does to them."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def shape(self) -> int:
        """The version of its tables. Raising it makes `create_tables` rebuild them."""

    @property
    def is_disposable(self) -> bool:
        """Whether everything in it comes from the log, so that it may be dropped and rebuilt."""

    @property
    def metadata(self) -> MetaData:
        """Its tables."""

    def apply(self, connection: Connection, event: GameEvent) -> None:
        """Applies one event to the read model."""


class ProjectionError(Exception):
    """A projection could not process an event. It stays where it is until the cause is fixed."""


def open_engine(url: str, *, holds_truth: bool = False, connections: int = 8) -> Engine:
    """
    A database beside the event store.

    Args:
        url: Its SQLAlchemy URL.
        holds_truth: Whether a commit must be durable when it returns. That of a read model need not be: in SQLite a
            power cut may undo it, and it is repeated from the log.
        connections: How many connections to a database server are kept open.
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


class Position:
    """
    How far the log has been followed under a name; its row is what followers of one name take turns by.

    Args:
        name: The name.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def begin(self, connection: Connection) -> bool:
        """Makes its row at 0, if it has none; whether it had none."""
        is_new = connection.execute(select(POSITIONS).where(POSITIONS.c.name == self._name)).first() is None
        if is_new:
            connection.execute(_BEGIN, {"name": self._name})
        return is_new

    def read(self, connection: Connection) -> int:
        """The position; 0 before the first event."""
        return connection.scalar(select(POSITIONS.c.position).where(POSITIONS.c.name == self._name)) or 0

    def lock(self, connection: Connection) -> int:
        """The position, locked for writing until the transaction ends."""
        mine = POSITIONS.c.name == self._name
        lock = update(POSITIONS).where(mine).values(position=POSITIONS.c.position)
        if connection.execute(lock).rowcount == 0:
            connection.execute(_BEGIN, {"name": self._name})
            connection.execute(lock)
        return self.read(connection)

    def store(self, connection: Connection, position: int) -> None:
        """Sets the position."""
        self.lock(connection)
        connection.execute(update(POSITIONS).where(POSITIONS.c.name == self._name).values(position=position))


class Projector:
    """
    Keeps one projection up to date.

    Args:
        engine: The database of its tables.
        projection: The projection.
        read_log: Reads the event log.
        gate: Held during each write, where processes should take turns more fairly than the database makes them.
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
    def _place(self) -> Position:
        shape = self._projection.shape
        return Position(self._projection.name if shape == 1 else f"{self._projection.name}/{shape}")

    def create_tables(self) -> None:
        """Creates missing tables. Tables of another shape are dropped, to be filled again from the log."""
        METADATA.create_all(self._engine)
        with self._engine.begin() as connection:
            if self._place.begin(connection) and self._projection.is_disposable:
                self._projection.metadata.drop_all(connection)
            self._projection.metadata.create_all(connection)

    def position(self) -> int:
        """The position of the last event projected; 0 before the first."""
        with self._engine.connect() as connection:
            return self._place.read(connection)

    def advance(self) -> list[GameEvent]:
        """
        Projects the next page of the log; its events, or an empty list if there was nothing new.

        Raises:
            ProjectionError: Names the event. Nothing of the page was stored.
        """
        # The log is read before anything is locked, so that an idle look writes nothing and blocks no writer.
        while page := self._read_log(position := self.position()):
            with self._gate(), self._engine.begin() as connection:
                if self._place.lock(connection) != position:
                    continue  # Another projector was faster.
                self._project(connection, page)
                return [one for _, one in page]
        return []

    def _project(self, connection: Connection, page: Sequence[tuple[int, GameEvent]]) -> None:
        """Applies the page to the read model and its position."""
        for place, one in page:
            try:
                self._projection.apply(connection, one)
            except Exception as error:
                raise ProjectionError(
                    f"projection {self._projection.name} cannot process event {one.n} of game {one.originator_id} "
                    f"at position {place}: {error}"
                ) from error
        self._place.store(connection, page[-1][0])

    def catch_up(self, on_page: Callable[[int], None] | None = None) -> int:
        """Projects the rest of the log; the number of events."""
        count = 0
        while page := self.advance():
            count += len(page)
            if on_page is not None:
                on_page(count)
        return count

    def rebuild(self, on_page: Callable[[int], None] | None = None) -> int:
        """
        Empties the read model and rebuilds it from the log; the number of events.

        Raises:
            ProjectionError: It holds data that is not in the log.
        """
        if not self._projection.is_disposable:
            raise ProjectionError(f"projection {self.name} cannot be rebuilt: it holds data that is not in the log")
        with self._engine.begin() as connection:
            for table in reversed(self._projection.metadata.sorted_tables):
                connection.execute(table.delete())
            self._place.store(connection, 0)
        return self.catch_up(on_page)
