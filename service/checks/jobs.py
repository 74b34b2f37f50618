"""
Checks that run as jobs: what waits, how far each has come, and what came of it.

All of it is in Redis, and none of it is truth: what is lost there is asked for again. A check has
`delvebook:check:ID` (its state, JSON), `…:record` (what is to be checked, packed; gone once it is) and
`…:alive` (there while its worker gives signs of life). An RQ job on the queue `checks` holds its id and
the number of the attempt, so that a job that comes twice or late does nothing.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import redis
from rq import Queue

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.replays.errors import RecordError
from delvebook.service.errors import (
    BusyError,
    FailedCheckError,
    InterruptedCheckError,
    TooSlowError,
    UnavailableError,
    UnknownVerificationError,
)

Status = Literal["queued", "running", "finished", "failed"]
T = TypeVar("T")

QUEUE: Final = "checks"
JOB: Final = "delvebook.workers.checks.check_record"
"""By name: the web process knows no worker."""
JOB_GRACE_SECONDS: Final = 60
"""By so much RQ's own limit lies beyond that of the check, which ends itself."""

ATTEMPTS_MAX: Final = 2
SILENCE_SECONDS: Final = 5
"""A worker that has given no sign of life for so long is taken for dead."""
PASSING_KEPT_SECONDS: Final = 600
"""How long a failure is remembered that another try may not meet with."""
ENDED_MAX: Final = 1000
"""So many checks that have ended are remembered; the oldest are forgotten first."""
REPORT_BYTES_MAX: Final = 2**18
"""A true report is a tenth of it; only a header or a name made to be long gets there."""

PREFIX: Final = "delvebook:check:"
ENDED: Final = "delvebook:checks:ended"
ID_BYTES: Final = 16
AN_ID: Final = re.compile(r"[0-9a-f]{32}")
CHUNK_BYTES: Final = 2**16
KEYS_BYTES_MAX: Final = 2**20
PACKING: Final = 1
"""Records shrink to a fifth at the quickest level, and hardly further at the best."""


@dataclass(frozen=True, slots=True)
class Check:
    """
    A check that runs as a job, as it stands.

    Attributes:
        id: Not to be guessed; who knows it may look.
        status: `queued`, `running`, `finished` or `failed`.
        of: The lines of the record.
        created_at: When it was asked for, in the record's form.
        attempt: How often it has been begun, from 1.
        lines: How many lines have been looked at.
        finished_at: When it ended; None while it has not.
        report: What was found, as plain data; None unless it is finished.
        failure: Code, message and details of the refusal it ended with; None unless it failed.
    """

    id: str
    status: Status
    of: int
    created_at: str
    attempt: int = 1
    lines: int = 0
    finished_at: str | None = None
    report: dict[str, Any] | None = None
    failure: dict[str, Any] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.status in ("finished", "failed")

    @property
    def job_id(self) -> str:
        """The RQ job of this attempt."""
        return f"check-{self.id}-{self.attempt}"


@dataclass(frozen=True, slots=True)
class Given:
    """
    What is checked along with a record.

    Attributes:
        receipts: What somebody kept.
        keys: The public keys (a JWK Set) they are checked with.
        parents: Of a fork: the files of the records it may have left.
    """

    receipts: list[str]
    keys: dict[str, Any] | None
    parents: list[Path]


