"""
Which bots' turns have jobs.

A job plays all turns that quick bots owe in its game (`delvebook.workers.bots`). So a game has one job at a time, and
another one each `HELD_SECONDS` while its bots are slow and still owe turns: several workers may think for one table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from redis import Redis

from delvebook.projections.lobby.reader import LobbyReader, OwedTurn
from delvebook.workers.bots import has_job, offer_turn
from delvebook.workers.parking import Parking

HELD_SECONDS: Final = 0.2
"""The time that a game's job has to play further turns, before one of them gets a job of its own."""
LOOK_SECONDS: Final = 0.05
"""The time between two looks at the jobs of games whose turns wait."""
OFFERED_MAX: Final = 10_000
"""The number of offered turns that are remembered, so that Redis is not asked again at each event of their game."""


class TurnOffers:
    """
    The turns that were offered, and those that wait for the job of their game.

    Args:
        connection: Redis.
        lobby: Reads pending turns.
        parking: Finds the turns to leave alone.
        clock: Returns a time that never goes back, in seconds.
    """

    def __init__(
        self,
        connection: Redis,
        lobby: LobbyReader,
        parking: Parking,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection = connection
        self._lobby = lobby
        self._parking = parking
        self._clock = clock
        self._offered: dict[OwedTurn, None] = {}
        self._jobs: dict[str, tuple[OwedTurn, float]] = {}
        """By game, the turn offered last, and when."""
        self._held: set[str] = set()
        """Games with turns that wait for the game's job."""

    @property
    def holds_any(self) -> bool:
        """Whether turns wait for the job of their game."""
        return bool(self._held)

    def forget(self, game: str) -> None:
        """Forgets a game, so that its turns are offered again."""
        self._offered = {turn: None for turn in self._offered if turn.game != game}
        self._jobs.pop(game, None)
        self._held.discard(game)

    def forget_all(self) -> None:
        """Forgets everything, so that all turns are offered again."""
        self._offered.clear()
        self._jobs.clear()
        self._held.clear()

    def owed(self, games: Iterable[str]) -> list[OwedTurn]:
        """Returns the turns not yet offered that bots owe in these games, and in those that are held."""
        asked = self._held.union(games)
        owed = self._lobby.owed_bot_turns(games=sorted(asked)) if asked else []
        news = [turn for turn in owed if turn not in self._offered]
        self._held &= {turn.game for turn in news}
        return news

    def offer_first(self, turns: Iterable[OwedTurn]) -> None:
        """
        Offers one turn of each game whose last job is over or has been waited for long enough. Holds the others.

        Raises:
            redis.RedisError: Redis is away.
        """
        self._held.clear()
        for turn in self._to_try(turns):
            if turn.game in self._held or self._has_job(turn.game):
                self._held.add(turn.game)
            else:
                self._put(turn)

    def offer(self, turns: Iterable[OwedTurn]) -> None:
        """
        Offers all of these turns.

        Raises:
            redis.RedisError: Redis is away.
        """
        for turn in self._to_try(turns):
            self._put(turn)

    def _has_job(self, game: str) -> bool:
        """Returns whether the game has a job that was offered a moment ago."""
        turn, offered_at = self._jobs.get(game, (None, 0.0))
        return turn is not None and self._clock() - offered_at < HELD_SECONDS and has_job(self._connection, turn)

    def _to_try(self, turns: Iterable[OwedTurn]) -> list[OwedTurn]:
        listed = list(turns)
        return self._parking.may_try(listed) if listed else []

    def _put(self, turn: OwedTurn) -> None:
        offer_turn(self._connection, turn)
        self._offered[turn] = None
        self._jobs[turn.game] = turn, self._clock()
        if len(self._offered) > OFFERED_MAX:
            del self._offered[next(iter(self._offered))]
        if len(self._jobs) > OFFERED_MAX:
            del self._jobs[next(iter(self._jobs))]
