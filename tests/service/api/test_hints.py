"""Hints over HTTP: for the only player of a game that allows them, and never where others play or ratings count."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.domain.hints import CANDIDATES_MAX, VERDICTS
from tests.service.api.house import Person, body_of, play_bots, play_to_the_end, running_game

BOT = [{"seat": 1, "bot": "random"}]


def alone(ann: Person, **terms: Any) -> str:
    """A running game of Ann against a bot."""
    game = ann.opens_game(bots=BOT, **terms)
    ann.sits(game)
    ann.starts(game)
    return game


def hint(person: Person, game: str, query: str = "") -> Any:
    return person.get(f"/v1/games/{game}/hint{query}")


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, body_of(answer)["code"]


def test_a_hint_names_at_most_three_legal_actions_the_best_first_with_their_sentences(ann: Person) -> None:
    game = alone(ann)
    offer = ann.may(game)
    found = body_of(hint(ann, game))

    assert {name: found[name] for name in ("n", "seat", "decision")} == {
        name: offer[name] for name in ("n", "seat", "decision")
    }
    assert found["program"].startswith("strong@")
    assert 2 <= len(found["candidates"]) <= CANDIDATES_MAX
    told = {str(one["action"]): one for one in offer["actions"]}
    for candidate in found["candidates"]:
        assert candidate["verdict"] in VERDICTS
        assert {**told[str(candidate["action"])], "verdict": candidate["verdict"]} == candidate
    verdicts = [one["verdict"] for one in found["candidates"]]
    assert verdicts[0] == "best"
    assert "best" not in verdicts[1:]
    assert body_of(hint(ann, game)) == found


def test_a_hint_is_told_in_the_language_that_is_asked_for(ann: Person) -> None:
    answer = hint(ann, alone(ann), "?lang=ru")

    assert answer.headers["Content-Language"] == "ru"
    assert {tuple(one["text"]) for one in body_of(answer)["candidates"]} == {("ru",)}


def test_hints_are_allowed_where_one_person_plays_unless_the_game_says_otherwise(ann: Person) -> None:
    for terms, allowed in [
        ({"bots": BOT}, True),
        ({"bots": BOT, "hints": False}, False),
        ({"bots": []}, False),
        ({"bots": [], "hints": True}, True),
        ({"bots": [*BOT, {"seat": 0, "bot": "random"}]}, False),
        ({"ruleset": "labyrinth", "seats": 1}, True),
    ]:
        assert ann.sees(ann.opens_game(**terms))["hints"] is allowed, terms


def test_a_game_without_hints_gives_none(ann: Person) -> None:
    assert code(hint(ann, alone(ann, hints=False))) == (409, "hint/refused")


def test_at_a_table_of_people_there_is_none_whatever_the_game_says(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob, hints=True)
    assert code(hint(ann, game)) == (409, "hint/refused")
    assert "only player" in body_of(hint(bob, game))["detail"]
    # Nor once the other one has left the seat to a bot.
    bob.post(f"/v1/games/{game}/seats", {"seat": 1, "bot": "random"})
    assert code(hint(ann, game)) == (409, "hint/refused")


def test_a_hint_is_for_the_seat_that_decides(app: Flask, ann: Person, bob: Person, nobody: Person) -> None:
    game = alone(ann)
    assert code(hint(bob, game)) == (403, "seat/not_yours")
    assert hint(nobody, game).status_code == 401
    ann.acts(game)
    if 0 not in ann.sees(game)["to_act"]:
        assert code(hint(ann, game)) == (409, "action/not_now")
    open_game = ann.opens_game(bots=BOT)
    ann.sits(open_game)
    assert code(hint(ann, open_game)) == (409, "game/not_started")


def test_a_game_that_is_over_gives_none(app: Flask, ann: Person) -> None:
    game = running_game(ann, ruleset="labyrinth")
    play_to_the_end(game, ann)

    assert code(hint(ann, game)) == (409, "game/finished")


def test_a_hint_changes_nothing_and_stands_in_the_record_as_a_term_of_the_game(app: Flask, ann: Person) -> None:
    game = alone(ann)
    before = ann.sees(game)
    hint(ann, game)

    assert ann.sees(game) == before
    events = app.extensions["delvebook"].use.application.events_of(UUID(game), limit=1)
    assert events[0].data["hints"] is True
    without = alone(ann, hints=False)
    events = app.extensions["delvebook"].use.application.events_of(UUID(without), limit=1)
    assert "hints" not in events[0].data


def test_a_rematch_allows_what_its_game_allowed(app: Flask, ann: Person) -> None:
    game = running_game(ann, ruleset="labyrinth")
    play_to_the_end(game, ann)
    made = body_of(ann.post(f"/v1/games/{game}/rematches"))

    assert made["game"]["hints"] is True


@pytest.mark.parametrize("value", ["yes", 2])
def test_hints_are_allowed_or_not(ann: Person, value: object) -> None:
    answer = ann.post("/v1/games", {"ruleset": "labyrinth", "seats": 1, "hints": value})

    assert answer.status_code == 422
    assert "hints" in body_of(answer)["fields"]


def test_bots_moves_are_their_own_with_and_without_hints(app: Flask, ann: Person) -> None:
    """Asking draws nothing: the same game goes on in the same way."""
    game = alone(ann)
    hint(ann, game)
    ann.acts(game)
    play_bots(app, game)
    assert ann.get(f"/v1/games/{game}/record").status_code == 200
