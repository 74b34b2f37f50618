"""People are told by their names, bots by their kind; nothing is told twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from delvebook.service.base.settings import Settings
from tests.service.api.house import Person, body_of, build, quiet, running_game
from tests.titles import registered_titles
from tests.titles.bids import Bids

NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with registered_titles(Bids):
        made = build(quiet(Settings(home=tmp_path, secret="ab" * 32)))
        yield made
        made.extensions["delvebook"].close()


@pytest.fixture
def table(app: Flask) -> tuple[Person, Person, str]:
    """Anna and Борис at a game of Bids."""
    anna, boris = Person(app, "Anna"), Person(app, "Борис")
    return anna, boris, running_game(anna, boris, ruleset="bids")


def told(person: Person, game: str, *, key: str = "told", **query: Any) -> list[list[str]]:
    """Returns the sentences, event by event."""
    page = body_of(person.get(f"/v1/games/{game}/events", query_string={"lang": "en", **query}))
    return [event[key] for event in page["events"]]


def bids(person: Person, game: str, card: int) -> None:
    decision = person.may(game)["decision"]
    done = person.post(f"/v1/games/{game}/actions", {"decision": decision, "action": {"type": "bid", "card": card}})
    assert done.status_code == 201, done.text


def test_players_are_told_by_their_names(table: tuple[Person, Person, str]) -> None:
    anna, boris, game = table
    bids(anna, game, 3)
    bids(boris, game, 5)

    assert told(anna, game)[1:3] == [["Anna takes seat 1."], ["Борис takes seat 2."]]
    assert told(boris, game)[5] == ["Anna lays a bid face down."]
    assert told(boris, game, lang="ru")[5] == ["Anna кладёт ставку лицом вниз."]
    assert told(boris, game)[6][:2] == ["Борис lays a bid face down.", "The bids are opened: 3, 5."]
    assert told(boris, game)[6][2].startswith("Борис wins ")


def test_who_knows_a_concealed_action_is_told_it_once(table: tuple[Person, Person, str]) -> None:
    anna, _, game = table
    bids(anna, game, 3)

    assert told(anna, game)[5] == ["Anna: Bid 3."]


def test_each_sentence_comes_with_the_fact_that_it_tells(table: tuple[Person, Person, str]) -> None:
    anna, boris, game = table
    bids(anna, game, 3)
    bids(boris, game, 5)
    facts = told(boris, game, key="told_facts")

    assert [len(event) for event in facts] == [len(event) for event in told(boris, game)]
    assert facts[1] == [None]
    assert [fact and fact["type"] for fact in facts[6]][:2] == ["bid_made", "bids_opened"]
    assert told(anna, game, key="told_facts")[5] == [None]


def test_there_is_a_short_form_for_narrow_screens(table: tuple[Person, Person, str]) -> None:
    anna, boris, game = table
    bids(anna, game, 3)

    assert told(boris, game, key="told_short")[5] == ["Anna bids."]
    assert told(boris, game, key="told_short", lang="ru")[5] == ["Anna: ставка."]
    offers = boris.may(game)["actions"]
    assert (offers[0]["text"]["en"], offers[0]["text_short"]["ru"]) == ("Bid 1.", "Поставить 1.")


def test_legal_actions_are_told_in_one_language_if_one_is_named(table: tuple[Person, Person, str]) -> None:
    anna, _, game = table
    answer = anna.get(f"/v1/games/{game}/actions?lang=ru")

    assert answer.headers["Content-Language"] == "ru"
    assert body_of(answer)["actions"][1]["text"] == {"ru": "Поставить 1."}
    assert set(anna.may(game)["actions"][1]["text"]) == {"en", "ru"}


def test_a_stream_tells_names_too(table: tuple[Person, Person, str]) -> None:
    anna, boris, game = table
    bids(anna, game, 3)
    lines = boris.get(f"/v1/games/{game}/events", query_string={"lang": "en"}, headers=NDJSON).text.splitlines()

    assert json.loads(lines[5])["told"] == ["Anna lays a bid face down."]


def test_a_bot_is_told_by_its_kind_and_its_seat(app: Flask) -> None:
    anna = Person(app, "Anna")
    game = anna.opens_game(ruleset="bids", seats=2, bots=[{"seat": 1, "bot": "greedy"}])
    anna.sits(game)
    anna.starts(game)
    use = app.extensions["delvebook"].use
    with use.application.reading(UUID(game)) as found:
        decision = found.table.open_decision(1)
    use.playing.play_bot(UUID(game), seat=1, decision=decision)

    assert told(anna, game)[-1] == ["Greedy bot 2 lays a bid face down."]


def test_a_seat_that_is_left_is_told_by_its_number_because_another_player_may_sit_there_now(app: Flask) -> None:
    anna, boris = Person(app, "Anna"), Person(app, "Борис")
    game = anna.opens_game(ruleset="bids", seats=2)
    anna.sits(game, seat=0)
    anna.delete(f"/v1/games/{game}/seats/0")
    boris.sits(game, seat=0)

    assert told(boris, game)[1:] == [["Anna takes seat 1."], ["Seat 1 becomes free again."], ["Борис takes seat 1."]]


def test_the_end_is_told_with_the_winner_and_the_reason_in_words(table: tuple[Person, Person, str]) -> None:
    anna, boris, game = table
    for low, high in ((1, 6), (2, 5), (3, 4)):
        bids(anna, game, low)
        bids(boris, game, high)

    assert told(anna, game)[-2] == ["The game is over: all rounds are played. Борис wins."]
    assert told(anna, game, lang="ru")[-2] == ["Игра окончена: все раунды сыграны. Побеждает Борис."]
