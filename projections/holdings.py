"""
An account's holdings: the open games that it created, and its seats in games that are not over.

They are read from the lobby's tables, so they follow the games with a short lag.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import BindParameter, Engine, Select, bindparam, func, or_, select

from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.lobby.tables import GAMES, SEATS
from delvebook.projections.projector import place_of

GOING_ON: Final = ("open", "running")
_ACCOUNTS: Final[BindParameter[str]] = bindparam("accounts", expanding=True)
_CREATED: Final = (
    select(GAMES.c.creator, func.count())
    .where(GAMES.c.creator.in_(_ACCOUNTS), GAMES.c.status.in_(GOING_ON))
    .group_by(GAMES.c.creator)
)
_SEATED: Final = (
    select(SEATS.c.player, func.count())
    .join(GAMES, GAMES.c.game == SEATS.c.game)
    .where(SEATS.c.player.in_(_ACCOUNTS), GAMES.c.status.in_(GOING_ON))
    .group_by(SEATS.c.player)
)
"""Written once, because writing a statement takes longer than asking it."""


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

    def created_going_on(self, accounts: Sequence[str]) -> list[int]:
        """Returns, for each of the accounts, the number of open or running games that it created."""
        return self._counted(_CREATED, accounts)

    def seats_going_on(self, accounts: Sequence[str]) -> list[int]:
        """Returns, for each of the accounts, the number of its seats in open and running games."""
        return self._counted(_SEATED, accounts)

    def _counted(self, query: Select[str, int], accounts: Sequence[str]) -> list[int]:
        with self._engine.connect() as connection:
            found = {row[0]: row[1] for row in connection.execute(query, {"accounts": sorted(set(accounts))})}
        return [found.get(account, 0) for account in accounts]
