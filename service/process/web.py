"""
The web process: granian serves HTTP, and `gateway` passes requests to Flask.

Workers are forked before any connection to a store is opened, so processes never share one.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.server import Server
from prometheus_client import multiprocess

from delvebook.domain.rulesets import registry
from delvebook.service.api.app import create_app
from delvebook.service.base.json_logging import configure_logging
from delvebook.service.base.settings import Settings
from delvebook.service.process.gateway import Bounds, Gateway
from delvebook.service.process.operators import OperatorsPort
from delvebook.service.process.orphans import end_with_parent
from delvebook.service.store.keys import warn_if_plain
from delvebook.service.wiring import begin, build_services

METRICS_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
GRACEFUL_SECONDS: Final = 6
"""The time for requests in progress after the server is told to stop. A later kill loses no acknowledged change."""
HEAD_BYTES_MAX: Final = 65_536
"""The largest head of a request. A query may contain 32 receipts."""
BACKLOG: Final = 2048
BODIES_BYTES_MAX: Final = 268_435_456
YOUNG_OBJECTS: Final = 20_000
"""The number of new objects between two garbage collections."""
FILES_OF_ITS_OWN: Final = 512
"""File descriptors that a process needs beside its connections."""


def serve(settings: Settings) -> None:
    """Serves the API until a signal to stop. Requests in progress are finished."""
    with tempfile.TemporaryDirectory(prefix="delvebook-metrics-") as directory:
        # Read by `observing.Metrics`, which each worker makes after the fork.
        os.environ.setdefault(METRICS_VARIABLE, directory)
        shutil.rmtree(os.environ[METRICS_VARIABLE], ignore_errors=True)
        Path(os.environ[METRICS_VARIABLE]).mkdir(parents=True, exist_ok=True)
        configure_logging(settings)
        warn_if_plain(settings)
        begin(settings)
        registry.all_rulesets()  # before the fork, so that the processes share them and no request waits for them
        host, _, port = settings.bind.rpartition(":")
        Server(
            "delvebook",
            address=host.strip("[]") or "0.0.0.0",  # noqa: S104  `:8080` means every address
            port=int(port),
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(
                header_read_timeout=settings.header_seconds * 1000, max_buffer_size=HEAD_BYTES_MAX
            ),
            websockets=False,
            workers=settings.web_processes,
            loop=Loops.uvloop,
            backlog=BACKLOG,
            backpressure=connections(settings),
            respawn_failed_workers=True,
            respawn_interval=0.1,
            workers_kill_timeout=GRACEFUL_SECONDS,
            log_enabled=settings.log_level in ("debug", "info"),
            process_name=None,
        ).serve(target_loader=lambda _: worker_app(settings))


def connections(settings: Settings) -> int:
    """Returns the connections that a worker may hold: the number in the settings, within the system's file limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections_max + FILES_OF_ITS_OWN
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(128, allowed - FILES_OF_ITS_OWN)


def worker_app(settings: Settings) -> Any:
    """Returns the RSGI application of one worker process."""
    forget_metrics_of_the_dead()
    end_with_parent()
    configure_logging(settings)
    services = build_services(settings)
    bounds = Bounds(
        threads=settings.web_threads,
        waiting_max=settings.requests_waiting_max,
        owned_max=settings.requests_owned_max,
        request_seconds=settings.request_seconds,
        body_seconds=settings.body_seconds,
        body_bytes_max=max(settings.body_bytes_max, settings.record_bytes_max),
        bodies_bytes_max=BODIES_BYTES_MAX,
        proxies=settings.proxies,
    )
    app = create_app(services)
    spare_the_collector()
    operators = OperatorsPort(app, settings.metrics_bind) if settings.metrics_bind else None

    def close() -> None:
        if operators is not None:
            operators.close()
        services.close()

    return WebWorker(Gateway(app, bounds, feeds=(services.feed, services.notice_feed)), close=close)


def spare_the_collector() -> None:
    """
    Excludes the objects that exist after the start from later garbage collections, and makes these less frequent.

    A request makes a few thousand objects but hardly any cycles, so a collection after every 700 finds little.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


class WebWorker:
    """
    The gateway with the start and stop hooks that the server calls.

    When told to stop, the server waits for open answers, and streams would stay open. So the signal first ends the
    streams, and is then passed on as SIGINT, which the server treats in the same way.
    """

    def __init__(self, gateway: Gateway, *, close: Callable[[], None]) -> None:
        self._gateway = gateway
        self._close = close
        self.__rsgi__ = gateway.__rsgi__

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called by the server before the first request."""

        def stop() -> None:
            self._gateway.close_streams()
            os.kill(os.getpid(), signal.SIGINT)

        loop.add_signal_handler(signal.SIGTERM, stop)

    def __rsgi_del__(self, _: asyncio.AbstractEventLoop) -> None:
        """Called by the server after the last request."""
        self._close()
        multiprocess.mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]


def forget_metrics_of_the_dead() -> None:
    """Removes the metrics of workers that have ended without removing them."""
    for path in Path(os.environ[METRICS_VARIABLE]).glob("gauge_live*_*.db"):
        pid = int(path.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]
