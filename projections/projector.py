"""
The projector: follows the event log and keeps read models up to date.

A projection's rows and its position are written in one transaction, so no event is skipped or applied twice if a
process is killed. An event that a projection cannot process parks its game (`parked`): its later events are passed
over, and all other games go on. `retry` catches a parked game up once the cause is fixed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import InterfaceError, OperationalError

from delvebook.domain.game_event import GameEvent
from delvebook.projections.apart import apart
from delvebook.projections.parked import METADATA as PARKED_METADATA
from delvebook.projections.parked import ParkedGame, ParkedGames, Unreadable, trouble_of

METADATA: Final = MetaData()
POSITIONS: Final = Table(
    "projection_positions",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("position", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("head", String(64)),
)
"""`head` is the hash of the event at the position; it may be unknown."""

_BEGIN: Final = text("INSERT INTO projection_positions (name, position) VALUES (:name, 0) ON CONFLICT DO NOTHING")
"""Two projectors may start at the same time. The statement is the same in SQLite and PostgreSQL."""

PageReader = Callable[[int], Sequence[tuple[int, GameEvent | Unreadable]]]
"""Takes a position. Returns the next page of the log after it, `[(position, event), …]` in commit order."""
GameReader = Callable[[str, int, int], Iterable[GameEvent | Unreadable]]
"""Takes a game and the numbers of two events. Returns the game's events from the first to the second."""
DATABASE_TROUBLE: Final = (OperationalError, InterfaceError)
"""Errors of the database rather than of one game: it is away, busy, locked or full."""


class Projection(Protocol):
    """A read model: its tables, and the changes that events make to them."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def shape(self) -> int:
        """The version of its tables. If it is raised, `create_tables` rebuilds them, and older programs refuse them."""

    @property
    def is_disposable(self) -> bool:
        """Whether all of its data comes from the log, so that it may be dropped and rebuilt."""

    @property
    def metadata(self) -> MetaData:
        """Its tables."""

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Applies events to the read model, in their order."""


class EventByEvent(ABC):
    """The base of projections that come from the log alone and are written one event at a time."""

    is_disposable: Final = True

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Applies the events to the read model, in their order."""
        for event in events:
            self._apply(connection, event)

    @abstractmethod
    def _apply(self, connection: Connection, event: GameEvent) -> None:
        """Applies one event."""


class ProjectionError(Exception):
    """The projection cannot do what it was asked for."""


class Position:
    """
    How far the log has been followed under a name. Followers of one name take turns by locking its row.

    Args:
        name: The name.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def begin(self, connection: Connection) -> bool:
        """Inserts its row at 0 if it has none. Returns whether it did."""
        is_new = connection.execute(select(POSITIONS).where(POSITIONS.c.name == self._name)).first() is None
        if is_new:
            connection.execute(_BEGIN, {"name": self._name})
        return is_new

    def read(self, connection: Connection) -> int:
        """Returns the position; 0 before the first event."""
        return connection.scalar(select(POSITIONS.c.position).where(POSITIONS.c.name == self._name)) or 0

    def lock(self, connection: Connection) -> int:
        """Returns the position, locked for writing until the transaction ends."""
        mine = POSITIONS.c.name == self._name
        lock = update(POSITIONS).where(mine).values(position=POSITIONS.c.position).returning(POSITIONS.c.position)
        position = connection.scalar(lock)
        if position is None:
            connection.execute(_BEGIN, {"name": self._name})
            position = connection.execute(lock).scalar_one()
        return int(position)

    def head(self, connection: Connection) -> str | None:
        """Returns the hash of the event at the position; None if it is not known."""
        return connection.scalar(select(POSITIONS.c.head).where(POSITIONS.c.name == self._name))

    def store(self, connection: Connection, position: int, *, head: str | None = None) -> None:
        """Sets the position, and the hash of the event there."""
        moved = update(POSITIONS).where(POSITIONS.c.name == self._name).values(position=position, head=head)
        if connection.execute(moved).rowcount == 0:
            connection.execute(_BEGIN, {"name": self._name})
            connection.execute(moved)


def place_of(projection: Projection) -> Position:
    """Returns how far a projection has followed the log, which is counted anew for each shape of its tables."""
    name, shape = projection.name, projection.shape
    return Position(name if shape == 1 else f"{name}/{shape}")


