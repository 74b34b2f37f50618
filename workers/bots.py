"""
Jobs of the queue `bot-turns`: one bot's answer to one decision, `(game, seat, decision)`.

Done twice it is harmless, and done late it does nothing: the move answers one decision of the game's own stream, and
is refused like any player's once that decision is closed.
"""

from __future__ import annotations

from functools import cache
from typing import Final
from uuid import UUID

import structlog
from redis import Redis

from delvebook.projections.lobby import OwedTurn
from delvebook.service.jobs import QueueName, open_queue
from delvebook.service.settings import Settings
from delvebook.service.usecases.playing import PlayService
from delvebook.service.wiring import build_use_cases
from delvebook.workers.offers import offer
from delvebook.workers.parking import Parking, open_parking

SECONDS_MAX: Final = 60

log = structlog.get_logger(__name__)


def offer_turn(connection: Redis, turn: OwedTurn) -> bool:
    """
    Puts the turn on the queue; False if it is there already, or being played.

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
    Plays the bot's turn; the number of its event, or None if the decision was closed.

    A failure is counted. The failure that parks the turn ends the job quietly.
    """
    playing, parking = _context()
    try:
        n = playing.play_bot(UUID(game), seat=seat, decision=decision)
    except Exception as error:
        is_parked = parking.note_failure(OwedTurn(game, seat, decision), error)
        log.warning(
            "bot_turn_failed", game=game, seat=seat, decision=decision, parked=is_parked, error=type(error).__name__
        )
        if is_parked:
            return None
        raise
    log.info("bot_turn", game=game, seat=seat, decision=decision, n=n)
    return n


@cache
def _context() -> tuple[PlayService, Parking]:
    """What this worker process works with, made at its first job."""
    settings = Settings.from_environment()
    return build_use_cases(settings).playing, open_parking(settings)
