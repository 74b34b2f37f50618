"""Checks of records in separate processes with limited time and memory, because uploads cannot be trusted."""

from __future__ import annotations

import contextlib
import json
import math
import os
import resource
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from delvebook.replays.errors import RecordError
from delvebook.replays.forks import Parents
from delvebook.replays.log.notes import parse_vkey
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import LevelName
from delvebook.replays.verify import USUAL_LEVELS, verify
from delvebook.service.base.errors import BusyError, TooSlowError

MEMORY_BYTES_MAX: Final = 2 * 2**30
GRACE_SECONDS: Final = 2
CHECKS_MAX: Final = 200
"""The number of checks after which a process is replaced by a new one."""
KEPT_BYTES_MAX: Final = 256 * 2**20
"""The memory above which a process is not reused."""
NICENESS: Final = 10
"""Checks get less processor time than games."""
QUEUE_SECONDS_MAX: Final = 5
"""How long a caller waits for a turn. Waiting occupies a thread."""


class Checker:
    """
    Checks records, a few at a time, in processes that are reused.

    Args:
        seconds_max: How long a check may take.
        at_once_max: How many checks run at a time.
        waiting_max: How many callers may wait for their turn. Each occupies a thread.
        owned_max: How many places, running or waiting, one account or network may take.
        keeps: Whether processes are reused. If so, the checker must be closed.
    """

    def __init__(
        self,
        *,
        seconds_max: int,
        at_once_max: int = 2,
        waiting_max: int = 6,
        owned_max: int = 2,
        keeps: bool = True,
    ) -> None:
        self._keeps = keeps
        self._seconds_max = seconds_max
        self._places_max = at_once_max + waiting_max
        self._owned_max = owned_max
        self._free = threading.BoundedSemaphore(at_once_max)
        self._lock = threading.RLock()
        self._owned: Counter[str] = Counter()
        self._idle: list[_Sandbox] = []
        self._is_closed = False

    def close(self) -> None:
        """Ends the idle processes."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for sandbox in idle:
            sandbox.end()

    def check(
        self,
        path: Path,
        *,
        levels: Collection[LevelName] = USUAL_LEVELS,
        receipts: Sequence[str] = (),
        keys: Mapping[str, object] | None = None,
        log_keys: Sequence[str] = (),
        parents: Sequence[Path] = (),
        on_progress: Callable[[int], None] | None = None,
        owner: str = "",
    ) -> dict[str, object]:
        """
        Returns the report of a record file, as plain data.

        Args:
            path: The file.
            levels: The levels to check. Level `bots` can take longer than all others together.
            receipts: Receipts that the caller kept.
            keys: The public keys as a JWK Set; without them the level `receipts` is skipped.
            log_keys: The public keys of the log of games; without them the level `log` is skipped.
            parents: For a fork, the records of its parents.
            on_progress: Called from time to time with the number of lines checked.
            owner: The account or network that the place is counted for.

        Raises:
            TooSlowError, BusyError
        """
        given = {
            "path": str(path),
            "seconds": self._seconds_max,
            "levels": list(levels),
            "receipts": list(receipts),
            "keys": keys,
            "log_keys": list(log_keys),
            "parents": [str(parent) for parent in parents],
        }
        with self._place(owner):
            return self._run(given, on_progress)

    def require_place(self, owner: str) -> None:
        """
        Returns if there is a place for that account or network now. It is called before a record is made.

        Raises:
            BusyError
        """
        with self._lock:
            if self._owned.total() >= self._places_max or self._owned[owner] >= self._owned_max:
                raise BusyError("other records are being checked")

    @contextlib.contextmanager
    def _place(self, owner: str) -> Iterator[None]:
        """
        Holds a place, and waits for a turn.

        Raises:
            BusyError
        """
        with self._lock:
            self.require_place(owner)
            self._owned[owner] += 1
        try:
            if not self._free.acquire(timeout=QUEUE_SECONDS_MAX):
                raise BusyError("other records are being checked")
            try:
                yield
            finally:
                self._free.release()
        finally:
            with self._lock:
                self._owned[owner] -= 1
                self._owned += Counter()  # drops owners without a place

    def _run(self, given: dict[str, object], on_progress: Callable[[int], None] | None) -> dict[str, object]:
        with self._lock:
            sandbox = self._idle.pop() if self._idle else None
        if sandbox is not None and not sandbox.is_alive:
            sandbox.end()
            sandbox = None
        sandbox = sandbox or _Sandbox()
        report = None
        try:
            report = sandbox.check(given, seconds=self._seconds_max + GRACE_SECONDS, on_progress=on_progress)
        finally:
            with self._lock:
                is_kept = self._keeps and report is not None and sandbox.is_reusable and not self._is_closed
                if is_kept:
                    self._idle.append(sandbox)
            if not is_kept:
                sandbox.end()
        if report is None:
            raise TooSlowError(
                f"the record could not be checked within {self._seconds_max} seconds; check it on your own machine",
                seconds_max=self._seconds_max,
            )
        return report


class _Sandbox:
    """A process that checks one record after another, and ends when its parent does."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", "from delvebook.service.checks.sandbox import main; main()"]
        self._process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self._checks = 0
        self._memory = 0

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    @property
    def is_reusable(self) -> bool:
        """Whether it may check another record: it has not done too many checks or grown too large."""
        return self.is_alive and self._checks < CHECKS_MAX and self._memory < KEPT_BYTES_MAX

    def check(
        self, given: dict[str, object], *, seconds: float, on_progress: Callable[[int], None] | None
    ) -> dict[str, object] | None:
        """Returns the report; None if the process was ended before it had one."""
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        watch = threading.Timer(max(0, seconds), self._process.kill)
        watch.start()
        self._checks += 1
        try:
            self._process.stdin.write(json.dumps(given) + "\n")
            self._process.stdin.flush()
            for line in self._process.stdout:
                told = json.loads(line)
                if isinstance(told, dict):
                    self._memory = told["memory"]
                    report: dict[str, object] = told["report"]
                    return report
                if on_progress is not None:
                    on_progress(told)
        except (BrokenPipeError, ValueError):
            pass  # The process was ended, perhaps in the middle of a line.
        finally:
            watch.cancel()
        return None

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()


def require_record(report: Mapping[str, Any]) -> None:
    """
    Returns if the checked file is a record, whether it holds or not.

    Raises:
        RecordError: It has no header.
    """
    if report["header"] is None:
        first = report["first"]
        raise RecordError(first["sentence"], line=first["line"] or 1, pointer=first["pointer"])


def main() -> None:
    """Checks the records named on standard input, one after another. Runs in a separate process."""
    os.nice(NICENESS)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    for line in sys.stdin:
        given = json.loads(line)
        _limit_time(given["seconds"])
        report = verify(
            Path(given["path"]),
            name="",
            levels=given["levels"],
            receipts=given["receipts"] or None,
            keys=None if given["keys"] is None else PublicKeys(given["keys"]),
            log_keys=[parse_vkey(key) for key in given["log_keys"]],
            parents=Parents([Path(parent) for parent in given["parents"]]),
            on_progress=_tell,
        )
        _tell({"report": report.to_plain(), "memory": _memory_used()})


def _memory_used() -> int:
    """
    Returns the bytes of memory that this process holds.

    On Linux it avoids the peak from `getrusage`: a new process starts with its parent's, which may be large.
    """
    with contextlib.suppress(OSError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _limit_time(seconds: int) -> None:
    """Limits this process to that many more seconds of processor time, after which the system ends it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used.ru_utime + used.ru_stime) + max(1, seconds), hard))


def _tell(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()
