"""The catalogue says what is in the box, as the rulebook lists it, and what every card shows."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

from tests.domain.rulesets.dungeon_raiders.tables import BOX, RAIDERS

CATALOGUE: Final = RAIDERS.catalogue
COMPONENTS: Final[dict[str, Any]] = {one["id"]: one for one in CATALOGUE["components"]}
TABLES: Final[dict[str, Any]] = {one["id"]: one for one in CATALOGUE["tables"]}


def test_the_box_holds_what_the_rulebook_lists() -> None:
    counts = Counter[str]()
    for one in COMPONENTS.values():
        counts[one["kind"]] += one["count"]

    assert counts == {
        "monster": 10,
        "treasure_room": 10,
        "trap": 5,
        "vault": 5,
        "power_card": 25,
        "item": 24,
        "character": 5,
        "door": 5,
        "boss": 11,
        "token": 24 + 36 + 1,
    }


@pytest.mark.parametrize(
    ("card", "figures"),
    [
        ("mon-dragon", {"strength": {"3": 14, "4": 18, "5": 23}, "wounds": 3}),
        ("tre-4-2", {"chests": [4, 2]}),
        ("trap-lava", {"judged": "lowest", "hits": "all", "takes": "treasure", "loss": {"1": "half", "2": 2, "3": 1}}),
        (
            "vau-items",
            {"rewards": {"1": "torch", "2": "ball", "3": "key", "4": "sword", "5": {"potion": 1}}},
        ),
        (
            "boss-palecount",
            {
                "strength": {"3": 14, "4": 18, "5": 23},
                "wounds": 3,
                "symbols": [{"torch_value": 3}, "hits_lowest_two"],
            },
        ),
        ("boss-hoard", {"strength": {"3": 17, "4": 23, "5": 29}, "wounds": 4, "symbols": [{"chest": 3}]}),
        ("wizard", {"life": 9, "treasure": 1, "items": ["ball", "ball"]}),
        ("p4", {"value": 4}),
        ("sword", {"value": 5, "counts_in": ["monster", "boss"]}),
        ("torch", {"ability": "light"}),
    ],
)
def test_a_component_shows_its_figures(card: str, figures: dict[str, Any]) -> None:
    assert COMPONENTS[card]["figures"] == figures


def test_the_text_of_a_boss_says_what_it_does_whatever_the_number_of_the_living() -> None:
    assert COMPONENTS["boss-gravecaller"]["text"] == {
        "en": (
            "Together the cards must reach its strength for the number of living characters. Otherwise those with "
            "the lowest and the next-lowest total take 2 wounds each. Crystal balls cannot be used."
        ),
        "ru": (
            "Сумма карт должна достичь его силы для числа живых персонажей. Иначе те, у кого наименьшая и следующая "
            "за ней сумма, получают по 2 ранения. Хрустальные шары использовать нельзя."
        ),
    }


def test_everything_has_a_text_but_characters_that_only_begin_with_more_or_less() -> None:
    assert {one["kind"] for one in COMPONENTS.values() if not one["text"]["en"]} == {"character"}


def test_the_tables_hold_the_figures_of_the_cards() -> None:
    strengths = {row[0]: row[1:] for row in TABLES["strengths"]["rows"]}
    fights = [one for one in COMPONENTS.values() if one["kind"] in ("monster", "boss")]

    assert strengths == {one["id"]: [*one["figures"]["strength"].values(), one["figures"]["wounds"]] for one in fights}
    assert {row[0]: row[4:] for row in TABLES["losses"]["rows"]} == {
        "trap-magnet": [0, 0, 1, 2, 3],
        "trap-boulder": [0, 0, 1, 2, 3],
        "trap-lava": ["half", 2, 1, 0, 0],
        "trap-spikes": ["half", 2, 1, 0, 0],
    }
    assert {row[0]: row[1:] for row in TABLES["values"]["rows"]} == {
        **{f"p{number}": [number] * 6 for number in BOX.power},
        "torch": [None, None, None, None, 0, None],
        "ball": [None, None, None, None, None, None],
        "key": [None, 5, None, None, 0, 5],
        "sword": [5, None, None, None, 5, None],
    }
    assert [row[1] for row in TABLES["setup"]["rows"]] == [5, 5, 30, 6, 12, 13, 1, 6, 6, 6, 6, 10, 2]
