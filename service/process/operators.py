"""
The operators' port, separate from the players' port: `/metrics`, `/livez`, and `/readyz` in full.

All web processes listen there on one socket. Whichever is first answers for all, because they share their metrics.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable
from socketserver import ThreadingMixIn
from typing import Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from delvebook.service.api.meta import OPERATOR, OPERATORS_ROUTES

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
    Serves the operators' pages until it is closed.

    Args:
        app: The application of this process.
        port: A socket that listens, shared by all web processes.
    """

    def __init__(self, app: WSGIApplication, port: socket.socket) -> None:
        self._app = app
        self._server = _Server(port.getsockname()[:2], _Handler, bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = port.dup()
        self._server.socket.setblocking(False)  # noqa: FBT003 - another process may be faster
        self._server.server_name, self._server.server_port = port.getsockname()[:2]
        self._server.setup_environ()
        self._server.set_app(self._answer)
        threading.Thread(target=self._server.serve_forever, name="operators", daemon=True).start()

    def close(self) -> None:
        """Stops answering."""
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] not in OPERATORS_ROUTES or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"here are /metrics, /livez and /readyz\n"]
        environ[OPERATOR] = True
        return self._app(environ, start_response)
