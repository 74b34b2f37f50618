"""Refusals: each has its own code, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from structlog.testing import capture_logs

import delvebook
from delvebook.domain.errors import DelvebookError
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.service.api.problems import NEVER_SENT, PROBLEMS
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from tests.servers import RedisServer
from tests.service.api.house import READY_WITHOUT_REDIS, TITLE, Person, as_official, body_of, build, quiet, running_game

UNKNOWN = "00000000-0000-4000-8000-000000000099"


class Table:
    """A running game of two, a third person who has no seat, and one without a token."""

    def __init__(self, app: Flask) -> None:
        self.ann, self.bob, self.cid = (Person(app, name) for name in ("Ann", "Bob", "Cid"))
        self.nobody = Person(app)
        self.game = running_game(self.ann, self.bob)
        self.decision = self.ann.may(self.game)["decision"]
        self.actions = f"/v1/games/{self.game}/actions"

    def card(self, card: str = "p1", **more: Any) -> dict[str, Any]:
        return {"decision": self.decision, "action": {"type": "play_card", "card": card}, **more}


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


def raw(person: Person, path: str, data: bytes, media_type: str = "application/json") -> Any:
    return person.post(path, data=data, content_type=media_type)


def clock(bot: str = "random") -> dict[str, Any]:
    return {"kind": "per_decision", "seconds": 9, "on_expiry": {"kind": "bot", "bot": bot}}


NO_GAME = "00000000-0000-4000-8000-000000000000"
Ask = Callable[[Table], Any]

REFUSALS: dict[str, tuple[int, str, Ask]] = {
    "an unknown ruleset": (
        404,
        "ruleset/unknown",
        lambda t: t.ann.post("/v1/games", {"ruleset": "chess", "seats": 2}),
    ),
    "an unknown ruleset looked at": (404, "ruleset/unknown", lambda t: t.ann.get("/v1/rulesets/chess")),
    "a hint at a table of two people": (409, "hint/refused", lambda t: t.ann.get(f"/v1/games/{t.game}/hint")),
    "an unknown clause": (404, "clause/unknown", lambda t: t.ann.get(f"/v1/rulesets/{TITLE}/clauses/XX-1")),
    "an unknown option": (
        422,
        "game/invalid_options",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "options": {"speed": "fast"}}),
    ),
    "an option out of its domain": (
        422,
        "game/invalid_options",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "options": {"mode": 7}}),
    ),
    "too many seats": (
        422,
        "game/invalid_seats",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 9}),
    ),
    "an unknown bot": (
        422,
        "bot/unknown",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "bots": [{"seat": 0, "bot": "genius"}]}),
    ),
    "a bot on a seat there is not": (
        404,
        "seat/unknown",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "bots": [{"seat": 7, "bot": "random"}]}),
    ),
    "a clock with an unknown bot": (
        422,
        "bot/unknown",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "clock": clock(bot="x")}),
    ),
    "a kind of clock that there is not": (
        422,
        "clock/not_offered",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "clock": {"kind": "hourglass", "minutes": 5}}),
    ),
    "an end of time that there is not": (
        422,
        "clock/not_offered",
        lambda t: t.ann.post(
            "/v1/games", {"ruleset": TITLE, "seats": 2, "clock": {**clock(), "on_expiry": {"kind": "shame"}}}
        ),
    ),
    "two bots on a seat": (
        422,
        "input/invalid",
        lambda t: t.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "bots": [{"seat": 0, "bot": "greedy"}] * 2}),
    ),
    "games of a ruleset there is not": (404, "ruleset/unknown", lambda t: t.ann.get("/v1/games?ruleset=bogus")),
    "games of a player there is not": (404, "account/unknown", lambda t: t.ann.get("/v1/games?player=nobody")),
    "games that wait for a player there is not": (
        404,
        "account/unknown",
        lambda t: t.ann.get("/v1/games?waiting_for=nobody"),
    ),
    "forks of a game there is not": (404, "game/unknown", lambda t: t.ann.get(f"/v1/games?parent={NO_GAME}")),
    "claims of a player there is not": (404, "account/unknown", lambda t: t.ann.get("/v1/disputes?claimant=nobody")),
    "disputes of a game there is not": (404, "game/unknown", lambda t: t.ann.get(f"/v1/disputes?game={NO_GAME}")),
    "a parameter that rulesets do not take": (422, "input/invalid", lambda t: t.ann.get("/v1/rulesets?page=2")),
    "a parameter that tokens do not take": (422, "input/invalid", lambda t: t.ann.get("/v1/tokens?limit=2")),
    "a parameter that a start does not take": (
        422,
        "input/invalid",
        lambda t: t.ann.post(f"/v1/games/{t.game}/start?now=true"),
    ),
    "a member that a take-back does not take": (
        422,
        "input/invalid",
        lambda t: t.ann.post(f"/v1/games/{t.game}/take-backs", {"n": 5}),
    ),
    "an event there is not": (404, "event/unknown", lambda t: t.ann.get(f"/v1/games/{t.game}/events/999")),
    "a seat while one sits": (409, "seat/yours", lambda t: t.ann.post(f"/v1/games/{t.game}/seats", {})),
    "an unknown card": (422, "action/malformed", lambda t: t.ann.post(t.actions, t.card("joker"))),
    "an unknown action": (
        422,
        "action/malformed",
        lambda t: t.ann.post(t.actions, {"decision": t.decision, "action": {"type": "fly"}}),
    ),
    "an action that is no object": (
        422,
        "action/malformed",
        lambda t: t.ann.post(t.actions, {"decision": t.decision, "action": [1]}),
    ),
    "acting without a seat": (403, "seat/not_yours", lambda t: t.cid.post(t.actions, t.card())),
    "asking what one may do without a seat": (403, "seat/not_yours", lambda t: t.cid.get(t.actions)),
    "leaving somebody else's seat": (403, "seat/not_yours", lambda t: t.cid.delete(f"/v1/games/{t.game}/seats/0")),
    "leaving a seat there is not": (404, "seat/unknown", lambda t: t.cid.delete(f"/v1/games/{t.game}/seats/8")),
    "a seat in a running game": (409, "game/started", lambda t: t.cid.post(f"/v1/games/{t.game}/seats", {})),
    "starting twice": (409, "game/started", lambda t: t.ann.post(f"/v1/games/{t.game}/start")),
    "starting somebody else's game": (403, "auth/forbidden", lambda t: t.cid.post(f"/v1/games/{t.game}/start")),
    "breaking off a running game": (403, "auth/forbidden", lambda t: t.ann.post(f"/v1/games/{t.game}/abort")),
    "an illegal card": (422, "action/illegal", lambda t: t.ann.post(t.actions, t.card("key"))),
    "an illegal card, dry": (422, "action/illegal", lambda t: t.ann.post(f"{t.actions}?dry_run=true", t.card("key"))),
    "a stale decision": (409, "action/stale", lambda t: t.ann.post(t.actions, t.card(decision=1))),
    "a stale decision, dry": (
        409,
        "action/stale",
        lambda t: t.ann.post(f"{t.actions}?dry_run=true", t.card(decision=1)),
    ),
    "a body that is not JSON": (400, "input/not_json", lambda t: raw(t.ann, t.actions, b'{"decision": ')),
    "JSON with a byte order mark": (400, "input/not_json", lambda t: raw(t.ann, t.actions, b"\xef\xbb\xbf{}")),
    "a key twice": (400, "input/doubled_key", lambda t: raw(t.ann, t.actions, b'{"decision":1,"decision":2}')),
    "a float": (400, "input/not_an_integer", lambda t: raw(t.ann, t.actions, b'{"decision":1.0,"action":{}}')),
    "not a number": (400, "input/not_an_integer", lambda t: raw(t.ann, t.actions, b'{"decision":NaN,"action":{}}')),
    "a huge number": (
        400,
        "input/not_an_integer",
        lambda t: raw(t.ann, t.actions, b'{"decision":' + b"9" * 400 + b"}"),
    ),
    "what is not UTF-8": (400, "input/not_utf8", lambda t: raw(t.ann, t.actions, b'{"decision":"\xff"}')),
    "UTF-16": (400, "input/not_utf8", lambda t: raw(t.ann, t.actions, "{}".encode("utf-16"))),
    "deep nesting": (400, "input/too_deep", lambda t: raw(t.ann, t.actions, b"[" * 99 + b"]" * 99)),
    "very deep nesting": (400, "input/too_deep", lambda t: raw(t.ann, t.actions, b"[" * 60_000)),
    "half a surrogate pair": (400, "input/not_canonical", lambda t: raw(t.ann, t.actions, b'{"action":"\\ud800"}')),
    "a key that is not ASCII": (
        400,
        "input/not_canonical",
        lambda t: raw(t.ann, t.actions, '{"ключ":1}'.encode()),
    ),
    "an oversize body": (413, "input/too_large", lambda t: raw(t.ann, t.actions, b'"' + b"x" * 70_000 + b'"')),
    "another media type": (415, "input/media_type", lambda t: raw(t.ann, t.actions, b"a=1", "text/plain")),
    "no media type": (415, "input/media_type", lambda t: t.ann.post(t.actions, data=b"{}")),
    "a body that is a list": (422, "input/invalid", lambda t: raw(t.ann, t.actions, b"[]")),
    "a text for a number": (422, "input/invalid", lambda t: t.ann.post(t.actions, t.card(decision="7"))),
    "a truth value for a number": (422, "input/invalid", lambda t: t.ann.post(t.actions, t.card(decision=True))),
    "a missing field": (422, "input/invalid", lambda t: t.ann.post(t.actions, {"decision": 1})),
    "an unknown field": (422, "input/invalid", lambda t: t.ann.post(t.actions, t.card(seed="00"))),
    "an unknown query": (422, "input/invalid", lambda t: t.ann.get(f"/v1/games/{t.game}?secrets=yes")),
    "a query out of its domain": (422, "input/invalid", lambda t: t.ann.get(f"/v1/games/{t.game}/events?limit=0")),
    "an unknown language": (422, "input/invalid", lambda t: t.ann.get(f"/v1/games/{t.game}/events?lang=de")),
    "a malformed cursor": (422, "input/invalid", lambda t: t.ann.get("/v1/games?cursor=ä!")),
    "an unknown kind of viewer": (422, "viewer/unknown", lambda t: t.ann.get(f"/v1/games/{t.game}?viewer=god")),
    "a malformed Last-Event-ID": (
        422,
        "input/invalid",
        lambda t: t.ann.get(
            f"/v1/games/{t.game}/stream", headers={"Last-Event-ID": "x", "Accept": "text/event-stream"}
        ),
    ),
    "an unknown game": (404, "game/unknown", lambda t: t.ann.get(f"/v1/games/{UNKNOWN}")),
    "acting in an unknown game": (
        404,
        "game/unknown",
        lambda t: t.ann.post(f"/v1/games/{UNKNOWN}/actions", t.card()),
    ),
    "a malformed game id": (404, "game/unknown", lambda t: t.ann.get("/v1/games/my-game/events")),
    "a moment there is not": (404, "event/unknown", lambda t: t.ann.get(f"/v1/games/{t.game}?event=999")),
    "an unknown account": (404, "account/unknown", lambda t: t.ann.get("/v1/accounts/nobody")),
    "an unknown token of one's own": (404, "token/unknown", lambda t: t.ann.delete("/v1/tokens/ffff")),
    "somebody else's token": (404, "token/unknown", lambda t: t.ann.delete(f"/v1/tokens/{t.bob.token_id}")),
    "a name that is taken": (409, "account/name_taken", lambda t: t.nobody.post("/v1/accounts", {"name": "aNN"})),
    "a blank name": (422, "input/invalid", lambda t: t.nobody.post("/v1/accounts", {"name": " \t "})),
    "no token": (401, "auth/required", lambda t: t.nobody.post(t.actions, t.card())),
    "no token for me": (401, "auth/required", lambda t: t.nobody.get("/v1/accounts/me")),
    "a wrong token": (401, "auth/invalid", lambda t: with_token(t, "dvb_wrong").get(f"/v1/games/{t.game}")),
    "a token of another kind": (401, "auth/invalid", lambda t: with_token(t, "é").get(f"/v1/games/{t.game}")),
    "another scheme": (
        401,
        "auth/invalid",
        lambda t: t.nobody.get("/v1/tokens", headers={"Authorization": "Basic YTpi"}),
    ),
    "somebody else's eyes": (403, "auth/forbidden", lambda t: t.ann.get(f"/v1/games/{t.game}?viewer=seat:1")),
    "an arbiter's eyes": (403, "auth/forbidden", lambda t: t.cid.get(f"/v1/games/{t.game}/events?viewer=arbiter")),
    "a spectator's wish for all": (
        403,
        "auth/forbidden",
        lambda t: t.nobody.get(f"/v1/games/{t.game}/record?viewer=public"),
    ),
    "a scope one has not": (403, "auth/forbidden", lambda t: t.ann.post("/v1/tokens", {"scopes": ["service:operate"]})),
    "a token for somebody else": (
        422,
        "input/invalid",
        lambda t: t.ann.post("/v1/tokens", {"scopes": ["games:play"], "account": "Bob"}),
    ),
    "a malformed key": (400, "request/key_malformed", lambda t: t.ann.acts(t.game, key="two words")),
    "a key that could be guessed, for a token": (
        400,
        "request/key_malformed",
        lambda t: t.nobody.post("/v1/accounts", {"name": "Dot"}, key="fifteen letters"),
    ),
    "an upload that is no record": (
        422,
        "record/malformed",
        lambda t: raw(t.ann, "/v1/verifications", b"hello\n", "application/x-ndjson"),
    ),
    "an upload of another kind": (
        415,
        "input/media_type",
        lambda t: raw(t.ann, "/v1/verifications", b"{}", "text/html"),
    ),
    "a NUL in the address": (422, "input/invalid", lambda t: t.nobody.get("/v1/accounts/a%00b")),
    "a NUL in the query": (422, "input/invalid", lambda t: t.nobody.get("/v1/games?player=%00")),
    "a label that does not print": (
        422,
        "input/invalid",
        lambda t: t.ann.post("/v1/tokens", {"scopes": ["games:play"], "label": "a\0b"}),
    ),
    "an id in another spelling": (404, "game/unknown", lambda t: t.ann.get(f"/v1/games/{{{t.game}}}")),
    "an address there is not": (404, "route/unknown", lambda t: t.ann.get("/v1/matches")),
    "a method there is not": (405, "route/method", lambda t: t.ann.send("PUT", f"/v1/games/{t.game}")),
}


def with_token(table: Table, token: str) -> Person:
    person = Person(table.ann.client.application)
    person.token = token
    return person


@pytest.fixture(scope="module")
def lasting_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One table for all refusals: nothing they do changes it."""
    app = build(quiet(Settings(home=tmp_path_factory.mktemp("table"), secret="ab" * 32)))
    yield Table(app)
    app.extensions["delvebook"].close()


