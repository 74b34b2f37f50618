"""Drives streams and long polls in the event loop: one task each, and a thread only while the store is read."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # an alias there, not marked as exported

from delvebook.service.api.streams import HEARTBEAT_SECONDS, ClientStream, StreamHandover, WaitHandover
from delvebook.service.live.feed import Feed
from delvebook.service.process.rsgi import HttpAnswer

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol

STREAM_THREADS: Final = 4
SEND_SECONDS: Final = 60.0
"""A client that accepts no data for this long is gone."""
FAREWELL_SECONDS: Final = 1.0
"""The time to send the last line of a stream that the process ends."""


class StreamDriver:
    """
    Drives the streams and long polls of a process.

    Args:
        feeds: Closed when the process is about to end.
    """

    def __init__(self, feeds: Collection[Feed]) -> None:
        self._feeds = feeds
        self._readers = ThreadPoolExecutor(STREAM_THREADS, thread_name_prefix="stream")
        self._streams: set[asyncio.Event] = set()
        self._is_closing = False

    def close(self) -> None:
        """Ends all streams. Call it in the event loop."""
        self._is_closing = True
        for feed in self._feeds:
            feed.close()
        for changed in self._streams:
            changed.set()

    async def drive(self, protocol: HTTPProtocol, answer: HttpAnswer, handover: StreamHandover) -> None:
        """Drives one client's stream until it ends, the client leaves, or the process is about to end."""
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        self._streams.add(changed)
        gone = asyncio.ensure_future(protocol.client_disconnect())
        gone.add_done_callback(lambda _: changed.set())
        stream = handover.stream
        try:
            transport = protocol.response_stream(answer.status, answer.headers)
            await transport.send_bytes(stream.begin())
            handover.join(partial(_set_in, loop, changed))
            while not (gone.done() or self._is_closing or stream.is_ended):
                # Cleared before reading, so that a change during the reading is not missed.
                changed.clear()
                if news := await loop.run_in_executor(self._readers, stream.news):
                    await asyncio.wait_for(transport.send_bytes(news), SEND_SECONDS)
                    continue
                await self._idle(transport, stream, changed)
            if self._is_closing and not gone.done() and (farewell := stream.farewell("closing")):
                await asyncio.wait_for(transport.send_bytes(farewell), FAREWELL_SECONDS)
        except (ProtocolClosed, TimeoutError):
            pass
        finally:
            self._streams.discard(changed)
            gone.cancel()
            await loop.run_in_executor(self._readers, answer.close)

    async def _idle(self, transport: Any, stream: ClientStream, changed: asyncio.Event) -> None:
        """Returns when there may be news. Meanwhile sends the client heartbeats."""
        loop = asyncio.get_running_loop()
        while not (changed.is_set() or self._is_closing or stream.is_ended):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), HEARTBEAT_SECONDS)
                return
            said = await loop.run_in_executor(self._readers, stream.check_token) if stream.is_token_due() else b""
            if said := said or stream.heartbeat():
                await asyncio.wait_for(transport.send_bytes(said), SEND_SECONDS)

    async def wait(
        self,
        loop: asyncio.AbstractEventLoop,
        awaited: WaitHandover,
        close: Callable[[], object],
        gone: asyncio.Future[Any],
    ) -> float:
        """Returns the remaining seconds once there may be news, the time is over, or the client is gone."""
        changed = asyncio.Event()
        self._streams.add(changed)
        gone.add_done_callback(lambda _: changed.set())
        deadline = loop.time() + awaited.seconds
        try:
            awaited.join(partial(_set_in, loop, changed))
            if not self._is_closing:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), awaited.seconds)
        finally:
            self._streams.discard(changed)
            await loop.run_in_executor(self._readers, close)
        return 0.0 if self._is_closing else max(0.0, deadline - loop.time())


def _set_in(loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> None:
    """Sets the event from another thread."""
    loop.call_soon_threadsafe(changed.set)
