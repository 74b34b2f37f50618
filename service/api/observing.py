"""
What operators see of a request: one log line, metrics, and the place of a defect.

None of these holds tokens, seeds, salts, hidden cards, bodies, or query strings.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import count, repeat
from pathlib import Path
from typing import IO, Final

import structlog
from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from delvebook.service.api.context import EXTENSION
from delvebook.service.base.errors import UnavailableError
from delvebook.service.base.incidents import places
from delvebook.service.store.recorder import STORE_TROUBLE

log = structlog.get_logger("delvebook.web")

METRICS_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
REGISTRY: Final = "delvebook.metrics"
PROBES: Final = ("/livez", "/healthz", "/readyz", "/metrics")
"""Routes that machines call every few seconds. Logged only if the operator wants to see everything."""
UNKNOWN_ROUTE: Final = "(none)"


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        # The library chooses at import, when the web server has not yet named the directory that processes share.
        values.ValueClass = _value_class()
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "delvebook_http_requests", "Requests answered", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "delvebook_http_request_seconds",
            "Time to answer, streams aside",
            ["method", "route"],
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=self.registry,
        )
        self.refusals = Counter("delvebook_refusals", "Requests refused, by code", ["code"], registry=self.registry)
        self.batches = Histogram(
            "delvebook_commit_events",
            "Events stored in one commit",
            buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256, 512),
            registry=self.registry,
        )
        self.commits = Histogram(
            "delvebook_commit_seconds",
            "Time to store a commit durably",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=self.registry,
        )
        self.streams = Gauge(
            "delvebook_streams", "Streams open now", registry=self.registry, multiprocess_mode="livesum"
        )
        # The library takes longer to find a figure by its labels than to count, so figures in use are kept.
        self.request = cache(lambda method, route, status: self.requests.labels(method, route, str(status)))
        self.timed = cache(self.seconds.labels)


def _value_class() -> object:
    """
    The class by which the library keeps a figure: in a file, if several processes are counted together.

    By default the library asks for the process's id at every count, to notice a fork. Here a process makes its metrics
    after it was forked, so its id is read once.
    """
    if METRICS_VARIABLE not in os.environ:
        return values.get_value_class()  # type: ignore[no-untyped-call]
    same = repeat(_claim_place(Path(os.environ[METRICS_VARIABLE])))  # asking it runs no Python code
    return values.MultiProcessValue(same.__next__)  # type: ignore[no-untyped-call]


_places: Final[list[IO[str]]] = []
"""The locked files of this process's places, open to its end."""


def _claim_place(directory: Path) -> int:
    """
    Returns the number of a place in the directory of the figures that no living process has.

    A process takes the place of a dead one, and counts on in its files. So there are never more files than processes at
    a time, and no counter ever falls. What the dead one had open, such as streams, is forgotten.
    """
    for number in count(1):
        lock = (directory / f"{number}.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            continue
        _places.append(lock)
        for path in directory.glob(f"gauge_live*_{number}.db"):
            path.unlink()
        return number
    raise AssertionError


class SharedFigures(Collector):
    """The figures of all processes that share a directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def collect(self) -> Iterable[Metric]:
        """Returns the figures, added up."""
        # The library's own search takes the path for a pattern.
        files = [str(path) for path in self._directory.glob("*.db")]
        found: Iterable[Metric] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
        return found


def install(app: Flask) -> None:
    """Times, counts and logs every request. Its time begins at `g.begun`."""
    made = app.extensions[REGISTRY] = Metrics()

    def note_commit(events: int, seconds: float) -> None:
        made.batches.observe(events)
        made.commits.observe(seconds)

    app.extensions[EXTENSION].watch_commits(note_commit)

    @app.after_request
    def end(response: Response) -> Response:
        if g.get("is_unsent"):  # The request waits for news, and will be made once more.
            return response
        if response.is_streamed:
            fields = _fields(response)
            begun = g.begun
            response.call_on_close(lambda: _finish(made, fields, begun, is_stream=True))
        else:
            _finish(made, _fields(response), g.get("begun", time.perf_counter()), is_stream=False)
        return response


def metrics(app: Flask) -> Metrics:
    """The application's metrics."""
    found: Metrics = app.extensions[REGISTRY]
    return found


READ_MODEL_TROUBLE: Final = (OperationalError, InterfaceError, PoolTimeoutError)
"""Errors of SQLAlchemy when the database of the read models cannot be reached, or is too busy."""


def is_store_trouble(error: Exception) -> bool:
    """Whether the error means that the store did not answer."""
    return isinstance(error, (*STORE_TROUBLE, *READ_MODEL_TROUBLE, UnavailableError))


def report_incident(error: Exception) -> str:
    """Logs where a defect happened. Returns the number to tell the client."""
    incident = g.get("request_id", "-")
    log.error("incident", incident=incident, error=type(error).__name__, where=places(error))
    return str(incident)


def _fields(response: Response) -> dict[str, object]:
    known = g.get("caller")
    route = request.url_rule.rule if request.url_rule is not None else UNKNOWN_ROUTE
    noted = {"game": g.get("game_id"), "n": None, **g.get("noted", {})}
    return {
        "method": request.method if request.method in KNOWN_METHODS else "OTHER",
        "route": route,
        "status": response.status_code,
        "code": g.get("code"),
        **noted,
        "who": None if known is None else known.account,
        "address": None if known is None else known.address,
        "request_id": g.get("request_id"),
    }


UNCOUNTED: Final = (OSError, ValueError, IndexError)
"""Errors of the metrics library when the file of a figure cannot grow. Requests are answered all the same."""
KNOWN_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _finish(figures: Metrics, fields: dict[str, object], begun: float, *, is_stream: bool) -> None:
    seconds = time.perf_counter() - begun
    with suppress(*UNCOUNTED):
        figures.request(fields["method"], fields["route"], fields["status"]).inc()
        if not is_stream:
            figures.timed(fields["method"], fields["route"]).observe(seconds)
        if fields["code"] is not None:
            figures.refusals.labels(fields["code"]).inc()
    say = log.debug if fields["route"] in PROBES else log.info
    say("request", **fields, duration_ms=round(seconds * 1000, 2))
