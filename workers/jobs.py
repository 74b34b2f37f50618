"""
What an RQ job does: one bot's move. `(game, seat, version)` and nothing else.

Doing it twice is harmless and doing it late is a no-op, because the move answers one decision of the
game's own stream and is refused like anybody's if that decision is no longer open.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Final
from uuid import UUID

import structlog
from redis import Redis
from rq import Queue
from rq.exceptions import DuplicateJobError

from projections.lobby import OwedTurn
from service.games import GameService
from service.settings import Settings
from service.wiring import build_service
from workers.parking import Parking, open_parking

QUEUE: Final = "bot-turns"
JOB_TIMEOUT_SECONDS: Final = 60
ATTEMPTS_MAX: Final = 3
"""After so many failures a game is parked: visible, and in nobody's way."""

log = structlog.get_logger(__name__)


def job_id(turn: OwedTurn) -> str:
    """The id of the turn's job: the same turn has the same id."""
    return f"bot-{turn.game}-{turn.seat}-{turn.version}"


def enqueue(connection: Redis, turn: OwedTurn) -> bool:
    """
    Puts the turn on the queue; False if it is on it already.

    Raises:
        redis.RedisError: Redis is away; the turn will be found again in the lobby.
    """
    queue = Queue(QUEUE, connection=connection)
    try:
        queue.enqueue_call(
            play_bot_turn,
            args=(turn.game, turn.seat, turn.version),
            job_id=job_id(turn),
            unique=True,
            timeout=JOB_TIMEOUT_SECONDS,
            result_ttl=0,
            failure_ttl=int(timedelta(seconds=30).total_seconds()),
            ttl=int(timedelta(hours=1).total_seconds()),
            description=f"bot turn {turn.game} seat {turn.seat} decision {turn.version}",
        )
    except DuplicateJobError:
        return False
    return True


def play_bot_turn(game: str, seat: int, version: int) -> int | None:
    """
    Plays the bot's move; the number of its event, or None if nothing was owed.

    A failure is counted; after three the game is parked, and the job ends quietly.
    """
    service, parking = _context()
    turn = OwedTurn(game, seat, version)
    try:
        n = service.play_bot(UUID(game), seat=seat, version=version)
    except Exception as error:
        attempts = parking.note_failure(turn, error)
        log.warning("bot_turn_failed", game=game, seat=seat, n=version, attempts=attempts, error=type(error).__name__)
        if attempts >= ATTEMPTS_MAX:
            return None
        raise
    log.info("bot_turn", game=game, seat=seat, decision=version, n=n)
    return n


@cache
def _context() -> tuple[GameService, Parking]:
    """The service of this worker process, made at its first job."""
    settings = Settings.from_environment()
    return build_service(settings), open_parking(settings)
