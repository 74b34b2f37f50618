"""Invitations of named players, rematches, several games at once, and games looked for by filters."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from tests.service.api.house import Person

TITLE = "dungeon-raiders"


class People:
    """Ann, who creates games, and two others."""

    def __init__(self, app: Flask) -> None:
        self.ann, self.bob, self.eve = (Person(app, name) for name in ("Ann", "Bob", "Eve"))

    def creates(self, **terms: Any) -> str:
        made = self.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, **terms})
        assert made.status_code == 201, made.json
        return str(made.json["id"])  # type: ignore[index]


@pytest.fixture
def people(app: Flask) -> People:
    return People(app)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


def plays_to_its_end(people: People, game: str) -> None:
    """Both sit down, start, and Bob resigns."""
    for person in (people.ann, people.bob):
        assert person.post(f"/v1/games/{game}/seats").status_code == 201
    assert people.ann.post(f"/v1/games/{game}/start").status_code == 201
    assert people.bob.post(f"/v1/games/{game}/resignations").status_code == 201


def test_an_invited_player_finds_the_invitation_and_sits_down_in_a_private_game(people: People) -> None:
    game = people.creates(visibility="private")
    made = people.ann.post(f"/v1/games/{game}/invitations", {"name": "bob", "seat": 1})
    assert made.status_code == 201
    sent = made.json
    assert made.headers["Location"] == f"/v1/invitations/{sent['id']}"
    assert (sent["game"], sent["seat"], sent["status"]) == (game, 1, "open")
    assert (sent["from"]["name"], sent["to"]["name"]) == ("Ann", "Bob")
    assert people.bob.get(f"/v1/games/{game}").status_code == 404
    assert people.bob.get("/v1/invitations?direction=received&status=open").json["invitations"] == [sent]

    accepted = people.bob.post(f"/v1/invitations/{sent['id']}/acceptance", key="yes")
    assert accepted.status_code == 201
    assert accepted.json["game"]["seats"][1]["player"]["name"] == "Bob"
    again = people.bob.post(f"/v1/invitations/{sent['id']}/acceptance", key="yes")
    assert (again.json, again.headers["Idempotent-Replay"]) == (accepted.json, "true")
    assert people.ann.get(f"/v1/invitations/{sent['id']}").json["status"] == "accepted"
    assert code(people.bob.post(f"/v1/invitations/{sent['id']}/refusal")) == (409, "invitation/settled")


def test_only_the_two_of_them_know_of_an_invitation(people: People) -> None:
    game = people.creates(visibility="private")
    sent = people.ann.post(f"/v1/games/{game}/invitations", {"account": people.bob.id}).json
    nothing = people.eve.get("/v1/invitations/0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11")

    for answer in (
        people.eve.get(f"/v1/invitations/{sent['id']}"),
        people.eve.post(f"/v1/invitations/{sent['id']}/acceptance"),
        people.eve.post(f"/v1/invitations/{sent['id']}/refusal"),
    ):
        assert (answer.status_code, answer.json) == (404, nothing.json)
    assert people.eve.get("/v1/invitations").json["invitations"] == []
    assert code(people.ann.post(f"/v1/invitations/{sent['id']}/acceptance")) == (403, "seat/not_yours")


@pytest.mark.parametrize(("word", "status"), [("refusal", "declined"), ("withdrawal", "withdrawn")])
def test_an_invitation_is_declined_or_withdrawn_once_and_for_all(people: People, word: str, status: str) -> None:
    game = people.creates()
    sent = people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob"}).json
    who, other = (people.bob, people.ann) if word == "refusal" else (people.ann, people.bob)
    assert code(other.post(f"/v1/invitations/{sent['id']}/{word}")) == (403, "seat/not_yours")

    settled = who.post(f"/v1/invitations/{sent['id']}/{word}")
    assert (settled.status_code, settled.json["status"]) == (200, status)
    assert settled.json["settled_at"] is not None
    assert who.post(f"/v1/invitations/{sent['id']}/{word}").json == settled.json
    assert code(people.bob.post(f"/v1/invitations/{sent['id']}/acceptance")) == (409, "invitation/settled")


def test_a_withdrawal_while_an_invitation_is_accepted_is_refused_or_keeps_the_seat_free(
    people: People, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that an invitation is withdrawn, and sees its player sit down all the same."""
    game = people.creates(visibility="private")
    invitation = people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob"}).json["id"]
    games = app.extensions["delvebook"].use.games
    take_seat, withdrawals = type(games).take_seat, []

    def meets_a_withdrawal(*args: Any, **kwargs: Any) -> Any:
        with ThreadPoolExecutor() as elsewhere:
            withdrawals.append(elsewhere.submit(people.ann.post, f"/v1/invitations/{invitation}/withdrawal").result())
        return take_seat(*args, **kwargs)

    monkeypatch.setattr(type(games), "take_seat", meets_a_withdrawal)
    accepted = people.bob.post(f"/v1/invitations/{invitation}/acceptance")

    assert accepted.status_code == 201
    assert [code(one) for one in withdrawals] == [(409, "invitation/settled")]
    assert people.ann.get(f"/v1/invitations/{invitation}").json["status"] == "accepted"


