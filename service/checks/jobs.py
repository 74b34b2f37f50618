"""
Checks of records that run as jobs.

The parts common to all requested jobs are in `jobs/requested.py`. This module adds the packed record
(`delvebook:check:ID:record`), the limits, and the number of outcomes that are kept.
"""

from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import redis
from rq import Retry
from rq.exceptions import DuplicateJobError
from rq.job import Job, JobStatus

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.replays.errors import RecordError
from delvebook.replays.report import LevelName
from delvebook.replays.verify import USUAL_LEVELS
from delvebook.service.base.clock import TIME_FORMAT
from delvebook.service.base.errors import (
    BusyError,
    FailedCheckError,
    InterruptedCheckError,
    TooSlowError,
    UnknownVerificationError,
)
from delvebook.service.checks.packing import LEVEL, pack, unpack
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.jobs.requested import GRACE_SECONDS, RETRIES, RequestedJobs, failure_of, interrupted

Status = Literal["queued", "running", "finished", "failed"]

JOB: Final = "delvebook.workers.checks.check_record"
"""Given by name, because the service does not import the workers."""
PASSING_KEPT_SECONDS: Final = 600
"""How long a failure is kept that another attempt may avoid."""
ENDED_MAX: Final = 1000
"""The largest number of outcomes kept. The oldest are forgotten first."""
REPORT_BYTES_MAX: Final = 2**18
"""The longest report kept. A normal report is a tenth of it. Only a record made for the purpose reaches it."""

PREFIX: Final = "delvebook:check:"
ENDED: Final = "delvebook:checks:ended"
KEYS_BYTES_MAX: Final = 2**20
STATUSES: Final[Mapping[JobStatus, Status]] = {
    JobStatus.CREATED: "queued",
    JobStatus.QUEUED: "queued",
    JobStatus.STARTED: "running",
}


@dataclass(frozen=True, slots=True)
class Check:
    """
    The state of a check that runs as a job.

    Attributes:
        id: Its id. It cannot be guessed, and everybody who knows it may look.
        status: `queued`, `running`, `finished` or `failed`.
        of: The number of lines of the record.
        lines: The number of lines checked so far.
        created_at: When it was requested, in the record's form.
        finished_at: When it ended; None until then.
        report: The report, as plain data; None unless it is finished.
        failure: Code, message and details of the refusal that it ended with; None unless it failed.
    """

    id: str
    status: Status
    of: int
    lines: int
    created_at: str
    finished_at: str | None = None
    report: dict[str, object] | None = None
    failure: dict[str, Any] | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.finished_at is not None


@dataclass(frozen=True, slots=True)
class Given:
    """
    The data that a record is checked with.

    Attributes:
        levels: The levels of verification.
        receipts: Receipts that the caller kept.
        keys: The public keys (a JWK Set) of the receipts.
        log_keys: The public keys of the log of games.
        parents: For a fork, the files of the records of its parents.
    """

    levels: list[LevelName]
    receipts: list[str]
    keys: dict[str, object] | None
    log_keys: list[str]
    parents: list[Path]


