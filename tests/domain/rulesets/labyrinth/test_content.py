"""The cards as data: their numbers, and the refusal of impossible data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.phrases import LANGUAGES
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.labyrinth import Labyrinth
from delvebook.domain.rulesets.labyrinth.box.grid import letters, turned
from delvebook.domain.rulesets.labyrinth.content import CONTENT, PACKAGE, Content, parse_content
from delvebook.domain.rulesets.labyrinth.state import PHASES
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.tables import EAST_ROOM, RULES, a_state, legal, play, short

RAW: dict[str, Any] = load_data(PACKAGE, "content.json")


def group(raw: dict[str, Any], first: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in raw["components"] if one["cards"][0]["id"] == first)
    return found


def changed(change: Callable[[dict[str, Any]], Any]) -> Content:
    raw = deepcopy(RAW)
    change(raw)
    return parse_content(raw)


@pytest.mark.clause("LB-008")
def test_there_are_64_cards_of_these_sorts() -> None:
    assert len(CONTENT.types) == 64
    assert Counter(CONTENT.types.values()) == {
        "hero": 4,
        "knight": 9,
        "mage": 1,
        "princess": 1,
        "trophy": 21,
        "steambot": 7,
        "cage": 3,
        "special": 4,
        "location": 14,
    }
    assert Counter(CONTENT.kinds.values()) == {"rock": 7, "paper": 7, "scissors": 7}
    assert Counter(CONTENT.models.values()) == {"simple": 3, "lancer": 2, "armoured": 2}
    assert dict(CONTENT.effects) == {"DRAGON": "dragon", "THIEF": "thief", "MARKET": "market", "GREED": "greed"}
    assert CONTENT.deck_size == 49


@pytest.mark.clause("LB-032")
@pytest.mark.parametrize(
    ("card", "upright", "around"),
    [
        ("START", "NESW", None),
        ("L01", "NESW", None),
        ("L02", "NES", "NSW"),
        ("L03", "NEW", "ESW"),
        ("L04", "NE", "SW"),
        ("L05", "NE", "SW"),
        ("L06", "NW", "ES"),
        ("L07", "NW", "ES"),
        ("L08", "NS", None),
        ("L09", "NS", None),
        ("L10", "EW", None),
        ("L11", "EW", None),
        ("L12", "N", "S"),
        ("CHEST", "S", "N"),
    ],
)
def test_each_location_has_these_exits_upright_and_turned(card: str, upright: str, around: str | None) -> None:
    exits = CONTENT.exits[card]

    assert letters(turned(exits, 0)) == list(upright)
    assert CONTENT.rotations[card] == ((0,) if around is None else (0, 180))
    assert letters(turned(exits, 180)) == list(around or upright)


def test_every_figure_says_where_it_comes_from() -> None:
    parts = [*RAW["components"], RAW["trophies"], RAW["steambots"], RAW["dragon"], RAW["rivals"], RAW["solo"]]
    for part in parts:
        marks = part["source"].values() if isinstance(part["source"], dict) else [part["source"]]
        assert set(marks) <= {"seed", "public", "decided"}, part


def test_every_card_phase_and_ending_has_a_name_in_every_language() -> None:
    names = load_data(PACKAGE, "texts.json")["names"]
    tallied = [CONTENT.sorts[card] for card in CONTENT.deck_rest]
    for identifier in (*CONTENT.types, *CONTENT.colours, *tallied, "knight", *PHASES, *RULES.end_reasons):
        for language in LANGUAGES:
            assert names[identifier][language].strip(), identifier


def lose_a_card(raw: dict[str, Any]) -> None:
    group(raw, "C1")["cards"].pop()


def double_a_card(raw: dict[str, Any]) -> None:
    group(raw, "C1")["cards"][0]["id"] = "C2"


def one_card_more(raw: dict[str, Any]) -> None:
    cages = group(raw, "C1")
    cages["cards"].append({"id": "C4"})
    cages["count"] = 4


BREAKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another game": lambda raw: raw.update(game="chess"),
    "no version": lambda raw: raw.pop("version"),
    "version 0": lambda raw: raw.update(version=0),
    "a card lost": lose_a_card,
    "a card doubled": double_a_card,
    "65 cards": one_card_more,
    "an unknown type": lambda raw: group(raw, "C1").update(type="net"),
    "no source": lambda raw: group(raw, "C1").pop("source"),
    "a made-up source": lambda raw: group(raw, "C1").update(source="rumour"),
    "an empty source": lambda raw: group(raw, "C1").update(source={}),
    "an exit upwards": lambda raw: group(raw, "L01")["cards"][0].update(exits="NU"),
    "an exit twice": lambda raw: group(raw, "L01")["cards"][0].update(exits="NN"),
    "no exit": lambda raw: group(raw, "L01")["cards"][0].update(exits=""),
    "an unknown kind": lambda raw: group(raw, "R1").update(kind="lizard"),
    "an unknown model": lambda raw: group(raw, "BS1").update(model="flying"),
    "an unknown effect": lambda raw: group(raw, "DRAGON")["cards"][0].update(effect="sing"),
    "no Mage": lambda raw: group(raw, "MAGE").update(type="knight"),
    "two kinds lose to one": lambda raw: raw["trophies"]["beats"].update(rock="paper"),
    "a kind beats itself": lambda raw: raw["trophies"].update(
        beats={"rock": "rock", "paper": "scissors", "scissors": "paper"}
    ),
    "an unbeatable Steambot": lambda raw: raw["steambots"]["beaten_by"].update(simple=[]),
    "a Steambot beaten by nothing there is": lambda raw: raw["steambots"]["beaten_by"].update(simple=["lizard"]),
    "no help for the Mage": lambda raw: raw["steambots"].update(beaten_by_with_mage=[]),
    "the Dragon burns what there is not": lambda raw: raw["dragon"].update(burns="wool"),
    "a colour without Hero": lambda raw: raw["rivals"]["colours"].append("pink"),
    "a preference too short": lambda raw: raw["rivals"].update(trophy_preference=["rock", "paper"]),
    "too many rivals": lambda raw: raw["solo"].update(deck_knights=4, team_sizes=[1, 2]),
    "too few Knights": lambda raw: raw["solo"].update(team_sizes=[1, 2, 7]),
    "team sizes out of order": lambda raw: raw["solo"].update(team_sizes=[2, 1]),
    "a team of none": lambda raw: raw["solo"].update(team_sizes=[0, 1, 2]),
    "an odd default size": lambda raw: raw["solo"].update(team_size=9),
    "an odd default colour": lambda raw: raw["solo"].update(colour="pink"),
    "more Locations to lay than there are": lambda raw: raw["solo"].update(location_limit=13),
    "no Location to lay": lambda raw: raw["solo"].update(location_limit=0),
    "the start is a Cage": lambda raw: raw["solo"].update(start="C1"),
    "the first Trophy is a Cage": lambda raw: raw["solo"].update(starting_trophy="C1"),
    "a removed card that is not": lambda raw: raw["solo"].update(removed=["PRINCESS", "GREED", "TOAD"]),
    "a card set aside twice": lambda raw: raw["solo"].update(removed=["PRINCESS", "GREED", "GREED"]),
    "the Princess in the deck": lambda raw: raw["solo"].update(removed=["GREED"]),
    "Greed in the deck": lambda raw: raw["solo"].update(removed=["PRINCESS"]),
    "no components": lambda raw: raw.pop("components"),
    "a list where a table should be": lambda raw: raw.update(solo=[]),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_content_that_cannot_be_right_is_refused(broken: str) -> None:
    with pytest.raises(BrokenRuleError, match="labyrinth content"):
        changed(BREAKS[broken])


def test_the_published_content_is_accepted() -> None:
    assert changed(lambda raw: None) == CONTENT


def test_the_count_of_locations_that_ends_the_game_is_data() -> None:
    rules = Labyrinth(changed(lambda raw: raw["solo"].update(location_limit=2)))
    state = a_state(table=[EAST_ROOM], top=["L08"])
    play(state, "move", x=1, y=0, rules=rules)
    play(state, "place_location", x=0, y=1, rotation=0, rules=rules)

    assert (state["phase"], state["laid_count"]) == ("place_chest", 2)


def test_exits_are_data() -> None:
    rules = Labyrinth(changed(lambda raw: group(raw, "L01")["cards"][11].update(exits="E")))
    state = a_state(top=["L12"])
    play(state, "stay", rules=rules)

    assert [short(action) for action in rules.legal(state, 0)] == ["place_location -1 0 0", "place_location 1 0 180"]


def test_what_beats_a_steambot_is_data() -> None:
    rules = Labyrinth(changed(lambda raw: raw["steambots"]["beaten_by"].update(lancer=["paper"])))
    state = a_state(team={"K1": "P1", "K2": "S1"}, top=["BL1"])
    play(state, "stay", rules=rules)

    assert legal(state) == ["fight_steambot K2", "lose_character K1", "lose_character K2"]
    assert [short(action) for action in rules.legal(state, 0)] == [
        "fight_steambot K1",
        "lose_character K1",
        "lose_character K2",
    ]


def test_how_many_knights_the_deck_has_is_data() -> None:
    rules = Labyrinth(changed(lambda raw: raw["solo"].update(deck_knights=1)))
    state, _ = rules.setup({"team_size": 2, "colour": "red"}, seats=1, tape=Tape(b"few"))

    assert len(state["deck"]) == 47
    assert len(state["discard"]) == 6