@pytest.mark.parametrize("what", REFUSALS)
def test_it_is_refused_with_its_code_and_nothing_has_changed(lasting_table: Table, what: str) -> None:
    table = lasting_table
    status, code, ask = REFUSALS[what]
    before = table.ann.sees(table.game)

    answer = ask(table)

    body = body_of(answer)
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    assert answer.mimetype == "application/problem+json"
    assert body["title"] == PROBLEMS[code].title
    assert body["retryable"] is PROBLEMS[code].is_retryable
    assert body["detail"] != ""
    assert "Traceback" not in answer.text
    assert ("WWW-Authenticate" in answer.headers) == (status == 401)
    assert table.ann.sees(table.game) == before


def test_an_illegal_action_names_the_clause_in_both_languages_and_the_version(table: Table) -> None:
    n = table.ann.sees(table.game)["n"]

    body = body_of(table.ann.post(table.actions, table.card("key")))

    assert body["clause"] == "DR-021"
    assert set(body["clause_text"]) == {"en", "ru"}
    assert body["n"] == n
    assert body["type"] == "/docs/errors/action/illegal"


def test_a_stale_decision_is_told_which_one_is_open(table: Table) -> None:
    body = body_of(table.ann.post(table.actions, table.card(decision=1)))

    assert body["decision"] == table.decision
    assert body["retryable"] is False


