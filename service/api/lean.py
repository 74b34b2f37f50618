"""
Answers requests: by what a route declares, in canonical JSON. `reading` reads them.

It is Flask without what this API never needs: views that are coroutines, sessions, and addresses in other alphabets.
Every request would pay for these, whether used or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from marshmallow import Schema
from werkzeug.routing import IntegerConverter

from delvebook.domain.canonical import jcs
from delvebook.service.api import context
from delvebook.service.api.reading import reader, refuse_body, require_plain
from delvebook.service.api.schemas.base import Given, InSchema
from delvebook.service.base.errors import ForbiddenError
from delvebook.service.identity.caller import INCLUDED, SCOPES, Caller

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BODY: Final = "delvebook.body"
"""Key in the WSGI environment where the server leaves a body that it has already read."""
WHOLE: Final = frozenset({200, 201, 202})
"""Statuses of which a finished answer is sent as it is."""
LOOKING: Final = ("GET", "HEAD")
OWNER: Final = "owner"
"""Placeholder among scopes for any token that looks after its account (`manages_account`)."""
ANY_TOKEN: Final = "any"  # noqa: S105
"""Placeholder among scopes for any token."""
RAW: Final = "raw"
"""The place of a body that the view reads itself."""

Endpoint = Callable[..., Any]


class NoSessions(SessionInterface):
    """Turns off the framework's sessions: a browser's session is a token (`api/sessions.py`)."""

    def __init__(self) -> None:
        self._none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The same empty session for every request. It cannot be written to."""
        return self._none


class PreReadRequest(Request):
    """A request whose body may have been read by the server."""

    def get_data(self, *args: Any, **kwargs: Any) -> Any:
        """The body, as the library's method returns it. If it is too large, the framework's error is raised."""
        body = self.environ.get(BODY)
        if body is None or args or kwargs.keys() - {"cache"} or len(body) > (self.max_content_length or 0):
            return super().get_data(*args, **kwargs)
        return body


class FinishedResponse(Response):
    """An answer with a complete body. If it is sent whole, its headers are sent as they are."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Sends the answer (PEP 3333)."""
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


class PlainIntegers(IntegerConverter):
    """Whole numbers in addresses. They have one spelling: no zeros in front, and no digits but 0 to 9."""

    regex = "0|[1-9][0-9]*"


class LeanFlask(Flask):
    """Flask for the views of this API."""

    request_class = PreReadRequest
    response_class = FinishedResponse
    session_interface = NoSessions()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.url_map.converters["int"] = PlainIntegers

    def ensure_sync(self, func: Callable[..., object]) -> Callable[..., object]:
        """The function itself: no view is a coroutine, and checking takes longer than many views do."""
        return func


def render(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The response with the body as canonical JSON."""
    response = FinishedResponse(jcs(body), status=status, content_type="application/json")
    if headers:
        response.headers.update(headers)
    return response


@dataclass(slots=True)
class Declared:
    """
    The declarations of a view about its requests.

    Attributes:
        scopes: A token must have one of these. If there are none, every caller is welcome, and no token is looked at.
        needs_token: Whether a token must be sent.
        takes_records: Whether a body may be as large as a record.
        places: The parts of a request that are read: `query`, `json`, and `RAW` for a body that the view reads itself.
        readers: Called in order. Their results are passed to the view.
        body: The schema of the body, if one is read by a schema.
        status: The status of the view's answer.
    """

    scopes: tuple[str, ...] = ()
    needs_token: bool = False
    takes_records: bool = False
    places: set[str] = field(default_factory=set)
    readers: list[Callable[[], Given]] = field(default_factory=list)
    status: int = 200
    body: Schema | None = None

    @property
    def enough(self) -> frozenset[str]:
        """The scopes of which one is enough for a token."""
        return frozenset(one for one in SCOPES if not {one, *INCLUDED.get(one, ())}.isdisjoint(self.scopes))


def endpoint(view: Endpoint, declared: Declared) -> Endpoint:
    """
    The view as the framework calls it. It reads a request by the view's declarations, and renders the view's result.

    A view that declares no parameters of the query refuses all of them. The same holds for members of a body. If a view
    declares some, its schema refuses the others.
    """
    readers, scopes, status = declared.readers, declared.scopes, declared.status
    has_query, has_body = "query" in declared.places, not declared.places.isdisjoint(("json", RAW))
    no_query, no_body = reader(InSchema(), "query"), reader(InSchema(), "json")
    find_caller = context.player if declared.needs_token else context.caller
    enough = declared.enough

    @wraps(view)
    def answered(**path: object) -> object:
        if not has_query and request.query_string:
            no_query()
        if request.method in LOOKING:
            refuse_body(request)
        else:
            require_plain(request)
            if not has_body:
                no_body()
        if scopes:
            who = find_caller()
            if who.account is not None and enough.isdisjoint(who.scopes):
                _require_access(who, scopes)
        if declared.takes_records:
            request.max_content_length = context.services().settings.record_bytes_max
        made = view(*[read() for read in readers], **path)
        if isinstance(made, Response):
            return made
        body, headers = made if type(made) is tuple else (made, None)
        return Response(status=status) if body is None else render(body, status, headers)

    return answered


def _require_access(who: Caller, scopes: tuple[str, ...]) -> None:
    """
    Returns if the caller's token may be used here.

    Raises:
        ForbiddenError
    """
    if ANY_TOKEN in scopes or (OWNER in scopes and who.manages) or any(who.may(scope) for scope in scopes):
        return
    named = [scope for scope in scopes if scope in SCOPES]
    if named:
        who.require_any(*named)
    raise ForbiddenError("this needs a token that may manage the account: see `manages_account`")
