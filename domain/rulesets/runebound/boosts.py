"""Boosts: `on_roll` abilities announced and paid together with a roll, before its die is thrown (RB-002)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from delvebook.domain.rulesets.runebound.abilities import Ability, abilities_of, find, pay
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.figures import is_weapon, payable, weapons_are_off
from delvebook.domain.rulesets.runebound.state import Play, require_that


class Roller(NamedTuple):
    """Who is about to roll what: `roll` is its full name, such as `melee:attack`."""

    seat: int
    character: str
    roll: str


def candidates(book: Book, state: Mapping[str, Any], roller: Roller) -> list[Ability]:
    """The abilities that could boost the roll, whether they can be paid or not."""
    kind = roller.roll.partition(":")[0]
    off = weapons_are_off(book, state, roller.seat, kind)
    return [
        ability
        for ability in abilities_of(book, state, roller.seat)
        if ability.text["trigger"] == "on_roll"
        and ability.bearer == roller.character
        and roller.roll in book.rolls_meant[ability.card, ability.at]
        and not (off and is_weapon(book, ability.card))
    ]


def choices(book: Book, state: Mapping[str, Any], roller: Roller, *, reserved: int = 0) -> list[list[dict[str, Any]]]:
    """
    Every list of boosts the roller can pay, the empty one first.

    Args:
        reserved: Fatigue that the same character takes for something else at the same time.
    """
    found = candidates(book, state, roller)
    if not found:
        return [[]]
    budget = payable(book, state["heroes"][roller.seat], roller.character) - reserved
    per_use = [ability.text["cost"].get("n", 0) for ability in found]
    ranges = [range((budget // each if each else 1) + 1) for each in per_use]
    return [
        [
            {"source": ability.source, "index": ability.at, "times": n}
            for ability, n in zip(found, times, strict=True)
            if n
        ]
        for times in product(*ranges)
        if sum(n * each for n, each in zip(times, per_use, strict=True)) <= budget
    ]


def judge(
    book: Book, state: Mapping[str, Any], roller: Roller, boosts: Sequence[Mapping[str, Any]], *, reserved: int = 0
) -> list[tuple[Ability, int]]:
    """The abilities of the boosts and how often each; refuses boosts that are not for this roll or can't be paid."""
    chosen: list[tuple[Ability, int]] = []
    possible = candidates(book, state, roller)
    fatigue = reserved
    for boost in boosts:
        ability = find(book, state, roller.seat, boost["source"], boost["index"])
        require_that(ability in possible, f"{ability.source}'s ability does not boost this roll", "RB-015")
        require_that(
            all(ability is not other for other, _ in chosen) and ability not in [other for other, _ in chosen],
            f"{ability.source} is named twice; use times",
            "RB-014",
        )
        each = ability.text["cost"].get("n", 0)
        require_that(boost["times"] == 1 or each, "this ability can be used once for a roll", "RB-014")
        fatigue += each * boost["times"]
        chosen.append((ability, boost["times"]))
    budget = payable(book, state["heroes"][roller.seat], roller.character)
    require_that(
        fatigue <= budget, f"that costs {fatigue} fatigue; {roller.character} can take {budget} at most", "RB-013"
    )
    return chosen


def pay_all(play: Play, roller: Roller, chosen: Sequence[tuple[Ability, int]]) -> int:
    """Pays for the boosts; returns what they add to the roll."""
    total = 0
    for ability, times in chosen:
        play.tell("ability_used", "RB-002", seat=roller.seat, card=ability.card, index=ability.at)
        pay(play, roller.seat, ability, times)
        total += play.book.boosts[ability.card, ability.at].get(roller.roll, 0) * times
    return total
