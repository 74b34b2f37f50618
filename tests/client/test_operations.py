"""Every operation of the API is a typed method of the client: the OpenAPI document is walked, and everything called."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

import make_api
from delvebook_client import AnswerError, AsyncClient, Client, Game, models
from delvebook_client.aio.operations import AsyncGameOperations
from delvebook_client.shapes import Shape
from tests.client.contract import OURS, Asked, Recorder, call_everything, document, operations_of, recorded

SENT_OTHERWISE = {"Last-Event-ID": "`after` says the same"}
"""Parameters that no method has as an argument, and why."""
FORMS = {
    "oauth_token": {"grant_type", "code", "redirect_uri", "client_id", "code_verifier"},
    "oauth_revoke": {"token", "client_id"},
    "oauth_introspect": {"token", "client_id"},
}
"""The fields of forms that the document does not list, by RFC 6749, 7636, 7009 and 7662."""


@pytest.fixture(scope="module")
def asked() -> dict[str, Asked]:
    """What each operation was sent when every method was called."""
    recorder = Recorder(document())
    call_everything(recorder)
    return recorder.asked


def members_of(schema: Any) -> set[str]:
    """The members of a body, by the document alone."""
    if "$ref" in schema:
        return members_of(document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    return members_of(schema["oneOf"][0]) if "oneOf" in schema else set(schema.get("properties", {}))


def test_every_operation_has_a_method(asked: dict[str, Asked]) -> None:
    ids = {operation["operationId"] for _, _, operation in operations_of(document())}

    assert len(ids) > 100
    assert asked.keys() == ids


def test_no_two_methods_are_the_same_operation_but_the_two_of_an_action(asked: dict[str, Asked]) -> None:
    doubled = {id_: one.methods for id_, one in asked.items() if len(one.methods) != 1}

    assert doubled == {"games_act": {"GameOperations.act", "GameOperations.judge"}}


def test_every_parameter_and_every_member_of_a_body_is_an_argument(asked: dict[str, Asked]) -> None:
    missing = []
    for _, path, operation in operations_of(document()):
        sent = asked[operation["operationId"]]
        for one in operation["parameters"]:
            where = {"query": sent.query, "header": sent.headers}[one["in"]]
            name = one["name"] if one["in"] == "query" else one["name"].lower()
            if name not in where and one["name"] not in SENT_OTHERWISE:
                missing.append((operation["operationId"], one["name"]))
        content = operation.get("requestBody", {}).get("content", {})
        wanted = members_of(content["application/json"]["schema"]) if "application/json" in content else set()
        if "application/x-www-form-urlencoded" in content:
            wanted = FORMS[operation["operationId"]]
        missing += [(operation["operationId"], name) for name in wanted - sent.body]
        assert not sent.query - {one["name"] for one in operation["parameters"]}, path

    assert missing == []


def objects_in(value: Any) -> Iterator[Any]:
    """Yields the objects in a value, itself included."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_in(one)


