"""
Reads and answers requests: one reader of what a route declares, and canonical JSON.

It is Flask without what this API never needs: views that are coroutines, sessions, and addresses in other alphabets.
Every request would pay for these, whether used or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from flask import Flask, Request, Response, g, request
from flask.sessions import NullSession, SessionInterface
from marshmallow import RAISE, Schema, ValidationError
from webargs import missing
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import UnsupportedMediaType

from delvebook.domain.canonical import jcs, parse
from delvebook.service.api import context
from delvebook.service.api.schemas.base import Given
from delvebook.service.base.errors import ForbiddenError, InvalidInputError
from delvebook.service.identity.caller import INCLUDED, SCOPES, Caller

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BODY: Final = "delvebook.body"
"""Key in the WSGI environment where the server leaves a body that it has already read."""
WHOLE: Final = frozenset({200, 201, 202})
"""Statuses of which a finished answer is sent as it is."""
QUERY_BYTES_KEPT: Final = 128
QUERIES_KEPT: Final = 256
"""Number of short queries that an endpoint keeps as read, so as not to read them again."""
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


class LeanFlask(Flask):
    """Flask for the views of this API."""

    request_class = PreReadRequest
    response_class = FinishedResponse
    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., object]) -> Callable[..., object]:
        """The function itself: no view is a coroutine, and checking takes longer than many views do."""
        return func


class StrictParser(FlaskParser):
    """Reads requests by the rules of the record format, and refuses unknown members."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "json": RAISE, "query": RAISE}  # noqa: RUF012

    def load_json(self, req: Request, schema: Schema) -> object:
        """The body as plain data; an empty body counts as `{}`."""
        body = read_json(req)
        g.json_body = body
        return missing if body is None else body

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The query without the language, which every request may name (`languages`)."""
        named = req.args
        if "lang" in named and "lang" not in schema.fields:
            named = MultiDict((name, value) for name, value in named.items(multi=True) if name != "lang")
        return self._makeproxy(named, schema)

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **_: object) -> NoReturn:
        """Refuses with the messages by field."""
        messages = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
        location, fields = next(iter(messages.items()))
        where = {"json": "body", "query": "query", "headers": "headers"}.get(str(location), str(location))
        fields = fields if isinstance(fields, dict) else {"_schema": fields}
        named = ", ".join(sorted(map(str, fields)))
        raise InvalidInputError(
            f"fields of the {where} are missing, invalid or unknown: {named}", fields=_texts(fields), where=where
        )


def read_json(req: Request) -> object:
    """
    The body, checked against the record format; `{}` if it is empty.

    Raises:
        UnsupportedMediaType, NotCanonicalError
    """
    data = req.get_data(cache=True)
    if not data:
        return {}
    if req.mimetype != "application/json":
        raise UnsupportedMediaType("send application/json")
    return parse(data)


PARSER: Final = StrictParser()


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
        places: The parts of a request that are read: `query`, `json`, `RAW` for a body that the view reads itself, …
        readers: Called in order. Their results are passed to the view.
        status: The status of the view's answer.
    """

    scopes: tuple[str, ...] = ()
    needs_token: bool = False
    takes_records: bool = False
    places: set[str] = field(default_factory=set)
    readers: list[Callable[[], Given]] = field(default_factory=list)
    status: int = 200

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
    find_caller = context.player if declared.needs_token else context.caller
    enough = declared.enough

    @wraps(view)
    def answered(**path: object) -> object:
        if not has_query and request.query_string:
            _refuse_unknown(request.args.keys() - {"lang"}, "query")
        if not has_body and request.method not in ("GET", "HEAD"):
            body = read_json(request)
            if not isinstance(body, dict):
                raise InvalidInputError(
                    "the body is not an object", fields={"_schema": ["must be an object"]}, where="body"
                )
            _refuse_unknown(body.keys(), "body")
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


def _refuse_unknown(names: Iterable[str], where: str) -> None:
    """
    Returns if there are no names.

    Raises:
        InvalidInputError
    """
    fields = {name: ["Unknown field."] for name in sorted(names)}
    if fields:
        raise InvalidInputError(
            f"fields of the {where} are missing, invalid or unknown: {', '.join(fields)}", fields=fields, where=where
        )


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


def reader(schema: Schema, location: str) -> Callable[[], Given]:
    """
    Returns a function that reads one part of a request by the schema.

    Most requests bypass the library: those whose body is an object, and those whose query was read before.
    """

    def by_library() -> Given:
        given: Given = PARSER.parse(schema, request, location=location)
        return given

    def read_body() -> Given:
        body = read_json(request)
        g.json_body = body
        if type(body) is not dict:
            return by_library()
        try:
            given: Given = schema.load(body, unknown=RAISE)
        except ValidationError as error:
            PARSER.handle_error(ValidationError({"json": error.messages}), request, schema)
        return given

    known: dict[bytes, Given] = {}

    def read_query() -> Given:
        asked = request.query_string
        given = known.get(asked)
        if given is None:
            given = by_library()
            is_flat = all(isinstance(value, (str, int, NoneType)) for value in given.values())
            if is_flat and len(asked) <= QUERY_BYTES_KEPT and len(known) < QUERIES_KEPT:
                known[asked] = given
        return given.copy()

    return {"json": read_body, "query": read_query}.get(location, by_library)


def _texts(value: object) -> object:
    """The messages with all keys and values as text."""
    if isinstance(value, dict):
        return {str(key): _texts(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_texts(item) for item in value]
    return str(value)
