"""
The common parts of all answers: request ids, language, packing, validators, caching, security headers, origins, and
the one line that is logged of each. The line holds no tokens, seeds, salts, hidden cards, bodies or query strings.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Final

from flask import Flask, Response, g, request

from delvebook.service.api import languages, packing
from delvebook.service.api.context import EXTENSION
from delvebook.service.api.cookie import session_token
from delvebook.service.api.observing import PROBES, REGISTRY, UNKNOWN_ROUTE, Metrics, log
from delvebook.service.api.reading import refuse
from delvebook.service.identity.caller import Caller

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
ACCEPTED_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Range, X-Request-ID"
)
READABLE: Final = ("cache-control", "content-language", "content-length", "content-type", "expires", "pragma")
"""Headers that a browser shows to pages of other origins by itself (Fetch, "CORS-safelisted response-header name")."""
PRIVATE: Final = "set-cookie"
SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
_SECURITY_HEADERS: Final = tuple((name, name.lower(), value) for name, value in SECURITY_HEADERS.items())
VARY: Final = ("Authorization", "Cookie", "Accept")
VARIES: Final = ", ".join(VARY)
FOR_ONE: Final = "no-store"
"""The caching rule of an answer that only its caller may see."""
LOOKING: Final = ("GET", "HEAD")
CONDITIONS: Final = (
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_UNMODIFIED_SINCE",
    "HTTP_IF_RANGE",
    "HTTP_RANGE",
)
"""The headers that make a request conditional."""
NO_NUL: Final = "must not contain the character NUL"
UNCOUNTED: Final = (OSError, ValueError, IndexError)
"""Errors of the metrics library when the file of a figure cannot grow. Requests are answered all the same."""
KNOWN_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def install(app: Flask) -> None:
    """Adds these to every answer of the application. Also reads the request's id and language."""
    origins = app.extensions[EXTENSION].settings.cors_origins.split()

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()
        g.request_id = request_id_of(request.headers.get("X-Request-ID", ""))
        asked = request.args if request.query_string else None
        # No name contains NUL, and PostgreSQL accepts no query with one.
        if "\0" in request.path:
            refuse({"path": [NO_NUL]}, "path")
        if asked and (wrong := {name: [NO_NUL] for name, value in asked.items(multi=True) if "\0" in name + value}):
            refuse(wrong, "query")
        if (asked and "lang" in asked) or "Accept-Language" in request.headers:
            languages.choose()

    @app.after_request
    def complete(response: Response) -> Response:
        headers = response.headers
        if request.method in LOOKING:
            packing.pack(response)
        present = {name.lower() for name, _ in headers}
        headers.add("X-Request-ID", g.get("request_id", ""))
        for name, lower, value in _SECURITY_HEADERS:
            if lower not in present:
                headers.add(name, value)
        _cache(response, present)
        if origins:
            _allow_origin(response, origins)  # last, because it names the other headers
        return response


def request_id_of(given: str) -> str:
    """The id of a request: the one that its client has given it, or a new one."""
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def etag_of(body: bytes) -> str:
    """The validator of an answer: a digest of the bytes that are sent, so it reveals nothing more than they do."""
    return sha256(body).hexdigest()[:32]


def _cache(response: Response, present: Collection[str]) -> None:
    """
    Adds a validator and caching rules.

    Args:
        response: The answer.
        present: The names of the headers that it came with, in lower case.
    """
    headers, method = response.headers, request.method
    is_looking = method in LOOKING and response.status_code < 400
    if "cache-control" not in present:
        is_for_one = not is_looking or "Authorization" in request.headers or session_token() is not None
        headers.add("Cache-Control", FOR_ONE if is_for_one else "no-cache")
    elif response.cache_control.public and response.get_etag()[0] is not None:
        response.make_conditional(request)  # the same for everybody; it brings its own validator
        return
    if "cache-control" not in present or not response.cache_control.immutable:
        if "Vary" in headers:
            response.vary.update(VARY)
        else:
            headers.add("Vary", VARIES)
    if not is_looking or response.status_code != 200 or response.is_streamed:
        return
    response.set_etag(etag_of(response.get_data()))
    if any(condition in request.environ for condition in CONDITIONS):
        response.make_conditional(request)