def without_nulls(value: Any) -> Any:
    """The value without members that are null, and with times as they are written shortest."""
    if isinstance(value, dict):
        return {name: without_nulls(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    return re.sub(r"(:\d\d)\.000000Z", r"\1Z", value) if isinstance(value, str) else value


def test_every_recorded_answer_is_read_whole(asked: dict[str, Asked]) -> None:
    """Nothing of it is lost, and nothing is in it that the shapes do not know."""
    read = 0
    for id_, one in asked.items():
        answer = recorded(id_)
        for found in one.answers:
            if isinstance(found, Shape):
                told = msgspec.to_builtins(found)
                whole = answer.json() if answer.headers["Content-Type"] == "application/json" else None
                assert [one for one in objects_in(told) if "" in one] == [], id_
                page = next((page for page in (whole or {}).values() if isinstance(page, list)), None)
                wanted = [whole, *(page or [])] if whole is not None else [told]
                assert without_nulls(told) in [without_nulls(one) for one in wanted] or id_ == "games_act", id_
                read += 1

    assert read > 60


def test_a_check_is_done_at_once_or_is_a_job() -> None:
    for at_once, kinds in ((True, (models.Verification, models.Report)), (False, (models.Check, models.Check))):
        recorder = Recorder(document(), at_once=at_once)
        with Client("http://there", transport=httpx.MockTransport(recorder)) as client:
            found = client.game(OURS).begin_verification(), client.verifications.begin(record=b"{}")

        assert tuple(map(type, found)) == kinds


def grown(value: Any) -> Any:
    """The answer as a later service may give it: with a further member in every object, of a kind that is there."""
    if isinstance(value, dict):
        later = {"weather": next(iter(value.values()))} if value else {}
        return {name: grown(one) for name, one in {**value, **later}.items()}
    return [grown(one) for one in value] if isinstance(value, list) else value


def test_answers_are_open_for_members_that_come_later() -> None:
    recorder = Recorder(document(), grown)

    call_everything(recorder)
    found = [one for asked in recorder.asked.values() for one in asked.answers if isinstance(one, Shape)]

    assert len(found) > 60
    assert {type(one) for one in found if list(one.further) != ["weather"]} == {models.StreamLine}  # recorded as text
    game = next(one for one in found if isinstance(one, models.Game))
    assert game.creator is not None
    assert [list(one.further) for one in (game.seats[0], game.creator)] == [["weather"]] * 2


def test_answers_are_open_for_words_that_come_later() -> None:
    def in_other_words(answer: Any) -> Any:
        return {**answer, "status": "adjourned", "visibility": "moonlit"}

    recorder = Recorder(document(), in_other_words)
    with Client("http://there", transport=httpx.MockTransport(recorder)) as client:
        game = client.game(OURS).look()

    assert (game.status, game.visibility) == ("adjourned", "moonlit")


def test_what_the_api_does_not_describe_is_an_error_that_says_where() -> None:
    recorder = Recorder(document(), lambda answer: {**answer, "n": "many"})
    with (
        Client("http://there", transport=httpx.MockTransport(recorder)) as client,
        pytest.raises(AnswerError, match=r"Expected `int`, got `str` - at `\$\.n`"),
    ):
        client.game(OURS).look()


def test_a_game_has_all_operations_on_games_and_the_two_halves_have_the_same_methods() -> None:
    for half, other in ((AsyncClient, Client), (AsyncGameOperations, Game)):
        names = {name for name in dir(half) if not name.startswith("_")} - {"aclose"}
        assert names <= set(dir(other))
    assert {"look", "act", "judge", "resign", "dispute", "fork", "invite", "rematch", "record"} <= set(dir(Game))


def test_everything_that_is_made_from_the_document_is_made_from_this_one() -> None:
    made = make_api.made_from(document())
    kept = {path for folder in {path.parent for path in made} for path in folder.glob("*.py")}

    assert kept == made.keys()
    assert [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text] == [], "make client"


def test_a_new_operation_needs_no_more_than_make_client() -> None:
    """An operation, a group, a shape and a parameter that nobody has written anything for."""
    changed = json.loads(json.dumps(document()))
    changed["components"]["schemas"]["Weather"] = {
        "title": "Weather",
        "type": "object",
        "required": ["sun"],
        "properties": {"sun": {"type": "boolean", "description": "Whether it shines"}},
    }
    shape = {"$ref": "#/components/schemas/Weather"}
    changed["paths"]["/v1/weather/{place}"] = {
        "parameters": [{"name": "place", "in": "path", "required": True, "schema": {"type": "string"}}],
        "put": {
            "operationId": "weather_set",
            "summary": "Set the weather.",
            "parameters": [{"name": "from", "in": "query", "schema": {"type": "integer"}}],
            "requestBody": {"content": {"application/json": {"schema": shape}}},
            "responses": {"200": {"content": {"application/json": {"schema": shape}}}},
        },
    }

    made = {path.relative_to(make_api.PACKAGE).as_posix(): text for path, text in make_api.made_from(changed).items()}

    method = made["aio/operations/weather.py"]
    assert "async def set(" in method
    assert "place: str" in method
    assert "sun: bool," in method
    assert "from_: int | None = None" in method
    assert '{"from": from_}' in method
    assert "is_repeatable=True" in method
    assert "class Weather(Shape" in made["models/weather.py"]
    assert "def weather(self) -> AsyncWeatherApi:" in made["aio/operations/__init__.py"]
