"""
The boss: its fights, its symbols, its chest.

DR-118 fixes the order of a fight. Every symbol is a field of the boss's card, and symbols combine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import (
    can_lay_something,
    current_boss,
    is_strength_in_itself,
    value_against,
)
from delvebook.domain.rulesets.dungeon_raiders.cards.room import can_open_chest
from delvebook.domain.rulesets.dungeon_raiders.ending import ends_by_death
from delvebook.domain.rulesets.dungeon_raiders.rooms.dungeon import reset_room
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.life import bury_dead, petrify, rob, wound
from delvebook.domain.rulesets.dungeon_raiders.rooms.monster import Prey, assault, clauses_of_attack, tell_assault
from delvebook.domain.rulesets.dungeon_raiders.rooms.treasure import share_out
from delvebook.domain.rulesets.dungeon_raiders.state import State, in_turn_order, living, strength_against, values_laid


class Blow(NamedTuple):
    """The effect of an attack: which seats a torch protects, which it strikes, and how hard."""

    immune: list[int]
    struck: list[int]
    wounds: int
    stolen: int


def total_of(content: Content, boss: Boss, laid: Sequence[str]) -> int:
    """The total value of a seat's laid cards. Clauses: DR-111, DR-113."""
    return sum(value_against(content, boss, card) for card in laid)


def is_immune(content: Content, boss: Boss, laid: Sequence[str]) -> bool:
    """Whether a torch among the laid cards protects its seat. Clauses: DR-138."""
    return boss.torch_immunity and content.light in laid and any(is_strength_in_itself(content, card) for card in laid)


def prey_of(boss: Boss) -> Prey:
    """Which seats the boss attacks. Clauses: DR-120, DR-121."""
    if boss.hits_highest:
        return "highest"
    return "lowest_two" if boss.hits_lowest_two else "lowest"


def resolve_fight(content: Content, state: State, facts: Facts) -> None:
    """
    Resolves the fight in which every seat has laid its cards, and goes on to what follows.

    Clauses: DR-110, DR-111, DR-118, DR-134, DR-136, DR-153.
    """
    boss = current_boss(content, state)
    alive = living(state)
    totals = {seat: total_of(content, boss, state["seats"][seat]["laid"]) for seat in alive}
    strength = strength_against(content, state, len(alive))
    prey = prey_of(boss)
    result = assault(strength, totals, prey=prey)
    attack = clauses_of_attack(strength, result.targets, prey=prey, is_boss=True)
    tell_assault(facts, boss.id, strength, result, *attack, summed="DR-111")
    if result.beaten and boss.chest is not None:
        _begin_bonus(content, state, facts, boss, boss.chest)
        if state["owing"]:
            return
    elif result.targets:
        _strike(content, state, facts, boss, result.targets, attack=attack)
    bury_dead(state, facts)
    if ends_by_death(state, facts):
        return
    if boss.double and state["fight"] == 1:
        _begin_second_fight(content, state, facts, boss, fell=len(living(state)) < len(alive))
        if state["owing"]:
            return
        resolve_fight(content, state, facts)
        return
    reset_room(content, state, facts)


def blow_of(content: Content, boss: Boss, laid: Mapping[int, Sequence[str]], targets: Sequence[int]) -> Blow:
    """
    The effect of the boss's attack.

    Args:
        content: The components.
        boss: The boss.
        laid: The cards of each living seat that count in this fight.
        targets: The attacked seats.

    Clauses: DR-130, DR-131, DR-132, DR-138.
    """
    highest = max((value_against(content, boss, card) for cards in laid.values() for card in cards), default=0)
    immune = [seat for seat in targets if is_immune(content, boss, laid[seat])]
    return Blow(
        immune=immune,
        struck=[seat for seat in targets if seat not in immune],
        wounds=0 if boss.petrify else highest if boss.wounds_highest_card else boss.wounds or 0,
        stolen=highest if boss.steal_highest_card else 0,
    )


def _strike(
    content: Content, state: State, facts: Facts, boss: Boss, targets: Sequence[int], *, attack: Sequence[str]
) -> None:
    """
    Wounds, robs or petrifies the attacked seats. `attack` holds the clauses of the attack.

    Clauses: DR-118, DR-130, DR-131, DR-132, DR-138.
    """
    laid = {seat: state["seats"][seat]["laid"] for seat in living(state)}
    blow = blow_of(content, boss, laid, targets)
    for seat in blow.immune:
        facts.tell("torch_protected", "DR-138", seat=seat)
    for seat in blow.struck:
        if boss.petrify:
            petrify(state, facts, seat)
        else:
            wound(state, facts, seat, blow.wounds, *attack, *(["DR-130"] if boss.wounds_highest_card else []))
    for seat in blow.struck:
        rob(state, facts, seat, blow.stolen, "DR-131")


def _clear_table(state: State) -> None:
    """Spends the laid cards: they no longer count, and are not returned yet. Clauses: DR-129, DR-134, DR-137."""
    for sheet in state["seats"]:
        sheet["laid"] = []


def _begin_second_fight(content: Content, state: State, facts: Facts, boss: Boss, *, fell: bool) -> None:
    """
    Asks every seat that can lay something for the second fight. `fell` says whether the first one cost a seat.

    Clauses: DR-133 to DR-137, DR-151, DR-164.
    """
    _clear_table(state)
    alive = living(state)
    asked = [seat for seat in alive if can_lay_something(content, boss, state["seats"][seat])]
    state["fight"], state["wave"] = 2, 1
    state["owing"], state["again"] = in_turn_order(state, asked), []
    strength = strength_against(content, state, len(alive))
    clauses = ["DR-134"]
    clauses += ["DR-135"] if len(asked) < len(alive) else []
    clauses += ["DR-136"] if fell else []
    clauses += ["DR-151"] if strength is None else []
    facts.tell("second_fight_began", *clauses, card=boss.id, strength=strength, seats=asked)


def _begin_bonus(content: Content, state: State, facts: Facts, boss: Boss, chest: int) -> None:
    """Asks every seat that can play for the beaten boss's chest. Clauses: DR-126 to DR-129, DR-164."""
    _clear_table(state)
    alive = living(state)
    asked = [seat for seat in alive if can_open_chest(content, state["seats"][seat])]
    state["owing"], state["again"] = in_turn_order(state, asked), []
    left_out = ["DR-127"] if len(asked) < len(alive) else []
    facts.tell("chest_won", "DR-126", *left_out, card=boss.id, chest=chest, seats=asked)
    if asked:
        state["phase"], state["wave"] = "bonus_play", 1
    else:
        facts.tell("chest_untouched", "DR-128", chest=chest, place=1)


def resolve_bonus(content: Content, state: State, facts: Facts) -> None:
    """Shares the boss's chest among the seats that played for it. Clauses: DR-128."""
    chest = current_boss(content, state).chest
    share_out(state, facts, [] if chest is None else [chest], values_laid(content, state), "DR-128")
    reset_room(content, state, facts)


def forecast_fight(content: Content, boss: Boss, table: Table, laid: Mapping[int, Sequence[str]]) -> Change:
    """The change from one fight against the boss with these cards. Clauses: DR-110 to DR-138."""
    totals = {seat: total_of(content, boss, cards) for seat, cards in laid.items()}
    result = assault(table.strength, totals, prey=prey_of(boss))
    blow = blow_of(content, boss, laid, result.targets)
    return Change(
        life=dict.fromkeys(blow.struck, -blow.wounds),
        treasure=dict.fromkeys(blow.struck, -blow.stolen),
        petrified=blow.struck if boss.petrify else [],
    )
