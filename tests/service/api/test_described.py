"""The OpenAPI document alone explains every member, parameter and header, and what can go wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.kinds import TIME, TIME_OR_NULL
from delvebook.domain.rulesets import registry
from delvebook.service.api.blueprint import EVERYWHERE, FORM, WITH_BODY, WITH_FORM
from delvebook.service.api.components import named
from delvebook.service.api.problems import PROBLEMS
from tests.service.api.house import Person, body_of

SCHEMAS = "#/components/schemas/"


@pytest.fixture
def document(nobody: Person) -> dict[str, Any]:
    return body_of(nobody.get("/openapi.json"))


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]]]]:
    """Every operation with its parameters, those of its path included."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                parameters = [*item.get("parameters", ()), *operation.get("parameters", ())]
                yield f"{method} {path}", operation, parameters


def members_of(schema: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every member of every object in a schema, and where it stands."""
    if isinstance(schema, list):
        for number, one in enumerate(schema):
            yield from members_of(one, f"{where}/{number}")
    if isinstance(schema, dict):
        properties = schema.get("properties")
        for name, member in (properties if isinstance(properties, dict) else {}).items():
            yield f"{where}.{name}", member
        for key, one in schema.items():
            if key not in ("example", "examples", "default", "enum", "const"):
                yield from members_of(one, f"{where}/{key}")


def description_of(member: dict[str, Any], document: dict[str, Any]) -> str:
    """Returns the description of a member, or of its component if the member is only a reference."""
    choices = [one for one in member.get("anyOf", ()) if one.get("type") != "null"]
    reference = member.get("$ref") or (choices[0].get("$ref") if len(choices) == 1 else None)
    if "description" in member or reference is None:
        return str(member.get("description", ""))
    return str(document["components"]["schemas"][reference.removeprefix(SCHEMAS)].get("description", ""))


def codes_of(operation: dict[str, Any]) -> set[str]:
    """Every code with which an operation may refuse."""
    return {code for answer in operation["responses"].values() for code in answer.get("x-codes", ())}


def test_every_member_of_every_schema_is_described(document: dict[str, Any]) -> None:
    members = list(members_of(document))

    assert len(members) > 2000
    assert [where for where, member in members if not description_of(member, document).strip()] == []


def test_every_parameter_and_every_header_is_described(document: dict[str, Any]) -> None:
    headers = document["components"]["headers"]
    for where, operation, parameters in operations(document):
        for parameter in parameters:
            assert parameter.get("description"), f"{where}: {parameter['name']}"
            assert parameter["schema"].keys() - {"default"}, f"{where}: {parameter['name']}"
        for status, answer in operation["responses"].items():
            assert answer["description"], f"{where} {status}"
            for name, header in answer["headers"].items():
                assert headers[header["$ref"].rpartition("/")[2]]["description"], f"{where} {status}: {name}"


def test_every_operation_says_how_it_refuses(document: dict[str, Any]) -> None:
    for where, operation, parameters in operations(document):
        codes = codes_of(operation)
        assert codes >= set(EVERYWHERE), where
        if not where.startswith("get "):
            is_form = list(operation.get("requestBody", {}).get("content", ())) == [FORM]
            assert codes >= set(WITH_FORM if is_form else WITH_BODY), where
        if operation["security"] and {} not in operation["security"]:
            assert codes >= {"auth/required", "auth/forbidden"}, where
        if any(parameter["in"] == "path" for parameter in parameters):
            # Whatever is named in an address may not be there.
            assert "404" in operation["responses"], where
        for code in codes:
            answer = operation["responses"][str(PROBLEMS[code].status)]
            assert code in answer["x-codes"], f"{where}: {code}"
            assert PROBLEMS[code].title in answer["description"], f"{where}: {code}"


def test_every_type_of_fact_and_action_is_described_by_its_sentence(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for ruleset in registry.all_rulesets().values():
        prefix = f"{ruleset.id}.v{ruleset.version}"
        for kind, types in (("fact", ruleset.shapes.facts), ("action", ruleset.action_schemas)):
            choices = schemas[f"{prefix}.Any{kind.capitalize()}"]
            assert choices["discriminator"]["mapping"].keys() == set(types)
            for type_ in types:
                described = schemas[f"{prefix}.{kind}.{type_}"]["properties"]["type"]
                assert described["const"] == type_
                section: Any = ruleset.phrasebook.section(f"{kind}s")
                sentences = [one["en"] for key, one in section.items() if key.split(".")[0] == type_]
                assert any(sentence.partition("{")[0] in described["description"] for sentence in sentences)
    shown = schemas["dungeon-raiders.v1.fact.cards_revealed"]["properties"]["type"]
    assert shown["description"] == "The fact's type, told as “{seat} reveals {cards}.”"


def test_every_component_has_a_name_of_its_own_that_a_class_can_have(document: dict[str, Any]) -> None:
    titles = Counter(schema["title"] for schema in document["components"]["schemas"].values())

    assert [title for title, count in titles.items() if count > 1] == []
    assert all(title.isidentifier() and title[0].isupper() for title in titles)


def test_an_object_inside_a_component_is_a_component_of_its_own() -> None:
    inner = {"type": "object", "properties": {"x": {"type": "integer"}}}
    found = named({"the-box": {"type": "object", "properties": {"lid": {**inner, "description": "Its lid"}}}})

    assert found["the-box"]["properties"]["lid"] == {
        "$ref": "#/components/schemas/the-boxLid",
        "description": "Its lid",
    }
    assert found["the-boxLid"] == {**inner, "title": "TheBoxLid", "description": "Its lid"}


def test_two_components_of_one_name_are_refused() -> None:
    schemas = {"Box": {"type": "object", "properties": {"lid": {"type": "object"}}}, "BoxLid": {"type": "object"}}

    with pytest.raises(ValueError, match="BoxLid"):
        named(schemas)


def is_a_time(name: str) -> bool:
    """Whether the name promises a time: `at`, or one that ends with `_at`."""
    return name == "at" or name.endswith("_at")


def test_what_is_called_at_is_a_time_and_events_have_other_names(document: dict[str, Any]) -> None:
    times = 0
    for name, schema in document["components"]["schemas"].items():
        is_of_title = "." in name
        for member, declared in schema.get("properties", {}).items():
            kinds = declared.get("type", ())
            kinds = [kinds] if isinstance(kinds, str) else kinds
            if is_a_time(member):
                assert set(kinds) <= {"string", "null"}, f"{name}.{member}"
                assert name.startswith("New") or declared.get("format") == "date-time", f"{name}.{member}"
                times += 1
            elif not is_of_title and "integer" in kinds and re.search(r"\bevents?\b", declared.get("description", "")):
                assert member in ("n", "event", "last_event", "ruling", "decision", "notice"), f"{name}.{member}"
    assert times > 30
    for where, _, parameters in operations(document):
        for parameter in parameters:
            if parameter["schema"].get("type") == "integer" and re.search(r"\bevent\b", parameter["description"]):
                assert parameter["name"] in ("n", "event", "after", "from", "to"), f"{where}: {parameter['name']}"


def test_what_is_called_at_in_a_record_is_a_time() -> None:
    for type_, event in EVENT_TYPES.items():
        for field in event.data_fields:
            is_time = field.kind in (TIME, TIME_OR_NULL)
            names = [] if is_time else [field.name, *re.findall(r"\w+", field.kind.words)]
            assert not any(map(is_a_time, names)), f"{type_}.{field.name}: {field.kind.words}"
