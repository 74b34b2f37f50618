"""
The audit trail over HTTP.

Aim: an operator finds who did what with which token from where; a player finds what was done in
their own name and nothing else; and reading what others did is itself in the trail before it is answered.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from delvebook.service.base.settings import Settings
from delvebook.service.identity.audit import read_time
from delvebook.service.identity.audit_log import AuditLog, AuditQuery
from delvebook.service.identity.caller import Caller
from tests.service.api.house import (
    Person,
    as_official,
    body_of,
    bring_trail_up,
    build,
    play_to_the_end,
    quiet,
    running_game,
)

NDJSON = {"Accept": "application/x-ndjson"}
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.fixture
def judge(app: Flask) -> Person:
    return as_official(app, "Judge", "disputes:rule")


def entries(person: Person, **query: Any) -> list[dict[str, Any]]:
    """One page of the trail, once it has caught up with the games."""
    bring_trail_up(person.client.application)
    answer = person.get("/v1/audit", query_string={"limit": 500, **query})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = body_of(answer)["entries"]
    return found


def exported(person: Person, **query: Any) -> list[dict[str, Any]]:
    """An export of the trail, once it has caught up with the games."""
    bring_trail_up(person.client.application)
    answer = person.get("/v1/audit", query_string=query, headers=NDJSON)
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson"), answer.text
    return [json.loads(line) for line in answer.data.splitlines()]


def test_an_action_shows_the_account_the_token_the_address_class_and_the_seat(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    issued = body_of(bob.post("/v1/tokens", {"scopes": ["games:play"], "label": "my program"}))
    program = Person(app, token=issued["token"])
    acted = program.acts(game)
    offer = ann.may(game)
    body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    ann.post(f"/v1/games/{game}/actions", body, environ_overrides=ELSEWHERE)
    first, second, *_ = entries(judge, game=game, action="game/ActionTaken")

    assert (first["account"], first["token"], first["by"], first["on_behalf_of"]) == (
        bob.id,
        issued["id"],
        "seat:1",
        "seat:1",
    )
    assert first["n"] == body_of(acted)["n"]
    assert first["at"] == body_of(acted)["events"][0]["at"]
    assert (second["account"], second["token"], second["by"]) == (ann.id, ann.token_id, "seat:0")
    assert all(re.fullmatch(r"v4:[0-9a-f]{16}", entry["address"]) for entry in (first, second))
    assert first["address"] != second["address"]


def test_a_request_that_comes_again_is_one_entry(ann: Person, bob: Person, judge: Person) -> None:
    game = running_game(ann, bob)
    offer = ann.may(game)
    body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    for _ in range(3):
        ann.post(f"/v1/games/{game}/actions", body, key="once")

    assert len(entries(judge, game=game, action="game/ActionTaken")) == 1


def test_an_arbiters_look_shows_who_looked_with_whose_eyes(ann: Person, bob: Person, judge: Person) -> None:
    game = running_game(ann, bob)
    judge.get(f"/v1/games/{game}?viewer=seat:1")
    [look] = entries(judge, action="game/look")

    assert (look["account"], look["game"], look["n"]) == (judge.id, game, 5)
    assert look["details"] == {"viewer": "seat:1", "event": 5}
    assert (look["by"], look["bot"], look["on_behalf_of"]) == (None, None, None)


def test_tokens_given_and_taken_are_there_and_the_operators_machine_has_no_account(
    ann: Person, bob: Person, judge: Person
) -> None:
    issued = body_of(ann.post("/v1/tokens", {"scopes": ["games:play"], "label": "x"}))
    ann.delete(f"/v1/tokens/{issued['id']}")

    assert [(entry["action"], entry["details"].get("token")) for entry in entries(judge, account=ann.id)] == [
        ("account/create", None),
        ("token/issue", issued["id"]),
        ("token/revoke", issued["id"]),
    ]
    [granted] = entries(judge, account="-")
    assert (granted["action"], granted["details"]["owner"]) == ("office/offer", judge.id)
    assert granted["details"]["office"] == "arbiter"


def test_a_player_reads_what_was_done_in_their_name_and_nothing_else(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    bring_trail_up(app)
    whole = exported(judge)
    mine = [entry for entry in whole if entry["account"] == bob.id]

    assert len(mine) > 5
    assert entries(bob) == entries(bob, account="me") == entries(bob, account=bob.id) == mine
    assert exported(bob) == mine
    assert entries(bob, game=game, action="game/SeatTaken") == [
        entry for entry in mine if entry["action"] == "game/SeatTaken"
    ]
    for query in ({"token": ann.token_id}, {"by": "seat:0", "action": "game/ActionTaken"}, {"action": "game/look"}):
        assert entries(bob, **query) == []
    for headers in ({}, NDJSON):
        refused = bob.get("/v1/audit", query_string={"account": ann.id}, headers=headers)
        assert (refused.status_code, body_of(refused)["code"]) == (403, "auth/forbidden")
        assert body_of(refused)["scope"] == "service:operate"


def test_nobody_in_particular_reads_nothing(nobody: Person) -> None:
    assert body_of(nobody.get("/v1/audit"))["code"] == "auth/required"
    assert nobody.get("/v1/audit", headers=NDJSON).status_code == 401


def test_reading_what_others_did_is_noted_and_reading_ones_own_is_not(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    before = entries(judge, account=judge.id)
    entries(ann)
    assert entries(judge, account="me") == before
    entries(judge, game=game, since="2026-01-01")
    exported(judge, account=ann.id, after=3)
    page, export = entries(judge, account="me")[len(before) :]

    assert (page["action"], page["game"], page["token"] is not None) == ("audit/read", game, True)
    assert page["details"] == {
        "form": "page",
        "after": 0,
        "filters": {"game": game, "since": "2026-01-01T00:00:00.000000Z"},
    }
    assert export["details"] == {"form": "export", "after": 3, "filters": {"account": ann.id}}


def test_no_note_no_reading(app: Flask, ann: Person, judge: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    monkeypatch.setattr(AuditLog, "entries", lambda *_, **__: read.append(1) or [])
    engine = create_engine(app.extensions["delvebook"].settings.sqlalchemy_url)
    with engine.begin() as connection:
        connection.execute(
            text("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        )
    engine.dispose()

    for headers in ({}, NDJSON):
        assert judge.get("/v1/audit", headers=headers).status_code in (500, 503)
    assert read == []


def test_pages_lead_on_by_their_links_and_hold_everything_once(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    bring_trail_up(app)
    whole = [entry for entry in exported(judge) if entry["game"] == game]
    seen: list[dict[str, Any]] = []
    first = path = f"/v1/audit?game={game}&action=game%2FActionTaken&limit=4"
    while path:
        answer = judge.get(path)
        body = body_of(answer)
        assert len(body["entries"]) <= 4
        seen += body["entries"]
        path = "" if body["next"] is None else f"{first}&cursor={body['next']}"
        assert answer.headers.get("Link") == (f'<{path}>; rel="next"' if path else None)

    assert seen == [entry for entry in whole if entry["action"] == "game/ActionTaken"]
    assert len(seen) > 8


def test_an_export_that_breaks_off_goes_on_after_the_last_line_one_has(
    app: Flask, ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    whole = exported(judge)
    had = whole[:7]
    rest = exported(judge, after=had[-1]["id"])

    assert had + [entry for entry in rest if entry["action"] != "audit/read"] == whole
    assert [entry["id"] for entry in whole] == sorted({entry["id"] for entry in whole})
    assert exported(judge, game="00000000-0000-4000-8000-000000000001") == []


def test_an_export_reads_page_by_page(app: Flask, ann: Person, judge: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    log = app.extensions["delvebook"].audit
    for number in range(1100):
        log.note(Caller(ann.id), "token/issue", number=number)
    sizes: list[int] = []
    real = AuditLog.entries

    def entries_(self: AuditLog, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        page = real(self, *args, **kwargs)
        sizes.append(len(page))
        return page

    monkeypatch.setattr(AuditLog, "entries", entries_)
    answer = judge.get("/v1/audit", headers=NDJSON, buffered=False)
    assert sizes == [500]
    lines = answer.data.splitlines()

    assert len(lines) == sum(sizes) >= 1100
    assert sizes[:2] == [500, 500]


def test_entries_are_narrowed_by_every_filter_together(ann: Person, bob: Person, judge: Person) -> None:
    games = [running_game(ann, bob), running_game(bob, ann)]
    for game in games:
        ann.acts(game)
    whole = exported(judge)
    times = sorted(entry["at"] for entry in whole)
    since, until = times[5], times[-5]

    for query, is_wanted in (
        ({"token": bob.token_id}, lambda one: one["token"] == bob.token_id),
        ({"by": "seat:1"}, lambda one: one["by"] == "seat:1"),
        ({"address": whole[-1]["address"]}, lambda one: one["address"] == whole[-1]["address"]),
        ({"since": since}, lambda one: one["at"] >= since),
        ({"until": until}, lambda one: one["at"] < until),
        ({"since": since, "until": until, "account": ann.id, "game": games[0]}, lambda one: (
            since <= one["at"] < until and one["account"] == ann.id and one["game"] == games[0]
        )),
    ):  # fmt: skip
        wanted = [one for one in whole if is_wanted(one)]
        found = [one for one in exported(judge, **query) if one["id"] <= whole[-1]["id"]]
        assert found == wanted, query
        assert wanted, query


@pytest.mark.parametrize(
    ("query", "field", "said"),
    [
        ("account=Ann%20B", "account", "an account's id"),
        ("token=dvb_AbCd", "token", "not the token"),
        ("game=7", "game", "a game's id"),
        ("action=look", "action", "game/ActionTaken"),
        ("by=somebody", "by", "seat:K"),
        ("address=127.0.0.1", "address", "16 hex digits"),
        ("since=yesterday", "since", "2026-11-21T10:00:00Z"),
        ("until=2026-01-02T10:00", "until", "with its zone"),
        ("since=2026-01-02&until=2026-01-02", "until", "later than"),
        ("after=-1", "after", "whole number"),
        ("after=x", "after", "whole number"),
        ("limit=0", "limit", "greater"),
        ("limit=501", "limit", "less"),
        ("who=ann", "who", "known are"),
    ],
)
def test_a_filter_that_is_none_is_refused_and_says_what_one_is(
    judge: Person, query: str, field: str, said: str
) -> None:
    for headers in ({}, NDJSON):
        refused = judge.get(f"/v1/audit?{query}", headers=headers)
        assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid")
        assert said in json.dumps(body_of(refused)["fields"][field])


def test_the_trail_works_on_every_store(store: Settings) -> None:
    app = build(quiet(store))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = running_game(ann, bob)
    judge = as_official(app, "Olga", "service:operate")

    assert [entry["n"] for entry in entries(judge, game=game, by=f"player:{ann.id}", since="2026-01-01")] == [1, 2, 5]
    assert [entry["action"] for entry in exported(ann)] == [
        "account/create",
        "game/GameCreated",
        "game/SeatTaken",
        "game/GameStarted",
    ]
    assert len(app.extensions["delvebook"].audit.entries(AuditQuery(action="audit/read"))) == 1
    app.extensions["delvebook"].close()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-11-21", "2026-11-21T00:00:00.000000Z"),
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000000Z"),
        ("2026-11-21T10:00:00.25+03:00", "2026-11-21T07:00:00.250000Z"),
        ("0999-01-01", "0999-01-01T00:00:00.000000Z"),
        ("2026-11-21T10:00:00", None),
        ("2026-13-01", None),
        ("0001-01-01T00:00:00+05:00", None),
        ("", None),
    ],
)
def test_times_are_read_into_the_records_form(written: str, meant: str | None) -> None:
    if meant is not None:
        assert read_time(written) == meant
        return
    with pytest.raises(ValueError, match="with its zone"):
        read_time(written)
