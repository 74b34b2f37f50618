"""Reading request bodies in the event loop, within limits of time and memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol

BODY_BYTES_PER_SECOND: Final = 16_384
SMALL_BODY_BYTES: Final = 8192
"""A body up to this size is read in one piece, and not counted among the bodies in progress."""
WATCH_SECONDS: Final = 0.5
"""Seconds between checks for overdue small bodies."""


class TooLargeError(Exception):
    """The body is larger than any route accepts."""


class BodyMemoryError(Exception):
    """The bodies in progress have used up their memory."""


class BodyReader:
    """
    Reads the bodies of requests.

    Args:
        seconds: The time for a body, in seconds, plus 1 second for each `BODY_BYTES_PER_SECOND`.
        bytes_max: The largest body of any route, in bytes.
        total_bytes_max: The memory that all bodies in progress may take together, in bytes.
    """

    def __init__(self, *, seconds: float, bytes_max: int, total_bytes_max: int) -> None:
        self._seconds = seconds
        self._bytes_max = bytes_max
        self._total_bytes_max = total_bytes_max
        self._total_bytes = 0
        self._reading: dict[asyncio.Task[object], float] = {}
        """The time at which the small body of each task is overdue."""
        self._is_watched = False

    async def read(self, protocol: HTTPProtocol, headers: dict[str, str]) -> bytes:
        """
        Returns the body.

        Raises:
            TooLargeError, BodyMemoryError, TimeoutError
            ConnectionError: The client stopped sending before the announced length.
        """
        length = headers.get("content-length", "0" if "transfer-encoding" not in headers else "")
        if length == "0":
            return b""
        if length.isdigit():
            if int(length) > self._bytes_max:
                raise TooLargeError
            if int(length) <= SMALL_BODY_BYTES:
                return await self._read_small(protocol)
        pieces, size = [], 0
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self._seconds) as deadline:
                async for piece in protocol:
                    pieces.append(piece)
                    size += len(piece)
                    self._total_bytes += len(piece)
                    if size > self._bytes_max:
                        raise TooLargeError
                    if self._total_bytes > self._total_bytes_max:
                        raise BodyMemoryError
                    deadline.reschedule(began + self._seconds + size / BODY_BYTES_PER_SECOND)
        finally:
            self._total_bytes -= size
        # The server does not distinguish a body that was cut off from a whole one.
        if length.isdigit() and size != int(length):
            raise ConnectionError
        return b"".join(pieces)

    async def _read_small(self, protocol: HTTPProtocol) -> bytes:
        """
        Returns a small body, which is not counted because most likely it has arrived already.

        Raises:
            TimeoutError
        """
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        loop = asyncio.get_running_loop()
        self._reading[task] = loop.time() + self._seconds
        if not self._is_watched:
            self._is_watched = True
            loop.call_later(WATCH_SECONDS, self._watch, loop)
        try:
            return await protocol()
        except asyncio.CancelledError:
            if task in self._reading:
                raise
            raise TimeoutError from None
        finally:
            self._reading.pop(task, None)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cancels the reading of overdue bodies. One timer for all of them costs less than one for each."""
        now = loop.time()
        for task in [task for task, deadline in self._reading.items() if deadline <= now]:
            del self._reading[task]
            task.cancel()
        self._is_watched = bool(self._reading)
        if self._is_watched:
            loop.call_later(WATCH_SECONDS, self._watch, loop)
