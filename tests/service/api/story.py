"""
A small story that takes every operation of the API but the endless `GET /v1/notices/stream`, told with chance, clock
and keys of its own.

What the service answers to it are the examples of the OpenAPI document: the first exchange of each kind is kept.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from delvebook.service.api.cookie import OWN_HEADER
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.tables import TOKENS
from delvebook.service.identity.tokens import hash_of
from delvebook.service.jobs.queues import QueueName
from delvebook.service.wiring import log_writer
from tests.rights.oracle import Who, has_right, need_of
from tests.service.api import chapters
from tests.service.api.chapters import WorkOff
from tests.service.api.collected import catch_up
from tests.service.api.conformance import ConformingClient, Contract, bytes_of
from tests.service.api.house import (
    Person,
    as_official,
    body_of,
    bring_trail_up,
    build,
    play_bots,
    play_to_the_end,
    quiet,
    running_game,
)
from tests.service.tables import Ticking

LISTED_MAX: Final = 2
"""Longer lists, and objects with more keys that are ids, are cut: an example shows what a thing looks like."""
LETTERS_MAX: Final = 300
LINES_MAX: Final = 2
TEXT: Final = ("application/x-ndjson", "text/event-stream", "text/plain")
RECORDED: Final = ("application/json", *TEXT)
CLOCK: Final = {"kind": "per_decision", "seconds": 86400, "on_expiry": {"kind": "bot", "bot": "greedy"}}
NOW: Final = {"ann": "a" * 32, "bob": "b" * 32}

Examples = dict[str, dict[str, Any]]


class RecordingClient(ConformingClient):
    """A client that keeps the first exchange of each kind, in `recorded`."""

    recorded: Examples

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        body = kwargs.get("json")
        who = sender(self.application, dict(kwargs.get("headers") or {}))
        response = super().open(*args, **kwargs)
        assert response.status_code < 400, f"{response.request.path}: {response.text[:500]}"
        require_right(who, response, body if isinstance(body, dict) else {})
        found = operation_of(self.contract(), response)
        if found is None or not bytes_of(response) or response.mimetype not in RECORDED:
            return response
        kept = self.recorded.setdefault(found, {"responses": {}})
        if isinstance(body, dict) and body:
            kept.setdefault("request", body)
        answers = kept["responses"].setdefault(str(response.status_code), {})
        answers.setdefault(response.mimetype, example_of(response))
        return response


def sender(app: Flask, headers: dict[str, str]) -> Who | None:
    """Who sends a request with these headers, as the table of tokens has it; None for a browser."""
    token = headers.get("Authorization", "").removeprefix("Bearer ")
    if not token:
        return None if headers else Who()
    with app.extensions["delvebook"].accounts.engine.connect() as connection:
        row = connection.execute(select(TOKENS).where(TOKENS.c.hash == hash_of(token))).one()
    return Who(row.account, frozenset(row.scopes.split()), row.manages)


def require_right(who: Who | None, response: TestResponse, body: dict[str, Any]) -> None:
    """Holds an answer against the table of rights, which was written from the pages."""
    asked = response.request
    need = need_of(asked.method, asked.path, body)
    assert need is None or who is None or has_right(who, need), f"{asked.method} {asked.path} needs {need}"


def operation_of(contract: Contract, response: TestResponse) -> str | None:
    """The operation that answered."""
    item = contract.item(response.request.method, response.request.path)
    operation = None if item is None else item.get(response.request.method.lower())
    return None if operation is None else str(operation["operationId"])


def example_of(response: TestResponse) -> Any:
    """The body as an example: a text's first lines, or JSON with long lists cut."""
    if response.mimetype in TEXT:
        return "".join(f"{line}\n" for line in bytes_of(response).decode().splitlines()[:LINES_MAX])
    return cut(json.loads(bytes_of(response)))


def cut(value: Any, depth: int = 0) -> Any:
    """
    The value with the first members of every list, and of every object that has one for each id, and long texts cut.

    Of objects in a list one is enough: a game stands in many answers, and its seats are alike.
    """
    if isinstance(value, list):
        is_enough = depth > 0 and any(isinstance(one, dict) for one in value)
        return [cut(one, depth + 1) for one in value[: 1 if is_enough else LISTED_MAX]]
    if isinstance(value, str) and (" " in value or value.startswith("data:")) and len(value) > LETTERS_MAX:
        return value[:LETTERS_MAX].rstrip() + "…"
    if not isinstance(value, dict):
        return value
    kinds = {type(one) for one in value.values()}
    is_by_id = len(value) > 8 and kinds == {dict}
    return {key: cut(one, depth + 1) for key, one in list(value.items())[: LISTED_MAX if is_by_id else None]}


