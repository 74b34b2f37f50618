"""
The components of the game, checked and prepared for look-up by id.

The rules take every figure from here. Nothing in a `Content` changes after it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.runebound.box.checks import check_content
from delvebook.domain.rulesets.runebound.box.hexes import HexMap
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS, require, rolls_of

PACKAGE: Final = "delvebook.domain.rulesets.runebound"


class Passive:
    """The bonuses of a card while it lies face up: by roll, damage kind, attribute, skill, price and terrain."""

    __slots__ = ("attributes", "damage", "dice", "eases", "prices", "rolls", "skills")

    def __init__(self, abilities: Sequence[Printed]) -> None:
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

    def _add(self, effect: Printed) -> None:
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


class Content:
    """
    All components by id.

    Attributes:
        heroes: Hero cards by id.
        names: By id of a card or town, its names in both languages; `<id>.kept` is what a kept card becomes.
        items: Everything a hero can own, by id: `type` artifact, ally or rune; `price` None for kept cards.
        adventures: Adventure cards by id.
        decks: The ids of each deck (market and the colours), sorted.
        passives: By hero or item id, the bonuses it gives while face up.
        abilities: By hero or item id, its abilities in printed order.
        rolls_meant: By (card, ability index), the full names of the rolls an `on_roll` or `on_fail` is for.
        site_colour: By hex, the colour of its site.
    """

    def __init__(self, raw: Printed) -> None:
        self.rules: Printed = raw["rules"]
        self.decided: Printed = raw["decided"]
        self.names = _names(raw)
        self.track_spaces: int = raw["track"]["spaces"]
        self.xp_costs: Mapping[str, int] = raw["xp_cost"]["by_seats"]
        self.worth: Mapping[str, int] = raw["counters"]["worth"]
        self.printed_markers: Mapping[str, int] = raw["markers"]["printed"]
        self.counter_counts: Mapping[str, int] = raw["counters"]["count"]
        self.faces: list[tuple[str, ...]] = [tuple(face) for face in raw["dice"]["faces"]]
        self.map = HexMap(raw["map"])
        self.sites: Mapping[str, list[str]] = raw["map"]["sites"]
        self.site_colour = {name: colour for colour, sites in self.sites.items() for name in sites}
        self.heroes: dict[str, Printed] = {card["id"]: card for card in raw["heroes"]["cards"]}
        self.adventures: dict[str, Printed] = {card["id"]: card for card in raw["adventures"]["cards"]}
        self.items = _items(raw)
        self.decks: dict[str, list[str]] = {
            "market": sorted(id_ for id_, item in self.items.items() if item["price"] is not None),
            **{
                colour: sorted(id_ for id_, card in self.adventures.items() if card["colour"] == colour)
                for colour in COLOURS
            },
        }
        self.abilities: dict[str, list[Printed]] = {
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
            (id_, index): _roll_bonuses(ability["effects"])
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
        self.event_rolls = {
            id_: _roll_bonuses(effect for effect in lasting if effect["type"] == "rollmod")
            for id_, lasting in self.lasting.items()
        }

    def colour_of(self, card: str) -> str | None:
        """The colour of the adventure deck a card came from; None for a Market card."""
        adventure = self.adventures.get(card)
        return None if adventure is None else adventure["colour"]


def _roll_bonuses(effects: Iterable[Printed]) -> dict[str, int]:
    """By roll, the sum that those effects add to it."""
    bonus: dict[str, int] = {}
    for effect in effects:
        for roll in rolls_of(effect["kind"]):
            bonus[roll] = bonus.get(roll, 0) + effect["n"]
    return bonus


def _items(raw: Printed) -> dict[str, Printed]:
    """Everything a hero can own: Market cards, and the adventure cards that are kept (§11.7)."""
    market = raw["market"]
    items: dict[str, Printed] = {}
    for card in market["artifacts"]:
        items[card["id"]] = {**card, "type": "artifact"}
    for card in market["allies"]:
        items[card["id"]] = {**card, "type": "ally"}
    for card in raw["kept"]["cards"]:
        items[card["id"]] = {**card, "price": None}
    return items


def _names(raw: Printed) -> dict[str, Mapping[str, str]]:
    """The names of every card and town."""
    market = raw["market"]
    cards = [*raw["heroes"]["cards"], *market["artifacts"], *market["allies"], *raw["adventures"]["cards"]]
    return {
        **{town["hex"]: town["name"] for town in raw["map"]["towns"]},
        **{card["id"]: card["name"] for card in cards},
        **{f"{card['id']}.kept": card["name"] for card in raw["kept"]["cards"]},
    }


def parse_content(raw: Mapping[str, object]) -> Content:
    """
    The components as `content.json` lists them.

    Raises:
        BrokenRuleError: The data are incomplete, inconsistent, or use a word that is not in the vocabulary.
    """
    check_content(raw)
    return Content(raw)


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
"""The components as printed."""
