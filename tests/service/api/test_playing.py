"""Playing over HTTP, from the account to the end of a game."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask

from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets import registry
from tests.service.api.house import Person, body_of, play_to_the_end, running_game


def test_two_people_play_a_whole_game(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)

    play_to_the_end(game, ann, bob)

    seen = nobody.sees(game)
    assert seen["status"] == "finished"
    assert seen["seed"] is not None
    assert seen["outcome"]["reason"] == "dungeon_explored" or seen["outcome"]["ranking"]
    assert seen["to_act"] == []


def test_a_game_set_out_waits_for_people_and_has_its_bots(ann: Person) -> None:
    made = ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 3, "bots": [{"seat": 1, "bot": "random"}]})

    body = body_of(made)["game"]
    assert made.status_code == 201
    assert body_of(made)["receipt"] is not None
    assert body_of(made)["id"] == body["id"]
    assert [event["type"] for event in body_of(made)["events"]] == ["GameCreated", "SeatTaken"]
    assert made.headers["Location"] == f"/v1/games/{body['id']}"
    assert body["status"] == "open"
    assert [seat["bot"] for seat in body["seats"]] == [None, "random@1", None]
    assert body["ruleset"] == "dungeon-raiders@1"
    assert body["options"] == {"mode": "standard", "difficulty": "standard"}
    assert body["table"] is None
    assert body["you"] is None


def test_an_accepted_action_is_answered_with_its_events_and_the_game(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    before = ann.sees(game)

    acted = ann.acts(game)

    body = body_of(acted)
    assert acted.status_code == 201
    assert body["n"] == before["n"] + 1
    assert body["hash"] == body["game"]["head"] == body["events"][-1]["hash"]
    assert body["receipt"].count(".") == 2
    assert [event["type"] for event in body["events"]] == ["ActionTaken"]
    assert body["game"]["you"]["decision"] is None
    assert body["game"]["to_act"] == [1]


def test_two_seats_choose_at_the_same_time_and_neither_is_refused(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    for _ in range(3):
        offers = [person.may(game) for person in (ann, bob)]
        statuses: list[int] = []
        gate = threading.Barrier(2)

        def choose(person: Person, offer: dict[str, Any], gate: threading.Barrier, statuses: list[int]) -> None:
            gate.wait()
            body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
            statuses.append(person.post(f"/v1/games/{game}/actions", body).status_code)

        threads = [
            threading.Thread(target=choose, args=(person, offer, gate, statuses))
            for person, offer in zip((ann, bob), offers, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert statuses == [201, 201]


def test_a_dry_run_says_yes_and_does_nothing(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    before = ann.sees(game)

    tried = ann.acts(game, query_string={"dry_run": "true"})

    assert tried.status_code == 200
    assert body_of(tried) == {"n": before["n"], "accepted": True}
    assert ann.sees(game) == before


def test_a_game_can_be_seen_as_it_stood(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    before = ann.sees(game)
    ann.acts(game)
    bob.acts(game)

    assert ann.sees(game, event=before["n"]) == before


def test_the_events_come_in_pages_with_links(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    path: str | None = f"/v1/games/{game}/events?limit=2&lang=en"
    read: list[dict[str, Any]] = []
    while path:
        page = ann.get(path)
        body = body_of(page)
        read += body["events"]
        cursor = body["next"]
        assert (page.headers.get("Link") is None) == (cursor is None)
        path = None if cursor is None else f"/v1/games/{game}/events?limit=2&lang=en&cursor={cursor}"
        if cursor:
            after = f"/v1/games/{game}/events?limit=2&lang=en&after={cursor}"
            assert page.headers["Link"] == f'<{after}>; rel="next"'

    assert [event["n"] for event in read] == list(range(1, body_of(ann.get(f"/v1/games/{game}/head"))["n"] + 1))
    assert all(isinstance(event["told"], list) for event in read)


def test_leaving_a_running_game_puts_a_bot_there_and_one_may_come_back(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)

    left = ann.delete(f"/v1/games/{game}/seats/0")

    assert left.status_code == 200
    assert body_of(left)["game"]["seats"][0]["bot"] == "random@1"
    assert ann.post(f"/v1/games/{game}/seats", {}).status_code == 201
    assert ann.sees(game)["seats"][0]["bot"] is None


def test_a_private_game_is_found_only_with_its_word(ann: Person, bob: Person, nobody: Person, app: Flask) -> None:
    made = ann.post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2, "visibility": "private"})
    game, word = body_of(made)["game"]["id"], body_of(made)["game"]["invite"]

    nowhere = "00000000-0000-4000-8000-000000000099"
    unknown = nobody.get(f"/v1/games/{nowhere}")
    for person in (nobody, bob):
        hidden = person.get(f"/v1/games/{game}")
        assert hidden.status_code == 404
        assert hidden.json == {**body_of(unknown), "detail": body_of(unknown)["detail"].replace(nowhere, game)}
    assert bob.post(f"/v1/games/{game}/seats", {"invite": "guess"}).status_code == 404
    assert ann.sees(game)["invite"] == word
    bob.sits(game, invite=word)
    assert "invite" not in bob.sees(game)


def test_the_creator_breaks_a_game_off_before_it_starts(ann: Person, bob: Person) -> None:
    game = ann.opens_game()

    assert bob.post(f"/v1/games/{game}/abort").status_code == 403
    assert ann.post(f"/v1/games/{game}/abort", {"reason": "rain"}).status_code == 201
    assert ann.sees(game)["status"] == "aborted"
    assert body_of(bob.post(f"/v1/games/{game}/seats", {}))["code"] == "game/finished"


@pytest.mark.parametrize("title", ["dice-and-danger", "dungeon-raiders", "labyrinth", "runebound", "the-descent"])
def test_with_the_brief_options_of_a_title_even_random_players_end_a_game_soon(nobody: Person, title: str) -> None:
    told = body_of(nobody.get(f"/v1/rulesets/{title}"))
    ruleset = registry.get_ruleset(title)
    taken = 0

    def count(*_: object) -> None:
        nonlocal taken
        taken += 1

    players = [ruleset.bots["random"]] * min(2, told["seats"]["max"])
    play_through(ruleset, told["brief_options"], bots=players, seed=seed_of("brief"), on_step=count)

    assert taken < 400