def a_key(name: bytes) -> str:
    """A signing key that is the same in every run."""
    key = Ed25519PrivateKey.from_private_bytes(name.ljust(32, b"."))
    parts = {"d": key.private_bytes_raw(), "x": key.public_key().public_bytes_raw()}
    coded = {part: base64.urlsafe_b64encode(value).decode().rstrip("=") for part, value in parts.items()}
    return json.dumps({"kty": "OKP", "crv": "Ed25519", **coded})


def a_point_key(name: bytes) -> str:
    """A key for push services that is the same in every run."""
    key = ec.derive_private_key(int.from_bytes(name.ljust(32, b"."), "big"), ec.SECP256R1())
    numbers = key.private_numbers()
    parts = {"d": numbers.private_value, "x": numbers.public_numbers.x, "y": numbers.public_numbers.y}
    coded = {part: base64.urlsafe_b64encode(value.to_bytes(32, "big")).decode()[:43] for part, value in parts.items()}
    return json.dumps({"kty": "EC", "crv": "P-256", **coded})


def tell(settings: Settings, work_off: WorkOff) -> Examples:
    """What the service answers to the story. `work_off` carries out the jobs that wait on a queue in Redis."""
    keys = {"signing_keys": a_key(b"receipts"), "log_keys": a_key(b"log"), "push_keys": a_point_key(b"push")}
    app = build(quiet(settings, **keys))
    client = type("Recording", (RecordingClient,), {"recorded": {}})
    app.test_client_class = client
    try:
        _tell(app, work_off)
    finally:
        app.extensions["delvebook"].close()
    chapters.of_this_machine(client.recorded)
    return dict(client.recorded)


def _tell(app: Flask, work_off: WorkOff) -> None:
    ann, bob, nobody = Person(app, "Ann"), Person(app, "Bob"), Person(app)
    judge = as_official(app, "Judy", "games:play", "disputes:rule")
    other_judge = as_official(app, "Jude", "games:play", "disputes:rule")
    _accounts(app, ann)
    _rulesets(nobody)
    game = _a_game(app, ann, bob)
    _take_backs(ann, bob)
    _endings(ann, bob)
    play_to_the_end(game, ann, bob)
    _bring_log_up(app)
    _afterwards(app, ann, game, work_off)
    _disputes(app, ann, bob, judge, other_judge)
    chapters.programs(app, ann)
    chapters.account_care(app)
    chapters.offices(app)
    chapters.invitations(ann, bob)
    chapters.an_agreed_end(ann, bob)
    chapters.imports(ann)
    _lists(app, ann, judge, game)
    chapters.leagues(ann)
    chapters.players(app, ann, bob, game)
    chapters.studies(ann, game, work_off)
    chapters.notices(app, bob)
    chapters.webhooks(app, bob)
    chapters.push(bob)
    chapters.an_absence(app, ann)
    chapters.a_hint(ann)
    chapters.passkeys(app)
    chapters.handovers(app)


def _accounts(app: Flask, ann: Person) -> None:
    ann.get("/v1/accounts/me")
    token = body_of(ann.post("/v1/tokens", {"scopes": ["games:play"]}))
    ann.get("/v1/tokens")
    ann.delete(f"/v1/tokens/{token['id']}")
    browser, own = app.test_client(), {OWN_HEADER: "1"}
    browser.open("/v1/session", method="POST", json={"name": "Ada"}, headers=own)
    browser.get("/v1/session", headers=own)
    browser.open("/v1/session/recovery", method="POST", json={}, headers=own)
    browser.open("/v1/session", method="DELETE", headers=own)


def _rulesets(nobody: Person) -> None:
    nobody.get("/v1/rulesets")
    nobody.get("/v1/rulesets/dungeon-raiders")
    catalogue = body_of(nobody.get("/v1/rulesets/dungeon-raiders/catalogue"))
    nobody.get(f"/v1/rulesets/dungeon-raiders@1/catalogue/{catalogue['digest']}")
    nobody.get("/v1/rulesets/dungeon-raiders/guide")
    nobody.get("/v1/rulesets/dungeon-raiders/clauses")
    nobody.get("/v1/rulesets/dungeon-raiders/clauses/DR-014")


def _a_game(app: Flask, ann: Person, bob: Person) -> str:
    """A game of two that has been played for a while."""
    game = ann.opens_game(clock=CLOCK)
    ann.sits(game, nonce=NOW["ann"])
    bob.sits(game, nonce=NOW["bob"])
    bob.shows(game, NOW["bob"])
    ann.post(f"/v1/games/{game}/start", {"nonce": NOW["ann"]})
    ann.get(f"/v1/games/{game}")
    offer = ann.may(game)
    answer = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    ann.post(f"/v1/games/{game}/actions?dry_run=true", answer)
    ann.post(f"/v1/games/{game}/actions", answer)
    offer = bob.may(game)
    bob.post(
        "/v1/actions",
        {"actions": [{"game": game, "decision": offer["decision"], "action": offer["actions"][0]["action"]}]},
    )
    ann.get(f"/v1/games/{game}/head")
    ann.get(f"/v1/games/{game}/events/8")
    return game


