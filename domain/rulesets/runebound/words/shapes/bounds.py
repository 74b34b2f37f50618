"""How long the lists of a view can become, worked out from the components."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import KINDS
from delvebook.domain.rulesets.runebound.content import CONTENT


def _effects() -> Iterable[Printed]:
    """Everything that an adventure card may bring."""
    for card in CONTENT.adventures.values():
        for part in ("reward", "failure", "immediate"):
            yield from card.get(part, ())
        yield from (rule["effect"] for rule in card.get("rules", ()))


def _free(card: str) -> int:
    """How many of the card's abilities are used in a window without a cost."""
    abilities = CONTENT.abilities[card]
    return sum(ability["trigger"] != "passive" and ability["cost"]["type"] == "none" for ability in abilities)


SEATS: Final = 6
DECK: Final = max(map(len, CONTENT.decks.values()))
MARKET: Final = len(CONTENT.decks["market"])
COLOURED: Final = max(len(cards) for zone, cards in CONTENT.decks.items() if zone != "market")
SITES: Final = max(map(len, CONTENT.sites.values()))
OWNED: Final = len(CONTENT.items)
"""Everything that can be owned, if one hero owned all of it."""
ARTIFACTS: Final = sum(item["type"] == "artifact" for item in CONTENT.items.values())
ALLIES: Final = CONTENT.rules["allies_max"] + 1
"""One more than a hero may keep, until it has sent one away."""
FREE_USES: Final = max(map(_free, CONTENT.heroes)) + sum(map(_free, CONTENT.items))
BEFORE_COMBAT: Final = sum(
    ability["trigger"] == "before_combat" for abilities in CONTENT.abilities.values() for ability in abilities
)
MOVEMENT_DICE: Final = (
    max(CONTENT.rules["movement_dice"].values())
    + sum(max(passive.dice, 0) for passive in CONTENT.passives.values())
    + max(
        sum(effect["n"] for effect in effects if effect["type"] == "movedice") for effects in CONTENT.lasting.values()
    )
)
NEAREST_TOWNS: Final = max(map(len, CONTENT.map.nearest_towns.values()))
LOOT: Final = max(effect["n"] for effect in _effects() if effect["type"] == "loot")
"""The cards turned up, of which one is kept."""
COMBINED_EFFECTS: Final = max(len(effect.get(part, ())) for effect in _effects() for part in ("fail", "effects"))
"""The effects that one effect consists of: what failing a test brings, and what everybody suffers."""
ATTACKS: Final = len(KINDS)
"""One character attacks in each step."""
TO_COME: Final = (2 + 2 * len(KINDS)) + 5 + 3
"""
What follows an answer: the round of a duel and its successor, what ends a duel (spoils, the town, losses, a card too
many, what comes after the win), and what wounds bring (an ally falls, a knockout, fatigue after it). What follows in a
fight with a card, and in an event that everybody suffers, is less.
"""
