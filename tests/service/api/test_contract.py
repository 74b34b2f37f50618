"""The contract's promises for every answer: one form of a game, addresses of new things, open schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from delvebook.service.api.schemas.games import GameSchema, GameSummarySchema
from delvebook.service.api.sharing import spelled_out
from delvebook.service.base.settings import Settings
from tests.service.api.collected import catch_up
from tests.service.api.conformance import is_title
from tests.service.api.house import Person, body_of, build, play_to_the_end, quiet, requests_left, running_game

CLOCK = {"kind": "per_decision", "seconds": 3600, "on_expiry": {"kind": "bot", "bot": "greedy"}}
SAMPLES = {"{game_id}": "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11", "{n}": "3", "{seat}": "0"}


@pytest.fixture
def document(nobody: Person) -> dict[str, Any]:
    return spelled_out(body_of(nobody.get("/openapi.json")))


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation, by method and path."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield method, path, operation


def answers(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every answer of every operation, by what it answers."""
    for method, path, operation in operations(document):
        for status, answer in operation["responses"].items():
            yield f"{method} {path} {status}", answer


def listed(app: Flask) -> dict[str, dict[str, Any]]:
    """The list of games as strangers see it, once it has followed every event."""
    catch_up(app)
    return {game["id"]: game for game in body_of(Person(app).get("/v1/games"))["games"]}


def test_a_game_has_the_same_members_in_the_list_as_alone(app: Flask, ann: Person, bob: Person, nobody: Person) -> None:
    empty = ann.opens_game(clock=CLOCK, bots=[{"seat": 1, "bot": "random"}])
    owing = ann.opens_game()
    ann.sits(owing, nonce="a" * 32)
    bob.sits(owing, nonce="b" * 32)
    ann.shows(owing, "a" * 32)
    running = running_game(ann, bob, clock=CLOCK)
    ann.acts(running)
    taken_back = running_game(ann, bob)
    ann.acts(taken_back)
    assert ann.post(f"/v1/games/{taken_back}/take-backs").status_code == 201
    left = running_game(ann, bob, clock=CLOCK)
    assert ann.delete(f"/v1/games/{left}/seats/0").status_code == 200
    disputed = running_game(ann, bob, clock=CLOCK)
    n = ann.sees(disputed)["n"]
    assert bob.post(f"/v1/games/{disputed}/disputes", {"event": n, "claim": "no"}).status_code == 201
    aborted = ann.opens_game(clock=CLOCK)
    assert ann.post(f"/v1/games/{aborted}/abort", {"reason": "rain"}).status_code == 201
    finished = running_game(ann, bob)
    play_to_the_end(finished, ann, bob)
    fork = body_of(ann.post(f"/v1/games/{finished}/forks", {"event": 6}))["id"]
    games = {empty, owing, running, taken_back, left, disputed, aborted, finished, fork}
    only_alone = set(GameSchema().fields) - set(GameSummarySchema().fields)

    found = listed(app)

    assert found.keys() == games
    for game in games:
        alone = nobody.sees(game)
        assert {name: alone[name] for name in found[game]} == found[game]
        # `invite` is for the creator of a private game, whom the list does not tell either.
        assert alone.keys() - found[game].keys() == only_alone - {"invite"}


def test_every_201_is_documented_with_the_address_of_what_was_made(document: dict[str, Any]) -> None:
    made = [(where, answer) for where, answer in answers(document) if where.endswith(" 201")]

    assert len(made) > 10
    for where, answer in made:
        assert "Location" in answer["headers"], where


def test_the_address_of_what_was_made_leads_to_it(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    newcomer = ann.post("/v1/accounts", {"name": "Cid"})
    acted = ann.acts(game)
    n = body_of(acted)["n"]
    disputed = bob.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "no"})

    assert body_of(ann.get(newcomer.headers["Location"]))["name"] == "Cid"
    assert body_of(ann.get(acted.headers["Location"])) == body_of(acted)["events"][-1]
    assert body_of(bob.get(disputed.headers["Location"]))["claim"] == "no"
    created = ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2})
    assert body_of(ann.get(created.headers["Location"])) == body_of(created)["game"]


def test_no_answer_is_closed_to_members_or_words_of_later_versions(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    seen: set[str] = set()

    def closed(schema: Any, where: str) -> Iterator[str]:
        if isinstance(schema, list):
            for one in schema:
                yield from closed(one, where)
        if not isinstance(schema, dict):
            return
        if schema.get("additionalProperties") is False:
            yield f"{where} is closed"
        if "enum" in schema:
            yield f"{where} has an enum: {schema['enum']}"
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        # What titles show is held to its own version of the ruleset, which never changes.
        if name and name not in seen and not is_title(name):
            seen.add(name)
            yield from closed(schemas[name], name)
        for key, one in schema.items():
            if key not in ("example", "examples"):
                yield from closed(one, where)

    faults = [
        fault
        for where, answer in answers(document)
        for content in answer.get("content", {}).values()
        for fault in closed(content.get("schema", {}), where)
    ]

    assert faults == []
    assert {"Game", "Done", "Event", "Problem", "Dispute"} <= seen


def test_every_answer_tells_what_is_left_of_the_budget(tmp_path: Path, document: dict[str, Any]) -> None:
    app = build(quiet(Settings(home=tmp_path, secret="ab" * 32), rate_limit="1000 per day"))
    app.test_client_class = FlaskClient  # which asks for nothing else
    nobody = Person(app)
    left = []
    for where, answer in answers(document):
        assert {"RateLimit", "RateLimit-Policy", "X-Request-ID"} <= answer["headers"].keys(), where
    for method, path, _ in operations(document):
        address = re.sub(r"\{[a-z_]+\}", lambda found: SAMPLES.get(found[0], "nobody"), path)
        answer = nobody.send(method.upper(), address)
        assert answer.headers["RateLimit-Policy"] == '"requests";q=1000;w=86400', path
        left.append(requests_left(answer.headers))

    assert left == list(range(999, 999 - len(left), -1))
    app.extensions["delvebook"].close()
