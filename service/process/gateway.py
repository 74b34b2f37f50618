"""
Between the web server's event loop and the Flask application: RSGI on one side, WSGI on the other.

The loop reads requests, sends answers, and drives the streams; only work that may block goes to a thread. So a client
that is slow or silent holds no thread, and a stream costs one task of the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # an alias there, not marked as exported

from delvebook.domain.canonical import jcs
from delvebook.service.api.context import AWAITED
from delvebook.service.api.lean import BODY
from delvebook.service.api.observing import PROBES
from delvebook.service.api.problems import PROBLEM_TYPE, PROBLEMS, problem_body
from delvebook.service.api.streams import HAND_OVER, HEARTBEAT_SECONDS, ClientStream, StreamHandover, WaitHandover
from delvebook.service.process.worker_threads import WorkerThreads

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol
    from granian.rsgi import Scope

BODY_BYTES_PER_SECOND: Final = 16_384
PROBE_THREADS: Final = 2
"""Threads of the probes' own, so that a busy process still says that it lives."""
STREAM_THREADS: Final = 4
SMALL_BODY_BYTES: Final = 8192
"""A body up to this size is read in one piece, and not counted to the bodies that are being read."""
WATCH_SECONDS: Final = 0.5
"""How often it is looked for small bodies that are overdue."""
WHOLE_ANSWER_BYTES: Final = 262_144
"""An answer up to this size is made in one piece, by one thread; a longer one piece by piece as the client takes it."""
SEND_SECONDS: Final = 60.0
"""A client that takes nothing for this long is gone."""
NOT_NOW: Final = (429, 503)
NOT_NOW_SECONDS: Final = 1.0
"""
An answer that says "not now" comes so much later, and holds no thread meanwhile. Clients that ask again at once would
keep the process busy with refusing them.
"""
FAREWELL_SECONDS: Final = 1.0
"""For the last line of a stream that the process ends."""

Headers = list[tuple[str, str]]
WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Closing(Protocol):
    """What has to be told that the process is about to end."""

    def close(self) -> None:
        """Nobody new may subscribe."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """
    What a client may take of a process.

    Attributes:
        threads: Requests that are worked on at a time.
        waiting_max: Requests that may wait for a thread.
        owned_max: Requests of one network that are read, worked on or answered at a time.
        request_seconds: Time for the application to answer, waiting for a thread included.
        body_seconds: Time for a body, and 1 second more for each `BODY_BYTES_PER_SECOND`.
        body_bytes_max: The largest body of any route; a route's own limit may be lower.
        bodies_bytes_max: What the bodies that are being read may take of memory together.
        proxies: How many reverse proxies stand in front.
    """

    threads: int
    waiting_max: int
    owned_max: int
    request_seconds: float
    body_seconds: float
    body_bytes_max: int
    bodies_bytes_max: int
    proxies: int


class TooLargeError(Exception):
    """The body is larger than any route takes."""


class BodyMemoryError(Exception):
    """So many bodies are being read that there is no memory for one more."""


@dataclass(slots=True)
class HttpAnswer:
    """What the application answered: the whole body, or its first piece and where the rest comes from."""

    status: int
    headers: Headers
    body: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], object]
    handover: StreamHandover | WaitHandover | None


@dataclass(slots=True)
class _Exchange:
    """One call of the application: what it said by `start_response`, and what it handed over, if anything."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    handover: StreamHandover | WaitHandover | None = None

    def start_response(self, status: str, headers: Headers, exc_info: Any = None) -> None:
        self.status, self.headers = int(status[:3]), headers

    def hand_over(self, handover: StreamHandover | WaitHandover) -> None:
        self.handover = handover