def _allow_origin(response: Response, allowed: Collection[str]) -> None:
    """Lets pages of allowed origins call, without credentials and so never with a session."""
    origin = request.headers.get("Origin")
    if origin is None:
        return
    headers = response.headers
    if "*" not in allowed:
        response.vary.add("Origin")
    given = headers_for(origin, allowed, (name for name, _ in headers))
    headers.update(given)
    if given and request.method == "OPTIONS":
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")  # those of the routes at this address
        headers["Access-Control-Allow-Headers"] = ACCEPTED_HEADERS
        headers["Access-Control-Max-Age"] = "86400"


def headers_for(origin: str, allowed: Collection[str], names: Iterable[str]) -> dict[str, str]:
    """
    The headers that let pages of an origin read an answer; none if it is not allowed.

    Args:
        origin: The origin that asks.
        allowed: The allowed origins, or `*`.
        names: The names of the answer's other headers.
    """
    if "*" not in allowed and origin not in allowed:
        return {}
    shown = sorted({name for name in names if name.lower() not in READABLE and name.lower() != PRIVATE})
    return {
        "Access-Control-Allow-Origin": "*" if "*" in allowed else origin,
        "Access-Control-Expose-Headers": ", ".join(shown),
    }


def observe(app: Flask) -> None:
    """Times, counts and logs every request. Its time begins at `g.begun`."""
    made = app.extensions[REGISTRY] = Metrics()

    def note_commit(events: int, seconds: float) -> None:
        made.batches.observe(events)
        made.commits.observe(seconds)

    app.extensions[EXTENSION].watch_commits(note_commit)

    @app.after_request
    def end(response: Response) -> Response:
        if g.get("is_unsent"):  # The request waits for news, and will be made once more.
            return response
        if response.is_streamed:
            fields = _fields(response)
            begun = g.begun
            response.call_on_close(lambda: finish(made, fields, begun, is_stream=True))
        else:
            finish(made, _fields(response), g.get("begun", time.perf_counter()), is_stream=False)
        return response


def _fields(response: Response) -> dict[str, object]:
    known = g.get("caller")
    return fields_of(
        method=request.method if request.method in KNOWN_METHODS else "OTHER",
        route=request.url_rule.rule if request.url_rule is not None else UNKNOWN_ROUTE,
        status=response.status_code,
        code=g.get("code"),
        noted={"game": g.get("game_id"), "n": None, **g.get("noted", {})},
        who=known,
        request_id=g.get("request_id"),
    )


def fields_of(
    *,
    method: str,
    route: str,
    status: int,
    code: str | None,
    noted: Mapping[str, object],
    who: Caller | None,
    request_id: str | None,
) -> dict[str, object]:
    """The line of a request in the log, but for its time."""
    return {
        "method": method,
        "route": route,
        "status": status,
        "code": code,
        **noted,
        "who": None if who is None else who.account,
        "address": None if who is None else who.address,
        "request_id": request_id,
    }


def finish(figures: Metrics, fields: dict[str, object], begun: float, *, is_stream: bool) -> None:
    """Counts an answer, and writes its line in the log."""
    seconds = time.perf_counter() - begun
    with suppress(*UNCOUNTED):
        figures.request(fields["method"], fields["route"], fields["status"]).inc()
        if not is_stream:
            figures.timed(fields["method"], fields["route"]).observe(seconds)
        if fields["code"] is not None:
            figures.refusals.labels(fields["code"]).inc()
    say = log.debug if fields["route"] in PROBES else log.info
    say("request", **fields, duration_ms=round(seconds * 1000, 2))
