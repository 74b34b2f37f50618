"""The OpenAPI document is small: what operations have in common is written once, and nothing is lost by it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from delvebook.service.api.sharing import KINDS, shared, spelled_out
from tests.service.api.house import Person, body_of

BYTES_MAX = 1_000_000


@pytest.fixture
def document(nobody: Person) -> dict[str, Any]:
    return body_of(nobody.get("/openapi.json"))


def parts_of(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every answer, parameter and example that is written in the document, references left out."""
    items = document["paths"].values()
    operations = [one for item in items for method, one in item.items() if method != "parameters"]
    responses = [one for operation in operations for one in operation["responses"].values()]
    responses += document["components"].get("responses", {}).values()
    contents = [one for response in responses for one in response.get("content", {}).values()]
    found = {
        "responses": responses,
        "parameters": [
            *(one for owner in (*items, *operations) for one in owner.get("parameters", ())),
            *document["components"].get("parameters", {}).values(),
        ],
        "examples": [
            *(one for content in contents for one in content.get("examples", {}).values()),
            *document["components"].get("examples", {}).values(),
        ],
    }
    for kind, parts in found.items():
        yield from ((kind, part) for part in parts if "$ref" not in part)


def resolved(part: Any, document: dict[str, Any]) -> Any:
    """The part with what each reference to an answer, a parameter or an example points to."""
    if isinstance(part, list):
        return [resolved(one, document) for one in part]
    if not isinstance(part, dict):
        return part
    _, _, place = part.get("$ref", "").partition("#/components/")
    kind, _, name = place.partition("/")
    if kind not in ("responses", "parameters", "examples"):
        return {key: resolved(one, document) for key, one in part.items()}
    assert part.keys() == {"$ref"}
    return resolved(document["components"][kind][name], document)


def test_the_document_is_smaller_than_a_megabyte(nobody: Person) -> None:
    plain = nobody.get("/openapi.json", headers={"Accept-Encoding": "identity"})

    assert len(plain.data) < BYTES_MAX


def test_no_answer_no_parameter_and_no_example_is_written_twice(document: dict[str, Any]) -> None:
    written = Counter((kind, json.dumps(part, sort_keys=True)) for kind, part in parts_of(document))

    assert {kind for kind, _ in written} == set(KINDS)
    assert [part for part, count in written.items() if count > 1] == []


def test_what_only_one_operation_has_is_no_component(document: dict[str, Any]) -> None:
    had = Counter((kind, json.dumps(part, sort_keys=True)) for kind, part in parts_of(spelled_out(document)))

    for kind in KINDS:
        for name, part in document["components"][kind].items():
            whole = resolved(part, document)
            assert had[kind, json.dumps(whole, sort_keys=True)] > 1, f"{kind}/{name}"


def test_nothing_is_lost(document: dict[str, Any]) -> None:
    whole = spelled_out(document)

    assert whole["paths"] == resolved(document["paths"], document)
    assert whole["components"] == {kind: one for kind, one in document["components"].items() if kind not in KINDS}
    assert len(json.dumps(whole)) > len(json.dumps(document)) * 1.3
    assert shared(deepcopy(whole)) == document


def test_names_say_the_status_and_the_codes_that_tell_an_answer_from_others(document: dict[str, Any]) -> None:
    answers = document["paths"]["/v1/games/{game_id}/head"]["get"]["responses"]

    assert answers["404"] == {"$ref": "#/components/responses/404.game_unknown"}
    assert answers["500"] == {"$ref": "#/components/responses/500"}
    assert document["components"]["responses"]["404.game_unknown"]["x-codes"] == ["game/unknown"]
    for kind in KINDS:
        assert all(re.fullmatch(r"[A-Za-z0-9._-]+", name) for name in document["components"][kind])  # OpenAPI 3.1


def small(*answers: dict[str, Any]) -> dict[str, Any]:
    """A document of that many operations, each with one answer."""
    paths = {
        f"/{number}": {"get": {"operationId": f"look_{number // 2}", "responses": {"200": answer}}}
        for number, answer in enumerate(answers)
    }
    return {"paths": paths, "components": {}}


def test_of_two_answers_of_a_name_the_one_that_is_used_more_has_the_short_one() -> None:
    rare, common = {"description": "rare"}, {"description": "common"}

    made = shared(small(rare, rare, common, common, common))

    assert made["components"]["responses"] == {"200": common, "200.look_0": rare}
    assert made["paths"]["/0"]["get"]["responses"]["200"] == {"$ref": "#/components/responses/200.look_0"}


def test_two_answers_that_would_have_one_name_are_refused() -> None:
    first, second, third = ({"description": words, "x-codes": ["a/b"]} for words in ("one", "two", "three"))

    with pytest.raises(ValueError, match=r"two responses of the OpenAPI document are called 200\.a_b"):
        shared(small(first, first, second, second, third))
