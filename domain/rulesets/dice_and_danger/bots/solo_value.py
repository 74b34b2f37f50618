"""
The worth of a sheet in the solo game, in thousandths of a point: what it has, and what it is expected to bring.

The second part is a sum of `features` with weights that were fitted to whole games. Two of them are not in the greedy
bot's estimate: the chance that the next roll hits a monster, which saves a life, and the number of rounds that the
lives left allow. Integers only. See docs/bots/dice-and-danger.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Final

from delvebook.domain.rulesets.dice_and_danger.bots.solo_weights import WEIGHTS
from delvebook.domain.rulesets.dice_and_danger.bots.value import CHANCES, FAR, NEARNESS, POINT, PULL, ROLLS, visits_to
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.sheet.bonuses import is_complete, missing_links, progress
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import EXTRA_LIFE, SKIPPED

LIVES_MAX: Final = 10
"""Lives beyond this number add nothing."""
LIVES_SOON: Final = 8
"""The number of lives that is enough to reach what is near."""
ROUNDS_MAX: Final = 30
COMPLETED: Final = 5 * POINT
"""Added for a game that ends because every monster is defeated, and not by death."""


class SoloOutlook:
    """
    Estimates what the solo player may expect from its sheet.

    Args:
        dungeon: The adventure's map.
    """

    __slots__ = ("dungeon",)

    def __init__(self, dungeon: Dungeon) -> None:
        self.dungeon = dungeon

    def worth(self, desk: Desk) -> int:
        """The worth of the sheet once the round of the desk is settled. Clauses: DD-101, DD-104, DD-106, DD-107."""
        sheet, dungeon, figures = desk.sheet, self.dungeon, self.dungeon.figures
        kinds = [dungeon.cells[cell].kind for cell in sheet["visited"]]
        defeated = [room for room in dungeon.rooms.values() if desk.is_defeated(room)]
        bonuses = [
            bonus for bonus in dungeon.bonuses.values() if bonus.id in sheet["bonuses"] or is_complete(desk, bonus)
        ]
        gems = kinds.count("gem") + figures.extra_gems * (EXTRA_LIFE in sheet["abilities"])
        gems += sum(room.first for room in defeated) + figures.bonus_first * len(bonuses)
        points = figures.gem_points * gems + figures.gold_points * kinds.count("gold")
        lives = sheet["life"] + sheet["extra"] - _lives_lost(desk, defeated)
        if len(defeated) == len(dungeon.rooms) or lives <= 0:
            if not desk.is_defeated(dungeon.boss):
                hurt = sheet["damage"].get(dungeon.boss.id, 0)
                points += figures.gem_points * (hurt // figures.boss_damage_per_gem)
            return points * POINT + (COMPLETED if len(defeated) == len(dungeon.rooms) else 0)
        found = features(desk, lives, frozenset(bonus.id for bonus in bonuses))
        weights = WEIGHTS[dungeon.id]
        return points * POINT + sum(weights[name] * number for name, number in found.items()) // 1000


def _lives_lost(desk: Desk, defeated: list[Room]) -> int:
    """The life that this round costs. Clauses: DD-103, DD-104."""
    skipped = desk.turn["status"].count(SKIPPED)
    hearts = sum(room.hearts for room in defeated if room.id not in desk.sheet["trophies"])
    return hearts + (max(0, skipped - 1) if desk.turn["dealt"] else 1 + skipped)


def features(desk: Desk, lives: int, bonuses: frozenset[str]) -> dict[str, int]:
    """
    The features of a game that goes on, by name and in thousandths.

    Args:
        desk: The seat's desk.
        lives: The lives left after the round.
        bonuses: The bonuses that it has.
    """
    within_reach = desk.cells_within_reach()
    visits = visits_to(desk, within_reach)
    soon = min(lives, LIVES_SOON)
    found: Counter[str] = Counter(always=1000)
    found[f"lives {min(lives, LIVES_MAX)}"] = 1000
    found["symbols"] = 1000 * desk.sheet["symbols"]
    found["torches"] = 1000 * desk.sheet["torches"]
    for cell in desk.dungeon.cells.values():
        if cell.kind in ("gem", "chest", "gold") and cell.id not in desk.visited:
            near = PULL[visits.get(cell.id, FAR)]
            found[f"{cell.kind} left"] += 1000
            found[f"{cell.kind} near"] += near
            if cell.kind == "gem":
                found["gem near, lives"] += near * soon
    _weigh_monsters(desk, lives, visits, within_reach, found)
    for bonus in desk.dungeon.bonuses.values():
        if bonus.id in bonuses:
            continue
        if bonus.kind == "link":
            near = NEARNESS[missing_links(desk, bonus, most=FAR)]
            found["link"] += near
            found["link, lives"] += near * soon
        else:
            share = 1000 * min(bonus.need, progress(desk, bonus)) // bonus.need
            found[bonus.kind] += share
            found[f"{bonus.kind} squared"] += share * share // 1000
            found[f"{bonus.kind}, lives"] += share * soon
    return found


def _weigh_monsters(
    desk: Desk, lives: int, visits: Mapping[str, int], within_reach: list[Cell], found: Counter[str]
) -> None:
    """Adds the features of the monsters left, and of what the next roll may hit or use."""
    figures = desk.dungeon.figures
    left, hits = 0, set[int]()
    for room in desk.dungeon.rooms.values():
        damage = desk.sheet["damage"].get(room.id, 0)
        if damage >= room.hp:
            continue
        kind = "boss" if room.boss else "armoured" if room.armoured else "monster"
        points = 1000 * figures.gem_points * (room.first or figures.worm_damage)
        numbers = desk.usable_numbers(room)
        chance = sum(CHANCES[number] for number in numbers)
        left += room.hp - damage
        found[f"{kind}"] += points
        found[f"{kind} damage"] += points * damage // room.hp
        found[f"{kind} damage squared"] += points * damage * damage // (room.hp * room.hp)
        if desk.is_reached(room):
            found["health reached"] += 1000 * (room.hp - damage)
            found[f"{kind} reached"] += points
            found[f"{kind} chance"] += points * min(ROLLS, 2 * chance) // ROLLS
            found[f"{kind} chance, damage"] += points * chance * damage // (ROLLS * room.hp)
            if not room.armoured:
                hits.update(numbers)
        else:
            near = min((visits.get(cell, FAR) for cell in room.cells), default=FAR)
            found[f"{kind} near"] += points * NEARNESS[near] // 1000
            found[f"{kind} locked"] += points * chance // ROLLS
    uses = hits | {
        number for cell in within_reach if cell.kind != "fist" and (number := desk.number_on(cell)) is not None
    }
    hit, hit_twice = odds_of_pairs(frozenset(hits))
    use, use_twice = odds_of_pairs(frozenset(uses))
    rounds = min(1000 * ROUNDS_MAX, 1_000_000 * lives // (1060 - hit))
    found["health"] = 1000 * left
    found["hit"], found["hit twice"], found["use"], found["use twice"] = hit, hit_twice, use, use_twice
    found["rounds"] = min(1000 * left, rounds)


@cache
def odds_of_pairs(sums: frozenset[int]) -> tuple[int, int]:
    """The chances, in thousandths, that four white dice can be paired with one sum among `sums`, and with both."""
    once = twice = 0
    for pairings, rolls in _rolls().items():
        best = max((first in sums) + (second in sums) for first, second in pairings)
        once += rolls * (best > 0)
        twice += rolls * (best > 1)
    return 1000 * once // 6**4, 1000 * twice // 6**4


@cache
def _rolls() -> Mapping[frozenset[tuple[int, int]], int]:
    """By the set of pairs of sums that four dice can make, the number of rolls that make it. Clauses: DD-011."""
    return Counter(
        frozenset(((one + two, three + four), (one + three, two + four), (one + four, two + three)))
        for one, two, three, four in product(range(1, 7), repeat=4)
    )
