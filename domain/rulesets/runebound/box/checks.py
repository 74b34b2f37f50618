"""Checks of `content.json`: complete, consistent, and made of nothing but the closed vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from delvebook.domain.rulesets.runebound.box.hexes import HexMap
from delvebook.domain.rulesets.runebound.box.vocabulary import (
    ATTRIBUTES,
    COLOURS,
    ENEMY_RULES,
    IMMEDIATE,
    KINDS,
    LASTING,
    SKILLS,
    SLOTS,
    STATS,
    TERRAINS,
    check_ability,
    check_effect,
    check_result,
    require,
)


def check_content(raw: Mapping[str, Any]) -> None:
    """
    Returns if the content is complete, consistent, and made of nothing but the closed vocabulary.

    Raises:
        BrokenRuleError: Names the place and what is wrong there.
    """
    _check_figures(raw)
    _check_map(raw)
    heroes, market = raw["heroes"]["cards"], raw["market"]
    adventures, kept = raw["adventures"]["cards"], raw["kept"]["cards"]
    counts = (len(heroes), len(market["artifacts"]), len(market["allies"]))
    require(counts == (12, 60, 24), "cards", f"12 heroes, 60 artifacts and 24 allies are due, not {counts}")
    for colour in COLOURS:
        count = sum(card["colour"] == colour for card in adventures)
        require(count == 21, "cards", f"21 {colour} cards are due, not {count}")
    require(len(adventures) == 84, "cards", f"84 adventure cards are due, not {len(adventures)}")
    ids = [card["id"] for card in [*heroes, *market["artifacts"], *market["allies"], *adventures]]
    require(len(set(ids)) == len(ids), "cards", "an id is used twice")
    hexes = HexMap(raw["map"]).names
    require(not set(ids) & set(hexes), "cards", "no card is named like a hex")
    for named in (*raw["map"]["towns"], *heroes, *market["artifacts"], *market["allies"], *adventures, *kept):
        _check_name(named)
    for hero in heroes:
        _check_hero(hero)
    for card in market["artifacts"]:
        _check_item({**card, "type": "artifact"})
        require(_counts(card["price"], 1), card["id"], "a Market card has a price")
    for card in market["allies"]:
        _check_item({**card, "type": "ally"})
        require(_counts(card["price"], 1), card["id"], "a Market card has a price")
    for card in kept:
        _check_item(card)
        require("price" not in card, card["id"], "a kept card has no price")
    for card in adventures:
        _check_adventure(card, ids)
    _check_kept(adventures, kept)
    runes = sum(card["type"] == "rune" for card in kept)
    require(runes == 9, "kept", f"9 dragon runes are due, not {runes}")


def _check_figures(raw: Mapping[str, Any]) -> None:
    rules, decided = raw["rules"], raw["decided"]
    for name in ("starting_gold", "die", "weapons_max", "armour_max", "allies_max", "runes_to_win", "heal_price"):
        require(_counts(rules[name], 1), "rules", f"{name} is a number from 1")
    for name in ("town", "elsewhere", "least"):
        require(_counts(rules["movement_dice"][name], 1), "rules", f"movement_dice.{name} is a number from 1")
    for name in ("combat_rounds_max", "default_round_limit"):
        require(_counts(decided[name], 1), "decided", f"{name} is a number from 1")
    require(decided["stats"] == list(STATS), "decided", "the stats to raise are those of the vocabulary")
    require(_counts(raw["track"]["spaces"], 1), "track", "spaces is a number from 1")
    require(all(_counts(n, 1) for n in raw["markers"]["printed"].values()), "markers", "printed are numbers from 1")
    costs = raw["xp_cost"]["by_seats"]
    require(sorted(costs) == list("123456"), "xp_cost", "a cost for 1 to 6 seats")
    require(all(_counts(cost, 1) for cost in costs.values()), "xp_cost", "a cost is a number from 1")
    faces = raw["dice"]["faces"]
    require(len(faces) == 6, "dice", "a movement die has six faces")
    for face in faces:
        require(len(set(face)) == len(face) >= 2, "dice", "every face has at least two symbols, each once")
        require(all(symbol in TERRAINS for symbol in face), "dice", "a symbol is a terrain other than town")
    shown = {terrain: sum(terrain in face for face in faces) for terrain in TERRAINS}
    require(all(shown.values()), "dice", "every terrain is on some face")


def _check_map(raw: Mapping[str, Any]) -> None:
    data = raw["map"]
    require(sorted(data["sites"]) == sorted(COLOURS), "map", "sites of the four colours")
    hexes = HexMap(data)
    require(data["legend"] and set(data["legend"].values()) == {*TERRAINS, "town"}, "map", "the eight terrains")
    counts: dict[str, int] = {}
    for terrain in hexes.terrain.values():
        counts[terrain] = counts.get(terrain, 0) + 1
    require(counts == data["terrain_counts"], "map", f"terrain counts are {counts}")
    require(len(hexes.names) == 182, "map", f"182 hexes are due, not {len(hexes.names)}")
    require(
        all(here in hexes.neighbours[there] for here in hexes.names for there in hexes.neighbours[here]),
        "map",
        "neighbours are mutual",
    )
    towns = [name for name in hexes.names if hexes.terrain[name] == "town"]
    require(sorted(hexes.towns) == sorted(towns), "map", "the towns listed are the towns drawn")
    require(raw["rules"]["start"] in towns, "map", "the heroes start in a town")
    sites = [name for colour in COLOURS for name in data["sites"][colour]]
    require(len(set(sites)) == len(sites) == 50, "map", "50 sites, each on a hex of its own")
    for name in sites:
        require(name in hexes.terrain and name not in towns, "map", f"the site {name} is a hex outside the towns")
    for colour in COLOURS:
        count, worth = raw["counters"]["count"][colour], raw["counters"]["worth"][colour]
        require(_counts(worth, 1), "counters", f"the worth of {colour} is a number from 1")
        require(count == len(data["sites"][colour]) + 2, "counters", f"two {colour} counters more than sites")


def _check_character(card: Mapping[str, Any]) -> None:
    where = card["id"]
    require(_counts(card["life"], 1) and _counts(card["stamina"], 0), where, "life from 1, stamina from 0")
    require(list(card["attributes"]) == list(ATTRIBUTES), where, "an attribute of each name")
    require(list(card["damage"]) == list(KINDS), where, "a damage of each kind")
    values = [*card["attributes"].values(), *card["damage"].values()]
    require(all(_counts(value, 0) for value in values), where, "attributes and damage from 0")


def _check_name(named: Mapping[str, Any]) -> None:
    name = named["name"]
    told = isinstance(name, dict) and sorted(name) == ["en", "ru"] and all(name.values())
    require(told, named.get("id", named.get("hex")), "a name in English and in Russian")


def _check_hero(hero: Mapping[str, Any]) -> None:
    where = hero["id"]
    fields = ["abilities", "attributes", "damage", "id", "life", "name", "skills", "stamina"]
    require(sorted(hero) == fields, where, f"a hero has {fields}")
    _check_character(hero)
    for skill, n in hero["skills"].items():
        require(skill in SKILLS and _counts(n, 1), where, f"{skill!r} {n!r} is no skill")
    for ability in hero["abilities"]:
        check_ability(ability, "hero", where)


def _check_item(card: Mapping[str, Any]) -> None:
    where = card["id"]
    fields = {
        "artifact": ["abilities", "id", "name", "slot", "type"],
        "ally": ["abilities", "attributes", "damage", "id", "life", "name", "stamina", "type"],
        "rune": ["abilities", "id", "name", "type"],
    }
    require(card["type"] in fields, where, f"{card['type']!r} is no type of card")
    present = sorted(name for name in card if name != "price")
    require(present == fields[card["type"]], where, f"a {card['type']} has {fields[card['type']]}")
    if card["type"] == "ally":
        _check_character(card)
    elif card["type"] == "artifact":
        require(card["slot"] in SLOTS, where, f"{card['slot']!r} is no slot")
    else:
        require(not card["abilities"], where, "a rune has no ability")
    for ability in card["abilities"]:
        check_ability(ability, card["type"], where)
    passive = any(ability["trigger"] == "passive" for ability in card["abilities"])
    turned = any(ability["cost"]["type"] == "exhaust" for ability in card["abilities"])
    require(not (passive and turned), where, "no card has both a passive effect and an exhaust cost (§11.4)")


def _check_adventure(card: Mapping[str, Any], ids: Sequence[str]) -> None:
    where = card["id"]
    category, kind = card["category"], card.get("kind")
    fields = ["id", "name", "colour", "category", "kind"]
    if category == "event":
        require(kind == "event" and _counts(card["value"], 1) and card["value"] <= 3, where, "an event is worth 1 to 3")
        fields += ["value", "immediate", "lasting"]
        for effect in card["immediate"]:
            check_effect(effect, IMMEDIATE, where)
        for effect in card["lasting"]:
            check_effect(effect, LASTING, where)
    else:
        require((category, kind) in _KINDS, where, f"{category} {kind} is no kind of card")
        fields += ["reward"]
        for effect in card["reward"]:
            check_result(effect, where)
        topdecked = [effect["card"] for effect in card["reward"] if effect["type"] == "topdeck"]
        require(all(one in ids for one in topdecked), where, "the card put on top exists")
    if kind == "test":
        fields += ["test", "failure"]
        check_effect({"type": "test", "fail": [{"type": "win"}], **card["test"]}, ("test",), where)
        require("fail" not in card["test"], where, "what failure brings stands apart")
        for effect in card["failure"]:
            check_result(effect, where)
    elif kind == "combat":
        fields += ["enemy", "rules"]
        _check_character({"id": where, "stamina": 0, **card["enemy"]})
        _check_rules(card["rules"], where)
    require(sorted(card) == sorted(fields), where, f"{category} {kind} has {sorted(fields)}, not {sorted(card)}")


_KINDS: Final = (
    *(("challenge", kind) for kind in ("combat", "test")),
    *(("encounter", kind) for kind in ("combat", "test", "boon")),
)


def _check_rules(rules: Sequence[Mapping[str, Any]], where: str) -> None:
    for rule in rules:
        require(sorted(rule) == ["effect", "when"], where, "an enemy rule has a when and an effect")
        require(rule["when"] in ENEMY_RULES, where, f"{rule['when']!r} is no time for an enemy rule")
        check_effect(rule["effect"], ENEMY_RULES[rule["when"]], where)
    always = [rule["effect"]["type"] for rule in rules if rule["when"] == "always"]
    require(len(set(always)) == len(always), where, "each lasting rule once")


def _check_kept(adventures: Sequence[Mapping[str, Any]], kept: Sequence[Mapping[str, Any]]) -> None:
    """Each card that says it is taken becomes something, of the type it says; nothing else does."""
    types = {card["id"]: card["type"] for card in kept}
    require(len(types) == len(kept), "kept", "an id is used twice")
    for card in adventures:
        taken = [effect["type"][5:] for effect in card.get("reward", []) if effect["type"].startswith("take_")]
        require(len(taken) <= 1, card["id"], "a card is taken once")
        expected = taken[0] if taken else None
        require(types.pop(card["id"], None) == expected, card["id"], f"it becomes {expected}")
    require(not types, "kept", f"{sorted(types)} are no adventure cards")


def _counts(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
