"""A short run of `make fuzz`, every hostile request once, and tests of the judge."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz import world
from tests.fuzz.hostile import HOSTILE, say
from tests.fuzz.judge import Answers
from tests.fuzz.run import fuzz, is_flat, spared
from tests.fuzz.wild import Ask
from tests.fuzz.world import MORTAL, World

REQUESTS = 500


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = world.make(tmp_path_factory.mktemp("fuzz"))
    yield made
    made.web.stop()


@pytest.mark.long
def test_whatever_is_asked_is_answered_as_the_document_says(tmp_path: Path) -> None:
    result = fuzz(tmp_path, requests=REQUESTS, seed="test", jobs=1)

    assert result["faults"] == {}
    assert result["5xx other than 503"] == 0
    assert result["requests"] >= REQUESTS
    assert {"200", "201", "401", "403", "404", "409", "422"} <= set(result["answers"])


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("account_id", "/v1/accounts/{}"),
        ("token_id", "/v1/tokens/{}"),
        ("game_id", "/v1/games/{}"),
        ("dispute_id", "/v1/disputes/{}"),
        ("webhook_id", "/v1/webhooks/{}"),
        ("client_id", "/v1/oauth/clients/{}"),
        ("invitation", "/v1/invitations/{}"),
        ("report_id", "/v1/reports/{}"),
        ("ruleset_id", "/v1/rulesets/{}"),
        ("clause", "/v1/rulesets/dungeon-raiders/clauses/{}"),
    ],
)
def test_every_id_that_requests_name_is_that_of_something(there: World, name: str, path: str) -> None:
    for value in there.values[name]:
        of_bob = name == "token_id" and value == there.values["of bob"][1]
        assert there.make("GET", path.format(value), token=there.tokens["bob" if of_bob else "ann"])


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.long_for("nothing at all")
def test_what_is_hardly_http_is_refused_and_the_server_lives(there: World, name: str) -> None:
    answers = Answers(there.document)

    say(there.web.port, HOSTILE[name], answers, name)

    assert answers.faults == {}
    assert b"ready" in there.web.ask("GET", "/readyz")


def test_no_second_request_is_smuggled_in_behind_the_first(there: World) -> None:
    for name in ("two lengths", "a length and chunks", "chunks, and chunks again", "chunks by another name"):
        assert say(there.web.port, HOSTILE[name], Answers(there.document), name) == 1


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (500, "application/problem+json", b"{}"),
        (502, "text/html", b"<html>"),
        (200, "text/html", b"<html>"),
        (418, "application/json", b"{}"),
        (200, "application/json", b'{"rulesets": 5}'),
        (200, "application/json", b"{"),
    ],
)
def test_the_judge_finds_what_the_document_does_not_allow(there: World, status: int, kind: str, body: bytes) -> None:
    answers = Answers(there.document)
    headers: Any = http.client.HTTPMessage()
    headers["Content-Type"] = kind

    answers.judge("GET", "/v1/rulesets", status, headers, body, "a request")

    assert len(answers.faults) == 1


def test_who_asks_lives_on_but_for_the_one_who_may_be_lost(there: World) -> None:
    ann, bob = (there.values[f"of {name}"][0] for name in ("ann", "bob"))
    mortal, token = there.values[f"of {MORTAL}"]
    asked = [
        spared(Ask(method, target, None, {}, who), there)
        for method, target, who in (
            ("DELETE", "/v1/tokens/self", "ann"),
            ("DELETE", f"/v1/tokens/{there.values['token_id'][0]}", "ann"),
            ("PUT", f"/v1/accounts/{bob}/ban", "operator"),
            ("GET", f"/v1/accounts/{ann}", "bob"),
        )
    ]

    assert [(ask.target, ask.who) for ask in asked] == [
        ("/v1/tokens/self", MORTAL),
        (f"/v1/tokens/{token}", MORTAL),
        (f"/v1/accounts/{mortal}/ban", "operator"),
        (f"/v1/accounts/{ann}", "bob"),
    ]


def test_memory_that_grows_is_not_flat() -> None:
    assert is_flat([100, 150, 160, 160, 161, 160, 162, 161, 163])
    assert not is_flat([100, 150, 160, 180, 200, 220, 240, 260, 280])
