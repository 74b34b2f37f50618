"""The printed components, and content that is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.phrases import Voice
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dungeon_raiders.box.components import SYMBOLS
from delvebook.domain.rulesets.dungeon_raiders.content import parse_content
from tests.domain.rulesets.dungeon_raiders.tables import BOX, RAIDERS

STRENGTHS = {
    "mon-adder": (8, 10, 13, 3, 1),
    "mon-lodger": (11, 14, 18, 1, 1),
    "mon-rattlejack": (11, 14, 18, 3, 1),
    "mon-clubfoot": (11, 14, 18, 2, 2),
    "mon-mass": (14, 18, 23, 1, 1),
    "mon-warden": (14, 18, 23, 2, 2),
    "mon-dragon": (14, 18, 23, 3, 2),
}
BOSSES = {
    "boss-bailiff": (14, 18, 23, 2, ["steal_highest_card"]),
    "boss-riddle": (14, 18, 23, 4, ["ball_value:5"]),
    "boss-basalt": (14, 18, 23, None, ["no_sword", "wounds_highest_card"]),
    "boss-twintail": (8, 10, 13, 2, ["double"]),
    "boss-nightpack": (11, 14, 18, 3, ["torch_immunity"]),
    "boss-gazer": (12, 16, 20, None, ["petrify"]),
    "boss-hoard": (17, 23, 29, 4, ["chest:3"]),
    "boss-mazebull": (11, 15, 19, 4, ["hits_highest"]),
    "boss-linen": (13, 18, 23, 4, ["torch_value:5"]),
    "boss-gravecaller": (12, 15, 19, 2, ["no_ball", "hits_lowest_two"]),
    "boss-palecount": (14, 18, 23, 3, ["torch_value:3", "hits_lowest_two"]),
}


def card(raw: dict[str, Any], group: str, identifier: str) -> dict[str, Any]:
    return next(one for one in raw[group]["cards"] if one["id"] == identifier)


def drop(raw: dict[str, Any], group: str, identifier: str) -> None:
    raw[group]["cards"].remove(card(raw, group, identifier))


def test_the_number_of_every_component() -> None:
    kinds = [BOX.kind(card) for card in BOX.deck]

    assert len(BOX.deck) == 30
    assert [kinds.count(kind) for kind in ("monster", "treasure", "trap", "vault")] == [10, 10, 5, 5]
    assert BOX.supply == {"torch": 6, "ball": 6, "key": 6, "sword": 6}
    assert BOX.power == (1, 2, 3, 4, 5)
    assert (len(BOX.characters), len(BOX.bosses)) == (5, 11)


def test_the_copies_of_every_dungeon_card() -> None:
    copies = {card: BOX.deck.count(card) for card in dict.fromkeys(BOX.deck)}

    treasures = {"tre-1": 1, "tre-2": 1, "tre-3": 1, "tre-4": 1, "tre-2-1": 2, "tre-3-2": 2, "tre-4-2": 2}
    others = {"trap-magnet": 2, "trap-boulder": 1, "trap-lava": 1, "trap-spikes": 1, "vau-items": 3, "vau-coins": 2}
    assert copies == {card: figures[4] for card, figures in STRENGTHS.items()} | treasures | others


@pytest.mark.parametrize("card", STRENGTHS)
def test_the_figures_of_every_monster(card: str) -> None:
    room = BOX.rooms[card]

    assert (*room.strength.values(), room.wounds, room.copies) == STRENGTHS[card]


@pytest.mark.parametrize("card", BOSSES)
def test_the_figures_and_symbols_of_every_boss(card: str) -> None:
    boss = BOX.bosses[card]
    numbers = {
        "ball_value": boss.item_values.get("ball"),
        "torch_value": boss.item_values.get("torch"),
        "chest": boss.chest,
    }

    signs = [f"{code}:{numbers[code]}" if code in numbers else code for code in boss.symbols]
    assert (*boss.strength.values(), boss.wounds, signs) == BOSSES[card]


@pytest.mark.parametrize("card", ["tre-1", "tre-2", "tre-3", "tre-4", "tre-2-1", "tre-3-2", "tre-4-2"])
def test_the_chests_of_every_treasure_room(card: str) -> None:
    assert "-".join(str(chest) for chest in BOX.rooms[card].chests) == card.removeprefix("tre-")


def test_every_symbol_is_on_some_boss_and_every_component_has_a_name_in_both_languages() -> None:
    assert {code for boss in BOX.bosses.values() for code in boss.symbols} == set(SYMBOLS)
    ids = [*BOX.rooms, *BOX.bosses, *BOX.characters, *BOX.items, "p1", "p2", "p3", "p4", "p5", "dark"]
    for identifier in ids:
        assert RAIDERS.phrasebook.name(identifier, Voice("en")) != identifier or identifier in ("torch", "key", "sword")
        assert RAIDERS.phrasebook.name(identifier, Voice("ru")) != identifier


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda raw: card(raw, "monsters", "mon-adder").update(copies=2), "11 monsters"),
        (lambda raw: drop(raw, "traps", "trap-lava"), "4 traps"),
        (lambda raw: drop(raw, "bosses", "boss-gazer"), "bosses"),
        (lambda raw: drop(raw, "characters", "thief"), "characters"),
        (lambda raw: drop(raw, "items", "key"), "item types"),
        (lambda raw: card(raw, "monsters", "mon-mass")["strength"].update({"4": 14}), "does not rise"),
        (lambda raw: card(raw, "bosses", "boss-linen")["strength"].pop("5"), "strength for 3, 4 and 5"),
        (lambda raw: card(raw, "bosses", "boss-linen").update(symbols=[{"code": "glitters"}]), "not in shape"),
        (lambda raw: card(raw, "bosses", "boss-linen").update(symbols=[{"code": "torch_value"}]), "needs a number"),
        (lambda raw: card(raw, "bosses", "boss-gazer")["symbols"][0].update(value=2), "takes no number"),
        (lambda raw: card(raw, "bosses", "boss-gazer").update(symbols=[{"code": "petrify"}] * 2), "a symbol twice"),
        (lambda raw: card(raw, "bosses", "boss-gazer").update(wounds=3), "printed wounds"),
        (lambda raw: card(raw, "bosses", "boss-linen").update(wounds=None), "printed wounds"),
        (lambda raw: card(raw, "bosses", "boss-hoard")["symbols"].append({"code": "double"}), "double and has a chest"),
        (
            lambda raw: card(raw, "bosses", "boss-riddle")["symbols"].append({"code": "no_ball"}),
            "bans a ball",
        ),
        (
            lambda raw: card(raw, "bosses", "boss-mazebull")["symbols"].append({"code": "hits_lowest_two"}),
            "both the highest and the lowest",
        ),
        (
            lambda raw: card(raw, "bosses", "boss-twintail").update(symbols=[{"code": "torch_immunity"}]),
            "symbols without a boss: \\['double'\\]",
        ),
        (lambda raw: card(raw, "treasures", "tre-4-2").update(chests=[2, 4]), "richest chest first"),
        (lambda raw: card(raw, "treasures", "tre-4-2").update(chests=[4, 3, 2]), "3 chests"),
        (lambda raw: card(raw, "vaults", "vau-coins")["rewards"].pop("5"), "one shelf for each value"),
        (lambda raw: card(raw, "vaults", "vau-items")["rewards"].update({"1": {"item": "lamp"}}), "item"),
        (lambda raw: card(raw, "vaults", "vau-items")["rewards"].update({"1": {"soup": 1}}), "soup"),
        (lambda raw: card(raw, "traps", "trap-lava").update(judged="middle"), "rule"),
        (lambda raw: card(raw, "characters", "knight").update(life=11), "11 life"),
        (lambda raw: card(raw, "characters", "knight").update(items=["lamp"]), "unknown items"),
        (lambda raw: raw["counts"].update(removed=5), "does not fill"),
        (lambda raw: raw["counts"].update(lit=25), "more lit rooms"),
        (lambda raw: raw["power"].update(values=[1, 2, 3, 4]), "power cards"),
        (lambda raw: raw["vaults"].update(source="hearsay"), "name no source"),
        (lambda raw: raw.pop("bosses"), "not in shape"),
    ],
)
def test_content_that_does_not_fit_together_is_refused(
    spoil: Callable[[dict[str, Any]], object], complaint: str
) -> None:
    raw = copy_state(dict(RAIDERS.content))
    spoil(raw)

    with pytest.raises(BrokenRuleError, match=complaint):
        parse_content(raw)
