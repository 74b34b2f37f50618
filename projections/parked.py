"""
Parked games: games with an event that a projection could not process.

One broken game stops one game. The projection passes over the events of a parked game and goes on with all others. The
last event passed over is stored with the game, so that the game can be caught up once the cause is fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)

METADATA: Final = MetaData()
TABLE: Final = "parked_games"
PARKED: Final = Table(
    TABLE,
    METADATA,
    Column("projection", String(40), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("passed", Integer, nullable=False),
    Column("position", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("trouble", String(400), nullable=False),
)
TROUBLE_CHARACTERS_MAX: Final = 400


class Unreadable(NamedTuple):
    """
    A stored event that cannot be read, or does not follow from the one before it.

    Attributes:
        game: Its game's id.
        n: Its number.
        trouble: The error, without any of the event's contents.
    """

    game: str
    n: int
    trouble: str


class ParkedGame(NamedTuple):
    """
    A game that a projection has parked.

    Attributes:
        projection: The name of the projection.
        game: The game's id.
        n: The first event that is not in the projection.
        passed: The last event that was passed over.
        position: The position of event `n` in the log.
        trouble: Why it could not be processed.
    """

    projection: str
    game: str
    n: int
    passed: int
    position: int
    trouble: str


class ParkedGames:
    """
    The parked games of one projection.

    Args:
        projection: Its name.
    """

    def __init__(self, projection: str) -> None:
        self._mine = PARKED.c.projection == projection
        self._projection = projection

    def read(self, connection: Connection) -> dict[str, ParkedGame]:
        """Returns all of them, by game."""
        query = select(PARKED).where(self._mine).order_by(PARKED.c.position)
        return {row.game: ParkedGame(*row) for row in connection.execute(query)}

    def park(self, connection: Connection, *, game: str, n: int, position: int, trouble: str) -> ParkedGame:
        """Parks a game at an event."""
        parked = ParkedGame(self._projection, game, n, n, position, trouble[:TROUBLE_CHARACTERS_MAX])
        connection.execute(insert(PARKED).values(**parked._asdict()))
        return parked

    def passed(self, connection: Connection, game: str, n: int) -> None:
        """Notes that event `n` of a parked game was passed over."""
        connection.execute(update(PARKED).where(self._mine, PARKED.c.game == game).values(passed=n))

    def explain(self, connection: Connection, game: str, trouble: str) -> None:
        """Updates the reason why a game is parked."""
        told = trouble[:TROUBLE_CHARACTERS_MAX]
        connection.execute(update(PARKED).where(self._mine, PARKED.c.game == game).values(trouble=told))

    def release(self, connection: Connection, game: str) -> None:
        """Removes a game from the parked ones."""
        connection.execute(delete(PARKED).where(self._mine, PARKED.c.game == game))

    def clear(self, connection: Connection) -> None:
        """Removes all parked games of a projection that is being rebuilt."""
        connection.execute(delete(PARKED).where(self._mine))

    def take(self, connection: Connection, games: Sequence[ParkedGame]) -> None:
        """Puts these games in the place of those that are parked."""
        self.clear(connection)
        for game in games:
            connection.execute(insert(PARKED).values(**game._asdict()))


def parked_games(engine: Engine) -> list[ParkedGame]:
    """Returns the parked games of every projection in a database, in the order of the log."""
    with engine.connect() as connection:
        query = select(PARKED).order_by(PARKED.c.position, PARKED.c.projection)
        return [ParkedGame(*row) for row in connection.execute(query)]


def trouble_of(error: Exception) -> str:
    """Describes an error for operators in one line, without the values of a statement that failed."""
    said = str(getattr(error, "orig", error)).partition("\n")[0]
    return f"{type(error).__name__}: {said}"[:TROUBLE_CHARACTERS_MAX]
