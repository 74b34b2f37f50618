"""Forks: begun where another game stood, with chance of their own, and checked beside it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from delvebook.replays.forks import Parents
from delvebook.replays.verify import verify
from tests.replays.games import forged
from tests.service.api.house import Person, body_of, play_to_the_end, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def types_of(person: Person, game: str) -> list[str]:
    events = body_of(person.get(f"/v1/games/{game}/events", query_string={"limit": 500}))["events"]
    return [event["type"] for event in events]


def forks(person: Person, game: str, at: int, **terms: Any) -> str:
    answer = person.post(f"/v1/games/{game}/forks", {"event": at, **terms})
    assert answer.status_code == 201, answer.text
    made = body_of(answer)
    assert made["id"] == made["game"]["id"]
    assert answer.headers["Location"] == f"/v1/games/{made['id']}"
    return str(made["id"])


def starts(fork: str, *people: Person) -> None:
    for person in people:
        person.sits(fork)
    people[0].starts(fork)


def record(person: Person, game: str) -> bytes:
    return bytes(person.get(f"/v1/games/{game}/record").data)


def statuses(source: bytes, parents: Parents | None = None) -> list[str]:
    return [level.status for level in verify(source, parents=parents).levels]


@pytest.mark.parametrize("ruleset", ["bids", "dungeon-raiders"])
def test_a_fork_begins_where_the_game_stood_and_verifies_beside_it(ann: Person, bob: Person, ruleset: str) -> None:
    game = running_game(ann, bob, ruleset=ruleset)
    play_to_the_end(game, ann, bob)
    at = types_of(ann, game).index("ActionTaken") + 1
    fork = forks(ann, game, at)
    starts(fork, ann, bob)

    then, now = ann.sees(game, event=at, viewer="spectator"), ann.sees(fork, viewer="spectator")
    assert now["table"] == then["table"]
    assert now["parent"] == {"game": game, "n": at, "hash": then["head"]}
    assert now["commitment"] != then["commitment"]
    play_to_the_end(fork, ann, bob)
    left, made = record(ann, game), record(ann, fork)
    assert statuses(made) == ["holds", "not applicable"]
    assert statuses(made, Parents([left])) == ["holds", "holds"]


def test_a_fork_does_not_verify_beside_another_game_or_an_altered_one(ann: Person, bob: Person) -> None:
    game, other = running_game(ann, bob, ruleset="bids"), running_game(ann, bob, ruleset="bids")
    for one in (game, other):
        play_to_the_end(one, ann, bob)
    fork = forks(ann, game, types_of(ann, game).index("ActionTaken") + 1)
    starts(fork, ann, bob)
    play_to_the_end(fork, ann, bob)
    made = record(ann, fork)

    def change(lines: list[dict[str, Any]]) -> None:
        lines[2]["at"] = lines[1]["at"]

    report = verify(made, parents=Parents([forged(record(ann, game), change)]))
    assert report.first is not None
    assert report.first.code == "replay/parent"
    assert statuses(made, Parents([record(ann, other)])) == ["holds", "not applicable"]


def test_a_fork_from_what_a_seat_knew_shows_that_seat_the_same(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    at = types_of(ann, game).index("ActionTaken") + 1
    fork = forks(ann, game, at, **{"as": "seat:1"})
    starts(fork, ann, bob)

    assert ann.sees(fork)["parent"]["as"] == "seat:1"
    play_to_the_end(fork, ann, bob)
    assert statuses(record(ann, fork), Parents([record(ann, game)])) == ["holds", "holds"]


def test_a_fork_of_a_fork_verifies_beside_both(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    play_to_the_end(game, ann, bob)
    fork = forks(ann, game, types_of(ann, game).index("ActionTaken") + 1)
    starts(fork, ann, bob)
    play_to_the_end(fork, ann, bob)
    second = forks(bob, fork, types_of(ann, fork).index("ActionTaken") + 1)
    starts(second, bob, ann)
    ann.acts(second)
    bob.post(f"/v1/games/{second}/take-backs")
    play_to_the_end(second, bob, ann)

    parents = Parents([record(ann, game), record(ann, fork)])
    assert statuses(record(ann, second), parents) == ["holds", "holds"]


def test_bots_play_a_fork_and_a_take_back_in_it_goes_back_to_its_beginning(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")
    play_to_the_end(game, ann, bob)
    fork = forks(ann, game, types_of(ann, game).index("GameStarted") + 1, bots=[{"seat": 0, "bot": "random"}])
    ann.sits(fork)
    ann.starts(fork)
    before = ann.sees(fork)["table"]
    ann.acts(fork)

    assert ann.post(f"/v1/games/{fork}/take-backs").status_code == 201
    assert ann.sees(fork)["table"] == before


def test_wrong_forks_are_refused(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, ruleset="bids")

    def refused(at: int, **terms: Any) -> tuple[int, str]:
        answer = ann.post(f"/v1/games/{game}/forks", {"event": at, **terms})
        return answer.status_code, body_of(answer)["code"]

    assert refused(5) == (409, "fork/refused")
    play_to_the_end(game, ann, bob)
    assert refused(999) == (404, "event/unknown")
    assert refused(1) == (409, "fork/refused")
    assert refused(ann.sees(game)["n"]) == (409, "fork/refused")
    assert refused(5, **{"as": "arbiter"}) == (422, "input/invalid")
    assert refused(5, **{"as": "seat:7"}) == (404, "seat/unknown")
    assert refused(5, ruleset="labyrinth@1") == (409, "fork/refused")
    assert refused(5, ruleset="bids@7")[1] == "ruleset/unknown"
    assert refused(5, bots=[{"seat": 9, "bot": "random"}])[1] == "seat/unknown"


def test_the_service_checks_a_fork_beside_its_parents_and_so_does_an_upload_of_both(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    fork = forks(ann, game, types_of(ann, game).index("ActionTaken") + 1)
    starts(fork, ann, bob)
    play_to_the_end(fork, ann, bob)
    left, made = record(ann, game), record(ann, fork)

    def levels(answer: Any) -> dict[str, str]:
        assert answer.status_code == 200, answer.text
        return {level["level"]: level["status"] for level in body_of(answer)["levels"]}

    assert levels(ann.get(f"/v1/games/{fork}/verification"))["replay"] == "holds"
    both = {"record": (BytesIO(made), "fork.jsonl"), "parents": (BytesIO(left), "game.jsonl")}
    assert levels(ann.post("/v1/verifications", data=both))["replay"] == "holds"
    texts = {"record": made.decode(), "parents": [left.decode()]}
    assert levels(ann.post("/v1/verifications", texts))["replay"] == "holds"
    assert levels(ann.post("/v1/verifications", {"record": made.decode()}))["replay"] == "not applicable"
    assert ann.post("/v1/verifications", {"record": made.decode(), "parents": "x"}).status_code == 422
    assert ann.post("/v1/verifications", {"record": made.decode(), "parents": [7]}).status_code == 422
