"""Jobs of the queue `studies`: exports of many records, and analyses of games that are over."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final
from uuid import UUID

import structlog
from rq import get_current_job
from rq.timeouts import JobTimeoutException

from delvebook.domain.errors import DelvebookError, ParentError
from delvebook.domain.phrases import Voice
from delvebook.projections.collection import CollectionReader
from delvebook.projections.games_log.reader import LogReader
from delvebook.replays.analysis import Analyst, NotAnalysableError, NotOverError
from delvebook.replays.errors import CannotFollowError
from delvebook.replays.forks import Parents
from delvebook.replays.record import read_record
from delvebook.service.base.database import open_engine
from delvebook.service.base.errors import (
    CancelledJobError,
    ExportTooLargeError,
    FailedCheckError,
    FormatUnavailableError,
    TooSlowError,
    UnavailableError,
)
from delvebook.service.base.incidents import places
from delvebook.service.base.settings import Settings
from delvebook.service.exporting.files import Files
from delvebook.service.exporting.making import ExportMaker
from delvebook.service.jobs.long import LongJobs
from delvebook.service.live.signals import connect
from delvebook.service.usecases.collection import CollectionService
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import build_files, build_long_jobs, build_use_cases

REPORT_SECONDS: Final = 0.25
"""The shortest time between two reports of progress."""

log = structlog.get_logger(__name__)

ReportProgress = Callable[[int, int], None]


def write_export(id_: str, asked: dict[str, object]) -> dict[str, object]:
    """Makes the export with this id. Returns its outcome, for RQ to keep. Delivered twice, the job is done once."""
    context = _context()
    return _carry_out(context.exports, id_, lambda report: context.maker.make(id_, asked, report))


def analyse_game(id_: str, asked: dict[str, object]) -> dict[str, object]:
    """Makes the analysis with this id. Returns its outcome, for RQ to keep. Delivered twice, the job is done once."""
    context = _context()
    return _carry_out(context.analyses, id_, lambda report: _analyse(context, id_, asked, report))


class _Context:
    """The services that a worker process uses, built at its first job."""

    def __init__(self) -> None:
        settings = Settings.from_environment()
        connection = connect(settings.queue_url)
        engine = open_engine(settings.projections_url)
        self.use: UseCases = build_use_cases(settings, log=LogReader(engine))
        self.files: Files = build_files(settings)
        self.exports = build_long_jobs(settings, connection, "export")
        self.analyses = build_long_jobs(settings, connection, "analysis")
        self.maker = ExportMaker(
            CollectionService(self.use.exports, CollectionReader(engine)),
            self.files,
            random_bytes=os.urandom,
            bytes_max=settings.export_bytes_max,
            disk_bytes_min=settings.disk_bytes_min,
        )


@cache
def _context() -> _Context:
    return _Context()


def _carry_out(jobs: LongJobs, id_: str, work: Callable[[ReportProgress], Mapping[str, object]]) -> dict[str, object]:
    """Returns the outcome of the work, or the refusal that it ends with."""
    known = jobs.outcome_of(id_)
    if known is not None:
        return known
    started = time.monotonic()
    result: Mapping[str, object] | DelvebookError
    try:
        result = work(_reporter(jobs))
    except (CancelledJobError, ExportTooLargeError, FormatUnavailableError, NotAnalysableError) as error:
        result = error
    except (NotOverError, CannotFollowError, ParentError) as error:
        result = NotAnalysableError(str(error))
    except JobTimeoutException:
        result = TooSlowError(f"the job exceeded {jobs.seconds_max} seconds; request less at a time")
    except UnavailableError:
        raise  # The outcome could not be stored either. The job is found dead, and started again.
    except Exception as error:
        incident = secrets.token_hex(8)
        log.exception("incident", incident=incident, error=type(error).__name__, where=places(error), exc_info=False)
        message = f"Something is wrong with the service. Tell its operator this number: {incident}"
        result = FailedCheckError(message, incident=incident)
    code = result.code if isinstance(result, DelvebookError) else "finished"
    log.info("study", outcome=code, duration_ms=round((time.monotonic() - started) * 1000))
    return jobs.conclude(result)


def _reporter(jobs: LongJobs) -> ReportProgress:
    """Returns a function that reports progress a few times a second at most, and ends the work of a cancelled job."""
    next_at = 0.0
    job = get_current_job()

    def report(done: int, of: int) -> None:
        nonlocal next_at
        if job is not None and (time.monotonic() >= next_at or done >= of):
            next_at = time.monotonic() + REPORT_SECONDS
            jobs.report_progress(job, done, of)

    return report


def _analyse(context: _Context, id_: str, asked: Mapping[str, Any], report: ReportProgress) -> dict[str, object]:
    """Analyses the game. Returns the name of the file that holds the analysis."""
    game = UUID(asked["game"])
    parents = [
        left if isinstance(left, bytes) else b"".join(context.use.exports.public(left).lines)
        for left in context.use.forks.ancestors(game)
    ]
    record = read_record(context.use.exports.public(game).lines)
    analyst = Analyst(record, voice=Voice(asked["lang"]), plies=asked["plies"], parents=Parents(parents))
    context.files.sweep()
    done = 0
    report(done, analyst.count)
    for done, _ in enumerate(analyst.decisions(), 1):
        report(done, max(done, analyst.count))
    name = f"analysis-{id_}.json"
    with context.files.writing(name) as path:
        path.write_text(json.dumps(analyst.analysis.to_plain(), ensure_ascii=False), encoding="utf-8")
    return {"file": name, "decisions": done}
