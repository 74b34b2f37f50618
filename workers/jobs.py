"""
What RQ jobs do: one bot's move, `(game, seat, version)` and nothing else; one dispute's finding.

Doing it twice is harmless and doing it late is a no-op, because the move answers one decision of the
game's own stream and is refused like anybody's if that decision is no longer open.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

import structlog
from redis import Redis
from rq import Queue
from rq.exceptions import DuplicateJobError, InvalidJobOperation
from rq.job import Job, JobStatus

from delvebook.projections.lobby import OwedTurn
from delvebook.projections.parking import ATTEMPTS_MAX, Parking
from delvebook.service.checks.jobs import QUEUE as CHECKS
from delvebook.service.settings import Settings
from delvebook.service.usecases.disputes import DisputeService
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.games import GameService
from delvebook.service.wiring import build_parking, build_service

QUEUE: Final = "bot-turns"
JOB_TIMEOUT_SECONDS: Final = 60
EXAMINATION_SECONDS_MAX: Final = 600
EXAMINATION_SILENCE_SECONDS: Final = 60
"""The longest game is played again in seconds, under each version of its rules."""
FAILURE_KEPT_SECONDS: Final = 3600
"""How long the queue remembers a failed job, for whoever looks at it with RQ's own tools."""
SILENCE_SECONDS: Final = 10
"""A bot thinks for milliseconds; a job begun so long ago has lost its worker."""

log = structlog.get_logger(__name__)


def job_id(turn: OwedTurn) -> str:
    """The id of the turn's job: the same turn has the same id."""
    return f"bot-{turn.game}-{turn.seat}-{turn.version}"


def enqueue(connection: Redis, turn: OwedTurn) -> bool:
    """
    Puts the turn on the queue; False if it is waiting there already, or being played.

    A job that failed, or whose worker has been silent for a while, is put on the queue again: should it
    still be at it, one of the two moves is refused.

    Raises:
        redis.RedisError: Redis is away; the turn will be found again in the lobby.
    """
    return _offer(
        Queue(QUEUE, connection=connection),
        play_bot_turn,
        (turn.game, turn.seat, turn.version),
        job_id=job_id(turn),
        seconds_max=JOB_TIMEOUT_SECONDS,
        silence_seconds=SILENCE_SECONDS,
    )


def enqueue_examination(connection: Redis, game: str, dispute: int) -> bool:
    """
    Puts the examination of a disputed game on the queue of checks; False if it is waiting there, or going on.

    One whose worker has lost it is put on the queue again; of two findings the second is passed over.

    Raises:
        redis.RedisError: Redis is away; the dispute will be found again in the list.
    """
    return _offer(
        Queue(CHECKS, connection=connection),
        examine_dispute,
        (game, dispute),
        job_id=f"dispute-{game}-{dispute}",
        seconds_max=EXAMINATION_SECONDS_MAX,
        silence_seconds=EXAMINATION_SILENCE_SECONDS,
    )


def examine_dispute(game: str, dispute: int) -> int | None:
    """Plays a disputed game again and attaches the finding; its event's number, or None if it has one."""
    service, _ = _context()
    n = DisputeService(service, ForkService(service)).examine(UUID(game), dispute)
    log.info("dispute_examined", game=game, dispute=dispute, n=n)
    return n


def _offer(
    queue: Queue,
    work: Callable[..., Any],
    args: tuple[Any, ...],
    *,
    job_id: str,
    seconds_max: int,
    silence_seconds: int,
) -> bool:
    """Puts the job on the queue, unless one of that id waits there or has been begun not long ago."""

    def put() -> None:
        queue.enqueue_call(
            work,
            args=args,
            job_id=job_id,
            unique=True,
            timeout=seconds_max,
            result_ttl=0,
            failure_ttl=FAILURE_KEPT_SECONDS,
            ttl=int(timedelta(hours=1).total_seconds()),
            description=job_id,
        )

    try:
        put()
    except DuplicateJobError:
        there = queue.fetch_job(job_id)
        if there is None or _is_alive(there, silence_seconds=silence_seconds):
            return False
        there.delete()
        with suppress(DuplicateJobError):
            put()
            return True
        return False
    return True


def _is_alive(job: Job, *, silence_seconds: int) -> bool:
    """Whether the job waits its turn, or has been begun not long ago."""
    try:
        status = job.get_status()
    except InvalidJobOperation:
        return True  # It was done, and forgotten, this very moment.
    if status in (JobStatus.QUEUED, JobStatus.CREATED):
        return True
    if status != JobStatus.STARTED or job.started_at is None:
        return False
    return datetime.now(UTC) - job.started_at < timedelta(seconds=silence_seconds)


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
    return build_service(settings), build_parking(settings)
