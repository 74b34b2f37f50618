"""
An account's holdings: the open games that it created, and its seats in games that are not over.

They are read from the lobby's tables, so they follow the games with a short lag.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine, func, or_, select

from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.lobby.tables import GAMES, SEATS
from delvebook.projections.projector import place_of

GOING_ON: Final = ("open", "running")


class HoldingsReader:
    """
    Reads the holdings of accounts.

    Args:
        engine: The database of the lobby.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def open_games_of(self, account: str) -> list[str]:
        """Returns the games that the account created and that have not started."""
        query = select(GAMES.c.game).where(GAMES.c.creator == account, GAMES.c.status == "open")
        with self._engine.connect() as connection:
            return list(connection.scalars(query.order_by(GAMES.c.game)))

    def seats_of(self, account: str) -> list[tuple[str, int]]:
        """Returns the account's seats in open and running games, as pairs of game and seat."""
        query = (
            select(SEATS.c.game, SEATS.c.seat)
            .join(GAMES, GAMES.c.game == SEATS.c.game)
            .where(SEATS.c.player == account, GAMES.c.status.in_(GOING_ON))
            .order_by(SEATS.c.game, SEATS.c.seat)
        )
        with self._engine.connect() as connection:
            return [(row.game, row.seat) for row in connection.execute(query)]

    def position(self) -> int:
        """Returns the position of the log up to which the lobby's tables, at least, have followed the games."""
        with self._engine.connect() as connection:
            return place_of(LobbyProjection()).read(connection)

    def games_going_on(self, account: str) -> list[str]:
        """Returns the open and running games in which the account has a seat, or had one in the parent."""
        seats = select(SEATS.c.game).where(SEATS.c.player == account)
        theirs = or_(GAMES.c.game.in_(seats), GAMES.c.parent_game.in_(seats))
        query = select(GAMES.c.game).where(theirs, GAMES.c.status.in_(GOING_ON)).order_by(GAMES.c.game)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def created_going_on(self, account: str) -> int:
        """Returns the number of open or running games that the account created."""
        query = select(func.count()).select_from(GAMES).where(GAMES.c.creator == account, GAMES.c.status.in_(GOING_ON))
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0

    def seats_going_on(self, account: str) -> int:
        """Returns the number of seats that the account has in open and running games."""
        query = (
            select(func.count())
            .select_from(SEATS)
            .join(GAMES, GAMES.c.game == SEATS.c.game)
            .where(SEATS.c.player == account, GAMES.c.status.in_(GOING_ON))
        )
        with self._engine.connect() as connection:
            return connection.scalar(query) or 0
