"""
Flask with what this API never needs left out: views that are coroutines, sessions, and addresses in other alphabets.

Every request pays for what the framework offers, whether it is used or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BODY: Final = "delvebook.body"
"""Where the server leaves a body that it has read, so that it need not be read again."""
WHOLE: Final = frozenset({200, 201, 202})
"""Statuses with which a finished answer is sent just as it is."""


class NoSessions(SessionInterface):
    """There are no sessions of the framework's: a browser's session is a token (`web/session.py`)."""

    def __init__(self) -> None:
        self._none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Always the same one, which cannot be written to."""
        return self._none


class PreReadRequest(Request):
    """A request whose body may have been read by the server."""

    def get_data(self, *args: Any, **kwargs: Any) -> Any:
        """The body, as the library's method gives it; an error of the framework if it is too large."""
        body = self.environ.get(BODY)
        if body is None or args or kwargs.keys() - {"cache"} or len(body) > (self.max_content_length or 0):
            return super().get_data(*args, **kwargs)
        return body


class FinishedResponse(Response):
    """An answer with a finished body. If it is sent whole, its headers are sent as they are."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers (PEP 3333)."""
        body = self.response
        if (
            self.status_code not in WHOLE
            or environ["REQUEST_METHOD"] == "HEAD"
            or type(body) is not list
            or len(body) != 1
            or type(body[0]) is not bytes
        ):
            return super().__call__(environ, start_response)
        headers = self.headers
        location = headers.get("Location")
        if location is not None and not location.isascii():
            return super().__call__(environ, start_response)
        headers["Content-Length"] = str(len(body[0]))
        start_response(self.status, headers.to_wsgi_list())
        return body


class LeanFlask(Flask):
    """Flask for the views of this API."""

    request_class = PreReadRequest
    response_class = FinishedResponse
    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: none of ours is a coroutine, and looking costs more than many of them do."""
        return func
