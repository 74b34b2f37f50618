"""People at an API: an application over a real store, and players who talk to it."""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from delvebook.domain.tape import nonce_commitment
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.service.api.app import create_app
from delvebook.service.api.services import Services
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.caller import OFFICES, ON_THE_MACHINE
from delvebook.service.wiring import audit_projector, build_services, notices_projector
from tests.service.api.conformance import ConformingClient
from tests.service.api.roads import open_lane
from tests.service.tables import Ticking
from tests.stores import prepare

TITLE = "dungeon-raiders"


class FakeSignal:
    """Wakes only listeners in this process."""

    def __init__(self) -> None:
        self.count = 0
        self._said = threading.Condition()

    def notify(self, position: int = 0) -> None:
        with self._said:
            self.count += 1
            self._said.notify_all()

    def wait(self, timeout: float, *, seen: int | None = None) -> int:
        with self._said:
            before = self.count if seen is None else seen
            self._said.wait_for(lambda: self.count != before, timeout)
            return self.count


class FakeLobby(LobbyReader):
    """A list of games made by hand, which remembers its queries."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []

    def games(self, *, limit: int = 50, **query: Any) -> list[dict[str, Any]]:
        self.asked.append({**query, "limit": limit})
        after = query.get("after")
        rows = [row for row in self.rows if after is None or (row["updated_at"], row["id"]) < after]
        return rows[:limit]


def counted_bytes(text: str = "house") -> Callable[[int], bytes]:
    """Bytes that are different each time and the same in every run, and long enough for tokens."""
    numbers = itertools.count(1)
    return lambda count: hashlib.shake_256(f"{text}/{next(numbers)}".encode()).digest(count)


def build(settings: Settings, *, has_lane: bool = True, **fakes: Any) -> Flask:
    """An application over a real store, with a clock and chance of our own."""
    made: dict[str, Any] = {"now": Ticking(), "random_bytes": counted_bytes(), "signal": FakeSignal()} | fakes
    services = build_services(prepare(settings), **made)
    return app_of(services, has_lane=has_lane)


def app_of(services: Services, *, has_lane: bool = True) -> Flask:
    """An application over these services, with the fast lane in front of it, as in a web process."""
    app = create_app(services)
    app.test_client_class = ConformingClient
    if has_lane:
        open_lane(app)
    return app


def quiet(settings: Settings, **changes: Any) -> Settings:
    """Returns settings of a service without limits of requests."""
    return replace(settings, **{"rate_limit": "", "accounts_limit": "", **changes})


READY_WITHOUT_REDIS = {
    "status": "partly ready",
    "missing": ["redis", "follower", "bots"],
    "store": True,
    "redis": False,
    "follower": False,
    "bots": False,
    "disk": True,
    "lag": 0,
    "parked": 0,
    "games_log": True,
}
"""The answer to a probe of a new service without a Redis."""


class Person:
    """A client with a token, or without."""

    def __init__(self, app: Flask, name: str | None = None, *, token: str | None = None) -> None:
        self.client: FlaskClient = app.test_client()
        self.token = token
        self.id = ""
        self.token_id = ""
        if name is not None:
            made = self.client.post("/v1/accounts", json={"name": name}).json
            assert made is not None
            self.token, self.id, self.token_id = made["token"], made["id"], made["token_id"]

    def send(self, method: str, path: str, *, key: str | None = None, **kwargs: Any) -> TestResponse:
        headers = dict(kwargs.pop("headers", {}))
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.client.open(path, method=method, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.send("GET", path, **kwargs)

    def post(self, path: str, json: Any = None, **kwargs: Any) -> TestResponse:
        if json is not None:
            kwargs["json"] = json
        return self.send("POST", path, **kwargs)

    def delete(self, path: str, **kwargs: Any) -> TestResponse:
        return self.send("DELETE", path, **kwargs)

    # -- what people do -------------------------------------------------------------------------

    def opens_game(self, **terms: Any) -> str:
        """Creates a game and returns its id."""
        body = {"ruleset": TITLE, "seats": 2, **terms}
        made = self.post("/v1/games", body)
        assert made.status_code == 201, made.text
        return str(body_of(made)["game"]["id"])

    def sits(self, game: str, *, nonce: str | None = None, **terms: Any) -> None:
        """Sits down, committed to the nonce if there is one."""
        if nonce is not None:
            terms["nonce_commitment"] = nonce_commitment(game=game, player=self.id, nonce=nonce)
        taken = self.post(f"/v1/games/{game}/seats", terms)
        assert taken.status_code == 201, taken.text

    def shows(self, game: str, nonce: str) -> None:
        shown = self.post(f"/v1/games/{game}/nonces", {"nonce": nonce})
        assert shown.status_code == 201, shown.text

    def starts(self, game: str) -> None:
        started = self.post(f"/v1/games/{game}/start")
        assert started.status_code == 201, started.text

    def sees(self, game: str, **query: Any) -> dict[str, Any]:
        looked = self.get(f"/v1/games/{game}", query_string=query)
        assert looked.status_code == 200, looked.text
        return body_of(looked)

    def may(self, game: str) -> dict[str, Any]:
        offer = self.get(f"/v1/games/{game}/actions")
        assert offer.status_code == 200, offer.text
        return body_of(offer)

    def acts(self, game: str, number: int = 0, **kwargs: Any) -> TestResponse:
        """Takes the legal action with this number."""
        offer = self.may(game)
        body = {"decision": offer["decision"], "action": offer["actions"][number]["action"]}
        return self.post(f"/v1/games/{game}/actions", body, **kwargs)


def body_of(response: TestResponse) -> dict[str, Any]:
    """Returns the JSON object of an answer."""
    body = response.json
    assert isinstance(body, dict)
    return body


def requests_left(headers: Mapping[str, str]) -> int:
    """The number of requests that the sender of an answer's request has left."""
    return int(headers["RateLimit"].split(";")[1].removeprefix("r="))


