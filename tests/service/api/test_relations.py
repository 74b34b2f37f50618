"""Players block others, and report them to operators."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from delvebook.service.base.settings import Settings
from tests.service.api.collected import catch_up
from tests.service.api.house import Person, as_official, body_of, build, play_to_the_end, running_game
from tests.service.api.test_offices import DOORS


def code(answer: Any) -> str:
    assert answer.status_code >= 400, answer.text
    return str(body_of(answer)["code"])


def test_a_blocked_player_sits_down_nowhere_with_the_other_and_cannot_invite_them(
    app: Flask, ann: Person, bob: Person
) -> None:
    eve = Person(app, "Eve")
    made, sat = ann.opens_game(), bob.opens_game()
    ann.sits(sat)
    assert body_of(ann.send("PUT", "/v1/blocks/eve"))["player"]["id"] == eve.id

    for game in (made, sat):
        assert code(eve.post(f"/v1/games/{game}/seats")) == "player/blocked"
    own = eve.opens_game()
    assert code(eve.post(f"/v1/games/{own}/invitations", {"name": "Ann"})) == "player/blocked"
    assert eve.post(f"/v1/games/{own}/invitations", {"name": "Bob"}).status_code == 201
    catch_up(app)
    assert [one["id"] for one in body_of(eve.get("/v1/games?free=true"))["games"]] == [own]
    assert {one["id"] for one in body_of(bob.get("/v1/games?free=true"))["games"]} == {made, sat, own}

    assert ann.delete(f"/v1/blocks/{eve.id}").status_code == 204
    assert eve.post(f"/v1/games/{made}/seats").status_code == 201


def test_whoever_is_refused_in_any_case_does_not_learn_of_a_block(ann: Person, bob: Person, app: Flask) -> None:
    """Each request is sent before the block and after it, and both answers are the same."""
    cid = Person(app, "Cid")
    full, taken, mine = ann.opens_game(seats=2), ann.opens_game(seats=3), bob.opens_game(seats=3)
    for game in (full, taken):
        ann.sits(game)
    cid.sits(full)
    bob.sits(taken)
    assert bob.post(f"/v1/games/{mine}/invitations", {"name": "Ann"}).status_code == 201
    theirs = cid.opens_game(seats=3)
    assert cid.post(f"/v1/games/{theirs}/invitations", {"name": "Ann"}).status_code == 201
    bob.sits(theirs)
    asked: list[tuple[str, dict[str, Any]]] = [
        (f"/v1/games/{full}/seats", {}),
        (f"/v1/games/{full}/seats", {"seat": 0}),
        (f"/v1/games/{full}/seats", {"seat": 9}),
        (f"/v1/games/{taken}/seats", {}),
        (f"/v1/games/{taken}/seats", {"seat": 2}),
        (f"/v1/games/{mine}/invitations", {"name": "Ann"}),
        (f"/v1/games/{mine}/invitations", {"name": "Ann", "seat": 9}),
        (f"/v1/games/{theirs}/invitations", {"name": "Ann"}),
    ]
    before = [(one.status_code, body_of(one)) for one in (bob.post(*request) for request in asked)]
    ann.send("PUT", "/v1/blocks/Bob")
    after = [(one.status_code, body_of(one)) for one in (bob.post(*request) for request in asked)]

    assert after == before
    assert code(bob.post(f"/v1/games/{ann.opens_game()}/seats")) == "player/blocked"


def test_a_block_ends_by_id_and_by_name_and_once_the_other_is_gone(app: Flask, ann: Person, bob: Person) -> None:
    for name in ("Bob", "bob", bob.id):
        ann.send("PUT", "/v1/blocks/Bob")
        assert ann.delete(f"/v1/blocks/{name}").status_code == 204
        assert body_of(ann.get("/v1/blocks"))["blocks"] == []
    ann.send("PUT", "/v1/blocks/Bob")
    assert bob.delete("/v1/accounts/me").status_code == 204
    assert ann.delete(f"/v1/blocks/{bob.id}").status_code == 204
    assert code(ann.delete("/v1/blocks/Bob")) == "account/unknown"


def test_whoever_has_all_blocks_and_reports_they_may_can_repeat_one_and_make_no_other(
    ann: Person, bob: Person, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    Person(app, "Eve")
    monkeypatch.setattr("delvebook.service.identity.relations.BLOCKED_MAX", 1)
    monkeypatch.setattr("delvebook.service.identity.relations.OPEN_MAX", 1)
    first = body_of(ann.send("PUT", "/v1/blocks/Bob"))

    assert body_of(ann.send("PUT", "/v1/blocks/Bob")) == first
    assert code(ann.send("PUT", "/v1/blocks/Eve")) == "service/quota"
    for _ in range(2):
        assert ann.post("/v1/reports", {"player": "Bob", "reason": "name"}).status_code == 201
    assert code(ann.post("/v1/reports", {"player": "Eve", "reason": "name"})) == "service/quota"


def test_a_block_ends_neither_a_game_that_is_played_nor_one_that_a_ruling_resumes(
    app: Flask, ann: Person, bob: Person
) -> None:
    game = running_game(ann, bob)
    begun = ann.sees(game)["n"]
    ann.send("PUT", "/v1/blocks/Bob")
    assert bob.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert bob.post(f"/v1/games/{game}/seats", {"seat": 1}).status_code == 201

    filed = bob.post(f"/v1/games/{game}/disputes", {"event": begun, "claim": "no"})
    ruling = {"verdict": "upheld", "remedy": {"type": "resume", "event": begun}, "reason": "yes"}
    judge = as_official(app, "Judy", "disputes:rule")
    assert judge.post(f"{filed.headers['Location']}/ruling", ruling).status_code == 201
    fork = bob.sees(game)["resumed_by"]
    ann.sits(fork)
    bob.sits(fork)


def test_no_rematch_is_offered_to_those_who_want_none(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    ann.send("PUT", "/v1/blocks/Bob")

    assert code(bob.post(f"/v1/games/{game}/rematches")) == "player/blocked"


def test_a_rematch_of_several_is_refused_by_the_names_of_those_whom_one_has_blocked(
    app: Flask, ann: Person, bob: Person
) -> None:
    cid, dee = Person(app, "Cid"), Person(app, "Dee")
    game = running_game(ann, bob, cid, dee)
    play_to_the_end(game, ann, bob, cid, dee)
    ann.send("PUT", "/v1/blocks/Bob")
    ann.send("PUT", "/v1/blocks/Dee")
    refused = ann.post(f"/v1/games/{game}/rematches")

    assert code(refused) == "player/blocked_by_you"
    assert sorted(body_of(refused)["players"]) == ["Bob", "Dee"]
    assert re.match(r"you have blocked (Bob, Dee|Dee, Bob), so", body_of(refused)["detail"])


def test_nobody_is_invited_by_whoever_has_blocked_them_and_could_then_not_sit_down(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    another = ann.opens_game()
    ann.send("PUT", "/v1/blocks/Bob")
    bob.send("PUT", "/v1/blocks/Ann")

    assert code(ann.post(f"/v1/games/{game}/rematches")) == "player/blocked_by_you"
    assert code(ann.post(f"/v1/games/{another}/invitations", {"name": "Bob"})) == "player/blocked_by_you"
    assert body_of(bob.get("/v1/invitations"))["invitations"] == []

    bob.delete(f"/v1/blocks/{ann.id}")
    ann.delete(f"/v1/blocks/{bob.id}")
    assert ann.post(f"/v1/games/{another}/invitations", {"name": "Bob"}).status_code == 201
    assert bob.post(f"/v1/games/{another}/seats").status_code == 201


def test_blocks_are_known_to_their_owner_alone_and_made_once(ann: Person, bob: Person) -> None:
    first = body_of(ann.send("PUT", "/v1/blocks/Bob"))
    assert body_of(ann.send("PUT", "/v1/blocks/bob")) == first
    assert body_of(ann.get("/v1/blocks"))["blocks"] == [first]
    assert body_of(bob.get("/v1/blocks"))["blocks"] == []
    assert code(ann.send("PUT", "/v1/blocks/Ann")) == "account/own"
    assert code(ann.send("PUT", "/v1/blocks/nobody")) == "account/unknown"


def test_a_report_waits_for_an_operator_who_answers_the_reporter(app: Flask, ann: Person, bob: Person) -> None:
    otto, olga = (as_official(app, name, "service:operate") for name in ("Otto", "Olga"))
    game = ann.opens_game()
    told = {"player": "Bob", "reason": "stalling", "words": "He never moves", "game": game}
    made = body_of(ann.post("/v1/reports", told))
    again = body_of(ann.post("/v1/reports", {**told, "words": "still"}))
    about_otto = body_of(bob.post("/v1/reports", {"player": "Otto", "reason": "insults"}))

    assert again["id"] == made["id"]
    assert [one["id"] for one in body_of(otto.get("/v1/reports?open=true"))["reports"]] == [made["id"]]
    assert {one["id"] for one in body_of(olga.get("/v1/reports"))["reports"]} == {made["id"], about_otto["id"]}
    assert code(otto.get(f"/v1/reports/{about_otto['id']}")) == "report/unknown"
    assert code(bob.get(f"/v1/reports/{made['id']}")) == "report/unknown"
    assert [one["id"] for one in body_of(bob.get("/v1/reports"))["reports"]] == [about_otto["id"]]

    place, settled = f"/v1/reports/{made['id']}/settlement", {"outcome": "acted", "answer": "He was warned"}
    assert code(ann.post(place, settled)) == "auth/forbidden"
    for _ in range(2):
        assert otto.post(place, settled).status_code == 200
    assert code(olga.post(place, {"outcome": "dismissed"})) == "report/settled"
    seen = body_of(ann.get(f"/v1/reports/{made['id']}"))
    assert (seen["outcome"], seen["answer"]) == ("acted", "He was warned")
    assert body_of(otto.get("/v1/reports?open=true"))["reports"] == []


def test_a_settled_report_stands_in_the_trail_of_whoever_made_it(app: Flask, ann: Person, bob: Person) -> None:
    otto = as_official(app, "Otto", "service:operate")
    made = body_of(ann.post("/v1/reports", {"player": "Bob", "reason": "stalling"}))
    otto.post(f"/v1/reports/{made['id']}/settlement", {"outcome": "acted", "answer": "He was warned"})

    for person, expected in ((ann, ["report/make", "report/settle"]), (bob, [])):
        entries = body_of(person.get("/v1/audit"))["entries"]
        of_reports = [one for one in entries if one["action"].startswith("report/")]
        assert sorted(one["action"] for one in of_reports) == expected
        assert {one["details"]["report"] for one in of_reports} <= {made["id"]}


def test_reports_and_tokens_of_one_moment_are_listed_one_by_one(settings: Settings) -> None:
    app = build(settings, now=lambda: "2026-01-05T00:00:00.000000Z")
    ann = Person(app, "Ann")
    made = {
        body_of(ann.post("/v1/reports", {"player": Person(app, name).id, "reason": "stalling"}))["id"]
        for name in ("Bob", "Cleo", "Dan", "Eve")
    }
    seen: list[str] = []
    page = body_of(ann.get("/v1/reports?limit=1"))
    seen += [one["id"] for one in page["reports"]]
    while page["next"]:
        page = body_of(ann.get(f"/v1/reports?limit=1&cursor={page['next']}"))
        seen += [one["id"] for one in page["reports"]]
    for _ in range(5):
        ann.post("/v1/tokens", {"scopes": ["games:read"]})
    tokens = [one["id"] for one in body_of(ann.get("/v1/tokens"))["tokens"]]
    app.extensions["delvebook"].close()

    assert seen == sorted(made, reverse=True)
    assert tokens == sorted(tokens)


def test_a_report_names_no_game_that_its_reporter_may_not_know(app: Flask, ann: Person, bob: Person) -> None:
    hidden = bob.opens_game(visibility="private")

    told = {"player": "Bob", "reason": "other", "game": hidden}
    assert code(ann.post("/v1/reports", told)) == "game/unknown"
    assert code(ann.post("/v1/reports", {"player": "Ann", "reason": "other"})) == "account/own"
    assert code(ann.post("/v1/reports", {"player": "Bob", "reason": "dislike"})) == "input/invalid"


@pytest.mark.parametrize("door", [door for door in DOORS if door != "appointed"])
def test_an_operator_has_nothing_to_do_with_reports_of_a_connected_account_or_about_it(
    app: Flask, ann: Person, door: str
) -> None:
    otto = as_official(app, "Otto", "games:play", "service:operate")
    other = DOORS[door](app, otto)
    about = body_of(ann.post("/v1/reports", {"player": other.id, "reason": "cheating"}))["id"]
    by = body_of(other.post("/v1/reports", {"player": "Ann", "reason": "cheating"}))["id"]

    assert [one["id"] for one in body_of(otto.get("/v1/reports"))["reports"]] == [by]
    assert code(otto.get(f"/v1/reports/{about}")) == "report/unknown"
    settled = {"outcome": "dismissed", "answer": "no"}
    assert code(otto.post(f"/v1/reports/{about}/settlement", settled)) == "report/unknown"
    assert code(otto.post(f"/v1/reports/{by}/settlement", settled)) == "auth/forbidden"
    olga = as_official(app, "Olga", "service:operate")
    for one in (about, by):
        assert olga.post(f"/v1/reports/{one}/settlement", settled).status_code == 200


def test_an_official_whom_a_report_is_about_does_not_read_of_it_in_the_audit_trail(app: Flask, ann: Person) -> None:
    otto = as_official(app, "Otto", "games:play", "disputes:rule", "service:operate")
    game = running_game(ann, otto)
    made = body_of(ann.post("/v1/reports", {"player": "Otto", "reason": "cheating", "words": "Aha", "game": game}))

    for query in (f"account={ann.id}", "action=report/make"):
        [entry] = [
            one for one in body_of(otto.get(f"/v1/audit?limit=200&{query}"))["entries"] if "report" in one["action"]
        ]
        assert entry["game"] is None
        assert entry["details"] == {"report": made["id"]}
    of_the_game = json.dumps(body_of(otto.get(f"/v1/audit?limit=200&game={game}")))
    assert made["id"] not in of_the_game
    assert "report/" not in of_the_game
