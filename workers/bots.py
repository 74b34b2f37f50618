"""
Jobs of the queue `bot-turns`: one bot's answer to one decision, `(game, seat, decision)`.

A job that is done twice is harmless, and one that is done late does nothing: the move answers one decision of the
game's own stream, and is refused like any player's once that decision is closed.

A job plays on while the game waits for quick bots alone, so that a person does not wait for each of their moves to pass
through the log and the queue. The turns it plays are offered like all others, and are closed when their own jobs begin.
"""

from __future__ import annotations

import signal
import time
from functools import cache
from typing import Final
from uuid import UUID

import structlog
from redis import Redis

from delvebook.projections.lobby.reader import OwedTurn
from delvebook.projections.projector import DATABASE_TROUBLE
from delvebook.service.base.errors import BusyError, UnavailableError
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.store.recorder import STORE_AWAY
from delvebook.service.usecases.playing import PlayService
from delvebook.service.wiring import build_use_cases
from delvebook.workers.offers import offer
from delvebook.workers.parking import Parking, open_parking

SECONDS_MAX: Final = 60
TURNS_MAX: Final = 16
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
        job_id=f"bot-{turn.game}-{turn.seat}-{turn.decision}",
        seconds_max=SECONDS_MAX,
    )


def play_bot_turn(game: str, seat: int, decision: int) -> int | None:
    """
    Plays the bot's turn. Returns the number of its event, or None if the decision was closed.

    A failure is counted, unless the bot is not to blame for it. The failure that parks the turn ends the job quietly.
    """
    playing, parking = _context()
    began = time.monotonic()
    try:
        n = playing.play_bot(UUID(game), seat=seat, decision=decision)
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
    log.info("bot_turn", game=game, seat=seat, decision=decision, n=n)
    if n is not None and time.monotonic() - began <= QUICK_SECONDS:
        _play_on(playing, parking, game)
    return n


def _play_on(playing: PlayService, parking: Parking, game: str) -> None:
    """
    Plays further turns of the game while bots owe all of its pending decisions and are quick.

    A failure ends it silently: the turn has a job of its own, which fails likewise and is counted.
    """
    for _ in range(TURNS_MAX - 1):
        began = time.monotonic()
        try:
            owed = [OwedTurn(game, seat, decision) for seat, decision in playing.bots_turns(UUID(game))]
            turn = next(iter(parking.may_try(owed)), None) if owed else None
            n = None if turn is None else playing.play_bot(UUID(game), seat=turn.seat, decision=turn.decision)
        except Exception as error:  # noqa: BLE001 - whatever it is
            log.info("bot_play_on_failed", game=game, error=type(error).__name__)
            return
        if turn is None or n is None:
            return
        log.info("bot_turn", game=game, seat=turn.seat, decision=turn.decision, n=n)
        if time.monotonic() - began > QUICK_SECONDS:
            return


@cache
def _context() -> tuple[PlayService, Parking]:
    """Returns the services that this worker process uses, built at its first job."""
    settings = Settings.from_environment()
    return build_use_cases(settings).playing, open_parking(settings)
