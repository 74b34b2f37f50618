"""The fast lane and the framework answer alike, to the byte, whatever is asked of them and in whatever order."""

from __future__ import annotations

import hashlib
import json
import random
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from delvebook.service.base.settings import Settings
from tests.service.api.house import Person, body_of, build, quiet
from tests.service.api.roads import LaneInFront
from tests.service.api.story import a_key
from tests.service.api.two_roads import NAMES, TITLES, Road, StandingClock, TwoRoads, a_game, seats_to_act, two_roads

ACTIONS = 40


@pytest.mark.parametrize("title", TITLES)
def test_a_random_game_is_answered_alike(roads: TwoRoads, title: str) -> None:
    chance = random.Random(title)
    game, _ = a_game(roads, title)
    address = f"/v1/games/{game}/actions"
    for number in range(ACTIONS):
        seats = seats_to_act(roads, game)
        if not seats:
            break
        who = chance.choice(seats)
        offer = body_of(roads.send(who, "GET", address + chance.choice(["", "", "?lang=ru", "?lang=en"])))
        answer = {"decision": offer["decision"], "action": chance.choice(offer["actions"])["action"]}
        sent: dict[str, Any] = {"json": answer}
        if chance.random() < 0.5:
            sent["key"] = f"key-{number}"
        if chance.random() < 0.3:
            sent["headers"] = {"Prefer": chance.choice(["return=minimal", "receipt", "return=minimal, receipt"])}
        query = chance.choice(["", "?include=actions", "?include=actions&lang=ru", "?lang=en"])
        assert roads.send(who, "POST", address + query, **sent).status_code == 201
        if chance.random() < 0.3:
            roads.send(who, "POST", address + query, **sent)  # again: the same answer with a key, stale without
        roads.send(chance.choice(range(len(NAMES))), "GET", f"/v1/games/{game}")
    roads.send(0, "GET", f"/v1/games/{game}/record")
    assert roads.in_front.taken["POST actions"] >= min(ACTIONS, number)
    assert roads.in_front.taken["GET actions"] >= min(ACTIONS, number)
    assert roads.in_front.taken["GET game"] > 0


@pytest.mark.parametrize("origins", ["*", "", "http://localhost", "https://elsewhere.example"])
@pytest.mark.parametrize("address", ["http://localhost", "https://localhost"])
def test_a_browser_on_our_own_page_plays_on_the_lane_and_is_answered_alike(
    tmp_path: Path, origins: str, address: str
) -> None:
    with two_roads(tmp_path, cors_origins=origins) as roads:
        for road in (roads.lane, roads.framework):
            road.address = address
            for who in range(len(NAMES)):
                road.put_in_browser(who)
        game, _ = a_game(roads, "dungeon-raiders")
        assert not roads.in_front.handed_over
        [who, *_] = seats_to_act(roads, game)
        offer = body_of(roads.send(who, "GET", f"/v1/games/{game}/actions?lang=ru"))
        answer = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        assert roads.send(who, "POST", f"/v1/games/{game}/actions", json=answer, key="one").status_code == 201
        assert not roads.in_front.handed_over


@pytest.mark.parametrize(
    "told",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": ""},
        {"Sec-Fetch-Site": "", "Delvebook-Page": "1"},
        {"Authorization": "Bearer dvb_no"},
        {"Authorization": ""},
        {"Cookie": "delvebook=dvb_no"},
        {"Cookie": "__Host-delvebook=dvb_no"},
        {"Cookie": "=; delvebook"},
    ],
    ids=str,
)
def test_a_session_counts_on_neither_road_where_another_page_could_have_sent_it(
    tmp_path: Path, told: dict[str, str]
) -> None:
    with two_roads(tmp_path) as roads:
        game, _ = a_game(roads, "dungeon-raiders")
        [who, *_] = seats_to_act(roads, game)
        for road in (roads.lane, roads.framework):
            road.put_in_browser(who)
        address = f"/v1/games/{game}/actions"
        assert roads.send(who, "GET", address).status_code == 200
        offer = body_of(roads.send(who, "GET", address))
        answer = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        assert roads.send(who, "POST", address, json=answer, headers=told).status_code in (401, 403)
        assert body_of(roads.send(who, "GET", address)) == offer


