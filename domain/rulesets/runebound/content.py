"""
The components of the game, checked and prepared: what `content.json` says, looked up by id.

The engine takes every figure from here. Nothing in a `Book` changes after it is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.runebound.hexes import HexMap
from delvebook.domain.rulesets.runebound.vocabulary import (
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
    rolls_of,
)


class Passive:
    """What a card adds while it lies face up: by roll, damage kind, attribute, skill, price and terrain."""

    __slots__ = ("attributes", "damage", "dice", "eases", "prices", "rolls", "skills")

    def __init__(self, abilities: Sequence[Mapping[str, Any]]) -> None:
        self.rolls: dict[str, int] = {}
        self.damage: dict[str, int] = {}
        self.attributes: dict[str, int] = {}
        self.skills: dict[str, int] = {}
        self.prices: dict[str, int] = {}
        self.eases: list[str] = []
        self.dice = 0
        for ability in abilities:
            if ability["trigger"] == "passive":
                for effect in ability["effects"]:
                    self._add(effect)

    def _add(self, effect: Mapping[str, Any]) -> None:
        match effect["type"]:
            case "roll":
                for roll in rolls_of(effect["kind"]):
                    self.rolls[roll] = self.rolls.get(roll, 0) + effect["n"]
            case "damage":
                self.damage[effect["kind"]] = self.damage.get(effect["kind"], 0) + effect["n"]
            case "attr":
                self.attributes[effect["attribute"]] = self.attributes.get(effect["attribute"], 0) + effect["n"]
            case "skill":
                self.skills[effect["skill"]] = self.skills.get(effect["skill"], 0) + effect["n"]
            case "price":
                self.prices[effect["what"]] = self.prices.get(effect["what"], 0) + effect["n"]
            case "ease":
                self.eases.append(effect["terrain"])
            case "dice":
                self.dice += effect["n"]
            case other:
                require(condition=False, where="passive", problem=f"no code for {other}")


class Book:
    """
    All components by id.

    Attributes:
        heroes: Hero cards by id.
        items: Whatever a hero can own, by id: `type` artifact, ally or rune; `price` None for kept cards.
        adventures: Adventure cards by id.
        decks: The ids of each deck (market and the colours), sorted.
        passives: By hero or item id, what it adds while face up.
        abilities: By hero or item id, its abilities in printed order.
        rolls_meant: By (card, ability index), the full names of the rolls an `on_roll` or `on_fail` is for.
        site_colour: By hex.
    """

    def __init__(self, content: Mapping[str, Any]) -> None:
        check_content(content)
        self.rules: Mapping[str, Any] = content["rules"]
        self.decided: Mapping[str, Any] = content["decided"]
        self.track_spaces: int = content["track"]["spaces"]
        self.xp_costs: Mapping[str, int] = content["xp_cost"]["by_seats"]
        self.worth: Mapping[str, int] = content["counters"]["worth"]
        self.counter_counts: Mapping[str, int] = content["counters"]["count"]
        self.faces: list[tuple[str, ...]] = [tuple(face) for face in content["dice"]["faces"]]
        self.map = HexMap(content["map"])
        self.sites: Mapping[str, list[str]] = content["map"]["sites"]
        self.site_colour = {name: colour for colour, sites in self.sites.items() for name in sites}
        self.heroes: dict[str, Mapping[str, Any]] = {card["id"]: card for card in content["heroes"]["cards"]}
        self.adventures: dict[str, Mapping[str, Any]] = {card["id"]: card for card in content["adventures"]["cards"]}
        self.items = _items(content)
        self.decks: dict[str, list[str]] = {
            "market": sorted(id_ for id_, item in self.items.items() if item["price"] is not None),
            **{
                colour: sorted(id_ for id_, card in self.adventures.items() if card["colour"] == colour)
                for colour in COLOURS
            },
        }
        self.abilities: dict[str, list[Mapping[str, Any]]] = {
            id_: card["abilities"] for id_, card in [*self.heroes.items(), *self.items.items()]
        }
        self.passives = {id_: Passive(abilities) for id_, abilities in self.abilities.items()}
        self.rolls_meant = {
            (id_, index): tuple(roll for kind in ability["kinds"] for roll in rolls_of(kind))
            for id_, abilities in self.abilities.items()
            for index, ability in enumerate(abilities)
            if ability["trigger"] in ("on_roll", "on_fail")
        }
        self.boosts = {
            (id_, index): _boost(ability)
            for id_, abilities in self.abilities.items()
            for index, ability in enumerate(abilities)
            if ability["trigger"] == "on_roll"
        }
        self.always = {
            id_: {rule["effect"]["type"]: rule["effect"] for rule in card["rules"] if rule["when"] == "always"}
            for id_, card in self.adventures.items()
            if card["kind"] == "combat"
        }
        self.lasting = {id_: card["lasting"] for id_, card in self.adventures.items() if card["kind"] == "event"}
        self.event_rolls = {id_: _event_rolls(lasting) for id_, lasting in self.lasting.items()}

    def shown(self, dice: Sequence[int]) -> list[str]:
        """What those faces of movement dice show, each as its terrains in one word."""
        return ["/".join(self.faces[face - 1]) for face in dice]

    def colour_of(self, card: str) -> str | None:
        """The colour of the adventure deck a card came from; None for a Market card."""
        adventure = self.adventures.get(card)
        return None if adventure is None else adventure["colour"]


def _event_rolls(lasting: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """By roll, what an event adds to everybody's."""
    bonus: dict[str, int] = {}
    for effect in lasting:
        if effect["type"] == "rollmod":
            for roll in rolls_of(effect["kind"]):
                bonus[roll] = bonus.get(roll, 0) + effect["n"]
    return bonus


