"""
The operators' port, separate from the players' port: `/metrics`, `/livez`, and `/readyz` in full.

Every web process tries to listen there, and one of them succeeds. It answers for all, because they share their metrics.
When it ends, another one takes its place.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from socketserver import ThreadingMixIn
from typing import Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import structlog

from delvebook.service.api.meta import OPERATOR, OPERATORS_ROUTES

RETRY_SECONDS: Final = 1.0
SILENCE_SECONDS_MAX: Final = 5
"""The time for a client of this port to send its request, and to take the answer."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Handler(WSGIRequestHandler):
    timeout = SILENCE_SECONDS_MAX

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the library calls it
        """Does nothing, because the application logs."""


class OperatorsPort:
    """
    Listens once the port is free, until it is closed.

    Args:
        app: The application of this process.
        bind: Address and port.
    """

    def __init__(self, app: WSGIApplication, bind: str) -> None:
        host, _, port = bind.rpartition(":")
        self._app = app
        self._address = (host.strip("[]") or "127.0.0.1", int(port))
        self._closed = threading.Event()
        self._server: _Server | None = None
        threading.Thread(target=self._run, name="operators", daemon=True).start()

    def close(self) -> None:
        """Stops listening."""
        self._closed.set()
        if self._server is not None:
            self._server.shutdown()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                server = _Server(self._address, _Handler)
            except OSError as error:
                structlog.get_logger("delvebook.operators").debug("port_taken", why=error.strerror)
                self._closed.wait(RETRY_SECONDS)
                continue
            with server:
                server.set_app(self._answer)
                self._server = server
                if not self._closed.is_set():
                    server.serve_forever()

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] not in OPERATORS_ROUTES or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"here are /metrics, /livez and /readyz\n"]
        environ[OPERATOR] = True
        return self._app(environ, start_response)