def test_nobody_can_act_in_a_game_that_was_broken_off(app: Flask, table: Table) -> None:
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    assert judge.post(f"/v1/games/{table.game}/abort", {"reason": "fire"}).status_code == 201
    before = table.ann.sees(table.game)

    for query in ("", "?dry_run=true"):
        refused = table.ann.post(table.actions + query, table.card())
        assert (refused.status_code, body_of(refused)["code"]) == (409, "game/finished")

    assert table.ann.sees(table.game) == before


def test_a_seat_a_bot_plays_cannot_be_played_dry_either(table: Table) -> None:
    table.ann.delete(f"/v1/games/{table.game}/seats/0")

    for query in ("", "?dry_run=true"):
        assert body_of(table.ann.post(table.actions + query, table.card()))["code"] == "seat/not_yours"


def test_a_game_that_has_not_started_takes_no_actions(ann: Person) -> None:
    game = ann.opens_game()
    ann.sits(game)

    refused = ann.post(f"/v1/games/{game}/actions", {"decision": 1, "action": {"type": "play_card", "card": "p1"}})

    assert body_of(refused)["code"] == "game/not_started"
    assert body_of(ann.post(f"/v1/games/{game}/start"))["seats"] == [1]


def test_every_error_of_ours_has_a_row_in_the_table() -> None:
    def family(kind: type[DelvebookError]) -> set[type[DelvebookError]]:
        return {kind}.union(*(family(child) for child in kind.__subclasses__()))

    rooms = ("domain", "replays", "projections", "service")
    scripts = {"__main__", "env"}  # these act when imported
    for _, module, _ in walk_packages(delvebook.__path__, f"{delvebook.__name__}."):
        if module.split(".")[1] in rooms and module.split(".")[-1] not in scripts:
            import_module(module)  # or the family would depend on which tests ran before in this process
    told_elsewhere = {"golden/plan", "record/cannot_follow", "tournament/impossible"}  # by reports and the terminal
    known = {kind.code for kind in family(DelvebookError) if kind.__module__.split(".")[1] in rooms}
    known -= told_elsewhere

    assert len(known) > 50
    assert known == (known & set(PROBLEMS)) | NEVER_SENT
    assert not NEVER_SENT & set(PROBLEMS)


