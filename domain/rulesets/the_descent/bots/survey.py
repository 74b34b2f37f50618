"""
The cells, face-down tiles and bottom that a character can reach without a card, and the cost of each.

For the strong bot. Everything follows from what is open on the table. Odds are in thousandths, since the domain knows
no floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.bots.ground import Ground
from delvebook.domain.rulesets.the_descent.box.cells import PLACE_OF, TILE, Cell, Place
from delvebook.domain.rulesets.the_descent.cave.ways import DEADLY, Way, fall_loss
from delvebook.domain.rulesets.the_descent.content import CONTENT

SURE: Final = 1000
"""Certainty, in thousandths."""
FAR: Final = 40
"""The endurance beyond which a way is not considered."""
LOSS: Final = 8
"""The endurance for which a lost health counts when ways are compared."""
DEATH: Final = 30
"""The endurance for which death counts."""
JUMP_RISK: Final = 150
"""The health, in thousandths, that a jump into a face-down cell costs on average."""
_TILES_DEEP: Final = 3
"""A fall through more unknown tiles than this is deadly in any case."""


class Odds(NamedTuple):
    """The cost of going into the unknown, in thousandths: the average loss of health, and the chance of death."""

    loss: int
    death: int


SAFE: Final = Odds(0, 0)


class Reach(NamedTuple):
    """
    The cost of getting somewhere.

    Attributes:
        rank: For comparing ways; the lower, the better.
        cost: Endurance. A character hurt by a fall loses the rest of its turn (TD-054).
        lost: Health.
        odds: The additional cost of the unknown.
    """

    rank: int
    cost: int
    lost: int
    odds: Odds = SAFE

    @property
    def harm(self) -> int:
        """The health it costs, in thousandths; death counts for three."""
        return SURE * self.lost + self.odds.loss + 3 * self.odds.death


class Survey(NamedTuple):
    """
    The reach of a character.

    Attributes:
        cells: By cell in which it can rest, the cost of getting there.
        openings: By face-down tile that it can open, its best way.
        bottom: The best way to an open bottom tile, if there is one.
    """

    cells: dict[Cell, Reach]
    openings: dict[Place, Reach]
    bottom: Reach | None


def end_of_turn(cost: int) -> int:
    """The endurance used by the end of the turn in which `cost` is reached."""
    return cost + -cost % CONTENT.endurance


def survey(ground: Ground, start: Cell, health: int, beasts: Mapping[Cell, str]) -> Survey:
    """
    The reach of a character by steps, jumps and falls that it survives.

    Args:
        ground: The field as it is known.
        start: The cell of the character, which has all its endurance.
        health: The health of the character.
        beasts: By cell, the creature in it; meeting one costs a health.
    """
    found = Survey({start: Reach(0, 0, 0)}, {}, None)
    bottom: Reach | None = None
    queue = [(0, start)]
    while queue:
        rank, cell = heappop(queue)
        here = found.cells[cell]
        if rank > here.rank:
            continue
        if rank > FAR:
            break
        for step in ground.walks(cell).steps:
            way = step.way
            lost = here.lost + way.loss + (sum(one in beasts for one in way.passed) if beasts else 0)
            if lost >= health:
                continue
            cost = here.cost + way.cost
            cost = end_of_turn(cost) if way.loss else cost
            reach = Reach(cost + LOSS * lost, cost, lost)
            if way.into is not None:
                _keep(found.openings, PLACE_OF[way.into], _into_the_dark(way, reach, health))
            elif step.end is None:
                bottom = reach if bottom is None or reach.rank < bottom.rank else bottom
            elif step.end not in found.cells or reach.rank < found.cells[step.end].rank:
                found.cells[step.end] = reach
                heappush(queue, (reach.rank, step.end))
    return found._replace(bottom=bottom)


def _into_the_dark(way: Way, reach: Reach, health: int) -> Reach:
    """The cost of the way, with the cost of what it leads into."""
    odds = odds_of(way, health - reach.lost)
    return reach._replace(rank=reach.rank + (LOSS * odds.loss + DEATH * odds.death) // SURE, odds=odds)


def _keep(openings: dict[Place, Reach], place: Place, reach: Reach) -> None:
    """Keeps the best way."""
    if place not in openings or reach.rank < openings[place].rank:
        openings[place] = reach


def odds_of(way: Way, health: int) -> Odds:
    """The cost of a way into a face-down cell. A step can be taken back (TD-062), a fall cannot."""
    if way.passed:
        return odds_of_fall(way.fallen, health)
    return SAFE if way.action["type"] == "step" else Odds(JUMP_RISK, 0)


@cache
def odds_of_fall(fallen: int, health: int) -> Odds:
    """
    The cost of a fall that goes on into face-down tiles, averaged over all tiles and rotations.

    Args:
        fallen: The number of cells of its known part.
        health: The health of the character.
    """
    whole = _columns() ** _TILES_DEEP
    loss, death = _weigh_fall(fallen, health, share=whole, tiles=_TILES_DEEP)
    return Odds(SURE * loss // whole, SURE * death // whole)


def _weigh_fall(fallen: int, health: int, *, share: int, tiles: int) -> tuple[int, int]:
    """The health lost and the deaths, each times `share`."""
    total_loss = total_death = 0
    for free, count in _free_from_top().items():
        part = share * count // _columns()
        if free == TILE and tiles > 1 and fall_loss(fallen + free) < DEADLY:
            loss, death = _weigh_fall(fallen + free, health, share=part, tiles=tiles - 1)
        else:
            harm = min(health, fall_loss(fallen + free))
            loss, death = part * harm, part if harm == health else 0
        total_loss, total_death = total_loss + loss, total_death + death
    return total_loss, total_death


@cache
def _free_from_top() -> Mapping[int, int]:
    """By number of empty cells from the top, the number of such columns over all tiles and rotations."""
    found: Counter[int] = Counter()
    for tile in CONTENT.tiles:
        for turns in range(4):
            for column in zip(*CONTENT.face(tile, turns), strict=True):
                found[next((row for row, mark in enumerate(column) if mark != "."), TILE)] += 1
    return found


@cache
def _columns() -> int:
    return sum(_free_from_top().values())
