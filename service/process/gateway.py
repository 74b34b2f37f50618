"""
The bridge between the web server's event loop and the Flask application: from RSGI to WSGI.

The loop reads requests, sends answers, and drives the streams. Only work that may block goes to a thread. So a slow or
silent client occupies no thread, and a stream costs one task of the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # an alias there, not marked as exported

from delvebook.service.api.lane import HandedOver, Lane, Waiting
from delvebook.service.api.lane_routes import Asked, Waited, game_of
from delvebook.service.api.observing import PROBES
from delvebook.service.api.streams import HAND_OVER, StreamHandover, WaitHandover
from delvebook.service.live.feed import Feed
from delvebook.service.process.bodies import BodyMemoryError, BodyReader, TooLargeError
from delvebook.service.process.peers import LostError, Peers
from delvebook.service.process.rsgi import (
    Forwarded,
    Headers,
    HttpAnswer,
    client_of,
    environ_of,
    nothing,
    refusal_of,
    refuse,
    scheme_of,
)
from delvebook.service.process.stream_driver import SEND_SECONDS, StreamDriver
from delvebook.service.process.worker_threads import WorkerThreads

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol
    from granian.rsgi import Scope

PROBE_THREADS: Final = 2
"""Threads reserved for probes, so that a busy process can still report that it is alive."""
WHOLE_ANSWER_BYTES: Final = 262_144
"""The largest answer that one thread builds whole. A longer one is built piece by piece as the client takes it."""
NOT_NOW: Final = (429, 503)
NOT_NOW_SECONDS: Final = 1.0
"""
Seconds by which 429 and 503 answers are delayed. No thread waits meanwhile. Clients that ask again at once would keep
the process busy with refusing them.
"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """
    The limits of what clients may use of a process.

    Attributes:
        threads: Requests worked on at a time.
        waiting_max: Requests that may wait for a thread.
        owned_max: Requests of one network that may be read, worked on or answered at a time.
        request_seconds: The time for the application to answer, in seconds, waiting for a thread included.
        body_seconds: The time for a body, in seconds, plus 1 second for each `BODY_BYTES_PER_SECOND`.
        body_bytes_max: The largest body of any route; a route's own limit may be lower.
        bodies_bytes_max: The memory that all bodies in progress may take together, in bytes.
        proxies: The number of reverse proxies in front of the service.
    """

    threads: int
    waiting_max: int
    owned_max: int
    request_seconds: float
    body_seconds: float
    body_bytes_max: int
    bodies_bytes_max: int
    proxies: int


@dataclass(slots=True)
class _Exchange:
    """One call of the application: its arguments to `start_response`, and its handover, if any."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    handover: StreamHandover | WaitHandover | None = None

    def start_response(self, status: str, headers: Headers, exc_info: object = None) -> None:
        self.status, self.headers = int(status[:3]), headers

    def hand_over(self, handover: StreamHandover | WaitHandover) -> None:
        self.handover = handover