STARTS: list[dict[str, Any]] = [
    {},
    {"json": {}},
    {"json": {"nonce": "0123456789abcdef"}},
    {"json": []},
    {"json": {"more": 1}},
    {"data": b"{", "headers": {"Content-Type": "application/json"}},
    {"data": b"{}", "headers": {"Content-Type": "text/plain"}},
    {"key": "again"},
    {"json": {}, "key": "again"},
    {"headers": {"Prefer": "return=minimal"}},
]


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("first", range(len(STARTS)))
def test_the_start_of_a_game_is_answered_alike(roads: TwoRoads, first: int, visibility: str) -> None:
    """Before the seats are taken, by a stranger, in every form, and again when the game runs."""
    made = roads.send(1, "POST", "/v1/games", json={"ruleset": "the-descent", "seats": 2, "visibility": visibility})
    game = str(body_of(made)["id"])
    address = f"/v1/games/{game}/start"
    queries = ["", "?include=actions", "?include=actions&lang=ru", "?lang=xx", "?dry_run=true"]
    roads.send(1, "POST", f"/v1/games/{game}/seats", json={})
    for who in range(2):
        assert roads.send(who, "POST", address, **STARTS[first]).status_code >= 400
    roads.send(0, "POST", f"/v1/games/{game}/seats", json={} if visibility == "public" else {"invite": invite(made)})
    statuses = []
    for number, form in enumerate([STARTS[first], *STARTS]):
        query = queries[(first + number) % len(queries)]
        statuses.append(roads.send((first + number) % 2, "POST", address + query, **form).status_code)
    assert statuses.count(201) >= 1
    roads.send(0, "GET", f"/v1/games/{game}/record")


def invite(made: TestResponse) -> str:
    """The word that a private game's creator is told; any other for a public game."""
    return str(body_of(made)["game"].get("invite", ""))


def test_the_usual_way_to_a_game_takes_the_lane(roads: TwoRoads) -> None:
    a_game(roads, "dungeon-raiders")
    assert not roads.in_front.handed_over
    taken = {"POST games": 1, "POST seats": 2, "POST start": 1}
    assert {name: roads.in_front.taken[name] for name in taken} == taken


NEW_GAMES: list[dict[str, Any]] = [
    {"json": {"ruleset": "dungeon-raiders", "seats": 2}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2}, "key": "again"},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2}, "key": "again"},
    {"json": {"ruleset": "dungeon-raiders", "seats": 3}, "key": "again"},
    {"json": {"ruleset": "dungeon-raiders", "seats": 3, "bots": [{"seat": 1, "bot": "greedy"}]}},
    {"json": {"ruleset": "labyrinth", "seats": 1, "bots": [{"seat": 0, "bot": "random"}]}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2, "bots": [{"seat": 5, "bot": "greedy"}]}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2, "bots": [{"seat": 0, "bot": "clever"}]}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2, "options": {"none": 1}}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2, "visibility": "private"}},
    {"json": {"ruleset": "the-descent", "seats": 2, "clock": {"mode": "no"}}},
    {"json": {"ruleset": "the-descent", "seats": 2, "spectator_delay": {"actions": 2}, "hints": False}},
    {"json": {"ruleset": "chess", "seats": 2}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 20}},
    {"json": {"ruleset": "dungeon-raiders", "seats": "2"}},
    {"json": {"ruleset": "dungeon-raiders", "seats": 2, "more": 1}},
    {"json": {"seats": 2}},
    {"json": []},
    {},
    {"data": b"{", "headers": {"Content-Type": "application/json"}},
    {"data": b'{"ruleset":"labyrinth","seats":1}', "headers": {"Content-Type": "text/plain"}},
    {"json": {"ruleset": "labyrinth", "seats": 1}, "headers": {"Content-Encoding": "gzip"}},
    {"json": {"ruleset": "labyrinth", "seats": 1}, "headers": {"Prefer": "return=minimal"}},
    {"json": {"ruleset": "labyrinth", "seats": 1}, "headers": {"Accept-Language": "ru"}},
]


