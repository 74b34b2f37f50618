"""Monster rooms: is it beaten, and if not, whom does it attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import Room
from delvebook.domain.rulesets.dungeon_raiders.life import wound

Prey = Literal["lowest", "lowest_two", "highest"]


class Assault(NamedTuple):
    """How a fight goes: beaten, or the seats attacked (nobody if the monster is confused)."""

    total: int
    beaten: bool
    targets: list[int]


def assault(strength: int | None, values: Mapping[int, int], *, prey: Prey = "lowest") -> Assault:
    """
    The outcome of a fight.

    Args:
        strength: None if two are living, and it cannot be beaten.
        values: By living seat, what it brings.

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


def tell_assault(facts: Facts, card: str, strength: int | None, result: Assault, *clauses: str) -> None:
    """Tells how the fight went; the wounds are told apart. Clauses: DR-061, DR-062, DR-151, DR-152."""
    told = {"card": card, "strength": strength, "total": result.total}
    if result.beaten:
        facts.tell("monster_beaten", "DR-061", *clauses, **told)
    elif not result.targets:
        facts.tell("monster_confused", "DR-152", *clauses, card=card, total=result.total)
    elif strength is None:
        facts.tell("monster_attacked", "DR-151", *clauses, card=card, total=result.total, seats=result.targets)
    else:
        facts.tell("monster_attacked", "DR-062", *clauses, **told, seats=result.targets)


def fight_monster(state: State, facts: Facts, room: Room, strength: int | None, values: Mapping[int, int]) -> None:
    """Fights an ordinary monster. Clauses: DR-060 to DR-063, DR-151, DR-152."""
    result = assault(strength, values)
    tell_assault(facts, room.id, strength, result)
    for seat in result.targets:
        wound(state, facts, seat, room.wounds, "DR-062" if len(result.targets) == 1 else "DR-063", "DR-011")
