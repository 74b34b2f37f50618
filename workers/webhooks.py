"""
Jobs of the queue `webhooks`: post the pending notices of one webhook, in order.

Doing a job twice is harmless: a receiver knows a message by its id. The follower replaces a lost job.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import structlog
from redis import Redis

from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.webhooks.delivery import Deliveries
from delvebook.service.wiring import open_deliveries
from delvebook.workers.offers import offer

SECONDS_MAX: Final = 120

log = structlog.get_logger(__name__)


def offer_delivery(connection: Redis, webhook: str) -> bool:
    """
    Puts the webhook on the queue. Returns False if it is queued or being served already.

    Raises:
        redis.RedisError: Redis is away. The follower finds the webhook due again.
    """
    return offer(
        open_queue(QueueName.WEBHOOKS, connection),
        deliver_notices,
        (webhook,),
        job_id=f"webhook-{webhook}",
        seconds_max=SECONDS_MAX,
    )


def deliver_notices(webhook: str) -> int:
    """Posts the webhook's pending notices. Returns their number."""
    count = _context().deliver(webhook)
    log.info("webhook", webhook=webhook, delivered=count)
    return count


@cache
def _context() -> Deliveries:
    """Returns the service that this worker process uses, built at its first job."""
    return open_deliveries(Settings.from_environment(), now=utc_now)
