"""About the service itself: the OpenAPI document, health, metrics."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from delvebook.domain.canonical import jcs
from delvebook.service.api.blueprint import render
from delvebook.service.api.context import services
from delvebook.service.api.document import Document
from delvebook.service.api.observing import metrics
from delvebook.service.api.pages import docs_blueprint
from delvebook.service.identity.signing import CACHE_SECONDS


def install(app: Flask, document: Callable[[], Document]) -> None:
    """Adds these routes; `document()` is the OpenAPI document."""
    app.register_blueprint(docs_blueprint(lambda: document().content))

    @app.get("/openapi.json")
    def openapi() -> Response:
        return Response(document().body, content_type="application/json")

    @app.get("/livez")
    @app.get("/healthz")
    def healthz() -> Response:
        return render({"status": "ok"})

    @app.get("/readyz")
    def readyz() -> Response:
        answers = {name: _answers(probe) for name, probe in services().probes.items()}
        is_ready = answers.get("store", True)
        return render({"status": "ready" if is_ready else "not ready", **answers}, 200 if is_ready else 503)

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
        registry: CollectorRegistry = metrics(app).registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _answers(probe: Any) -> bool:
    try:
        return bool(probe())
    except Exception:  # noqa: BLE001  whatever is wrong, it does not answer
        return False
