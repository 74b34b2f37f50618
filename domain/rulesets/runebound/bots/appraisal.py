"""The worth of a card to a hero, for the bots: whole numbers on one scale, about that of prices."""

from __future__ import annotations

from typing import Final

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, KINDS, rolls_of
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import Hero

_RUNE: Final = 100
_BY_EFFECT: Final = {
    "dice": 4,
    "ease": 2,
    "skill": 2,
    "price": 2,
    "wild": 2,
    "reroll_move": 1,
    "travel": 1,
    "reroll": 6,
    "soak": 5,
    "strike": 5,
    "weaken": 4,
    "blunt": 4,
    "again": 5,
    "cling": 5,
}


def main_kind(content: Content, hero: Hero) -> str:
    """The kind of fight the hero is best at."""
    card, raises = content.heroes[hero["id"]], hero["raises"]

    def skill(kind: str) -> int:
        name = ATTRIBUTE_OF[kind]
        return int((card["attributes"][name] + raises[name] + 6) * card["damage"][kind])

    return max(KINDS, key=skill)


def worth(content: Content, hero: Hero, card: str) -> int:
    """The worth of the card to the hero, times ten."""
    item = content.items[card]
    if item["type"] == "rune":
        return 10 * _RUNE
    kind_fought = main_kind(content, hero)
    total = sum(_ability_worth(ability, kind_fought) for ability in item["abilities"])
    if item["type"] == "ally":
        total += max(item["damage"][kind] * (item["attributes"][ATTRIBUTE_OF[kind]] + 1) for kind in KINDS) * 8
        total += item["life"] * 4
    return total


def _ability_worth(ability: Printed, kind: str) -> int:
    total = sum(_effect_worth(effect, kind) for effect in ability["effects"])
    return total // 2 if ability["cost"]["type"] == "discard" else total


def _effect_worth(effect: Printed, kind: str) -> int:
    match effect["type"]:
        case "roll":
            rolls = rolls_of(effect["kind"])
            attack = 18 if f"{kind}:attack" in rolls else 3 if any(":attack" in roll for roll in rolls) else 0
            defend = 6 * sum(roll.endswith(":defend") for roll in rolls)
            return int(effect["n"]) * (attack + defend + (1 if "escape" in rolls or "test:lore" in rolls else 0))
        case "damage":
            return int(effect["n"]) * (45 if effect["kind"] == kind else 8)
        case "attr":
            return int(effect["n"]) * (40 if effect["attribute"] == ATTRIBUTE_OF[kind] else 12)
        case "prevent":
            return 70 if effect["n"] == "all" else 25 * int(effect["n"])
        case "heal":
            return 60 if effect["n"] == "all" else 35 * int(effect["n"])
        case "rest":
            return 30 if effect["n"] == "all" else 20 * int(effect["n"])
        case other:
            return 10 * _BY_EFFECT[other]
