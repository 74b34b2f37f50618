"""
Jobs that a caller requests, and whose result they fetch later: checks of records, exports, analyses.

RQ keeps a job's state, progress (`meta`), retries and outcome. This module adds ids that cannot be guessed, and the
owners of jobs. None of this data is authoritative: a lost job is requested again.
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
"""The number of times a job whose worker died is started again."""
GRACE_SECONDS: Final = 60
"""The time RQ waits beyond the job's own limit, because the job ends itself."""


class RequestedJobs:
    """
    The jobs of one kind, for web processes and for workers.

    Every public method raises UnavailableError if Redis does not answer.

    Args:
        queue: The queue of the jobs.
        kind: The beginning of their names in Redis.
        random_bytes: Returns unpredictable bytes.
        secret: The service's secret.
    """

    unavailable: str
    """The message of the refusal while Redis does not answer."""

    def __init__(self, queue: Queue, *, kind: str, random_bytes: Callable[[int], bytes], secret: bytes) -> None:
        self._queue = queue
        self._kind = kind
        self._random_bytes = random_bytes
        self._secret = secret

    def new_id(self) -> str:
        """Returns the id of a new job."""
        return self._random_bytes(ID_BYTES).hex()

    def id_for(self, *question: object) -> str:
        """Returns the id of a repeatable job: the same for the same question, and impossible to guess."""
        return self._digest(f"{self._kind}/".encode() + jcs(list(question)))

    def outcome_of(self, id_: str) -> dict[str, Any] | None:
        """Returns the outcome of a job that has ended before, so that a job delivered twice is carried out once."""
        with self._available():
            job = self._fetch(id_)
            return None if job is None else job.return_value()

    def _job_id(self, id_: str) -> str:
        return f"{self._kind}-{id_}"

    def _fetch(self, id_: str) -> Job | None:
        return self._queue.fetch_job(self._job_id(id_))

    def _fetch_alive(self, id_: str) -> Job | None:
        """Returns the job; None if it is unknown. A job whose worker died is queued once more, then fails."""
        if AN_ID.fullmatch(id_) is None:
            return None
        job = self._fetch(id_)
        if job is not None and not is_alive(self._queue, job) and not is_over(job):
            revive(self._queue, job)
            job = self._fetch(id_)
        return job

    def _hidden(self, owner: str) -> str:
        """Returns a digest in place of the owner, because nobody needs to know from Redis who it is."""
        return self._digest(f"{self._kind}-owner/{owner}".encode())

    def _digest(self, text: bytes) -> str:
        return hmac.digest(self._secret, text, "sha256")[:ID_BYTES].hex()

    @contextlib.contextmanager
    def _available(self) -> Iterator[None]:
        """
        Translates Redis's errors into a refusal.

        Raises:
            UnavailableError
        """
        try:
            yield
        except (redis.RedisError, OSError) as error:
            raise UnavailableError(self.unavailable) from error


def failure_of(error: DelvebookError) -> dict[str, object]:
    """Returns a refusal as a job's outcome: code, message and details."""
    return {"code": error.code, "message": error.message, "details": error.details}


def interrupted(noun: str) -> dict[str, object]:
    """Returns the failure of a job whose workers died."""
    return failure_of(
        InterruptedCheckError(
            f"the {noun} was started {RETRIES + 1} times, and each time its worker died; ask again later"
        )
    )
