"""
The two roads of a request, at an application without a server: the fast lane in an event loop, and the framework.

With `open_lane` an application answers as a web process does: the lane takes what it can, and hands the rest over.
"""

from __future__ import annotations

import asyncio
import io
import threading
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from flask import Flask

from delvebook.service.api.context import EXTENSION
from delvebook.service.api.lane import Answer, HandedOver, Lane, Waiting
from delvebook.service.api.lane_routes import Asked, Waited

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ENDS: Final = ("games", "seats", "nonces", "start", "actions", "events")
"""The ends of the paths that have names of their own."""
BATCH: Final = "/v1/actions"


class LaneInFront:
    """
    A WSGI application that asks the lane first, in an event loop of its own.

    Attributes:
        taken: The number of requests that the lane has answered, by method and the end of the path.
        handed_over: Those that it has handed over, of those that it might answer.
    """

    def __init__(self, app: Flask) -> None:
        self._next: WSGIApplication = app.wsgi_app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._lane = Lane(app)
        asyncio.run_coroutine_threadsafe(self._lane.start(), self._loop).result()
        self.taken: Counter[str] = Counter()
        self.handed_over: Counter[str] = Counter()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked = asked_of(environ)
        answer = self._ask(asked)
        while isinstance(answer, Waiting):
            asked.waited = Waited(wait_for(answer), answer.handover.charged)
            environ |= asked.waited.environ
            answer = self._ask(asked)
        end = asked.path.rpartition("/")[2]
        name = "a batch" if asked.path == BATCH else f"{asked.method} {end if end in ENDS else 'game'}"
        if isinstance(answer, HandedOver):
            if asked.path.startswith(("/v1/games", BATCH)):
                self.handed_over[name] += 1
            return self._next({**environ, **answer.environ}, start_response)
        self.taken[name] += 1
        start_response(f"{answer.status} {HTTPStatus(answer.status).phrase}", answer.headers)
        return [answer.body]

    def _ask(self, asked: Asked) -> Answer | Waiting | HandedOver:
        return asyncio.run_coroutine_threadsafe(self._lane.answer(asked), self._loop).result()

    def ask_together(self, asked: Sequence[Asked]) -> list[Answer | Waiting | HandedOver]:
        """Returns what the lane makes of requests that all come at the same moment."""

        async def answers() -> list[Answer | Waiting | HandedOver]:
            return await asyncio.gather(*map(self._lane.answer, asked))

        return asyncio.run_coroutine_threadsafe(answers(), self._loop).result()

    def close(self) -> None:
        """Ends the lane and its loop."""
        asyncio.run_coroutine_threadsafe(self._lane.end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def wait_for(waiting: Waiting) -> float:
    """Waits as the gateway does. Returns the seconds that are left."""
    changed = threading.Event()
    deadline = time.monotonic() + waiting.handover.seconds
    waiting.handover.join(changed.set)
    changed.wait(waiting.handover.seconds)
    waiting.close()
    return max(0.0, deadline - time.monotonic())


def asked_of(environ: WSGIEnvironment) -> Asked:
    """The request of a WSGI environment, as the gateway passes it to the lane."""
    headers = {
        name.removeprefix("HTTP_").lower().replace("_", "-"): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if environ.get(name):
            headers[name.lower().replace("_", "-")] = environ[name]
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)  # that of a real server cannot be read twice
    return Asked(
        method=environ["REQUEST_METHOD"],
        scheme=environ["wsgi.url_scheme"],
        path=environ["PATH_INFO"].encode("latin-1").decode(errors="replace"),
        query=environ.get("QUERY_STRING", ""),
        headers=headers,
        address=environ.get("REMOTE_ADDR", ""),
        body=body,
    )


def open_lane(app: Flask) -> LaneInFront:
    """Puts the lane in front of the application. It is closed with the application's services."""
    lane = LaneInFront(app)
    app.wsgi_app = lane  # type: ignore[method-assign]
    services = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(services, closers=[lane.close, *services.closers])
    return lane