def test_a_new_game_is_answered_alike(roads: TwoRoads) -> None:
    statuses = Counter(roads.send(0, "POST", "/v1/games", **form).status_code for form in NEW_GAMES)
    assert statuses[201] == 9, statuses
    assert roads.in_front.taken["POST games"] == 8  # the repetition is answered by the application
    for query in ("?lang=ru", "?include=actions", "?a"):
        roads.send(0, "POST", f"/v1/games{query}", **NEW_GAMES[0])


A_NONCE = "0123456789abcdef"
SEATS: list[dict[str, Any]] = [
    {"json": {"seat": 1}},
    {"json": {"seat": 9}},
    {"json": {"seat": -1}},
    {"json": {"seat": None}, "key": "again"},
    {"json": {"seat": None}, "key": "again"},
    {"json": {}, "key": "again"},
    {"json": {"nonce_commitment": "no"}},
    {"json": {"nonce_commitment": "ab" * 32}},
    {"json": {"invite": "a word"}},
    {"json": {"seat": 2, "bot": "greedy"}},
    {"json": {"bot": "greedy"}},
    {"json": {"more": 1}},
    {"json": []},
    {},
    {"data": b"{}", "headers": {"Content-Type": "text/plain"}},
    {"json": {}, "headers": {"Content-Encoding": "gzip"}},
]


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("seed", range(3))
def test_seats_and_nonces_are_answered_alike(roads: TwoRoads, visibility: str, seed: int) -> None:
    """Whoever sits down in whatever form, again and after others, with a nonce or without."""
    chance = random.Random(seed)
    terms = {"ruleset": "dungeon-raiders", "seats": 3, "visibility": visibility}
    made = roads.send(0, "POST", "/v1/games", json=terms)
    game = str(body_of(made)["id"])
    for form in chance.sample(SEATS, len(SEATS)):
        roads.send(chance.randrange(2), "POST", f"/v1/games/{game}/seats", **form)
        roads.send(chance.randrange(2), "GET", f"/v1/games/{game}")
        if chance.random() < 0.2:
            roads.send(chance.randrange(2), "DELETE", f"/v1/games/{game}/seats/{chance.randrange(3)}")
    roads.send(0, "GET", f"/v1/games/{game}/record")
    nonces = str(body_of(roads.send(0, "POST", "/v1/games", json={**terms, "seats": 2}))["id"])
    for who in (0, 1):
        commitment = commitment_of(nonces, roads.lane.people[who].id)
        sent = {"nonce_commitment": commitment, **({} if visibility == "public" else {"invite": ""})}
        roads.send(who, "POST", f"/v1/games/{nonces}/seats", json=sent)
    forms: list[dict[str, Any]] = [
        {"json": {"nonce": A_NONCE[1:]}},
        {"json": {"nonce": A_NONCE}, "key": "again"},
        {"json": {"nonce": A_NONCE}, "key": "again"},
        {"json": {"nonce": 1}},
        {"json": {}},
        {},
    ]
    for form in chance.sample(forms, len(forms)):
        roads.send(0, "POST", f"/v1/games/{nonces}/nonces", **form)
    roads.send(1, "POST", f"/v1/games/{nonces}/start", json={"nonce": A_NONCE})
    roads.send(0, "GET", f"/v1/games/{nonces}/record")
    if visibility == "public":
        assert roads.in_front.taken["POST seats"] >= 3
        assert roads.in_front.taken["POST nonces"] == 1
        assert roads.in_front.taken["POST start"] == 1


def commitment_of(game: str, account: str) -> str:
    return hashlib.sha256(json.dumps([game, account, A_NONCE], separators=(",", ":")).encode()).hexdigest()


