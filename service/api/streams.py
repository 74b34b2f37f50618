"""
Streams of news, as lines of JSON or as server-sent events. Both hold the same JSON.

News is read from a store by position. A wake-up only says when to read. So a client that comes back with the number of
the last item it has misses nothing and gets nothing twice. The last line says why nothing follows.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from flask import Response, current_app, g, request

from delvebook.domain.errors import DelvebookError
from delvebook.service.api.context import AWAITED, bearer, caller, player, services
from delvebook.service.api.limits import Charged, charged_so_far, who
from delvebook.service.api.observing import metrics
from delvebook.service.api.reading import refuse
from delvebook.service.api.services import Services
from delvebook.service.base.errors import ForbiddenError, UnavailableError
from delvebook.service.live.feed import Feed, Subscription
from delvebook.service.live.sources import Batch, Source, StreamLine
from delvebook.service.live.stream_wakeups import ACCOUNT
from delvebook.service.store.recorder import STORE_TROUBLE

NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
HEARTBEAT_SECONDS: Final = 15.0
TOKEN_CHECK_SECONDS: Final = 60.0
"""Time between two checks of a stream's token. No event is ever sent under a revoked token."""
HAND_OVER: Final = "delvebook.hand_over"
"""Key in the WSGI environment of a function for a `StreamHandover` or `WaitHandover`, if the web server has one."""
RETRY_MS: Final = 2000
WAIT_SECONDS_MAX: Final = 30
LAST_EVENT_ID: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "description": "The last item you have, instead of `after`; a browser's `EventSource` sends it by itself",
    "schema": {"type": "integer", "minimum": 0},
}


class Framing:
    """Framing as lines of JSON."""

    media_type = NDJSON
    opening = b""

    def frame(self, line: StreamLine) -> bytes:
        """One framed line."""
        return line.json + b"\n"


class ServerSent(Framing):
    """Framing for `EventSource`. An item's number is its id, so a browser comes back with `Last-Event-ID`."""

    media_type = EVENT_STREAM
    opening = b"retry: %d\n\n" % RETRY_MS

    def frame(self, line: StreamLine) -> bytes:
        """One framed line."""
        numbered = b"" if line.number is None else b"id: %d\n" % line.number
        return b"%bevent: %b\ndata: %b\n\n" % (numbered, line.kind.encode(), line.json)


FRAMINGS: Final = {framing.media_type: framing for framing in (Framing(), ServerSent())}


def framing_wanted() -> Framing:
    """The framing that the header `Accept` asks for; lines of JSON by default."""
    return FRAMINGS[request.accept_mimetypes.best_match(list(FRAMINGS), default=NDJSON)]


def last_event_id() -> int | None:
    """
    The number of the last item that a browser has; None if it has none.

    Raises:
        InvalidInputError
    """
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        refuse({"Last-Event-ID": ["must be the number of the last one that you have, in the digits 0 to 9"]}, "headers")
    return int(text)


