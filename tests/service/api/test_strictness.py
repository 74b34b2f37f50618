"""Requests are strict on every route, and every refusal helps: walked through the OpenAPI document."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest

from delvebook.service.api.problems import PROBLEMS
from delvebook.service.api.sharing import spelled_out
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, EXPORT, FILE, OPERATE, PLAY, READ
from tests.service.api.house import Person, as_official, body_of, build, quiet
from tests.service.api.reader import NEEDS

UUID = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
IN_PATHS = {"game_id": UUID, "import_id": UUID, "n": "1", "seat": "0", "account_id": "me", "ruleset_id": "labyrinth"}
"""Values for addresses; any other member of a path is 32 hex digits."""
NUMBERS = ("1_0", "٢", "２", "+1", "-1", " 1", "1 ", "01", "1.0", "1e1", "0x1", "1\n", "true", "", "9" * 400)
TRUTHS = ("yes", "no", "1", "0", "True", "TRUE", "on", "t", "true\n", "")
UUIDS = (UUID.upper(), f"{{{UUID}}}", f"urn:uuid:{UUID}", UUID.replace("-", ""), f"{UUID}\n", "x", "")
TIMES = ("2026-1-2", "٢٠٢٦-01-02", "20260102", "2026-01-02T10", "2026-01-02 10:00:00Z", "2026-13-01", "soon", "")
WORDS = ("no such word", "ALL", "")
MISTYPED: dict[str, tuple[Any, ...]] = {
    "boolean": (0, 1, "true", "", [], {}),
    "integer": (True, False, "1", [], {}),
    "string": (1, True, [], {}),
    "array": ("x", 1, True, {}),
    "object": ("x", 1, True, []),
}
"""Values of the other types of JSON, by the type that a member has."""
FORMS = ("/oauth/",)
"""Routes of RFC 6749, whose requests and refusals have the forms of that standard."""


class Operation(NamedTuple):
    method: str
    path: str
    declared: dict[str, Any]

    @property
    def address(self) -> str:
        return re.sub(r"\{(\w+)\}", lambda found: IN_PATHS.get(found[1], "0" * 32), self.path)

    def parameters(self) -> list[dict[str, Any]]:
        return [one for one in self.declared["parameters"] if one["in"] == "query"]


@pytest.fixture(scope="module")
def official(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who may call every route."""
    app = build(quiet(Settings(home=tmp_path_factory.mktemp("strict"), secret="ab" * 32)))
    yield as_official(app, "Olga", READ, PLAY, EXPORT, FILE, ARBITRATE, OPERATE)
    app.extensions["delvebook"].close()


@pytest.fixture(scope="module")
def operations(official: Person) -> list[Operation]:
    paths = spelled_out(body_of(official.get("/openapi.json")))["paths"]
    return [
        Operation(method.upper(), path, declared)
        for path, item in paths.items()
        for method, declared in item.items()
        if method != "parameters" and not path.startswith(FORMS)
    ]


