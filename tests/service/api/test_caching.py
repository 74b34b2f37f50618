"""Answers that may be kept, and answers that are packed."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest
from flask import Flask

from delvebook.service.base.settings import Settings
from tests.service.api.conformance import bytes_of
from tests.service.api.house import Person, body_of, build, play_to_the_end, running_game

FOR_EVER = "public, max-age=31536000, immutable"
GZIP = {"Accept-Encoding": "gzip"}


def finished_game(*players: Person) -> str:
    game = running_game(*players)
    play_to_the_end(game, *players)
    return game


def test_a_past_range_of_a_game_whose_secrets_are_open_is_kept_for_ever_by_everybody(
    ann: Person, bob: Person, nobody: Person
) -> None:
    game = finished_game(ann, bob)
    for path in ("?from=2&to=9", "?after=3&limit=4", "/5"):
        answers = [person.get(f"/v1/games/{game}/events{path}") for person in (ann, bob, nobody)]

        assert {answer.headers["Cache-Control"] for answer in answers} == {FOR_EVER}
        assert len({(answer.data, answer.headers["ETag"]) for answer in answers}) == 1
        assert not answers[0].headers["ETag"].startswith("W/")
        assert "Authorization" not in answers[0].headers["Vary"]
        again = nobody.get(f"/v1/games/{game}/events{path}", headers={"If-None-Match": answers[0].headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_a_range_is_what_it_says(ann: Person, bob: Person) -> None:
    game = finished_game(ann, bob)
    n = ann.sees(game)["n"]
    page = body_of(ann.get(f"/v1/games/{game}/events?from=4&to=7"))
    lines = ann.get(f"/v1/games/{game}/events?from=4&to=7", headers={"Accept": "application/x-ndjson"})

    assert [event["n"] for event in page["events"]] == [4, 5, 6, 7]
    assert page["next"] == "7"
    assert [json.loads(line) for line in lines.data.splitlines()] == page["events"]
    assert lines.headers["Cache-Control"] == FOR_EVER
    assert "Accept" in lines.headers["Vary"]
    beyond = ann.get(f"/v1/games/{game}/events?from={n - 1}&to={n + 5}")
    assert [event["n"] for event in body_of(beyond)["events"]] == [n - 1, n]
    assert beyond.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "query", ["from=1", "to=3", "from=3&to=2", "from=1&to=501", "from=1&to=2&after=1", "from=0&to=2"]
)
def test_a_range_that_is_none_is_refused(ann: Person, query: str) -> None:
    game = ann.opens_game()
    refused = ann.get(f"/v1/games/{game}/events?{query}")

    assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid")


def test_while_a_game_has_secrets_nobody_keeps_its_past_unasked(ann: Person, bob: Person, nobody: Person) -> None:
    """The end opens envelopes of past events: what a viewer may see of them changes then."""
    game = running_game(ann, bob)
    ann.acts(game)
    bob.acts(game)
    path = f"/v1/games/{game}/events?from=2&to=6"
    before = {person: person.get(path) for person in (ann, bob, nobody)}
    assert [answer.headers["Cache-Control"] for answer in before.values()] == ["no-store", "no-store", "no-cache"]

    play_to_the_end(game, ann, bob)

    for person, answer in before.items():
        after = person.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert after.status_code == 200
        assert after.data != answer.data
        assert after.headers["Cache-Control"] == FOR_EVER


def test_what_names_people_is_not_kept_for_ever(ann: Person, bob: Person, nobody: Person) -> None:
    game = finished_game(ann, bob)

    assert nobody.get(f"/v1/games/{game}/events?from=2&to=6&lang=en").headers["Cache-Control"] == "no-cache"
    assert nobody.get(f"/v1/games/{game}/events?limit=500").headers["Cache-Control"] == "no-cache"
    assert nobody.get(f"/v1/games/{game}/head").headers["Cache-Control"] == "no-cache"


def test_a_budget_is_not_told_to_those_who_get_a_kept_answer(settings: Settings) -> None:
    app = build(replace(settings, rate_limit="5000 per minute"))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = finished_game(ann, bob)

    assert "RateLimit" in ann.get(f"/v1/games/{game}/head").headers
    assert "RateLimit" not in ann.get(f"/v1/games/{game}/events?from=2&to=6").headers
    app.extensions["delvebook"].close()


def test_what_is_the_same_for_everybody_is_packed_and_has_a_validator_of_its_own(
    app: Flask, ann: Person, bob: Person, nobody: Person
) -> None:
    game = finished_game(ann, bob)
    for path in ("/openapi.json", f"/v1/games/{game}/events?limit=100", f"/v1/games/{game}", "/v1/rulesets"):
        plain, packed = nobody.get(path), nobody.get(path, headers=GZIP)

        assert packed.headers["Content-Encoding"] == "gzip", path
        assert bytes_of(packed) == plain.data
        assert len(packed.data) < len(plain.data) / 2
        assert plain.headers["ETag"] != packed.headers["ETag"]
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert "Accept-Encoding" in packed.headers["Vary"]
        again = nobody.get(path, headers={**GZIP, "If-None-Match": packed.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_long_answers_are_packed_as_they_are_made(ann: Person, bob: Person, nobody: Person) -> None:
    game = finished_game(ann, bob)
    for path in ("events", "record"):
        headers = {"Accept": "application/x-ndjson"}
        plain = nobody.get(f"/v1/games/{game}/{path}", headers=headers)
        packed = nobody.get(f"/v1/games/{game}/{path}", headers={**headers, **GZIP})

        unpacked = gzip.decompress(packed.data).splitlines()
        assert unpacked[1:] == plain.data.splitlines()[1:]  # The header of a record has the time of its export.
        assert len(packed.data) < len(plain.data) / 2


def test_what_is_for_one_person_is_never_packed(ann: Person, bob: Person) -> None:
    """Its packed size would tell how much a secret is like a text that another player chose."""
    game = running_game(ann, bob)
    for path in ("", "/events", "/actions", "/record"):
        answer = ann.get(f"/v1/games/{game}{path}", headers=GZIP)
        assert "Content-Encoding" not in answer.headers, path
    assert "Content-Encoding" not in ann.get("/v1/notices", headers=GZIP).headers
    assert "Content-Encoding" not in ann.post("/v1/tokens", {"scopes": ["games:play"]}, headers=GZIP).headers


def test_streams_are_not_packed(ann: Person, bob: Person, nobody: Person) -> None:
    game = finished_game(ann, bob)
    for accept in ("application/x-ndjson", "text/event-stream"):
        answer = nobody.get(f"/v1/games/{game}/stream?after=0", headers={**GZIP, "Accept": accept})

        assert "Content-Encoding" not in answer.headers
        assert b'"kind":"end"' in answer.data
