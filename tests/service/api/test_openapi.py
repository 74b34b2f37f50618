"""The OpenAPI document is valid and complete, and the tests' client judges by it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from openapi_spec_validator import validate

from delvebook.service.api.problems import PROBLEMS
from delvebook.service.api.sharing import spelled_out
from tests.service.api.conformance import OUTSIDE, PAGES, Contract
from tests.service.api.house import Person, body_of


@pytest.fixture
def document(nobody: Person) -> dict[str, Any]:
    return body_of(nobody.get("/openapi.json"))


def test_the_document_is_valid_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_route_is_documented(app: Flask, document: dict[str, Any]) -> None:
    served = {
        (rule.rule.replace("<int:", "<").replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule != "/" and not rule.rule.startswith((*OUTSIDE, *PAGES))
    }
    documented = {
        (path, method) for path, item in document["paths"].items() for method in item if method != "parameters"
    }

    assert served == documented


def test_every_operation_says_who_may_call_and_what_it_does(document: dict[str, Any]) -> None:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            where = f"{method} {path}"
            assert operation["summary"].endswith((".", "…")) or operation["summary"], where
            assert "operationId" in operation, where
            assert any(int(status) < 300 for status in operation["responses"]), where
            if method == "post":
                assert any(status in operation["responses"] for status in ("401", "409")), where


def test_every_code_but_those_of_no_operation_is_documented_at_one(document: dict[str, Any]) -> None:
    documented = {
        code
        for item in spelled_out(document)["paths"].values()
        for method, operation in item.items()
        if method != "parameters"
        for response in operation["responses"].values()
        for code in response.get("x-codes", ())
    }
    of_no_operation = {"route/unknown", "route/method"}  # no such address, or no such method there

    assert documented & of_no_operation == set()
    assert documented | of_no_operation == set(PROBLEMS)


def test_the_judge_finds_what_is_not_documented(document: dict[str, Any], nobody: Person) -> None:
    answer = nobody.get("/v1/rulesets")
    del document["paths"]["/v1/rulesets"]["get"]["responses"]["200"]

    with pytest.raises(AssertionError, match="not documented"):
        Contract(document).judge("GET", "/v1/rulesets", answer)


def test_the_document_is_sent_packed_and_only_if_it_has_changed(nobody: Person) -> None:
    plain = nobody.get("/openapi.json", headers={"Accept-Encoding": "identity"})
    packed = nobody.get("/openapi.json", headers={"Accept-Encoding": "gzip"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 5 < len(plain.data)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.vary
        etag = answer.headers["ETag"]
        encoding = answer.headers.get("Content-Encoding", "identity")
        again = nobody.get("/openapi.json", headers={"Accept-Encoding": encoding, "If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")
    assert plain.headers["ETag"] != packed.headers["ETag"]


def test_every_look_that_can_be_asked_conditionally_says_so(document: dict[str, Any]) -> None:
    looks = {
        path: item["get"]["responses"]
        for path, item in spelled_out(document)["paths"].items()
        if "get" in item and list(item["get"]["responses"].get("200", {}).get("content", ())) == ["application/json"]
    }

    assert len(looks) > 40
    assert {path for path, answers in looks.items() if "304" not in answers} == set()


def examples_in(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Every example of the document: where it stands, the schema it is of, and its value."""

    def inside(part: Any, where: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
        if isinstance(part, list):
            for index, one in enumerate(part):
                yield from inside(one, f"{where}/{index}")
        elif isinstance(part, dict):
            schema = part.get("schema") if isinstance(part.get("schema"), dict) else part
            if "example" in part:
                yield where, schema, part["example"]
            for name, example in part.get("examples", {}).items() if "schema" in part else ():
                yield f"{where}/{name}", schema, example["value"]
            for key, one in part.items():
                if key not in ("example", "examples", "default", "enum", "const"):
                    yield from inside(one, f"{where}/{key}")

    yield from inside(document["paths"], "paths")
    yield from inside(document["components"], "components")


def test_every_example_is_of_its_schema(document: dict[str, Any]) -> None:
    found = list(examples_in(spelled_out(document)))
    schemas = {where: schema for where, schema, _ in found}
    # One judge for all, because each would read all components.
    judge = jsonschema_rs.Draft202012Validator({"properties": schemas, "components": document["components"]})
    wrong = [
        f"{fault.instance_path[0]}: {fault.message[:200]}"
        for fault in judge.iter_errors({where: value for where, _, value in found})
    ]

    assert wrong == []
    assert len(schemas) == len(found) > 300


def test_every_component_is_used(document: dict[str, Any]) -> None:
    text = json.dumps(document)

    for kind, components in document["components"].items():
        for name in components if kind != "securitySchemes" else ():
            assert f'"#/components/{kind}/{name}"' in text, f"{kind}/{name}"


def test_every_pattern_is_one_of_json_schema(document: dict[str, Any]) -> None:
    patterns = re.findall(r'"pattern": "((?:[^"\\]|\\.)*)"', json.dumps(spelled_out(document)))

    assert len(patterns) > 20
    assert [one for one in patterns if not one.startswith("^") or r"\\Z" in one] == []


def test_no_choice_has_a_single_alternative(document: dict[str, Any]) -> None:
    def alone(part: Any) -> bool:
        if isinstance(part, list):
            return any(map(alone, part))
        if not isinstance(part, dict):
            return False
        return any(
            len(part[key]) == 1 for key in ("anyOf", "oneOf", "allOf") if isinstance(part.get(key), list)
        ) or any(map(alone, part.values()))

    assert not alone(document)
