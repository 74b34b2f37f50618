"""Accounts are renamed, banned, deleted, given to bots, and limited."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import inspect, text

from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.account_admin import HELD_SECONDS, RENAME_SECONDS
from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of, bring_trail_up, build, quiet, running_game
from tests.service.tables import Ticking

UNSEEN = "Xenophilius"
"""A name that stands nowhere by chance."""


def code_of(response: object) -> str:
    return str(body_of(response)["code"])  # type: ignore[arg-type]


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


@pytest.fixture
def app(settings: Settings, clock: Ticking) -> Iterator[Flask]:
    made = build(settings, now=clock)
    yield made
    made.extensions["delvebook"].close()


def wait(clock: Ticking, seconds: int) -> None:
    clock.moment += timedelta(seconds=seconds)


# -- names ------------------------------------------------------------------------------------------


def test_no_two_accounts_look_the_same(app: Flask, nobody: Person) -> None:
    Person(app, "coco")

    for name in ("сосо", "COCO", "c0c0", "coco "):
        refused = nobody.post("/v1/accounts", {"name": name})
        assert (refused.status_code, code_of(refused)) == (409, "account/name_taken"), name
    for name in ("сoco", "co\u200bco"):
        assert code_of(nobody.post("/v1/accounts", {"name": name})) == "input/invalid"
    for name in ("Delvebook", "admin", "seat 2", "Greedy 3"):
        assert code_of(nobody.post("/v1/accounts", {"name": name})) == "account/name_reserved"
        assert code_of(nobody.client.post("/v1/session", json={"name": name}, headers={"Delvebook-Page": "1"})) == (
            "account/name_reserved"
        )


@pytest.mark.parametrize("name", ["Vera\ufe0f", "\u3164", "arbi\u115fter"])
def test_no_way_to_a_name_takes_a_character_that_is_not_drawn(
    app: Flask, nobody: Person, ann: Person, name: str
) -> None:
    olga = as_official(app, "Olga", "service:operate")
    unseen = next(one for one in name if not one.isascii())
    tries = [
        nobody.post("/v1/accounts", {"name": name}),
        nobody.post("/v1/accounts", {"name": name, "kind": "bot"}),
        nobody.client.post("/v1/session", json={"name": name}, headers={"Delvebook-Page": "1"}),
        ann.send("PATCH", "/v1/accounts/me", json={"name": name}),
        olga.send("PATCH", f"/v1/accounts/{ann.id}", json={"name": name}),
        ann.post("/v1/oauth/clients", {"name": name, "redirect_uris": ["https://a.example/"]}),
    ]

    for refused in tries:
        assert (refused.status_code, code_of(refused)) == (422, "input/invalid")
        assert f"U+{ord(unseen):04X}" in body_of(refused)["fields"]["name"][0]


def test_an_account_that_is_renamed_has_its_new_name_everywhere(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    assert bob.sees(game)["seats"][0]["name"] == "Ann"

    assert body_of(ann.send("PATCH", "/v1/accounts/me", json={"name": UNSEEN}))["name"] == UNSEEN

    seen = bob.sees(game)
    assert seen["seats"][0]["player"] == {"id": ann.id, "name": UNSEEN, "kind": "person"}
    told = bob.get(f"/v1/games/{game}/events?lang=en")
    assert UNSEEN in told.text
    assert "Ann " not in told.text
    catch_up(app)
    assert UNSEEN in bob.get("/v1/games").text


def test_a_name_is_changed_once_in_a_while_and_the_old_one_is_kept(
    app: Flask, ann: Person, bob: Person, clock: Ticking
) -> None:
    assert ann.send("PATCH", "/v1/accounts/me", json={"name": UNSEEN}).status_code == 200
    again = ann.send("PATCH", "/v1/accounts/me", json={"name": "Anna"})
    taken = bob.send("PATCH", "/v1/accounts/me", json={"name": "ANN"})

    assert (again.status_code, code_of(again)) == (409, "account/renamed_lately")
    assert body_of(again)["after"] > clock()
    assert code_of(taken) == "account/name_taken"
    assert code_of(Person(app).post("/v1/accounts", {"name": "ANN"})) == "account/name_taken"
    olga = as_official(app, "Olga", "service:operate")
    assert body_of(olga.send("PATCH", f"/v1/accounts/{ann.id}", json={"name": "Ann"}))["name"] == "Ann"
    wait(clock, RENAME_SECONDS + HELD_SECONDS)
    assert ann.send("PATCH", "/v1/accounts/me", json={"name": "Anna"}).status_code == 200
    wait(clock, HELD_SECONDS)
    assert bob.send("PATCH", "/v1/accounts/me", json={"name": "Ann"}).status_code == 200


def test_no_player_renames_bans_or_deletes_another_account(ann: Person, bob: Person) -> None:
    for method, path, body in (
        ("PATCH", f"/v1/accounts/{bob.id}", {"name": "Fool"}),
        ("DELETE", f"/v1/accounts/{bob.id}", None),
        ("PUT", f"/v1/accounts/{bob.id}/ban", {"reason": "x"}),
        ("DELETE", f"/v1/accounts/{bob.id}/ban", None),
        ("POST", f"/v1/accounts/{bob.id}/bot", None),
    ):
        refused = ann.send(method, path, json=body)
        assert (refused.status_code, code_of(refused)) == (403, "auth/forbidden"), path
    assert body_of(ann.get(f"/v1/accounts/{bob.id}"))["name"] == "Bob"


# -- bans -------------------------------------------------------------------------------------------


def test_a_banned_account_neither_logs_in_nor_plays_until_its_time_is_over(
    app: Flask, ann: Person, bob: Person, clock: Ticking
) -> None:
    game = running_game(ann, bob)
    olga = as_official(app, "Olga", "service:operate")
    until = "2026-01-09T00:00:00.000000Z"

    banned = body_of(olga.send("PUT", f"/v1/accounts/{ann.id}/ban", json={"reason": "rude", "until": until}))

    assert banned["ban"]["until"] == until
    for refused in (
        ann.get(f"/v1/games/{game}/actions"),
        ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}),
        ann.client.post("/v1/session", json={"recovery_code": ann.token}, headers={"Delvebook-Page": "1"}),
    ):
        body = body_of(refused)
        assert (refused.status_code, body["code"], body["reason"], body["until"]) == (
            403,
            "account/banned",
            "rude",
            until,
        )
    assert "rude" not in bob.get(f"/v1/accounts/{ann.id}").text
    assert bob.sees(game)["seats"][0]["to_act"] is True
    wait(clock, 8 * 86_400)
    assert ann.get(f"/v1/games/{game}/actions").status_code == 200
    assert body_of(bob.get(f"/v1/accounts/{ann.id}"))["ban"] is None
    told = [one for one in body_of(ann.get("/v1/notices"))["notices"] if one["type"] == "account"]
    assert [(one["about"]["change"], one["about"]["until"]) for one in told] == [("ban", until)]


def test_a_bot_plays_for_a_banned_player_when_the_clock_runs_out(
    app: Flask, ann: Person, bob: Person, clock: Ticking
) -> None:
    timed = {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "random"}}
    game = running_game(ann, bob, clock=timed)
    olga = as_official(app, "Olga", "service:operate")
    assert olga.send("PUT", f"/v1/accounts/{ann.id}/ban", json={"reason": "rude"}).status_code == 200
    playing = app.extensions["delvebook"].use.playing

    with app.extensions["delvebook"].use.application.reading(UUID(game)) as found:
        decision = found.table.open_decision(0)
    wait(clock, 60)
    assert playing.expire(UUID(game), seat=0, decision=decision) is not None
    assert bob.sees(game)["seats"][0]["bot"] == "random@1"


def test_a_ban_is_lifted(app: Flask, ann: Person) -> None:
    olga = as_official(app, "Olga", "service:operate")
    assert code_of(olga.send("PUT", f"/v1/accounts/{olga.id}/ban", json={"reason": "me"})) == "input/invalid"
    late = olga.send("PUT", f"/v1/accounts/{ann.id}/ban", json={"reason": "x", "until": "2020-01-01"})
    assert code_of(late) == "input/invalid"
    olga.send("PUT", f"/v1/accounts/{ann.id}/ban", json={"reason": "x"})
    assert code_of(ann.get("/v1/accounts/me")) == "account/banned"

    assert body_of(olga.delete(f"/v1/accounts/{ann.id}/ban"))["ban"] is None

    assert ann.get("/v1/accounts/me").status_code == 200


# -- the end ----------------------------------------------------------------------------------------


def test_a_deleted_name_is_found_nowhere_any_more(store: Settings) -> None:
    app = build(quiet(store))
    xen, bob = Person(app, UNSEEN), Person(app, "Bob")
    judge = as_official(app, "Judge", "disputes:rule", "service:operate")
    game, waiting = running_game(xen, bob), xen.opens_game()
    joined = bob.opens_game()
    xen.sits(joined)
    n = xen.sees(game)["n"]
    assert xen.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "no"}).status_code == 201
    assert (
        xen.post("/v1/oauth/clients", {"name": "Clockwork", "redirect_uris": ["https://a.example/"]}).status_code == 201
    )
    olga = as_official(app, "Olga", "service:operate")
    assert olga.send("PATCH", f"/v1/accounts/{xen.id}", json={"name": f"{UNSEEN} II"}).status_code == 200
    catch_up(app)
    bring_trail_up(app)

    assert xen.delete("/v1/accounts/me").status_code == 204

    catch_up(app)
    bring_trail_up(app)
    assert code_of(xen.get("/v1/accounts/me")) == "auth/invalid"
    assert body_of(bob.get(f"/v1/accounts/{xen.id}")).keys() == {"id", "deleted", "counts"}
    seen = bob.sees(game)
    assert seen["seats"][0]["player"] == {"id": xen.id, "name": None, "kind": "person"}
    assert seen["seats"][0]["bot"] is not None
    assert bob.sees(joined)["seats"][0]["player"] is None
    assert bob.sees(waiting)["status"] == "aborted"
    pages = ("/v1/games", f"/v1/games/{game}", f"/v1/games/{game}/events", f"/v1/games/{game}/record", "/v1/disputes")
    for path in (*pages, "/v1/audit", f"/v1/games/{game}/events?viewer=arbiter"):
        for accept in ("application/json", "application/x-ndjson"):
            found = judge.get(path, headers={"Accept": accept})
            if found.status_code == 200 and not found.is_streamed:
                assert UNSEEN not in found.text, path
    for url in {store.sqlalchemy_url, store.projections_url}:
        engine = open_engine(url)
        with engine.connect() as connection:
            for name in inspect(engine).get_table_names():
                rows = repr(connection.execute(text(f'SELECT * FROM "{name}"')).all())
                assert UNSEEN not in rows, name
                assert UNSEEN.casefold() not in rows, name
        engine.dispose()
    assert code_of(Person(app).post("/v1/accounts", {"name": UNSEEN})) == "account/name_taken"
    app.extensions["delvebook"].close()


def test_an_operator_deletes_an_account_and_its_record_stays(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    olga = as_official(app, "Olga", "service:operate")
    assert olga.delete(f"/v1/accounts/{ann.id}").status_code == 204
    assert code_of(olga.delete(f"/v1/accounts/{ann.id}")) == "account/unknown"

    assert code_of(ann.get(f"/v1/games/{game}")) == "auth/invalid"
    assert ann.id in bob.get(f"/v1/games/{game}/record").text


def test_the_trail_holds_ids_and_shows_its_readers_the_present_names(app: Flask, ann: Person) -> None:
    olga = as_official(app, "Olga", "service:operate")
    olga.send("PATCH", f"/v1/accounts/{ann.id}", json={"name": UNSEEN})

    entries = body_of(olga.get("/v1/audit"))["entries"]

    created = next(entry for entry in entries if entry["account"] == ann.id)
    assert (created["action"], created["account_name"]) == ("account/create", UNSEEN)
    assert "name" not in created["details"]
    renamed = next(entry for entry in entries if entry["action"] == "account/rename")
    assert (renamed["account"], renamed["details"]) == (olga.id, {"owner": ann.id})


# -- bots -------------------------------------------------------------------------------------------


def test_a_bots_account_is_shown_as_one_wherever_it_is_named(app: Flask, ann: Person, nobody: Person) -> None:
    made = body_of(nobody.post("/v1/accounts", {"name": "Deep Thought", "kind": "bot"}))
    bot = Person(app, token=made["token"])
    bot.id = made["id"]
    assert made["scopes"] == ["games:read", "bots:play", "records:export", "disputes:file"]

    game = running_game(bot, ann)
    assert bot.acts(game).status_code in (201, 409)

    shown = {"id": bot.id, "name": "Deep Thought", "kind": "bot"}
    seen = ann.sees(game)
    assert seen["creator"] == seen["seats"][0]["player"] == shown
    assert seen["seats"][0]["bot"] is None
    catch_up(app)
    listed = body_of(ann.get("/v1/games"))["games"][0]
    assert listed["creator"] == listed["seats"][0]["player"] == shown
    assert body_of(ann.get(f"/v1/accounts/{bot.id}"))["kind"] == "bot"
    n = seen["n"]
    dispute = bot.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "no"})
    assert body_of(ann.get(dispute.headers["Location"]))["claimant"] == shown


def test_an_account_that_has_played_as_a_person_never_becomes_a_bots(app: Flask, ann: Person, bob: Person) -> None:
    fresh = body_of(ann.post("/v1/accounts/me/bot"))
    assert fresh["kind"] == "bot"
    assert body_of(ann.get("/v1/tokens/self"))["scopes"] == [
        "games:read",
        "bots:play",
        "records:export",
        "disputes:file",
    ]
    assert ann.opens_game()
    assert code_of(ann.post("/v1/tokens", {"scopes": ["games:play"]})) == "account/kind"

    bob.sits(bob.opens_game())
    refused = bob.post("/v1/accounts/me/bot")
    assert (refused.status_code, code_of(refused)) == (409, "account/has_played")
    assert body_of(bob.get("/v1/accounts/me"))["kind"] == "person"
    assert body_of(bob.get("/v1/tokens/self"))["scopes"][1] == "games:play"


# -- caps -------------------------------------------------------------------------------------------


def limited(tmp_path: Path, **limits: object) -> Flask:
    settings = quiet(Settings(home=tmp_path, secret="ab" * 32))
    return build(replace(settings, **limits))  # type: ignore[arg-type]


def test_one_network_makes_so_many_accounts_and_a_repeated_request_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settings, "limits_url", "memory://")
    app = limited(tmp_path, accounts_limit="2 per day")
    nobody = Person(app)
    key = "k" * 16

    first = nobody.post("/v1/accounts", {"name": "Ann"}, key=key)
    assert first.status_code == 201
    assert first.headers["RateLimit-Policy"] == '"accounts";q=2;w=86400'
    assert first.headers["RateLimit"].startswith('"accounts";r=1;t=')
    assert nobody.post("/v1/accounts", {"name": "Ann"}, key=key).status_code == 201
    assert code_of(nobody.post("/v1/accounts", {"name": "Ann"})) == "account/name_taken"
    assert nobody.client.post("/v1/session", json={"name": "Bob"}, headers={"Delvebook-Page": "1"}).status_code == 201
    refused = nobody.post("/v1/accounts", {"name": "Cid"})
    assert (refused.status_code, code_of(refused), body_of(refused)["what"]) == (429, "service/quota", "accounts")
    assert refused.headers["RateLimit"] == f'"accounts";r=0;t={refused.headers["Retry-After"]}'
    assert nobody.post("/v1/accounts", {"name": "Ann"}, key=key).headers["Idempotent-Replay"] == "true"
    assert "RateLimit" not in nobody.get("/v1/rulesets").headers
    elsewhere = nobody.post("/v1/accounts", {"name": "Cid"}, environ_base={"REMOTE_ADDR": "198.51.100.7"})
    assert elsewhere.status_code == 201
    app.extensions["delvebook"].close()


def test_an_account_has_so_many_open_games_and_seats(tmp_path: Path) -> None:
    app = limited(tmp_path, games_owned_max=2, seats_owned_max=1)
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    body = {"ruleset": "dungeon-raiders", "seats": 2}
    first = body_of(ann.post("/v1/games", body, key="first"))["id"]
    second = ann.opens_game()
    bob.sits(first)
    catch_up(app)

    refused = ann.post("/v1/games", body)
    assert (refused.status_code, code_of(refused), body_of(refused)["limit"]) == (429, "service/quota", 2)
    assert ann.post("/v1/games", body, key="first").headers["Idempotent-Replay"] == "true"
    seat = bob.post(f"/v1/games/{second}/seats")
    assert (seat.status_code, body_of(seat)["what"]) == (429, "seats")
    assert ann.post(f"/v1/games/{second}/abort").status_code == 201
    catch_up(app)
    assert ann.post("/v1/games", body).status_code == 201
    app.extensions["delvebook"].close()
