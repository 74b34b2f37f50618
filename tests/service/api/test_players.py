"""Profiles: what they count, what the player shows, and what nobody else may see in them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from flask import Flask

from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of, play_to_the_end, running_game


def profile(app: Flask, person: Person, of: str) -> dict[str, Any]:
    catch_up(app)
    return body_of(person.get(f"/v1/players/{of}"))


def finished(*players: Person, **terms: Any) -> str:
    game = running_game(*players, **terms)
    play_to_the_end(game, *players)
    return game


def test_results_count_public_games_for_everybody_and_all_of_them_for_the_player(
    app: Flask, ann: Person, bob: Person, nobody: Person
) -> None:
    public, others = [finished(ann, bob), finished(bob, ann)], [finished(ann, bob, visibility="unlisted")]
    running_game(ann, bob)
    secret = running_game(ann, bob, visibility="unlisted")
    wins: Counter[bool] = Counter()
    for game in (*public, *others):
        seen = ann.sees(game)
        wins[game in public] += seen["you"]["seat"] in seen["outcome"]["winners"]

    [shown] = profile(app, nobody, "ann")["results"]
    assert (shown["title"], shown["games"], shown["wins"]) == ("dungeon-raiders", 2, wins[True])
    [own] = profile(app, ann, "me")["results"]
    assert (own["games"], own["wins"]) == (3, wins[True] + wins[False])
    assert secret not in str(profile(app, nobody, "ann"))
    assert {secret, *others} <= {game["id"] for game in profile(app, bob, ann.id)["games"]}
    assert not {secret, *others} & {game["id"] for game in profile(app, Person(app, "Eve"), ann.id)["games"]}


def test_ratings_come_with_their_way_which_ends_where_the_league_stands(app: Flask, ann: Person, bob: Person) -> None:
    games = [finished(ann, bob) for _ in range(3)]
    seen = profile(app, bob, "Ann")
    [rating] = seen["ratings"]
    league = body_of(bob.get(f"/v1/leagues/{rating['league']}/seasons/{rating['season']}/ratings"))["ratings"]
    [standing] = [one for one in league if one["player"]["id"] == ann.id]

    assert [point["game"] for point in rating["history"]] == games
    assert rating["history"][-1]["rating"] == rating["rating"] == standing["rating"]
    assert rating["game_count"] == standing["game_count"] == 3


def test_a_result_that_a_ruling_changed_does_not_count_any_more(app: Flask, ann: Person, bob: Person) -> None:
    game = finished(ann, bob)
    judge = as_official(app, "Judy", "disputes:rule")
    filed = ann.post(f"/v1/games/{game}/disputes", {"event": 8, "claim": "no"})
    assert len(profile(app, bob, "Ann")["results"]) == 1
    ruling = {"verdict": "upheld", "remedy": {"type": "annul"}, "reason": "so it was"}
    assert judge.post(f"{filed.headers['Location']}/ruling", ruling).status_code == 201

    assert profile(app, bob, "Ann")["results"] == []
    assert profile(app, bob, "Ann")["ratings"] == []


@pytest.mark.parametrize("part", ["results", "ratings", "games"])
def test_others_see_what_the_player_shows_and_the_counts(app: Flask, ann: Person, bob: Person, part: str) -> None:
    finished(ann, bob)
    shows = [one for one in ("results", "ratings", "games") if one != part]
    assert body_of(ann.send("PUT", "/v1/accounts/me/profile", json={"shows": shows})) == {"shows": shows}

    seen = profile(app, bob, "Ann")
    assert seen[part] is None
    assert all(seen[one] for one in shows)
    assert seen["counts"]["games_created"] == 1
    assert profile(app, ann, "me")[part]
    assert profile(app, bob, "me")["shows"] == ["results", "ratings", "games"]


def test_a_part_that_there_is_not_is_refused_and_nobody_chooses_for_another(ann: Person, nobody: Person) -> None:
    answer = ann.send("PUT", "/v1/accounts/me/profile", json={"shows": ["secrets"]})

    assert (answer.status_code, body_of(answer)["code"]) == (422, "input/invalid")
    assert nobody.send("PUT", "/v1/accounts/me/profile", json={"shows": []}).status_code == 401


def test_a_deleted_player_has_no_profile(app: Flask, ann: Person, bob: Person) -> None:
    finished(ann, bob)
    assert ann.delete("/v1/accounts/me").status_code == 204

    for named in ("Ann", ann.id):
        assert body_of(bob.get(f"/v1/players/{named}"))["code"] == "account/unknown"
