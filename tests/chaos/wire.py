"""A connection that can be cut and slowed: a TCP relay in threads of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Callable
from typing import Final

PIECE: Final = 65_536
RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER with no time: the connection is reset, and data on its way is lost."""


class Wire:
    """
    Relays connections to an address.

    Args:
        target: The port on this machine.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._delay = 0.0
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
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            _reset(writer)
            return
        self._writers |= {writer, there_writer}
        for source, sink in ((reader, there_writer), (there_reader, writer)):
            task = self._loop.create_task(self._relay(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            with contextlib.suppress(OSError):
                while piece := await source.read(PIECE):
                    if self._delay:
                        await asyncio.sleep(self._delay)
                    sink.write(piece)
                    await sink.drain()
        finally:
            self._writers.discard(sink)
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
