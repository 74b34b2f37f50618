"""Jobs of the queue `findings`: replay one disputed game, and attach the finding. Doing a job twice is harmless."""

from __future__ import annotations

from functools import cache
from typing import Final
from uuid import UUID

import structlog
from redis import Redis

from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.usecases.disputes import DisputeService
from delvebook.service.wiring import build_use_cases
from delvebook.workers.offers import offer

SECONDS_MAX: Final = 600
"""A generous limit: even the longest game is replayed in seconds under each version of its rules."""

log = structlog.get_logger(__name__)


def offer_examination(connection: Redis, game: str, dispute: int) -> bool:
    """
    Puts the examination of a disputed game on the queue. Returns False if it is queued or running already.

    Raises:
        redis.RedisError: Redis is away. The follower finds the dispute again in the list.
    """
    return offer(
        open_queue(QueueName.FINDINGS, connection),
        examine_dispute,
        (game, dispute),
        job_id=f"dispute-{game}-{dispute}",
        seconds_max=SECONDS_MAX,
    )


def examine_dispute(game: str, dispute: int) -> int | None:
    """Replays a disputed game and attaches the finding. Returns its event's number, or None if there is one already."""
    n = _context().examine(UUID(game), dispute)
    log.info("dispute_examined", game=game, dispute=dispute, n=n)
    return n


@cache
def _context() -> DisputeService:
    """Returns the service that this worker process uses, built at its first job."""
    return build_use_cases(Settings.from_environment()).disputes