def as_official(app: Flask, name: str, *scopes: str) -> Person:
    """A client whose account holds the offices of these scopes, with a token of exactly these."""
    person = Person(app, name)
    takes_office(app, person, *scopes)
    return person


def takes_office(app: Flask, person: Person, *scopes: str) -> None:
    """The person is offered the offices of these scopes on the service's own machine, accepts, and gets a token."""
    for office, scope in OFFICES.items():
        if scope in scopes:
            app.extensions["delvebook"].offices.offer(ON_THE_MACHINE, person.id, office)
            accepted = person.send("PUT", f"/v1/accounts/me/offices/{office}")
            assert accepted.status_code == 200, accepted.text
    issued = person.post("/v1/tokens", {"scopes": list(scopes), "label": "office", "manages_account": True})
    assert issued.status_code == 201, issued.text
    person.token, person.token_id = body_of(issued)["token"], body_of(issued)["id"]


def running_game(*players: Person, **terms: Any) -> str:
    """A running game with these people on its seats, in order."""
    game = players[0].opens_game(seats=len(players), **terms)
    for person in players:
        person.sits(game)
    players[0].starts(game)
    return game


def play_to_the_end(game: str, *players: Person) -> None:
    """Takes the first legal action for each seat that has to act, until the game is over."""
    while True:
        seen = players[0].sees(game)
        if seen["status"] != "running":
            return
        for seat in seen["to_act"]:
            answer = players[seat].acts(game)
            assert answer.status_code in (201, 409), answer.text


def play_bots(app: Flask, game: str, *, moves: int | None = None) -> None:
    """Has the bots that owe a decision move, this many times or until none does."""
    use = app.extensions["delvebook"].use
    made = 0
    while moves is None or made < moves:
        with use.application.reading(UUID(game)) as found:
            if found.lifecycle.status != "running":
                return
            bots = [seat for seat in found.to_act() if found.lifecycle.seats[seat].bot is not None]
            if not bots:
                return
            decision = found.table.open_decision(bots[0])
        assert use.playing.play_bot(UUID(game), seat=bots[0], decision=decision) is not None
        made += 1


def bring_trail_up(app: Flask) -> None:
    """Copies the stored events into the audit trail, as the follower does."""
    services = app.extensions["delvebook"]
    engine = open_accounts_engine(services.settings.sqlalchemy_url)
    audit_projector(engine, services.use.application).catch_up()
    engine.dispose()


def tell_notices(app: Flask) -> None:
    """Makes notices of the stored events, as the follower does."""
    services = app.extensions["delvebook"]
    engine = open_accounts_engine(services.settings.sqlalchemy_url)
    notices_projector(engine, services.use.application).catch_up()
    engine.dispose()
    services.notices._on_tell()