def test_a_defect_is_answered_with_a_number_and_nothing_else(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(*_: Any, **__: Any) -> Any:
        secret = "the hidden card is a dragon"
        raise RuntimeError(secret)

    monkeypatch.setattr(app.extensions["delvebook"].use.games, "look", break_down)
    with capture_logs() as logs:
        answer = ann.get(f"/v1/games/{UNKNOWN}", headers={"X-Request-ID": "my-request"})

    body = body_of(answer)
    assert (answer.status_code, body["code"]) == (500, "service/internal")
    assert body["incident"] == "my-request"
    assert "dragon" not in answer.text
    assert "dragon" not in str(logs)
    assert logs[0]["error"] == "RuntimeError"
    assert "break_down" in logs[0]["where"][-1]


def test_lists_whose_database_is_away_are_said_to_be_unavailable_and_games_go_on(settings: Settings) -> None:
    engine = open_engine("postgresql+psycopg://nobody@127.0.0.1:1/none?connect_timeout=2")
    app = build(settings, lobby=LobbyReader(engine))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")

    answer = ann.get("/v1/games")
    assert (answer.status_code, body_of(answer)["code"]) == (503, "service/unavailable")
    assert ann.sees(running_game(ann, bob))["status"] == "running"
    app.extensions["delvebook"].close()
    engine.dispose()


def test_a_store_that_does_not_answer_is_said_to_be_unavailable(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    from eventsourcing.persistence import OperationalError  # noqa: PLC0415

    def break_down(*_: Any, **__: Any) -> Any:
        raise OperationalError

    monkeypatch.setattr(app.extensions["delvebook"].use.games, "look", break_down)
    answer = ann.get(f"/v1/games/{UNKNOWN}")

    assert (answer.status_code, body_of(answer)["code"]) == (503, "service/unavailable")
    assert answer.headers["Retry-After"] == "2"


def test_who_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    app = build(replace(quiet(Settings(home=tmp_path, secret="ab" * 32)), rate_limit="3 per day"))
    app.test_client_class = FlaskClient  # which asks for nothing else
    nobody = Person(app)
    answers = [nobody.get(path) for path in ("/v1/rulesets", "/v1/games", "/v1/rulesets", "/v1/games")]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert body_of(answers[-1])["code"] == "service/rate_limited"
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers] == [
        '"requests";r=2',
        '"requests";r=1',
        '"requests";r=0',
        '"requests";r=0',
    ]
    assert answers[0].headers["RateLimit-Policy"] == '"requests";q=3;w=86400'
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 86_400
    assert Person(app, None, token="dvb_guess").get("/v1/rulesets").status_code == 429
    app.extensions["delvebook"].close()


def test_an_account_that_asks_too_often_is_refused_wherever_it_asks_from_and_no_other_with_it(tmp_path: Path) -> None:
    app = build(replace(quiet(Settings(home=tmp_path, secret="ab" * 32)), rate_limit="9 per day"))
    app.test_client_class = FlaskClient
    ann, bob = Person(app, "Ann"), Person(app, "Bob")

    assert [ann.get("/v1/games").status_code for _ in range(10)] == [200] * 9 + [429]
    assert bob.get("/v1/games").status_code == 200
    app.extensions["delvebook"].close()


def test_all_processes_count_together_and_go_on_when_redis_is_gone(tmp_path: Path, redis_server: RedisServer) -> None:
    chosen = replace(
        quiet(Settings(home=tmp_path, secret="ab" * 32)), rate_limit="4 per day", redis_url=redis_server.url
    )
    apps = [build(chosen), build(chosen)]
    for app in apps:
        app.test_client_class = FlaskClient
    counted = [Person(apps[number % 2]).get("/v1/rulesets") for number in range(5)]
    assert [answer.status_code for answer in counted] == [200, 200, 200, 200, 429]

    redis_server.kill()

    assert Person(apps[0]).get("/v1/rulesets").status_code == 200
    assert Person(apps[0]).get("/readyz").json == READY_WITHOUT_REDIS
    for app in apps:
        app.extensions["delvebook"].close()


@pytest.mark.parametrize("number", [10**6, 2**63, 10**40])
@pytest.mark.parametrize("path", ["events/{n}", "events/{n}/reasoning", "take-backs/{n}/answers", "seats/{n}"])
def test_numbers_that_no_game_reaches_are_refused_like_any_other(
    ann: Person, bob: Person, path: str, number: int
) -> None:
    game = running_game(ann, bob)
    method, body = {"t": ("POST", {"agrees": True}), "s": ("DELETE", None)}.get(path[0], ("GET", None))

    answer = ann.send(method, f"/v1/games/{game}/{path.format(n=number)}", **({} if body is None else {"json": body}))

    assert answer.status_code in (404, 409), answer.text


@pytest.mark.parametrize("number", [10**6, 2**63, 10**40])
def test_disputes_about_events_that_no_game_reaches_are_unknown(ann: Person, bob: Person, number: int) -> None:
    assert ann.get(f"/v1/disputes/{running_game(ann, bob)}.{number}").status_code == 404
