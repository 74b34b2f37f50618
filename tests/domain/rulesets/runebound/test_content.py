"""The components: their counts, what the specification pins, and that content out of order is refused at load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.phrases import LANGUAGES, Voice
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound.box.checks import check_content
from delvebook.domain.rulesets.runebound.box.hexes import HexMap, Pace
from delvebook.domain.rulesets.runebound.box.vocabulary import (
    ENEMY_RULES,
    IMMEDIATE,
    LASTING,
    RESULTS,
    TERRAINS,
    TRIGGERS,
    words,
)
from delvebook.domain.rulesets.runebound.content import parse_content
from tests.domain.rulesets.runebound.tables import CONTENT, RULESET

Content = dict[str, Any]


def broken(change: Callable[[Content], object]) -> str:
    """The sentence with which the loader refuses the changed content."""
    content = copy_state(RULESET.content)
    change(content)
    with pytest.raises(BrokenRuleError) as refused:
        parse_content(content)
    return str(refused.value)


def card(content: Content, id_: str) -> Content:
    groups = (content["heroes"]["cards"], content["market"]["artifacts"], content["market"]["allies"])
    for group in (*groups, content["adventures"]["cards"]):
        for one in group:
            if one["id"] == id_:
                return one
    raise KeyError(id_)


def ability(content: Content, id_: str) -> Content:
    return card(content, id_)["abilities"][0]


def used_words() -> Counter[str]:
    """How often each effect type stands on a card."""
    found: Counter[str] = Counter()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if "type" in value and value["type"] in words():
                found[value["type"]] += 1
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    for text in (*CONTENT.heroes.values(), *CONTENT.items.values()):
        look(text["abilities"])
    for adventure in CONTENT.adventures.values():
        look({key: value for key, value in adventure.items() if key not in ("id", "category", "kind")})
    return found


def test_the_cards_are_as_many_as_the_box_holds() -> None:
    kinds = Counter((card["colour"], card["category"], card["kind"]) for card in CONTENT.adventures.values())

    assert len(CONTENT.heroes) == 12
    assert [len(deck) for deck in CONTENT.decks.values()] == [84, 21, 21, 21, 21]
    assert Counter(item["type"] for item in CONTENT.items.values() if item["price"]) == {"artifact": 60, "ally": 24}
    assert kinds["green", "challenge", "combat"] == kinds["yellow", "challenge", "combat"] == 11
    assert kinds["blue", "challenge", "combat"] == 11
    assert kinds["red", "challenge", "combat"] == 14
    assert [kinds[colour, "challenge", "test"] for colour in CONTENT.sites] == [3, 3, 3, 1]
    assert [kinds[colour, "event", "event"] for colour in CONTENT.sites] == [4, 3, 4, 3]
    assert Counter(item["type"] for item in CONTENT.items.values() if not item["price"]) == {
        "rune": 9,
        "ally": 4,
        "artifact": 6,
    }


def test_the_counters_are_58_two_of_each_colour_more_than_its_sites() -> None:
    assert dict(CONTENT.counter_counts) == {"green": 18, "yellow": 15, "blue": 13, "red": 12}
    assert {colour: len(sites) for colour, sites in CONTENT.sites.items()} == {
        "green": 16,
        "yellow": 13,
        "blue": 11,
        "red": 10,
    }
    assert dict(CONTENT.worth) == {"green": 1, "yellow": 2, "blue": 3, "red": 4}


def test_the_map_is_the_one_of_the_specification() -> None:
    """It is made anew of the drawing."""
    drawn = RULESET.content["map"]
    hexes = HexMap(drawn)
    steps = hexes.steps["g7"]

    assert (hexes.columns, hexes.legend) == ("abcdefghijklmn", drawn["legend"])
    assert Counter(hexes.terrain.values()) == {
        "forest": 40,
        "plains": 36,
        "swamp": 4,
        "river": 30,
        "town": 8,
        "hills": 32,
        "road": 15,
        "mountain": 17,
    }
    assert hexes.towns == ["c2", "m2", "c6", "m6", "g7", "c10", "m10", "f13"]
    assert [steps[town] for town in hexes.towns] == [7, 8, 4, 6, 0, 5, 6, 7]
    assert sum(len(towns) > 1 for towns in hexes.nearest_towns.values()) == 28
    assert hexes.nearest_towns["f9"] == ["g7", "c10"]
    assert hexes.nearest_towns["h2"] == ["c2", "m2", "g7"]
    any_die = Pace((TERRAINS,))
    assert {*hexes.reachable("g7", any_die)} == {"g7", "f6", "f7", "g6", "g8", "h6", "h7"}


@pytest.mark.parametrize(
    ("card", "figures"),
    [
        ("G02", (3, [11, 13, 11], [0, 1, 0])),
        ("B07", (5, [14, 16, 16], [1, 2, 2])),
        ("R10", (10, [21, 22, 21], [3, 4, 4])),
        ("Y18", (3, [13, 13, 10], [1, 1, 0])),
    ],
)
def test_some_enemies_to_the_letter(card: str, figures: tuple[int, list[int], list[int]]) -> None:
    enemy = CONTENT.adventures[card]["enemy"]

    assert (enemy["life"], list(enemy["attributes"].values()), list(enemy["damage"].values())) == figures


def test_every_figure_says_where_it_comes_from() -> None:
    """Each group of the content names its source: the rulebook, public material, or a decision of ours."""
    for name, group in RULESET.content.items():
        if name != "content_version":
            marks = group["source"]
            marks = marks.values() if isinstance(marks, dict) else [marks]
            assert set(marks) <= {"seed", "public", "decided"}, name


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda c: ability(c, "M01")["effects"][0].update(type="enchant"), "no word of the vocabulary"),
        (lambda c: ability(c, "M01")["effects"][0].update(extra=1), "takes"),
        (lambda c: ability(c, "M01")["effects"][0].pop("n"), "takes"),
        (lambda c: ability(c, "M01")["effects"][0].update(n=0), "other than 0"),
        (lambda c: ability(c, "M01")["effects"][0].update(n=True), "other than 0"),
        (lambda c: ability(c, "M01")["effects"][0].update(kind="melee:parry"), "none of"),
        (lambda c: ability(c, "M01").update(trigger="on_tuesday"), "no trigger"),
        (lambda c: ability(c, "M01").update(kinds=["melee"]), "takes"),
        (lambda c: ability(c, "M01").update(cost={"type": "gold"}), "no cost"),
        (lambda c: ability(c, "M01").update(cost={"type": "fatigue", "n": 1}), "works by itself"),
        (lambda c: ability(c, "M49").update(cost={"type": "fatigue", "n": 0}), "at least 1"),
        (lambda c: ability(c, "M01").update(effects=[]), "has effects"),
        (lambda c: ability(c, "M48").update(trigger="free"), "can't stand here"),
        (lambda c: ability(c, "M39")["effects"][0].update(target="any"), "leaves no choice"),
        (lambda c: ability(c, "H02").update(cost={"type": "exhaust"}), "neither turned down nor discarded"),
        (lambda c: ability(c, "M21").update(effects=[{"type": "soak"}]), "can't stand here"),
        (
            lambda c: ability(c, "M70").update(effects=[{"type": "attr", "attribute": "mind", "n": 1}]),
            "can't stand here",
        ),
        (lambda c: card(c, "M48")["abilities"].append(ability(c, "M01")), "both a passive effect and an exhaust cost"),
        (lambda c: card(c, "M48").update(slot="hat"), "no slot"),
        (lambda c: card(c, "M48").update(price=0), "has a price"),
        (lambda c: card(c, "M48").update(text="ignored?"), "has"),
        (lambda c: card(c, "M61").update(life=0), "life from 1"),
        (lambda c: card(c, "M61")["damage"].update(melee=-1), "from 0"),
        (lambda c: card(c, "H01")["skills"].update(juggling=1), "no skill"),
        (lambda c: card(c, "H01").update(id="H02"), "used twice"),
        (lambda c: c["heroes"]["cards"].pop(), "12 heroes"),
        (lambda c: c["adventures"]["cards"].pop(), "21 red cards"),
        (lambda c: card(c, "G02").update(colour="yellow"), "21 green cards"),
        (lambda c: card(c, "G02").update(kind="riddle"), "no kind of card"),
        (lambda c: card(c, "G02").update(flavour="oink"), "has"),
        (lambda c: card(c, "G02").update(reward=[{"type": "dice", "n": 1}]), "can't stand here"),
        (lambda c: card(c, "G06")["rules"][0].update(when="sometimes"), "no time"),
        (lambda c: card(c, "G06")["rules"][0]["effect"].update(type="regen", n=1), "can't stand here"),
        (lambda c: card(c, "R10")["rules"].append(card(c, "R10")["rules"][0]), "once"),
        (lambda c: card(c, "G15").update(value=4), "worth 1 to 3"),
        (lambda c: card(c, "G15")["lasting"].append({"type": "replenish", "colour": "green", "n": 1}), "can't stand"),
        (lambda c: card(c, "G15")["immediate"][0].update(n="most"), "neither a number"),
        (lambda c: card(c, "R11")["reward"][1].update(card="R99"), "exists"),
        (lambda c: card(c, "G12")["test"].update(skill="juggling"), "none of"),
        (lambda c: card(c, "G13").update(reward=[{"type": "gold", "n": 1}]), "becomes"),
        (lambda c: card(c, "G12").update(reward=[{"type": "take_ally"}]), "becomes"),
        (lambda c: c["kept"]["cards"][-1].update(type="ally"), "has"),
        (lambda c: c["kept"]["cards"][0].update(price=3), "no price"),
        (lambda c: c["map"]["terrain"].__setitem__(0, "m" * 14), "terrain counts"),
        (lambda c: c["map"]["terrain"].__setitem__(0, "m" * 13), "every row"),
        (lambda c: c["map"]["terrain"].__setitem__(0, "x" * 14), "unknown"),
        (lambda c: c["map"]["sites"]["red"].__setitem__(0, "g7"), "outside the towns"),
        (lambda c: c["map"]["sites"]["red"].__setitem__(0, "a2"), "of its own"),
        (lambda c: c["map"]["towns"].pop(), "towns listed"),
        (lambda c: c["rules"].update(start="a1"), "start in a town"),
        (lambda c: c["counters"]["count"].update(red=13), "two red counters more"),
        (lambda c: c["counters"]["worth"].update(red=0), "worth"),
        (lambda c: c["dice"]["faces"].__setitem__(0, ["road"]), "at least two symbols"),
        (lambda c: c["dice"]["faces"].pop(), "six faces"),
        (lambda c: c["dice"]["faces"].__setitem__(5, ["road", "river"]), "every terrain is on some face"),
        (lambda c: c["dice"]["faces"].__setitem__(0, ["road", "town"]), "other than town"),
        (lambda c: c["xp_cost"]["by_seats"].pop("1"), "1 to 6 seats"),
        (lambda c: c["rules"].update(starting_gold=-1), "number from 1"),
        (lambda c: c["decided"].update(stats=["mind"]), "vocabulary"),
    ],
)
def test_content_out_of_order_is_refused_at_load(change: Callable[[Content], object], word: str) -> None:
    assert word in broken(change)


def test_the_content_as_printed_is_accepted() -> None:
    check_content(RULESET.content)


def test_the_engine_reads_its_figures_from_the_content() -> None:
    content = copy_state(RULESET.content)
    content["rules"]["starting_gold"] = 5
    content["rules"]["runes_to_win"] = 1
    altered = parse_content(content)

    assert (altered.rules["starting_gold"], altered.rules["runes_to_win"]) == (5, 1)
    assert HexMap(content["map"]).terrain == CONTENT.map.terrain


def test_every_word_is_on_some_card_and_stands_somewhere_it_may() -> None:
    placed = {word for allowed in TRIGGERS.values() for word in allowed} | {*RESULTS, *IMMEDIATE, *LASTING}
    placed |= {word for allowed in ENEMY_RULES.values() for word in allowed}

    assert sorted(placed) == sorted(words())
    assert [word for word in words() if not used_words()[word] and word != "test"] == []
    assert any(rule["effect"]["type"] == "test" for rule in CONTENT.adventures["G03"]["rules"])


def test_every_id_has_a_name_in_every_language() -> None:
    ids = [*CONTENT.heroes, *CONTENT.items, *CONTENT.adventures, *CONTENT.map.towns]
    for id_ in ids:
        for language in LANGUAGES:
            assert RULESET.phrasebook.name(id_, Voice(language)) != id_, (id_, language)
    for id_ in (*ids, *CONTENT.sites, "market"):
        assert RULESET.phrasebook.name(id_, Voice("en")) != RULESET.phrasebook.name(id_, Voice("ru"))
    assert RULESET.phrasebook.name("m11", Voice("en")) == "M11"  # a hex, not the staff M11
    for id_, adventure in (*CONTENT.adventures.items(), *CONTENT.heroes.items()):
        assert RULESET.phrasebook.name(id_, Voice("en")) == adventure["name"]["en"]
