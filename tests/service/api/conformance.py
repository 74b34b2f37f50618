"""
A test client that checks every answer against the OpenAPI document: the route, the status, the media type,
the body's schema. What is not documented fails the test that saw it.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from uuid import UUID

import jsonschema_rs
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from delvebook.domain.leaving import END_REASONS
from delvebook.service.api.sharing import spelled_out
from tests.contract.judges import Judge, judge_of
from tests.service.api.reader import require_helpful

LOG_KEYS = "/.well-known/delvebook-log.json"
OUTSIDE = (
    "/openapi.json",
    "/docs",
    "/livez",
    "/healthz",
    "/readyz",
    "/metrics",
    "/.well-known/jwks.json",
    LOG_KEYS,
    "/log/",
)
"""Not described in the document: about the service, not part of its API."""
PAGES = (
    "/static/",
    "/oauth/authorize",
    "/new",
    "/games/",
    "/embed/",
    "/verify",
    "/disputes",
    "/leagues",
    "/players/",
    "/account",
    "/device",
    "/favicon.ico",
    "/manifest.webmanifest",
    "/offline",
    "/sw.js",
)
"""For people; nor is the lobby, `/`."""

JUDGED = ("application/json", "application/problem+json")
"""Whose bodies are held against their schema."""


HOLDING = ("application/json", "application/x-ndjson")
"""Whose bodies may hold what a title shows."""
GAME = re.compile(r"/v1/games/([0-9a-f-]{36})(?:/|$)")
KINDS = ("seat", "spectator", "arbiter", "public")


def closed(schema: Any) -> Any:
    """
    A schema without what is there for later versions: members and words that it does not name are wrong in it.

    The published schemas of answers are open. Our own answers must hold nothing that is not documented all the same.
    Those of the titles are left alone: `faults_of_title` judges by the titles' own shapes.
    """
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: value if key in ("example", "examples") else closed(value) for key, value in schema.items()}
    if isinstance(made.get("properties"), dict) and "type" in made and made["type"] == "object":
        made.setdefault("additionalProperties", False)
    words = made.pop("x-extensible-enum", None)
    if words is not None:
        made["enum"] = [*words, None] if "null" in made.get("type", ()) else words
    return made


def is_title(name: str) -> bool:
    """Returns whether a component describes views, facts or actions of a title."""
    return "." in name or name in ("Table", "Fact", "Action", "OutcomeDetails", "PlayedAction")


class Contract:
    """The OpenAPI document as a judge."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = spelled_out(document)
        schemas = document["components"]["schemas"]
        self._schemas = {name: schema if is_title(name) else closed(schema) for name, schema in schemas.items()}
        self._bodies = self._judge_of_bodies()
        self._paths = [
            (re.compile(re.sub(r"\{(\w+)\}", lambda found, of=item: _spelling(of, found[1]), path)), item)
            for path, item in self.document["paths"].items()
        ]

    def judge(self, method: str, path: str, response: TestResponse) -> None:
        """Fails if the document does not allow the answer."""
        if path == "/" or path.startswith((*OUTSIDE, *PAGES)) or method == "OPTIONS":
            return
        item = self.item(method, path)
        code = _code(response)
        if item is None:
            assert response.status_code in (404, 308), f"{path} is not documented and answers {response.status_code}"
            assert code in (None, "route/unknown")
            return
        operation = item.get(method.lower() if method != "HEAD" else "get")
        if operation is None:
            assert (response.status_code, code) == (405, "route/method"), f"{method} {path} is not documented"
            return
        documented = operation["responses"].get(str(response.status_code))
        where = f"{method} {path} → {response.status_code}"
        assert documented is not None, f"{where} {code} is not documented: {response.text[:300]}"
        assert response.status_code != 201 or "Location" in response.headers, f"{where} does not say where"
        content = documented.get("content", {})
        if response.status_code in (204, 304) or method == "HEAD":
            assert response.data == b"", where
            return
        assert response.mimetype in content, f"{where}: {response.mimetype} is not documented"
        if code is not None:
            assert code in documented["x-codes"], f"{where}: the code {code} is not documented"
        schema = content[response.mimetype].get("schema")
        if schema is not None and response.mimetype in JUDGED:
            body = {_name_of(operation, response.status_code): json.loads(bytes_of(response))}
            errors = [
                f"/{'/'.join(map(str, error.instance_path[1:]))}: {error.message[:300]}"
                for error in self._bodies.iter_errors(body)
            ]
            assert not errors, f"{where}: {errors[:3]}"

    def _judge_of_bodies(self) -> Any:
        """
        The judge of an object that holds a body under the name of its answer.

        One for all answers, because what it compiles of the components would take megabytes again for each of many.
        """
        answers = {
            _name_of(operation, status): closed(content[media]["schema"])
            for item in self.document["paths"].values()
            for operation in item.values()
            if isinstance(operation, dict)
            for status, documented in operation["responses"].items()
            for content in [documented.get("content", {})]
            for media in JUDGED
            if "schema" in content.get(media, {})
        }
        return jsonschema_rs.Draft202012Validator(
            {"properties": answers, "additionalProperties": False, "components": {"schemas": self._schemas}}
        )

    def item(self, method: str, path: str) -> dict[str, Any] | None:
        """What is documented at a path; where a template fits beside it, that which knows the method."""
        name = method.lower() if method != "HEAD" else "get"
        exact = self.document["paths"].get(path)
        if exact is not None and name in exact:
            return dict(exact)
        fitting = [item for pattern, item in self._paths if pattern.fullmatch(path)]
        fitting.sort(key=lambda item: (name not in item, item is not exact))
        return dict(fitting[0]) if fitting else None


