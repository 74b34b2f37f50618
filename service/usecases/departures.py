"""Leaving every game at once, as an account does that is deleted."""

from __future__ import annotations

from contextlib import suppress
from typing import Final
from uuid import UUID

from delvebook.domain.errors import DelvebookError
from delvebook.projections.holdings import HoldingsReader
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.usecases.games import GameService

REASON: Final = "the creator deleted the account"


class Departures:
    """
    Takes an account out of its games.

    Args:
        games: The use cases about games.
        holdings: Which games an account created or has a seat in.
    """

    def __init__(self, games: GameService, holdings: HoldingsReader) -> None:
        self._games = games
        self._holdings = holdings

    def leave_all(self, caller: Caller) -> None:
        """
        The caller leaves their seats: before the start they are free again, in running games a bot plays on.

        Their own open games are aborted where that is still allowed. What is refused stays as it is: the clock, or the
        deadline for nonces, deals with it as with any player who is away. The list of games follows a moment later, so
        a seat taken in that moment may be missed, too.
        """
        account = str(caller.account)
        # Leaving is the owner's right whatever their token may do beside looking after the account.
        owner = Caller(account, frozenset({PLAY}), caller.token, caller.address)
        for game in self._holdings.open_games_of(account):
            with suppress(DelvebookError):
                self._games.abort(owner, UUID(game), reason=REASON)
        for game, seat in self._holdings.seats_of(account):
            with suppress(DelvebookError):
                self._games.leave_seat(owner, UUID(game), seat=seat)