class Verifications:
    """
    The checks that run as jobs. Both sides come here: who asks, and the worker.

    Every method raises UnavailableError if Redis does not answer.

    Args:
        connection: Redis.
        now: The time, in the record's form.
        random_bytes: Unpredictable bytes.
        secret: The service's own.
        record_bytes_max: No larger record is taken, or unpacked.
        seconds_max: A check may take so long.
        waiting_max: So many may wait for a worker.
        kept_seconds: A check is remembered for so long after it last changed.
    """

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
        kept_seconds: int,
    ) -> None:
        self._connection = connection
        self._queue = Queue(QUEUE, connection=connection)
        self._now = now
        self._random_bytes = random_bytes
        self._secret = secret
        self._record_bytes_max = record_bytes_max
        self._seconds_max = seconds_max
        self._waiting_max = waiting_max
        self._kept_seconds = kept_seconds

    # -- who asks -------------------------------------------------------------------------------

    def new_id(self) -> str:
        """An id for a check that is like no other."""
        return self._random_bytes(ID_BYTES).hex()

    def id_for(self, *question: Any) -> str:
        """The id for a question that may be asked again: the same question has the same, and nobody can guess it."""
        return hmac.digest(self._secret, b"verification/" + jcs(list(question)), "sha256")[:ID_BYTES].hex()

    def submit(
        self,
        id_: str,
        path: Path,
        *,
        receipts: Sequence[str],
        keys: Mapping[str, Any] | None,
        parents: Sequence[Path] = (),
    ) -> Check:
        """
        Puts the check of the record at the path onto the queue; if there is one of that id already, that one.

        Raises:
            BusyError: Enough are waiting.
            TooSlowError: The record is larger than any that is checked here.
        """
        if any(one.stat().st_size > self._record_bytes_max for one in (path, *parents)):
            raise TooSlowError(
                f"the record is larger than {self._record_bytes_max} bytes; check it on your own machine",
                bytes_max=self._record_bytes_max,
            )
        with available():
            self._refuse_if_full(self._connection)  # Before the work of packing; what counts is asked again below.
        record, lines = pack(path)
        packed = {f"parent/{index}": pack(parent)[0] for index, parent in enumerate(parents)}
        given = zlib.compress(json.dumps({"receipts": list(receipts), "keys": keys}).encode(), PACKING)
        new = Check(id_, "queued", of=lines, created_at=self._now())

        def put(pipe: Any) -> Check:
            there = _read(pipe, id_)
            if there is not None:
                return there
            self._refuse_if_full(pipe)
            pipe.multi()
            pipe.delete(_record_key(id_))
            pipe.hset(_record_key(id_), mapping={"record": record, "given": given, **packed})
            pipe.expire(_record_key(id_), self._kept_seconds)
            pipe.lrem(ENDED, 0, id_)
            self._write(pipe, new)
            self._enqueue(pipe, new)
            return new

        return self._atomically(put, _key(id_), self._queue.key)

    def find(self, id_: str) -> Check | None:
        """
        The check as it stands; None if it is unknown.

        One whose worker has fallen silent is put onto the queue once more, and the second time given up.
        """
        if AN_ID.fullmatch(id_) is None:
            return None

        def mend(pipe: Any) -> Check | None:
            check = _read(pipe, id_)
            if check is None or check.is_over:
                return check
            if check.status == "queued":
                if pipe.lpos(self._queue.key, check.job_id) is not None:
                    return check
                # Somebody has taken it, and will be heard of soon, or has died of it.
                taken = replace(check, status="running")
                pipe.multi()
                self._write(pipe, taken)
                pipe.set(_alive_key(id_), 1, ex=SILENCE_SECONDS)
                return taken
            if pipe.exists(_alive_key(id_)):
                return check
            if check.attempt >= ATTEMPTS_MAX:
                why = f"the check was begun {check.attempt} times, and each time its worker was ended; ask again later"
                return self._end(pipe, _failed(check, InterruptedCheckError(why)))
            again = replace(check, status="queued", attempt=check.attempt + 1, lines=0)
            pipe.multi()
            self._write(pipe, again)
            self._enqueue(pipe, again)
            return again

        return self._atomically(mend, _key(id_), _alive_key(id_), self._queue.key)

    def get(self, id_: str) -> Check:
        """
        The check as it stands.

        Raises:
            UnknownVerificationError
        """
        check = self.find(id_)
        if check is None:
            raise UnknownVerificationError("there is no such check, or it is forgotten; send the record again")
        return check

    # -- the worker -----------------------------------------------------------------------------

    def begin(self, id_: str, attempt: int, path: Path) -> Given | None:
        """Writes the record to the path; what came with it, or None if this attempt is not wanted any more."""

        def start(pipe: Any) -> Check | None:
            check = _read(pipe, id_)
            if check is None or check.is_over or check.attempt != attempt:
                return None
            pipe.multi()
            self._write(pipe, replace(check, status="running"))
            pipe.set(_alive_key(id_), 1, ex=SILENCE_SECONDS)
            pipe.expire(_record_key(id_), self._kept_seconds)  # It is needed for as long as the state is there.
            return check

        if self._atomically(start, _key(id_)) is None:
            return None
        with available():
            held: dict[Any, Any] = self._connection.hgetall(_record_key(id_))
        if not {b"record", b"given"} <= held.keys():
            self.fail(id_, attempt, InterruptedCheckError("the record was forgotten before its turn; send it again"))
            return None
        self._unpack(held[b"record"], path)
        parents = [path.with_name(f"parent-{index}.jsonl") for index in range(len(held) - 2)]
        for index, parent in enumerate(parents):
            self._unpack(held[b"parent/%d" % index], parent)
        # Receipts came in the same upload; as JSON a character of one byte may take six. The keys are ours.
        given = json.loads(b"".join(unpack(held[b"given"], bytes_max=6 * self._record_bytes_max + KEYS_BYTES_MAX)))
        return Given(given["receipts"], given["keys"], parents)

    def beat(self, id_: str) -> None:
        """A sign of life of the worker; to be given more often than every `SILENCE_SECONDS`."""
        with available():
            self._connection.set(_alive_key(id_), 1, ex=SILENCE_SECONDS)

    def tell(self, id_: str, attempt: int, lines: int) -> None:
        """So many lines have been looked at."""

        def note(pipe: Any) -> None:
            check = _read(pipe, id_)
            if check is None or check.status != "running" or check.attempt != attempt:
                return
            pipe.multi()
            self._write(pipe, replace(check, lines=lines))

        self._atomically(note, _key(id_))

    def finish(self, id_: str, report: Mapping[str, Any]) -> None:
        """The check came to an end with this report, whichever attempt it was."""
        size = len(jcs(dict(report)))
        too_long = RecordError(f"the report would be of {size} bytes, which that of no game is", line=1)

        def end(pipe: Any) -> None:
            check = _read(pipe, id_)
            if check is None or check.is_over:
                return
            if size > REPORT_BYTES_MAX:
                self._end(pipe, _failed(check, too_long))
            else:
                self._end(pipe, replace(check, status="finished", lines=check.of, report=dict(report)))

        self._atomically(end, _key(id_))

    def fail(self, id_: str, attempt: int, error: DelvebookError) -> None:
        """The attempt came to an end with this refusal."""

        def end(pipe: Any) -> None:
            check = _read(pipe, id_)
            if check is not None and not check.is_over and check.attempt == attempt:
                self._end(pipe, _failed(check, error))

        self._atomically(end, _key(id_))

    # -- inside ---------------------------------------------------------------------------------

    def _atomically(self, change: Callable[[Any], T], *keys: str) -> T:
        """What the change returns, once it was made while none of the keys changed otherwise."""
        run: Callable[..., Any] = self._connection.transaction
        with available():
            changed: T = run(change, *keys, value_from_callable=True)
        return changed

    def _unpack(self, packed: bytes, path: Path) -> None:
        with path.open("wb") as file:
            for chunk in unpack(packed, bytes_max=self._record_bytes_max):
                file.write(chunk)

    def _refuse_if_full(self, connection: Any) -> None:
        if connection.llen(self._queue.key) >= self._waiting_max:
            raise BusyError(f"{self._waiting_max} checks are waiting, and no more may; try again")

    def _write(self, pipe: Any, check: Check) -> None:
        kept = self._kept_seconds
        if check.failure is not None and check.failure["code"] in (InterruptedCheckError.code, FailedCheckError.code):
            kept = min(kept, PASSING_KEPT_SECONDS)
        pipe.set(_key(check.id), jcs(asdict(check)), ex=kept)

    def _enqueue(self, pipe: Any, check: Check) -> None:
        self._queue.enqueue_call(
            JOB,
            args=(check.id, check.attempt),
            job_id=check.job_id,
            timeout=self._seconds_max + JOB_GRACE_SECONDS,
            result_ttl=0,
            failure_ttl=PASSING_KEPT_SECONDS,
            ttl=self._kept_seconds,
            description="a check",  # RQ logs it, and the id is nobody else's business.
            pipeline=pipe,
        )

    def _end(self, pipe: Any, check: Check) -> Check:
        ended = replace(check, finished_at=self._now())
        oldest = [id_.decode() for id_ in pipe.lrange(ENDED, ENDED_MAX - 1, -1)]
        pipe.multi()
        self._write(pipe, ended)
        pipe.delete(_record_key(check.id), _alive_key(check.id), *map(_key, oldest))
        pipe.lpush(ENDED, check.id)
        pipe.ltrim(ENDED, 0, ENDED_MAX - 1)
        return ended


