"""A connection that can be cut and slowed, and whose server can seem to end: a TCP relay in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

PIECE: Final = 65_536
RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER with no time: the connection is reset, and data on its way is lost."""


class Wire:
    """
    Relays connections to an address.

    Args:
        target: The port on this machine, or the socket's place.
    """

    def __init__(self, target: int | Path) -> None:
        self._target = target
        self._delay = 0.0
        self._last_words: bytes | None = None
        self._clients: set[asyncio.StreamWriter] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="wire", daemon=True)
        self._thread.start()
        self.port: int = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def cut(self) -> None:
        """Resets every connection. New ones can be opened at once."""
        self._do(self._reset_all)

    def slow(self, seconds: float) -> None:
        """Delays everything that is sent from now on by this time; 0 for no delay."""
        self._do(lambda: setattr(self, "_delay", seconds))

    def end(self, last_words: bytes) -> None:
        """Says these last words to every client, as a server does that ends, and resets every connection."""

        def work() -> None:
            for client in self._clients:
                client.write(last_words)
            self._reset_all()

        self._do(work)

    def end_when_asked(self, last_words: bytes | None) -> None:
        """From now on, ends a connection like that once its client sends something; never, if there are no words."""
        self._do(lambda: setattr(self, "_last_words", last_words))

    def close(self) -> None:
        """Ends the relay and its thread."""

        async def end() -> None:
            self._server.close()
            self._reset_all()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result()
        self._do(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(work)

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await self._open()
        except OSError:
            _reset(writer)
            return
        self._writers |= {writer, there_writer}
        self._clients.add(writer)
        for source, sink in ((reader, there_writer), (there_reader, writer)):
            task = self._loop.create_task(self._relay(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, Path):
            return await asyncio.open_unix_connection(self._target)
        return await asyncio.open_connection("127.0.0.1", self._target)

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError):
                while piece := await source.read(PIECE):
                    if self._delay:
                        await asyncio.sleep(self._delay)
                    if self._last_words is not None and sink not in self._clients:
                        self.end(self._last_words)
                        return
                    sink.write(piece)
                    await sink.drain()
        finally:
            self._writers.discard(sink)
            self._clients.discard(sink)
            with contextlib.suppress(OSError, RuntimeError):
                sink.close()

    def _reset_all(self) -> None:
        for writer in list(self._writers):
            _reset(writer)


def _reset(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        if (connection := writer.get_extra_info("socket")) is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    writer.transport.abort()
