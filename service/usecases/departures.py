"""Leaving all games at once, when an account is deleted."""

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
        holdings: Finds the games that an account created or has a seat in.
    """

    def __init__(self, games: GameService, holdings: HoldingsReader) -> None:
        self._games = games
        self._holdings = holdings

    def leave_all(self, caller: Caller) -> None:
        """
        Takes the caller from their seats: before the start the seats become free, in running games a bot plays on.

        Their own open games are aborted if that is still allowed. Refusals are ignored: the clock, or the deadline for
        nonces, treats the caller like any absent player. The list of games has a short lag, so a seat taken at the last
        moment may be missed, too.
        """
        account = str(caller.account)
        # The owner may always leave, even if their token allows nothing but to administer the account.
        owner = Caller(account, frozenset({PLAY}), caller.token, caller.address)
        for game in self._holdings.open_games_of(account):
            with suppress(DelvebookError):
                self._games.abort(owner, UUID(game), reason=REASON)
        for game, seat in self._holdings.seats_of(account):
            with suppress(DelvebookError):
                self._games.leave_seat(owner, UUID(game), seat=seat)
