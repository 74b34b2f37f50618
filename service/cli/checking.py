"""Records verified one after the other, or several at a time in processes of their own, with a progress bar."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from delvebook.replays.lines import Source
from delvebook.replays.report import Report

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
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=len(files) == 1 or not sys.stderr.isatty(),
    )
    if jobs == 1:
        with bar:
            for file in bar.track(files, description="verifying"):
                yield _report(file, check)
        return
    # Forked, so that the processes know the same titles, and the check need not be sent to them.
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(check,)) as pool:
        reports = pool.map(_report_here, files)
        with bar:
            yield from bar.track(reports, total=len(files), description="verifying")


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
