"""
The job of the queue `webhooks`: a round in which the webhooks that are due are served.

One round runs at a time, so more workers of this queue only take over when one dies. Slow receivers outlast a round,
in threads of the process; a claim in Redis keeps other processes from them. Serving a webhook twice is harmless: a
receiver knows a message by its id. The follower replaces a lost job.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from redis import Redis

from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.live.signals import connect
from delvebook.service.webhooks.delivery import TURN_SECONDS, Deliveries
from delvebook.service.webhooks.opened import open_deliveries
from delvebook.service.webhooks.posting import SECONDS_MAX as POST_SECONDS
from delvebook.service.webhooks.rounds import Rounds
from delvebook.workers.offers import offer

ROUND_SECONDS: Final = 30.0
"""The time after which a round ends, so that the worker can stop. The follower offers the next one."""
SECONDS_MAX: Final = 120
CLAIM_SECONDS: Final = round(2 * (TURN_SECONDS + POST_SECONDS))
"""The time after which another process may serve the webhooks of one that died."""


def offer_round(connection: Redis) -> bool:
    """
    Puts a round on the queue. Returns False if one is queued or running already.

    Raises:
        redis.RedisError: Redis is away. The follower finds the webhooks due again.
    """
    return offer(
        open_queue(QueueName.WEBHOOKS, connection), deliver_notices, (), job_id="webhooks", seconds_max=SECONDS_MAX
    )


def deliver_notices() -> int:
    """Serves the webhooks that are due. Returns the number of notices delivered."""
    return _context().work(seconds=ROUND_SECONDS)


def build_rounds(deliveries: Deliveries, connection: Redis) -> Rounds:
    """Returns the rounds of a process, with claims in this Redis."""
    return Rounds(
        due=deliveries.due,
        deliver=deliveries.deliver,
        claim=lambda webhook: bool(connection.set(_claim(webhook), 1, nx=True, ex=CLAIM_SECONDS)),
        release=lambda webhook: connection.delete(_claim(webhook)),
    )


def _claim(webhook: str) -> str:
    return f"delvebook:webhook:{webhook}"


@cache
def _context() -> Rounds:
    """Returns the rounds that this worker process uses, built at its first job."""
    settings = Settings.from_environment()
    return build_rounds(open_deliveries(settings, now=utc_now), connect(settings.queue_url))
