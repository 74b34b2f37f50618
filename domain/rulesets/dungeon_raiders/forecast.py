"""
What a room would do if certain cards lay there: the rules' own arithmetic, without a state.

For those who think ahead; they know only what a view tells them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from delvebook.domain.rulesets.dungeon_raiders.boss import blow_of, prey_of, total_of
from delvebook.domain.rulesets.dungeon_raiders.content import Boss, Content, Room
from delvebook.domain.rulesets.dungeon_raiders.monster import assault
from delvebook.domain.rulesets.dungeon_raiders.trap import losses
from delvebook.domain.rulesets.dungeon_raiders.treasure import shares
from delvebook.domain.rulesets.dungeon_raiders.vault import claims


@dataclass(slots=True)
class Table:
    """What a view tells of the living: by seat, their life and treasure; and the supply."""

    life: dict[int, int]
    treasure: dict[int, int]
    supply: Mapping[str, int]
    strength: int | None


@dataclass(slots=True)
class Change:
    """What a room would change, by seat; seats not named stay as they are."""

    life: dict[int, int] = field(default_factory=dict)
    treasure: dict[int, int] = field(default_factory=dict)
    items: dict[int, str] = field(default_factory=dict)
    petrified: list[int] = field(default_factory=list)


def forecast_room(room: Room, table: Table, values: Mapping[int, int]) -> Change:
    """What an ordinary room does with these values. Clauses: DR-050 to DR-085."""
    if room.kind == "treasure":
        return forecast_chests(room.chests, values)
    change = Change()
    if room.kind == "monster":
        change.life = dict.fromkeys(assault(table.strength, values).targets, -room.wounds)
    elif room.trap is not None:
        stock = table.life if room.trap.of == "life" else table.treasure
        lost = {seat: -amount for seat, amount in losses(room.trap, values, stock).items()}
        if room.trap.of == "life":
            change.life = lost
        else:
            change.treasure = lost
    else:
        _forecast_vault(room, table, values, change)
    return change


def _forecast_vault(room: Room, table: Table, values: Mapping[int, int], change: Change) -> None:
    for item, seats in claims(room, values).items():
        if len(seats) <= table.supply[item]:
            change.items.update(dict.fromkeys(seats, item))
    for seat, value in values.items():
        reward = room.rewards[value]
        if reward.kind == "coins":
            change.treasure[seat] = reward.amount
        elif reward.kind == "potion":
            change.life[seat] = reward.amount


def forecast_chests(chests: Sequence[int], values: Mapping[int, int]) -> Change:
    """How chests are shared. Clauses: DR-050 to DR-055, DR-128."""
    return Change(
        treasure={seat: share.each for share in shares(chests, values) if share.each for seat in share.claimants}
    )


def forecast_fight(content: Content, boss: Boss, table: Table, laid: Mapping[int, Sequence[str]]) -> Change:
    """What one fight against the boss does with these cards. Clauses: DR-110 to DR-138."""
    totals = {seat: total_of(content, boss, cards) for seat, cards in laid.items()}
    result = assault(table.strength, totals, prey=prey_of(boss)[0])
    blow = blow_of(content, boss, laid, result.targets)
    return Change(
        life=dict.fromkeys(blow.struck, -blow.wounds),
        treasure=dict.fromkeys(blow.struck, -blow.stolen),
        petrified=blow.struck if boss.petrify else [],
    )
