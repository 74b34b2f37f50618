"""
Estimates for the bots of the likely course of a fight, in whole numbers.

Chances and expected wounds are counted in thousandths. A table made from a view is as good as a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, KINDS, STATS
from delvebook.domain.rulesets.runebound.combat.steps import attack_refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    allies_in_play,
    attribute,
    character_attribute,
    damage,
    enemy_blow,
    enemy_card,
    enemy_rule,
    is_duel,
    life,
    number_to_beat,
    roll_bonus,
    skill,
)
from delvebook.domain.rulesets.runebound.state import State, current_combat, new_combat

CERTAIN = 1000
PLANS_KEPT = 8192
STANDINGS_KEPT = 512
"""Entries in the caches: best plans by fight, and prospects by hero."""
_TWO_TENS = [sum(a + b >= total for a in range(1, 11) for b in range(1, 11)) * 10 for total in range(21)]


def chance(table: State, needed: int) -> int:
    """The chance, in thousandths, that the dice show at least `needed`."""
    if table["options"]["dice"] == "2d10":
        return _TWO_TENS[min(max(needed, 0), 20)] if needed <= 20 else 0
    return min(CERTAIN, max(0, (21 - needed) * 50))


class Choice(NamedTuple):
    """
    One way to play one step.

    Attributes:
        who: The attacking character; None to defend.
        dealt: Wounds it deals on average, in thousandths.
        own: Wounds the hero suffers on average, in thousandths.
        ally: Wounds an ally suffers on average, in thousandths.
    """

    kind: str
    who: str | None
    dealt: int
    own: int
    ally: int


class Plan(NamedTuple):
    """The average outcome of a combat round that is played well, with its `choices` in step order."""

    score: int
    dealt: int
    own: int
    choices: tuple[Choice, ...]


def facing(table: State, seat: int, card: str) -> State:
    """The table as it would be if the seat fought that card now."""
    return {**table, "combat": new_combat(card, [seat], round_=1), "active": seat}


class Strength(NamedTuple):
    """
    The strength of a seat in a step.

    Attributes:
        attackers: Each character that may attack, what it adds to the die, and the damage it does.
        defence: The bonus that the hero adds to the die to defend.
    """

    attackers: list[tuple[str, int, int]]
    defence: int


Strengths = Mapping[str, Strength]


def strengths(content: Content, table: State, seat: int) -> dict[str, Strength]:
    """By kind of step of the fight at hand, the strength of the seat."""
    found: dict[str, Strength] = {}
    for kind in KINDS:
        attackers = [
            (
                who,
                character_attribute(content, table, seat, who, ATTRIBUTE_OF[kind])
                + roll_bonus(content, table, seat, who, f"{kind}:attack"),
                damage(content, table, seat, who, kind),
            )
            for who in (HERO, *allies_in_play(content, table, seat))
            if attack_refusal(content, table, seat, who, kind) is None
        ]
        own = attribute(content, table, seat, ATTRIBUTE_OF[kind]) + roll_bonus(
            content, table, seat, HERO, f"{kind}:defend"
        )
        found[kind] = Strength(attackers, own)
    return found


def choices(table: State, kind: str, strength: Strength, *, number: int, harm: int) -> Iterator[Choice]:
    """Every way to play the step of that kind against that number, a failure costing that harm."""
    for who, bonus, hurt in strength.attackers:
        hit = chance(table, number - bonus)
        pain = (CERTAIN - hit) * harm
        yield Choice(kind, who, hit * hurt, pain if who == HERO else 0, 0 if who == HERO else pain)
    yield Choice(kind, None, 0, (CERTAIN - chance(table, number - strength.defence)) * harm, 0)


def best_plan(content: Content, table: State, seat: int, kinds: Sequence[str], known: Strengths | None = None) -> Plan:
    """
    The best way to play those steps of the round, no character attacking more often than it may.

    Args:
        known: The strength of the seat in the fight, if already worked out.
    """
    skip = enemy_rule(content, table, "skip")
    known = strengths(content, table, seat) if known is None else known
    steps = tuple(
        tuple(
            choices(
                table,
                kind,
                known[kind],
                number=number_to_beat(content, table, kind),
                harm=enemy_blow(content, table, kind),
            )
        )
        for kind in kinds
        if skip is None or skip["kind"] != kind
    )
    combat, hero = current_combat(table), table["heroes"][seat]
    attacks_left = 1 + combat["again"] - combat["attacked"].count(HERO)
    return _best_of(steps, attacks_left, (life(content, hero) - hero["wounds"]) * CERTAIN)


@lru_cache(maxsize=PLANS_KEPT)
def _best_of(steps: tuple[tuple[Choice, ...], ...], attacks_left: int, hearts: int) -> Plan:
    """
    The best way to play the steps, given the hero's number of attacks and its hearts in thousandths.

    A bot asks about the same fights decision after decision, as long as the hero's strength stays the same.
    """
    left = {HERO: attacks_left}
    best = Plan(-(10**9), 0, 0, ())
    for chosen in product(*steps):
        attackers = [choice.who for choice in chosen if choice.who is not None]
        if len(attackers) > 1 and any(attackers.count(who) > left.get(who, 1) for who in attackers):
            continue
        dealt = own = ally = 0
        for choice in chosen:
            dealt, own, ally = dealt + choice.dealt, own + choice.own, ally + choice.ally
        score = 15 * dealt - (30 if 2 * own >= hearts else 12) * own - 6 * ally
        if score > best.score:
            best = Plan(score, dealt, own, chosen)
    return best


def odds(content: Content, table: State, seat: int, known: Strengths | None = None) -> int:
    """
    The seat's prospects in the fight against the card at hand; above 1000 it should win.

    They are the wounds it can still take divided by those it will take until the enemy falls, in thousandths. 0 if the
    enemy recovers from wounds as fast as they are dealt.
    """
    combat, hero = current_combat(table), table["heroes"][seat]
    plan = best_plan(content, table, seat, KINDS, known)
    dealt = plan.dealt - recovery(content, table, plan)
    left = content.adventures[enemy_card(table)]["enemy"]["life"] - combat["wounds"]
    hearts = life(content, hero) - hero["wounds"]
    return int(hearts * max(dealt, 0) * CERTAIN // (left * max(plan.own, 50)))


def recovery(content: Content, table: State, plan: Plan) -> int:
    """The wounds the enemy card recovers from in a round played by that plan, on average, in thousandths."""
    recovered = 0
    for rule in content.adventures[enemy_card(table)]["rules"]:
        if rule["effect"]["type"] != "regen":
            continue
        times = CERTAIN
        if rule["when"] == "on_wound":
            blows = ((choice, enemy_blow(content, table, choice.kind)) for choice in plan.choices)
            times = sum((choice.own + choice.ally) // harm for choice, harm in blows if harm)
        recovered += int(rule["effect"]["n"]) * times if rule["when"] != "before" else 0
    return recovered


def test_chance(content: Content, table: State, seat: int, test: Printed, *, target: int, uses: int) -> int:
    """The chance, in thousandths, to pass a test with that many uses of the skill."""
    bonus = attribute(content, table, seat, test["attribute"])
    bonus += roll_bonus(content, table, seat, HERO, f"test:{test['skill']}")
    return chance(table, target - bonus - uses * skill(content, table, seat, test["skill"]))


class Challenges:
    """The challenges a seat could face. Its strength is worked out once for all enemies that restrict it alike."""

    def __init__(self, content: Content, table: State, seat: int) -> None:
        self._book, self._table, self._seat = content, table, seat
        self._known: dict[str, Strengths] = {}

    def pass_chance(self, card: str) -> int:
        """The chance, in thousandths, to pass that card's test with one use of the skill."""
        test = self._book.adventures[card]["test"]
        return test_chance(self._book, self._table, self._seat, test, target=test["n"], uses=1)

    def fight(self, card: str) -> tuple[State, Strengths]:
        """The fight against that card, and the strength of the seat in it."""
        fight, always = facing(self._table, self._seat, card), self._book.always[card]
        alike = f"{'no_allies' in always} {always.get('weapons_off')}"
        if alike not in self._known:
            self._known[alike] = strengths(self._book, fight, self._seat)
        return fight, self._known[alike]


