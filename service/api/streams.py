"""
A game's events as they happen: as lines of JSON, or as server-sent events for browsers.

Events are read from the store by position; a wake-up only says when to read. So a client that comes back with the
number of its last event misses nothing and gets nothing twice.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from flask import Response, current_app

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.domain.kit.phrases import Language
from delvebook.service.api.observing import metrics
from delvebook.service.live.feed import Subscriber
from delvebook.service.services import Services
from delvebook.service.store.recorder import STORE_TROUBLE
from delvebook.service.usecases.caller import Caller
from delvebook.service.usecases.playing import EventPage

NDJSON: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
HEARTBEAT_SECONDS: Final = 15.0
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


def follow(services: Services, listener: Listener, first: EventPage, after: int, framing: Framing) -> Response:
    """
    The events there are and those that come, until the game is over.

    Raises:
        TooManyStreamsError
    """
    subscriber = services.feed.subscribe(listener.game)
    chunks = _follow(services, listener, subscriber, framing=framing, page=first, position=after)
    response = Response(chunks, mimetype=framing.media_type)
    open_streams = metrics(current_app).streams
    open_streams.inc()

    def close() -> None:
        services.feed.unsubscribe(listener.game, subscriber)
        open_streams.dec()

    response.call_on_close(close)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _follow(
    services: Services, listener: Listener, subscriber: Subscriber, *, framing: Framing, page: EventPage, position: int
) -> Iterator[bytes]:
    yield framing.opening
    spoken_at = time.monotonic()
    is_joined = False
    while True:
        for event in page.events:
            yield framing.event(event)
            position = event["n"]
            spoken_at = time.monotonic()
        if page.is_over and position >= page.n:
            if ended := framing.end(page):
                yield ended
            return
        # The first page was read before joining the feed, so what came between is read before waiting.
        if not page.events and is_joined:
            subscriber.wait(float(services.settings.poll_seconds))
            if subscriber.is_closing:
                return
            if time.monotonic() - spoken_at >= HEARTBEAT_SECONDS:
                yield framing.heartbeat
                spoken_at = time.monotonic()
        is_joined = True
        try:
            if listener.token is not None:
                services.accounts.authenticate(listener.token)
            page = listener.read(services, position, is_noted=True)
        except (DelvebookError, *STORE_TROUBLE):
            # The right to look has ended, or the store does not answer. A client that comes back is told which.
            return
