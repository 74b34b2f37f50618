"""
What a fight is likely to bring: whole-number estimates, for the greedy bot.

Chances and expected wounds are counted in thousandths. Asked of a view as well as of a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from domain.rulesets.runebound.combat import attack_objection, blow, number_to_beat
from domain.rulesets.runebound.content import Book
from domain.rulesets.runebound.figures import (
    HERO,
    allies_in_play,
    attribute,
    character_attribute,
    damage,
    enemy_rule,
    is_duel,
    life,
    roll_bonus,
    skill,
)
from domain.rulesets.runebound.vocabulary import ATTRIBUTE_OF, KINDS

CERTAIN = 1000
_TWO_TENS = [sum(a + b >= total for a in range(1, 11) for b in range(1, 11)) * 10 for total in range(21)]


def chance(table: Mapping[str, Any], needed: int) -> int:
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
    """What a combat round brings if it is played well; `choices` in step order."""

    score: int
    dealt: int
    own: int
    choices: tuple[Choice, ...]


def facing(table: Mapping[str, Any], seat: int, card: str) -> dict[str, Any]:
    """The table as it would be if the seat fought that card now."""
    combat = {
        "card": card,
        "seats": [seat],
        "fighter": seat,
        "wounds": 0,
        "round": 1,
        "number": None,
        "attacked": [],
        "again": 0,
        "hampered": {},
    }
    return {**table, "combat": combat, "active": seat}


def choices(book: Book, table: Mapping[str, Any], seat: int, kind: str) -> Iterator[Choice]:
    """Every way the seat can play the step of that kind now."""
    number, harm = number_to_beat(book, table, kind), blow(book, table, kind)
    for who in (HERO, *allies_in_play(book, table, seat)):
        if attack_objection(book, table, seat, who, kind) is None:
            own = character_attribute(book, table, seat, who, ATTRIBUTE_OF[kind])
            hit = chance(table, number - own - roll_bonus(book, table, seat, who, f"{kind}:attack"))
            pain = (CERTAIN - hit) * harm
            dealt = hit * damage(book, table, seat, who, kind)
            yield Choice(kind, who, dealt, pain if who == HERO else 0, 0 if who == HERO else pain)
    own = attribute(book, table, seat, ATTRIBUTE_OF[kind]) + roll_bonus(book, table, seat, HERO, f"{kind}:defend")
    yield Choice(kind, None, 0, (CERTAIN - chance(table, number - own)) * harm, 0)


def best_plan(book: Book, table: Mapping[str, Any], seat: int, kinds: Sequence[str]) -> Plan:
    """The best way to play those steps of the round, no character attacking more often than it may."""
    skip = enemy_rule(book, table, "skip")
    steps = [list(choices(book, table, seat, kind)) for kind in kinds if skip is None or skip["kind"] != kind]
    combat, hero = table["combat"], table["heroes"][seat]
    left = {HERO: 1 + combat["again"] - combat["attacked"].count(HERO)}
    hearts = (life(book, hero) - hero["wounds"]) * CERTAIN
    best = Plan(-(10**9), 0, 0, ())
    for chosen in product(*steps):
        attackers = [choice.who for choice in chosen if choice.who is not None]
        if any(attackers.count(who) > left.get(who, 1) for who in attackers):
            continue
        dealt, own = sum(choice.dealt for choice in chosen), sum(choice.own for choice in chosen)
        fear = 30 if 2 * own >= hearts else 12
        score = 15 * dealt - fear * own - 6 * sum(choice.ally for choice in chosen)
        if score > best.score:
            best = Plan(score, dealt, own, chosen)
    return best


def odds(book: Book, table: Mapping[str, Any], seat: int) -> int:
    """
    How well the fight against the card at hand stands for the seat; above 1000 it should be won.

    The wounds it can still take against those it will, until the enemy's last is dealt, in thousandths.
    """
    combat, hero = table["combat"], table["heroes"][seat]
    plan = best_plan(book, table, seat, KINDS)
    left = book.adventures[combat["card"]]["enemy"]["life"] - combat["wounds"]
    hearts = life(book, hero) - hero["wounds"]
    return int(hearts * plan.dealt * CERTAIN // (left * max(plan.own, 50)))


def test_chance(book: Book, table: Mapping[str, Any], seat: int, test: Mapping[str, Any], uses: int) -> int:
    """The chance, in thousandths, to pass a test with so many uses of the skill."""
    bonus = attribute(book, table, seat, test["attribute"])
    bonus += roll_bonus(book, table, seat, HERO, f"test:{test['skill']}")
    return chance(table, test["n"] - bonus - uses * skill(book, table, seat, test["skill"]))


def prospects(book: Book, table: Mapping[str, Any], seat: int, card: str) -> bool:
    """Whether the seat should overcome that challenge."""
    text = book.adventures[card]
    if text["kind"] == "combat":
        return odds(book, facing(table, seat, card), seat) >= 1300
    return test_chance(book, table, seat, text["test"], 1) >= 550


def colours_in_reach(book: Book, table: Mapping[str, Any], seat: int) -> list[str]:
    """The colours of which the seat should overcome three cards in five, up to the first that is too hard."""
    found: list[str] = []
    for colour in table["counters"]:
        cards = [
            card
            for card in book.decks[colour]
            if book.adventures[card]["category"] == "challenge" and card not in table["out"][colour]
        ]
        good = sum(prospects(book, table, seat, card) for card in cards)
        if cards and 5 * good < 3 * len(cards):
            break
        found.append(colour)
    return found


def duel_favours(book: Book, table: Mapping[str, Any], seat: int, other: int) -> bool:
    """Whether the seat is clearly the stronger of two heroes."""
    return _might(book, table, seat) * 2 >= _might(book, table, other) * 3 and not is_duel(table)


def _might(book: Book, table: Mapping[str, Any], seat: int) -> int:
    hero = table["heroes"][seat]
    hearts: int = life(book, hero) - hero["wounds"]
    blows: int = sum(
        damage(book, table, seat, HERO, kind)
        * (8 + attribute(book, table, seat, ATTRIBUTE_OF[kind]) + roll_bonus(book, table, seat, HERO, f"{kind}:attack"))
        for kind in KINDS
    )
    for ally in hero["allies"]:
        card = book.items[ally["id"]]
        blows += max(card["damage"][kind] * (8 + card["attributes"][ATTRIBUTE_OF[kind]]) for kind in KINDS) // 2
    return hearts * blows
