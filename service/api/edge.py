"""The common parts of all answers: request ids, language, packing, validators, caching, security headers, origins."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from flask import Flask, Response, g, request

from delvebook.service.api import languages, packing
from delvebook.service.api.context import EXTENSION
from delvebook.service.api.cookie import session_token
from delvebook.service.base.errors import InvalidInputError

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
EXPOSED_HEADERS: Final = (
    "Content-Location, ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-ID, "
    "Idempotent-Replay, Preference-Applied, WWW-Authenticate"
)
ACCEPTED_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Request-ID"
)
SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
_SECURITY_HEADERS: Final = tuple((name, name.lower(), value) for name, value in SECURITY_HEADERS.items())
VARY: Final = ("Authorization", "Cookie", "Accept")
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


def install(app: Flask) -> None:
    """Adds these to every answer of the application. Also reads the request's id and language."""
    origins = app.extensions[EXTENSION].settings.cors_origins.split()

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()
        given = request.headers.get("X-Request-ID", "")
        g.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        asked = request.args if request.query_string else ()
        if "\0" in request.path or (asked and any("\0" in value for value in asked.values())):
            # No name contains NUL, and PostgreSQL accepts no query with one.
            raise InvalidInputError(
                "the address holds a NUL character", fields={"_schema": ["must not contain NUL"]}, where="query"
            )
        if "lang" in asked or "Accept-Language" in request.headers:
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
        if origins:
            _allow_origin(response, origins)
        _cache(response, present)
        return response


def _cache(response: Response, present: Collection[str]) -> None:
    """
    Adds a validator and caching rules.

    The validator is a digest of the bytes that are sent, so it reveals nothing more than they do.

    Args:
        response: The answer.
        present: The names of the headers that it came with, in lower case.
    """
    headers, method = response.headers, request.method
    is_looking = method in LOOKING and response.status_code < 400
    if "cache-control" not in present:
        is_for_one = not is_looking or "Authorization" in request.headers or session_token() is not None
        headers.add("Cache-Control", "no-store" if is_for_one else "no-cache")
    elif response.cache_control.public and response.get_etag()[0] is not None:
        response.make_conditional(request)  # the same for everybody; it brings its own validator
        return
    if "cache-control" not in present or not response.cache_control.immutable:
        if "Vary" in headers:
            response.vary.update(VARY)
        else:
            headers.add("Vary", ", ".join(VARY))
    if not is_looking or response.status_code != 200 or response.is_streamed:
        return
    response.set_etag(sha256(response.get_data()).hexdigest()[:32])
    if any(condition in request.environ for condition in CONDITIONS):
        response.make_conditional(request)


def _allow_origin(response: Response, allowed: Collection[str]) -> None:
    """Lets pages of allowed origins call, without credentials and so never with a session."""
    origin = request.headers.get("Origin")
    if origin is None:
        return
    if "*" not in allowed:
        response.vary.add("Origin")
        if origin not in allowed:
            return
    response.headers["Access-Control-Allow-Origin"] = "*" if "*" in allowed else origin
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, DELETE, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = ACCEPTED_HEADERS
        response.headers["Access-Control-Max-Age"] = "86400"
