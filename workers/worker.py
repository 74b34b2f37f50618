"""The RQ worker: carries out the jobs of one queue, and gives signs of life while it does."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial

import redis
from rq import Queue, SimpleWorker
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer

from delvebook.service.jobs import BEAT_SECONDS, QueueName, open_queue


class Worker(SimpleWorker):
    """A worker that carries jobs out in its own process, and beats from a thread meanwhile."""

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Carries the job out; whether it ended well."""
        with _beating(partial(self.maintain_heartbeats, job, execution)):
            return super().perform_job(job, queue, execution)


def open_worker(queue: QueueName, connection: redis.Redis) -> Worker:
    """A worker for that queue."""
    return Worker([open_queue(queue, connection)], connection=connection, serializer=JSONSerializer)


@contextlib.contextmanager
def _beating(beat: Callable[[], None]) -> Iterator[None]:
    is_over = threading.Event()

    def run() -> None:
        while not is_over.wait(BEAT_SECONDS):
            with contextlib.suppress(redis.RedisError, OSError):
                beat()

    thread = threading.Thread(target=run, name="beat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
