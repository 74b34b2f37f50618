"""The RQ worker: carries out the jobs of one queue, and gives signs of life while it does."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import redis
from rq import Queue, SimpleWorker
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer

from delvebook.service.jobs.queues import BEAT_SECONDS, QueueName, open_queue
from delvebook.service.live.presence import announce

SILENT_SECONDS_MAX: Final = 20
"""RQ's measure. A worker without work gives a sign of life when this time but 15 seconds has passed."""
RECONNECT_SECONDS_MAX: Final = 5.0
"""The longest pause between two attempts of a worker to reach Redis."""


class Worker(SimpleWorker):
    """A worker that carries jobs out in its own process, and beats from a thread meanwhile."""

    max_connection_wait_time = RECONNECT_SECONDS_MAX
    beat: Callable[[], None] = staticmethod(lambda: None)
    """Called with each heartbeat."""

    def heartbeat(self, *arguments: Any, **options: Any) -> None:
        """Reports to Redis, and to the watchers of this process, that it is alive."""
        self.beat()
        announce(self.connection, self.queues[0].name)
        super().heartbeat(*arguments, **options)

    def procline(self, message: str) -> None:
        """Leaves the title of the process as it is: it says which queue this is."""

    def perform_job(self, job: Job, queue: Queue, execution: Execution) -> bool:
        """Carries the job out. Returns whether it succeeded."""
        with _beating(partial(self.maintain_heartbeats, job, execution)):
            return super().perform_job(job, queue, execution)


def open_worker(queue: QueueName, connection: redis.Redis, *, beat: Callable[[], None] | None = None) -> Worker:
    """Returns a worker for that queue. `beat` is called with each of its heartbeats."""
    worker = Worker(
        [open_queue(queue, connection)], connection=connection, serializer=JSONSerializer, worker_ttl=SILENT_SECONDS_MAX
    )
    if beat is not None:
        worker.beat = beat
    return worker


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