def _take_backs(ann: Person, bob: Person) -> None:
    """In the tactical mode cards are laid openly, so the other player has to agree."""
    game = running_game(ann, bob, options={"mode": "tactical"})
    first, second = (ann, bob) if ann.may(game)["owed"] else (bob, ann)
    first.acts(game)
    first.get(f"/v1/games/{game}/take-backs")
    asked = body_of(first.post(f"/v1/games/{game}/take-backs"))["n"]
    second.post(f"/v1/games/{game}/take-backs/{asked}/answers", {"agrees": True})


def _endings(ann: Person, bob: Person) -> None:
    """A game that nobody plays, and one that is left."""
    ann.post(f"/v1/games/{ann.opens_game()}/abort", {"reason": "the party is postponed"})
    left = running_game(ann, bob, clock=CLOCK)
    bob.delete(f"/v1/games/{left}/seats/1")


def _bring_log_up(app: Flask) -> None:
    services = app.extensions["delvebook"]
    engine = open_engine(services.settings.projections_url)
    writer = log_writer(services.settings, engine, services.use.application, now=Ticking())
    while writer.step().has_more:
        pass
    engine.dispose()


def _afterwards(app: Flask, ann: Person, game: str, work_off: WorkOff) -> None:
    """The record, its checks, a fork, and a bot's reasons."""
    record = ann.get(f"/v1/games/{game}/record").data
    for form in ("json", "text"):
        ann.get(f"/v1/games/{game}/record?format={form}")
    ann.get(f"/v1/games/{game}/stream", headers={"Accept": "application/x-ndjson"})
    ann.get(f"/v1/games/{game}/events?limit=3")
    ann.get(f"/v1/games/{game}/events?limit=500", headers={"Accept": "application/x-ndjson"})
    ann.get(f"/v1/games/{game}/inclusion")
    ann.get(f"/v1/games/{game}/verification")
    ann.get(f"/v1/games/{game}/verification", headers={"Prefer": "respond-async"})
    ndjson = "application/x-ndjson"
    ann.post("/v1/verifications", data=record, content_type=ndjson)
    waiting = ann.post("/v1/verifications", data=record, content_type=ndjson, headers={"Prefer": "respond-async"})
    work_off(QueueName.CHECKS)
    ann.get(waiting.headers["Location"])
    ann.post(f"/v1/games/{game}/forks", {"event": 10})
    solo = ann.opens_game(bots=[{"seat": 1, "bot": "greedy"}])
    ann.sits(solo)
    ann.starts(solo)
    while ann.sees(solo)["status"] == "running":
        if 0 in ann.sees(solo)["to_act"]:
            ann.acts(solo)
        play_bots(app, solo)
    events = body_of(ann.get(f"/v1/games/{solo}/events?limit=500"))["events"]
    moved = next(one["n"] for one in events if one["type"] == "ActionTaken" and one["data"]["seat"] == 1)
    ann.get(f"/v1/games/{solo}/events/{moved}/reasoning")


def _disputes(app: Flask, ann: Person, bob: Person, judge: Person, other_judge: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    n = ann.sees(game)["n"]
    opened = body_of(ann.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "I meant the other card"}))["n"]
    ann.post(f"/v1/disputes/{game}.{opened}/withdrawal")
    opened = body_of(bob.post(f"/v1/games/{game}/disputes", {"event": n, "claim": "Ann was late"}))["n"]
    dispute = f"{game}.{opened}"
    app.extensions["delvebook"].use.disputes.examine(UUID(game), opened)
    judge.get(f"/v1/games/{game}/examination?event={n}")
    ruling = {"verdict": "dismissed", "remedy": None, "reason": "Ann acted within her time"}
    judge.post(f"/v1/disputes/{dispute}/ruling", ruling)
    bob.post(f"/v1/disputes/{dispute}/appeal", {"reason": "look at the clock"})
    other_judge.post(f"/v1/disputes/{dispute}/ruling", {**ruling, "reason": "I have looked at it, too"})
    ann.get(f"/v1/disputes/{dispute}")


def _lists(app: Flask, ann: Person, judge: Person, game: str) -> None:
    catch_up(app)
    ann.get("/v1/games")
    ann.get("/v1/disputes")
    bring_trail_up(app)
    judge.get(f"/v1/audit?game={game}")
    judge.get(f"/v1/audit?game={game}", headers={"Accept": "application/x-ndjson"})
