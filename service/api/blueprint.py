"""
The blueprint of this API. Endpoints are declarations: `lean` reads requests by them, and the document is written from
them.

    @games.route("/<game_id>/start", methods=["POST"])
    @games.needs_token(PLAY)
    @games.repeatable
    @games.response(200, DoneSchema)
    @games.refuses("game/unknown", "game/seats_missing")
    def start(game_id): ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import flask_smorest
from flask import Flask
from marshmallow import Schema

from delvebook.domain.schemas import JsonSchema
from delvebook.service.api.lean import RAW, Declared, Endpoint, endpoint
from delvebook.service.api.problems import PROBLEM_TYPE, PROBLEMS
from delvebook.service.api.reading import reader
from delvebook.service.api.schemas.base import ProblemSchema
from delvebook.service.api.schemas.records import BundleSchema
from delvebook.service.identity.caller import SCOPES

CODES: Final = "x-codes"
"""The member of a refusal in the document that lists its codes."""
OURS: Final = "delvebook"
SECURITY_SCHEME: Final = "token"
OAUTH_SCHEME: Final = "oauth"
EVERYWHERE: Final = (
    "service/rate_limited",
    "service/too_many_requests",
    "service/busy",
    "service/internal",
    "ruleset/broken",
    "delvebook/error",
    "service/unavailable",
    "game/damaged",
    "auth/invalid",
    "account/banned",
    "input/invalid",
)
WITH_BODY: Final = (
    "input/not_json",
    "input/not_utf8",
    "input/doubled_key",
    "input/not_an_integer",
    "input/too_deep",
    "input/not_canonical",
    "input/too_large",
    "input/too_slow",
    "input/media_type",
    "input/encoding",
)
WITH_FORM: Final = ("input/too_large", "input/too_slow", "input/encoding")
"""Refusals that a form has in common with other bodies. RFC 6749 gives the form of all other refusals."""
FORM: Final = "application/x-www-form-urlencoded"
IDEMPOTENCY_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": (
        "Makes the request safe to send again: within at least 24 hours the same key gives the same answer, with the "
        "header `Idempotent-Replay: true`, and nothing happens twice. Keys count per account and game. "
        "A refusal is not kept: it is judged again."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "example": "2b1f6a3e-action-17",
}
_TOGETHER: Final[dict[str, JsonSchema]] = {
    "record": {"type": "string", "description": "The record, as NDJSON"},
    "receipts": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Receipts to be checked with it",
    },
    "parents": {
        "type": "array",
        "items": {"type": "string"},
        "description": "For the record of a fork: the records of the games it came from, each as NDJSON",
    },
}
PREFER: Final = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "description": (
        "With `receipt` (RFC 7240) a refusal, too, comes with a signed receipt. With `return=minimal` the answer "
        "leaves out `events` and `game`."
    ),
    "schema": {"type": "string"},
    "example": "receipt",
}
MINIMAL: Final = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "description": "With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.",
    "schema": {"type": "string"},
    "example": "return=minimal",
}
RESPOND_ASYNC: Final = {
    "name": "Prefer",
    "in": "header",
    "required": False,
    "description": "With `respond-async` (RFC 7240) the check runs as a job, however short the record is.",
    "schema": {"type": "string"},
    "example": "respond-async",
}
HEADERS: Final[dict[str, JsonSchema]] = {
    "ETag": {"description": "For `If-None-Match`", "schema": {"type": "string"}},
    "Link": {"description": 'RFC 8288: the next page has `rel="next"`', "schema": {"type": "string"}},
    "Content-Location": {"description": "Where this very answer is found for ever", "schema": {"type": "string"}},
    "Location": {
        "description": "Where what was made is found; of a command in a game, the last event it made",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "When to look again, in seconds", "schema": {"type": "integer"}},
    "Preference-Applied": {
        "description": "RFC 7240: the preference that was followed",
        "schema": {"type": "string"},
    },
    "Idempotent-Replay": {
        "description": "`true` if the same request had been carried out before",
        "schema": {"type": "string", "const": "true"},
    },
}
EVERY_ANSWER: Final[dict[str, JsonSchema]] = {
    "RateLimit-Policy": {
        "description": "Your budget, by draft-ietf-httpapi-ratelimit-headers: `q` requests in `w` seconds",
        "schema": {"type": "string"},
        "example": '"requests";q=6000;w=60',
    },
    "RateLimit": {
        "description": "What is left of it: `r` requests, for `t` seconds",
        "schema": {"type": "string"},
        "example": '"requests";r=5990;t=31',
    },
    "X-Request-ID": {
        "description": "The request's own `X-Request-ID`, or one that was made",
        "schema": {"type": "string"},
        "example": "b94dd8f3ec02a300",
    },
}
"""Headers of every answer. The first two are missing where the operator sets no limit."""


def header(name: str) -> JsonSchema:
    """The documentation of a header of an answer: a reference to its component."""
    return {"$ref": f"#/components/headers/{name}"}


def _uploaded(media_type: str, members: Sequence[str]) -> JsonSchema:
    """The documentation of an upload of that media type."""
    properties = {member: _TOGETHER[member] for member in members}
    together = {"type": "object", "properties": properties, "required": ["record"], "additionalProperties": False}
    if media_type == "application/json":
        return {"schema": {"oneOf": [together, BundleSchema]}}
    if media_type == "multipart/form-data":
        if "receipts" in members:
            properties["receipts"] = {"type": "string", "description": "Receipts to be checked with it, one a line"}
        return {"schema": together}
    return {"schema": {"type": "string"}}


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A blueprint whose endpoints declare what they need, answer and refuse."""

    def __init__(self, name: str, import_name: str, *, description: str, url_prefix: str | None = None) -> None:
        super().__init__(name, import_name, url_prefix=url_prefix, description=description)
        self._prepare_doc_cbks.append(self._prepare_our_doc)

    def route(self, rule: str, **options: object) -> Callable[[Endpoint], Endpoint]:
        """Registers the route. `endpoint` reads its requests by what the view declares."""
        register = _typed(super().route(rule, **options))
        return lambda view: register(endpoint(view, _declared(view)))

    def arguments(
        self, schema: type[Schema], *, location: str = "json", **options: object
    ) -> Callable[[Endpoint], Endpoint]:
        """
        Declares a part of the request, passed to the view as a dictionary.

        The library documents it. It is read here, because the library would build the schema for every request.
        """
        document = super().arguments(schema, location=location, **options)
        made = schema()
        read = reader(made, location)

        def decorator(view: Endpoint) -> Endpoint:
            declared = _declared(view)
            if location == "json":
                declared.body = made
            declared.places.add(location)
            declared.readers.insert(0, read)  # decorators are applied from the last to the first
            return _documented(view, document(view))

        return decorator

    def alt_response(self, status_code: int, **options: object) -> Callable[[Endpoint], Endpoint]:
        """Declares another possible answer (documentation only)."""
        document = super().alt_response(status_code, **options)

        def decorator(view: Endpoint) -> Endpoint:
            return _documented(view, document(view))

        return decorator

    def needs_token(self, *scopes: str) -> Callable[[Endpoint], Endpoint]:
        """
        Requires a token with one of these scopes, or with one that includes it.

        Args:
            scopes: The scopes; `OWNER` for a token that looks after the account, `ANY_TOKEN` for any token.
        """
        return self._with_access(scopes, is_needed=True)

    def takes_token(self, *scopes: str) -> Callable[[Endpoint], Endpoint]:
        """Opens the endpoint to every caller. A token, if sent, must have one of these scopes, and may show more."""
        return self._with_access(scopes, is_needed=False)

    def open_to_all(self, view: Endpoint) -> Endpoint:
        """Opens the endpoint to every caller, with the same answer for each."""
        _remember(view)["access"] = ()
        return view

    def _with_access(self, scopes: tuple[str, ...], *, is_needed: bool) -> Callable[[Endpoint], Endpoint]:
        def decorator(view: Endpoint) -> Endpoint:
            declared = _declared(view)
            declared.scopes, declared.needs_token = scopes, is_needed
            ours = _remember(view)
            ours["access"] = scopes
            named = [scope for scope in scopes if scope in SCOPES]
            # A caller needs only one of them, so each is an alternative.
            ours["security"] = [] if is_needed else [{}]
            # Only schemes of OAuth list scopes (OpenAPI); a token needs the same ones.
            ours["security"] += [{SECURITY_SCHEME: []}, *({OAUTH_SCHEME: [scope]} for scope in named)]
            ours["refusals"].update(("auth/forbidden", *(("auth/required",) if is_needed else ())))
            return view

        return decorator

    def repeatable(self, view: Endpoint) -> Endpoint:
        """Lets the endpoint take an `Idempotency-Key`."""
        ours = _remember(view)
        ours["parameters"].append(IDEMPOTENCY_KEY)
        ours["headers"].append("Idempotent-Replay")
        ours["refusals"].update(("request/key_malformed", "request/reused", "service/busy"))
        return view

    def takes_records(self, view: Endpoint) -> Endpoint:
        """Accepts bodies as large as records."""
        _declared(view).takes_records = True
        return view

    def parameters(self, *described: JsonSchema) -> Callable[[Endpoint], Endpoint]:
        """Declares further parameters (documentation only)."""

        def decorator(view: Endpoint) -> Endpoint:
            _remember(view)["parameters"].extend(described)
            return view

        return decorator

    def uploads(self, *media_types: str, members: Sequence[str] = tuple(_TOGETHER)) -> Callable[[Endpoint], Endpoint]:
        """
        Declares a raw body of one of these media types (documentation only).

        Args:
            media_types: The media types.
            members: The members that one form or object may hold together.
        """

        def decorator(view: Endpoint) -> Endpoint:
            _declared(view).places.add(RAW)
            _remember(view)["uploads"] = {one: _uploaded(one, members) for one in media_types}
            return view

        return decorator

    def headers(self, *names: str) -> Callable[[Endpoint], Endpoint]:
        """Declares headers of the answer (documentation only)."""

        def decorator(view: Endpoint) -> Endpoint:
            _remember(view)["headers"].extend(names)
            return view

        return decorator

    def refuses(self, *codes: str) -> Callable[[Endpoint], Endpoint]:
        """Declares refusal codes (documentation only; the table in `problems` gives each its status)."""

        def decorator(view: Endpoint) -> Endpoint:
            _remember(view)["refusals"].update(codes)
            return view

        return decorator

    def response(self, status_code: int, schema: object = None, **kwargs: object) -> Callable[[Endpoint], Endpoint]:
        """
        Declares the status and the schema of the answer.

        The view returns the body, the body and headers, or a finished response.
        """
        document = super().response(status_code, schema, **kwargs)

        def decorator(view: Endpoint) -> Endpoint:
            _declared(view).status = status_code
            return _documented(view, document(view))

        return decorator

    @staticmethod
    def _prepare_our_doc(doc: JsonSchema, doc_info: JsonSchema, *, method: str, **_: object) -> object:
        """Adds what our decorators declare to an operation: security, parameters, headers, and every refusal."""
        ours = doc_info.get(OURS, _blank())
        doc["security"] = ours["security"]
        doc.setdefault("parameters", []).extend(ours["parameters"])
        refusals = {*ours["refusals"], *EVERYWHERE}
        if ours["uploads"] is not None:
            doc["uploaded"] = {"required": True, "content": ours["uploads"]}
        if method not in ("get", "head"):
            # A body is read even if the view declares none.
            refusals.update(WITH_FORM if list(ours["uploads"] or ()) == [FORM] else WITH_BODY)
        if "uploaded" in doc:
            doc["requestBody"] = doc.pop("uploaded")
        for status, response in doc["responses"].items():
            if int(status) < 300 and ours["headers"]:
                response.setdefault("headers", {}).update({name: header(name) for name in ours["headers"]})
        if "ETag" in ours["headers"]:
            doc["responses"][304] = {
                "description": "What you have is still right",
                "headers": {"ETag": header("ETag")},
            }
        for status in sorted({PROBLEMS[code].status for code in refusals}):
            codes = sorted(code for code in refusals if PROBLEMS[code].status == status)
            doc["responses"][status] = {
                "description": "; ".join(dict.fromkeys(PROBLEMS[code].title for code in codes)),
                "content": {PROBLEM_TYPE: {"schema": ProblemSchema}},
                CODES: codes,
            }
        return doc


def _documented(view: Endpoint, documented: object) -> Endpoint:
    """The view with the documentation that the library's decorator adds, but without that decorator's wrapper."""
    view._apidoc = documented._apidoc  # type: ignore[attr-defined]  # noqa: SLF001
    return view


def _typed(decorator: Any) -> Callable[[Endpoint], Endpoint]:
    """The library's decorator, typed."""
    typed: Callable[[Endpoint], Endpoint] = decorator
    return typed


def _blank() -> JsonSchema:
    return {"access": None, "security": [], "refusals": set(), "parameters": [], "headers": [], "uploads": None}


def declared_of(app: Flask, name: str) -> Declared:
    """What the endpoint of that name declares of its requests."""
    return _declared(app.view_functions[name])


def _declared(view: Endpoint) -> Declared:
    """The declarations about the view's requests so far."""
    found: Declared = view.__dict__.setdefault("_declared", Declared())
    return found


def _remember(view: Endpoint) -> JsonSchema:
    """The entries that our decorators have made in the document for the view so far."""
    documented: JsonSchema = view.__dict__.setdefault("_apidoc", {})
    ours: JsonSchema = documented.setdefault(OURS, _blank())
    return ours
