"""Players who stay away: they say so, the others see it, and a game without a clock does not wait for ever."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.service.api.collected import catch_up
from tests.service.api.house import Person, body_of, running_game, tell_notices
from tests.service.tables import pass_time

WEEK = 7 * 86_400


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


def away(person: Person, game: str) -> list[str | None]:
    return [seat["away_until"] for seat in person.sees(game)["seats"]]


def wait(app: Flask, seconds: int) -> None:
    pass_time(app.extensions["delvebook"].use, seconds)


def test_the_others_see_until_when_a_player_is_away(app: Flask, ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)
    assert away(ann, game) == [None, None]
    said = bob.send("PUT", "/v1/accounts/me/absence", json={"until": "2026-01-20"})

    until = "2026-01-20T00:00:00.000000Z"
    assert (said.status_code, body_of(said)["away_until"]) == (200, until)
    assert away(ann, game) == away(nobody, game) == [None, until]
    assert body_of(ann.get(f"/v1/accounts/{bob.id}"))["away_until"] == until
    catch_up(app)
    [listed] = body_of(ann.get("/v1/games"))["games"]
    assert [seat["away_until"] for seat in listed["seats"]] == [None, until]
    assert body_of(bob.delete("/v1/accounts/me/absence"))["away_until"] is None
    assert away(ann, game) == [None, None]


def test_an_absence_ends_by_itself(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    assert bob.send("PUT", "/v1/accounts/me/absence", json={"until": "2026-01-03"}).status_code == 200
    wait(app, 86_400)

    assert away(ann, game) == [None, None]
    assert body_of(ann.get(f"/v1/accounts/{bob.id}"))["away_until"] is None


@pytest.mark.parametrize("until", ["2026-01-02", "2026-12-02", "tomorrow", None])
def test_an_absence_that_is_over_or_too_long_is_refused(bob: Person, until: str | None) -> None:
    refused = bob.send("PUT", "/v1/accounts/me/absence", json={"until": until})

    assert code(refused) == (422, "input/invalid")
    assert body_of(bob.get("/v1/accounts/me"))["away_until"] is None


def test_after_a_week_another_player_has_a_bot_play_for_the_absent_one(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    path = f"/v1/games/{game}/seats/1/absence-claims"
    early = ann.post(path)
    assert code(early) == (409, "seat/not_absent")
    after = body_of(early)["after"]
    assert body_of(early)["retryable"] is True
    wait(app, WEEK)

    stranger = Person(app, "Eve")
    assert code(stranger.post(path)) == (403, "seat/not_yours")
    claimed = ann.post(path, {"bot": "random"}, key="claim")
    assert claimed.status_code == 201, claimed.text
    [event] = body_of(claimed)["events"]
    assert event["data"] == {"seat": 1, "player": bob.id, "bot": "random@1", "reason": "absent"}
    assert event["at"] >= after
    assert code(ann.post(path)) == (409, "seat/bots")
    assert ann.post(path, {"bot": "random"}, key="claim").json == claimed.json
    tell_notices(app)
    told = body_of(bob.get("/v1/notices"))["notices"][-1]
    assert (told["type"], told["about"]) == ("seat_replaced", {"seat": 1, "bot": "random@1"})
    assert bob.post(f"/v1/games/{game}/seats").status_code == 201
    assert ann.sees(game)["seats"][1]["bot"] is None


def test_in_a_game_with_a_clock_nothing_is_claimed(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, clock={"kind": "days", "days": 20, "on_expiry": {"kind": "bot", "bot": "random"}})
    wait(app, WEEK + 86_400)
    refused = ann.post(f"/v1/games/{game}/seats/1/absence-claims", query_string={"lang": "ru"})

    assert code(refused) == (409, "seat/not_absent")
    assert body_of(refused)["after"] is None
    assert ann.sees(game)["seats"][1]["bot"] is None
