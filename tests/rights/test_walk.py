"""
The table of rights, walked over HTTP: every route, every person, every state of a game.

`make fuzz` asks the same table of every answer: `tests/fuzz/judge.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from delvebook.service.base.settings import Settings
from tests.rights.oracle import Who, has_right
from tests.rights.table import (
    ANYBODY,
    BODIES,
    EVERYBODY,
    HAD_A_SEAT,
    IN_GAME,
    INCLUDED,
    KNOWS,
    NEEDS,
    OPEN,
    OWNER,
    PEOPLE,
    REFUSALS,
    STATES,
    TOKEN,
    VISIBILITIES,
)
from tests.service.api.house import Person, as_official, body_of, build, quiet, takes_office

UNKNOWN = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
VALUES = {"{game_id}": UNKNOWN, "{import_id}": UNKNOWN, "{dispute_id}": f"{UNKNOWN}.1", "{ruleset_id}": "labyrinth"}
"""Values of parameters; what is not here is `1`."""
DENIED = ("auth/forbidden", "auth/required")


class Town:
    """The people of the table, and their games."""

    def __init__(self, app: Flask) -> None:
        self.people: dict[str, Person] = {name: Person(app, name) for name in ("Carol", "Bob", "Dan", "Sue")}
        self.people["Jude"] = Person(app, "Jude")
        takes_office(app, self.people["Jude"], "disputes:rule")
        ann = body_of(self.people["Jude"].post("/v1/accounts", {"name": "Ann"}))
        self.people["Ann"] = Person(app, token=ann["token"])
        self.people["Ann"].id = ann["id"]
        self.people["Judy"] = as_official(app, "Judy", "disputes:rule")
        self.people["Otto"] = as_official(app, "Otto", "service:operate")
        self.people["Olga"] = as_official(app, "Olga", "service:operate")
        bob = self.people["Bob"]
        self.people["Olga"].post(f"/v1/accounts/{bob.id}/offices", {"office": "operator"})
        assert bob.send("PUT", "/v1/accounts/me/offices/operator").status_code == 200
        assert bob.delete("/v1/accounts/me/offices/operator").status_code == 204
        read = body_of(bob.post("/v1/tokens", {"scopes": ["games:read"]}))["token"]
        self.people["Bob, reading"] = Person(app, token=read)
        self.people["nobody"] = Person(app)

    def game(self, state: str, visibility: str) -> str:
        """A game of Carol's with Ann and Bob at the table, which Dan has left."""
        carol = self.people["Carol"]
        game = carol.opens_game(seats=2 if state != "open" else 3, visibility=visibility)
        word = carol.sees(game).get("invite")
        invite = {} if word is None else {"invite": word}
        self.people["Dan"].sits(game, seat=1, **invite)
        assert self.people["Dan"].delete(f"/v1/games/{game}/seats/1").status_code == 200
        for name, seat in (("Ann", 0), ("Bob", 1)):
            self.people[name].sits(game, seat=seat, **invite)
        if state != "open":
            carol.starts(game)
        if state == "over":
            for name, path, body in (
                ("Ann", "end-proposals", {}),
                ("Bob", "end-proposals/{n}/answers", {"agrees": True}),
            ):
                head = carol.sees(game)["n"]
                done = self.people[name].post(f"/v1/games/{game}/{path.format(n=head)}", body)
                assert done.status_code == 201, done.text
            assert self.people["Sue"].sees(game)["status"] == "aborted"
        return game

    def asks(self, who: str, right: str, game: str) -> Any:
        method, _, rest = right.partition(" ")
        path = rest.partition(" (")[0].format(game_id=game)
        if method == "GET":
            return self.people[who].get(path)
        body = BODIES.get(right)
        if body == {"account": "SUE"}:
            body = {"account": self.people["Sue"].id}
        return self.people[who].send(method, path, **({} if body is None else {"json": body}))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = build(quiet(Settings(home=tmp_path_factory.mktemp("rights"), secret="ab" * 32)))
    yield made
    made.extensions["delvebook"].close()


@pytest.fixture(scope="module")
def town(app: Flask) -> Town:
    return Town(app)


