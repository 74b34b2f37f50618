"""
The web process: granian serves HTTP, and `gateway` passes requests to Flask.

Workers are forked before any connection to a store is opened, so processes never share one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.server import MPServer
from granian.server.mp import WorkerProcess

from delvebook.domain.rulesets import registry
from delvebook.service.api.app import create_app
from delvebook.service.api.lane import Lane
from delvebook.service.api.observing import METRICS_VARIABLE
from delvebook.service.base.garbage import look_seldom, pass_over_what_exists
from delvebook.service.base.json_logging import configure_logging, hold_nothing_back
from delvebook.service.base.place import Place
from delvebook.service.base.settings import Settings
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.process.beats import BEAT_SECONDS, Beat
from delvebook.service.process.children import START_SECONDS_MAX
from delvebook.service.process.gateway import Bounds, Gateway
from delvebook.service.process.listening import BACKLOG, inherited, listen, places
from delvebook.service.process.operators import OperatorsPort
from delvebook.service.process.orphans import die_with_parent, end_with_parent
from delvebook.service.process.peers import Peers
from delvebook.service.store.keys import warn_if_plain
from delvebook.service.wiring import begin, build_services

GRACEFUL_SECONDS: Final = 6
"""The time for requests in progress after the server is told to stop. A later kill loses no acknowledged change."""
HEAD_BYTES_MAX: Final = 65_536
"""The largest head of a request. A query may contain 32 receipts."""
BODIES_BYTES_MAX: Final = 268_435_456
FILES_OF_ITS_OWN: Final = 512
"""File descriptors that a process needs beside its connections."""


def serve(settings: Settings, *, listening: Sequence[int] = ()) -> None:
    """
    Serves the API until a signal to stop. Requests in progress are finished.

    Args:
        settings: The settings.
        listening: Descriptors of the sockets to listen on, as `delvebook run` hands them down: the players' one, and
            the operators' one if there is one. Empty: new ones.

    Raises:
        ListeningError: Something else listens there.
    """
    with contextlib.ExitStack() as sockets:
        opened = [inherited(one) for one in listening] or [
            listen(one.bind, one.variable, host=one.host) for one in places(settings)
        ]
        port, *others = [sockets.enter_context(one) for one in opened]
        _serve(settings, port, others[0] if others else None)


class _Server(MPServer):
    """
    The server, whose workers share one listening socket.

    By itself each worker would listen on a socket of its own on the same port. Then another program may do so as well,
    and what waits at the socket of a worker that dies or hangs is lost.
    """

    port: socket.socket
    load: Callable[[int], object]
    """Returns the application of the worker with that number. The server does not tell a worker which one it is."""

    # The server's own class takes one argument less than the one above it, too.
    def _spawn_worker(  # type: ignore[override]
        self, idx: int, target: object, callback_loader: object
    ) -> WorkerProcess:
        return super()._spawn_worker(idx, target, lambda: self.load(idx))

    def _init_shared_socket(self) -> None:
        self._ssp = None
        descriptor = os.dup(self.port.fileno())
        self._shd = SocketHolder(descriptor, uds=False, backlog=BACKLOG)  # type: ignore[call-arg, assignment]
        self._sso = self.port.dup()
        self._sso.set_inheritable(True)


def _serve(settings: Settings, port: socket.socket, operators_port: socket.socket | None) -> None:
    with temporary_folder("metrics") as directory:
        # Read by `observing.Metrics`, which each worker makes after the fork.
        if os.environ.setdefault(METRICS_VARIABLE, str(directory)) != str(directory):
            shutil.rmtree(os.environ[METRICS_VARIABLE], ignore_errors=True)
            Path(os.environ[METRICS_VARIABLE]).mkdir(parents=True, exist_ok=True)
        hold_nothing_back()
        configure_logging(settings)
        warn_if_plain(settings)
        begin(settings)
        registry.all_rulesets()  # before the fork, so that the processes share them and no request waits for them
        _beat_always(settings)
        parent = os.getpid()
        server = _Server(
            "delvebook",
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(
                header_read_timeout=settings.header_seconds * 1000, max_buffer_size=HEAD_BYTES_MAX
            ),
            websockets=False,
            workers=settings.web_processes,
            loop=Loops.uvloop,
            backpressure=connections(settings),
            respawn_failed_workers=True,
            respawn_interval=0.1,
            workers_kill_timeout=GRACEFUL_SECONDS,
            log_enabled=settings.log_level in ("debug", "info"),
            process_name="delvebook web",
        )
        server.port = port
        lines = directory / "lines"
        lines.mkdir()
        server.load = lambda number: worker_app(
            settings, operators_port, parent=parent, place=Place(number, settings.web_processes), lines=lines
        )
        server.serve(target_loader=server.load)


def _beat_always(settings: Settings) -> None:
    """Gives signs of life of the process that starts the workers again, from a thread."""
    beat = Beat(replace(settings, heartbeat_file=""))

    def run() -> None:
        while True:
            beat()
            time.sleep(BEAT_SECONDS)

    threading.Thread(target=run, name="beat", daemon=True).start()


def connections(settings: Settings) -> int:
    """Returns the connections that a worker may hold: the number in the settings, within the system's file limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections_max + FILES_OF_ITS_OWN
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return max(128, allowed - FILES_OF_ITS_OWN)


def worker_app(
    settings: Settings, operators_port: socket.socket | None, *, parent: int, place: Place, lines: Path
) -> Any:
    """
    Returns the RSGI application of one worker process.

    Args:
        settings: The settings.
        operators_port: The socket of the operators' port, if there is one.
        parent: The process that has started this one.
        place: The place of this process among the workers.
        lines: The folder of the lines between them.
    """
    die_with_parent(parent)
    beat = Beat(settings)
    beat(within=START_SECONDS_MAX)
    end_with_parent()
    configure_logging(settings)
    services = build_services(settings, place=place)
    services.wakeups.start()
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
    look_seldom()
    pass_over_what_exists()
    operators = OperatorsPort(app, operators_port) if operators_port is not None else None

    def close() -> None:
        if operators is not None:
            operators.close()
        services.close()

    lane = Lane(app)
    gateway = Gateway(app, bounds, feeds=(services.feed, services.notice_feed), lane=lane)
    if place.total > 1:
        gateway.peers = Peers(lines, place, gateway.serve)
    return WebWorker(gateway, lane, beat=beat, close=close)


class WebWorker:
    """
    The gateway with the start and stop hooks that the server calls.

    When told to stop, the server waits for open answers, and streams would stay open. So the signal first ends the
    streams, and is then passed on as SIGINT, which the server treats in the same way.
    """

    def __init__(self, gateway: Gateway, lane: Lane, *, beat: Callable[[], None], close: Callable[[], None]) -> None:
        self._gateway = gateway
        self._lane = lane
        self._beat = beat
        self._close = close
        self.__rsgi__ = gateway.__rsgi__

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called by the server before the first request."""

        def stop() -> None:
            self._gateway.close_streams()
            os.kill(os.getpid(), signal.SIGINT)

        def beat() -> None:
            self._beat()
            loop.call_later(BEAT_SECONDS, beat)

        loop.add_signal_handler(signal.SIGTERM, stop)
        beat()
        self._starting = [loop.create_task(self._lane.start())]
        if self._gateway.peers is not None:
            self._starting.append(loop.create_task(self._gateway.peers.start()))

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Called by the server after the last request."""
        if self._gateway.peers is not None:
            self._gateway.peers.end()
        loop.run_until_complete(self._lane.end())
        self._close()
