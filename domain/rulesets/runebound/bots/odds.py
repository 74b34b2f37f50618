"""
The chance that a hero beats an enemy card if it plays every round by its best plan, in whole millionths.

The steps of a round are played in their order, and rounds follow until one of the two falls. An ally's wounds are left
out, and the wounds that an enemy recovers from count as additional life.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from delvebook.domain.rulesets.runebound.bots.estimate import (
    STANDINGS_KEPT,
    Challenges,
    Choice,
    Strengths,
    best_plan,
    chance,
    recovery,
    standing,
)
from delvebook.domain.rulesets.runebound.box.vocabulary import KINDS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, enemy_blow, life, number_to_beat
from delvebook.domain.rulesets.runebound.state import State

SURE: Final = 1_000_000
FIGHTS_KEPT: Final = 16_384
LIFE_MAX: Final = 30
"""The most life that an enemy counts as having, however fast it recovers."""


class Blow(NamedTuple):
    """
    A step of a round, as it is played.

    Attributes:
        success: Its chance, in thousandths.
        dealt: Wounds of the enemy if it succeeds.
        taken: Wounds of the hero if it fails.
    """

    success: int
    dealt: int
    taken: int


@lru_cache(maxsize=FIGHTS_KEPT)
def win_chance(blows: tuple[Blow, ...], enemy: int, hearts: int) -> int:
    """
    The chance, in millionths, that the enemy falls first.

    Args:
        blows: The steps of every round.
        enemy: The wounds the enemy can take.
        hearts: The wounds the hero can take.
    """
    won: dict[tuple[int, int], int] = {}
    for own in range(1, hearts + 1):
        for left in range(1, enemy + 1):
            total = idle = 0
            for weight, left_then, own_then in _after_round(blows, left, own):
                if left_then <= 0:
                    total += weight * SURE
                elif (left_then, own_then) == (left, own):
                    idle += weight
                elif own_then > 0:
                    total += weight * won[left_then, own_then]
            won[left, own] = total // (SURE - idle) if idle < SURE else 0
    return won.get((enemy, hearts), 0)


def _after_round(blows: Sequence[Blow], enemy: int, hearts: int) -> list[tuple[int, int, int]]:
    """Every course of a round: its chance in millionths, and the wounds the enemy and the hero can take after it."""
    courses = [(SURE, enemy, hearts)]
    for success, dealt, taken in blows:
        longer = []
        for weight, left, own in courses:
            if left <= 0 or own <= 0:
                longer.append((weight, left, own))
            else:
                well = weight * success // 1000
                longer += [(well, left - dealt, own), (weight - well, left, own - taken)]
        courses = longer
    return courses


class Odds(Challenges):
    """The seat's chances to overcome challenges as it stands. Those found outside fights are kept."""

    def __init__(self, content: Content, table: State, seat: int) -> None:
        super().__init__(content, table, seat)
        self._found = {} if table["combat"] is not None else _findings(content, standing(table, seat))

    def of(self, card: str) -> int:
        """The chance to overcome that challenge, in millionths."""
        found = self._found.get(card)
        if found is None:
            is_test = self._book.adventures[card]["kind"] == "test"
            found = self._found[card] = 1000 * self.pass_chance(card) if is_test else self._of_fight(card)
        return found

    def _of_fight(self, card: str) -> int:
        fight, known = self.fight(card)
        plan = best_plan(self._book, fight, self._seat, KINDS, known)
        hero = fight["heroes"][self._seat]
        enemy = int(self._book.adventures[card]["enemy"]["life"])
        recovered = recovery(self._book, fight, plan)
        if recovered:
            if plan.dealt <= recovered:
                return 0
            enemy = min(LIFE_MAX, -(-enemy * plan.dealt // (plan.dealt - recovered)))
        blows = tuple(_blow(self._book, fight, known, choice) for choice in plan.choices)
        return win_chance(blows, enemy, max(0, life(self._book, hero) - hero["wounds"]))


def _blow(content: Content, fight: State, known: Strengths, choice: Choice) -> Blow:
    number, harm = number_to_beat(content, fight, choice.kind), enemy_blow(content, fight, choice.kind)
    if choice.who is None:
        return Blow(chance(fight, number - known[choice.kind].defence), 0, harm)
    bonus, hurt = next((bonus, hurt) for who, bonus, hurt in known[choice.kind].attackers if who == choice.who)
    return Blow(chance(fight, number - bonus), hurt, harm if choice.who == HERO else 0)


@lru_cache(maxsize=STANDINGS_KEPT)
def _findings(content: Content, standing: tuple[object, ...]) -> dict[str, int]:
    """By card, the chances so far. They are kept because a hero asks many times while nothing about it changes."""
    return {}