def shapes_stored(connection: Connection) -> dict[str, int]:
    """Returns the newest stored shape of each read model, by name; empty if there is no table of positions."""
    if not inspect(connection).has_table(POSITIONS.name):
        return {}
    found: dict[str, int] = {}
    for name in connection.scalars(select(POSITIONS.c.name)):
        model, _, shape = name.partition("/")
        found[model] = max(found.get(model, 0), int(shape or 1))
    return found


class Projector:
    """
    Keeps one projection up to date.

    Args:
        engine: The database of its tables.
        projection: The projection.
        read_log: Reads the event log.
        read_game: Reads events of one game, for `retry`.
        on_parked: Called after a game has been parked.
    """

    def __init__(
        self,
        engine: Engine,
        projection: Projection,
        read_log: PageReader,
        *,
        read_game: GameReader = lambda *_: (),
        on_parked: Callable[[ParkedGame], None] = lambda _: None,
    ) -> None:
        self._engine = engine
        self._projection = projection
        self._read_log = read_log
        self._read_game = read_game
        self._on_parked = on_parked
        self._parked = ParkedGames(projection.name)
        self._reached: int | None = None
        """The position at its last look. Another projector may have moved on since; the lock tells."""

    @property
    def name(self) -> str:
        """The projection's name."""
        return self._projection.name

    @property
    def _place(self) -> Position:
        return place_of(self._projection)

    def create_tables(self) -> bool:
        """
        Creates its tables if they are missing. Returns whether they were.

        Tables of another shape are dropped, to be filled again from the log.
        """
        with self._engine.begin() as connection:
            is_new = self._place.begin(connection)
            if is_new and self._projection.is_disposable:
                self._parked.clear(connection)
                self._projection.metadata.drop_all(connection)
            self._projection.metadata.create_all(connection)
        self._reached = None
        return is_new

    def position(self) -> int:
        """Returns the position of the last event projected; 0 before the first."""
        with self._engine.connect() as connection:
            return self._place.read(connection)

    def misfit(self) -> str | None:
        """
        Returns why the read model is not one of this log; None if it is.

        It is not if the log ends before the last event that was projected, or has another event there: one of the two
        was restored without the other.
        """
        with self._engine.connect() as connection:
            position, head = self._place.read(connection), self._place.head(connection)
        if not position:
            return None
        page = self._read_log(position - 1)
        if not page or page[0][0] != position:
            return f"it has events up to position {position}, and the log has no event there"
        found = getattr(page[0][1], "hash", None)
        if None not in (head, found) and head != found:
            return f"the event at position {position} is another one in the log"
        return None

    @property
    def is_disposable(self) -> bool:
        """Whether it may be rebuilt."""
        return self._projection.is_disposable

    def project_page(self) -> list[GameEvent]:
        """
        Projects the next page of the log. Returns the events that were applied, or an empty list if nothing was new.

        Raises:
            sqlalchemy.exc.DBAPIError: The database is away, busy or full. Nothing of the page was stored.
        """
        # The log is read before anything is locked, so that an idle look writes nothing and blocks no writer.
        while page := self._read_log(position := self.position() if self._reached is None else self._reached):
            self._reached = None
            try:
                projected = self._project(position, page)
            except DATABASE_TROUBLE:
                raise
            except Exception:  # noqa: BLE001 - whatever it is, it is found again, and its game is parked
                projected = self._project(position, page, step_by_step=True)
            if projected:
                return projected
        self._reached = None  # With nothing to do, it reads the position again.
        return []

    def _project(
        self, position: int, page: Sequence[tuple[int, GameEvent | Unreadable]], *, step_by_step: bool = False
    ) -> list[GameEvent]:
        """
        Applies a page to the read model, and moves the position. Returns the events that were applied.

        Args:
            position: The projection's position when the page was read. If it has changed, nothing is done.
            page: The page.
            step_by_step: Whether an event that cannot be applied parks its game. This costs a savepoint for each event.
        """
        projected: list[GameEvent] = []
        newly_parked = []
        with self._engine.begin() as connection:
            if self._place.lock(connection) != position:
                return []  # Another projector was faster.
            held = self._parked.read(connection)
            for place, one in page:
                game = one.game if isinstance(one, Unreadable) else str(one.originator_id)
                if game in held:
                    self._parked.passed(connection, game, one.n)
                    continue
                trouble = self._trouble_with(connection, one, step_by_step=step_by_step)
                if trouble is not None:
                    held[game] = self._parked.park(connection, game=game, n=one.n, position=place, trouble=trouble)
                    newly_parked.append(held[game])
                elif not isinstance(one, Unreadable):
                    projected.append(one)
            if not step_by_step:
                self._projection.apply(connection, projected)
            self._place.store(connection, page[-1][0], head=getattr(page[-1][1], "hash", None))
        self._reached = page[-1][0]
        for row in newly_parked:
            self._on_parked(row)
        return projected

    def _trouble_with(self, connection: Connection, one: GameEvent | Unreadable, *, step_by_step: bool) -> str | None:
        """
        Returns why an event cannot be applied, or None.

        With `step_by_step`, the event is applied to find out, and an event that fails changes nothing.
        """
        if isinstance(one, Unreadable):
            return one.trouble
        if not step_by_step:
            return None
        try:
            with connection.begin_nested():
                self._projection.apply(connection, [one])
        except DATABASE_TROUBLE:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this game's
            return trouble_of(error)
        return None

    def parked(self) -> list[ParkedGame]:
        """Returns the parked games, in the order of the log."""
        with self._engine.connect() as connection:
            return list(self._parked.read(connection).values())

    def retry(self, game: str | None = None) -> list[str]:
        """
        Catches up one parked game, or all of them. Returns the games that are no longer parked.

        A game whose cause is not fixed is left as it is.

        Raises:
            sqlalchemy.exc.DBAPIError: The database is away, busy or full.
        """
        wanted = [row.game for row in self.parked() if game in (None, row.game)]
        return [one for one in wanted if self._catch_up(one)]

    def _catch_up(self, game: str) -> bool:
        """Applies all events of a game that were passed over, or none. Returns whether they could be applied."""
        with self._engine.begin() as connection:
            self._place.lock(connection)  # No other projector may pass over more of it meanwhile.
            row = self._parked.read(connection).get(game)
            if row is None:
                return False
            try:
                with connection.begin_nested():
                    for one in self._read_game(game, row.n, row.passed):
                        self._projection.apply(connection, [_readable(one)])
                    self._parked.release(connection, game)
            except DATABASE_TROUBLE:
                raise
            except _StillParkedError as error:
                self._parked.explain(connection, game, str(error))
                return False
            except Exception as error:  # noqa: BLE001 - whatever it is, it is this game's
                self._parked.explain(connection, game, trouble_of(error))
                return False
        return True

    def catch_up(self, on_page: Callable[[int], None] | None = None) -> int:
        """Projects the rest of the log. Returns the number of events."""
        count = 0
        while page := self.project_page():
            count += len(page)
            if on_page is not None:
                on_page(count)
        return count

    def rebuild(self, on_page: Callable[[int], None] | None = None) -> int:
        """
        Builds the read model anew from the log, beside those who read it. Returns the number of events.

        It is built apart, and takes the place of the present one in one transaction.

        Raises:
            ProjectionError: It holds data that is not in the log.
            TakenError: Another process is rebuilding it.
        """
        if not self._projection.is_disposable:
            raise ProjectionError(f"projection {self.name} cannot be rebuilt: it holds data that is not in the log")
        tables = self._projection.metadata.sorted_tables
        with apart(self._engine, self.name) as place:
            anew = Projector(place.engine, self._projection, self._read_log, on_parked=self._on_parked)
            with place.engine.begin() as connection:
                for metadata in (METADATA, PARKED_METADATA, self._projection.metadata):
                    metadata.create_all(connection)
                anew._place.begin(connection)
            count = anew.catch_up(on_page)
            with place.exchange(self._engine) as connection:
                self._place.lock(connection)  # No projector goes on meanwhile.
                count += anew.catch_up()
                place.take(connection, tables)
                self._parked.take(connection, anew.parked())
                with place.engine.connect() as other:
                    head = anew._place.head(other)
                self._place.store(connection, anew.position(), head=head)
        self._reached = None
        return count


class _StillParkedError(Exception):
    """An event of a parked game cannot be read yet."""


def _readable(one: GameEvent | Unreadable) -> GameEvent:
    if isinstance(one, Unreadable):
        raise _StillParkedError(one.trouble)
    return one
