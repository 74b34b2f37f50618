"""About the service itself: the OpenAPI document, health, metrics."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Final, TypeVar

from flask import Flask, Response, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from werkzeug.exceptions import NotFound

from delvebook.domain.canonical import jcs
from delvebook.service.api.context import EXTENSION, services
from delvebook.service.api.document import Document
from delvebook.service.api.lean import render
from delvebook.service.api.observing import METRICS_VARIABLE, SharedFigures, metrics
from delvebook.service.api.pages.docs import docs_blueprint
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.services import ServiceHealth, Services
from delvebook.service.base.shared_probe import SharedProbe
from delvebook.service.identity.signing import CACHE_SECONDS

T = TypeVar("T")

READY_SECONDS_MAX: Final = 0.8
"""Time that all dependencies together have to answer a readiness probe."""
NEEDED: Final = ("store", "disk")
"""
Without these nothing can be played, and the answer is 503. Without any of the others people can play, but bots do not
move: the service is partly ready.
"""
OPERATOR: Final = "delvebook.operator"
"""Set in the environment of requests that came in by the operators' port."""
OPERATORS_ROUTES: Final = ("/metrics", "/livez", "/readyz")


def install(app: Flask, document: Callable[[], Document]) -> None:
    """Adds these routes. `document` returns the OpenAPI document."""
    app.register_blueprint(docs_blueprint(lambda: document().content))

    @app.get("/openapi.json")
    def openapi() -> Response:
        whole, is_packed = document(), request.accept_encodings["gzip"] > 0
        response = Response(whole.packed if is_packed else whole.body, content_type="application/json")
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        response.add_etag()
        response.make_conditional(request)
        return response

    @app.get("/livez")
    @app.get("/healthz")
    def healthz() -> Response:
        return render({"status": "ok"})

    own: Services = app.extensions[EXTENSION]
    probes: dict[str, SharedProbe[bool]] = {name: SharedProbe(ask) for name, ask in own.probes.items()}
    health = SharedProbe(own.health)

    @app.get("/readyz")
    def readyz() -> Response:
        deadline = time.monotonic() + READY_SECONDS_MAX
        asked, stands = {name: probe.begin() for name, probe in probes.items()}, health.begin()
        answers = {name: _within(answer, deadline) is True for name, answer in asked.items()}
        found = _within(stands, deadline)
        missing = [name for name, is_there in answers.items() if not is_there]
        is_up = not set(missing) & set(NEEDED)
        status = "ready" if not missing else "partly ready" if is_up else "not ready"
        body: Given = {"status": status, "missing": missing, **answers}
        body["lag"] = None if found is None else max(found.lag.values(), default=0)
        body["parked"] = None if found is None else len({row.game for row in found.parked})
        body["games_log"] = None if found is None else found.games_log_stopped is None
        if request.environ.get(OPERATOR) and found is not None:
            body["games_log_stopped"] = found.games_log_stopped
            body["lags"] = dict(found.lag)
            body["parked_games"] = [row._asdict() for row in found.parked]
        return render(body, 200 if is_up else 503)

    @app.get("/.well-known/jwks.json")
    def keys() -> Response:
        signer = services().use.receipts
        published = {"keys": []} if signer is None else signer.ring.to_public()
        response = Response(jcs(published), content_type="application/jwk-set+json")
        response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
        response.add_etag()
        return response

    @app.get("/metrics")
    def figures() -> Response:
        if not request.environ.get(OPERATOR):
            raise NotFound
        registry: CollectorRegistry = metrics(app).registry
        if METRICS_VARIABLE in os.environ:
            registry = CollectorRegistry()
            registry.register(SharedFigures(Path(os.environ[METRICS_VARIABLE])))
        whole = CollectorRegistry()
        whole.register(HealthCollector(probes, health, own.queues))
        told = generate_latest(registry) + generate_latest(whole)
        return Response(told, content_type=CONTENT_TYPE_LATEST)


def _within(answer: Future[T], deadline: float) -> T | None:
    """The result, if it comes in time; None if it does not, or if the call failed."""
    try:
        return answer.result(max(0.0, deadline - time.monotonic()))
    except Exception:  # noqa: BLE001  any error counts as no answer
        return None


class HealthCollector(Collector):
    """
    Figures of the whole service, read when they are asked for. They belong to no single process.

    Args:
        probes: By name, whether a dependency answers.
        health: The positions of the projections, and the parked games.
        queues: The number of waiting jobs on each queue, and the free bytes of the disk.
    """

    def __init__(
        self,
        probes: Mapping[str, SharedProbe[bool]],
        health: SharedProbe[ServiceHealth],
        queues: Callable[[], Mapping[str, int]],
    ) -> None:
        self._probes = probes
        self._health = health
        self._queues = SharedProbe(queues)

    def collect(self) -> Iterator[Metric]:
        """Reads the figures. Leaves out those that cannot be had."""
        deadline = time.monotonic() + READY_SECONDS_MAX
        asked = {name: probe.begin() for name, probe in self._probes.items()}
        stands, waiting = self._health.begin(), self._queues.begin()
        up = GaugeMetricFamily("delvebook_up", "Whether what the service depends on answers", labels=["name"])
        for name, answer in asked.items():
            up.add_metric([name], float(_within(answer, deadline) is True))
        yield up
        if (found := _within(stands, deadline)) is not None:
            lag = GaugeMetricFamily("delvebook_projection_lag_events", "Events to project", labels=["projection"])
            parked = GaugeMetricFamily("delvebook_parked_games", "Games parked", labels=["projection"])
            counts = Counter(row.projection for row in found.parked)
            for name, events in found.lag.items():
                lag.add_metric([name], events)
                parked.add_metric([name], counts.pop(name, 0))
            for name, count in counts.items():
                parked.add_metric([name], count)
            yield from (lag, parked)
            yield GaugeMetricFamily("delvebook_log_position", "Position of the last event", value=found.position)
            is_stopped = found.games_log_stopped is not None
            yield GaugeMetricFamily("delvebook_games_log_stopped", "Whether the log is not signed", value=is_stopped)
            yield GaugeMetricFamily("delvebook_disk_free_bytes", "Free bytes for the state", value=found.disk_free)
        if (depths := _within(waiting, deadline)) is not None:
            depth = GaugeMetricFamily("delvebook_queue_jobs", "Jobs that wait for a worker", labels=["queue"])
            for name, count in depths.items():
                depth.add_metric([name], count)
            yield depth
