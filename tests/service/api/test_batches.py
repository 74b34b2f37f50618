"""Many actions in one request: each answered for itself, as if it had been sent alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from eventsourcing.persistence import IntegrityError
from flask import Flask

from delvebook.service.api.context import EXTENSION
from tests.service.api.house import Person, body_of, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids

PATH = "/v1/actions"


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def a_bid(person: Person, game: str, **more: Any) -> dict[str, Any]:
    offer = person.may(game)
    return {"game": game, "decision": offer["decision"], "action": offer["actions"][-1]["action"], **more}


def results(person: Person, *items: dict[str, Any], query: str = "", **headers: str) -> list[dict[str, Any]]:
    answer = person.post(f"{PATH}{query}", {"actions": list(items)}, headers=headers)
    assert answer.status_code == 200
    made: list[dict[str, Any]] = body_of(answer)["results"]
    return made


def commits(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events each commit from now on writes."""
    recorder = app.extensions[EXTENSION].use.application._recorder.recorder
    sizes: list[int] = []
    plain = recorder.insert_events

    def insert(events: Any, **kwargs: Any) -> Any:
        sizes.append(len(events))
        return plain(events, **kwargs)

    monkeypatch.setattr(recorder, "insert_events", insert)
    return sizes


def test_actions_in_many_games_are_stored_in_one_transaction(
    app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [running_game(ann, bob, ruleset="bids") for _ in range(3)]
    items = [a_bid(ann, game) for game in games]
    sizes = commits(app, monkeypatch)

    made = results(ann, *items)

    assert sizes == [3]
    assert [one["status"] for one in made] == [201] * 3
    assert [one["done"]["game"]["id"] for one in made] == games


def test_an_item_is_answered_as_alone(ann: Person, bob: Person) -> None:
    games = [running_game(ann, bob, ruleset="bids") for _ in range(2)]
    alone = body_of(ann.post(f"/v1/games/{games[0]}/actions?include=actions", _body(a_bid(ann, games[0]))))
    [together] = results(ann, a_bid(ann, games[1]), query="?include=actions")

    assert together["done"].keys() == alone.keys()
    assert together["done"]["actions"] == ann.may(games[1])
    assert together["done"]["game"] == ann.sees(games[1])
    [minimal] = results(bob, a_bid(bob, games[1]), Prefer="return=minimal")
    assert set(minimal["done"]) == {"n", "hash", "receipt"}


def test_a_refusal_stops_none_of_the_others(ann: Person, bob: Person, nobody: Person) -> None:
    game, other = (running_game(ann, bob, ruleset="bids") for _ in range(2))
    stale = {**a_bid(ann, game), "decision": 1}
    illegal = {**a_bid(ann, game), "action": {"type": "bid", "card": 99}}
    unknown = {**a_bid(ann, game), "game": str(uuid4())}
    nonsense = {**a_bid(ann, game), "game": "nonsense"}

    made = results(ann, stale, illegal, unknown, nonsense, a_bid(ann, game), a_bid(ann, other))

    assert [one["status"] for one in made] == [409, 422, 404, 404, 201, 201]
    assert [("problem" in one, "done" in one) for one in made] == [(True, False)] * 4 + [(False, True)] * 2
    assert [made[0]["problem"]["code"], made[1]["problem"]["code"]] == ["action/stale", "action/malformed"]


def test_a_refusal_is_the_same_as_alone(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    for wrong in ({"decision": 1}, {"action": {"type": "bid", "card": 99}}, {"action": {"type": "dance"}}):
        item = {**a_bid(ann, game), **wrong}
        [one] = results(ann, item)
        alone = ann.post(f"/v1/games/{game}/actions", _body(item))

        assert (one["status"], one["problem"]) == (alone.status_code, body_of(alone))


def test_an_account_without_a_seat_learns_no_more_than_from_a_single_action(
    ann: Person, bob: Person, app: Flask
) -> None:
    game = ann.opens_game(ruleset="bids", visibility="private")
    stranger = Person(app, "stranger")
    item = {"game": game, "decision": 5, "action": {"type": "bid", "card": 1}}

    [one] = results(stranger, item)
    [none] = results(stranger, {**item, "game": (missing := str(uuid4()))})

    assert one["problem"]["code"] == "game/unknown"
    assert str(one).replace(game, "?") == str(none).replace(missing, "?")


def test_several_actions_in_one_game_are_judged_in_order(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    looker = ann if len(ann.may(game)["actions"]) > len(bob.may(game)["actions"]) else bob
    offer = looker.may(game)
    look = {"game": game, "decision": offer["decision"], "action": {"type": "look"}}
    first, again = results(looker, look, look)

    assert (first["status"], again["status"]) == (201, 409)
    assert first["done"]["game"]["n"] == first["done"]["n"]


def test_an_item_sent_again_happens_once_here_and_alone(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    item = a_bid(ann, game, key="one")
    [first] = results(ann, item)
    [again] = results(ann, item)
    alone = ann.post(f"/v1/games/{game}/actions", _body(item), key="one")
    [reused] = results(ann, {**item, "decision": 1})
    twice = results(bob, *[a_bid(bob, game, key="two")] * 2)

    assert not first["repeat"]
    assert again["repeat"]
    assert again["done"] == first["done"] == body_of(alone)
    assert alone.headers["Idempotent-Replay"] == "true"
    assert reused["problem"]["code"] == "request/reused"
    assert [(one["status"], one["repeat"]) for one in twice] == [(201, False), (201, True)]
    assert twice[0]["done"] == twice[1]["done"]
    assert ann.sees(game)["n"] == first["done"]["n"] + 1


def test_a_game_that_another_process_changed_is_judged_again_and_the_others_are_stored(
    app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [running_game(ann, bob, ruleset="bids") for _ in range(2)]
    items = [a_bid(ann, game) for game in games]
    recorder = app.extensions[EXTENSION].use.application._recorder.recorder
    plain, conflicts = recorder.insert_events, iter([True])

    def insert(events: Any, **kwargs: Any) -> Any:
        if next(conflicts, False):
            raise IntegrityError("another process was first")
        return plain(events, **kwargs)

    monkeypatch.setattr(recorder, "insert_events", insert)
    made = results(ann, *items)

    assert [one["status"] for one in made] == [201, 201]
    assert [ann.sees(game)["n"] for game in games] == [one["done"]["n"] for one in made]


def test_too_many_and_none_are_refused(ann: Person, bob: Person, nobody: Person) -> None:
    item = a_bid(ann, running_game(ann, bob, ruleset="bids"))

    assert ann.post(PATH, {"actions": []}).status_code == 422
    assert ann.post(PATH, {"actions": [item] * 257}).status_code == 422
    assert nobody.post(PATH, {"actions": [item]}).status_code == 401


def _body(item: dict[str, Any]) -> dict[str, Any]:
    return {"decision": item["decision"], "action": item["action"]}
