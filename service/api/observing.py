"""
What operators see of a request: one log line, metrics, and the place of a defect.

None of these holds tokens, seeds, salts, hidden cards, bodies, or query strings.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from functools import cache
from itertools import count, repeat
from pathlib import Path
from typing import IO, Final

import structlog
from flask import Flask, g
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

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
