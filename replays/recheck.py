"""
Old records under the present code: which games come out differently, from which event on, and by which clause.

This is the first question when a rule is corrected. The caller decides where the records come from: files, or a
store. The verdict on a game whose seed is secret holds event, code and clauses, but no values.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from delvebook.domain.errors import DelvebookError
from delvebook.domain.table import ForkPoint
from delvebook.replays.errors import CannotFollowError, RecordError
from delvebook.replays.lines import Source
from delvebook.replays.record import find_seed, read_record
from delvebook.replays.verify import verify
from delvebook.replays.versions import first_divergence

SUFFIXES: Final = (".jsonl", ".ndjson")
UNREADABLE: Final = "unreadable"
"""The ruleset of a verdict if the record's header cannot be read."""

Status = Literal["same", "differs", "unknown"]


class Opened(Protocol):
    """An open record."""

    @property
    def source(self) -> Source:
        """Its bytes; can be read once."""

    @property
    def ruleset(self) -> str | None:
        """The ruleset, if it is known without reading the source."""

    @property
    def seed(self) -> bytes | None:
        """The seed, if it is known without the record."""

    @property
    def fork_point(self) -> ForkPoint | None:
        """For a fork: its starting point, if that is known."""

    @property
    def is_secret(self) -> bool:
        """Whether the game's seed is still secret; known once the source has been read."""


