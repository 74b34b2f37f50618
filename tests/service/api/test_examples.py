"""
The examples of the OpenAPI document are the service's answers.

`make examples` records them anew: a small story (`story`) is played over the real API, with chance, clock and keys of
its own. The test plays it again and compares.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from delvebook.service.api import oauth
from delvebook.service.api.document import EXAMPLES_FILE
from delvebook.service.api.sharing import spelled_out
from delvebook.service.base.settings import Settings
from delvebook.workers import checks, studies
from tests import servers
from tests.servers import RedisServer
from tests.service.api.house import Person, body_of
from tests.service.api.story import Examples, tell
from tests.workers.opened import fresh_contexts

pytestmark = pytest.mark.servers
FILE = Path(__file__).parents[3] / "service" / "api" / "assets" / EXAMPLES_FILE
FORMATS = {
    "date-time": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"),
    "uuid": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "uri-reference": re.compile(r"/(v1|docs)/\S+"),
}


@pytest.fixture
def told(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Examples]:
    """Yields the service's present answers to the story."""
    settings = Settings(home=tmp_path, redis_url=redis_server.url, secret="ab" * 32)
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(settings, name)))
    monkeypatch.setattr(oauth, "version", lambda: "1.0.0")  # a new version is no new example
    with fresh_contexts(checks, studies), closing(redis_server.client()) as connection:
        yield tell(settings, lambda queue: servers.work_off(connection, queue))


@pytest.fixture
def document(nobody: Person) -> dict[str, Any]:
    return spelled_out(body_of(nobody.get("/openapi.json")))


def answers(document: dict[str, Any]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Every body that an operation may answer with if all goes well: operation, status, media type, and its content."""
    for item in document["paths"].values():
        for method, operation in item.items():
            if method == "parameters":
                continue
            for status, answer in operation["responses"].items():
                for media_type, content in answer.get("content", {}).items():
                    if int(status) < 300:
                        yield operation["operationId"], status, media_type, content


def strings(schema: Any, value: Any, document: dict[str, Any], where: str = "") -> Iterator[tuple[str, Any, str]]:
    """Every text of an example with its schema, as far as members have one; what titles show is left to them."""
    while "$ref" in schema:
        name = schema["$ref"].removeprefix("#/components/schemas/")
        if "." in name:
            return
        schema = document["components"]["schemas"][name]
    choices = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(choices) == 1:
        yield from strings(choices[0], value, document, where)
    elif isinstance(value, dict):
        for name, one in value.items():
            member = schema.get("properties", {}).get(name) or schema.get("additionalProperties") or {}
            yield from strings(member if isinstance(member, dict) else {}, one, document, f"{where}.{name}")
    elif isinstance(value, list):
        for one in value:
            yield from strings(schema.get("items", {}), one, document, where)
    elif isinstance(value, str) and schema.get("type"):
        yield where, schema, value


def test_the_examples_are_what_the_service_answers_today(told: Examples) -> None:
    if os.environ.get("EXAMPLES") == "record":
        FILE.write_text(json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")

    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(json.dumps(told))


def test_every_json_body_of_every_operation_has_an_example_of_its_schema(document: dict[str, Any]) -> None:
    bodies = {
        f"{operation} {status} {name}": (content["schema"], example["value"])
        for operation, status, media_type, content in answers(document)
        if media_type == "application/json"
        for name, example in (content.get("examples") or {"missing": {"value": None}}).items()
    }
    # One judge for all, because each would read all components.
    schemas = {where: schema for where, (schema, _) in bodies.items()}
    judge = jsonschema_rs.Draft202012Validator({"properties": schemas, "components": document["components"]})
    faults = judge.iter_errors({where: value for where, (_, value) in bodies.items()})

    assert [f"{fault.instance_path[0]}: {fault.message[:200]}" for fault in faults] == []
    assert [where for where in bodies if where.endswith(" missing")] == []


def test_records_and_streams_have_examples_too(document: dict[str, Any]) -> None:
    with_examples = {
        (operation, media_type)
        for operation, _, media_type, content in answers(document)
        if media_type != "application/json" and content.get("examples")
    }

    assert with_examples >= {("games_record", "application/x-ndjson"), ("games_events", "application/x-ndjson")}


def test_every_time_id_and_address_in_an_example_has_its_format(document: dict[str, Any]) -> None:
    seen, wrong = 0, set()
    for operation, status, media_type, content in answers(document):
        for example in content.get("examples", {}).values() if media_type == "application/json" else ():
            for where, schema, text in strings(content["schema"], example["value"], document):
                for name, pattern in FORMATS.items():
                    if pattern.fullmatch(text):
                        seen += 1
                        if schema.get("format") != name:
                            wrong.add(f"{operation} {status}{where}: {text} has no format {name}")

    assert sorted(wrong) == []
    assert seen > 100
