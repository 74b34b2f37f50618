"""
Jobs of the queue `checks`: one check of one record that is too long to wait for.

The check runs in a process of its own (`delvebook.service.checks.sandbox`); the job watches it and reports progress.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import structlog
from rq import get_current_job
from rq.timeouts import JobTimeoutException

from delvebook.domain.errors import DelvebookError
from delvebook.replays.errors import RecordError
from delvebook.service.base.errors import FailedCheckError, InterruptedCheckError, TooSlowError, UnavailableError
from delvebook.service.base.incidents import places
from delvebook.service.base.settings import Settings
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker, require_record
from delvebook.service.live.signals import connect
from delvebook.service.wiring import build_verifications

REPORT_SECONDS: Final = 0.25
"""The shortest time between two reports of progress."""

log = structlog.get_logger(__name__)


def check_record(id_: str) -> dict[str, object]:
    """
    Carries out the check with this id. Returns its outcome, for RQ to keep.

    A refusal of the record is an outcome, and so is an internal error. Delivered twice, the job is carried out once.
    """
    verifications, checker = _context()
    job = get_current_job()
    started = time.monotonic()
    outcome = verifications.outcome_of(id_)
    if outcome is None:
        outcome = verifications.conclude(id_, _check(verifications, checker, id_))
    if job is not None:
        job.result_ttl = verifications.seconds_kept(outcome)
    code = "finished" if outcome["failure"] is None else outcome["failure"]["code"]
    log.info("check", outcome=code, duration_ms=round((time.monotonic() - started) * 1000))
    return outcome


def _check(verifications: Verifications, checker: Checker, id_: str) -> Mapping[str, object] | DelvebookError:
    """Returns the report of the record, or the refusal that the check ends with."""
    job = get_current_job()
    tell = seldom(lambda lines: None if job is None else verifications.report_progress(job, lines))
    try:
        with temporary_folder("check") as directory:
            path = Path(directory) / "record.jsonl"
            given = verifications.unpack(id_, path)
            report = checker.check(
                path,
                levels=given.levels,
                receipts=given.receipts,
                keys=given.keys,
                log_keys=given.log_keys,
                parents=given.parents,
                on_progress=tell,
            )
            require_record(report)
            return report
    except (RecordError, TooSlowError, InterruptedCheckError) as error:
        return error
    except JobTimeoutException:
        return TooSlowError("the record could not be checked in time")
    except UnavailableError:
        raise  # The outcome could not be stored either. The job is found dead, and started again.
    except Exception as error:
        incident = secrets.token_hex(8)
        log.exception("incident", incident=incident, error=type(error).__name__, where=places(error), exc_info=False)
        message = f"Something is wrong with the service. Tell its operator this number: {incident}"
        return FailedCheckError(message, incident=incident)


def seldom(tell: Callable[[int], None]) -> Callable[[int], None]:
    """Returns a function that reports progress a few times a second at most, and ignores failures of Redis."""
    next_at = 0.0

    def tell_seldom(lines: int) -> None:
        nonlocal next_at
        if time.monotonic() >= next_at:
            next_at = time.monotonic() + REPORT_SECONDS
            with contextlib.suppress(UnavailableError):
                tell(lines)

    return tell_seldom


@cache
def _context() -> tuple[Verifications, Checker]:
    """Returns the services that this worker process uses, built at its first job."""
    settings = Settings.from_environment()
    return (
        build_verifications(settings, connect(settings.queue_url)),
        Checker(seconds_max=settings.check_job_seconds_max, at_once_max=1, keeps=False),
    )
