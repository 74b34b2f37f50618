"""
What an RQ job of the queue `checks` does: one check of one record that is too long to be waited for.

The check runs in a process of its own (`service/checks/sandbox.py`); this one watches over it, gives signs of life,
and tells how far it has come. Done twice it is harmless, and done late it does nothing.
"""

from __future__ import annotations

import contextlib
import secrets
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import structlog
from rq.timeouts import JobTimeoutException

from delvebook.replays.errors import RecordError
from delvebook.service.checks.jobs import QUEUE, SILENCE_SECONDS, Verifications
from delvebook.service.checks.sandbox import Checker, refuse_what_is_no_record
from delvebook.service.errors import FailedCheckError, TooSlowError, UnavailableError
from delvebook.service.live.signals import connect
from delvebook.service.settings import Settings
from delvebook.service.wiring import build_verifications

__all__ = ["QUEUE", "check_record"]

BEAT_SECONDS: Final = SILENCE_SECONDS / 5
TELL_SECONDS: Final = 0.25
"""So much time lies at least between two words about how far the check is."""

log = structlog.get_logger(__name__)


def check_record(id_: str, attempt: int) -> None:
    """
    Carries out the check of that id, if this attempt is still wanted.

    What is wrong with the record, or with the time it takes, is kept as the check's end. A defect of ours is,
    too, and is raised, for whoever looks with RQ's own tools.
    """
    verifications, checker = _context()
    started = time.monotonic()
    outcome = "passed over"
    try:
        with tempfile.TemporaryDirectory(prefix="delvebook-check-") as directory, beating(verifications, id_):
            path = Path(directory) / "record.jsonl"
            given = verifications.begin(id_, attempt, path)
            if given is not None:
                tell = sometimes(lambda lines: verifications.tell(id_, attempt, lines))
                report = checker.check(
                    path, receipts=given.receipts, keys=given.keys, parents=given.parents, on_progress=tell
                )
                refuse_what_is_no_record(report)
                verifications.finish(id_, report)
                outcome = "finished"
    except (RecordError, TooSlowError) as error:
        outcome = error.code
        verifications.fail(id_, attempt, error)
    except JobTimeoutException:
        outcome = TooSlowError.code
        verifications.fail(id_, attempt, TooSlowError("the record could not be checked in time"))
    except UnavailableError:
        raise  # Nobody can be told, and who asks will find that the worker has fallen silent.
    except Exception as error:
        outcome = FailedCheckError.code
        incident = secrets.token_hex(8)
        frames = traceback.extract_tb(error.__traceback__)
        where = [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
        log.exception("incident", incident=incident, error=type(error).__name__, where=where, exc_info=False)
        told = f"Something is wrong with the service. Tell its operator this number: {incident}"
        verifications.fail(id_, attempt, FailedCheckError(told, incident=incident))
        raise
    finally:
        log.info("check", outcome=outcome, attempt=attempt, duration_ms=round((time.monotonic() - started) * 1000))


def sometimes(tell: Callable[[int], None]) -> Callable[[int], None]:
    """Tells at most a few times a second; that Redis is away for a moment ends no check."""
    next_at = 0.0

    def told(lines: int) -> None:
        nonlocal next_at
        if time.monotonic() >= next_at:
            next_at = time.monotonic() + TELL_SECONDS
            with contextlib.suppress(UnavailableError):
                tell(lines)

    return told


@contextlib.contextmanager
def beating(verifications: Verifications, id_: str) -> Iterator[None]:
    """Gives signs of life meanwhile, from a thread of its own."""
    is_over = threading.Event()

    def beat() -> None:
        while not is_over.wait(BEAT_SECONDS):
            with contextlib.suppress(UnavailableError):
                verifications.beat(id_)

    thread = threading.Thread(target=beat, name="beat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@cache
def _context() -> tuple[Verifications, Checker]:
    """What this worker process works with, made at its first job."""
    settings = Settings.from_environment()
    return (
        build_verifications(settings, connect(settings.queue_url)),
        Checker(seconds_max=settings.check_job_seconds_max, at_once_max=1),
    )
