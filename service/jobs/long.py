"""
Long jobs that an account requests, follows, and may cancel: exports of many records, and analyses.

The parts common to all requested jobs are in `jobs/requested.py`. This module adds limits, progress, and cancelling.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import redis
from rq import Retry
from rq.exceptions import DuplicateJobError, InvalidJobOperation
from rq.job import Job, JobStatus

from delvebook.domain.errors import DelvebookError
from delvebook.replays.times import later
from delvebook.service.base.errors import BusyError, CancelledJobError, UnavailableError, UnknownJobError
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.jobs.requested import GRACE_SECONDS, RETRIES, RequestedJobs, failure_of, interrupted

Status = Literal["queued", "running", "finished", "failed", "cancelled"]
STATUSES: Final = ("queued", "running", "finished", "failed", "cancelled")

LISTED_MAX: Final = 100
"""The number of jobs remembered for an account."""


@dataclass(frozen=True, slots=True)
class LongJob:
    """
    The state of a job.

    Attributes:
        id: Its id. It cannot be guessed.
        status: Its stage.
        done: The amount of work done.
        of: The amount of all work; None until the job has begun.
        asked: The request.
        created_at: When it was requested, in the record's form.
        finished_at: When it ended; None until then.
        expires_at: The time until which it is kept; None until it has ended.
        result: Its result; None unless it is finished.
        failure: Code, message and details of the refusal that it ended with; None unless it failed.
    """

    id: str
    status: Status
    done: int
    of: int | None
    asked: Mapping[str, Any]
    created_at: str
    finished_at: str | None = None
    expires_at: str | None = None
    result: Mapping[str, Any] | None = None
    failure: Mapping[str, Any] | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.status not in ("queued", "running")


class LongJobs(RequestedJobs):
    """
    The long jobs of one kind, for web processes and for workers.

    Every method raises UnavailableError if Redis does not answer.

    Args:
        connection: Redis.
        kind: The beginning of its keys and ids.
        function: The job's full name, because the service does not import the workers. It gets the id and the request.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes.
        secret: The service's secret.
        seconds_max: How long a job may take.
        waiting_max: How many jobs may wait for a worker.
        owned_max: How many unfinished jobs one owner may have.
        kept_seconds: How long a job is kept after it has ended.
    """

    unavailable = "long jobs need Redis, which does not answer right now"

    def __init__(
        self,
        connection: redis.Redis,
        *,
        kind: str,
        function: str,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
        secret: bytes,
        seconds_max: int,
        waiting_max: int,
        owned_max: int,
        kept_seconds: int,
    ) -> None:
        queue = open_queue(QueueName.STUDIES, connection)
        super().__init__(queue, kind=kind, random_bytes=random_bytes, secret=secret)
        self._connection = connection
        self._function = function
        self._now = now
        self.seconds_max = seconds_max
        self._waiting_max = waiting_max
        self._owned_max = owned_max
        self._kept_seconds = kept_seconds

    # -- web processes --------------------------------------------------------------------------

    def submit(self, id_: str, asked: Mapping[str, object], *, owner: str) -> LongJob:
        """
        Queues the job. If a job with this id exists already, returns that one, unless it has failed or was cancelled.

        Raises:
            BusyError: Too many jobs are waiting, or the owner has too many.
        """
        known = self.find(id_)
        with self._available():
            if known is not None and known.status not in ("failed", "cancelled"):
                return known
            if known is not None and (job := self._fetch(id_)) is not None:
                job.delete()
            self._refuse_if_full(owner)
            self._connection.delete(self._call_off_key(id_))
            with contextlib.suppress(DuplicateJobError):
                self._enqueue(id_, asked, owner)
            self._remember(id_, owner)
        return self.get(id_)

    def find(self, id_: str) -> LongJob | None:
        """
        Returns the job's state; None if it is unknown.

        A job whose worker has died is queued once more. The second time it fails.
        """
        with self._available():
            job = self._fetch_alive(id_)
            return None if job is None else self._read(id_, job)

    def get(self, id_: str, *, owner: str | None = None) -> LongJob:
        """
        Returns the job's state; with `owner`, only if it is theirs.

        Raises:
            UnknownJobError
        """
        found = self.find(id_)
        if found is None or (owner is not None and not self._is_owned(id_, owner)):
            raise UnknownJobError("there is no such job of yours, or it was forgotten; ask for it again")
        return found

    def owned(self, owner: str) -> list[LongJob]:
        """Returns the remembered jobs of an owner, the latest first."""
        with self._available():
            ids: Any = self._connection.lrange(self._owner_key(owner), 0, LISTED_MAX - 1)
        found = (self.find(id_.decode()) for id_ in ids)
        return [job for job in found if job is not None]

    def call_off(self, id_: str, *, owner: str) -> LongJob:
        """
        Cancels the job, or forgets its outcome. Returns its state before that.

        Raises:
            UnknownJobError
        """
        found = self.get(id_, owner=owner)
        with self._available():
            job = self._fetch(id_)
            if found.status == "running":
                self._connection.set(self._call_off_key(id_), 1, ex=self.seconds_max + GRACE_SECONDS)
            elif found.status == "queued" and job is not None:
                with contextlib.suppress(InvalidJobOperation):
                    job.cancel()
                self._connection.set(self._call_off_key(id_), 1, ex=self.seconds_max + GRACE_SECONDS)
            elif job is not None:
                job.delete()
        return found

    # -- workers --------------------------------------------------------------------------------

    def report_progress(self, job: Job, done: int, of: int) -> None:
        """
        Notes the amount of work done.

        Raises:
            CancelledJobError: The job was cancelled.
        """
        job.meta["done"], job.meta["of"] = done, of
        with contextlib.suppress(UnavailableError), self._available():
            job.save_meta()  # type: ignore[no-untyped-call]
            if self._connection.exists(self._call_off_key(str(job.id).partition("-")[2])):
                raise CancelledJobError("the job was cancelled")

    def conclude(self, result: Mapping[str, object] | DelvebookError) -> dict[str, object]:
        """Returns the outcome of a job, which RQ keeps as the job's result."""
        at = self._now()
        ends = {"finished_at": at, "expires_at": later(at, self._kept_seconds)}
        if isinstance(result, DelvebookError):
            return {"result": None, "failure": failure_of(result), **ends}
        return {"result": dict(result), "failure": None, **ends}

    # -- inside ---------------------------------------------------------------------------------

    def _call_off_key(self, id_: str) -> str:
        return f"delvebook:{self._kind}:{id_}:called-off"

    def _owner_key(self, owner: str) -> str:
        return f"delvebook:{self._kind}:of:{self._hidden(owner)}"

    def _is_owned(self, id_: str, owner: str) -> bool:
        with self._available():
            job = self._fetch(id_)
        return job is not None and job.get_meta(refresh=False).get("owner") == self._hidden(owner)

    def _remember(self, id_: str, owner: str) -> None:
        key = self._owner_key(owner)
        with self._connection.pipeline() as pipeline:
            pipeline.lrem(key, 0, id_)
            pipeline.lpush(key, id_)
            pipeline.ltrim(key, 0, LISTED_MAX - 1)
            pipeline.expire(key, self._kept_seconds + self.seconds_max)
            pipeline.execute()

    def _enqueue(self, id_: str, asked: Mapping[str, object], owner: str) -> None:
        self._queue.enqueue_call(
            self._function,
            args=(id_, dict(asked)),
            job_id=self._job_id(id_),
            unique=True,
            retry=Retry(max=RETRIES),
            meta={"created_at": self._now(), "done": 0, "of": None, "owner": self._hidden(owner)},
            timeout=self.seconds_max + GRACE_SECONDS,
            ttl=self._kept_seconds,
            result_ttl=self._kept_seconds,
            failure_ttl=self._kept_seconds,
            description=self._kind,  # RQ logs it, and nobody else needs to know the id.
        )

    def _read(self, id_: str, job: Job) -> LongJob | None:
        meta = job.get_meta(refresh=False)
        status = job.get_status(refresh=False)
        asked, created_at = job.args[1], meta["created_at"]
        if status in (JobStatus.CREATED, JobStatus.QUEUED):
            return LongJob(id_, "queued", 0, None, asked, created_at)
        if status == JobStatus.STARTED:
            return LongJob(id_, "running", meta["done"], meta["of"], asked, created_at)
        if status == JobStatus.CANCELED:
            return LongJob(id_, "cancelled", 0, None, asked, created_at, created_at)
        if status == JobStatus.FINISHED:
            outcome = job.return_value()
        else:
            outcome = {"result": None, "failure": interrupted("job"), "finished_at": self._now(), "expires_at": None}
        if outcome is None or (outcome["expires_at"] is not None and outcome["expires_at"] <= self._now()):
            return None
        ended: Status = "finished"
        if outcome["failure"] is not None:
            ended = "cancelled" if outcome["failure"]["code"] == CancelledJobError.code else "failed"
        done = meta["of"] if ended == "finished" and meta["of"] is not None else meta["done"]
        return LongJob(id_, ended, done, meta["of"], asked, created_at, **outcome)

    def _refuse_if_full(self, owner: str) -> None:
        waiting = self._queue.get_job_ids()
        if len(waiting) >= self._waiting_max:
            raise BusyError(f"{self._waiting_max} jobs are waiting, and no more are accepted")
        mine = [job for job in self.owned(owner) if not job.is_over]
        if len(mine) >= self._owned_max:
            raise BusyError(f"{self._owned_max} jobs of yours are not done, which is the limit")
