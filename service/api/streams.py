"""
A game's events as they happen: as lines of JSON, or as server-sent events for browsers.

Events are read from the store by position; a wake-up only says when to read. So a client that comes back with the
number of its last event misses nothing and gets nothing twice.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask import Response, current_app, request

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.domain.kit.phrases import Language
from delvebook.service.api.limits import who
from delvebook.service.api.observing import metrics
from delvebook.service.services import Services
from delvebook.service.store.recorder import STORE_TROUBLE
from delvebook.service.usecases.caller import Caller
from delvebook.service.usecases.playing import EventPage

NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
HEARTBEAT_SECONDS: Final = 15.0
TOKEN_CHECK_SECONDS: Final = 60.0
"""A stream that sends nothing keeps a revoked token at most this long. It never sends an event under one."""
HAND_OVER: Final = "delvebook.hand_over"
"""In the WSGI environment: a function that takes a `Followed`, if the web server drives streams itself."""
LINES_AT_ONCE: Final = 100
RETRY_MS: Final = 2000


@dataclass(frozen=True, slots=True)
class Listener:
    """Who listens to which game, with whose eyes. `token` is checked again before each read."""

    caller: Caller
    token: str | None
    game: UUID
    viewer: str | None
    language: Language | None

    def read(self, services: Services, after: int, *, is_noted: bool) -> EventPage:
        """The next events, as they may be seen now."""
        return services.use.playing.events(
            self.caller,
            self.game,
            after=after,
            limit=LINES_AT_ONCE,
            viewer=self.viewer,
            language=self.language,
            is_noted=is_noted,
        )


class Framing:
    """How events are framed: as lines. Empty lines mean that nothing has happened; the first is sent at once."""

    media_type = NDJSON
    opening = b"\n"
    heartbeat = b"\n"

    def event(self, event: dict[str, Any]) -> bytes:
        """One event."""
        return jcs(event) + b"\n"

    def end(self, page: EventPage) -> bytes:
        """After the last event of a game that is over."""
        return b""


class ServerSent(Framing):
    """For `EventSource`: the event's number is its id, so a browser comes back with `Last-Event-ID`."""

    media_type = EVENT_STREAM
    opening = b"retry: %d\n\n" % RETRY_MS
    heartbeat = b": still here\n\n"

    def event(self, event: dict[str, Any]) -> bytes:
        """One event."""
        return b"id: %d\ndata: %b\n\n" % (event["n"], jcs(event))

    def end(self, page: EventPage) -> bytes:
        """Says that no event follows. A client that comes back anyway gets 204, which ends an `EventSource`."""
        return b"event: end\ndata: %b\n\n" % jcs({"n": page.n, "status": page.status})


def read_out(services: Services, listener: Listener, first: EventPage, after: int) -> Response:
    """The events there are now, as lines of JSON."""

    def lines() -> Iterator[bytes]:
        framing, page, position = Framing(), first, after
        while page.events:
            for event in page.events:
                if event["n"] > first.n:
                    return
                yield framing.event(event)
                position = event["n"]
            if position >= first.n:
                return
            page = listener.read(services, position, is_noted=True)

    return Response(lines(), mimetype=NDJSON)


class Following:
    """
    One client's place in a game's stream: what it has got, and what comes next.

    It never waits. Whoever drives it waits for the feed, and then asks for what is new: a thread, or the web
    server's event loop, which drives thousands of them.

    Args:
        services: The services of the process.
        listener: Who listens.
        first: The first page, read already.
        after: The number of the last event the client has.
        framing: How events are framed.
    """

    def __init__(
        self, services: Services, listener: Listener, first: EventPage, after: int, *, framing: Framing
    ) -> None:
        self._services = services
        self._listener = listener
        self._framing = framing
        self._page: EventPage | None = first
        self._position = after
        self._spoken_at = self._checked_at = time.monotonic()
        self.is_ended = False
        """Whether nothing follows what has been given out."""

    def begin(self) -> bytes:
        """What is sent first, so that the client knows at once that it listens."""
        return self._framing.opening

    def news(self) -> bytes:
        """What the client has not got yet, at most one page of it; empty if it has everything. Reads the store."""
        page, self._page = self._page, None
        if page is None:
            page = self._read()
        if page is None:
            self.is_ended = True
            return b""
        framed = [self._framing.event(event) for event in page.events]
        if page.events:
            self._position = page.events[-1]["n"]
        if page.is_over and self._position >= page.n:
            self.is_ended = True
            framed.append(self._framing.end(page))
        if framed:
            self._spoken_at = time.monotonic()
        return b"".join(framed)

    def heartbeat(self) -> bytes:
        """What is sent when nothing has been sent for `HEARTBEAT_SECONDS`; empty if it is not due yet."""
        now = time.monotonic()
        if now - self._spoken_at < HEARTBEAT_SECONDS:
            return b""
        self._spoken_at = now
        return self._framing.heartbeat

    def is_token_due(self) -> bool:
        """Whether it is time to look at the token again."""
        return time.monotonic() - self._checked_at >= TOKEN_CHECK_SECONDS

    def check_token(self) -> None:
        """Ends the stream if its token has become invalid. Asks at most once in `TOKEN_CHECK_SECONDS`."""
        if self.is_token_due():
            try:
                self._authenticate()
            except (DelvebookError, *STORE_TROUBLE):
                self.is_ended = True

    def _read(self) -> EventPage | None:
        """The next page; None if the right to look has ended, or the store does not answer."""
        try:
            self._authenticate()
            return self._listener.read(self._services, self._position, is_noted=True)
        except (DelvebookError, *STORE_TROUBLE):
            return None  # a client that comes back is told which

    def _authenticate(self) -> None:
        self._checked_at = time.monotonic()
        if self._listener.token is not None:
            self._services.accounts.authenticate(self._listener.token)


class Followed(NamedTuple):
    """A stream that the web server drives: the client's place in it, and the calls that join and leave the feed."""

    following: Following
    join: Callable[[Callable[[], None]], None]


def follow(services: Services, listener: Listener, first: EventPage, after: int, framing: Framing) -> Response:
    """
    The events there are and those that come, until the game is over.

    Where the web server offers to drive streams itself (`HAND_OVER`), the stream is handed over; elsewhere the thread
    of this request does it.

    Raises:
        TooManyStreamsError
    """
    following = Following(services, listener, first, after, framing=framing)
    changed = threading.Event()
    subscription = services.feed.subscribe(listener.game, changed.set, owner=who())

    def join(wake: Callable[[], None]) -> None:
        subscription.wake = wake
        wake()  # what changed before is found by reading once more

    hand_over = request.environ.get(HAND_OVER)
    if hand_over is None:
        chunks = _drive(services, following, changed)
    else:
        hand_over(Followed(following, join))
        chunks = iter(())
    response = Response(chunks, mimetype=framing.media_type)
    open_streams = metrics(current_app).streams
    open_streams.inc()

    def close() -> None:
        services.feed.unsubscribe(subscription)
        open_streams.dec()

    response.call_on_close(close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _drive(services: Services, following: Following, changed: threading.Event) -> Iterator[bytes]:
    """Drives a stream in this thread."""
    yield following.begin()
    while True:
        if news := following.news():
            yield news
        elif not following.is_ended:
            changed.wait(float(services.settings.poll_seconds))
            changed.clear()
            following.check_token()
            if heartbeat := following.heartbeat():
                yield heartbeat
        if following.is_ended or services.feed.is_closing:
            return