def test_every_route_is_in_the_table(app: Flask) -> None:
    """Add the route to `NEEDS`, and its rights in a game to `IN_GAME`: from the page, before you look at the code."""
    document = body_of(Person(app).get("/openapi.json"))
    routes = {
        f"{method.upper()} {path}"
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters"
    }

    assert routes - NEEDS.keys() == set()
    assert NEEDS.keys() - routes == set()
    of_games = {right.partition("?")[0].partition(" (")[0] for right in IN_GAME}
    without = {route for route in routes if route.partition(" ")[2].startswith("/v1/games/{game_id}")}
    shaped = {one.replace("/events/2", "/events/{n}").replace("/seats/0", "/seats/{seat}").replace(
        "/seats/1/", "/seats/{seat}/") for one in of_games}  # fmt: skip
    assert without - shaped == {
        "GET /v1/games/{game_id}/stream",  # endless; the same rule as for events: tests/service/api/test_streams.py
        "GET /v1/games/{game_id}/events/{n}/reasoning",
        "GET /v1/games/{game_id}/analyses",
        "GET /v1/games/{game_id}/analyses/{analysis_id}",
        "POST /v1/games/{game_id}/analyses",
        "POST /v1/games/{game_id}/nonces",
        "POST /v1/games/{game_id}/take-backs/{n}/answers",
        "POST /v1/games/{game_id}/end-proposals/{n}/answers",
    }


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_everybody_has_the_rights_of_the_table_and_no_others(town: Town, state: str, visibility: str) -> None:
    assert set(PEOPLE) == town.people.keys() == EVERYBODY
    shared = town.game(state, visibility)
    n = town.people["Ann"].sees(shared)["n"]
    wrong = []
    for right, by_state in IN_GAME.items():
        may = by_state[state] & KNOWS[state, visibility]
        for who in PEOPLE:
            # What is allowed may change the game, so it gets one of its own. What is refused changes nothing.
            game = town.game(state, visibility) if who in may and not right.startswith("GET") else shared
            answer = town.asks(who, right, game)
            code = body_of(answer).get("code") if answer.status_code >= 400 else None
            if (code in REFUSALS) is (who in may):
                wrong.append(f"{who}: {right} in a {visibility} {state} game → {answer.status_code} {code}")
            is_stranger = who not in KNOWS[state, visibility] and (who, right) not in HAD_A_SEAT
            if is_stranger and code not in ("game/unknown", *DENIED):
                wrong.append(f"{who} learns of the {visibility} game by {right}: {answer.status_code} {code}")
    assert not wrong, "\n".join(wrong)
    assert town.people["Ann"].sees(shared)["n"] == n


@pytest.mark.parametrize("scope", [None, *INCLUDED, "owner"])
def test_a_token_opens_the_routes_of_its_scope_and_no_others(app: Flask, scope: str | None) -> None:
    """`owner` is a token that looks after its account and has `games:read` alone; None is no token."""
    kind = "bot" if scope == "bots:play" else "person"
    name = f"Token {[None, *INCLUDED, 'owner'].index(scope)}"
    made = body_of(Person(app).post("/v1/accounts", {"name": name, "kind": kind}))
    person = Person(app, token=made["token"])
    person.id = made["id"]
    manages = scope == "owner"
    scopes = ["games:read"] if scope is None or manages else [scope]
    takes_office(app, person, *scopes)
    issued = body_of(person.post("/v1/tokens", {"scopes": scopes, "manages_account": manages}))
    sender = Person(app, token=None if scope is None else issued["token"])
    who = Who() if scope is None else Who(person.id, frozenset(scopes), manages)

    wrong = []
    for route, need in NEEDS.items():
        method, _, path = route.partition(" ")
        if path.startswith("/v1/session") or "/notices/stream" in path or "/tokens/self" in path:
            continue
        if path.endswith("/seats") and scope in ("disputes:rule", "service:operate"):
            continue  # They may put a bot on some seats, and never sit: that is in the table of one game.
        answer = sender.send(method, _filled(path), headers={"Delvebook-Page": "1"})
        code = body_of(answer).get("code") if answer.status_code in (401, 403) else None
        if not has_right(who, need) and code not in DENIED:
            wrong.append(f"{route} took {scope}: {answer.status_code}")
        if has_right(who, need) and code == "auth/forbidden" and not path.startswith(("/v1/accounts", "/v1/tokens")):
            wrong.append(f"{route} refused {scope}: {answer.text[:200]}")
    assert not wrong, "\n".join(wrong)


def test_the_table_names_every_kind_of_need() -> None:
    words = set(itertools.chain.from_iterable(need.split() for need in NEEDS.values()))
    assert words == {OPEN, ANYBODY, TOKEN, OWNER, *INCLUDED} - {"bots:play"}


def _filled(path: str) -> str:
    for name, value in VALUES.items():
        path = path.replace(name, value)
    return "/".join("1" if part.startswith("{") else part for part in path.split("/"))
