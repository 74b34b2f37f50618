"""Boosts: `on_roll` abilities announced and paid together with a roll, before its die is thrown (RB-002)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.abilities import Ability, abilities_of, find, owned, why_missing
from delvebook.domain.rulesets.runebound.heroes.dice import kind_of
from delvebook.domain.rulesets.runebound.heroes.effects import pay
from delvebook.domain.rulesets.runebound.heroes.figures import is_weapon, payable, weapons_are_off
from delvebook.domain.rulesets.runebound.state import Play, State
from delvebook.domain.rulesets.runebound.table.decision import refuse

Boost = Printed
"""`{"source", "index", "times"}`, as an action names it."""


_CLAUSE_OF_COST: Final = {"none": "RB-014", "exhaust": "RB-008", "discard": "RB-019"}
"""By type of cost, the clause by which an ability can be used once for a roll."""


class Roller(NamedTuple):
    """A character about to roll; `roll` is the full name of the roll, such as `melee:attack`."""

    seat: int
    character: str
    roll: str


def choices(content: Content, state: State, roller: Roller, *, reserved: int = 0) -> list[list[dict[str, object]]]:
    """
    Every list of boosts to consider for the roll, the empty one first. The fatigue of each boost alone can be paid;
    `refusal` says whether their sum can.

    Args:
        reserved: Fatigue that the same character takes for something else at the same time.
    """
    found = _candidates(content, state, roller)
    if not found:
        return [[]]
    budget = payable(content, state["heroes"][roller.seat], roller.character) - reserved
    ranges = [range((budget // _fatigue(ability) if _fatigue(ability) else 1) + 1) for ability in found]
    return [
        [
            {"source": ability.source, "index": ability.at, "times": n}
            for ability, n in zip(found, times, strict=True)
            if n
        ]
        for times in product(*ranges)
    ]


def refusal(
    content: Content, state: State, roller: Roller, boosts: Sequence[Boost], *, reserved: int = 0
) -> Refusal | None:
    """Why these boosts do not fit the roll or can't be paid; None if they do and can. Arguments as in `choices`."""
    if not boosts:
        return None
    possible = _candidates(content, state, roller)
    named: list[Ability] = []
    fatigue = reserved
    for boost in boosts:
        ability = find(content, state, roller.seat, boost["source"], boost["index"])
        if ability is None:
            return why_missing(content, state, roller.seat, boost["source"], boost["index"])
        if ability not in possible:
            return _why_no_boost(content, state, roller, ability)
        if ability in named:
            return refuse("boost_named_twice", "RB-014", card=ability.card)
        if boost["times"] > 1 and not _fatigue(ability):
            return refuse("boost_once", _CLAUSE_OF_COST[ability.text["cost"]["type"]], card=ability.card)
        fatigue += _fatigue(ability) * boost["times"]
        named.append(ability)
    budget = payable(content, state["heroes"][roller.seat], roller.character)
    if fatigue > budget:
        return refuse("too_much_fatigue", "RB-013", character=roller.character, fatigue=fatigue, most=budget)
    return None


def _why_no_boost(content: Content, state: State, roller: Roller, ability: Ability) -> Refusal:
    """Why an ability that the seat has does not boost the roll."""
    if ability.text["trigger"] != "on_roll" or roller.roll not in content.rolls_meant[ability.card, ability.at]:
        return refuse("for_other_rolls", "RB-010", card=ability.card)
    if ability.bearer != roller.character:
        return refuse("for_its_bearer", "RB-015", card=ability.card)
    return refuse("weapons_are_off", "RB-010", card=ability.card, kind=kind_of(roller.roll))


def pay_all(play: Play, roller: Roller, boosts: Sequence[Boost]) -> int:
    """Pays for legal boosts. Returns what they add to the roll."""
    chosen = [
        (owned(play.content, play.state, roller.seat, boost["source"], boost["index"]), boost["times"])
        for boost in boosts
    ]
    total = 0
    for ability, times in chosen:
        play.tell("ability_used", "RB-002", seat=roller.seat, card=ability.card, index=ability.at)
        pay(play, roller.seat, ability, times)
        total += play.content.boosts[ability.card, ability.at].get(roller.roll, 0) * times
    return total


def _candidates(content: Content, state: State, roller: Roller) -> list[Ability]:
    """The abilities that could boost the roll, whether they can be paid or not."""
    off = weapons_are_off(content, state, roller.seat, kind_of(roller.roll))
    return [
        ability
        for ability in abilities_of(content, state, roller.seat)
        if ability.text["trigger"] == "on_roll"
        and ability.bearer == roller.character
        and roller.roll in content.rolls_meant[ability.card, ability.at]
        and not (off and is_weapon(content, ability.card))
    ]


def _fatigue(ability: Ability) -> int:
    """The fatigue that one use costs."""
    return int(ability.text["cost"].get("n", 0))
