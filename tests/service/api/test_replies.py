"""Answers as large as the caller wants: with the next actions, or without the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.api.house import Person, body_of, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


@pytest.fixture
def game(ann: Person, bob: Person) -> str:
    return running_game(ann, bob, ruleset="bids")


def a_bid(person: Person, game: str) -> dict[str, Any]:
    offer = person.may(game)
    return {"decision": offer["decision"], "action": offer["actions"][-1]["action"]}


def test_an_answer_with_actions_holds_what_a_request_for_them_would_answer(ann: Person, bob: Person, game: str) -> None:
    answers = []
    for person in (ann, bob):
        answer = person.post(f"/v1/games/{game}/actions?include=actions", a_bid(person, game))
        answers.append(body_of(answer)["actions"])
        assert answers[-1] == person.may(game)

    assert answers[0]["actions"] == []  # bob had not chosen yet
    assert answers[1]["owed"]
    assert set(answers[1]["actions"][0]["text"]) == {"en", "ru"}


def test_the_actions_are_told_in_the_language_that_was_asked_for(ann: Person, bob: Person, game: str) -> None:
    ann.acts(game, -1)
    answer = bob.post(f"/v1/games/{game}/actions?include=actions&lang=ru", a_bid(bob, game))

    assert set(body_of(answer)["actions"]["actions"][0]["text"]) == {"ru"}


def test_the_start_and_a_take_back_can_tell_the_actions_too(ann: Person, bob: Person) -> None:
    game = ann.opens_game(ruleset="bids")
    ann.sits(game)
    bob.sits(game)

    started = ann.post(f"/v1/games/{game}/start?include=actions")
    ann.acts(game, -1)
    taken_back = ann.post(f"/v1/games/{game}/take-backs?include=actions")

    assert body_of(started)["actions"]["actions"]
    assert body_of(taken_back)["actions"] == ann.may(game)


def test_who_starts_a_game_without_sitting_in_it_has_no_actions(ann: Person, bob: Person) -> None:
    game = ann.opens_game(ruleset="bids")
    bob.sits(game)
    assert ann.post(f"/v1/games/{game}/seats", {"seat": 1, "bot": "random"}).status_code == 201

    assert body_of(ann.post(f"/v1/games/{game}/start?include=actions"))["actions"] is None


def test_a_repeated_request_has_the_actions_of_then(ann: Person, bob: Person, game: str) -> None:
    ann.acts(game, -1)
    chosen = a_bid(bob, game)
    path = f"/v1/games/{game}/actions?include=actions"
    answer = bob.post(path, chosen, key="once")
    bob.acts(game, -1)

    assert body_of(bob.post(path, chosen, key="once")) == body_of(answer)


def test_a_minimal_answer_leaves_out_the_events_and_the_game(ann: Person, bob: Person, game: str) -> None:
    path, minimal = f"/v1/games/{game}/actions", {"Prefer": "return=minimal"}
    answer = ann.post(path, a_bid(ann, game), headers=minimal)
    both = bob.post(f"{path}?include=actions", a_bid(bob, game), headers=minimal)

    assert set(body_of(answer)) == {"n", "hash", "receipt"}
    assert answer.headers["Preference-Applied"] == "return=minimal"
    assert set(body_of(both)) == {"n", "hash", "receipt", "actions"}


def test_nothing_else_can_be_included(ann: Person, game: str) -> None:
    answer = ann.post(f"/v1/games/{game}/actions?include=secrets", a_bid(ann, game))

    assert (answer.status_code, body_of(answer)["code"]) == (422, "input/invalid")
    assert ann.may(game)["actions"]
