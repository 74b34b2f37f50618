"""The party rule over HTTP: a player in a family of games does not judge there, and a judge does not play."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from tests.service.api.house import Person, as_official, body_of, play_to_the_end, running_game, takes_office


@pytest.fixture
def judge(app: Flask) -> Person:
    return as_official(app, "Judy", "games:play", "disputes:rule")


@pytest.fixture
def other_judge(app: Flask) -> Person:
    return as_official(app, "Jude", "games:play", "disputes:rule")


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, body_of(answer)["code"]


def claims(person: Person, game: str) -> str:
    answer = person.post(f"/v1/games/{game}/disputes", {"event": 1, "claim": "this is wrong"})
    assert answer.status_code == 201, answer.text
    return f"{game}.{body_of(answer)['n']}"


def rules(person: Person, dispute: str, remedy: Any = None) -> Any:
    verdict = "dismissed" if remedy is None else "upheld"
    return person.post(f"/v1/disputes/{dispute}/ruling", {"verdict": verdict, "remedy": remedy, "reason": "so"})


def resumed(game: str, claimant: Person, judge: Person) -> str:
    """The fork in which a ruling of the judge resumes the game."""
    start = claimant.sees(game)["n"]
    answer = rules(judge, claims(claimant, game), {"type": "resume", "event": start})
    assert answer.status_code == 201, answer.text
    return str(body_of(answer)["game"]["resumed_by"])


def looks(person: Person, game: str) -> dict[str, int]:
    """The status of each way to look with an arbiter's eyes."""
    return {
        path: person.get(f"/v1/games/{game}{path}").status_code
        for path in (
            "?viewer=arbiter",
            "?viewer=seat:0&event=4",
            "/events?viewer=arbiter",
            "/record?viewer=arbiter",
            "/examination?event=4",
        )
    }


def test_an_arbiter_does_not_abort_the_running_game_they_sit_in(ann: Person, judge: Person) -> None:
    game = running_game(ann, judge)

    assert refused(judge.post(f"/v1/games/{game}/abort", {"reason": "I lose"})) == (403, "dispute/party")
    assert ann.sees(game)["status"] == "running"


def test_an_arbiter_aborts_a_game_of_their_own_before_it_starts_as_any_creator_does(judge: Person) -> None:
    game = judge.opens_game()
    judge.sits(game)

    aborted = judge.post(f"/v1/games/{game}/abort", {"reason": "nobody came"})
    assert body_of(aborted)["events"][0]["by"] == f"player:{judge.id}"


@pytest.mark.parametrize("scope", ["service:operate", "disputes:rule"])
def test_a_token_that_cannot_play_aborts_a_game(app: Flask, ann: Person, bob: Person, scope: str) -> None:
    game = running_game(ann, bob)
    official = as_official(app, "Olga", scope)

    aborted = official.post(f"/v1/games/{game}/abort", {"reason": "a fire"})
    assert aborted.status_code == 201, aborted.text
    assert ann.sees(game)["status"] == "aborted"