def spellings(schema: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """A right spelling of a parameter, and wrong ones."""
    schema = schema.get("items", schema)
    kind = schema["type"]
    if kind == "integer":
        return str(schema.get("minimum", 1)), (*NUMBERS, str(schema["maximum"] + 1))
    if kind == "boolean":
        return "true", TRUTHS
    if schema.get("format") == "uuid":
        return UUID, UUIDS
    if "enum" in schema:
        return schema["enum"][0], WORDS
    example = str(schema.get("example", ""))
    if re.fullmatch(r"2026-\d\d-\d\d(T.*)?", example):
        return example, TIMES
    return "", ("x" * 5000,)


def test_every_parameter_of_a_query_has_one_spelling(official: Person, operations: list[Operation]) -> None:
    tried = 0
    for operation in operations:
        for parameter in operation.parameters():
            name, schema = parameter["name"], parameter["schema"]
            right, wrong = spellings(schema)
            queries = [f"{name}={quote(one)}" for one in wrong] + [f"{name}=%ff", f"{name}=a%00"]
            if schema["type"] != "array":
                queries.append(f"{name}={quote(right)}&{name}={quote(right)}")
            for query in queries:
                answer = official.send(operation.method, f"{operation.address}?{query}")
                where = f"{operation.method} {operation.path}?{query[:80]} → {answer.status_code} {answer.text[:300]}"
                assert answer.status_code in (400, 422), where
                assert name in body_of(answer)["fields"], where
                assert body_of(answer)["where"] == "query", where
                tried += 1
            if right and operation.method == "GET":
                answer = official.send(operation.method, f"{operation.address}?{name}={quote(right)}")
                assert name not in (answer.json or {}).get("fields", {}), f"{operation.path} {name}: {answer.text}"
    assert tried > 1000


def test_no_route_takes_a_parameter_that_is_not_documented(official: Person, operations: list[Operation]) -> None:
    for operation in operations:
        answer = official.send(operation.method, f"{operation.address}?colour=red")

        assert answer.status_code == 422, (operation, answer.text)
        [message] = body_of(answer)["fields"]["colour"]
        assert all(f"`{one['name']}`" in message for one in operation.parameters()), message


@pytest.mark.parametrize(
    ("body", "what"), [("null", "null"), ("[]", "an array"), ('"{}"', "a text"), ("7", "a number"), ("true", "a truth")]
)
def test_no_route_takes_a_body_that_is_no_object(
    official: Person, operations: list[Operation], body: str, what: str
) -> None:
    for operation in operations:
        if operation.method == "GET":
            continue
        answer = official.send(operation.method, operation.address, data=body, content_type="application/json")
        told = body_of(answer)

        assert answer.status_code == 422, (operation.path, answer.text)
        assert told["where"] == "body"
        assert told["fields"]["body"][0].startswith(f"must be an object, not {what}")


def test_no_look_takes_a_body(official: Person, operations: list[Operation]) -> None:
    for operation in operations:
        if operation.method == "GET":
            answer = official.get(operation.address, data="{}", content_type="application/json")

            assert body_of(answer)["fields"] == {"body": ["must be empty: a GET takes none"]}, operation.path


@pytest.mark.parametrize("content_type", ["text/plain", "application/json; charset=latin1", "text/json", None])
def test_every_route_names_the_media_type_that_was_sent_and_those_that_it_takes(
    official: Person, operations: list[Operation], content_type: str | None
) -> None:
    for operation in operations:
        if operation.method == "GET":
            continue
        answer = official.send(operation.method, operation.address, data=b"{}", content_type=content_type)
        told = body_of(answer)

        assert (answer.status_code, told["code"]) == (415, "input/media_type"), operation.path
        assert told["sent"] == content_type
        documented = operation.declared.get("requestBody", {"content": {"application/json": {}}})["content"]
        assert set(documented) <= set(told["wanted"])
        assert content_type is None or content_type in told["detail"]
        assert "application/json" in told["detail"]


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, identity"])
def test_no_route_takes_a_packed_body(official: Person, operations: list[Operation], encoding: str) -> None:
    packed = gzip.compress(b"{}")
    for operation in operations:
        if operation.method == "GET":
            continue
        headers = {"Content-Encoding": encoding, "Content-Type": "application/json"}
        answer = official.send(operation.method, operation.address, data=packed, headers=headers)

        assert (answer.status_code, body_of(answer)["code"]) == (415, "input/encoding"), operation.path
        assert encoding in body_of(answer)["detail"]


def test_every_member_that_is_missing_is_named(official: Person, operations: list[Operation]) -> None:
    schemas = body_of(official.get("/openapi.json"))["components"]["schemas"]
    tried = 0
    for operation in operations:
        content = operation.declared.get("requestBody", {}).get("content", {}).get("application/json")
        name = content["schema"].get("$ref", "").rpartition("/")[2] if content else ""
        required = schemas[name].get("required", []) if name else []
        for body in ({}, None) if required else ():
            sent = {} if body is None else {"json": body}
            told = body_of(official.send(operation.method, operation.address, **sent))
            assert {path for path, said in told["fields"].items() if said == ["is missing"]} == set(required), told
            tried += 1
    assert tried > 30


def test_no_member_takes_a_value_of_another_type(official: Person, operations: list[Operation]) -> None:
    schemas = body_of(official.get("/openapi.json"))["components"]["schemas"]
    tried = 0
    for operation in operations:
        content = operation.declared.get("requestBody", {}).get("content", {}).get("application/json")
        name = content["schema"].get("$ref", "").rpartition("/")[2] if content else ""
        for member, schema in schemas.get(name, {}).get("properties", {}).items():
            declared = schema.get("type", [])
            kinds = {declared} if isinstance(declared, str) else set(declared)
            for wrong in MISTYPED[next(iter(kinds - {"null"}))] if kinds else ():
                answer = official.send(operation.method, operation.address, json={member: wrong})
                where = (
                    f"{operation.method} {operation.path} {member}={wrong!r} → {answer.status_code} {answer.text[:300]}"
                )
                assert answer.status_code == 422, where
                assert any(path.split(".")[0] == member for path in body_of(answer)["fields"]), where
                tried += 1
    assert tried > 200


def test_numbers_in_addresses_have_one_spelling(official: Person, operations: list[Operation]) -> None:
    for operation in operations:
        for name in {"n", "seat"} & set(re.findall(r"\{(\w+)\}", operation.path)):
            for spelling in ("٢", "２", "01", "+1", "1_0", "-1"):
                path = operation.path.replace(f"{{{name}}}", quote(spelling))
                address = operation._replace(path=path).address
                answer = official.send(operation.method, address, **({} if operation.method == "GET" else {"json": {}}))
                assert (answer.status_code, body_of(answer)["code"]) == (404, "route/unknown"), address


def test_the_path_of_a_wrong_member_leads_to_it(official: Person) -> None:
    body = {
        "ruleset": "dungeon-raiders",
        "seats": "two",
        "bots": [{"seat": 0, "bot": "greedy"}, {"seat": "1", "bot": "greedy", "colour": "red"}],
        "clock": {"kind": "days", "days": 0, "on_expiry": {"kind": "bot"}},
    }

    told = body_of(official.post("/v1/games", body))

    assert {path: len(said) for path, said in told["fields"].items()} == {
        "seats": 1,
        "bots.1.seat": 1,
        "bots.1.colour": 1,
        "clock.days": 1,
    }
    assert told["fields"]["bots.1.colour"] == ["is not known here; known are `seat`, `bot`"]
    assert "`clock.days` in the body must be" in told["detail"]


def test_options_and_actions_are_refused_in_the_same_form(official: Person) -> None:
    terms = {"ruleset": "dungeon-raiders", "seats": 2, "options": {"mode": 7, "speed": 1}}

    told = body_of(official.post("/v1/games", terms))

    assert told["fields"] == {
        "mode": ["must be a text"],
        "speed": ["is not known here; known are `mode`, `difficulty`"],
    }


def test_a_game_says_the_same_of_an_event_that_it_has_not_reached_in_every_form(official: Person) -> None:
    game = official.opens_game()
    beyond = [
        official.get(f"/v1/games/{game}/{path}", headers={"Accept": accept})
        for path in (
            "events?after=99999",
            "events?after=99999&wait=30",
            "events?cursor=99999",
            "stream?after=99999",
        )
        for accept in ("application/json", "application/x-ndjson", "text/event-stream")
    ]

    assert {(one.status_code, body_of(one)["code"], body_of(one)["detail"]) for one in beyond} == {
        (404, "event/unknown", "the game has events 1 to 1, not 99999")
    }
    assert official.get(f"/v1/games/{game}/events?after=1").json == {"events": [], "game": game, "next": None}
    for accept in ("application/json", "application/x-ndjson"):
        assert official.get("/v1/notices?after=9", headers={"Accept": accept}).status_code == 404


def test_a_viewer_that_there_is_not_is_told_those_that_the_caller_may_ask_for(official: Person) -> None:
    app = official.client.application
    ann, nobody = Person(app, "Ann"), Person(app)
    game = ann.opens_game()
    ann.sits(game)

    offered = [body_of(one.get(f"/v1/games/{game}?viewer=god"))["viewers"] for one in (ann, nobody, official)]

    assert offered == [
        ["seat:0", "spectator"],
        ["spectator"],
        ["spectator", "seat:0", "seat:1", "arbiter"],
    ]
    for one, viewers in zip((ann, nobody, official), offered, strict=True):
        for viewer in viewers:
            assert one.get(f"/v1/games/{game}?viewer={viewer}").status_code == 200, viewer


def test_who_may_start_is_told_as_the_pages_say(official: Person) -> None:
    app = official.client.application
    ann, bob, cid = (Person(app, name) for name in ("Anna", "Boris", "Cyril"))
    game = ann.opens_game()
    ann.sits(game)
    bob.sits(game)

    refused = body_of(cid.post(f"/v1/games/{game}/start"))

    assert refused["detail"].startswith("only the creator of the game, or a player at its table, may start it")
    bob.starts(game)


def test_the_list_of_what_readers_need_has_every_code() -> None:
    assert set(NEEDS) == set(PROBLEMS)


def test_a_detail_of_a_library_is_noticed() -> None:
    from tests.service.api.reader import require_helpful  # noqa: PLC0415

    for detail in ("{'card': ['Not a valid string.']}", "Invalid input type.", "something is wrong"):
        with pytest.raises(AssertionError):
            require_helpful({"code": "action/malformed", "detail": detail, "fields": json.loads("{}")})
