"""
Which bots' turns have jobs.

A job plays all turns that quick bots owe in its game (`delvebook.workers.bots`), so a game has one job at a time. While
its bots are slow, another turn gets a job `HELD_SECONDS` after the last job has begun: several workers may think for
one table. A job that waits on the queue is not slow, and a second one would only make the queue longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from redis import Redis

from delvebook.projections.lobby.reader import LobbyReader, OwedTurn
from delvebook.service.jobs.queues import WAITING
from delvebook.workers.bots import offer_turn, status_of_job
from delvebook.workers.parking import Parking

HELD_SECONDS: Final = 0.2
"""The time that a job which has begun has to play further turns, before one of them gets a job of its own."""
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
        """By game, the turn offered last, and when its job was last seen to wait on the queue."""
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

    def look(self, games: Iterable[str], sound: Callable[[list[OwedTurn]], list[OwedTurn]]) -> None:
        """
        Offers one turn of each of these games, and of held ones, whose last job is over or slow. Holds the others.

        Args:
            games: The games.
            sound: Returns those of some turns that the lobby's data may be trusted for.

        Raises:
            redis.RedisError: Redis is away.
        """
        asked = {game for game in self._held if not self._is_in_good_hands(game)}.union(games)
        if not asked:
            return
        owed = self._lobby.owed_bot_turns(games=sorted(asked))
        turns = self._to_try(sound([turn for turn in owed if turn not in self._offered]))
        self._held -= asked
        for turn in turns:
            if turn.game in self._held or self._is_in_good_hands(turn.game):
                self._held.add(turn.game)
            else:
                self._put(turn)

    def offer(self, turns: list[OwedTurn]) -> None:
        """
        Offers all of these turns.

        Raises:
            redis.RedisError: Redis is away.
        """
        for turn in self._to_try(turns):
            self._put(turn)

    def _is_in_good_hands(self, game: str) -> bool:
        """Returns whether the game has a job that waits on the queue or began a moment ago."""
        if game not in self._jobs:
            return False
        turn, waited_at = self._jobs[game]
        status = status_of_job(self._connection, turn)
        if status in WAITING:
            self._jobs[game] = turn, self._clock()
            return True
        return status is not None and self._clock() - waited_at < HELD_SECONDS

    def _to_try(self, turns: list[OwedTurn]) -> list[OwedTurn]:
        return self._parking.may_try(turns) if turns else []  # Without turns the database need not be asked.

    def _put(self, turn: OwedTurn) -> None:
        offer_turn(self._connection, turn)
        self._offered[turn] = None
        self._jobs[turn.game] = turn, self._clock()
        if len(self._offered) > OFFERED_MAX:
            del self._offered[next(iter(self._offered))]
        if len(self._jobs) > OFFERED_MAX:
            del self._jobs[next(iter(self._jobs))]
