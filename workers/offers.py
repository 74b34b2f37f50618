"""Puts work on a queue, at most once at a time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from redis.client import Pipeline
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job

from delvebook.service.jobs.queues import is_alive, is_over, take_from_worker

WAITING_SECONDS_MAX: Final = 3600
"""The time a job waits for a worker before it is dropped. Work that is still pending is offered again."""
FAILURE_KEPT_SECONDS: Final = 3600
"""The time a failed job is kept, for operators who look with RQ's own tools."""


def offer(
    queue: Queue, work: Callable[..., object], args: tuple[object, ...], *, job_id: str, seconds_max: int
) -> bool:
    """
    Puts the job on the queue. Returns False if a job with this id is alive (`delvebook.service.jobs.queues.is_alive`).

    A job is replaced if it failed or its worker died.

    Raises:
        redis.RedisError
    """

    def put() -> None:
        queue.enqueue_call(
            work,
            args=args,
            job_id=job_id,
            unique=True,
            timeout=seconds_max,
            ttl=WAITING_SECONDS_MAX,
            result_ttl=0,
            failure_ttl=FAILURE_KEPT_SECONDS,
            description=job_id,
        )

    try:
        put()
    except DuplicateJobError:
        there = queue.fetch_job(job_id)
        if there is None or is_alive(queue, there):
            return False
        if is_over(there):
            there.delete()
        elif not take_from_worker(queue, there, partial(_forget, there)):
            return False
        with suppress(DuplicateJobError):
            put()
            return True
        return False
    return True


def _forget(job: Job, pipeline: Pipeline) -> None:
    pipeline.delete(job.key)
