"""Every route names the scope that it needs, or says that it is open, and is held to it."""

from __future__ import annotations

from typing import Any, Final

import pytest
from flask import Flask, url_for

from delvebook.service.api.blueprint import OURS
from delvebook.service.api.lean import ANY_TOKEN, OWNER
from delvebook.service.identity.caller import INCLUDED, SCOPES
from tests.service.api.conformance import OUTSIDE, PAGES
from tests.service.api.house import Person, as_official, body_of, takes_office

GAME: Final = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
IDS: Final[dict[str, Any]] = {
    "game_id": GAME,
    "import_id": GAME,
    "dispute_id": f"{GAME}.1",
    "ruleset_id": "labyrinth",
    "clause": "x",
}
ABOUT_THE_SERVICE: Final = (*OUTSIDE, *PAGES)


def routes(app: Flask) -> list[tuple[str, str, Any]]:
    """Returns every route of the API: method, address, and the scopes that it declares."""
    found = []
    for rule in app.url_map.iter_rules():
        if rule.rule == "/" or rule.rule.startswith(ABOUT_THE_SERVICE):
            continue
        declared = getattr(app.view_functions[rule.endpoint], "_apidoc", {}).get(OURS, {})
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            values = {name: IDS.get(name, "1") for name in rule.arguments}
            with app.test_request_context():
                found.append((method, url_for(rule.endpoint, **values), declared))
    return found


def test_every_route_names_its_scope_or_says_that_it_is_open(app: Flask) -> None:
    """Put `needs_token(SCOPE)`, `takes_token(SCOPE)` or `open_to_all` on a route that is listed here."""
    undeclared = [f"{method} {path}" for method, path, declared in routes(app) if declared.get("access") is None]

    assert undeclared == []
    named = {scope for _, _, declared in routes(app) for scope in declared["access"]}
    assert named - set(SCOPES) == {OWNER, ANY_TOKEN}
    assert len(routes(app)) > 50


def test_the_scopes_are_these_and_no_others() -> None:
    assert SCOPES == (
        "games:read", "games:play", "bots:play", "records:export", "disputes:file", "disputes:rule", "service:operate",
    )  # fmt: skip


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_of_one_scope_is_refused_wherever_another_is_needed(app: Flask, scope: str) -> None:
    kind = "bot" if scope == "bots:play" else "person"
    made = body_of(Person(app).post("/v1/accounts", {"name": "Ann", "kind": kind}))
    person = Person(app, token=made["token"])
    person.id = made["id"]
    takes_office(app, person, scope)
    narrow = Person(app, token=body_of(person.post("/v1/tokens", {"scopes": [scope]}))["token"])
    has = {scope, *INCLUDED.get(scope, ()), ANY_TOKEN}

    for method, path, declared in routes(app):
        wanted = declared["access"]
        if not wanted or path.startswith("/v1/session") or path == "/v1/tokens/self":
            continue
        answer = narrow.send(method, path, headers={"Delvebook-Page": "1"})
        refused = answer.status_code == 403 and body_of(answer)["code"] == "auth/forbidden"
        if has.isdisjoint(wanted):
            assert refused, f"{method} {path} took a token with {scope} alone: {answer.status_code}"
        elif len(wanted) == 1 and not path.startswith(("/v1/accounts", "/v1/tokens")):
            assert not refused, f"{method} {path} refused {scope}: {answer.text}"
    assert made["kind"] == body_of(person.get("/v1/accounts/me"))["kind"] == kind


def test_the_document_says_which_scope_a_route_needs(nobody: Person) -> None:
    document = body_of(nobody.get("/openapi.json"))
    play = document["paths"]["/v1/games/{game_id}/actions"]["post"]["security"]
    read = document["paths"]["/v1/games/{game_id}"]["get"]["security"]

    assert play == [{"token": []}, {"oauth": ["games:play"]}]
    assert read == [{}, {"token": []}, {"oauth": ["games:read"]}]
    flow = document["components"]["securitySchemes"]["oauth"]["flows"]["authorizationCode"]
    assert sorted(flow["scopes"]) == sorted(SCOPES)


# -- tokens ---------------------------------------------------------------------------------------


def test_a_token_ends_at_its_time_and_gives_no_longer_ones(app: Flask, ann: Person) -> None:
    wanted = {"scopes": ["games:read"], "label": "short", "manages_account": True, "expires_at": "2026-01-02T04:00:00Z"}
    issued = body_of(ann.post("/v1/tokens", wanted))
    short = Person(app, token=issued["token"])
    assert issued["expires_at"] == "2026-01-02T04:00:00.000000Z"

    child = body_of(short.post("/v1/tokens", {"scopes": ["games:read"], "expires_at": "2027-01-01"}))
    endless = body_of(short.post("/v1/tokens", {"scopes": ["games:read"]}))

    assert child["expires_at"] == endless["expires_at"] == issued["expires_at"]
    clock = app.extensions["delvebook"].accounts.now
    while clock() < issued["expires_at"]:
        pass
    for place in ("/v1/tokens/self", "/v1/games", "/v1/accounts/me"):
        assert body_of(short.get(place))["code"] == "auth/invalid", place
    assert [token["label"] for token in body_of(ann.get("/v1/tokens"))["tokens"]] == ["first"]
    late = ann.post("/v1/tokens", {"scopes": ["games:read"], "expires_at": "2026-01-02"})
    assert (late.status_code, body_of(late)["code"]) == (422, "input/invalid")


def test_a_token_is_never_wider_than_the_one_it_comes_from(app: Flask, ann: Person) -> None:
    wanted = {"scopes": ["games:play"], "manages_account": True}
    narrow = Person(app, token=body_of(ann.post("/v1/tokens", wanted))["token"])

    assert narrow.post("/v1/tokens", {"scopes": ["games:read"]}).status_code == 201
    for scope in ("records:export", "disputes:file", "disputes:rule", "service:operate"):
        assert body_of(narrow.post("/v1/tokens", {"scopes": [scope]}))["code"] == "auth/forbidden"
    assert body_of(ann.post("/v1/tokens", {"scopes": ["bots:play"]}))["code"] == "auth/forbidden"


def test_a_token_says_what_it_is(app: Flask, ann: Person) -> None:
    issued = body_of(ann.post("/v1/tokens", {"scopes": ["games:read"], "label": "clock"}))
    clock = Person(app, token=issued["token"])
    own = body_of(clock.get("/v1/tokens/self"))
    looked = ann.get(f"/v1/tokens/{issued['id']}")

    assert own["account"] == {"id": ann.id, "name": "Ann", "kind": "person", "created_at": own["account"]["created_at"]}
    assert (own["id"], own["scopes"], own["manages_account"], own["client"]) == (
        issued["id"],
        ["games:read"],
        False,
        None,
    )
    assert issued["last_used_at"] is None
    assert own["last_used_at"] is not None
    assert body_of(looked)["last_used_at"] == own["last_used_at"]
    assert body_of(Person(app, "Bob").get(f"/v1/tokens/{issued['id']}"))["code"] == "token/unknown"
    operator = as_official(app, "Olga", "service:operate")
    assert body_of(operator.get(f"/v1/tokens/{issued['id']}"))["code"] == "token/unknown"
    assert body_of(operator.delete(f"/v1/tokens/{issued['id']}"))["code"] == "token/unknown"
    assert clock.delete("/v1/tokens/self").status_code == 204
    assert clock.get("/v1/tokens/self").status_code == 401
