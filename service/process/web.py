"""
The web process: gunicorn with threads, started from Python.

Workers are forked before any connection is opened, so processes never share one.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any, Final

from gunicorn.app.base import BaseApplication
from prometheus_client import multiprocess

from delvebook.service.api.app import create_app
from delvebook.service.settings import Settings
from delvebook.service.wiring import build_services, configure_logging, create_tables, warn_if_plain

METRICS_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
GRACEFUL_SECONDS: Final = 10
KEEPALIVE_SECONDS: Final = 30
THREAD_SECONDS_MAX: Final = 120
"""A worker whose main thread is stuck for this long is replaced. Requests may take longer."""


def serve(settings: Settings) -> None:
    """Serves the API until a signal to stop. Requests in progress are finished."""
    with tempfile.TemporaryDirectory(prefix="delvebook-metrics-") as directory:
        # Read by `observing.Metrics`, which each worker makes after the fork.
        os.environ.setdefault(METRICS_VARIABLE, directory)
        shutil.rmtree(os.environ[METRICS_VARIABLE], ignore_errors=True)
        Path(os.environ[METRICS_VARIABLE]).mkdir(parents=True, exist_ok=True)
        WebServer(settings).run()


class WebServer(BaseApplication):  # type: ignore[misc]
    """Gunicorn, configured by our settings only."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        """The number of processes and threads, and the hooks."""
        chosen: dict[str, Any] = {
            "bind": self._settings.bind,
            "workers": self._settings.web_processes,
            "worker_class": "gthread",
            "threads": self._settings.web_threads,
            "worker_connections": 1000,
            "timeout": THREAD_SECONDS_MAX,
            "graceful_timeout": GRACEFUL_SECONDS,
            "keepalive": KEEPALIVE_SECONDS,
            "preload_app": False,
            "control_socket_disable": True,
            "accesslog": None,
            "errorlog": "-",
            "loglevel": self._settings.log_level,
            "proc_name": "delvebook-web",
            "on_starting": prepare_store(self._settings),
            "post_worker_init": end_streams_on_signal,
            "child_exit": forget_metrics,
        }
        for name, value in chosen.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """The application. Each worker makes its own."""
        configure_logging(self._settings)
        return create_app(build_services(self._settings))


def prepare_store(settings: Settings) -> Any:
    """A hook that creates missing tables before any worker starts, and closes what it opened."""

    def on_starting(_: Any) -> None:
        configure_logging(settings)
        warn_if_plain(settings)
        create_tables(settings)

    return on_starting


def end_streams_on_signal(worker: Any) -> None:
    """Ends open streams when the worker is stopped, so that stopping does not wait for them."""
    services = worker.wsgi.extensions["delvebook"]
    before = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        services.feed.close()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, stop)


def forget_metrics(_: Any, worker: Any) -> None:
    """Removes the gauges of a worker that has ended."""
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
