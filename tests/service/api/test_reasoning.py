"""Why a bot played as it did: asked again after the game, over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.domain.bots import random_bot
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.rulesets import registry
from delvebook.domain.viewers import seat_viewer
from tests.service.api.house import Person, as_official, body_of, play_bots, running_game
from tests.titles.bids import Bids

pytestmark = pytest.mark.usefixtures("bids_registered")

MOVES = 6
TITLES = ["bids@1", "dice-and-danger@1", "dungeon-raiders@1", "labyrinth@1", "runebound@1", "the-descent@1"]


def finished_game(app: Flask, ann: Person) -> str:
    """A whole game of Ann against a greedy bot."""
    game = ann.opens_game(ruleset="bids", seats=2, bots=[{"seat": 1, "bot": "greedy"}])
    ann.sits(game)
    ann.starts(game)
    while ann.sees(game)["status"] == "running":
        if 0 in ann.sees(game)["to_act"]:
            ann.acts(game)
        play_bots(app, game)
    return game


def events_of(person: Person, game: str) -> list[dict[str, Any]]:
    return list(body_of(person.get(f"/v1/games/{game}/events?limit=500"))["events"])


def moves_of(person: Person, game: str, seat: int) -> list[int]:
    return [
        event["n"]
        for event in events_of(person, game)
        if event["type"] == "ActionTaken" and event["data"]["seat"] == seat
    ]


def reasoning(person: Person, game: str, n: int) -> dict[str, Any]:
    answer = person.get(f"/v1/games/{game}/events/{n}/reasoning")
    assert answer.status_code == 200, answer.text
    return body_of(answer)


def refused(person: Person, game: str, n: int) -> tuple[int, str]:
    answer = person.get(f"/v1/games/{game}/events/{n}/reasoning")
    return answer.status_code, body_of(answer)["code"]


def test_after_the_game_anyone_sees_what_a_bot_saw_weighed_and_chose(app: Flask, ann: Person, nobody: Person) -> None:
    game = finished_game(app, ann)
    moves = moves_of(nobody, game, 1)
    assert len(moves) > 2

    for n in moves:
        told = reasoning(nobody, game, n)
        scores = [one["score"] for one in told["candidates"]]
        before = app.extensions["delvebook"].use.application.game_at(UUID(game), n - 1)
        assert (told["n"], told["seat"], told["bot"]) == (n, 1, "greedy@1")
        assert told["table"] == before.ruleset.view(before.get_table().state, seat_viewer(1))
        assert [one["action"] for one in told["candidates"]] != []
        assert scores == sorted(scores, reverse=True)
        assert told["chosen"] == told["again"] == {"action": told["candidates"][0]["action"]}
        assert told["holds"] is True


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_of_every_title_can_be_asked_again(app: Flask, title: str, bot: str) -> None:
    host, operator = Person(app, "Host"), as_official(app, "Olga", "service:operate")
    seats = registry.get_ruleset(title).seats_min
    game = host.opens_game(ruleset=title, seats=seats, bots=[{"seat": seat, "bot": bot} for seat in range(seats)])
    host.starts(game)
    play_bots(app, game, moves=MOVES)
    assert operator.post(f"/v1/games/{game}/abort", {"reason": "enough"}).status_code == 201
    moves = [n for seat in range(seats) for n in moves_of(host, game, seat)]
    told = [reasoning(host, game, n) for n in moves]

    assert len(told) == MOVES
    assert all(one["holds"] for one in told)
    if bot == "random":
        assert {candidate["score"] for one in told for candidate in one["candidates"]} == {0}


@pytest.mark.parametrize("title", ["dungeon-raiders@1", "dice-and-danger@1", "labyrinth@1"])
def test_what_a_greedy_bot_chooses_is_among_the_best_that_it_weighed(app: Flask, title: str) -> None:
    host, operator = Person(app, "Host"), as_official(app, "Olga", "service:operate")
    seats = registry.get_ruleset(title).seats_min
    game = host.opens_game(ruleset=title, seats=seats, bots=[{"seat": seat, "bot": "greedy"} for seat in range(seats)])
    host.starts(game)
    play_bots(app, game, moves=2 * MOVES)
    assert operator.post(f"/v1/games/{game}/abort", {"reason": "enough"}).status_code == 201
    weighed = 0
    for seat in range(seats):
        for n in moves_of(host, game, seat):
            told = reasoning(host, game, n)
            scores = {str(one["action"]): one["score"] for one in told["candidates"] if one["score"] is not None}
            if len(set(scores.values())) > 1:
                weighed += 1
                margin = 61 if title.startswith("dungeon") else 0  # `MARGIN` of its bot, and what rounding takes
                assert scores[str(told["chosen"]["action"])] >= max(scores.values()) - margin

    assert weighed > 2


def test_while_the_game_runs_nobody_learns_what_a_bot_saw_nor_which_events_are_its_moves(
    app: Flask, ann: Person, nobody: Person
) -> None:
    game = ann.opens_game(ruleset="bids", seats=2, bots=[{"seat": 1, "bot": "greedy"}])
    ann.sits(game)
    ann.starts(game)
    play_bots(app, game)
    judge = as_official(app, "Jude", "disputes:rule", "service:operate")

    for person in (ann, nobody, judge):
        for n in (0, 1, *moves_of(ann, game, 1), 99):
            assert refused(person, game, n) == (409, "record/not_public_yet")


def test_a_private_game_that_runs_is_unknown_to_strangers(app: Flask, ann: Person, nobody: Person) -> None:
    game = ann.opens_game(ruleset="bids", seats=2, bots=[{"seat": 1, "bot": "greedy"}], visibility="private")

    assert refused(nobody, game, 2) == (404, "game/unknown")
    assert refused(nobody, "00000000-0000-4000-8000-000000000099", 2) == (404, "game/unknown")


def test_only_a_bots_action_has_reasons(app: Flask, ann: Person) -> None:
    game = finished_game(app, ann)
    types = [event["type"] for event in events_of(ann, game)]

    assert refused(ann, game, 1) == (409, "event/not_a_bots")
    assert refused(ann, game, types.index("GameFinished") + 1) == (409, "event/not_a_bots")
    assert refused(ann, game, moves_of(ann, game, 0)[0]) == (409, "event/not_a_bots")
    assert refused(ann, game, 0) == (404, "event/unknown")
    assert refused(ann, game, len(types) + 1) == (404, "event/unknown")


def test_a_game_of_people_alone_has_no_reasons(ann: Person, bob: Person, app: Flask) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    operator = as_official(app, "Olga", "service:operate")
    assert operator.post(f"/v1/games/{game}/abort", {"reason": "enough"}).status_code == 201

    assert refused(ann, game, moves_of(ann, game, 0)[0]) == (409, "event/not_a_bots")


def test_a_program_that_is_no_longer_here_cannot_be_asked(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game(app, ann)
    n = moves_of(ann, game, 1)[0]
    monkeypatch.setattr(Bids, "bots", {"random": random_bot, "greedy@2": random_bot})

    answer = ann.get(f"/v1/games/{game}/events/{n}/reasoning")
    assert (answer.status_code, body_of(answer)["code"]) == (409, "bot/not_checkable")
    assert "greedy@1" in body_of(answer)["detail"]


def test_another_program_in_the_place_of_the_recorded_one_is_seen_and_one_that_fails_too(
    app: Flask, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game(app, ann)
    n = next(n for n in moves_of(ann, game, 1) if len(reasoning(ann, game, n)["candidates"]) > 1)
    chosen = reasoning(ann, game, n)["chosen"]

    monkeypatch.setattr(
        Bids, "bots", {"greedy": lambda view, legal, *, chance: next(a for a in legal if a != chosen["action"])}
    )
    other = reasoning(ann, game, n)
    assert (other["chosen"], other["holds"]) == (chosen, False)
    assert other["again"] not in (None, chosen)
    assert {one["score"] for one in other["candidates"]} == {None}

    monkeypatch.setattr(Bids, "bots", {"greedy": lambda view, legal, *, chance: legal[99]})
    failing = reasoning(ann, game, n)
    assert (failing["again"], failing["holds"]) == (None, False)


def test_asking_changes_and_stores_nothing(app: Flask, ann: Person) -> None:
    game = finished_game(app, ann)
    before = ann.get(f"/v1/games/{game}").data, events_of(ann, game)
    n = moves_of(ann, game, 1)[0]

    assert reasoning(ann, game, n) == reasoning(ann, game, n)
    assert (ann.get(f"/v1/games/{game}").data, events_of(ann, game)) == before


def test_a_strong_bot_tells_its_candidates_with_scores_and_chooses_the_same_again(
    app: Flask, ann: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of bots alone, as they are asked for by level; the strong one is given little effort."""
    labyrinth = registry.get_ruleset("labyrinth@1")
    strong = labyrinth.bots["strong"]
    assert isinstance(strong, SearchBot)
    hurried = {**labyrinth.bots, "strong": strong.with_effort(plies=60, worlds=3)}
    monkeypatch.setattr(labyrinth, "bots", hurried)

    game = ann.opens_game(ruleset="labyrinth", seats=1, bots=[{"seat": 0, "bot": "strong"}])
    ann.starts(game)
    play_bots(app, game)

    told = [reasoning(nobody, game, n) for n in moves_of(nobody, game, 0)]
    searched = [one for one in told if any(candidate["score"] is not None for candidate in one["candidates"])]
    assert {one["bot"] for one in told} == {"strong@1"}
    assert all(one["holds"] for one in told)
    assert searched
    for one in searched:
        scores = [candidate["score"] for candidate in one["candidates"]]
        chosen = next(at for at in one["candidates"] if at["action"] == one["chosen"]["action"])
        assert chosen["score"] == max(score for score in scores if score is not None)


def test_titles_list_the_levels_that_players_choose_from_and_a_level_may_be_asked_for(
    ann: Person, nobody: Person
) -> None:
    levels = body_of(nobody.get("/v1/rulesets/dungeon-raiders"))["levels"]
    game = ann.opens_game(ruleset="dungeon-raiders", seats=2, bots=[{"seat": 1, "bot": "medium"}])

    assert levels == {"easy": "easy@1", "medium": "greedy@1", "strong": "strong@1"}
    assert ann.sees(game)["seats"][1]["bot"] == "greedy@1"
