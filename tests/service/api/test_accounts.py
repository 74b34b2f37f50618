"""Accounts, tokens, and the audit log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from delvebook.service.base.errors import AuthenticationError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import Accounts, open_accounts_engine
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.audit_log import AuditLog, AuditQuery
from delvebook.service.identity.caller import Caller
from tests.service.api.house import Person, as_official, body_of, build, counted_bytes, quiet, running_game
from tests.service.tables import Ticking
from tests.stores import prepare_engine


def test_an_account_comes_with_a_token_that_plays(nobody: Person, app: Flask) -> None:
    made = nobody.post("/v1/accounts", {"name": "  Ада   Л. "})

    body = body_of(made)
    assert made.status_code == 201
    assert body["name"] == "Ада Л."
    assert body["scopes"] == ["games:read", "games:play", "records:export", "disputes:file"]
    assert body["token"].startswith("dvb_")
    assert len(body["token"]) == 47
    assert made.headers["Cache-Control"] == "no-store"
    me = Person(app, token=body["token"]).get("/v1/accounts/me")
    assert body_of(me)["id"] == body["id"]
    assert nobody.get(made.headers["Location"]).json == me.json


def test_only_a_hash_of_a_token_is_kept(settings: Settings, ann: Person) -> None:
    assert ann.token is not None
    stored = b"".join(path.read_bytes() for path in settings.home.glob("events.db*"))

    assert b"Ann" in stored
    assert ann.token.encode() not in stored
    assert ann.token.removeprefix("dvb_").encode() not in stored


def test_tokens_are_made_listed_without_the_token_and_revoked_at_once(ann: Person, app: Flask) -> None:
    issued = body_of(ann.post("/v1/tokens", {"scopes": ["games:play"], "label": "my bot"}))
    bot = Person(app, token=issued["token"])
    assert bot.get("/v1/accounts/me").status_code == 200

    listed = ann.get("/v1/tokens")
    assert [token["label"] for token in body_of(listed)["tokens"]] == ["first", "my bot"]
    assert issued["token"] not in listed.text

    assert ann.delete(f"/v1/tokens/{issued['id']}").status_code == 204
    assert body_of(bot.get("/v1/accounts/me"))["code"] == "auth/invalid"
    assert len(body_of(ann.get("/v1/tokens"))["tokens"]) == 1


def test_another_process_believes_a_revoked_token_for_some_seconds_only(tmp_path: Path) -> None:
    engine = open_accounts_engine(f"sqlite:///{tmp_path / 'events.db'}")
    now, clock = Ticking(), [0.0]
    here, there = (
        Accounts(
            engine,
            audit=AuditLog(engine, now=now),
            now=now,
            random_bytes=counted_bytes(),
            secret=bytes(32),
            cache_seconds=2,
            monotonic=lambda: clock[0],
        )
        for _ in range(2)
    )
    prepare_engine(engine)
    account, issued = here.create_account("Ann", by=Caller())
    assert there.tokens.authenticate(issued.secret).account == account.id

    here.tokens.revoke(Caller(account=account.id), issued.token.id)

    with pytest.raises(AuthenticationError):
        here.tokens.authenticate(issued.secret)
    assert there.tokens.authenticate(issued.secret).account == account.id
    clock[0] = 2.5
    with pytest.raises(AuthenticationError):
        there.tokens.authenticate(issued.secret)
    engine.dispose()


def test_a_look_at_secrets_is_noted_before_it_is_answered(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    audit = app.extensions["delvebook"].audit
    assert audit.entries(AuditQuery(game=game)) == []

    looked = judge.get(f"/v1/games/{game}?viewer=seat:1")
    judge.get(f"/v1/games/{game}/events?viewer=arbiter")
    judge.get(f"/v1/games/{game}/record?viewer=arbiter")
    judge.get(f"/v1/games/{game}")

    entries = audit.entries(AuditQuery(game=game))
    assert body_of(looked)["table"]["seats"][1]["hand"] is not None
    assert [(entry["action"], entry["details"]["viewer"], entry["n"]) for entry in entries] == [
        ("game/look", "seat:1", 5),
        ("game/look", "arbiter", 5),
        ("game/look", "arbiter", 5),
    ]
    assert {entry["account"] for entry in entries} == {judge.id}
    assert all(entry["address"].startswith("v4:") for entry in entries)


def test_no_note_no_look(app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = running_game(ann, bob)
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    engine = create_engine(app.extensions["delvebook"].settings.sqlalchemy_url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE audit RENAME TO lost"))
    engine.dispose()

    refused = judge.get(f"/v1/games/{game}?viewer=arbiter")

    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/unavailable")


def test_the_audit_log_can_be_added_to_only(store: Settings) -> None:
    app = build(quiet(store))
    Person(app, "Ann")
    engine = create_engine(store.sqlalchemy_url)
    audit = app.extensions["delvebook"].audit
    before = audit.entries()

    columns = "(id, at, action, details) VALUES (1, '', 'x/y', '{}')"
    replacing = {
        "sqlite": [f"INSERT OR REPLACE INTO audit {columns}"],
        "postgresql": [f"INSERT INTO audit {columns} ON CONFLICT (id) DO UPDATE SET at = ''", "TRUNCATE audit"],
    }
    for statement in ("UPDATE audit SET account = 'x'", "DELETE FROM audit", *replacing[engine.dialect.name]):
        with pytest.raises(DBAPIError, match="append-only"), engine.begin() as connection:
            connection.execute(text(statement))

    assert [entry["action"] for entry in before] == ["account/create"]
    assert audit.entries() == before
    engine.dispose()
    app.extensions["delvebook"].close()


def test_accounts_and_games_work_on_every_store(store: Settings) -> None:
    app = build(quiet(store))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = running_game(ann, bob)

    assert ann.acts(game).status_code == 201
    assert body_of(Person(app).post("/v1/accounts", {"name": "ann"}))["code"] == "account/name_taken"
    app.extensions["delvebook"].close()


def test_an_address_is_kept_as_a_class_that_does_not_give_it_away() -> None:
    secret = b"s" * 32
    home, neighbour, stranger = (
        address_class(address, secret=secret) for address in ("203.0.113.7", "203.0.113.9", "203.0.114.7")
    )

    assert home == neighbour == address_class("::ffff:203.0.113.200", secret=secret)
    assert home != stranger
    assert home != address_class("203.0.113.7", secret=b"t" * 32)
    assert address_class("2001:db8:1:2::3", secret=secret) == address_class("2001:db8:1:ffff::", secret=secret)
    assert address_class(None, secret=secret) is None
    assert "203" not in str(home).removeprefix("v4:") or len(str(home)) == len("v4:") + 16


def test_tables_are_made_once_and_found_again(tmp_path: Path) -> None:
    settings = quiet(Settings(home=tmp_path, secret="ab" * 32))
    first = build(settings)
    token = Person(first, "Ann").token
    second = build(replace(settings), random_bytes=counted_bytes("second"))

    assert Person(second, token=token).get("/v1/accounts/me").status_code == 200
    for app in (first, second):
        app.extensions["delvebook"].close()


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/v1/tokens/self", None),
        ("DELETE", "/v1/tokens/self", None),
        ("PUT", "/v1/accounts/me/absence", {"until": "2026-02-01"}),
        ("DELETE", "/v1/accounts/me/absence", None),
    ],
)
def test_a_token_whose_account_another_process_has_just_deleted_is_not_valid(
    tmp_path: Path, method: str, path: str, body: Any
) -> None:
    settings = quiet(Settings(home=tmp_path, secret="ab" * 32))
    here, there = build(settings), build(replace(settings), random_bytes=counted_bytes("there"))
    ann = Person(here, "Ann")
    believed = Person(there, token=ann.token)
    assert believed.get("/v1/accounts/me").status_code == 200
    assert ann.delete("/v1/accounts/me").status_code == 204

    refused = believed.send(method, path, json=body)

    assert (refused.status_code, body_of(refused)["code"]) == (401, "auth/invalid")
    for app in (here, there):
        app.extensions["delvebook"].close()


def test_nobody_sees_or_revokes_the_token_of_another(app: Flask, ann: Person) -> None:
    bob = Person(app, "Bob")
    issued = body_of(ann.post("/v1/tokens", {"scopes": ["games:read"], "label": "ann's"}))
    token = str(issued["id"])
    for refused in (bob.delete(f"/v1/tokens/{token}"), bob.get(f"/v1/tokens/{token}")):
        assert refused.status_code in (404, 405), refused.text
    assert token not in [one["id"] for one in body_of(bob.get("/v1/tokens"))["tokens"]]
    assert token in [one["id"] for one in body_of(ann.get("/v1/tokens"))["tokens"]]
    assert bob.delete(f"/v1/tokens/{token}").status_code == 404
    assert ann.delete(f"/v1/tokens/{token}").status_code == 204
