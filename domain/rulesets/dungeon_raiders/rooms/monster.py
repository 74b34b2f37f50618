"""Monster rooms: whether the monster is beaten, and if not, which seats it attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content, Room
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.life import wound
from delvebook.domain.rulesets.dungeon_raiders.state import State, strength_against

Prey = Literal["lowest", "lowest_two", "highest"]


class Assault(NamedTuple):
    """The outcome of a fight. `targets` lists the attacked seats; it is empty if the monster is beaten or confused."""

    total: int
    beaten: bool
    targets: list[int]


def assault(strength: int | None, values: Mapping[int, int], *, prey: Prey = "lowest") -> Assault:
    """
    The outcome of a fight.

    Args:
        strength: None if two are living, so that the monster cannot be beaten.
        values: The value that each living seat brings.
        prey: Which seats the monster attacks.

    Clauses: DR-061, DR-062, DR-063, DR-120, DR-121, DR-151, DR-152, DR-153.
    """
    total = sum(values.values())
    if strength is not None and total >= strength:
        return Assault(total, beaten=True, targets=[])
    ranks = sorted(set(values.values()))
    if strength is None and len(ranks) == 1:
        return Assault(total, beaten=False, targets=[])  # DR-152: two equal values confuse it
    hit = {"lowest": ranks[:1], "lowest_two": ranks[:2], "highest": ranks[-1:]}[prey]
    return Assault(total, beaten=False, targets=[seat for seat in values if values[seat] in hit])


def clauses_of_attack(
    strength: int | None, targets: Sequence[int], *, prey: Prey = "lowest", is_boss: bool = False
) -> tuple[str, ...]:
    """
    The clauses that choose these targets.

    Clauses: DR-062, DR-063, DR-120, DR-121, DR-152, DR-153.
    """
    if strength is None:
        return ("DR-153",) if is_boss else ("DR-152",)
    if prey != "lowest":
        return ("DR-121",) if prey == "highest" else ("DR-120",)
    return ("DR-062", "DR-063") if len(targets) > 1 else ("DR-062",)


def tell_assault(
    facts: Facts, card: str, strength: int | None, result: Assault, *attack: str, summed: str = ""
) -> None:
    """
    Tells the outcome of the fight. The wounds are separate facts.

    Args:
        facts: The facts to add to.
        card: The monster or boss.
        strength: None if it cannot be beaten.
        result: The outcome.
        attack: The clauses that choose the targets.
        summed: The clause that compares seats by the sum of their cards; empty if none does.

    Clauses: DR-061, DR-111, DR-151, DR-152, and those of the attack.
    """
    told = {"card": card, "total": result.total}
    totals = [summed] if summed else []
    if result.beaten:
        facts.tell("monster_beaten", "DR-061", *totals, **told, strength=strength)
    elif not result.targets:
        facts.tell("monster_confused", "DR-152", *totals, **told)
    elif strength is None:
        facts.tell("monster_attacked", "DR-151", *attack, *totals, **told, strength=None, seats=result.targets)
    else:
        facts.tell("monster_attacked", *attack, *totals, **told, strength=strength, seats=result.targets)


def fight_monster(content: Content, state: State, facts: Facts, room: Room, values: Mapping[int, int]) -> None:
    """Fights an ordinary monster. Clauses: DR-060 to DR-063, DR-151, DR-152."""
    strength = strength_against(content, state, len(values))
    result = assault(strength, values)
    attack = clauses_of_attack(strength, result.targets)
    tell_assault(facts, room.id, strength, result, *attack)
    for seat in result.targets:
        wound(state, facts, seat, room.wounds, *attack)


def forecast_monster(room: Room, table: Table, values: Mapping[int, int]) -> Change:
    """The change from the monster. Clauses: DR-060 to DR-063, DR-151, DR-152."""
    return Change(life=dict.fromkeys(assault(table.strength, values).targets, -room.wounds))
