"""
The queues of jobs, and the one rule that decides whether a job is alive.

A job is alive while it waits on its queue, and while the worker that took it gives signs of life. RQ does everything
else: ids, statuses, retries, results, and how long they are kept. No data here is authoritative: lost jobs are found
again in the event log, and lost checks are requested again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from redis import Redis
from redis.client import Pipeline
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job, JobStatus
from rq.job_lifecycle import record_job_failure
from rq.serializers import JSONSerializer

SILENCE_SECONDS: Final = 10
"""A worker that gave no sign of life for this long counts as dead."""
CLAIM_SECONDS: Final = 10
"""How long one process may take to recover a job from its dead worker before another may try."""
BEAT_SECONDS: Final = 2
"""The time between two signs of life."""

WAITING: Final = (JobStatus.CREATED, JobStatus.QUEUED)


class QueueName(StrEnum):
    """The queues. Each has workers of its own, so that long jobs do not delay bots' turns."""

    BOT_TURNS = "bot-turns"
    CHECKS = "checks"
    FINDINGS = "findings"
    WEBHOOKS = "webhooks"
    STUDIES = "studies"


def open_queue(name: QueueName, connection: Redis) -> Queue:
    """Returns the queue of that name. Jobs and results are JSON, so no process unpickles data from Redis."""
    return Queue(name.value, connection=connection, serializer=JSONSerializer)


def is_alive(queue: Queue, job: Job) -> bool:
    """
    Returns whether the job waits on the queue, or its worker gave a sign of life within `SILENCE_SECONDS`.

    `job` is read from Redis again.
    """
    try:
        job.refresh()  # type: ignore[no-untyped-call]
    except NoSuchJobError:
        return True  # It ended and was forgotten at this very moment.
    status = job.get_status(refresh=False)
    if status in WAITING:
        return queue.get_job_position(job) is not None or _was_just_taken(queue, job)
    return status == JobStatus.STARTED and job.last_heartbeat is not None and _is_recent(job.last_heartbeat)


def is_over(job: Job) -> bool:
    """Returns whether the job has ended, successfully or not."""
    return job.get_status(refresh=False) not in (*WAITING, JobStatus.STARTED)


def take_from_worker(queue: Queue, job: Job, then: Callable[[Pipeline], object]) -> bool:
    """
    Takes a job away from its dead worker. Returns False if it is alive, or another process is taking it.

    Args:
        queue: The job's queue.
        job: The job.
        then: Decides what happens to the job, in the same transaction.
    """
    claim = f"{queue.key}:claim:{job.id}"
    if not queue.connection.set(claim, 1, nx=True, ex=CLAIM_SECONDS):
        return False
    is_dead = not is_alive(queue, job) and not is_over(job)
    registry = queue.started_job_registry
    taken = IntermediateQueue(queue.key, queue.connection)
    with queue.connection.pipeline() as pipeline:
        pipeline.delete(claim)
        if is_dead:
            pipeline.delete(taken.get_first_seen_key(job.id), job.execution_registry.key)
            pipeline.lrem(taken.key, 1, job.id)
            for job_id, execution in registry.get_job_and_execution_ids(cleanup=False):
                if job_id == job.id:
                    pipeline.zrem(registry.key, f"{job_id}:{execution}")
            then(pipeline)
        pipeline.execute()
    return is_dead


def revive(queue: Queue, job: Job) -> bool:
    """Queues a job again whose worker died, if it has a retry left. Otherwise the job has failed."""

    def retry_or_fail(pipeline: Pipeline) -> None:
        if job.should_retry:
            job.retry(queue, pipeline)
        else:
            job.ended_at = datetime.now(UTC)
            record_job_failure(job, "its worker gave no more signs of life", pipeline)

    return take_from_worker(queue, job, retry_or_fail)


def _was_just_taken(queue: Queue, job: Job) -> bool:
    """Returns whether a worker has taken the job from the queue and may be about to start it."""
    taken = IntermediateQueue(queue.key, queue.connection)
    taken.set_first_seen(job.id)
    seen = taken.get_first_seen(job.id)
    return seen is not None and _is_recent(seen)


def _is_recent(moment: datetime) -> bool:
    # A moment that is far ahead is from before the clock was set back. A living worker gives another sign soon.
    return abs(datetime.now(UTC) - moment) < timedelta(seconds=SILENCE_SECONDS)
