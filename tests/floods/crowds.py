"""The crowds, each in a process of its own."""

from __future__ import annotations

import resource
import select
import socket
import time
from typing import Any, Final

SILENT_HEAD: Final = b"POST /v1/games HTTP/1.1\r\nHost: here\r\n"
DRIP: Final = SILENT_HEAD + b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n"


def follow(ready: Any, port: int, game: str, count: int) -> None:
    """Opens this many event streams of a game, and listens without end."""
    request = f"GET /v1/games/{game}/stream?after=0 HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n"
    connections = []
    for _ in range(count):
        connections += _connect(port, request.encode(), 1)
        received = b""
        while b"retry:" not in received:  # one after the other, because a burst would be answered 503
            if not (piece := connections[-1].recv(65_536)):
                raise ConnectionError(f"the service closed a stream: {received[:200]!r}")
            received += piece
    ready.send(None)
    while True:
        time.sleep(1)


def silent(ready: Any, port: int, said: bytes, count: int) -> None:
    """Opens this many connections with the beginning of a request, and opens closed ones again."""
    connections = _connect(port, said, count)
    ready.send(None)
    is_dripping = said == DRIP
    while True:
        for index, connection in enumerate(connections):
            try:
                if is_dripping:
                    connection.send(b" ")
                if connection.recv(1000, socket.MSG_DONTWAIT):
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            connection.close()
            connections[index] = _connect(port, said, 1)[0]
        time.sleep(0.5)


def ask(ready: Any, port: int, game: str, count: int) -> None:
    """This many strangers request checks of a game's record, each again as soon as it is answered."""
    request = f"GET /v1/games/{game}/verification HTTP/1.1\r\nHost: here\r\n\r\n".encode()
    connections = _connect(port, request, count)
    ready.send(None)
    while True:
        heard, _, _ = select.select(connections, [], [], 1)
        for connection in heard:
            try:
                if not connection.recv(65_536):
                    raise ConnectionError
                connection.sendall(request)
            except OSError:
                connection.close()
                connections[connections.index(connection)] = _connect(port, request, 1)[0]


def _connect(port: int, said: bytes, count: int) -> list[socket.socket]:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    connections = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(said)
        connections.append(connection)
    return connections