class Gateway:
    """
    An RSGI application over a WSGI application.

    Args:
        app: The WSGI application.
        bounds: What clients may take.
        feeds: Told when the process is about to end.
    """

    def __init__(self, app: WsgiApp, bounds: Bounds, *, feeds: Collection[Closing]) -> None:
        self._app = app
        self._bounds = bounds
        self._feeds = feeds
        self._workers: WorkerThreads[dict[str, Any], HttpAnswer] = WorkerThreads(
            self._call, threads=bounds.threads, name="request", on_return=self._leave, drop=_drop
        )
        self._probes: WorkerThreads[dict[str, Any], HttpAnswer] = WorkerThreads(
            self._call, threads=PROBE_THREADS, name="probe", on_return=_nothing, drop=_drop
        )
        self._writers = ThreadPoolExecutor(bounds.threads, thread_name_prefix="answer")
        self._readers = ThreadPoolExecutor(STREAM_THREADS, thread_name_prefix="stream")
        self._working = 0
        self._bodies_bytes = 0
        self._owned: Counter[str] = Counter()
        self._streams: set[asyncio.Event] = set()
        self._is_closing = False
        self._reading: dict[asyncio.Task[Any], float] = {}
        """By task, when the small body that it reads is overdue."""
        self._is_watched = False

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
            answer = await self._answer(scope, protocol, headers, is_probe=is_probe)
        finally:
            self._owned[owner] -= 1
            if not self._owned[owner]:
                del self._owned[owner]
        if answer is None:
            return
        if answer.handover is None:
            await self._send_later(protocol, answer, scope)  # Others of that network need not wait for it.
        elif isinstance(answer.handover, StreamHandover):
            await self._stream(protocol, answer, answer.handover)
        else:
            await self._await(scope, protocol, headers, answer)

    def close_streams(self) -> None:
        """Ends all streams. To be called in the event loop."""
        self._is_closing = True
        for feed in self._feeds:
            feed.close()
        for changed in self._streams:
            changed.set()

    # -- one request ------------------------------------------------------------------------------------

    async def _answer(
        self, scope: Scope, protocol: HTTPProtocol, headers: dict[str, str], *, is_probe: bool
    ) -> HttpAnswer | None:
        """Reads the request, has it answered, and sends the answer; returns it if it is a stream or says "not now"."""
        try:
            body = await self._read(protocol, headers)
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
            # The client sends no more. It may still read; without an answer of ours the server would send a bare 500.
            with contextlib.suppress(ProtocolClosed, ConnectionError):
                refuse(protocol, "input/too_slow", seconds=self._bounds.body_seconds)
            return None
        if not is_probe and self._working >= self._bounds.threads + self._bounds.waiting_max:
            return refusal_of("service/busy")
        answer = await self._work(environ_of(scope, headers, body), is_probe=is_probe)
        if answer is None:
            refuse(protocol, "service/unavailable")
            return None
        if answer.handover is not None or (answer.status in NOT_NOW and not is_probe):
            return answer
        await self._send(protocol, answer, is_body_wanted=scope.method != "HEAD")
        return None

    async def _work(self, environ: dict[str, Any], *, is_probe: bool) -> HttpAnswer | None:
        """
        Calls the application in a thread; None if its time is over.

        The thread cannot be stopped. It counts as working until it comes back, and then its answer is dropped.
        """
        self._working += not is_probe
        threads = self._probes if is_probe else self._workers
        try:
            return await threads.do(environ, seconds=self._bounds.request_seconds)
        except TimeoutError:
            return None

    def _leave(self) -> None:
        self._working -= 1

    async def _read(self, protocol: HTTPProtocol, headers: dict[str, str]) -> bytes:
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
            if int(length) > self._bounds.body_bytes_max:
                raise TooLargeError
            if int(length) <= SMALL_BODY_BYTES:
                return await self._read_small(protocol)
        pieces, size = [], 0
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self._bounds.body_seconds) as deadline:
                async for piece in protocol:
                    pieces.append(piece)
                    size += len(piece)
                    self._bodies_bytes += len(piece)
                    if size > self._bounds.body_bytes_max:
                        raise TooLargeError
                    if self._bodies_bytes > self._bounds.bodies_bytes_max:
                        raise BodyMemoryError
                    deadline.reschedule(began + self._bounds.body_seconds + size / BODY_BYTES_PER_SECOND)
        finally:
            self._bodies_bytes -= size
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
        self._reading[task] = loop.time() + self._bounds.body_seconds
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

    def _call(self, environ: dict[str, Any]) -> HttpAnswer:
        """Calls the application, and makes as much of the body as is sent in one piece. Runs in a thread."""
        exchange = _Exchange()
        environ[HAND_OVER] = exchange.hand_over
        result = self._app(environ, exchange.start_response)
        close = getattr(result, "close", _nothing)
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
        """Sends an answer; one that is long, no faster than the client takes it."""
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

    async def _await(self, scope: Scope, protocol: HTTPProtocol, headers: dict[str, str], answer: HttpAnswer) -> None:
        """Waits for news without a thread, makes the request once more, and sends its answer."""
        loop = asyncio.get_running_loop()
        gone = asyncio.ensure_future(protocol.client_disconnect())
        try:
            while isinstance(answer.handover, WaitHandover):
                left = await self._wait(loop, answer.handover, answer.close, gone)
                if gone.done():
                    return
                made = await self._work({**environ_of(scope, headers, b""), AWAITED: left}, is_probe=False)
                if made is None:
                    refuse(protocol, "service/unavailable")
                    return
                answer = made
        finally:
            gone.cancel()
        with contextlib.suppress(ProtocolClosed):
            await self._send(protocol, answer, is_body_wanted=scope.method != "HEAD")

    async def _wait(
        self,
        loop: asyncio.AbstractEventLoop,
        awaited: WaitHandover,
        close: Callable[[], object],
        gone: asyncio.Future[Any],
    ) -> float:
        """Returns when there may be news, the time is over or the client is gone; the seconds that are left."""
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

    # -- one stream -------------------------------------------------------------------------------------

    async def _stream(self, protocol: HTTPProtocol, answer: HttpAnswer, handover: StreamHandover) -> None:
        """Drives one client's stream until it ends, the client goes, or the process is about to end."""
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
        """Returns when there may be news; meanwhile tells the client that the stream lives."""
        loop = asyncio.get_running_loop()
        while not (changed.is_set() or self._is_closing or stream.is_ended):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), HEARTBEAT_SECONDS)
                return
            said = await loop.run_in_executor(self._readers, stream.check_token) if stream.is_token_due() else b""
            if said := said or stream.heartbeat():
                await asyncio.wait_for(transport.send_bytes(said), SEND_SECONDS)