def test_an_operator_does_not_abort_a_game_they_play(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    takes_office(app, bob, "service:operate")

    assert refused(bob.post(f"/v1/games/{game}/abort", {"reason": "I lose"})) == (403, "dispute/party")


def test_an_arbiter_for_whom_a_seat_is_kept_does_not_look_before_it_is_taken(
    ann: Person, judge: Person, other_judge: Person
) -> None:
    """A rematch is no fork, so that only its kept seats say who its parties are."""
    game = running_game(ann, judge)
    play_to_the_end(game, ann, judge)
    rematch = ann.post(f"/v1/games/{game}/rematches")
    assert rematch.status_code == 201, rematch.text

    assert looks(judge, body_of(rematch)["id"])["?viewer=arbiter"] == 403
    assert looks(other_judge, body_of(rematch)["id"])["?viewer=arbiter"] == 200


def test_an_arbiter_who_looked_and_ruled_sits_neither_in_the_game_nor_in_its_fork(
    app: Flask, ann: Person, judge: Person
) -> None:
    game = ann.opens_game(seats=2, bots=[{"seat": 1, "bot": "random"}])
    ann.sits(game)
    ann.starts(game)
    assert set(looks(judge, game).values()) == {200}
    fork = resumed(game, ann, judge)
    seats = f"/v1/games/{fork}/seats"

    assert refused(judge.delete(f"{seats}/1")) == (403, "seat/official")
    for terms in ({"seat": 1}, {"seat": 0}, {}, {"seat": 0, "bot": "greedy"}):
        assert refused(judge.post(seats, terms)) == (403, "seat/official")
    assert [seat["bot"] for seat in ann.sees(fork)["seats"]] == [None, "random@1"]
    ann.sits(fork)
    ann.starts(fork)
    assert set(looks(judge, fork).values()) == {200}


def test_the_seats_of_a_resumed_game_are_those_of_its_parent(
    app: Flask, ann: Person, bob: Person, judge: Person, other_judge: Person
) -> None:
    game = ann.opens_game(seats=4, bots=[{"seat": 3, "bot": "random"}])
    ann.sits(game)
    bob.sits(game)
    cid = Person(app, "Cid")
    cid.sits(game)
    ann.starts(game)
    fork = resumed(game, ann, judge)
    seats = f"/v1/games/{fork}/seats"
    stranger = Person(app, "Sue")

    assert refused(ann.delete(f"{seats}/3")) == (403, "seat/not_yours")
    assert refused(stranger.post(seats, {})) == (409, "seat/reserved")
    ann.sits(fork)
    assert ann.sees(fork)["seats"][0]["player"]["id"] == ann.id
    assert refused(ann.post(seats, {"seat": 1, "bot": "random"})) == (403, "auth/forbidden")
    assert refused(judge.post(seats, {"seat": 1, "bot": "random"})) == (403, "seat/official")
    assert other_judge.post(seats, {"seat": 1, "bot": "random"}).status_code == 201
    for person in (ann, bob):
        assert refused(person.delete(f"{seats}/1")) == (403, "seat/not_yours")
    assert refused(other_judge.delete(f"{seats}/3")) == (403, "seat/not_yours")
    assert other_judge.delete(f"{seats}/1").status_code == 200
    assert refused(stranger.post(seats, {})) == (409, "seat/reserved")
    assert other_judge.post(seats, {"seat": 1, "bot": "greedy"}).status_code == 201
    cid.sits(fork)
    assert refused(other_judge.delete(f"{seats}/1")) == (409, "game/seats_closed")
    assert judge.post(f"/v1/games/{fork}/start").status_code == 201


def test_a_player_whom_a_bot_replaces_in_the_fork_neither_looks_nor_rules_there(
    app: Flask, ann: Person, judge: Person, other_judge: Person
) -> None:
    """Jude plays the parent. A bot has the seat in the fork, and Jude's token may arbitrate."""
    game = running_game(ann, other_judge)
    fork = resumed(game, ann, judge)
    third = as_official(app, "Joan", "games:play", "disputes:rule")
    ann.sits(fork)
    assert third.post(f"/v1/games/{fork}/seats", {"seat": 1, "bot": "random"}).status_code == 201
    assert refused(other_judge.post(f"/v1/games/{fork}/start")) == (403, "dispute/party")
    ann.starts(fork)

    assert set(looks(other_judge, fork).values()) == {403}
    assert refused(rules(other_judge, claims(ann, fork))) == (403, "dispute/party")
    assert refused(other_judge.post(f"/v1/games/{fork}/abort", {"reason": "no"})) == (403, "dispute/party")
    trail = app.extensions["delvebook"].audit.entries()
    assert not [note for note in trail if note["action"] == "game/look" and note["account"] == other_judge.id]


def test_a_player_for_whom_a_seat_is_kept_does_not_rule(ann: Person, judge: Person, other_judge: Person) -> None:
    game = running_game(ann, other_judge)
    fork = resumed(game, ann, judge)
    ann.sits(fork)
    dispute = claims(ann, fork)

    assert refused(rules(other_judge, dispute)) == (403, "dispute/party")
    assert rules(judge, dispute).status_code == 201


def test_a_player_of_a_fork_for_study_does_not_look_at_a_sibling(
    ann: Person, bob: Person, judge: Person, other_judge: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    forks = [body_of(ann.post(f"/v1/games/{game}/forks", {"event": 5}))["game"]["id"] for _ in range(2)]
    for fork, second in zip(forks, (judge, bob), strict=True):
        ann.sits(fork)
        second.sits(fork)
        ann.starts(fork)

    assert set(looks(judge, forks[1]).values()) == {403}
    assert set(looks(other_judge, forks[1]).values()) == {200}


def test_an_arbiter_who_looked_at_the_parent_forks_it_not_and_sits_in_no_fork(
    ann: Person, bob: Person, judge: Person
) -> None:
    game = running_game(ann, bob)
    assert judge.get(f"/v1/games/{game}?viewer=seat:1").status_code == 200
    play_to_the_end(game, ann, bob)

    assert refused(judge.post(f"/v1/games/{game}/forks", {"event": 5, "bots": [{"seat": 1, "bot": "random"}]})) == (
        403,
        "seat/official",
    )
    fork = body_of(ann.post(f"/v1/games/{game}/forks", {"event": 5, "bots": [{"seat": 1, "bot": "random"}]}))["game"][
        "id"
    ]
    assert refused(judge.post(f"/v1/games/{fork}/seats", {})) == (403, "seat/official")
    ann.sits(fork)


def test_a_creator_who_looked_moves_no_bot(judge: Person, ann: Person, bob: Person) -> None:
    game = judge.opens_game(seats=3, bots=[{"seat": 2, "bot": "random"}])
    assert judge.get(f"/v1/games/{game}?viewer=arbiter").status_code == 200

    assert refused(judge.delete(f"/v1/games/{game}/seats/2")) == (403, "seat/official")
    assert refused(judge.post(f"/v1/games/{game}/seats", {"seat": 0, "bot": "random"})) == (403, "seat/official")


def test_looking_with_ones_own_eyes_binds_nobody(ann: Person, judge: Person) -> None:
    game = ann.opens_game()
    for viewer in ("spectator", None):
        judge.sees(game, **({} if viewer is None else {"viewer": viewer}))
    judge.sits(game)

    assert judge.sees(game)["seats"][0]["player"]["id"] == judge.id


def test_a_seat_asks_the_database_nothing_twice(ann: Person) -> None:
    """Who has looked there is read before the claim and after it, and the claim itself says whose it is."""
    game = body_of(ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}))["id"]
    asked: list[str] = []

    def note(_c: object, _u: object, said: str, *_: object) -> None:
        asked.append(said)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        assert ann.post(f"/v1/games/{game}/seats", {}).status_code == 201
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert [said.split()[0] for said in asked if "family_roles" in said] == ["SELECT", "INSERT", "SELECT"]
