"""One record in three forms: lines, a bundle, and a ledger in two languages."""

from __future__ import annotations

import pytest
from flask import Flask

from delvebook.replays.forms import from_bundle
from tests.service.api.collected import over
from tests.service.api.house import Person, body_of, running_game

NDJSON, JSON, TEXT = "application/x-ndjson", "application/json", "text/plain"


@pytest.mark.parametrize(
    ("accept", "query", "media_type"),
    [
        (None, "", NDJSON),
        ("*/*", "", NDJSON),
        ("text/html, */*;q=0.8", "", NDJSON),
        (JSON, "", JSON),
        (TEXT, "", TEXT),
        (f"{TEXT};q=0.5, {JSON}", "", JSON),
        (JSON, "?format=text", TEXT),
        (TEXT, "?format=ndjson", NDJSON),
        (None, "?format=json", JSON),
    ],
)
def test_the_form_is_the_one_that_is_named_or_preferred(
    ann: Person, accept: str | None, query: str, media_type: str
) -> None:
    game = ann.opens_game()
    headers = {} if accept is None else {"Accept": accept}

    answer = ann.get(f"/v1/games/{game}/record{query}", headers=headers)

    assert answer.mimetype == media_type
    assert "Accept" in answer.headers["Vary"]


def test_a_bundle_gives_the_same_lines_back(app: Flask, ann: Person) -> None:
    game = over(app, ann)
    services = app.extensions["delvebook"]
    services.use.exports._commands.now = lambda: "2027-01-01T00:00:00.000000Z"

    record = ann.get(f"/v1/games/{game}/record").data
    bundle = ann.get(f"/v1/games/{game}/record?format=json").data

    assert b"".join(from_bundle(bundle)) == record


def test_a_ledger_names_the_players_in_the_language_that_is_asked_for(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)

    english = ann.get(f"/v1/games/{game}/record?format=text")
    russian = ann.get(f"/v1/games/{game}/record", headers={"Accept": TEXT, "Accept-Language": "ru"})

    assert english.headers["Content-Language"] == "en"
    assert "Ann takes seat 1." in english.text
    assert "seat 1: Ann\nseat 2: Bob\n" in english.text
    assert russian.headers["Content-Language"] == "ru"
    assert "Ann занимает место 1." in russian.text


def test_a_ledger_of_a_running_game_tells_no_more_than_its_reader_may_know(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    card = next(
        line for line in ann.get(f"/v1/games/{game}/record?format=text").text.splitlines() if "Face down" in line
    )

    own = ann.get(f"/v1/games/{game}/record?format=text").text
    others = bob.get(f"/v1/games/{game}/record?format=text").text

    assert card in own
    assert card not in others
    assert body_of(bob.get(f"/v1/games/{game}/record?format=text&viewer=seat:0"))["code"] == "auth/forbidden"


def test_an_unknown_form_is_refused(ann: Person) -> None:
    assert body_of(ann.get(f"/v1/games/{ann.opens_game()}/record?format=pgn"))["code"] == "input/invalid"