@dataclass(slots=True)
class ClientStream:
    """
    One client's place in a stream: what it has got, and what comes next.

    It never waits. Its driver waits for the feed, and then asks for news. The driver is a thread, or the web server's
    event loop, which drives thousands of streams.

    Attributes:
        services: The services of the process.
        source: What the stream follows.
        first: The first batch, which has already been read.
        framing: How lines are framed.
        token: Checked again after each read; None for a client without one.
        scopes: The scopes that it had when the stream began. The stream ends when it loses one.
        is_current: Whether no later stream of the client has taken the place of this one. It may block.
        is_ended: Whether the last line has been given out.
        is_superseded: Whether a later stream has taken this one's place.
        is_recheck_due: Whether its token or its place may have been lost since it was last checked.
    """

    services: Services
    source: Source
    first: Batch | None
    framing: Framing
    token: str | None = None
    scopes: frozenset[str] = frozenset()
    is_current: Callable[[], bool] = lambda: True
    is_ended: bool = False
    is_superseded: bool = False
    is_recheck_due: bool = False
    _position: int = 0
    _head: Mapping[str, object] = field(default_factory=dict)
    _spoken_at: float = field(default_factory=time.monotonic)
    _checked_at: float = field(default_factory=time.monotonic)

    def begin(self) -> bytes:
        """The first bytes: what is there, or a heartbeat, so that the client knows at once that it is connected."""
        return self.framing.opening + (self.news() or self._heartbeat())

    def news(self) -> bytes:
        """At most one page of what the client has not got yet; empty if it has everything. Reads the store."""
        if self.is_superseded:
            return self.farewell("superseded")
        if self.is_recheck_due:
            self.is_recheck_due = False  # Cleared first, so that a call during the check is not missed.
            if farewell := self._check():
                return farewell
        batch, self.first = self.first, None
        if batch is None:
            try:
                batch = self.source.read(self._position)
                self._authenticate()  # Afterwards, so that all that was read was there while the token was valid.
            except (*STORE_TROUBLE, UnavailableError):
                return self.farewell("unavailable")
            except DelvebookError:  # on coming back, the client is told which
                return self.farewell("revoked")
        self._position, self._head = batch.position, batch.head
        lines = list(batch.lines)
        if batch.end is not None:
            self.is_ended = True
            lines.append(StreamLine("end", {"reason": "finished", **batch.head, **batch.end}))
        if lines:
            self._spoken_at = time.monotonic()
        return b"".join(map(self.framing.frame, lines))

    def farewell(self, reason: str) -> bytes:
        """The last line of a stream that ends early; empty if it has already ended."""
        if self.is_ended:
            return b""
        self.is_ended = True
        return self.framing.frame(StreamLine("end", {"reason": reason, **self._head}))

    def heartbeat(self) -> bytes:
        """A heartbeat, if nothing has been sent for `HEARTBEAT_SECONDS`; else empty."""
        return self._heartbeat() if time.monotonic() - self._spoken_at >= HEARTBEAT_SECONDS else b""

    def _heartbeat(self) -> bytes:
        self._spoken_at = time.monotonic()
        return self.framing.frame(StreamLine("heartbeat", self._head))

    def is_token_due(self) -> bool:
        """Whether the token is due for another check."""
        return time.monotonic() - self._checked_at >= TOKEN_CHECK_SECONDS

    def check_token(self) -> bytes:
        """
        The last line, if the token has become invalid or another process has taken the stream's place; else empty.

        Checks at most once in `TOKEN_CHECK_SECONDS`.
        """
        return self._check() if self.is_token_due() else b""

    def _check(self) -> bytes:
        try:
            self._authenticate()
        except (*STORE_TROUBLE, UnavailableError):
            return self.farewell("unavailable")
        except DelvebookError:
            return self.farewell("revoked")
        return b"" if self.is_current() else self.farewell("superseded")

    def _authenticate(self) -> None:
        self._checked_at = time.monotonic()
        if self.token is not None:
            lost = self.scopes.difference(self.services.accounts.tokens.authenticate(self.token).scopes)
            if lost:  # With an office a token loses its scope, and stays valid for all else.
                raise ForbiddenError(f"the token no longer has the scopes {', '.join(sorted(lost))}")


class StreamHandover(NamedTuple):
    """A stream that the web server drives: the client's place in it, and the call that joins the feed."""

    stream: ClientStream
    join: Callable[[Callable[[], None]], None]


class WaitHandover(NamedTuple):
    """
    A request that waits for news, and is made once more afterwards.

    Attributes:
        seconds: How long it waits at most.
        join: Joins the feed.
        charged: What has been taken from the caller's budget, which the answer tells; None if nothing has.
    """

    seconds: float
    join: Callable[[Callable[[], None]], None]
    charged: Charged | None


class Wait:
    """
    A request's place in a feed until there may be news. End it with `close`.

    Args:
        feed: Says when there may be something new.
        key: The key in the feed.
        owner: The account or network that it is counted for.

    Raises:
        TooManyStreamsError
    """

    def __init__(self, feed: Feed, key: object, *, owner: str) -> None:
        self.changed = threading.Event()
        self._feed = feed
        self._subscription = feed.subscribe(key, self.changed.set, owner=owner)

    def hand_over(self, seconds: float, charged: Charged | None) -> WaitHandover:
        """Returns the wait for the web server's event loop. See `WaitHandover`."""
        return WaitHandover(seconds, _joining(self._subscription, self.changed), charged)

    def close(self) -> None:
        """Leaves the feed."""
        self._feed.unsubscribe(self._subscription)