class Prospects(Challenges):
    """Judgements of which challenges a seat should overcome."""

    def __init__(self, content: Content, table: State, seat: int) -> None:
        super().__init__(content, table, seat)
        self._judged = {} if table["combat"] is not None else _judgements(content, standing(table, seat))

    def good(self, card: str) -> bool:
        """Whether the seat should overcome that challenge."""
        judged = self._judged.get(card)
        if judged is None:
            judged = self._judged[card] = self._is_good(card)
        return judged

    def _is_good(self, card: str) -> bool:
        if self._book.adventures[card]["kind"] == "test":
            return self.pass_chance(card) >= 550
        fight, known = self.fight(card)
        return odds(self._book, fight, self._seat, known) >= 1300


def standing(table: State, seat: int) -> tuple[object, ...]:
    """All that a seat's prospects depend on outside a fight: the hero with its cards, the event on top, the dice."""
    hero = table["heroes"][seat]
    allies = tuple((ally["id"], ally["wounds"], ally["fatigue"]) for ally in hero["allies"])
    raises = hero["raises"]
    return (
        table["options"]["dice"],
        *table["events"][-1:],
        hero["id"],
        hero["wounds"],
        tuple(raises[name] for name in STATS),
        tuple(hero["artifacts"]),
        tuple(hero["down"]),
        allies,
        len(hero["runes"]),
    )


