"""The aims of the greedy bot, which tries only what it should master, and functions that all aims share."""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.runebound.bots.estimate import Prospects, colours_in_reach, duel_favours
from delvebook.domain.rulesets.runebound.bots.mind import Mind, Targets
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS
from delvebook.domain.rulesets.runebound.state import Action, hex_of
from delvebook.domain.rulesets.runebound.table.counters import unfinished

_PULL: Final = {"green": 2, "yellow": 6, "blue": 12, "red": 30}
"""The pull of a site of the colour on a cautious hero that should master the colour."""


def open_sites(mind: Mind) -> dict[str, list[str]]:
    """By colour, the hexes with a counter whose challenge no player has seen."""
    marked = {entry["hex"] for _, entry in unfinished(mind.view)}
    return {colour: [hex_ for hex_ in hexes if hex_ not in marked] for colour, hexes in mind.view["counters"].items()}


def last_resort(mind: Mind) -> dict[str, int]:
    """Targets for a hero that gains nothing by waiting: the easiest colour with a counter, or unfinished challenges."""
    sites = open_sites(mind)
    for colour in COLOURS:  # the easiest first, whatever the order of the view's keys
        if sites.get(colour):
            return dict.fromkeys(sites[colour], _PULL[colour])
    return {entry["hex"]: 1 for _, entry in unfinished(mind.view)}


class Cautious:
    """Goes for the hardest colour that the hero should master, and heals before it dares more."""

    thrift = 8
    trifle = 20
    grain = 1000

    def targets(self, mind: Mind) -> Targets:
        """Adventures, or towns if the hero needs one."""
        found = self._sites(mind)
        heals = mind.can_heal() and (not found or mind.half_dead())
        for town in mind.content.map.towns:
            pull = 20 if heals else 0
            pull += 8 if mind.wanted_in(town) else 0
            if pull:
                found[town] = pull
        return found or dict.fromkeys(mind.content.map.towns, 1)

    def venture(self, mind: Mind) -> Action:
        """The adventure if the hero should master it; else a much weaker hero with booty."""
        attempts = mind.of_type("attempt_adventure")
        if attempts and hex_of(mind.hero) in self._sites(mind):
            return attempts[0]
        for attack in mind.of_type("attack_hero"):
            if _booty(mind, attack["seat"]) and duel_favours(mind.content, mind.view, mind.seat, attack["seat"]):
                return attack
        return {"type": "decline_adventure"}

    def _sites(self, mind: Mind) -> dict[str, int]:
        """The adventures that the hero should master; those of `last_resort` if there is none and it cannot heal."""
        colours = colours_in_reach(mind.content, mind.view, mind.seat)
        sites = open_sites(mind)
        found = {hex_: _PULL[colour] for colour in colours for hex_ in sites[colour]}
        prospects = Prospects(mind.content, mind.view, mind.seat)
        for _, entry in unfinished(mind.view):
            if prospects.good(entry["card"]):
                found[entry["hex"]] = _PULL[mind.content.adventures[entry["card"]]["colour"]] * 5 // 4
        return found if found or mind.can_heal() else last_resort(mind)


def _booty(mind: Mind, other: int) -> bool:
    loser = mind.view["heroes"][other]
    cards = [*loser["artifacts"], *(ally["id"] for ally in loser["allies"])]
    return bool(loser["runes"]) or any((mind.content.items[card]["price"] or 8) >= 8 for card in cards)


CAUTIOUS: Final = Cautious()
