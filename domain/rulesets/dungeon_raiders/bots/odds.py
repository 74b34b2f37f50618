"""
How likely a seat is to win, judged by life and treasure alone.

A rough model for bots: it counts in millionths, because the domain has no fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT

CERTAIN: Final = 1_000_000
ROOM_OF_TWO: Final = (8300, 380, 760, 560)
"""The chances, in ten thousandths, that a room costs one of two living seats 0, 1, 2 or 3 life."""
ROOM_OF_MORE: Final = (8700, 350, 600, 350)
BOSS: Final = (5800, 0, 1200, 1800, 1200)
"""The same for a boss."""
TEN_THOUSAND: Final = 10_000
LEAD: Final = (40, 5)
"""The lead in treasure that is as good as a win, in tenths: the base, and the addition for each room left."""
GAP: Final = (20, 5)
"""The same for the lead in life over the weakest of the others."""

REMEMBERED: Final = 1 << 15
"""The size of the cache of odds. In a search, four of five look-ups hit it."""


@cache
def survival(rooms: int, *, two: bool) -> Sequence[int]:
    """
    By life, the chance to survive these rooms, in millionths.

    Args:
        rooms: The number of rooms left. The last is the boss's.
        two: Whether two seats are living.
    """
    lost = [TEN_THOUSAND] + [0] * CONTENT.counts.life_max
    for room in range(rooms):
        lost = _added(lost, BOSS if room == 0 else ROOM_OF_TWO if two else ROOM_OF_MORE)
    return [sum(lost[:life]) * (CERTAIN // TEN_THOUSAND) for life in range(len(lost))]


def _added(lost: Sequence[int], more: Sequence[int]) -> list[int]:
    """By total loss, its chance after one more room, whose losses have the chances `more`."""
    found = [0] * len(lost)
    for before, often in enumerate(lost):
        for loss, share in enumerate(more):
            if before + loss < len(found):
                found[before + loss] += often * share // TEN_THOUSAND
    return found


def odds(seat: int, life: Mapping[int, int], treasure: Mapping[int, int], *, rooms: int, seats: int) -> int:
    """
    The chance that the seat wins, in millionths.

    Args:
        seat: The seat.
        life: By seat; 0 for a dead one.
        treasure: By seat.
        rooms: The number of rooms left after this.
        seats: The number of seats at the start of the game.

    Clauses: DR-104, DR-140 to DR-144, DR-154.
    """
    return _odds(seat, tuple(life.items()), tuple(treasure.items()), rooms, seats)


@lru_cache(maxsize=REMEMBERED)
def _odds(
    seat: int, lives: tuple[tuple[int, int], ...], treasures: tuple[tuple[int, int], ...], rooms: int, seats: int
) -> int:
    life, treasure = dict(lives), dict(treasures)
    alive = [one for one in life if life[one] > 0]
    if seat not in alive:
        return 0
    if len(alive) == 1:
        return CERTAIN
    lasting = survival(rooms, two=len(alive) == 2)
    stands = {one: lasting[life[one]] for one in alive}
    if seats > 2:
        weakest, next_weakest = sorted(life[one] for one in alive)[:2]
        for one in alive:
            gap = life[one] - (weakest if life[one] > weakest else next_weakest)
            stands[one] = stands[one] * (CERTAIN - _weakest(gap, rooms, len(alive))) // CERTAIN
        if rooms == 0 and not any(stands.values()):  # DR-141
            stands = dict.fromkeys(alive, CERTAIN)
    won = stands[seat]
    own_life, own_treasure = life[seat], treasure[seat]
    for other in alive:
        if other != seat:
            behind = CERTAIN - _ahead(own_treasure - treasure[other], own_life - life[other], rooms)
            won = won * (CERTAIN - stands[other] * behind // CERTAIN) // CERTAIN
    if seats == 2:
        other = next(one for one in alive if one != seat)
        neither = (CERTAIN - stands[seat]) * (CERTAIN - stands[other]) // CERTAIN
        won += neither * stands[seat] // max(1, stands[seat] + stands[other])  # the seat that survives longer
    return won


def _ahead(lead: int, fitter: int, rooms: int) -> int:
    """The chance that a lead in treasure lasts to the end. Clauses: DR-142, DR-143."""
    if rooms == 0:
        return CERTAIN if (lead, fitter) > (0, 0) else 0 if (lead, fitter) < (0, 0) else CERTAIN // 2
    safe = LEAD[0] + LEAD[1] * rooms
    return max(CERTAIN // 50, min(CERTAIN - CERTAIN // 50, CERTAIN // 2 + lead * 5 * CERTAIN // safe))


def _weakest(gap: int, rooms: int, alive: int) -> int:
    """The chance that a seat collapses, by its lead in life over the weakest of the others. Clauses: DR-140."""
    if rooms == 0:
        return CERTAIN if gap <= 0 else 0
    safe = GAP[0] + GAP[1] * rooms
    return max(CERTAIN // 50, min(CERTAIN - CERTAIN // 50, CERTAIN // alive - gap * 5 * CERTAIN // safe))