def test_a_withdrawal_that_comes_just_before_an_acceptance_keeps_the_seat_free(
    people: People, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = people.creates(visibility="private")
    invitation = people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob"}).json["id"]
    use = app.extensions["delvebook"].use.invitations
    settle = use._invitations.settle

    def comes_second(id_: str, status: str, *, at: str) -> bool:
        settle(id_, "withdrawn", at=at)
        return bool(settle(id_, status, at=at))

    monkeypatch.setattr(use._invitations, "settle", comes_second)
    refused = people.bob.post(f"/v1/invitations/{invitation}/acceptance")

    assert code(refused) == (409, "invitation/settled")
    assert all(seat["free"] for seat in people.ann.get(f"/v1/games/{game}").json["seats"])


def test_an_acceptance_that_gets_no_seat_leaves_the_invitation_open(people: People) -> None:
    game = people.creates(visibility="private")
    invitation = people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob", "seat": 0}).json["id"]
    assert people.ann.post(f"/v1/games/{game}/seats", {"seat": 0}).status_code == 201

    assert code(people.bob.post(f"/v1/invitations/{invitation}/acceptance")) == (409, "seat/taken")
    left = people.bob.get(f"/v1/invitations/{invitation}").json
    assert (left["status"], left["settled_at"]) == ("open", None)
    assert people.ann.post(f"/v1/invitations/{invitation}/withdrawal").json["status"] == "withdrawn"


def test_an_invitation_expires(people: People, app: Flask) -> None:
    game = people.creates()
    sent = people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob", "seconds": 60}).json
    for _ in range(70):  # the clock of the tests moves on whenever it is asked
        people.ann.get(f"/v1/invitations/{sent['id']}")

    assert people.bob.get(f"/v1/invitations/{sent['id']}").json["status"] == "expired"
    assert people.bob.get("/v1/invitations?status=open").json["invitations"] == []
    assert [one["id"] for one in people.bob.get("/v1/invitations?status=expired").json["invitations"]] == [sent["id"]]
    assert code(people.bob.post(f"/v1/invitations/{sent['id']}/acceptance")) == (409, "invitation/settled")


def test_inviting_again_changes_nothing_and_strangers_do_not_invite(people: People) -> None:
    game = people.creates()
    sent = people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob"}).json

    assert people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob"}).json["id"] == sent["id"]
    assert code(people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob", "seat": 0})) == (
        409,
        "invitation/open",
    )
    assert code(people.eve.post(f"/v1/games/{game}/invitations", {"name": "Bob"})) == (403, "auth/forbidden")
    assert code(people.ann.post(f"/v1/games/{game}/invitations", {"name": "Nobody"})) == (404, "account/unknown")
    assert code(people.ann.post(f"/v1/games/{game}/invitations", {"name": "Eve", "seat": 7})) == (404, "seat/unknown")
    people.bob.post(f"/v1/games/{game}/seats")
    assert code(people.ann.post(f"/v1/games/{game}/invitations", {"name": "Bob"})) == (409, "seat/yours")


def test_invitations_are_listed_page_by_page(people: People) -> None:
    game = people.creates(seats=5)
    for name in ("Bob", "Eve"):
        people.ann.post(f"/v1/games/{game}/invitations", {"name": name})
    first = people.ann.get(f"/v1/invitations?game={game}&limit=1").json
    second = people.ann.get(f"/v1/invitations?game={game}&limit=1&cursor={first['next']}").json

    assert [first["invitations"][0]["to"]["name"], second["invitations"][0]["to"]["name"]] == ["Eve", "Bob"]
    assert second["next"] is None


def test_a_rematch_has_the_same_terms_and_everybody_one_seat_further_on(people: People) -> None:
    clock = {"kind": "days", "days": 2, "on_expiry": {"kind": "forfeit"}}
    game = people.creates(clock=clock, options={"mode": "tactical"})
    assert code(people.ann.post(f"/v1/games/{game}/rematches")) == (403, "seat/not_yours")
    plays_to_its_end(people, game)
    assert code(people.eve.post(f"/v1/games/{game}/rematches")) == (403, "seat/not_yours")

    made = people.bob.post(f"/v1/games/{game}/rematches", key="again").json
    rematch = made["game"]
    assert (rematch["rematch_of"], rematch["creator"]["name"]) == (game, "Bob")
    assert (rematch["options"]["mode"], rematch["clock"]["days"]) == ("tactical", 2)
    assert [one["name"] for one in rematch["reserved"]] == ["Bob", "Ann"]
    assert people.bob.post(f"/v1/games/{game}/rematches", key="again").json == made
    twice = people.ann.post(f"/v1/games/{game}/rematches")
    assert (*code(twice), twice.json["game"]) == (409, "rematch/offered", made["id"])
    assert code(people.eve.post(f"/v1/games/{made['id']}/seats")) == (409, "game/full")

    [sent] = people.ann.get("/v1/invitations?status=open").json["invitations"]
    assert (sent["game"], sent["seat"]) == (made["id"], 1)
    people.bob.post(f"/v1/games/{made['id']}/seats")
    people.ann.post(f"/v1/invitations/{sent['id']}/acceptance")
    assert people.bob.post(f"/v1/games/{made['id']}/start").json["game"]["status"] == "running"


def test_a_game_that_goes_on_has_no_rematch_and_an_aborted_rematch_makes_room_for_another(people: People) -> None:
    game = people.creates()
    people.ann.post(f"/v1/games/{game}/seats")
    assert code(people.ann.post(f"/v1/games/{game}/rematches")) == (409, "game/not_over")
    other = people.creates()
    plays_to_its_end(people, other)
    first = people.ann.post(f"/v1/games/{other}/rematches").json["id"]
    people.ann.post(f"/v1/games/{first}/abort")

    assert people.bob.post(f"/v1/games/{other}/rematches").json["id"] != first


def test_several_games_are_created_all_or_none_and_once(people: People) -> None:
    wanted = {"games": [{"ruleset": TITLE, "seats": seats} for seats in (2, 3)]}
    made = people.ann.post("/v1/games/batch", wanted, key="many")
    assert made.status_code == 200
    assert [len(one["game"]["seats"]) for one in made.json["games"]] == [2, 3]
    again = people.ann.post("/v1/games/batch", wanted, key="many")
    assert (again.json, again.headers["Idempotent-Replay"]) == (made.json, "true")
    for one in made.json["games"]:
        assert people.ann.get(f"/v1/games/{one['id']}").status_code == 200

    refused = people.ann.post(
        "/v1/games/batch", {"games": [*wanted["games"], {"ruleset": TITLE, "seats": 40}]}, key="bad"
    )
    assert (*code(refused), refused.json["index"]) == (422, "game/invalid_seats", 2)
    fine = people.ann.post("/v1/games/batch", wanted, key="bad")
    assert fine.status_code == 200
    assert "Idempotent-Replay" not in fine.headers


def test_a_player_resigns_proposes_an_end_and_answers(people: People) -> None:
    game = people.creates(seats=3, bots=[{"seat": 2, "bot": "greedy"}])
    for person in (people.ann, people.bob):
        person.post(f"/v1/games/{game}/seats")
    assert code(people.ann.post(f"/v1/games/{game}/resignations")) == (409, "game/not_started")
    people.ann.post(f"/v1/games/{game}/start")
    proposed = people.ann.post(f"/v1/games/{game}/end-proposals", key="end").json
    assert proposed["game"]["end_proposal"] == {"n": proposed["n"], "seat": 0, "waiting": [1]}
    where = f"/v1/games/{game}/end-proposals/{proposed['n']}/answers"
    assert code(people.eve.post(where, {"agrees": True})) == (403, "seat/not_yours")
    assert code(people.ann.post(where, {"agrees": True})) == (409, "end/not_asked")
    assert code(people.bob.post(f"/v1/games/{game}/end-proposals/3/answers", {"agrees": True})) == (
        409,
        "end/not_asked",
    )
    assert people.bob.post(where, {"agrees": False}).json["game"]["end_proposal"] is None

    resigned = people.bob.post(f"/v1/games/{game}/resignations", {"bot": "random"}).json
    assert (resigned["game"]["seats"][1]["resigned"], resigned["game"]["seats"][1]["bot"]) == (True, "random@1")
    assert code(people.bob.post(f"/v1/games/{game}/seats")) == (409, "seat/resigned")
    offered = people.bob.get(f"/v1/games/{game}/actions").json
    assert (offered["decision"], offered["owed"], offered["actions"]) == (None, False, [])
    seen = people.bob.get(f"/v1/games/{game}").json["you"]
    assert (seen["decision"], seen["owed"]) == (None, False)
    ended = people.ann.post(f"/v1/games/{game}/resignations").json
    assert (ended["game"]["status"], ended["game"]["outcome"]["reason"]) == ("finished", "resigned")
    assert ended["game"]["outcome"]["winners"] == [2]


def test_every_kind_of_clock_is_answered_as_it_was_set(people: People) -> None:
    for clock in (
        {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "greedy@1"}},
        {"kind": "budget", "seconds": 600, "increment": 5, "on_expiry": {"kind": "default_action"}},
        {"kind": "days", "days": 3, "on_expiry": {"kind": "forfeit", "bot": "random@1"}},
    ):
        game = people.creates(clock=clock)
        shown = people.ann.get(f"/v1/games/{game}").json
        assert shown["clock"] == clock
        assert {seat["time_left_ms"] for seat in shown["seats"]} == {600_000 if clock["kind"] == "budget" else None}
    for wrong in (
        {"kind": "days", "seconds": 60, "on_expiry": {"kind": "forfeit"}},
        {"kind": "per_decision", "seconds": 60, "increment": 5, "on_expiry": {"kind": "forfeit"}},
        {"kind": "budget", "on_expiry": {"kind": "forfeit"}},
        {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "default_action", "bot": "greedy"}},
    ):
        refused = people.ann.post("/v1/games", {"ruleset": TITLE, "seats": 2, "clock": wrong})
        assert code(refused) == (422, "input/invalid")
