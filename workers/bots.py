"""
Jobs of the queue `bot-turns`: one bot's answer to one decision, `(game, seat, decision)`.

A job that is done twice is harmless, and one that is done late does nothing: the move answers one decision of the
game's own stream, and is refused like any player's once that decision is closed.

A job plays on while quick bots owe turns in its game, so that a person does not wait for each of their moves to pass
through the log and the queue. Where people owe a decision, too, bots move while these think. Moves of bots of one
program are stored together while nobody else owes a decision. The turns that a job plays may be offered like all
others, and are closed when their own jobs begin.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from functools import cache
from typing import Final, cast
from uuid import UUID

import structlog
from redis import Redis
from rq.job import Job, JobStatus
from rq.utils import as_text

from delvebook.projections.lobby.reader import OwedTurn
from delvebook.projections.projector import DATABASE_TROUBLE
from delvebook.service.base.errors import BusyError, UnavailableError
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.store.recorder import STORE_AWAY
from delvebook.service.usecases.bot_turns import BotMove
from delvebook.service.usecases.playing import PlayService
from delvebook.service.wiring import build_use_cases
from delvebook.workers.offers import offer
from delvebook.workers.parking import Parking, open_parking

SECONDS_MAX: Final = 60
TURNS_MAX: Final = 8
"""The number of turns that a job plays in a row before it lets other games have theirs."""
QUICK_SECONDS: Final = 0.1
"""A job plays on only after a turn no longer than this: two workers would compute a slow one at the same time."""
NO_FAULT: Final = (*STORE_AWAY, *DATABASE_TROUBLE, UnavailableError, BusyError)
"""Errors that are not the bot's fault: the store is away, or others acted each time while the bot was choosing."""

log = structlog.get_logger(__name__)


def offer_turn(connection: Redis, turn: OwedTurn) -> bool:
    """
    Puts the turn on the queue. Returns False if it is queued or being played already.

    Raises:
        redis.RedisError: Redis is away. The follower finds the turn again in the lobby.
    """
    return offer(
        open_queue(QueueName.BOT_TURNS, connection),
        play_bot_turn,
        (turn.game, turn.seat, turn.decision),
        job_id=_job_of(turn),
        seconds_max=SECONDS_MAX,
    )


def status_of_job(connection: Redis, turn: OwedTurn) -> JobStatus | None:
    """
    Returns the status of the job that was offered for the turn; None if it is done.

    Raises:
        redis.RedisError: Redis is away.
    """
    status = connection.hget(Job.key_for(_job_of(turn)), "status")
    return None if status is None else JobStatus(as_text(cast("bytes", status)))


def play_bot_turn(game: str, seat: int, decision: int) -> int | None:
    """
    Plays the bot's turn. Returns the number of its event, or None if the decision was closed.

    A failure is counted, unless the bot is not to blame for it. The failure that parks the turn ends the job quietly.
    """
    playing, parking = _context()
    pace = _Pace(parking, game)
    try:
        moves = playing.play_bots(UUID(game), seat=seat, decision=decision, goes_on=pace)
    except NO_FAULT as error:
        # Nothing is wrong with this bot. The follower offers the turn again.
        log.warning("bot_turn_put_off", game=game, seat=seat, decision=decision, error=type(error).__name__)
        raise
    except Exception as error:
        if isinstance(error, MemoryError):
            # The supervisor starts it again, with memory. The turn counts as failed once, in case the bot takes it all.
            signal.raise_signal(signal.SIGTERM)
        is_parked = parking.note_failure(OwedTurn(game, seat, decision), error)
        log.warning(
            "bot_turn_failed", game=game, seat=seat, decision=decision, parked=is_parked, error=type(error).__name__
        )
        if is_parked:
            return None
        raise
    _log(game, moves)
    _play_on(playing, pace, game)
    return moves[0].n if moves else None


def _job_of(turn: OwedTurn) -> str:
    return f"bot-{turn.game}-{turn.seat}-{turn.decision}"


class _Pace:
    """
    Says whether a job plays a further turn: there were few so far, all of them quick, and this one may be tried.

    Which turns failed before is read once, as a job is short.

    Args:
        parking: The turns that failed.
        game: The game.
    """

    def __init__(self, parking: Parking, game: str) -> None:
        self._parking = parking
        self._game = game
        self._left = TURNS_MAX
        self._began = time.monotonic()
        self._left_alone: set[OwedTurn] | None = None

    def __call__(self, seat: int, decision: int) -> bool:
        """Returns whether the job plays that turn. Call it as soon as the turn before has been played."""
        now = time.monotonic()
        self._left = self._left - 1 if now - self._began <= QUICK_SECONDS else 0
        self._began = now
        if self._left <= 0:
            return False
        if self._left_alone is None:
            try:
                self._left_alone = self._parking.left_alone()
            except DATABASE_TROUBLE:
                return False
        return OwedTurn(self._game, seat, decision) not in self._left_alone


def _play_on(playing: PlayService, pace: _Pace, game: str) -> None:
    """
    Plays further turns of the game while bots owe some and are quick.

    A failure ends it silently: the turn has a job of its own, which fails likewise and is counted.
    """
    try:
        while moves := playing.play_bots_on(UUID(game), goes_on=pace):
            _log(game, moves)
    except Exception as error:  # noqa: BLE001 - whatever it is
        log.info("bot_play_on_failed", game=game, error=type(error).__name__)


def _log(game: str, moves: Sequence[BotMove]) -> None:
    for move in moves:
        log.info("bot_turn", game=game, seat=move.seat, decision=move.decision, n=move.n)


@cache
def _context() -> tuple[PlayService, Parking]:
    """Returns the services that this worker process uses, built at its first job."""
    settings = Settings.from_environment()
    return build_use_cases(settings).playing, open_parking(settings)