def _spelling(item: dict[str, Any], name: str) -> str:
    """The pattern of a parameter in a path."""
    is_number = any(one["name"] == name and one["schema"]["type"] == "integer" for one in item.get("parameters", ()))
    return "(?:0|[1-9][0-9]*)" if is_number else "[^/]+"


def _name_of(operation: dict[str, Any], status: int | str) -> str:
    return f"{operation['operationId']} {status}"


def _code(response: TestResponse) -> str | None:
    if response.mimetype != "application/problem+json":
        return None
    body = response.json
    assert body is not None
    assert body["status"] == response.status_code
    assert body["type"] == f"/docs/errors/{body['code']}"
    assert "Traceback" not in response.text
    assert 'File "' not in response.text
    return str(body["code"])


def bytes_of(response: TestResponse) -> bytes:
    """Returns the unpacked body."""
    data = response.get_data()
    return gzip.decompress(data) if response.headers.get("Content-Encoding") == "gzip" else data


@cache
def contract_of(document: str) -> Contract:
    """Returns the judge for a document, made once."""
    return Contract(json.loads(document))


def faults_of_title(judge: Judge, body: Any) -> Iterator[str]:
    """
    What is wrong with the tables, facts, actions and outcomes in an answer, wherever they stand.

    Members that the title does not declare are wrong here, though the published schemas are open.
    """
    if isinstance(body, list):
        for item in body:
            yield from faults_of_title(judge, item)
    if not isinstance(body, dict):
        return
    for key, value in body.items():
        if key == "table" and isinstance(value, dict):
            faults = {kind: judge.table(kind, value) for kind in KINDS}
            if all(faults.values()):
                yield from min(faults.values(), key=len)
        elif key == "facts" and isinstance(value, list):
            for fact in value:
                yield from judge.fact(fact)
        elif key == "action" and isinstance(value, dict):
            yield from judge.action(value)
        elif key == "outcome" and isinstance(value, dict):
            if value.get("reason") not in END_REASONS:
                yield from judge.details(value["details"])
            elif value["details"]:
                yield "details of an outcome that no title gives"
        else:
            yield from faults_of_title(judge, value)


CYRILLIC = re.compile(r"[а-яё]")


class ConformingClient(FlaskClient):
    """A client that judges its answers."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        request = response.request
        if response.mimetype != "text/event-stream":
            self.contract().judge(request.method, request.path, response)
            self.judge_title(request.path, response)
            self.judge_language(response)
            self.judge_refusal(response)
        return response

    def judge_language(self, response: TestResponse) -> None:
        """Holds a refusal to its language: in Russian title and detail are Russian."""
        if response.mimetype == "application/problem+json" and response.headers.get("Content-Language") == "ru":
            body = json.loads(response.get_data())
            for member in ("title", "detail"):
                assert CYRILLIC.search(body[member]), f"{member} of {body['code']} is not in Russian: {body[member]}"

    def judge_refusal(self, response: TestResponse) -> None:
        """Holds a refusal to what its reader needs."""
        if response.mimetype == "application/problem+json":
            require_helpful(json.loads(response.get_data()))

    def judge_title(self, path: str, response: TestResponse) -> None:
        """Validates views, facts and actions in the answer against the title's own shapes."""
        game = GAME.match(path)
        if game is None or response.status_code >= 300 or response.mimetype not in HOLDING or response.is_streamed:
            return
        judge = judge_of(self.ruleset_of(game[1]))
        if not judge.has_shapes:
            return
        data = bytes_of(response)
        lines = [data] if response.mimetype == "application/json" else data.splitlines()
        faults = [fault for line in lines if line for fault in faults_of_title(judge, json.loads(line))]
        assert not faults, f"{path}: {faults[:3]}"

    def ruleset_of(self, game: str) -> str:
        """Returns the ruleset of a game of the application."""
        known: dict[str, str] = self.application.extensions.setdefault("rulesets of games", {})
        if game not in known:
            with self.application.extensions["delvebook"].use.application.reading(UUID(game)) as found:
                known[game] = found.ruleset.key
        return known[game]

    def contract(self) -> Contract:
        app: Flask = self.application
        if "contract" not in app.extensions:
            # Asked past this class, so as not to judge the judge.
            text = FlaskClient.open(self, "/openapi.json").get_data(as_text=True)
            app.extensions["contract"] = contract_of(text)
        found: Contract = app.extensions["contract"]
        return found
