"""Leagues over HTTP: ratings page by page, and refusals."""

from __future__ import annotations

from flask import Flask

from tests.service.api.collected import catch_up
from tests.service.api.house import Person


def test_players_and_bots_are_rated_in_tables_of_their_own(app: Flask) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    bots = [{"seat": 2, "bot": "greedy"}, {"seat": 3, "bot": "random"}]
    game = ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 4, "bots": bots}).json["id"]
    for person in (ann, bob):
        person.post(f"/v1/games/{game}/seats")
    ann.post(f"/v1/games/{game}/start")
    assert ann.get("/v1/leagues").json["leagues"] == []
    for person in (bob, ann):
        person.post(f"/v1/games/{game}/resignations")
    catch_up(app)

    # Both players gave up, so only the bots can be compared: they share the first place.
    [league] = ann.get("/v1/leagues?title=dungeon-raiders").json["leagues"]
    assert (league["title"], league["players"], league["bots"]) == ("dungeon-raiders", 0, 2)
    where = f"/v1/leagues/{league['id']}/seasons/{league['season']}/ratings"
    first = ann.get(f"{where}?kind=bots&limit=1").json
    second = ann.get(f"{where}?kind=bots&limit=1&cursor={first['next']}").json
    assert [row["bot"] for row in (*first["ratings"], *second["ratings"])] == ["greedy@1", "random@1"]
    assert [row["place"] for row in (*first["ratings"], *second["ratings"])] == [1, 1]
    assert ann.get(where).json["ratings"] == []


def test_a_player_is_rated_by_name(app: Flask) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}).json["id"]
    for person in (ann, bob):
        person.post(f"/v1/games/{game}/seats")
    ann.post(f"/v1/games/{game}/start")
    bob.post(f"/v1/games/{game}/resignations")
    catch_up(app)

    [league] = ann.get("/v1/leagues").json["leagues"]
    ratings = ann.get(f"/v1/leagues/{league['id']}/seasons/{league['season']}/ratings").json["ratings"]
    shown = [(row["player"]["name"], row["bot"], row["place"]) for row in ratings]
    assert shown == [("Ann", None, 1), ("Bob", None, 2)]


def test_the_account_of_a_bot_is_in_the_table_of_bots_by_its_name(app: Flask) -> None:
    ann = Person(app, "Ann")
    made = Person(app).post("/v1/accounts", {"name": "Deep Thought", "kind": "bot"}).json
    deep = Person(app, token=made["token"])
    bots = [{"seat": 2, "bot": "greedy"}]
    game = ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 3, "bots": bots}).json["id"]
    for person in (ann, deep):
        assert person.post(f"/v1/games/{game}/seats").status_code == 201
    ann.post(f"/v1/games/{game}/start")
    for person in (deep, ann):
        assert person.post(f"/v1/games/{game}/resignations").status_code == 201
    catch_up(app)

    [league] = ann.get("/v1/leagues").json["leagues"]
    assert (league["players"], league["bots"]) == (0, 2)
    where = f"/v1/leagues/{league['id']}/seasons/{league['season']}/ratings"
    ratings = ann.get(f"{where}?kind=bots").json["ratings"]
    shown = [(row["player"] and (row["player"]["name"], row["player"]["kind"]), row["bot"]) for row in ratings]
    assert shown == [(None, "greedy@1"), (("Deep Thought", "bot"), None)]
    assert ann.get(where).json["ratings"] == []


def test_what_there_is_not_is_refused(app: Flask) -> None:
    eve = Person(app)
    for path, status, code in (
        ("/v1/leagues?title=bogus", 404, "ruleset/unknown"),
        ("/v1/leagues?cursor=bogus", 422, "input/invalid"),
        ("/v1/leagues/bogus/seasons/2026-q1/ratings", 404, "league/unknown"),
        ("/v1/leagues/bogus/seasons/soon/ratings", 404, "league/unknown"),
    ):
        answer = eve.get(path)
        assert (answer.status_code, answer.json["code"]) == (status, code)
