"""A vector has room for everything that the rules allow on a table, and says so where it has not."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any, Final

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.rulesets import registry
from delvebook.domain.table import Table
from delvebook.research.codecs import codec_of, vocabulary_of
from delvebook.research.match import GAME, Match
from delvebook.research.observations import Observations
from tests.house.files import ROOT
from tests.research import sizes
from tests.research.instances import Maker, at, leaves
from tests.titles import TEST_TITLES

ROOM: Final[dict[str, dict[str, int]]] = {
    "dice-and-danger@1": {
        "/sheets": 4,  # seats
        "/sheets/*/unlocked/*": 5,  # the white numbers of the largest monster
        "/sheets/*/visited": 68,  # the cells of the largest dungeon
        "/turns/*/marking/steps": 9,
    },
    "dungeon-raiders@1": {
        "/row": 5,
        "/seats": 5,
        "/seats/*/hand/cards": 29,  # five power cards, and the 24 items of the box
        "/stacks": 4,
    },
    "labyrinth@1": {
        "/team": 7,  # six Knights and the Mage
        "/question/rivals": 3,  # a rival for each Knight in the deck
        "/rivals": 3,
        "/labyrinth/*/exits": 4,
    },
    "runebound@1": {
        "/heroes": 6,
        "/decks": 5,
        "/decks/*/known_bottom": 84,  # the Market deck
        "/out_piles/*": 21,  # the cards of a colour
        "/heroes/*/allies": 3,  # two, and one more until one is sent away
        "/combat/attacked": 3,
        "/question/dice": 8,  # five in a town, one each by two artifacts and an event
    },
    "the-descent@1": {
        "/seats": 4,
        "/pending/cells": 28,  # the rows of the cave
        "/pending/then/cells": 28,
        "/deck/envelopes": 40,
        "/tokens": 19,  # 24 without the creatures
        "/creatures": 5,
    },
}
"""The room for some lists, by the rulebooks."""


@cache
def fullest(ruleset: AnyRuleset) -> Any:
    schemas, ids = ruleset.catalogue["schemas"], list(vocabulary_of(ruleset))
    return Maker(schemas, ids, random.Random(1), full=True).value(schemas["table"]["seat"])


def made_smaller(schema: Any) -> Any:
    """The schema with room for one item less in every list."""
    if isinstance(schema, dict):
        return {
            key: max(0, value - 1) if key in ("maxItems", "maxProperties") else made_smaller(value)
            for key, value in schema.items()
        }
    return [made_smaller(one) for one in schema] if isinstance(schema, list) else schema


def test_some_lists_have_the_room_that_the_rulebook_gives_them(title: str) -> None:
    """Counted by hand."""
    ruleset = registry.get_ruleset(title)
    room = codec_of(ruleset).observations.room
    assert {place: room[place] for place in ROOM[title]} == ROOM[title]


def test_the_fullest_table_has_room_and_every_number_is_within_its_bounds(title: str) -> None:
    observations = codec_of(registry.get_ruleset(title)).observations
    view = fullest(registry.get_ruleset(title))
    vector = observations.encode(view)
    assert observations.cut(view) == set()
    assert len(vector) == observations.size
    assert vector[0] == 0
    assert all(slot.low <= number <= slot.high for slot, number in zip(observations.slots, vector, strict=True))


def test_a_list_that_is_longer_than_its_room_is_told(title: str) -> None:
    """With room for one item less, every list of the fullest table is cut, and the vector says so."""
    ruleset = registry.get_ruleset(title)
    narrow = Observations(made_smaller(ruleset.catalogue["schemas"]), vocabulary=list(vocabulary_of(ruleset)))
    assert narrow.encode(fullest(ruleset))[0] == 1
    always = {place for place in ROOM[title] if not place.startswith(("/question", "/pending"))}
    assert always <= narrow.cut(fullest(ruleset))


@pytest.mark.parametrize("seed", range(8))
def test_tables_that_differ_anywhere_have_vectors_that_differ(title: str, seed: int) -> None:
    """In a random table one value is exchanged for another that the same place takes."""
    ruleset = registry.get_ruleset(title)
    schemas, chance = ruleset.catalogue["schemas"], random.Random(seed)
    view = Maker(schemas, list(vocabulary_of(ruleset)), chance).value(schemas["table"]["seat"])
    observations = codec_of(ruleset).observations
    vector = observations.encode(view)
    assert observations.cut(view) == set()
    other = Maker(schemas, list(vocabulary_of(ruleset)), random.Random(seed + 100)).value(schemas["table"]["seat"])
    tried = 0
    for path, value in leaves(view):
        try:
            exchanged = at(other, path)
        except (KeyError, IndexError, TypeError):
            continue
        if type(exchanged) is not type(value) or exchanged == value:
            continue
        changed = copy.deepcopy(view)
        at(changed, path[:-1])[path[-1]] = exchanged
        if observations.cut(changed):
            continue  # another kind of thing, which has no such value there
        assert observations.encode(changed) != vector, path
        tried += 1
    assert tried > 5


def test_the_whole_team_of_the_labyrinth_is_in_the_vector_and_so_is_ones_own_hero() -> None:
    match = Match("labyrinth", options={"team_size": 6})
    view: Any = match.view(0)
    view["team"] = [*view["team"], {"character": "MAGE", "trophy": None}]
    encode = match.codec.observations.encode
    assert len(view["team"]) == 7
    assert encode(view)[0] == 0
    for member in range(7):
        without = copy.deepcopy(view)
        without["team"][member]["trophy"] = "R7" if not without["team"][member]["trophy"] else None
        assert encode(without) != encode(view), member
    heroes = {json.dumps(encode(Match("labyrinth", options={"colour": colour}).view(0))) for colour in colours()}
    assert len(heroes) == len(colours())


def colours() -> list[str]:
    schema = registry.get_ruleset("labyrinth").options_schema()
    return list(schema.fields["colour"].validators[0].choices)


def test_the_map_of_the_cave_is_in_the_vector() -> None:
    match = Match("the-descent", seats=2)
    view: Any = match.view(0)
    before = match.codec.observations.encode(view)
    row: str = view["field"][27]
    view["field"][27] = row[:-1] + ("*" if row[-1] != "*" else "#")
    assert match.codec.observations.encode(view) != before


def test_nothing_is_cut_in_random_games(title: str) -> None:
    """`make research-sizes` plays thousands."""
    ruleset = registry.get_ruleset(title)
    tally = sizes.Tally()
    for tally in sizes.run(ruleset, numbers=range(24), seed="tests", actions=150):
        assert tally.games
    assert (tally.games, dict(tally.cut)) == (24, {})
    assert tally.views > 24


def test_a_run_plays_the_rules_of_a_recorded_game(title: str) -> None:
    """A table takes the same choices, and stands as the run does before each: nothing is left out but the record."""
    ruleset = registry.get_ruleset(title)
    for game in sizes.games_of(ruleset, "tests", (1, ruleset.seats_max)):
        table = Table(ruleset, seed=seed_of(game.seed), game=GAME, nonces=[""] * game.seats)
        table.start(ruleset.parse_options(game.options, seats=game.seats), n=1)
        for n, position in enumerate(sizes.positions(ruleset, game, actions=150), start=2):
            assert table.to_act() == sorted(position.views)
            assert jcs(position.state) == table.state_bytes
            assert {seat: table.legal(seat) for seat in position.legal} == position.legal
            table.take_action(position.seat, ruleset.parse_action(position.action), n=n)


def test_what_was_measured_before_is_told_again(title: str) -> None:
    """Parts that were measured are not measured again: the answers stay those of a codec that has seen nothing."""
    ruleset = registry.get_ruleset(title)
    schemas, ids = ruleset.catalogue["schemas"], list(vocabulary_of(ruleset))
    wide, narrow = (Observations(one, vocabulary=ids) for one in (schemas, made_smaller(schemas)))
    views = [Maker(schemas, ids, random.Random(seed)).value(schemas["table"]["seat"]) for seed in range(2)]
    views.append(fullest(ruleset))
    first = [narrow.cut(view) for view in views]
    assert [narrow.cut(copy.deepcopy(view)) for view in reversed(views)] == first[::-1]
    assert [wide.cut(view) for view in views] == [set()] * len(views)
    assert first[-1] == Observations(made_smaller(schemas), vocabulary=ids).cut(views[-1]) != set()


def test_a_run_notices_what_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for one rival less, and for one Trophy."""
    ruleset = registry.get_ruleset("labyrinth")
    narrow = Observations(made_smaller(ruleset.catalogue["schemas"]), vocabulary=list(vocabulary_of(ruleset)))
    monkeypatch.setattr(codec_of(ruleset), "observations", narrow)
    tally = sizes.Tally()
    for tally in sizes.run(ruleset, numbers=range(4)):
        assert tally.games
    assert tally.cut["/hero_supply"] > 0


def test_a_title_that_does_not_say_how_long_a_list_may_be_has_no_vector() -> None:
    schemas = copy.deepcopy(TEST_TITLES["bids@1"].catalogue["schemas"])
    Observations(schemas, vocabulary=[])
    for definition in schemas["$defs"].values():
        definition.get("properties", {}).get("has_bid", {}).pop("maxItems", None)
    with pytest.raises(ValueError, match="nowhere how long /has_bid may be"):
        Observations(schemas, vocabulary=[])


def test_the_page_has_the_sizes_of_every_title(title: str) -> None:
    ruleset = registry.get_ruleset(title)
    codec = codec_of(ruleset)
    page = (ROOT / "docs/research.md").read_text()
    assert f"| {ruleset.title['en']} | {codec.observations.size:,} | {codec.actions.count:,} |" in page
