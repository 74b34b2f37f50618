"""A change of the OpenAPI document that breaks a client is named; one that only adds is none."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from delvebook.service.base.settings import Settings
from tests.kept.answers import lost
from tests.kept.contract import breaks
from tests.service.api.house import build, quiet

Change = Callable[[dict[str, Any]], object]

GAME = {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}
DOCUMENT: dict[str, Any] = {
    "paths": {
        "/games": {
            "get": {
                "security": [{}, {"oauth": ["read"]}],
                "parameters": [{"$ref": "#/components/parameters/limit"}],
                "responses": {"200": {"content": GAME}},
            },
            "post": {
                "security": [{"oauth": ["play"]}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/New"}}}},
                "responses": {"201": {"headers": {"Location": {}}, "content": {}}, "422": {}},
            },
        }
    },
    "components": {
        "parameters": {
            "limit": {"in": "query", "name": "limit", "schema": {"type": "integer", "maximum": 50, "default": 20}}
        },
        "schemas": {
            "Game": {
                "type": "object",
                "required": ["id", "seats"],
                "properties": {
                    "id": {"type": "string", "format": "uuid"},
                    "seats": {"type": "array", "items": {"$ref": "#/components/schemas/Seat"}},
                    "parent": {"$ref": "#/components/schemas/Game"},
                    "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
                },
            },
            "Seat": {"anyOf": [{"$ref": "#/components/schemas/Person"}, {"type": "null"}]},
            "Person": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "New": {
                "type": "object",
                "additionalProperties": False,
                "required": ["title"],
                "properties": {
                    "title": {"type": "string", "maxLength": 20},
                    "mode": {"enum": ["open", "closed"]},
                    "seats": {"type": ["integer", "null"], "minimum": 1},
                    "options": {"type": "object"},
                },
            },
        },
    },
}  # fmt: skip


def schema(document: dict[str, Any], name: str) -> Any:
    return document["components"]["schemas"][name]


def operation(document: dict[str, Any], method: str) -> Any:
    return document["paths"]["/games"][method]


BREAKING: dict[str, tuple[Change, str]] = {
    "an operation goes": (lambda d: d["paths"]["/games"].pop("get"), "GET /games is gone"),
    "a parameter goes": (lambda d: operation(d, "get").pop("parameters"), "the parameter limit is gone"),
    "a parameter is demanded": (
        lambda d: d["components"]["parameters"]["limit"].update(required=True), "the parameter limit is required now"),
    "a new parameter is demanded": (
        lambda d: operation(d, "get")["parameters"].append({"in": "query", "name": "who", "required": True}),
        "the parameter who is new and required"),
    "a token is demanded": (
        lambda d: operation(d, "get").update(security=[{"oauth": ["read"]}]), "GET /games: no token is not enough"),
    "a further scope is demanded": (
        lambda d: operation(d, "post").update(security=[{"oauth": ["play", "read"]}]), "oauth ['play'] is not enough"),
    "a default changes": (
        lambda d: d["components"]["parameters"]["limit"]["schema"].update(default=10), "limit has another default"),
    "a default goes": (
        lambda d: d["components"]["parameters"]["limit"]["schema"].pop("default"), "limit has another default"),
    "a list is written in another way": (
        lambda d: d["components"]["parameters"]["limit"].update(explode=False), "limit is written in another way"),
    "an open input closes": (
        lambda d: schema(d, "New")["properties"]["options"].update(additionalProperties=False),
        "the body.options may have no other members any more"),
    "the values of a map change": (
        lambda d: schema(d, "Game")["properties"]["scores"]["additionalProperties"].update(type="string"),
        "200.scores.* was integer and is string"),
    "a bound falls": (
        lambda d: d["components"]["parameters"]["limit"]["schema"].update(maximum=20), "limit has a lower maximum"),
    "a bound rises": (lambda d: schema(d, "New")["properties"]["seats"].update(minimum=2), "has a higher minimum"),
    "a text gets shorter": (lambda d: schema(d, "New")["properties"]["title"].update(maxLength=9), "lower maxLength"),
    "a text gets a pattern": (
        lambda d: schema(d, "New")["properties"]["title"].update(pattern="^a"), "another pattern"),
    "an input goes": (lambda d: schema(d, "New")["properties"].pop("mode"), "the body.mode is gone"),
    "an input is demanded": (lambda d: schema(d, "New")["required"].append("mode"), "the body.mode is required now"),
    "a word of an input goes": (
        lambda d: schema(d, "New")["properties"]["mode"].update(enum=["open"]), "may not be 'closed' any more"),
    "an input may not be null": (
        lambda d: schema(d, "New")["properties"]["seats"].update(type="integer"), "was integer or null and is integer"),
    "a body is demanded": (lambda d: operation(d, "post")["requestBody"].update(required=True), "a body is required"),
    "a status goes": (lambda d: operation(d, "post")["responses"].pop("201"), "never answers 201"),
    "a header goes": (lambda d: operation(d, "post")["responses"]["201"].pop("headers"), "no header Location"),
    "a media type goes": (
        lambda d: operation(d, "get")["responses"]["200"].pop("content"), "200 is not application/json any more"),
    "a member goes": (lambda d: schema(d, "Game")["properties"].pop("parent"), "200.parent is gone"),
    "a member may be missing": (lambda d: schema(d, "Game")["required"].remove("id"), "200.id may be missing now"),
    "a member has another type": (
        lambda d: schema(d, "Game")["properties"]["id"].update(type="integer"), "200.id was string and is integer"),
    "a member may be null": (
        lambda d: schema(d, "Game")["properties"]["id"].update(type=["string", "null"]),
        "200.id was string and is null or string"),
    "a format goes": (lambda d: schema(d, "Game")["properties"]["id"].pop("format"), "200.id is no uuid any more"),
    "a shape is added": (
        lambda d: schema(d, "Seat")["anyOf"].append({"type": "integer"}), "200.seats[] may be integer"),
    "a shape within a shape changes": (
        lambda d: schema(d, "Person")["properties"]["name"].update(type="integer"), "200.seats[] may be Person now"),
}  # fmt: skip

HARMLESS: dict[str, Change] = {
    "nothing": lambda d: None,
    "a path": lambda d: d["paths"].update({"/others": {"get": {"responses": {}}}}),
    "a parameter": lambda d: operation(d, "get")["parameters"].append({"in": "query", "name": "who"}),
    "another way to be known": lambda d: operation(d, "post")["security"].append({"token": []}),
    "a demand for a token goes": lambda d: operation(d, "post").update(security=[{}]),
    "a member": lambda d: schema(d, "Game")["properties"].update(new={"type": "string"}),
    "a member that is always there": lambda d: schema(d, "Game")["required"].append("parent"),
    "an input": lambda d: schema(d, "New")["properties"].update(new={"type": "string"}),
    "a word of an input": lambda d: schema(d, "New")["properties"]["mode"]["enum"].append("secret"),
    "a longer text": lambda d: schema(d, "New")["properties"]["title"].update(maxLength=30),
    "a refusal": lambda d: operation(d, "post")["responses"].update({"409": {}}),
    "a shape that never comes any more": lambda d: schema(d, "Seat")["anyOf"].pop(),
}


def document_of_this_version(home: Path) -> Any:
    app = build(quiet(Settings(home=home, secret="ab" * 32)))
    try:
        return app.test_client().get("/openapi.json").get_json()
    finally:
        app.extensions["delvebook"].close()


@pytest.mark.parametrize("name", BREAKING)
def test_what_breaks_a_client_is_named(name: str) -> None:
    change, said = BREAKING[name]
    changed = copy.deepcopy(DOCUMENT)
    change(changed)

    (found,) = breaks(DOCUMENT, changed)

    assert said in found


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_adds_breaks_nobody(name: str) -> None:
    changed = copy.deepcopy(DOCUMENT)
    HARMLESS[name](changed)

    assert breaks(DOCUMENT, changed) == []


def test_the_document_of_this_version_breaks_nothing_of_itself_and_a_cut_in_it_is_found(tmp_path: Path) -> None:
    document = document_of_this_version(tmp_path)
    cut = json.loads(json.dumps(document))
    del cut["components"]["schemas"]["Game"]["properties"]["status"]

    assert breaks(document, document) == []
    assert any(".status is gone" in one for one in breaks(document, cut))


ANSWER: dict[str, Any] = {
    "n": 3,
    "seats": [{"name": "Ann", "score": None}],
    "versions": [1],
    "catalogue": {"digest": "ab"},
    "events": [{"told": ["A card is drawn."], "text": {"en": "I pass", "ru": "Пас"}}],
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda a: a.pop("n"), ".n is gone"),
        (lambda a: a.update(n="3"), ".n was 3 and is '3'"),
        (lambda a: a.update(n=3.0), ".n was 3 and is 3.0"),
        (lambda a: a["seats"][0].update(name="Bob"), ".seats[0].name was 'Ann' and is 'Bob'"),
        (lambda a: a["seats"].append({}), ".seats was"),
        (lambda a: a.update(versions=[2]), ".versions has no 1 any more"),
        (lambda a: a.update(catalogue="ab"), ".catalogue has another form"),
        (lambda a: a["events"][0].pop("told"), ".events[0].told is gone"),
        (lambda a: a["events"][0].update(told=[]), ".events[0].told says nothing any more"),
        (lambda a: a["events"][0]["text"].update(ru=""), ".events[0].text.ru says nothing any more"),
    ],
)
def test_what_an_answer_no_longer_says_is_named(change: Change, said: str) -> None:
    changed = copy.deepcopy(ANSWER)
    change(changed)

    (found,) = lost(ANSWER, changed)

    assert found.startswith(said)


@pytest.mark.parametrize(
    "change",
    [
        lambda a: None,
        lambda a: a.update(more=1),
        lambda a: a["versions"].append(2),
        lambda a: a["catalogue"].update(digest="cd"),
        lambda a: a["events"][0].update(told=["A player draws a card.", "It is a map."]),
        lambda a: a["events"][0]["text"].update(ru="Я пасую"),
    ],
)
def test_better_words_and_more_of_them_are_no_loss(change: Change) -> None:
    changed = copy.deepcopy(ANSWER)
    change(changed)

    assert list(lost(ANSWER, changed)) == []
