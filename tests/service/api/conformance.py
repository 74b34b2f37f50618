"""
A test client that holds every answer against the OpenAPI document: the route, the status, the media type,
the body's schema. What is not documented fails the test that saw it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

OUTSIDE = ("/openapi.json", "/docs", "/healthz", "/readyz", "/metrics", "/.well-known", "/log/")
"""Not described in the document: about the service, not part of its API."""

JUDGED = ("application/json", "application/problem+json")
"""Whose bodies are held against their schema."""


class Contract:
    """The OpenAPI document as a judge."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._paths = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path, item) for path, item in document["paths"].items()
        ]

    def judge(self, method: str, path: str, response: TestResponse) -> None:
        """Fails if the document does not allow the answer."""
        if path.startswith(OUTSIDE) or method == "OPTIONS":
            return
        item = self._item(path)
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
        content = documented.get("content", {})
        if response.status_code in (204, 304) or method == "HEAD":
            assert response.data == b"", where
            return
        assert response.mimetype in content, f"{where}: {response.mimetype} is not documented"
        if code is not None:
            assert code in content[response.mimetype]["examples"], f"{where}: the code {code} is not documented"
        schema = content[response.mimetype].get("schema")
        if schema is not None and response.mimetype in JUDGED:
            validator = Draft202012Validator({**schema, "components": self.document["components"]})
            errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(response.json)]
            assert not errors, f"{where}: {errors[:3]}"

    def _item(self, path: str) -> dict[str, Any] | None:
        for pattern, template, item in self._paths:
            if pattern.fullmatch(path) and ("{" not in template or path not in self.document["paths"]):
                return dict(item)
        return None


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


@cache
def contract_of(document: str) -> Contract:
    """The judge for a document, made once."""
    return Contract(json.loads(document))


class ConformingClient(FlaskClient):
    """A client that judges what it gets."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        request = response.request
        if response.mimetype != "text/event-stream":
            self.contract().judge(request.method, request.path, response)
        return response

    def contract(self) -> Contract:
        app: Flask = self.application
        if "contract" not in app.extensions:
            # Asked past this class, so as not to judge the judge.
            text = FlaskClient.open(self, "/openapi.json").get_data(as_text=True)
            app.extensions["contract"] = contract_of(text)
        found: Contract = app.extensions["contract"]
        return found
