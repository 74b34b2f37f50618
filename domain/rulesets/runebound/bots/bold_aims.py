"""
The aims of the strong bot: goes where it gains the most on average, and knows what a defeat would cost.

Gains and losses are hundredths of an experience point. A hero that avoids what it may lose wins too late: a knockout
costs half the gold and a walk, and heals every wound.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.runebound.bots.aims import last_resort, open_sites
from delvebook.domain.rulesets.runebound.bots.estimate import might
from delvebook.domain.rulesets.runebound.bots.mind import Mind, Targets
from delvebook.domain.rulesets.runebound.bots.odds import SURE, Odds
from delvebook.domain.rulesets.runebound.heroes.figures import experience, life
from delvebook.domain.rulesets.runebound.state import Action, Hero, hex_of
from delvebook.domain.rulesets.runebound.table.counters import unfinished

POINT: Final = 100
RUNE: Final = 1200
VICTORY: Final = 3600
GOLD: Final = 30
CARD: Final = 100
"""The worth of an artifact, ally or choice of cards from an adventure, for each point of its counter."""
HEALING: Final = 400
"""The worth of a town to a hero whose wounds have reached its life."""
GOODS: Final = 4
"""The worth of a card in a shop, for about a tenth of its price."""
DEFEAT: Final = 100
UNSPENT: Final = 30
"""The cost of a knockout: in any case, and for each experience point lost."""
FAILURE: Final = 33
"""The cost of a failed test."""
PRICE: Final = 40
"""The worth of a card taken from another hero, for each gold of its price."""
UNPRICED: Final = 8
EDGE: Final = 220
"""The least strength with which a hero attacks another, in hundredths of the other's."""
REACH: Final = 5
"""The most steps at which another hero is worth following."""
EAGER: Final = 2


class Bold:
    """Weighs what an adventure may bring against what it may cost, and the way to it."""

    thrift = 4
    trifle = 10
    grain = 100

    def targets(self, mind: Mind) -> Targets:
        """Adventures that gain something on average, weaker heroes nearby, and towns for what they offer."""
        found = self._sites(mind)
        in_need = not found or mind.half_dead()
        for other, hero in enumerate(mind.view["heroes"]):
            if other != mind.seat and self._is_near(mind, hero):
                gain = EAGER * _gain_of_attack(mind, other)
                if gain > 0:
                    found[hex_of(hero)] = max(gain, found.get(hex_of(hero), 0))
        for town in mind.content.map.towns:
            pull = GOODS * max((mind.worth(card) for card in mind.wanted_in(town)), default=0)
            if mind.can_heal():
                pull += HEALING * mind.hero["wounds"] // life(mind.content, mind.hero) + HEALING // 2 * in_need
            if pull:
                found[town] = max(pull, found.get(town, 0))
        return found or dict.fromkeys(mind.content.map.towns, 1)

    def venture(self, mind: Mind) -> Action:
        """The adventure, or an attack that gains more; else neither."""
        attempts = mind.of_type("attempt_adventure")
        best = self._sites(mind).get(hex_of(mind.hero), 0) if attempts else 0
        chosen = attempts[0] if best else {"type": "decline_adventure"}
        for attack in mind.of_type("attack_hero"):
            gain = _gain_of_attack(mind, attack["seat"])
            if gain > best:
                best, chosen = gain, attack
        return chosen

    def _sites(self, mind: Mind) -> dict[str, int]:
        """By hex, the average gain of its adventure, if positive; `last_resort` if there is none and it cannot heal."""
        gains = _Gains(mind)
        found: dict[str, int] = {}
        for colour, hexes in open_sites(mind).items():
            gain = gains.of_colour(colour) if hexes else 0
            if gain > 0:
                found.update(dict.fromkeys(hexes, gain))
        for _, entry in unfinished(mind.view):
            gain = gains.of(entry["card"])
            if gain > 0:
                found[entry["hex"]] = gain
        return found if found or mind.can_heal() else last_resort(mind)

    def _is_near(self, mind: Mind, other: Hero) -> bool:
        here = mind.hero["hex"]
        return here is not None and other["hex"] is not None and mind.content.map.steps[here][other["hex"]] <= REACH


class _Gains:
    """The average gains of challenges for a hero."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._odds = Odds(mind.content, mind.view, mind.seat)
        self._defeat = DEFEAT + _lost_by_knockout(mind, mind.hero)

    def of(self, card: str) -> int:
        """The average gain of the challenge, negative if it costs more than it brings."""
        text = self._mind.content.adventures[card]
        odds = self._odds.of(card)
        cost = FAILURE if text["kind"] == "test" else self._defeat
        return (odds * _prize(self._mind, card) - (SURE - odds) * cost) // SURE

    def of_colour(self, colour: str) -> int:
        """The average gain of the unseen challenges of the colour that can still be drawn."""
        content, view = self._mind.content, self._mind.view
        gone = {*view["out"][colour], *(entry["card"] for _, entry in unfinished(view))}
        for hero in view["heroes"]:
            gone.update(hero["runes"], hero["artifacts"], (ally["id"] for ally in hero["allies"]))
        left = [
            card
            for card in content.decks[colour]
            if card not in gone and content.adventures[card]["category"] == "challenge"
        ]
        return sum(self.of(card) for card in left) // len(left) if left else 0


def _prize(mind: Mind, card: str) -> int:
    """The worth of overcoming the challenge."""
    text = mind.content.adventures[card]
    points = mind.content.worth[text["colour"]]
    prize = POINT * points
    for reward in text["reward"]:
        match reward["type"]:
            case "gold":
                prize += GOLD * reward["n"]
            case "take_rune":
                prize += RUNE
            case "win":
                prize += VICTORY
            case "take_ally" | "take_artifact" | "loot":
                prize += CARD * points
    return prize


def _lost_by_knockout(mind: Mind, hero: Hero) -> int:
    return UNSPENT * experience(mind.content, hero) + GOLD * (hero["gold"] // 2)


def _gain_of_attack(mind: Mind, other: int) -> int:
    """The average gain of attacking the hero; 0 if it is too strong."""
    own = might(mind.content, mind.view, mind.seat)
    theirs = max(1, might(mind.content, mind.view, other, with_allies=False))
    ratio = 100 * own // theirs
    if ratio < EDGE:
        return 0
    odds = SURE * ratio * ratio // (ratio * ratio + 100 * 100)
    prey = mind.view["heroes"][other]
    gain = _best_spoils(mind, prey) + _lost_by_knockout(mind, prey)
    cost = _best_spoils(mind, mind.hero) + _lost_by_knockout(mind, mind.hero) + DEFEAT
    return (odds * gain - (SURE - odds) * cost) // SURE


def _best_spoils(mind: Mind, hero: Hero) -> int:
    """The worth of the best card that can be taken from the hero; a rune counts twice, since it changes sides."""
    if hero["runes"]:
        return 2 * RUNE
    cards = [*hero["artifacts"], *(ally["id"] for ally in hero["allies"])]
    return max((PRICE * (mind.content.items[card]["price"] or UNPRICED) for card in cards), default=0)


BOLD: Final = Bold()
