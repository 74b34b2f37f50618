"""Taking actions back over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from delvebook.replays.verify import verify
from tests.service.api.house import Person, body_of, play_to_the_end, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def test_a_bid_face_down_is_taken_back_and_the_record_verifies(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    bob.acts(game)

    answer = bob.post(f"/v1/games/{game}/take-backs", key="again")
    again = bob.post(f"/v1/games/{game}/take-backs", key="again")

    assert answer.status_code == 201
    assert [event["type"] for event in body_of(answer)["events"]] == ["ActionTakenBack"]
    assert again.data == answer.data
    assert ann.sees(game)["table"]["has_bid"] == [False, False]
    play_to_the_end(game, ann, bob)
    report = verify(ann.get(f"/v1/games/{game}/record").data)
    assert [level.status for level in report.levels] == ["holds", "holds"]


def test_a_refused_take_back_says_why_and_changes_nothing(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    ann.acts(game)
    n = ann.sees(game)["n"]

    answer = ann.post(f"/v1/games/{game}/take-backs")

    assert (answer.status_code, body_of(answer)["code"]) == (409, "takeback/refused")
    assert body_of(answer)["reason"] == "revealed"
    assert ann.sees(game)["n"] == n


def test_what_may_be_taken_back_is_said_before_it_is_asked(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    path = f"/v1/games/{game}/take-backs"
    assert body_of(bob.get(path))["why"] == body_of(bob.post(path))["reason"] == "nothing"
    bob.acts(game)
    n = ann.sees(game)["n"]

    assert body_of(bob.get(path)) == {"n": n, "seat": 1, "allowed": True, "why": None, "consents": []}
    assert ann.sees(game)["n"] == n
    assert bob.post(path).status_code == 201
    bob.acts(game)
    ann.acts(game)
    assert body_of(ann.get(path))["why"] == body_of(ann.post(path))["reason"] == "revealed"
    assert (body_of(bob.get(path))["allowed"], body_of(bob.get(path))["why"]) == (None, None)
    assert bob.post(path).status_code == 201
    assert nobody.get(path).status_code == 401


def test_limits_and_consent_are_said_before_as_well(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, options={"mode": "tactical"})
    path = f"/v1/games/{game}/take-backs"
    first, second = (ann, bob) if ann.may(game)["owed"] else (bob, ann)
    first.acts(game)
    asked = body_of(first.get(path))
    assert (asked["allowed"], asked["consents"]) == (True, [1 - asked["seat"]])
    n = body_of(first.post(path))["n"]
    assert body_of(first.get(path))["why"] == body_of(first.post(path))["reason"] == "asked"
    second.post(f"{path}/{n}/answers", {"agrees": False})
    assert body_of(first.get(path))["why"] == body_of(first.post(path))["reason"] == "declined"
    ann.post(f"/v1/games/{game}/resignations")
    bob.post(f"/v1/games/{game}/resignations")
    assert body_of(first.get(path))["code"] == body_of(first.post(path))["code"]


def test_only_who_was_asked_answers(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")

    assert body_of(bob.post(f"/v1/games/{game}/take-backs/5/answers", {"agrees": True}))["code"] == "takeback/not_asked"
    assert nobody.post(f"/v1/games/{game}/take-backs").status_code == 401
    assert bob.post(f"/v1/games/{game}/take-backs/5/answers", {"agrees": "yes"}).status_code == 422


def test_a_wish_others_have_to_agree_to_stands_in_every_view(ann: Person, bob: Person, nobody: Person) -> None:
    """In the tactical game cards are laid openly: bob has seen ann's, so it is his to say."""
    game = running_game(ann, bob, options={"mode": "tactical"})
    first, second = (ann, bob) if ann.may(game)["owed"] else (bob, ann)
    acted = body_of(first.acts(game))
    assert first.post(f"/v1/games/{game}/take-backs").status_code == 201

    seat = acted["events"][0]["data"]["seat"]
    asked = acted["n"] + 1
    wish = {"n": asked, "seat": seat, "event": acted["events"][0]["n"], "waiting": [1 - seat]}
    assert nobody.sees(game)["take_back"] == second.sees(game)["take_back"] == wish
    late = second.post(f"/v1/games/{game}/take-backs/{asked - 1}/answers", {"agrees": True})
    assert (late.status_code, body_of(late)["code"], body_of(late)["event"]) == (409, "takeback/not_asked", asked)
    agreed = second.post(f"/v1/games/{game}/take-backs/{asked}/answers", {"agrees": True})
    assert [event["type"] for event in body_of(agreed)["events"]] == ["TakeBackAnswered", "ActionTakenBack"]
    assert nobody.sees(game)["take_back"] is None


def test_an_answer_to_one_decision_is_taken_back_three_times(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    for _ in range(3):
        bob.acts(game)
        assert bob.post(f"/v1/games/{game}/take-backs").status_code == 201
    bob.acts(game)
    n = bob.sees(game)["n"]

    answer = bob.post(f"/v1/games/{game}/take-backs")

    assert (answer.status_code, body_of(answer)["code"]) == (409, "takeback/refused")
    assert (body_of(answer)["reason"], body_of(answer)["limit"]) == ("too_many", 3)
    assert bob.sees(game)["n"] == n