class Subject(Protocol):
    """A record to check. Small and picklable: it is opened in the process that checks it."""

    @property
    def name(self) -> str:
        """Its name in the result."""

    def open(self) -> AbstractContextManager[Opened]:
        """The record, open until the block ends."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A record in a file."""

    path: Path
    ruleset: None = None
    seed: None = None
    fork_point: None = None
    is_secret: bool = False

    @property
    def name(self) -> str:
        """The path."""
        return str(self.path)

    @property
    def source(self) -> Source:
        """The path."""
        return self.path

    def open(self) -> AbstractContextManager[Opened]:
        """The file itself."""
        return nullcontext(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    How one record comes out under the present code.

    Attributes:
        name: The record's name.
        ruleset: The version it was played under, `id@version`; `UNREADABLE` if its header cannot be read.
        status: Whether it comes out the same, differs, or cannot be compared.
        first: The first difference as plain data: `code`, `n`, `clauses`, and unless `is_secret`, place and values.
        why: Why it cannot be compared; empty if it can.
        is_secret: Whether its seed is still secret.
    """

    name: str
    ruleset: str
    status: Status
    first: dict[str, Any] | None = None
    why: str = ""
    is_secret: bool = False

    def to_plain(self) -> dict[str, object]:
        """The verdict as plain data."""
        return {
            "name": self.name,
            "holds": self.status == "same",
            "status": self.status,
            "is_running": self.is_secret,
            "first": self.first,
            "why": self.why or None,
        }


@dataclass(slots=True)
class VersionTally:
    """
    The result for one ruleset version.

    Attributes:
        games: The number of records.
        running: How many of them have a secret seed.
        differing: How many differ.
        unknown: How many cannot be compared.
        kept: The verdicts that are kept, in order.
    """

    games: int = 0
    running: int = 0
    differing: int = 0
    unknown: int = 0
    kept: list[Verdict] = field(default_factory=list)

    def add(self, verdict: Verdict, *, is_kept: bool) -> None:
        """Counts a verdict, and keeps it if asked to."""
        self.games += 1
        self.running += verdict.is_secret
        self.differing += verdict.status == "differs"
        self.unknown += verdict.status == "unknown"
        if is_kept:
            self.kept.append(verdict)


def find_records(paths: Sequence[Path]) -> Iterator[RecordFile]:
    """The records among the paths: files as given, and the records in directories, sorted."""
    for path in paths:
        if path.is_dir():
            yield from (RecordFile(file) for file in sorted(path.rglob("*")) if file.suffix in SUFFIXES)
        elif path.exists():
            yield RecordFile(path)


def recheck(
    subjects: Sequence[Subject],
    *,
    jobs: int = 1,
    under: str | None = None,
    kept_max: int | None = None,
    on_progress: Callable[[], object] = lambda: None,
) -> dict[str, VersionTally]:
    """
    The results of the records under the present code, by ruleset version, sorted.

    Args:
        subjects: The records.
        jobs: How many processes check them.
        under: A later version, `id@version`: only the records of the title's other versions are checked, by
            replaying them under this version, too. None: every record is verified under its own version.
        kept_max: Keep at most this many verdicts per version, and only of records that do not come out the same.
            None: keep all.
        on_progress: Called after each record.
    """
    tallies: dict[str, VersionTally] = {}
    for verdict in _judge_all(subjects, jobs=min(jobs, len(subjects)), under=under):
        on_progress()
        if verdict is None:
            continue
        tally = tallies.setdefault(verdict.ruleset, VersionTally())
        is_kept = kept_max is None or (verdict.status != "same" and len(tally.kept) < kept_max)
        tally.add(verdict, is_kept=is_kept)
    return dict(sorted(tallies.items()))


def judge(subject: Subject, *, under: str | None = None) -> Verdict | None:
    """The verdict on one record; None if it is of another title than `under`, or of that same version."""
    try:
        with subject.open() as opened:
            return _judge(subject.name, opened) if under is None else _judge_under(subject.name, opened, under)
    except RecordError as error:
        return Verdict(subject.name, UNREADABLE, "unknown", why=str(error))
    except Exception as error:  # noqa: BLE001 - one unreadable record must not hide the others
        return Verdict(subject.name, UNREADABLE, "unknown", why=f"it cannot be read: {type(error).__name__}")


def _judge_all(subjects: Sequence[Subject], *, jobs: int, under: str | None) -> Iterator[Verdict | None]:
    work = partial(judge, under=under)
    if jobs <= 1:
        yield from map(work, subjects)
        return
    # Spawned, not forked: the caller may have threads, whose locks a forked child would inherit and wait for.
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(work, subjects, chunksize=4)


def _judge(name: str, opened: Opened) -> Verdict:
    report = verify(opened.source, seed=opened.seed, fork_point=opened.fork_point, name=name)
    ruleset = UNREADABLE if report.header is None else str(report.header["ruleset"])
    if report.first is None:
        why = report.level("replay").why_not
        return Verdict(name, ruleset, "unknown" if why else "same", why=why, is_secret=opened.is_secret)
    first = report.first.to_plain()
    if opened.is_secret:
        first = {key: first[key] for key in ("code", "n", "clauses")}
    return Verdict(name, ruleset, "differs", first, is_secret=opened.is_secret)


def _judge_under(name: str, opened: Opened, under: str) -> Verdict | None:
    if opened.ruleset is not None and not _is_other_version(opened.ruleset, under):
        return None
    record = read_record(opened.source)
    ruleset = str(record.header["ruleset"])
    if not _is_other_version(ruleset, under):
        return None
    is_secret = opened.is_secret
    seed = opened.seed or find_seed(record)
    if seed is None:
        return Verdict(name, ruleset, "unknown", why="the seed is not revealed in this record")
    try:
        divergence = first_divergence(record.events(), seed=seed, ruleset=under, fork_point=opened.fork_point)
    except (CannotFollowError, RecordError) as error:
        why = "it is not what its own rules make of it" if is_secret else _reason(error)
        return Verdict(name, ruleset, "unknown", why=why, is_secret=is_secret)
    if divergence is None:
        return Verdict(name, ruleset, "same", is_secret=is_secret)
    return Verdict(name, ruleset, "differs", divergence.to_plain(with_values=not is_secret), is_secret=is_secret)


def _is_other_version(ruleset: str, under: str) -> bool:
    """Whether the ruleset is another version of the same title."""
    return ruleset != under and ruleset.partition("@")[0] == under.partition("@")[0]


def _reason(error: DelvebookError) -> str:
    return error.message
