"""Checks records in a process of their own, bounded in time and memory, because uploads cannot be trusted."""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from delvebook.replays.errors import RecordError
from delvebook.replays.forks import Parents
from delvebook.replays.log.notes import parse_vkey
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import LevelName
from delvebook.replays.verify import USUAL_LEVELS, verify
from delvebook.service.errors import BusyError, TooSlowError

MEMORY_BYTES_MAX: Final = 2 * 2**30
GRACE_SECONDS: Final = 2
QUEUE_SECONDS_MAX: Final = 5
"""How long a caller waits for a turn. Waiting holds a thread."""


class Checker:
    """
    Checks records, a few at a time.

    Args:
        seconds_max: How long a check may take.
        at_once_max: How many checks run at a time.
    """

    def __init__(self, *, seconds_max: int, at_once_max: int = 2) -> None:
        self._seconds_max = seconds_max
        self._free = threading.BoundedSemaphore(at_once_max)

    def check(
        self,
        path: Path,
        *,
        levels: Collection[LevelName] = USUAL_LEVELS,
        receipts: Sequence[str] = (),
        keys: Mapping[str, Any] | None = None,
        log_keys: Sequence[str] = (),
        parents: Sequence[Path] = (),
        on_progress: Callable[[int], None] | None = None,
    ) -> dict[str, Any]:
        """
        The report of a record file, as plain data.

        Args:
            path: The file.
            levels: Which levels to check. Level `bots` can take longer than all others together.
            receipts: Receipts the caller kept.
            keys: The public keys as a JWK Set; without them the level `receipts` is skipped.
            log_keys: The public keys of the log of games; without them the level `log` is skipped.
            parents: Of a fork: the records it may have left.
            on_progress: Called now and then with the number of lines checked.

        Raises:
            TooSlowError, BusyError
        """
        if not self._free.acquire(timeout=QUEUE_SECONDS_MAX):
            raise BusyError("other records are being checked; try again")
        try:
            given = {
                "levels": list(levels),
                "receipts": list(receipts),
                "keys": keys,
                "log_keys": list(log_keys),
                "parents": [str(parent) for parent in parents],
            }
            return self._run(path, given, on_progress)
        finally:
            self._free.release()

    def _run(self, path: Path, given: dict[str, Any], on_progress: Callable[[int], None] | None) -> dict[str, Any]:
        command = [
            sys.executable,
            "-c",
            "from delvebook.service.checks.sandbox import main; main()",
            str(path),
            str(self._seconds_max),
        ]
        process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        watch = threading.Timer(max(0, self._seconds_max + GRACE_SECONDS), process.kill)
        watch.start()
        report: dict[str, Any] | None = None
        try:
            with process, contextlib.suppress(BrokenPipeError):
                assert process.stdin is not None  # noqa: S101 - both are pipes
                assert process.stdout is not None  # noqa: S101
                process.stdin.write(json.dumps(given))
                process.stdin.close()
                for line in process.stdout:
                    told = json.loads(line)
                    if isinstance(told, dict):
                        report = told
                    elif on_progress is not None:
                        on_progress(told)
        except ValueError:
            report = None  # The process was ended in the middle of a line.
        finally:
            watch.cancel()
            process.kill()
        if process.wait() != 0 or report is None:
            raise TooSlowError(
                f"the record could not be checked within {self._seconds_max} seconds; check it on your own machine",
                seconds_max=self._seconds_max,
            )
        return report


def require_record(report: Mapping[str, Any]) -> None:
    """
    Returns if what was checked is a record, whether it holds or not.

    Raises:
        RecordError: It has no header.
    """
    if report["header"] is None:
        first = report["first"]
        raise RecordError(first["sentence"], line=first["line"] or 1, pointer=first["pointer"])


def main() -> None:
    """Checks the record at a path and prints the report. Runs in the process of its own."""
    path, seconds = sys.argv[1], int(sys.argv[2])
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
    given = json.load(sys.stdin)
    keys = None if given["keys"] is None else PublicKeys(given["keys"])
    parents = Parents([Path(parent) for parent in given["parents"]])
    receipts = given["receipts"] or None
    log_keys = [parse_vkey(key) for key in given["log_keys"]]
    report = verify(
        path,
        name="",
        levels=given["levels"],
        receipts=receipts,
        keys=keys,
        log_keys=log_keys,
        parents=parents,
        on_progress=_tell,
    )
    _tell(report.to_plain())


def _tell(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()
