"""
The follower: reads the event log in order, keeps the lobby and the audit trail, and sees to what is owed.

It is told nothing it could not find in the log by itself. With Redis away it goes on projecting and
enforcing deadlines; when Redis is back it finds the owed bot turns in the lobby.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

import redis
import structlog

from delvebook.projections.disputes import DisputesReader
from delvebook.projections.lobby import LobbyReader, OwedTurn, later
from delvebook.projections.projector import Projector
from delvebook.service.live.signals import LogSignal
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.playing import PlayService
from delvebook.workers.bots import offer_turn
from delvebook.workers.disputes import offer_examination
from delvebook.workers.parking import Parking

SWEEP_SECONDS: Final = 5
"""How often all owed turns are looked for, and how long one may be owed before it is enqueued again."""

ENQUEUED_MAX: Final = 10_000
"""Turns a follower remembers having enqueued, so as not to ask Redis again at each event of their game."""

log = structlog.get_logger(__name__)


class Follower:
    """
    One follower; a second one would do no harm.

    Args:
        projectors: What to keep up to date: the lobby, the audit trail.
        lobby: Reads what the projectors write.
        disputes: So does this.
        playing: Enforces deadlines.
        forks: Carries rulings out.
        parking: Knows which turns not to try.
        connection: Redis.
        signal: Wakes the follower.
        now: The time, in the record's form.
        poll_seconds: How long it sleeps when nothing wakes it.
    """

    def __init__(
        self,
        *,
        projectors: list[Projector],
        lobby: LobbyReader,
        disputes: DisputesReader,
        playing: PlayService,
        forks: ForkService,
        parking: Parking,
        connection: redis.Redis,
        signal: LogSignal,
        now: Callable[[], str],
        poll_seconds: float,
    ) -> None:
        self._projectors = projectors
        self._lobby = lobby
        self._disputes = disputes
        self._playing = playing
        self._forks = forks
        self._parking = parking
        self._connection = connection
        self._signal = signal
        self._now = now
        self._poll_seconds = poll_seconds
        self._stopped = threading.Event()
        self._redis_was_away = True
        self._enqueued: dict[OwedTurn, None] = {}
        self._next_sweep = 0.0

    def run(self) -> None:
        """Follows until `stop`."""
        seen = self._signal.count
        while not self._stopped.is_set():
            if not self.step():
                seen = self._signal.wait(self._poll_seconds, seen=seen)

    def stop(self) -> None:
        """Ends `run` after the step it is in."""
        self._stopped.set()
        self._signal.close()

    def step(self) -> bool:
        """Does what is to be done now; whether there was anything new in the log."""
        games: dict[str, None] = {}
        has_dispute = False
        has_settlement = False
        for projector in self._projectors:
            for event in projector.advance():
                games[str(event.originator_id)] = None
                has_dispute = has_dispute or event.type == "DisputeOpened"
                has_settlement = has_settlement or event.type in ("DisputeRuled", "SeedRevealed")
                if event.type == "DisputeRuled":
                    self._forget(str(event.originator_id))
        if has_settlement:
            self.settle()
        if games:
            owed = self._lobby.owed_bot_turns(games=list(games))
            self._enqueue([turn for turn in owed if turn not in self._enqueued], disputes=has_dispute)
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + SWEEP_SECONDS
            self.sweep()
        return bool(games)

    def sweep(self) -> None:
        """Enqueues what has been owed for a while, or all of it after Redis was away; enforces deadlines."""
        since_before = None if self._redis_was_away else later(self._now(), -SWEEP_SECONDS)
        self._enqueue(self._lobby.owed_bot_turns(since_before=since_before), disputes=True)
        self.settle()
        for turn in self._lobby.overdue_turns(self._now()):
            n = self._playing.expire(UUID(turn.game), seat=turn.seat, decision=turn.decision)
            log.info("deadline_passed", game=turn.game, seat=turn.seat, decision=turn.decision, n=n)

    def settle(self) -> None:
        """Carries out rulings whose request did not live to do so, and reveals seeds that need not be kept any more."""
        for game, dispute in self._disputes.to_carry_out():
            with _alone("ruling_not_carried_out", game):
                self._forks.carry_out(UUID(game), dispute)
        for game in self._disputes.to_reveal():
            with _alone("seed_not_revealed", game):
                log.info("seed_revealed", game=game, n=self._forks.reveal(UUID(game)))

    def _forget(self, game: str) -> None:
        """Bots waited while the clock stood still; what they owe is enqueued anew."""
        self._enqueued = {turn: None for turn in self._enqueued if turn.game != game}

    def _enqueue(self, turns: list[OwedTurn], *, disputes: bool = False) -> None:
        try:
            if self._redis_was_away:
                self._connection.ping()
            for turn in self._parking.may_try(turns) if turns else ():
                offer_turn(self._connection, turn)
                self._enqueued[turn] = None
            for game, dispute in self._disputes.unexamined() if disputes else ():
                offer_examination(self._connection, game, dispute)
        except (redis.RedisError, OSError) as error:
            if not self._redis_was_away:
                log.warning("redis_away", error=type(error).__name__)
            self._redis_was_away = True
            self._enqueued.clear()
            self._next_sweep = min(self._next_sweep, time.monotonic() + 1)
        else:
            while len(self._enqueued) > ENQUEUED_MAX:
                del self._enqueued[next(iter(self._enqueued))]
            if self._redis_was_away:
                log.info("redis_back")
                self._redis_was_away = False
                self._next_sweep = 0.0 if not turns else self._next_sweep


@contextmanager
def _alone(trouble: str, game: str) -> Iterator[None]:
    """What goes wrong with one game holds up no other; it is tried again at the next sweep."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is
        log.warning(trouble, game=game, error=type(error).__name__)