def refuse(protocol: HTTPProtocol, code: str, **details: Any) -> None:
    """Answers with the problem of that code, without the application."""
    refusal = refusal_of(code, **details)
    protocol.response_bytes(refusal.status, refusal.headers, refusal.body)


def refusal_of(code: str, **details: Any) -> HttpAnswer:
    """The problem of that code, after which the connection is closed."""
    problem = PROBLEMS[code]
    headers = [("content-type", PROBLEM_TYPE), ("cache-control", "no-store"), ("connection", "close")]
    if problem.retry_after is not None:
        headers.append(("retry-after", str(problem.retry_after)))
    return HttpAnswer(problem.status, headers, jcs(problem_body(code, problem.title, details)), None, _nothing, None)


def client_of(client: str, headers: dict[str, str], *, proxies: int) -> str:
    """
    The address a request came from, as far as our own proxies vouch for it.

    Args:
        client: The peer of the connection, `address:port`.
        headers: The request's headers.
        proxies: How many reverse proxies stand in front; each has added an address to `X-Forwarded-For`.
    """
    forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
    if 0 < proxies <= len(forwarded):
        return forwarded[-proxies]
    return host_of(client) or client


def host_of(client: str) -> str:
    """The address of `address:port`, without the brackets of IPv6."""
    return client.rpartition(":")[0].strip("[]")


def environ_of(scope: Scope, headers: dict[str, str], body: bytes) -> dict[str, Any]:
    """The WSGI environment (PEP 3333) of a request whose body has been read."""
    host, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": host_of(scope.client),
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        BODY: body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    if scope.authority is not None:
        environ["HTTP_HOST"] = scope.authority
    for name, value in headers.items():
        if name == "content-type":
            environ["CONTENT_TYPE"] = value
        elif (variable := variable_of(name)) is not None:
            environ[variable] = value
    return environ


@lru_cache(maxsize=512)
def variable_of(header: str) -> str | None:
    """The variable of the environment that holds a header of a request; None for those that are not passed on."""
    if header in ("content-length", "transfer-encoding") or "_" in header:
        return None
    return "HTTP_" + header.upper().replace("-", "_")


def _next_piece(rest: Iterator[bytes]) -> bytes | None:
    """The next pieces of an answer, about as much as is sent at a time; None after the last."""
    pieces, size = [], 0
    for piece in rest:
        pieces.append(piece)
        size += len(piece)
        if size > WHOLE_ANSWER_BYTES // 4:
            break
    return b"".join(pieces) if pieces else None


def _set_in(loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> None:
    """Sets the event from another thread."""
    loop.call_soon_threadsafe(changed.set)


def _drop(answer: HttpAnswer) -> None:
    """Closes an answer that came too late."""
    answer.close()


def _nothing() -> None:
    """There is nothing to close."""