@contextlib.contextmanager
def available() -> Iterator[None]:
    """
    Says clearly what is missing when Redis does not answer.

    Raises:
        UnavailableError
    """
    try:
        yield
    except (redis.RedisError, OSError) as error:
        raise UnavailableError(
            "checks of long records need Redis, which does not answer right now; short ones are checked without it"
        ) from error


def pack(path: Path) -> tuple[bytes, int]:
    """The file, compressed, and how many lines it has."""
    packer = zlib.compressobj(PACKING)
    packed, lines, last = [], 0, b"\n"
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
            packed.append(packer.compress(chunk))
    packed.append(packer.flush())
    return b"".join(packed), lines + (last != b"\n")


def unpack(packed: bytes, *, bytes_max: int) -> Iterator[bytes]:
    """
    What was packed, piece by piece.

    Raises:
        ValueError: It is larger than it may be, or no such thing at all.
    """
    unpacker = zlib.decompressobj()
    size = 0
    while not unpacker.eof:
        try:
            chunk = unpacker.decompress(packed, CHUNK_BYTES)
        except zlib.error:
            raise ValueError("what Redis holds is no packed record") from None
        packed = unpacker.unconsumed_tail
        if not chunk and not packed and not unpacker.eof:
            raise ValueError("what Redis holds ends too early")
        size += len(chunk)
        if size > bytes_max:
            raise ValueError(f"what Redis holds is larger than {bytes_max} bytes")
        yield chunk


def error_of(check: Check) -> DelvebookError:
    """The refusal that a failed check ended with."""
    assert check.failure is not None  # noqa: S101 - asked of failed ones
    kinds: dict[str, type[DelvebookError]] = {
        kind.code: kind for kind in (TooSlowError, InterruptedCheckError, FailedCheckError)
    }
    return kinds.get(check.failure["code"], FailedCheckError)(check.failure["message"], **check.failure["details"])


def _failed(check: Check, error: DelvebookError) -> Check:
    return replace(
        check, status="failed", failure={"code": error.code, "message": error.message, "details": error.details}
    )


def _read(pipe: Any, id_: str) -> Check | None:
    state = pipe.get(_key(id_))
    return None if state is None else Check(**json.loads(state))


def _key(id_: str) -> str:
    return PREFIX + id_


def _record_key(id_: str) -> str:
    return f"{PREFIX}{id_}:record"


def _alive_key(id_: str) -> str:
    return f"{PREFIX}{id_}:alive"