def _boost(ability: Mapping[str, Any]) -> dict[str, int]:
    """By roll, what one use adds to it."""
    bonus: dict[str, int] = {}
    for effect in ability["effects"]:
        for roll in rolls_of(effect["kind"]):
            bonus[roll] = bonus.get(roll, 0) + effect["n"]
    return bonus


def _items(content: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Whatever a hero can own: Market cards, and the adventure cards that are kept (§11.7)."""
    market = content["market"]
    items: dict[str, Mapping[str, Any]] = {}
    for card in market["artifacts"]:
        items[card["id"]] = {**card, "type": "artifact"}
    for card in market["allies"]:
        items[card["id"]] = {**card, "type": "ally"}
    for card in content["kept"]["cards"]:
        items[card["id"]] = {**card, "price": None}
    return items


@cache
def printed() -> Book:
    """The components as printed: the title's own `content.json`."""
    return Book(load_data("delvebook.domain.rulesets.runebound", "content.json"))


def check_content(content: Mapping[str, Any]) -> None:
    """
    Returns if the content is complete, consistent, and made of nothing but the closed vocabulary.

    Raises:
        BrokenRuleError: Names the place and what is wrong there.
    """
    _check_figures(content)
    _check_map(content)
    heroes, market = content["heroes"]["cards"], content["market"]
    adventures, kept = content["adventures"]["cards"], content["kept"]["cards"]
    counts = (len(heroes), len(market["artifacts"]), len(market["allies"]))
    require(counts == (12, 60, 24), "cards", f"12 heroes, 60 artifacts and 24 allies are due, not {counts}")
    for colour in COLOURS:
        count = sum(card["colour"] == colour for card in adventures)
        require(count == 21, "cards", f"21 {colour} cards are due, not {count}")
    require(len(adventures) == 84, "cards", f"84 adventure cards are due, not {len(adventures)}")
    ids = [card["id"] for card in [*heroes, *market["artifacts"], *market["allies"], *adventures]]
    require(len(set(ids)) == len(ids), "cards", "an id is used twice")
    hexes = HexMap(content["map"]).names
    require(not set(ids) & set(hexes), "cards", "no card is named like a hex")
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


def _check_figures(content: Mapping[str, Any]) -> None:
    rules, decided = content["rules"], content["decided"]
    for name in ("starting_gold", "die", "weapons_max", "armour_max", "allies_max", "runes_to_win", "heal_price"):
        require(_counts(rules[name], 1), "rules", f"{name} is a number from 1")
    for name in ("town", "elsewhere", "least"):
        require(_counts(rules["movement_dice"][name], 1), "rules", f"movement_dice.{name} is a number from 1")
    for name in ("combat_rounds_max", "default_round_limit"):
        require(_counts(decided[name], 1), "decided", f"{name} is a number from 1")
    require(decided["stats"] == list(STATS), "decided", "the stats to raise are those of the vocabulary")
    require(_counts(content["track"]["spaces"], 1), "track", "spaces is a number from 1")
    costs = content["xp_cost"]["by_seats"]
    require(sorted(costs) == list("123456"), "xp_cost", "a cost for 1 to 6 seats")
    require(all(_counts(cost, 1) for cost in costs.values()), "xp_cost", "a cost is a number from 1")
    faces = content["dice"]["faces"]
    require(len(faces) == 6, "dice", "a movement die has six faces")
    for face in faces:
        require(len(set(face)) == len(face) >= 2, "dice", "every face has at least two symbols, each once")
        require(all(symbol in TERRAINS for symbol in face), "dice", "a symbol is a terrain other than town")
    shown = {terrain: sum(terrain in face for face in faces) for terrain in TERRAINS}
    require(all(shown.values()), "dice", "every terrain is on some face")


def _check_map(content: Mapping[str, Any]) -> None:
    data = content["map"]
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
    require(content["rules"]["start"] in towns, "map", "the heroes start in a town")
    sites = [name for colour in COLOURS for name in data["sites"][colour]]
    require(len(set(sites)) == len(sites) == 50, "map", "50 sites, each on a hex of its own")
    for name in sites:
        require(name in hexes.terrain and name not in towns, "map", f"the site {name} is a hex outside the towns")
    for colour in COLOURS:
        count, worth = content["counters"]["count"][colour], content["counters"]["worth"][colour]
        require(_counts(worth, 1), "counters", f"the worth of {colour} is a number from 1")
        require(count == len(data["sites"][colour]) + 2, "counters", f"two {colour} counters more than sites")


def _check_character(card: Mapping[str, Any]) -> None:
    where = card["id"]
    require(_counts(card["life"], 1) and _counts(card["stamina"], 0), where, "life from 1, stamina from 0")
    require(list(card["attributes"]) == list(ATTRIBUTES), where, "an attribute of each name")
    require(list(card["damage"]) == list(KINDS), where, "a damage of each kind")
    values = [*card["attributes"].values(), *card["damage"].values()]
    require(all(_counts(value, 0) for value in values), where, "attributes and damage from 0")


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


def _counts(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
