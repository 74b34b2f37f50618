"""Records verified one after the other, or several at a time in processes of their own, with a progress bar."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from delvebook.replays.lines import Source
from delvebook.replays.report import Report
from delvebook.service.cli import progress

STDIN: Final = "-"

Check = Callable[..., Report]
_check: Check | None = None
"""The check that a process of the pool runs."""


@dataclass(frozen=True, slots=True)
class UnreadableRecord:
    """A file that could not be read, and why."""

    file: str
    why: str


def checked(files: Sequence[str], check: Check, *, jobs: int) -> Iterator[Report | UnreadableRecord]:
    """
    The report on each file, in order.

    Args:
        files: The records; `-` is standard input.
        check: Verifies the record of a source; takes its name as `name`.
        jobs: Number of files that are checked at the same time.
    """
    if len(files) == 1:
        yield _report(files[0], check)
        return
    if jobs == 1:
        yield from _shown(map(partial(_report, check=check), files), len(files))
        return
    # Forked, so that the processes know the same titles, and the check need not be sent to them.
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(check,)) as pool:
        reports = pool.map(_report_here, files)
        yield from _shown(reports, len(files))


def _shown(reports: Iterable[Report | UnreadableRecord], total: int) -> Iterator[Report | UnreadableRecord]:
    with progress.shown("verifying", total) as advance:
        for report in reports:
            yield report
            advance(1)


def source_of(file: str) -> Source:
    """The source of a record: a file, or standard input."""
    return sys.stdin.buffer if file == STDIN else Path(file)


def _begin(check: Check) -> None:
    global _check  # noqa: PLW0603 - a process of a pool has nowhere else to keep it
    _check = check


def _report_here(file: str) -> Report | UnreadableRecord:
    if _check is None:
        raise RuntimeError("the process was not told what to check")
    return _report(file, _check)


def _report(file: str, check: Check) -> Report | UnreadableRecord:
    try:
        return check(source_of(file), name=file)
    except OSError as error:
        return UnreadableRecord(file, error.strerror or str(error))
