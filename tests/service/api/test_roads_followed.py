"""What has just happened, waiting for it, and many actions at once are answered alike on both roads, to the byte."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from delvebook.service.api.context import EXTENSION
from tests.service.api.house import body_of, requests_left
from tests.service.api.two_roads import TITLES, Road, TwoRoads, a_game, seats_to_act, two_roads
from tests.waiting import until

ACTIONS = 25
QUERIES = ["", "&lang=ru", "&lang=en", "&wait=5", "&limit=500", "&limit=1", "&lang=en&wait=1"]


def choose(roads: TwoRoads, game: str, who: int, chance: random.Random) -> dict[str, Any]:
    """An action of that person, who has to act there."""
    offer = body_of(roads.send(who, "GET", f"/v1/games/{game}/actions"))
    return {"decision": offer["decision"], "action": chance.choice(offer["actions"])["action"]}


def choose_first(roads: TwoRoads, game: str, chance: random.Random) -> dict[str, Any]:
    """An action of the first person in that game, after the others have acted as long as it is not their turn."""
    while 0 not in (seats := seats_to_act(roads, game)):
        other = seats[0]
        roads.send(other, "POST", f"/v1/games/{game}/actions", json=choose(roads, game, other, chance))
    return {"game": game, **choose(roads, game, 0, chance)}


def n_of(roads: TwoRoads, who: int, game: str) -> int:
    return int(body_of(roads.send(who, "GET", f"/v1/games/{game}"))["n"])


@pytest.mark.parametrize("title", TITLES)
def test_whoever_asks_what_has_just_happened_is_told_alike(roads: TwoRoads, title: str) -> None:
    chance = random.Random(title)
    game, players = a_game(roads, title)
    have = [n_of(roads, 0, game)] * 2
    for _ in range(ACTIONS):
        seats = seats_to_act(roads, game)
        if not seats:
            break
        who = chance.choice(seats)
        roads.send(who, "POST", f"/v1/games/{game}/actions", json=choose(roads, game, who, chance))
        for other in range(2):  # the player of the second seat, or a spectator of a solo game
            if chance.random() < 0.7:
                query = chance.choice(
                    ["", "&lang=ru", "&lang=en", "&wait=5", "&limit=500", "&limit=1", "&lang=en&wait=1"]
                )
                told = roads.send(other, "GET", f"/v1/games/{game}/events?after={have[other]}{query}")
                assert told.status_code == 200, told.text
                events = body_of(told)["events"]
                assert events
                have[other] = events[-1]["n"]
    assert roads.in_front.taken["GET events"] > ACTIONS / 3, (roads.in_front.taken, roads.in_front.handed_over)
    assert roads.lane.app.extensions[EXTENSION].feed.count == 0  # nobody waits any more
    assert players in (1, 2)


def test_a_page_that_is_not_in_memory_or_may_be_kept_for_ever_is_told_alike(roads: TwoRoads) -> None:
    game, _ = a_game(roads, "dungeon-raiders")
    n = n_of(roads, 0, game)
    for query in (
        "",
        "?after=0&limit=2",
        "?after=1",
        f"?after={n}",
        f"?after={n + 1}",
        "?after=1&lang=ru",
        "?from=1&to=3",
    ):
        roads.send(1, "GET", f"/v1/games/{game}/events{query}")
    roads.send(0, "POST", f"/v1/games/{game}/resignations", json={})
    roads.send(1, "POST", f"/v1/games/{game}/resignations", json={})
    for query in ("", f"?after={n}", f"?after={n}&wait=3", "?after=1&limit=2&lang=en", "?from=1&to=3"):
        roads.send(1, "GET", f"/v1/games/{game}/events{query}")


def test_the_last_events_of_a_game_that_is_over_are_told_alike_and_kept_alike(roads: TwoRoads) -> None:
    game, _ = a_game(roads, "labyrinth")
    chance = random.Random(1)
    while 0 in seats_to_act(roads, game):
        roads.send(0, "POST", f"/v1/games/{game}/actions", json=choose(roads, game, 0, chance))
    n = n_of(roads, 0, game)
    for who in (0, 1):
        short = [roads.send(who, "GET", f"/v1/games/{game}/events?after={n - back}") for back in (0, 1, 2)]
        whole = roads.send(who, "GET", f"/v1/games/{game}/events?after={n - 2}&limit=2")
        kept = ["immutable" in answer.headers["Cache-Control"] for answer in (*short, whole)]
        assert kept == [False, False, False, True]
    assert roads.in_front.taken["GET events"] >= 6


ODD = [
    "after=01",
    "after=-1",
    "after=1.5",
    "after=",
    "after=9999999999",
    "after=٣",
    "limit=0",
    "limit=501",
    "wait=31",
    "wait=x",
    "wait=1&wait=1",
    "lang=xx",
    "viewer=public",
    "viewer=seat:1",
    "viewer=seat:0",
    "cursor=2",
    "after=2&cursor=2",
    "from=1",
    "more=1",
    "after=1&limit=1",
]


FORMS = [
    {"Accept": "application/x-ndjson"},
    {"Accept": "application/json"},
    {"Accept": "application/*;q=0.5, application/x-ndjson"},
    {"Accept": "text/html"},
    {"If-None-Match": "*"},
    {"Accept-Language": "ru"},
]


def test_odd_questions_for_events_are_answered_alike(roads: TwoRoads) -> None:
    game, _ = a_game(roads, "dungeon-raiders")
    for query in ODD:
        for who in range(2):
            roads.send(who, "GET", f"/v1/games/{game}/events?{query}")
    n = n_of(roads, 0, game)
    for headers in FORMS:
        for query in (f"?after={n}", f"?after={n - 1}", f"?after={n - 1}&lang=ru"):
            roads.send(0, "GET", f"/v1/games/{game}/events{query}", headers=headers)


def test_the_events_of_a_private_game_are_told_alike(roads: TwoRoads) -> None:
    """To its player, and to a stranger, to whom there is no such game."""
    made = roads.send(0, "POST", "/v1/games", json={"ruleset": "labyrinth", "seats": 1, "visibility": "private"})
    game = body_of(made)["id"]
    roads.send(0, "POST", f"/v1/games/{game}/seats", json={})
    roads.send(0, "POST", f"/v1/games/{game}/start", json={})
    n = n_of(roads, 0, game)
    assert roads.send(0, "GET", f"/v1/games/{game}/events?after={n}").status_code == 200
    for query in (f"?after={n}", f"?after={n}&wait=2", f"?after={n - 1}"):
        assert roads.send(1, "GET", f"/v1/games/{game}/events{query}").status_code == 404


def test_a_wait_without_news_ends_alike(roads: TwoRoads) -> None:
    game, _ = a_game(roads, "the-descent")
    n = n_of(roads, 0, game)
    told = roads.send(1, "GET", f"/v1/games/{game}/events?after={n}&wait=1&lang=en")
    assert body_of(told)["events"] == []
    assert roads.in_front.taken["GET events"] == 1


def act_once(road: Road, game: str) -> None:
    """Has the first player who may act do so on that road alone."""
    who = road.people[0].send("GET", f"/v1/games/{game}").get_json()["to_act"][0]
    offer = road.people[who].send("GET", f"/v1/games/{game}/actions").get_json()
    answer = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    assert road.people[who].send("POST", f"/v1/games/{game}/actions", json=answer).status_code == 201


def test_a_wait_ends_with_the_news_on_both_roads(roads: TwoRoads) -> None:
    game, _ = a_game(roads, "dungeon-raiders")
    n = n_of(roads, 0, game)
    for road in (roads.lane, roads.framework):
        told: list[Any] = []
        asking = threading.Thread(
            target=lambda road=road, told=told: told.append(
                road.people[1].send("GET", f"/v1/games/{game}/events?after={n}&wait=30").get_json()
            )
        )
        began = time.monotonic()
        asking.start()
        feed = road.app.extensions[EXTENSION].feed
        until(lambda feed=feed: feed.count == 1)
        act_once(road, game)
        asking.join(25)
        assert not asking.is_alive()
        assert time.monotonic() - began < 25
        assert told[0]["events"][0]["n"] == n + 1
        assert feed.count == 0
    assert roads.in_front.taken["GET events"] == 1


def games_of(roads: TwoRoads, count: int) -> list[str]:
    return [a_game(roads, TITLES[number % len(TITLES)])[0] for number in range(count)]


def test_actions_in_many_games_are_answered_alike(roads: TwoRoads) -> None:
    chance = random.Random(3)
    games = games_of(roads, 5)
    for turn in range(8):
        items = []
        for game in games:
            if 0 in seats_to_act(roads, game):
                items.append({"game": game, **choose(roads, game, 0, chance)})
                if chance.random() < 0.5:
                    items[-1]["key"] = f"key-{turn}"
            elif seats := seats_to_act(roads, game):
                roads.send(seats[0], "POST", f"/v1/games/{game}/actions", json=choose(roads, game, seats[0], chance))
        query = chance.choice(["", "?include=actions", "?include=actions&lang=ru"])
        if items:
            headers = {"Prefer": "return=minimal"} if chance.random() < 0.3 else {}
            done = roads.send(0, "POST", f"/v1/actions{query}", json={"actions": items}, headers=headers)
            assert [one["status"] for one in body_of(done)["results"]] == [201] * len(items)
            again = roads.send(0, "POST", f"/v1/actions{query}", json={"actions": items}, headers=headers)
            statuses = {one["status"] for one in body_of(again)["results"]}
            assert statuses <= {201, 409}
    for game in games:
        roads.send(0, "GET", f"/v1/games/{game}/record")
    assert roads.in_front.taken["a batch"] >= 5, (roads.in_front.taken, roads.in_front.handed_over)


def test_a_batch_with_anything_unusual_changes_what_it_would_without_the_lane(roads: TwoRoads) -> None:
    chance = random.Random(5)
    first, second = games_of(roads, 1)[0], a_game(roads, "dungeon-raiders")[0]

    def items() -> list[dict[str, Any]]:
        return [choose_first(roads, game, chance) for game in (first, second)]

    def send(actions: Any, **more: Any) -> None:
        roads.send(0, "POST", "/v1/actions", **(more or {"json": {"actions": actions}}))
        for game in (first, second):
            roads.send(0, "GET", f"/v1/games/{game}")
            roads.send(1, "GET", f"/v1/games/{game}/record")

    mine, theirs = items()
    send([mine, {**theirs, "decision": 999}])  # the first stands, the second is stale
    for change in (
        {"key": ""},
        {"key": "a b"},
        {"key": 1},
        {"more": 1},
        {"game": "none"},
        {"game": second.upper()},
        {"decision": True},
        {"decision": None},
        {"action": None},
        {"action": {"type": "none"}},
    ):
        mine, theirs = items()
        send([mine, {**theirs, **change}])
    mine, theirs = items()
    send([mine, mine])  # one game twice
    send([])
    send([mine] * 257)
    send(None)
    send(None, json=[mine])
    send(None, json={"actions": [mine], "more": 1})
    send(None, data=b"{", headers={"Content-Type": "application/json"})


def test_a_batch_counts_as_many_requests_as_it_has_actions_on_both_roads(tmp_path: Path) -> None:
    with two_roads(tmp_path, rate_limit="60 per hour") as roads:
        chance = random.Random(1)
        games = [a_game(roads, "dungeon-raiders")[0] for _ in range(3)]
        items = [choose_first(roads, game, chance) for game in games]
        before = requests_left(roads.send(0, "GET", f"/v1/games/{games[0]}").headers)
        done = roads.send(0, "POST", "/v1/actions", json={"actions": items})
        assert done.status_code == 200
        assert requests_left(done.headers) == before - 3
        assert roads.in_front.taken["a batch"] == 1
        for _ in range(before // 3):
            done = roads.send(0, "POST", "/v1/actions", json={"actions": items})
        assert done.status_code == 429
        assert roads.in_front.taken["a batch"] == 1
