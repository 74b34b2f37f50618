"""
Whoever breaks a game off, or withholds a nonce, is counted for everybody to see, and nothing makes the count go away.

Withholding is all that somebody who knows the chance of a game can still do before its start.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.projections.games_log.writer import LogWriter
from delvebook.replays.log.entries import hidden_id
from delvebook.replays.verify import verify
from delvebook.service.base.database import open_engine
from delvebook.service.wiring import log_writer
from tests.domain.seating import nonce_of
from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of

NOTHING = {
    "games_created": 0,
    "games_aborted": 0,
    "games_broken_off": 0,
    "created_broken_off": 0,
    "nonces_withheld": 0,
    "games_settled": 0,
    "games_resumed": 0,
}
BEYOND = "2999-01-01T00:00:00.000000Z"


@pytest.fixture
def table(ann: Person, table: str) -> str:
    """A game that ann created, in which ann and bob have committed to nonces, and only ann has shown hers."""
    ann.shows(table, nonce_of("ann"))
    return table


def counts(app: Flask, account: str) -> dict[str, Any]:
    """What a stranger is told about the account, but for the counts that are 0."""
    catch_up(app)
    told = body_of(Person(app).get(f"/v1/accounts/{account}"))
    assert told["counts"].keys() == NOTHING.keys()
    return {name: count for name, count in told["counts"].items() if count}


def logged(app: Flask, game: str) -> list[str]:
    """What the log of games says of the game."""
    services = app.extensions["delvebook"]
    engine = open_engine(services.settings.projections_url)
    writer: LogWriter = log_writer(services.settings, engine, services.use.application)
    rows = writer._read_rows(0, 500)
    engine.dispose()
    return [row.what for row in rows if row.hash is not None and hidden_id(row.game) == hidden_id(game)]


def expires(app: Flask, game: str) -> None:
    playing = app.extensions["delvebook"].use.playing
    playing._now = lambda: BEYOND
    assert playing.expire_nonces(UUID(game)) is not None


def test_an_operator_who_breaks_a_game_off_after_the_first_nonce_is_counted_and_so_is_its_creator(
    app: Flask, ann: Person, bob: Person, table: str
) -> None:
    olga = as_official(app, "olga", "service:operate")

    assert olga.post(f"/v1/games/{table}/abort", {"reason": "any"}).status_code == 201

    events = body_of(bob.get(f"/v1/games/{table}/events"))["events"]
    assert [(event["type"], event["by"]) for event in events[-2:]] == [
        ("GameAborted", f"arbiter:{olga.id}"),
        ("SeedRevealed", "service"),
    ]
    assert logged(app, table) == ["created", "broken_off"]
    assert counts(app, olga.id) == {"games_broken_off": 1}
    assert counts(app, ann.id) == {"games_created": 1, "created_broken_off": 1}
    report = verify(bob.get(f"/v1/games/{table}/record").data)
    assert [report.level(name).status for name in ("chain", "replay")] == ["holds", "holds"]
    assert ("abort", events[-2]["n"]) in [(one.what, one.n) for one in report.stated]


def test_a_creator_who_makes_games_and_breaks_them_off_is_counted(app: Flask, ann: Person) -> None:
    for _ in range(12):
        game = ann.opens_game()
        ann.sits(game, nonce=nonce_of("ann"))
        assert ann.post(f"/v1/games/{game}/abort", {"reason": "again"}).status_code == 201

    assert logged(app, game) == ["created", "aborted"]
    assert counts(app, ann.id) == {"games_created": 12, "games_aborted": 12}
    assert verify(ann.get(f"/v1/games/{game}/record").data).level("replay").status == "holds"


@pytest.mark.parametrize("how", ["deletes the account", "is banned", "is renamed", "is deleted"])
def test_nothing_that_happens_to_an_account_changes_that_it_withheld_a_nonce(
    app: Flask, ann: Person, bob: Person, table: str, how: str
) -> None:
    olga = as_official(app, "olga", "service:operate")
    answer = {
        "deletes the account": lambda: bob.delete("/v1/accounts/me"),
        "is banned": lambda: olga.send("PUT", f"/v1/accounts/{bob.id}/ban", json={"reason": "rude"}),
        "is renamed": lambda: olga.send("PATCH", f"/v1/accounts/{bob.id}", json={"name": "someone else"}),
        "is deleted": lambda: olga.delete(f"/v1/accounts/{bob.id}"),
    }[how]()
    assert answer.status_code in (200, 204)
    seats = ann.sees(table)["seats"]
    assert seats[1]["player"]["id"] == bob.id

    expires(app, table)

    assert counts(app, bob.id) == {"nonces_withheld": 1}
    told = body_of(Person(app).get(f"/v1/accounts/{bob.id}"))
    if "delete" in how:
        assert told == {"id": bob.id, "deleted": True, "counts": {**NOTHING, "nonces_withheld": 1}}
    else:
        assert (told["id"], told["deleted"]) == (bob.id, False)
    assert logged(app, table) == ["created", "broken_off"]


def test_an_account_that_never_was_is_unknown(app: Flask) -> None:
    answer = Person(app).get("/v1/accounts/nobody")

    assert (answer.status_code, body_of(answer)["code"]) == (404, "account/unknown")


def test_a_creator_who_deletes_the_account_before_the_first_nonce_leaves_the_count_behind(
    app: Flask, ann: Person
) -> None:
    game = ann.opens_game()
    assert counts(app, ann.id) == {"games_created": 1}

    assert ann.delete("/v1/accounts/me").status_code == 204

    assert logged(app, game) == ["created", "aborted"]
    assert counts(app, ann.id) == {"games_created": 1, "games_aborted": 1}


def test_a_private_game_that_never_began_stays_private_and_out_of_the_collection(
    app: Flask, ann: Person, bob: Person
) -> None:
    game = ann.opens_game(visibility="private")
    ann.sits(game)
    assert ann.post(f"/v1/games/{game}/abort", {"reason": "again"}).status_code == 201
    ann.opens_game()
    counts(app, ann.id)

    assert body_of(bob.get(f"/v1/games/{game}"))["code"] == "game/unknown"
    assert ann.get("/v1/records?status=aborted&player=me").data.count(b"\n") == 1
    assert verify(ann.get(f"/v1/games/{game}/record").data).level("replay").status == "holds"