def test_whom_somebody_there_has_blocked_sits_down_on_neither_road(roads: TwoRoads) -> None:
    game = str(body_of(roads.send(0, "POST", "/v1/games", json={"ruleset": "dungeon-raiders", "seats": 2}))["id"])
    blocked = roads.lane.people[1].id
    assert roads.send(0, "PUT", f"/v1/blocks/{blocked}").status_code < 300
    refused = roads.send(1, "POST", f"/v1/games/{game}/seats", json={})
    assert body_of(refused)["code"] == "player/blocked"
    roads.send(0, "DELETE", f"/v1/blocks/{blocked}")
    assert roads.send(1, "POST", f"/v1/games/{game}/seats", json={}).status_code == 201
    assert roads.in_front.taken["POST seats"] == 1


def mutations(chance: random.Random, offer: dict[str, Any]) -> dict[str, Any]:
    """A request for an action that may be wrong in any of many ways."""
    right = {"decision": offer["decision"], "action": chance.choice(offer["actions"] or [{"action": {}}])["action"]}
    bodies: list[Any] = [
        right,
        {**right, "decision": None},
        {**right, "decision": True},
        {**right, "decision": "1"},
        {**right, "decision": (offer["decision"] or 0) + 1},
        {**right, "decision": -1},
        {**right, "more": 1},
        {"decision": offer["decision"]},
        {**right, "action": None},
        {**right, "action": []},
        {**right, "action": {}},
        {**right, "action": {"type": "dance"}},
        {**right, "action": {**right["action"], "type": "no"}},
        [],
        None,
        "text",
    ]
    body = json.dumps(chance.choice(bodies), separators=chance.choice([(",", ":"), (", ", ": ")]))
    data = chance.choice([body, body, body, body, "", "{", body[:-1], '{"decision":1.5}', "\ufeff" + body])
    headers = {"Content-Type": chance.choice(["application/json"] * 5 + ["text/plain", "application/json; a=b", ""])}
    extra: list[tuple[str, str]] = [
        ("Idempotency-Key", chance.choice(["one", "two", "", "a b", "x" * 256, "é"])),
        ("Prefer", chance.choice(["return=minimal", "RETURN=minimal;x=1", "return=representation", "receipt", ","])),
        ("Accept-Language", chance.choice(["ru", "en;q=0.1", "fr"])),
        ("Origin", "https://elsewhere.example"),
        ("If-None-Match", "*"),
        ("Accept-Encoding", "gzip"),
        ("Authorization", chance.choice(["Bearer dvb_no", "Basic YTpi", "", "Bearer"])),
        ("X-Request-ID", chance.choice(["ok-1", "spaces are not"])),
    ]
    headers |= dict(chance.sample(extra, chance.choice([0, 0, 0, 1, 2])))
    return {"data": data.encode(), "headers": headers}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_wrong_or_unusual_is_answered_alike(roads: TwoRoads, seed: int) -> None:
    chance = random.Random(seed)
    game, seats = a_game(roads, chance.choice(["dungeon-raiders", "the-descent"]))
    hidden, _ = a_game(roads, "dungeon-raiders", visibility="private")
    delayed, _ = a_game(roads, "dungeon-raiders", spectator_delay={"actions": 3})
    for _ in range(60):
        one = chance.choice([game] * 6 + [hidden, delayed])
        path = chance.choice([f"/v1/games/{one}/actions"] * 6 + [f"/v1/games/{one}", f"/v1/games/{one}x/actions"])
        query = chance.choice(
            ["", "", "?include=actions", "?include=no", "?lang=ru", "?lang=xx", "?dry_run=true", "?receipt=true",
             "?include=actions&include=actions", "?lang=ru&lang=en", "?viewer=public", "?event=1", "?lang=%00", "?a"]
        )  # fmt: skip
        who = chance.choice([*range(seats), *range(len(NAMES))])
        if chance.random() < 0.4:
            extra = {"If-None-Match": "*"} if chance.random() < 0.2 else {}
            roads.send(who, chance.choice(["GET", "GET", "HEAD", "OPTIONS", "PUT"]), path + query, headers=extra)
            continue
        offer = body_of(roads.send(0, "GET", f"/v1/games/{one}/actions"))
        sent = mutations(chance, offer)
        if "Idempotency-Key" in sent["headers"] and not sent["headers"]["Idempotency-Key"].isascii():
            del sent["headers"]["Idempotency-Key"]
        same_id = sent["headers"].pop("X-Request-ID", None)
        if same_id == "ok-1":
            sent["headers"]["X-Request-ID"] = same_id
        roads.send(who, "POST", path + query, **sent)
    assert roads.in_front.taken["POST actions"] + roads.in_front.taken["GET actions"] > 0
    assert roads.in_front.handed_over["POST actions"] > 0


