"""
Jobs of the queue `webhooks`: what one webhook has not got, posted in order.

Done twice it is harmless: a receiver knows a message by its id. A lost job is found due again by the follower.
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
    Puts the webhook on the queue; False if it is there already, or being served.

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
    """Posts what the webhook has not got; how many notices it got."""
    count = _context().deliver(webhook)
    log.info("webhook", webhook=webhook, delivered=count)
    return count


@cache
def _context() -> Deliveries:
    """What this worker process works with, made at its first job."""
    return open_deliveries(Settings.from_environment(), now=utc_now)
