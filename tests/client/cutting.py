"""A relay to a service that cuts every connection after a random number of bytes of its answers."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass
class Way:
    """Its address, and the number of connections it has cut."""

    url: str = ""
    cuts: int = 0


@contextlib.contextmanager
def cutting(url: str, *, seed: int, bytes_least: float = 1.5, bytes_most: float = 5.0) -> Iterator[Way]:
    """
    Yields the relay, which is closed at the end of the block.

    Args:
        url: The service.
        seed: The same seed cuts at the same numbers of bytes.
        bytes_least: The least number of bytes that passes, as a power of ten.
        bytes_most: The largest number, likewise.
    """
    port = urlsplit(url).port
    assert port is not None
    chance = random.Random(seed)
    way = Way()
    lock = threading.Lock()
    threads: list[threading.Thread] = []

    def carry(client: socket.socket, limit: int) -> None:
        with client, socket.create_connection(("127.0.0.1", port)) as service:

            def forth() -> None:
                with contextlib.suppress(OSError):
                    while some := client.recv(65536):
                        service.sendall(some)
                with contextlib.suppress(OSError):
                    service.shutdown(socket.SHUT_WR)

            sender = threading.Thread(target=forth)
            sender.start()
            left = limit
            with contextlib.suppress(OSError):
                while left and (some := service.recv(65536)):
                    client.sendall(some[:left])
                    left -= len(some[:left])
            if not left:
                with lock:
                    way.cuts += 1
            for one in (client, service):
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            sender.join(30)

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            limit = int(10 ** chance.uniform(bytes_least, bytes_most))
            threads.append(threading.Thread(target=carry, args=(client, limit)))
            threads[-1].start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=serve, args=(listener,))
        server.start()
        way.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        try:
            yield way
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
            server.join(30)
            for thread in threads:
                thread.join(30)
