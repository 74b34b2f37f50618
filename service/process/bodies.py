"""Reading the bodies of requests in the event loop: in time, and within what memory allows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol

BODY_BYTES_PER_SECOND: Final = 16_384
SMALL_BODY_BYTES: Final = 8192
"""A body up to this size is read in one piece, and not counted to the bodies that are being read."""
WATCH_SECONDS: Final = 0.5
"""Seconds between checks for overdue small bodies."""


class TooLargeError(Exception):
    """The body is larger than any route takes."""


class BodyMemoryError(Exception):
    """The bodies that are being read take all the memory they may."""


class BodyReader:
    """
    Reads bodies.

    Args:
        seconds: Time for a body, and 1 second more for each `BODY_BYTES_PER_SECOND`.
        bytes_max: The largest body of any route.
        total_bytes_max: The memory that all bodies that are being read may take together.
    """

    def __init__(self, *, seconds: float, bytes_max: int, total_bytes_max: int) -> None:
        self._seconds = seconds
        self._bytes_max = bytes_max
        self._total_bytes_max = total_bytes_max
        self._total_bytes = 0
        self._reading: dict[asyncio.Task[object], float] = {}
        """By task, when the small body that it reads is overdue."""
        self._is_watched = False

    async def read(self, protocol: HTTPProtocol, headers: dict[str, str]) -> bytes:
        """
        The body, if it comes in time.

        Raises:
            TooLargeError, BodyMemoryError, TimeoutError
            ConnectionError: The client sends no more, and less came than it said.
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
        # The server does not tell a body that was cut off from a whole one.
        if length.isdigit() and size != int(length):
            raise ConnectionError
        return b"".join(pieces)

    async def _read_small(self, protocol: HTTPProtocol) -> bytes:
        """
        A body so small that it need not be counted and has most likely arrived, if it comes in time.

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
        """Ends the reading of bodies that are overdue. One timer for all of them costs less than one for each."""
        now = loop.time()
        for task in [task for task, deadline in self._reading.items() if deadline <= now]:
            del self._reading[task]
            task.cancel()
        self._is_watched = bool(self._reading)
        if self._is_watched:
            loop.call_later(WATCH_SECONDS, self._watch, loop)