@lru_cache(maxsize=STANDINGS_KEPT)
def _judgements(content: Content, standing: tuple[object, ...]) -> dict[str, bool]:
    """By card, the judgements so far. They are kept because a hero asks many times while nothing about it changes."""
    return {}


def colours_in_reach(content: Content, table: State, seat: int) -> list[str]:
    """
    The colours of which the seat should overcome three cards in five of those that can still be drawn.

    It looks from green up to the first that is too hard; a handful of cards left says nothing about the next colour.
    """
    found: list[str] = []
    prospects = Prospects(content, table, seat)
    for colour in table["counters"]:
        cards = [
            card
            for card in content.decks[colour]
            if content.adventures[card]["category"] == "challenge" and card not in table["out"][colour]
        ]
        good = sum(prospects.good(card) for card in cards)
        if 5 * good >= 3 * len(cards):
            found.append(colour)
        elif len(cards) > 4:
            break
    return found


def duel_favours(content: Content, table: State, seat: int, other: int) -> bool:
    """Whether the seat is clearly the stronger of two heroes."""
    return might(content, table, seat) * 2 >= might(content, table, other) * 3 and not is_duel(table)


def might(content: Content, table: State, seat: int, *, with_allies: bool = True) -> int:
    """The strength of a hero in the eyes of another, without allies if it is the one attacked (RB-156)."""
    hero = table["heroes"][seat]
    hearts: int = life(content, hero) - hero["wounds"]
    blows = 0
    for kind in KINDS:
        skill_at = attribute(content, table, seat, ATTRIBUTE_OF[kind])
        skill_at += roll_bonus(content, table, seat, HERO, f"{kind}:attack")
        blows += damage(content, table, seat, HERO, kind) * (8 + skill_at)
    for ally in hero["allies"] if with_allies else ():
        card = content.items[ally["id"]]
        blows += max(card["damage"][kind] * (8 + card["attributes"][ATTRIBUTE_OF[kind]]) for kind in KINDS) // 2
    return hearts * blows
