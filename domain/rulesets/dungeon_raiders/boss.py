"""
The boss: its fights, its signs, its chest.

The order of a fight is fixed by DR-118; every sign is a field of the boss's card, and they combine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import (
    can_lay_something,
    current_boss,
    value_against,
)
from delvebook.domain.rulesets.dungeon_raiders.content import Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.dungeon import reset_room
from delvebook.domain.rulesets.dungeon_raiders.ending import ends_by_death
from delvebook.domain.rulesets.dungeon_raiders.life import bury_dead, petrify, rob, wound
from delvebook.domain.rulesets.dungeon_raiders.monster import Prey, assault, tell_assault
from delvebook.domain.rulesets.dungeon_raiders.room_cards import can_open_chest
from delvebook.domain.rulesets.dungeon_raiders.state import (
    POWER_VALUE,
    in_turn_order,
    living,
    strength_against,
    values_laid,
)
from delvebook.domain.rulesets.dungeon_raiders.treasure import share_out


class Blow(NamedTuple):
    """What an attack does: whom the torch saves, whom it strikes, and how hard."""

    immune: list[int]
    struck: list[int]
    wounds: int
    stolen: int


def total_of(content: Content, boss: Boss, laid: Sequence[str]) -> int:
    """What a seat's laid cards count together. Clauses: DR-111, DR-113."""
    return sum(value_against(content, boss, card) for card in laid)


def is_immune(boss: Boss, laid: Sequence[str]) -> bool:
    """Whether the torch among the laid cards protects. Clauses: DR-138."""
    return boss.torch_immunity and "torch" in laid and any(card in POWER_VALUE or card == "sword" for card in laid)


def prey_of(boss: Boss) -> tuple[Prey, list[str]]:
    """Whom the boss attacks, and the clause of the sign that says so. Clauses: DR-120, DR-121."""
    if boss.hits_highest:
        return "highest", ["DR-121"]
    if boss.hits_lowest_two:
        return "lowest_two", ["DR-120"]
    return "lowest", []


def resolve_fight(content: Content, state: State, facts: Facts) -> None:
    """
    Resolves the fight for which everybody has laid cards, and goes on to what follows it.

    Clauses: DR-110, DR-111, DR-118, DR-134, DR-136, DR-153.
    """
    boss = current_boss(content, state)
    alive = living(state)
    totals = {seat: total_of(content, boss, state["seats"][seat]["laid"]) for seat in alive}
    strength = strength_against(content, state, len(alive))
    prey, clauses = prey_of(boss)
    result = assault(strength, totals, prey=prey)
    tell_assault(facts, boss.id, strength, result, *clauses)
    if result.beaten and boss.chest is not None:
        _begin_bonus(state, facts, boss, boss.chest)
        if state["owing"]:
            return
    elif result.targets:
        _strike(content, state, facts, boss, result.targets)
    bury_dead(state, facts)
    if ends_by_death(state, facts):
        return
    if boss.double and state["fight"] == 1:
        _begin_second_fight(content, state, facts, boss)
        if state["owing"]:
            return
        resolve_fight(content, state, facts)
        return
    reset_room(content, state, facts)


def blow_of(content: Content, boss: Boss, laid: Mapping[int, Sequence[str]], targets: Sequence[int]) -> Blow:
    """
    What the boss does to those it attacks.

    Args:
        laid: By living seat, the cards that count in this fight.

    Clauses: DR-130, DR-131, DR-132, DR-138.
    """
    highest = max((value_against(content, boss, card) for cards in laid.values() for card in cards), default=0)
    immune = [seat for seat in targets if is_immune(boss, laid[seat])]
    return Blow(
        immune=immune,
        struck=[seat for seat in targets if seat not in immune],
        wounds=0 if boss.petrify else highest if boss.wounds_highest_card else boss.wounds or 0,
        stolen=highest if boss.steal_highest_card else 0,
    )


def _strike(content: Content, state: State, facts: Facts, boss: Boss, targets: list[int]) -> None:
    """Wounds, robs or petrifies the attacked seats. Clauses: DR-118, DR-130, DR-131, DR-132, DR-138."""
    laid = {seat: state["seats"][seat]["laid"] for seat in living(state)}
    blow = blow_of(content, boss, laid, targets)
    for seat in blow.immune:
        facts.tell("torch_protected", "DR-138", seat=seat)
    for seat in blow.struck:
        if boss.petrify:
            petrify(state, facts, seat)
        else:
            wound(state, facts, seat, blow.wounds, "DR-130" if boss.wounds_highest_card else "DR-062", "DR-011")
    for seat in blow.struck:
        rob(state, facts, seat, blow.stolen, "DR-131", "DR-012")


def _clear_table(state: State) -> None:
    """Spends what was laid: it is out of the comparison, but not yet back. Clauses: DR-129, DR-134, DR-137."""
    for seat in state["seats"]:
        seat["laid"] = []


def _begin_second_fight(content: Content, state: State, facts: Facts, boss: Boss) -> None:
    """Asks all who can lay something for the second fight. Clauses: DR-133 to DR-137, DR-164."""
    _clear_table(state)
    asked = [seat for seat in living(state) if can_lay_something(boss, state["seats"][seat])]
    state["fight"], state["wave"] = 2, 1
    state["owing"], state["again"] = in_turn_order(state, asked), []
    strength = strength_against(content, state, len(living(state)))
    facts.tell("second_fight_began", "DR-134", "DR-135", "DR-136", card=boss.id, strength=strength, seats=asked)


def _begin_bonus(state: State, facts: Facts, boss: Boss, chest: int) -> None:
    """Asks all who can open the beaten boss's chest. Clauses: DR-126 to DR-129, DR-164."""
    _clear_table(state)
    asked = [seat for seat in living(state) if can_open_chest(state["seats"][seat])]
    state["owing"], state["again"] = in_turn_order(state, asked), []
    facts.tell("chest_won", "DR-126", "DR-127", card=boss.id, chest=chest, seats=asked)
    if asked:
        state["phase"], state["wave"] = "bonus_play", 1
    else:
        facts.tell("chest_untouched", "DR-128", chest=chest, place=1)


def resolve_bonus(content: Content, state: State, facts: Facts) -> None:
    """Shares the boss's chest among those who played for it. Clauses: DR-128."""
    chest = current_boss(content, state).chest
    share_out(state, facts, [] if chest is None else [chest], values_laid(content, state), "DR-128")
    reset_room(content, state, facts)
