"""Nonces over HTTP: committed first, shown when every seat is taken, and counted when they are withheld."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.domain.tape import nonce_commitment
from delvebook.replays.times import later
from delvebook.replays.verify import verify
from delvebook.service.base.settings import Settings
from delvebook.workers.wiring import build_follower
from tests.domain.seating import nonce_of
from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of, play_to_the_end

BEYOND = "2099-01-01T00:00:00.000000Z"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, nonce_hours=2)


def refusal(answer: Any) -> tuple[int, str]:
    body = body_of(answer)
    return answer.status_code, body["code"]


def test_a_player_alone_against_bots_needs_three_requests(ann: Person) -> None:
    game = ann.opens_game(seats=3, bots=[{"seat": 1, "bot": "greedy"}, {"seat": 2, "bot": "random@1"}])
    seated = ann.post(
        f"/v1/games/{game}/seats",
        {"nonce_commitment": nonce_commitment(game=game, player=ann.id, nonce=nonce_of("ann"))},
    )
    started = ann.post(f"/v1/games/{game}/start", {"nonce": nonce_of("ann")})

    assert [event["type"] for event in body_of(seated)["events"]] == ["SeatTaken", "SeatsClosed"]
    assert [event["type"] for event in body_of(started)["events"]] == ["NonceRevealed", "GameStarted"]
    assert [seat["bot"] for seat in body_of(started)["game"]["seats"]] == [None, "greedy@1", "random@1"]
    assert body_of(started)["game"]["you"]["nonce"] == nonce_of("ann")


def test_the_game_says_whose_nonces_it_waits_for_and_until_when(app: Flask, ann: Person, bob: Person) -> None:
    game = ann.opens_game()
    ann.sits(game, nonce=nonce_of("ann"))
    assert ann.sees(game)["nonces"] is None
    bob.sits(game)
    closed = ann.sees(game)
    assert closed["nonces"] == {"deadline": later(closed["updated_at"], 7200), "missing": [0]}
    assert closed["you"]["nonce_commitment"] == nonce_commitment(game=game, player=ann.id, nonce=nonce_of("ann"))
    assert closed["you"]["nonce"] is None

    catch_up(app)
    waiting = {person.id: body_of(person.get("/v1/games?waiting_for=me"))["games"] for person in (ann, bob)}
    assert [one["id"] for one in waiting[ann.id]] == [game]
    assert waiting[bob.id] == []
    first, second = waiting[ann.id][0]["seats"]
    assert (first["owes_nonce"], first["deadline"]) == (True, closed["nonces"]["deadline"])
    assert (second["owes_nonce"], second["deadline"]) == (False, None)

    ann.shows(game, nonce_of("ann"))
    assert bob.sees(game)["nonces"] == {"deadline": closed["nonces"]["deadline"], "missing": []}
    bob.starts(game)
    assert bob.sees(game)["nonces"] is None


def test_seats_that_waive_their_nonces_are_closed_without_a_deadline(ann: Person, bob: Person) -> None:
    game = ann.opens_game()
    ann.sits(game)
    bob.sits(game)

    assert ann.sees(game)["nonces"] == {"deadline": None, "missing": []}
    ann.starts(game)


def test_a_game_of_bots_alone_is_closed_as_it_is_created(ann: Person) -> None:
    game = ann.opens_game(bots=[{"seat": 0, "bot": "greedy"}, {"seat": 1, "bot": "greedy"}])

    assert ann.sees(game)["nonces"] == {"deadline": None, "missing": []}
    ann.starts(game)


@pytest.mark.parametrize("way", ["nonces", "start"])
def test_a_nonce_that_may_not_be_shown_is_refused_and_changes_nothing(
    app: Flask, ann: Person, bob: Person, way: str
) -> None:
    """Each nonce is refused in the same way whether it comes by itself or with the start."""
    game = ann.opens_game(seats=3)
    path = f"/v1/games/{game}/{way}"
    ann.sits(game, nonce=nonce_of("ann"))
    bob.sits(game)
    stranger = Person(app, "sue")

    def refused(who: Person, nonce: Any) -> tuple[int, str]:
        before = ann.sees(game)
        answer = who.post(path, {"nonce": nonce})
        assert ann.sees(game) == before
        return refusal(answer)

    assert refused(ann, nonce_of("ann")) == (409, "game/seats_open")
    assert ann.post(f"/v1/games/{game}/seats", {"seat": 2, "bot": "random"}).status_code == 201
    assert refused(ann, "another nonce of ann") == (422, "nonce/mismatch")
    assert refused(bob, nonce_of("bob")) == (409, "nonce/none")
    assert refused(stranger, nonce_of("sue"))[0] == 403
    for wrong in ("x" * 15, "x" * 65, 17, None, [nonce_of("ann")]):
        assert refused(ann, wrong) == (422, "input/invalid")
    assert refused(ann, "\ud800" * 16)[0] in (400, 422)
    ann.shows(game, nonce_of("ann"))
    assert refused(ann, nonce_of("ann")) == (409, "nonce/shown")


@pytest.mark.parametrize("commitment", ["", "0" * 63, "A" * 64, "0" * 65, 0, nonce_of("ann")])
def test_a_commitment_that_is_no_digest_is_refused(ann: Person, commitment: Any) -> None:
    game = ann.opens_game()
    answer = ann.post(f"/v1/games/{game}/seats", {"nonce_commitment": commitment})

    assert refusal(answer) == (422, "input/invalid")
    assert "nonce_commitment" in body_of(answer)["fields"]
    assert ann.sees(game)["n"] == 1


def test_a_nonce_is_no_longer_given_as_one_sits_down(ann: Person) -> None:
    game = ann.opens_game()

    assert refusal(ann.post(f"/v1/games/{game}/seats", {"nonce": "my own luck"})) == (422, "input/invalid")


def test_a_start_before_the_last_nonce_shows_no_nonce(ann: Person, bob: Person, table: str) -> None:
    before = bob.sees(table)
    early = ann.post(f"/v1/games/{table}/start", {"nonce": nonce_of("ann")})

    assert refusal(early) == (409, "game/nonces_missing")
    assert body_of(early)["seats"] == [1]
    assert bob.sees(table) == before
    bob.shows(table, nonce_of("bob"))
    assert ann.post(f"/v1/games/{table}/start", {"nonce": nonce_of("ann")}).status_code == 201


def test_nobody_leaves_or_is_replaced_once_every_seat_is_taken(ann: Person, bob: Person, table: str) -> None:
    before = bob.sees(table)

    assert refusal(bob.delete(f"/v1/games/{table}/seats/1")) == (409, "game/seats_closed")
    assert refusal(ann.post(f"/v1/games/{table}/seats", {"seat": 1, "bot": "random"})) == (409, "seat/taken")
    assert bob.sees(table) == before


def test_the_creator_may_abort_until_a_nonce_is_shown(app: Flask, ann: Person, bob: Person, table: str) -> None:
    other = ann.opens_game()
    for person, name in ((ann, "ann"), (bob, "bob")):
        person.sits(other, nonce=nonce_of(name))
    assert ann.post(f"/v1/games/{other}/abort").status_code == 201
    bob.shows(table, nonce_of("bob"))

    assert refusal(ann.post(f"/v1/games/{table}/abort")) == (403, "auth/forbidden")
    judge = as_official(app, "judy", "games:play", "disputes:rule")
    assert refusal(judge.post(f"/v1/games/{table}/abort", {"reason": "nonce_withheld"}))[1] == "game/reason"
    assert judge.post(f"/v1/games/{table}/abort", {"reason": "the venue burns"}).status_code == 201


@pytest.mark.servers
def test_the_follower_ends_a_game_whose_nonce_is_withheld_and_the_profile_counts_it(
    app: Flask, ann: Person, bob: Person, table: str, redis_server: Any
) -> None:
    ann.shows(table, nonce_of("ann"))
    settings = replace(app.extensions["delvebook"].settings, redis_url=redis_server.url)
    follower = build_follower(settings)
    follower._now = lambda: ann.sees(table)["nonces"]["deadline"]
    while follower.step():
        pass
    assert ann.sees(table)["status"] == "open"

    follower._now = lambda: BEYOND
    follower._playing._now = lambda: BEYOND
    follower.sweep()
    while follower.step():
        pass

    ended = ann.sees(table)
    assert (ended["status"], ended["nonces"]) == ("aborted", None)
    last = body_of(ann.get(f"/v1/games/{table}/events"))["events"][-2]
    assert (last["type"], last["by"], last["data"]) == (
        "GameAborted",
        "clock",
        {"reason": "nonce_withheld", "seats": [1]},
    )
    profiles = {person: body_of(Person(app).get(f"/v1/accounts/{person.id}")) for person in (ann, bob)}
    assert [profiles[person]["counts"]["nonces_withheld"] for person in (ann, bob)] == [0, 1]
    assert refusal(bob.post(f"/v1/games/{table}/nonces", {"nonce": nonce_of("bob")})) == (409, "game/finished")
    assert verify(ann.get(f"/v1/games/{table}/record").data).level("chain").status == "holds"
    follower._playing.expire_nonces(UUID(table))
    assert ann.sees(table) == ended
    follower.close()


def test_a_game_with_everybodys_nonce_verifies_to_the_end(ann: Person, bob: Person, table: str) -> None:
    bob.shows(table, nonce_of("bob"))
    ann.shows(table, nonce_of("ann"))
    bob.starts(table)
    play_to_the_end(table, ann, bob)

    report = verify(ann.get(f"/v1/games/{table}/record").data)

    assert [level.status for level in report.levels if level.name in ("chain", "replay")] == ["holds", "holds"]
