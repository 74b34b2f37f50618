"""
The lines between the web processes of one machine, by which a request reaches the process that its game belongs to.

There the game is in memory, and its commands queue in one event loop. Nothing else depends on it: if a process cannot
be reached, the one that has the request answers it. Each process listens on a socket in a folder that they share.

A message is a head and a body: for a request what the gateway reads of it, for an answer its status and headers.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID

from delvebook.domain.canonical import decode, jcs
from delvebook.service.base.place import Place
from delvebook.service.process.rsgi import Forwarded, Headers, HttpAnswer, nothing, refusal_of

if TYPE_CHECKING:
    from granian.rsgi import Scope

FRAME: Final = struct.Struct("!QII")
"""The number of a message, and the lengths of its head and its body."""
RETRY_SECONDS: Final = 0.2
PATH_MAX: Final = 100
"""The length of a socket's path that every system takes."""


ScopeFields = tuple[str, str, str, str, str, str, str, str | None]
"""The fields of a `Forwarded`, in order."""
Serve = Callable[[Forwarded, dict[str, str], str, bytes], Awaitable[HttpAnswer | None]]
"""Answers a request, given with its headers, the network it comes from and its body; None if there was no time."""


class LostError(Exception):
    """The line broke after the request was sent. What became of it is not known."""


class _Frames(asyncio.Protocol, ABC):
    """One end of a line."""

    def __init__(self) -> None:
        self._received = bytearray()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        received = self._received
        received += data
        at = 0
        while len(received) - at >= FRAME.size:
            number, head_size, body_size = FRAME.unpack_from(received, at)
            end = at + FRAME.size + head_size + body_size
            if len(received) < end:
                break
            head = bytes(received[at + FRAME.size : end - body_size])
            self.take(number, decode(head), bytes(received[end - body_size : end]))
            at = end
        del received[:at]

    def send(self, number: int, head: object, body: bytes) -> None:
        """Sends a message."""
        if self.transport is not None and not self.transport.is_closing():
            said = jcs(head)
            self.transport.write(b"".join((FRAME.pack(number, len(said), len(body)), said, body)))

    @abstractmethod
    def take(self, number: int, head: object, body: bytes) -> None:
        """Takes a message."""


class _Asking(_Frames):
    """The end that asks."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0
        self._waiting: dict[int, asyncio.Future[HttpAnswer]] = {}
        self.lost = asyncio.get_running_loop().create_future()
        """Ends when the line breaks."""

    async def ask(self, head: object, body: bytes) -> HttpAnswer:
        """Returns the answer. Raises `LostError` if the line breaks."""
        self._asked = number = self._asked + 1
        made: asyncio.Future[HttpAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = made
        self.send(number, head, body)
        try:
            return await made
        finally:
            self._waiting.pop(number, None)

    def take(self, number: int, head: object, body: bytes) -> None:
        made = self._waiting.get(number)
        if made is not None and not made.done():
            status, headers = cast("tuple[int, Headers]", head)
            made.set_result(HttpAnswer(status, [(name, value) for name, value in headers], body, None, nothing, None))

    def connection_lost(self, _: Exception | None) -> None:
        for made in self._waiting.values():
            if not made.done():
                made.set_exception(LostError())
        if not self.lost.done():  # whoever waited for it may have been cancelled
            self.lost.set_result(None)


class _Answering(_Frames):
    """The end that answers."""

    def __init__(self, serve: Serve, open_lines: set[_Answering]) -> None:
        super().__init__()
        self._serve = serve
        self._open_lines = open_lines
        open_lines.add(self)
        self._tasks: set[asyncio.Task[None]] = set()

    def connection_lost(self, _: Exception | None) -> None:
        self._open_lines.discard(self)

    def take(self, number: int, head: object, body: bytes) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(number, head, body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, number: int, head: object, body: bytes) -> None:
        scope, headers, owner = cast("tuple[ScopeFields, dict[str, str], str]", head)
        made = await self._serve(Forwarded(*scope), headers, owner, body) or refusal_of("service/unavailable")
        whole = made.body if made.rest is None else await asyncio.to_thread(b"".join, [made.body, *made.rest])
        made.close()
        self.send(number, [made.status, made.headers], whole)


class Peers:
    """
    The lines of a process to the others.

    Args:
        folder: Holds their sockets. All processes name the same one.
        place: The place of this process.
        serve: Answers what others forward.
    """

    def __init__(self, folder: Path, place: Place, serve: Serve) -> None:
        self._folder = folder
        self._place = place
        self._serve = serve
        self._lines: dict[int, _Asking] = {}
        self._answered: set[_Answering] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens, and connects with the others, again and again if need be."""
        if len(str(self._path(self._place.total))) > PATH_MAX:
            return
        mine = self._path(self._place.number)
        mine.unlink(missing_ok=True)  # one that served here before has left it
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(lambda: _Answering(self._serve, self._answered), str(mine))
        others = [number for number in range(self._place.total) if number != self._place.number]
        self._tasks = [loop.create_task(self._connect_always(number)) for number in others]

    def end(self) -> None:
        """Closes the lines."""
        for task in self._tasks:
            task.cancel()
        if self._server is not None:
            self._server.close()
        for line in [*self._lines.values(), *self._answered]:
            if line.transport is not None:
                line.transport.close()

    def reaches(self, game: UUID) -> bool:
        """Returns whether the game belongs to another process that can be reached."""
        return self._place.owner_of(game) in self._lines

    async def ask(
        self, game: UUID, scope: Scope, headers: dict[str, str], owner: str, body: bytes
    ) -> HttpAnswer | None:
        """
        Returns the answer of the process that the game belongs to; None if it is this one, or cannot be reached.

        Raises:
            LostError: It was reached, and ended before it answered.
        """
        line = self._lines.get(self._place.owner_of(game))
        if line is None:
            return None
        said = (
            scope.method,
            scope.path,
            scope.query_string,
            scope.server,
            scope.client,
            scope.http_version,
            scope.scheme,
            scope.authority,
        )
        return await line.ask([said, headers, owner], body)

    async def _connect_always(self, number: int) -> None:
        """Keeps a line to the process of that number."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(OSError):
                _, line = await loop.create_unix_connection(_Asking, str(self._path(number)))
                self._lines[number] = line
                await line.lost
            self._lines.pop(number, None)
            await asyncio.sleep(RETRY_SECONDS)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.sock"
