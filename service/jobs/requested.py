"""
Jobs that a caller requests and comes back for: checks of records, exports, analyses.

RQ keeps a job's state, progress (`meta`), retries and outcome. What RQ cannot give is here: ids that cannot be guessed,
and whose a job is. None of it is truth: a job that is lost is requested again.
"""

from __future__ import annotations

import contextlib
import hmac
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import redis
from rq import Queue
from rq.job import Job

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.service.base.errors import InterruptedCheckError, UnavailableError
from delvebook.service.jobs.queues import is_alive, is_over, revive

ID_BYTES: Final = 16
AN_ID: Final = re.compile(r"[0-9a-f]{32}")
RETRIES: Final = 1
"""How often a job whose worker died is started again."""
GRACE_SECONDS: Final = 60
"""How much longer RQ waits than the job, which ends itself."""


class RequestedJobs:
    """
    The jobs of one kind, for web processes and for workers.

    Every public method raises UnavailableError if Redis does not answer.

    Args:
        queue: Their queue.
        kind: What their names in Redis begin with.
        random_bytes: Unpredictable bytes.
        secret: The service's secret.
    """

    unavailable: str
    """What is said while Redis does not answer."""

    def __init__(self, queue: Queue, *, kind: str, random_bytes: Callable[[int], bytes], secret: bytes) -> None:
        self._queue = queue
        self._kind = kind
        self._random_bytes = random_bytes
        self._secret = secret

    def new_id(self) -> str:
        """The id of a new job."""
        return self._random_bytes(ID_BYTES).hex()

    def id_for(self, *question: object) -> str:
        """The id of a job that may be requested again: the same for the same question, and not to be guessed."""
        return self._digest(f"{self._kind}/".encode() + jcs(list(question)))

    def outcome_of(self, id_: str) -> dict[str, Any] | None:
        """The outcome of a job that has ended before, so that a job delivered twice is carried out once."""
        with self._available():
            job = self._fetch(id_)
            return None if job is None else job.return_value()

    def _job_id(self, id_: str) -> str:
        return f"{self._kind}-{id_}"

    def _fetch(self, id_: str) -> Job | None:
        return self._queue.fetch_job(self._job_id(id_))

    def _fetch_alive(self, id_: str) -> Job | None:
        """The job; None if it is unknown. If its worker has died, it is queued once more, and fails the second time."""
        if AN_ID.fullmatch(id_) is None:
            return None
        job = self._fetch(id_)
        if job is not None and not is_alive(self._queue, job) and not is_over(job):
            revive(self._queue, job)
            job = self._fetch(id_)
        return job

    def _hidden(self, owner: str) -> str:
        """Stands for an owner in Redis, where nobody needs to know who it is."""
        return self._digest(f"{self._kind}-owner/{owner}".encode())

    def _digest(self, text: bytes) -> str:
        return hmac.digest(self._secret, text, "sha256")[:ID_BYTES].hex()

    @contextlib.contextmanager
    def _available(self) -> Iterator[None]:
        """
        Turns Redis's errors into one of ours.

        Raises:
            UnavailableError
        """
        try:
            yield
        except (redis.RedisError, OSError) as error:
            raise UnavailableError(self.unavailable) from error


def failure_of(error: DelvebookError) -> dict[str, object]:
    """A refusal as a job's outcome tells it: code, message and details."""
    return {"code": error.code, "message": error.message, "details": error.details}


def interrupted(noun: str) -> dict[str, object]:
    """The failure of a job whose workers died."""
    return failure_of(
        InterruptedCheckError(
            f"the {noun} was started {RETRIES + 1} times, and each time its worker died; ask again later"
        )
    )