def test_tokens_that_lack_the_scope_or_are_revoked_are_answered_alike(roads: TwoRoads) -> None:
    game, _ = a_game(roads, "labyrinth")
    issued = body_of(roads.send(0, "POST", "/v1/tokens", json={"scopes": ["games:read"]}))
    weaker = {"Authorization": f"Bearer {issued['token_secret' if 'token_secret' in issued else 'token']}"}
    for road in (roads.lane, roads.framework):
        road.people.append(Person(road.app, token=weaker["Authorization"].removeprefix("Bearer ")))
    address = f"/v1/games/{game}/actions"
    for _ in range(2):
        offer = body_of(roads.send(2, "GET", address))
        body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
        assert roads.send(2, "POST", address, json=body).status_code == 403
    roads.send(0, "DELETE", f"/v1/tokens/{issued['id']}")
    assert roads.send(2, "GET", address).status_code == 401
    assert roads.in_front.taken["GET actions"] >= 2


@pytest.mark.parametrize("scope", ["games:read", "games:play", "records:export", "disputes:file"])
def test_a_token_of_one_scope_may_do_the_same_on_both_roads(roads: TwoRoads, scope: str) -> None:
    game, _ = a_game(roads, "labyrinth")
    narrow = body_of(roads.send(0, "POST", "/v1/tokens", json={"scopes": [scope]}))["token"]
    for road in (roads.lane, roads.framework):
        road.people.append(Person(road.app, token=narrow))
    offer = body_of(roads.send(0, "GET", f"/v1/games/{game}/actions"))
    act = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}

    reads = [roads.send(2, "GET", f"/v1/games/{game}{rest}").status_code for rest in ("", "/actions", "/events")]
    acts = roads.send(2, "POST", f"/v1/games/{game}/actions", json=act).status_code
    makes = roads.send(2, "POST", "/v1/games", json={"ruleset": "labyrinth", "seats": 1}).status_code

    may_read, may_play = scope in ("games:read", "games:play"), scope == "games:play"
    assert reads == [200 if may_read else 403] * 3
    assert (acts, makes) == ((201, 201) if may_play else (403, 403))


def test_a_spent_budget_is_told_alike_and_counted_once(tmp_path: Path) -> None:
    made = []
    for name in ("lane", "framework"):
        home, clock = tmp_path / name, StandingClock()
        home.mkdir()
        settings = quiet(Settings(home=home, secret="ab" * 32, signing_keys=a_key(b"receipts")), rate_limit="12/day")
        app = build(settings, has_lane=name == "lane", now=clock)
        app.test_client_class = FlaskClient
        made.append(Road(app, clock, [Person(app, one) for one in NAMES]))
    roads = TwoRoads(*made)
    game, _ = a_game(roads, "labyrinth")
    statuses = [roads.send(0, "GET", f"/v1/games/{game}").status_code for _ in range(12)]
    assert statuses == [200] * 9 + [429] * 3
    for road in made:
        road.app.extensions["delvebook"].close()


def test_a_lane_that_has_ended_reads_nothing_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it reads by itself, apart from requests, would open a connection that nobody closes."""
    app = build(replace(quiet(Settings(home=tmp_path, secret="ab" * 32)), token_cache_seconds=0), has_lane=False)
    services = app.extensions["delvebook"]
    begun, ended = threading.Event(), threading.Event()

    def renew() -> None:
        ended.clear()
        begun.set()
        time.sleep(0.5)
        ended.set()

    monkeypatch.setattr(services.accounts, "renew", renew)
    lane = LaneInFront(app)
    assert begun.wait(30)
    lane.close()

    assert ended.is_set()
    services.close()