def open_stream(feed: Feed, key: object, source: Source, first: Batch, *, line: str | None = None) -> Response:
    """
    Returns the response that streams the items so far and the items to come, until the source is over.

    If the web server offers to drive streams (`HAND_OVER`), it is handed the stream. Otherwise the thread of this
    request drives it.

    Args:
        feed: Says when there may be something new.
        key: The key in the feed.
        source: What the stream follows.
        first: The first batch.
        line: The client's name for the stream. The earlier stream of that name ends.

    Raises:
        TooManyStreamsError
        NoTokenError: Only an account's streams have names.
    """
    if line is not None:
        player()
    stream = ClientStream(services(), source, first, framing_wanted(), bearer(), caller().scopes)
    changed = threading.Event()

    def supersede() -> None:
        stream.is_superseded = True

    subscription = feed.subscribe(key, changed.set, owner=who(), line=line, on_superseded=supersede)

    def recheck() -> None:
        stream.is_recheck_due = True
        subscription.wake()

    wakeups, names = services().wakeups, services().stream_names
    stops = []
    if (account := caller().account) is not None:
        stops.append(wakeups.listen(f"{ACCOUNT}{account}", recheck))
    if line is not None:
        place = f"{who()}/{key}/{line}"
        stops.append(names.listen(place, recheck))
        held = names.take(place)
        stream.is_current = lambda: names.holds(place, held)
    hand_over = request.environ.get(HAND_OVER)
    if hand_over is None:
        chunks = _drive(feed, stream, changed)
    else:
        hand_over(StreamHandover(stream, _joining(subscription, changed)))
        chunks = iter(())
    response = Response(chunks, mimetype=stream.framing.media_type)
    open_streams = metrics(current_app).streams
    open_streams.inc()

    def close() -> None:
        feed.unsubscribe(subscription)
        for stop in stops:
            stop()
        open_streams.dec()

    response.call_on_close(close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def wait_for_news(feed: Feed, key: object, seconds: int, is_there: Callable[[], bool]) -> Response | None:
    """
    Waits until there may be something new, at most that many seconds. Returns None if the request can be answered now.

    If the web server offers to wait (`HAND_OVER`), returns an answer that is never sent, and the request is made once
    more. Otherwise the thread of this request waits.

    Args:
        feed: Says when there may be something new.
        key: The key in the feed.
        seconds: Maximum time to wait; 0 for none.
        is_there: Whether there is already something new.

    Raises:
        TooManyStreamsError
    """
    left = min(float(seconds), request.environ.get(AWAITED, float(seconds)))
    if left <= 0:
        return None
    wait = Wait(feed, key, owner=who())
    if is_there():  # Asked only now, so that what comes from here on is not missed.
        wait.close()
        return None
    hand_over = request.environ.get(HAND_OVER)
    if hand_over is not None:
        hand_over(wait.hand_over(left, charged_so_far()))
        g.is_unsent = True
        response = Response(iter(()), status=204)
        response.call_on_close(wait.close)
        return response
    deadline = time.monotonic() + left
    try:
        while (left := deadline - time.monotonic()) > 0 and not feed.is_closing:
            wait.changed.wait(min(left, 1.0))
            wait.changed.clear()
            if is_there():
                break
    finally:
        wait.close()
    return None


def _joining(subscription: Subscription, changed: threading.Event) -> Callable[[Callable[[], None]], None]:
    def join(wake: Callable[[], None]) -> None:
        subscription.wake = wake
        if changed.is_set():
            wake()

    return join


def _drive(feed: Feed, stream: ClientStream, changed: threading.Event) -> Iterator[bytes]:
    """Drives a stream in this thread, and yields its bytes."""
    yield stream.begin()
    while not stream.is_ended:
        if feed.is_closing:
            yield stream.farewell("closing")
        elif news := stream.news():
            yield news
        else:
            changed.wait(float(stream.services.settings.poll_seconds))
            changed.clear()
            if said := stream.check_token() or stream.heartbeat():
                yield said