class Verifications(RequestedJobs):
    """
    The checks that run as jobs, for web processes and for workers.

    Every method raises UnavailableError if Redis does not answer.

    Args:
        connection: Redis.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes.
        secret: The service's secret.
        record_bytes_max: The largest record accepted, in bytes, unpacked.
        seconds_max: How long a check may take.
        waiting_max: How many checks may wait for a worker.
        owned_max: How many checks one owner may have.
        kept_seconds: How long a check is kept after it last changed.
    """

    unavailable = (
        "checks of long records need Redis, which does not answer right now; short records are checked without it"
    )

    def __init__(
        self,
        connection: redis.Redis,
        *,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
        secret: bytes,
        record_bytes_max: int,
        seconds_max: int,
        waiting_max: int,
        owned_max: int,
        kept_seconds: int,
    ) -> None:
        queue = open_queue(QueueName.CHECKS, connection)
        super().__init__(queue, kind="check", random_bytes=random_bytes, secret=secret)
        self._connection = connection
        self._now = now
        self._record_bytes_max = record_bytes_max
        self._seconds_max = seconds_max
        self._waiting_max = waiting_max
        self._owned_max = owned_max
        self._kept_seconds = kept_seconds

    # -- web processes --------------------------------------------------------------------------

    def submit(
        self,
        id_: str,
        path: Path,
        *,
        levels: Collection[LevelName] = USUAL_LEVELS,
        receipts: Sequence[str],
        keys: Mapping[str, object] | None,
        log_keys: Sequence[str] = (),
        parents: Sequence[Path] = (),
        owner: str = "",
    ) -> Check:
        """
        Queues the check of the record at the path. If a check with this id exists already, returns that one.

        Raises:
            BusyError: Too many checks are waiting.
            TooSlowError: The record is larger than the limit.
        """
        if any(one.stat().st_size > self._record_bytes_max for one in (path, *parents)):
            raise TooSlowError(
                f"the record is larger than {self._record_bytes_max} bytes; check it on your own machine",
                bytes_max=self._record_bytes_max,
            )
        with self._available():
            self._refuse_if_full(owner)  # Checked before packing, and again after it.
            record, lines = pack(path)
            packed = {f"parent/{index}": pack(parent)[0] for index, parent in enumerate(parents)}
            beside = {"levels": list(levels), "receipts": list(receipts), "keys": keys, "log_keys": list(log_keys)}
            given = zlib.compress(json.dumps(beside).encode(), LEVEL)
            self._refuse_if_full(owner)
            self._store(id_, {"record": record, "given": given, **packed})
            with contextlib.suppress(DuplicateJobError):
                self._enqueue(id_, lines, owner)
        return self.get(id_)

    def find(self, id_: str) -> Check | None:
        """
        Returns the check's state; None if it is unknown.

        A check whose worker has died is queued once more. The second time it fails.
        """
        with self._available():
            job = self._fetch_alive(id_)
            return None if job is None else self._read(id_, job)

    def get(self, id_: str) -> Check:
        """
        Returns the check's state.

        Raises:
            UnknownVerificationError
        """
        check = self.find(id_)
        if check is None:
            raise UnknownVerificationError("there is no such check, or it was forgotten; send the record again")
        return check

    # -- workers --------------------------------------------------------------------------------

    def unpack(self, id_: str, path: Path) -> Given:
        """
        Writes the record to the path. Returns the data that came with it.

        Raises:
            InterruptedCheckError: The record no longer exists.
        """
        with self._available():
            held: dict[Any, Any] = self._connection.hgetall(_record_key(id_))
            self._connection.expire(_record_key(id_), self._kept_seconds)
        if not {b"record", b"given"} <= held.keys():
            raise InterruptedCheckError("the record was forgotten before its turn; send it again")
        self._write(held[b"record"], path)
        parents = [path.with_name(f"parent-{index}.jsonl") for index in range(len(held) - 2)]
        for index, parent in enumerate(parents):
            self._write(held[b"parent/%d" % index], parent)
        # The receipts came in the same upload, and as JSON one byte may become six. The keys are the service's own.
        given = json.loads(b"".join(unpack(held[b"given"], bytes_max=6 * self._record_bytes_max + KEYS_BYTES_MAX)))
        return Given(
            given.get("levels", list(USUAL_LEVELS)),
            given["receipts"],
            given["keys"],
            given.get("log_keys", []),
            parents,
        )

    def report_progress(self, job: Job, lines: int) -> None:
        """Notes how many lines have been checked."""
        job.meta["lines"] = lines
        with self._available():
            job.save_meta()  # type: ignore[no-untyped-call]

    def conclude(self, id_: str, result: Mapping[str, object] | DelvebookError) -> dict[str, Any]:
        """
        Returns the outcome of a check, which RQ keeps as the job's result. Forgets the record, and the oldest outcomes.

        Args:
            id_: The check.
            result: The report, or the refusal that the check ended with.
        """
        if not isinstance(result, DelvebookError) and len(jcs(dict(result))) > REPORT_BYTES_MAX:
            result = RecordError(f"the report would exceed the size limit ({REPORT_BYTES_MAX} bytes)", line=1)
        with self._available():
            self._connection.delete(_record_key(id_))
            self._connection.lrem(ENDED, 0, id_)
            self._connection.lpush(ENDED, id_)
            oldest: Any = self._connection.lrange(ENDED, ENDED_MAX, -1)
            for ended in oldest:
                if (job := self._fetch(ended.decode())) is not None:
                    job.delete()
            self._connection.ltrim(ENDED, 0, ENDED_MAX - 1)
        if isinstance(result, DelvebookError):
            return {"report": None, "failure": failure_of(result), "finished_at": self._now()}
        return {"report": dict(result), "failure": None, "finished_at": self._now()}

    def seconds_kept(self, outcome: Mapping[str, Any]) -> int:
        """Returns how long an outcome is kept. A failure that is not the record's own is kept only briefly."""
        passing = (InterruptedCheckError.code, FailedCheckError.code)
        is_passing = outcome["failure"] is not None and outcome["failure"]["code"] in passing
        return min(self._kept_seconds, PASSING_KEPT_SECONDS) if is_passing else self._kept_seconds

    # -- inside ---------------------------------------------------------------------------------

    def _store(self, id_: str, packed: Mapping[str, bytes]) -> None:
        with self._connection.pipeline() as pipeline:
            pipeline.hset(_record_key(id_), mapping=dict[Any, Any](packed))
            pipeline.expire(_record_key(id_), self._kept_seconds)
            pipeline.execute()

    def _enqueue(self, id_: str, lines: int, owner: str) -> None:
        self._queue.enqueue_call(
            JOB,
            args=(id_,),
            job_id=self._job_id(id_),
            unique=True,
            retry=Retry(max=RETRIES),
            meta={"created_at": self._now(), "of": lines, "lines": 0, "owner": self._hidden(owner)},
            timeout=self._seconds_max + GRACE_SECONDS,
            ttl=self._kept_seconds,
            result_ttl=self._kept_seconds,
            failure_ttl=min(self._kept_seconds, PASSING_KEPT_SECONDS),
            description="a check",  # RQ logs it, and nobody else needs to know the id.
        )

    def _read(self, id_: str, job: Job) -> Check | None:
        meta = job.get_meta(refresh=False)
        status = job.get_status(refresh=False)
        if status in STATUSES:
            lines = meta["lines"] if status == JobStatus.STARTED else 0  # A check that is retried starts again.
            return Check(id_, STATUSES[status], of=meta["of"], lines=lines, created_at=meta["created_at"])
        if status == JobStatus.FINISHED:
            outcome = job.return_value()
        else:
            ended = job.ended_at or job.last_heartbeat
            finished_at = meta["created_at"] if ended is None else ended.strftime(TIME_FORMAT)
            outcome = {"report": None, "failure": interrupted("check"), "finished_at": finished_at}
        if outcome is None:
            return None  # It was forgotten at this very moment.
        is_finished = outcome["failure"] is None
        return Check(
            id_,
            "finished" if is_finished else "failed",
            of=meta["of"],
            lines=meta["of"] if is_finished else meta["lines"],
            created_at=meta["created_at"],
            **outcome,
        )

    def _write(self, packed: bytes, path: Path) -> None:
        with path.open("wb") as file:
            for chunk in unpack(packed, bytes_max=self._record_bytes_max):
                file.write(chunk)

    def _refuse_if_full(self, owner: str) -> None:
        waiting = self._queue.get_job_ids()
        if len(waiting) >= self._waiting_max:
            raise BusyError(f"{self._waiting_max} checks are waiting, and no more are accepted")
        jobs = Job.fetch_many(waiting, connection=self._connection, serializer=self._queue.serializer)
        mine = self._hidden(owner)
        if sum(job is not None and job.get_meta(refresh=False).get("owner") == mine for job in jobs) >= self._owned_max:
            raise BusyError(f"{self._owned_max} checks of yours are waiting, which is the limit")


def error_of(check: Check) -> DelvebookError:
    """Returns the refusal that a failed check ended with."""
    assert check.failure is not None  # noqa: S101 - only failed checks are asked
    kinds: dict[str, type[DelvebookError]] = {
        kind.code: kind for kind in (TooSlowError, InterruptedCheckError, FailedCheckError)
    }
    return kinds.get(check.failure["code"], FailedCheckError)(check.failure["message"], **check.failure["details"])


def _record_key(id_: str) -> str:
    return f"{PREFIX}{id_}:record"
