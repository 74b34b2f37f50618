"""
Old records on the present code: which games would come out differently, from which event on, and by which clause.

Whoever corrects a rule asks this first. Where the records come from is somebody else's business: files, or a store.
Of a game whose seed is secret a verdict holds event, code and clauses, and no value.
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
from delvebook.replays.divergence import first_divergence
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Source
from delvebook.replays.narration import CannotFollowError, find_seed
from delvebook.replays.record import read_record
from delvebook.replays.verify import verify

SUFFIXES: Final = (".jsonl", ".ndjson")
UNREADABLE: Final = "unreadable"
"""Stands in the place of the ruleset where a record has no header that can be read."""

Status = Literal["same", "differs", "unknown"]


class Opened(Protocol):
    """A record that is at hand."""

    @property
    def source(self) -> Source:
        """Its bytes, to be read once."""

    @property
    def ruleset(self) -> str | None:
        """The ruleset, if it is known without reading the source."""

    @property
    def seed(self) -> bytes | None:
        """The seed, if it is known otherwise than from the record."""

    @property
    def fork_point(self) -> ForkPoint | None:
        """Of a fork: what it began with, if that is known."""

    @property
    def is_secret(self) -> bool:
        """Whether the record must not reveal anything, as of a running game; right once the source has been read."""


class Subject(Protocol):
    """A record to be checked. Small, and picklable: it is opened in the process that checks it."""

    @property
    def name(self) -> str:
        """What it goes by."""

    def open(self) -> AbstractContextManager[Opened]:
        """The record, until the block is left."""


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
    How one record comes out on the present code.

    Attributes:
        name: What the record goes by.
        ruleset: The version it was played by, `id@version`; `UNREADABLE` if nobody can tell.
        status: Whether it comes out the same, differs, or cannot be compared.
        first: The first difference as plain data: `code`, `n`, `clauses`, and unless `is_secret` its place and values.
        why: Why it cannot be compared; empty if it can.
        is_secret: Whether its seed is secret still.
    """

    name: str
    ruleset: str
    status: Status
    first: dict[str, Any] | None = None
    why: str = ""
    is_secret: bool = False

    def to_plain(self) -> dict[str, Any]:
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
class Tally:
    """
    What came out for one ruleset version.

    Attributes:
        games: How many records.
        running: How many of them are of games whose seed is secret.
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
        """Counts one more."""
        self.games += 1
        self.running += verdict.is_secret
        self.differing += verdict.status == "differs"
        self.unknown += verdict.status == "unknown"
        if is_kept:
            self.kept.append(verdict)


def find_records(paths: Sequence[Path]) -> Iterator[RecordFile]:
    """The files themselves, and every record below the directories, sorted."""
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
) -> dict[str, Tally]:
    """
    How the records come out on the present code: by ruleset version, sorted.

    Args:
        subjects: The records.
        jobs: How many processes check them.
        under: A later version, `id@version`: the records of this title's other versions are played by it, too, and
            compared, and no others are looked at. None: every record is verified by its own version.
        kept_max: Keep so many verdicts a version, and only of records that do not come out the same. None: keep all.
        on_progress: Called after each record.
    """
    tallies: dict[str, Tally] = {}
    for verdict in _judge_all(subjects, jobs=min(jobs, len(subjects)), under=under):
        on_progress()
        if verdict is None:
            continue
        tally = tallies.setdefault(verdict.ruleset, Tally())
        is_kept = kept_max is None or (verdict.status != "same" and len(tally.kept) < kept_max)
        tally.add(verdict, is_kept=is_kept)
    return dict(sorted(tallies.items()))


def judge(subject: Subject, *, under: str | None = None) -> Verdict | None:
    """How one record comes out; None if it is not of the title that `under` is a version of, or of that version."""
    try:
        with subject.open() as opened:
            return _judge(subject.name, opened) if under is None else _judge_under(subject.name, opened, under)
    except RecordError as error:
        return Verdict(subject.name, UNREADABLE, "unknown", why=str(error))
    except Exception as error:  # noqa: BLE001 - one record that cannot be read must not hide the others
        return Verdict(subject.name, UNREADABLE, "unknown", why=f"it cannot be read: {type(error).__name__}")


def _judge_all(subjects: Sequence[Subject], *, jobs: int, under: str | None) -> Iterator[Verdict | None]:
    work = partial(judge, under=under)
    if jobs <= 1:
        yield from map(work, subjects)
        return
    # Spawned, not forked: whoever calls may have threads, whose locks a forked child would inherit and wait for.
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
    """Whether it is another version of the same title."""
    return ruleset != under and ruleset.partition("@")[0] == under.partition("@")[0]


def _reason(error: DelvebookError) -> str:
    return error.message