class Gateway:
    """
    An RSGI application over a WSGI application.

    Args:
        app: The WSGI application.
        bounds: The limits for clients.
        feeds: Closed when the process is about to end.
        lane: Answers what it can without a thread.
    """

    def __init__(
        self, app: WSGIApplication, bounds: Bounds, *, feeds: Collection[Feed], lane: Lane | None = None
    ) -> None:
        self._app = app
        self._lane = lane
        self.peers: Peers | None = None
        """The other processes; None if this one serves alone."""
        self._bounds = bounds
        self._workers: WorkerThreads[WSGIEnvironment, HttpAnswer] = WorkerThreads(
            self._call, threads=bounds.threads, name="request", on_return=self._leave, drop=_drop
        )
        self._probes: WorkerThreads[WSGIEnvironment, HttpAnswer] = WorkerThreads(
            self._call, threads=PROBE_THREADS, name="probe", on_return=nothing, drop=_drop
        )
        self._writers = ThreadPoolExecutor(bounds.threads, thread_name_prefix="answer")
        self._streams = StreamDriver(feeds)
        self._bodies = BodyReader(
            seconds=bounds.body_seconds, bytes_max=bounds.body_bytes_max, total_bytes_max=bounds.bodies_bytes_max
        )
        self._working = 0
        self._owned: Counter[str] = Counter()

    # -- the server's side ------------------------------------------------------------------------------

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answers one request (RSGI 1.x)."""
        headers = dict(scope.headers.items())
        owner = client_of(scope.client, headers, proxies=self._bounds.proxies)
        is_probe = scope.path in PROBES
        if not is_probe and self._owned[owner] >= self._bounds.owned_max:
            refusal = refusal_of("service/too_many_requests", limit=self._bounds.owned_max)
            await self._send_later(protocol, refusal, scope)
            return
        self._owned[owner] += 1
        try:
            answer = await self._answer(scope, protocol, headers, owner, is_probe=is_probe)
        finally:
            self._owned[owner] -= 1
            if not self._owned[owner]:
                del self._owned[owner]
        if answer is None:
            return
        if answer.handover is None:
            await self._send_later(protocol, answer, scope)  # Others of that network need not wait for it.
        elif isinstance(answer.handover, StreamHandover):
            await self._streams.drive(protocol, answer, answer.handover)
        else:
            await self._await(scope, protocol, headers, owner, answer)

    def close_streams(self) -> None:
        """Ends all streams. Call it in the event loop."""
        self._streams.close()

    # -- one request ------------------------------------------------------------------------------------

    async def _answer(
        self, scope: Scope, protocol: HTTPProtocol, headers: dict[str, str], owner: str, *, is_probe: bool
    ) -> HttpAnswer | None:
        """Reads the request and answers it. Returns the answer instead if it is a stream or says "not now"."""
        try:
            body = await self._bodies.read(protocol, headers)
        except TooLargeError:
            refuse(protocol, "input/too_large", bytes_max=self._bounds.body_bytes_max)
            return None
        except BodyMemoryError:
            refuse(protocol, "service/busy")
            return None
        except TimeoutError:
            refuse(protocol, "input/too_slow", seconds=self._bounds.body_seconds)
            return None
        except (ProtocolClosed, ConnectionError):
            # The client has stopped sending, but may still read. Without this answer the server would send a bare 500.
            with contextlib.suppress(ProtocolClosed, ConnectionError):
                refuse(protocol, "input/too_slow", seconds=self._bounds.body_seconds)
            return None
        try:
            answer = await self._forward(scope, headers, owner, body)
        except (TimeoutError, LostError):
            refuse(protocol, "service/unavailable")
            return None
        if answer is None:
            answer = await self.serve(scope, headers, owner, body, is_probe=is_probe)
        if answer is None:
            refuse(protocol, "service/unavailable")
            return None
        if answer.handover is not None or (answer.status in NOT_NOW and not is_probe):
            return answer
        await self._send(protocol, answer, is_body_wanted=scope.method != "HEAD")
        return None

    async def _forward(self, scope: Scope, headers: dict[str, str], owner: str, body: bytes) -> HttpAnswer | None:
        """
        Returns the answer of another process, if the game belongs to it.

        Raises:
            LostError, TimeoutError: What became of a request that may have changed something is not known.
        """
        game = None if self.peers is None else game_of(scope.method, scope.path, scope.query_string)
        if self.peers is None or game is None or not self.peers.reaches(game):
            return None
        try:
            async with asyncio.timeout(self._bounds.request_seconds):
                return await self.peers.ask(game, scope, headers, owner, body)
        except LostError:
            if scope.method != "GET":
                raise
            return None

    async def serve(
        self,
        scope: Scope | Forwarded,
        headers: dict[str, str],
        owner: str,
        body: bytes,
        *,
        is_probe: bool = False,
        waited: Waited | None = None,
    ) -> HttpAnswer | None:
        """
        Answers a request whose body has been read. Returns None if it runs out of time.

        Args:
            scope: The request.
            headers: Its headers.
            owner: The network it comes from.
            body: Its body.
            is_probe: Whether it asks whether the process is alive.
            waited: What has become of it, if it has waited for news already.
        """
        handed: dict[str, object] = {} if waited is None else waited.environ
        if self._lane is not None:
            scheme = scheme_of(scope.scheme, headers, proxies=self._bounds.proxies)
            asked = Asked(scope.method, scheme, scope.path, scope.query_string, headers, owner, body, waited)
            try:
                async with asyncio.timeout(self._bounds.request_seconds):
                    made = await self._lane.answer(asked)
            except TimeoutError:
                return None
            if isinstance(made, Waiting):
                return HttpAnswer(204, [], b"", None, made.close, made.handover)
            if not isinstance(made, HandedOver):
                return HttpAnswer(made.status, made.headers, made.body, None, nothing, None)
            handed |= made.environ
        is_new = not is_probe and waited is None
        if is_new and self._working >= self._bounds.threads + self._bounds.waiting_max:
            return refusal_of("service/busy")
        return await self._work({**environ_of(scope, headers, body), **handed}, is_probe=is_probe)

    async def _work(self, environ: WSGIEnvironment, *, is_probe: bool) -> HttpAnswer | None:
        """
        Calls the application in a thread. Returns None if it runs out of time.

        The thread cannot be stopped. It counts as working until it returns, and its answer is then dropped.
        """
        self._working += not is_probe
        threads = self._probes if is_probe else self._workers
        try:
            return await threads.do(environ, seconds=self._bounds.request_seconds)
        except TimeoutError:
            return None

    def _leave(self) -> None:
        self._working -= 1

    def _call(self, environ: WSGIEnvironment) -> HttpAnswer:
        """Calls the application in a thread. Returns its answer, with as much of the body as is sent in one piece."""
        exchange = _Exchange()
        environ[HAND_OVER] = exchange.hand_over
        result = self._app(environ, cast("StartResponse", exchange.start_response))
        close = getattr(result, "close", nothing)
        pieces, size = [], 0
        rest = iter(result)
        for piece in rest:
            pieces.append(piece)
            size += len(piece)
            if size > WHOLE_ANSWER_BYTES:
                return HttpAnswer(exchange.status, exchange.headers, b"".join(pieces), rest, close, None)
        if exchange.handover is None:
            close()
        return HttpAnswer(exchange.status, exchange.headers, b"".join(pieces), None, close, exchange.handover)

    async def _send(self, protocol: HTTPProtocol, answer: HttpAnswer, *, is_body_wanted: bool) -> None:
        """Sends an answer. A long one is sent no faster than the client takes it."""
        if answer.rest is None:
            if is_body_wanted and answer.body:
                protocol.response_bytes(answer.status, answer.headers, answer.body)
            else:
                protocol.response_empty(answer.status, answer.headers)
            return
        loop = asyncio.get_running_loop()
        transport = protocol.response_stream(answer.status, answer.headers)
        piece: bytes | None = answer.body
        try:
            while piece is not None:
                await asyncio.wait_for(transport.send_bytes(piece), SEND_SECONDS)
                piece = await loop.run_in_executor(self._writers, _next_piece, answer.rest)
        except (ProtocolClosed, TimeoutError):
            pass
        finally:
            await loop.run_in_executor(self._writers, answer.close)

    async def _send_later(self, protocol: HTTPProtocol, answer: HttpAnswer, scope: Scope) -> None:
        """Sends an answer that says "not now"."""
        await asyncio.sleep(NOT_NOW_SECONDS)
        with contextlib.suppress(ProtocolClosed):
            await self._send(protocol, answer, is_body_wanted=scope.method != "HEAD")

    # -- one long poll ----------------------------------------------------------------------------------

    async def _await(
        self, scope: Scope, protocol: HTTPProtocol, headers: dict[str, str], owner: str, answer: HttpAnswer
    ) -> None:
        """Waits for news without a thread, then repeats the request and sends its answer."""
        loop = asyncio.get_running_loop()
        gone = asyncio.ensure_future(protocol.client_disconnect())
        try:
            while isinstance(answer.handover, WaitHandover):
                left = await self._streams.wait(loop, answer.handover, answer.close, gone)
                if gone.done():
                    return
                waited = Waited(left, answer.handover.charged)
                made = await self.serve(scope, headers, owner, b"", waited=waited)
                if made is None:
                    refuse(protocol, "service/unavailable")
                    return
                answer = made
        finally:
            gone.cancel()
        with contextlib.suppress(ProtocolClosed):
            await self._send(protocol, answer, is_body_wanted=scope.method != "HEAD")


def _next_piece(rest: Iterator[bytes]) -> bytes | None:
    """Returns the next pieces of an answer, about as much as is sent at a time; None after the last."""
    pieces, size = [], 0
    for piece in rest:
        pieces.append(piece)
        size += len(piece)
        if size > WHOLE_ANSWER_BYTES // 4:
            break
    return b"".join(pieces) if pieces else None


def _drop(answer: HttpAnswer) -> None:
    """Closes an answer that came too late."""
    answer.close()
