"""
Courses: whole plans of the strong bot, over several turns and with a rope and a pick, to one goal each.

A goal is a face-down tile to open, something to take, or the bottom. Everything follows from the view of one seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.bots.ground import HEALTH, Step
from delvebook.domain.rulesets.the_descent.bots.survey import DEATH, SAFE, SURE, Odds, end_of_turn, odds_of
from delvebook.domain.rulesets.the_descent.bots.ways_down import LAST_HEALTH, PLANT_NEAR, Eyes
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACE_OF, Cell, level_of
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.state import Action
from delvebook.domain.rulesets.the_descent.words.seen import cell_of
from delvebook.domain.rulesets.the_descent.words.shapes.table import View

UNIT: Final = 100
"""One endurance point, in the units in which courses are compared."""
LONGEST: Final = 3 * CONTENT.endurance
"""The most endurance that a course may take."""
CARD: Final = 6 * UNIT
"""The cost of using a card."""
COLLAPSE: Final = 27
"""The extra cost of an endurance for each level further down, because the cave may collapse (TD-124)."""
PER_PLACE: Final = 2
"""The most courses considered for one face-down tile."""
COURSES_MAX: Final = 8
WORTH: Final = {"open": 14, "coin": 17, "backpack": 18, "health": 12, "chest": 21, "plant": 37, "bottom": 4}
"""The worth of a goal as a first guess, in endurance."""


class Course(NamedTuple):
    """A plan: its goal, what it is worth as a first guess, and its actions."""

    goal: tuple[str, int]
    value: int
    actions: list[Action]


class _Stop(NamedTuple):
    """A place where a course rests on its way: the cell, and the cards used so far."""

    cell: Cell
    used: tuple[str, ...]


class _Leg(NamedTuple):
    """How a stop is reached: total cost, endurance used, health lost, the stop before, and the action."""

    rank: int
    clock: int
    lost: int
    before: _Stop | None
    action: Action | None


class Courses:
    """
    The courses of a seat from where its character is.

    Args:
        view: The view of the seat, in its own turn.
    """

    def __init__(self, view: View, seat: int) -> None:
        self.eyes = Eyes(view, seat)
        self.legs: dict[_Stop, _Leg] = {}
        self._found: dict[tuple[str, int, str], tuple[int, _Stop, Action]] = {}
        self._search(view["turn"]["endurance"], weak=view["turn"]["weak"])

    def best(self) -> list[Course]:
        """The most promising courses, the best first."""
        courses = [
            Course((kind, at), self._worth(kind, at) * UNIT - rank, [*self._way_to(stop), action])
            for (kind, at, _), (rank, stop, action) in self._found.items()
        ]
        courses.sort(key=lambda course: -course.value)
        kept: list[Course] = []
        for course in courses:
            alike = sum(course.goal == other.goal for other in kept)
            if alike < (PER_PLACE if course.goal[0] == "open" else 1):
                kept.append(course)
        return [one for at, one in enumerate(kept) if at < COURSES_MAX or one.goal[0] == "bottom"]

    def wanderings(self) -> Iterator[list[Action]]:
        """Ways to the furthest cells, and to the nearest, for a seat that sees no goal."""
        stops = sorted((leg.rank, stop) for stop, leg in self.legs.items() if leg.before is not None)
        for _, stop in [*stops[-4:], *stops[:2]]:
            yield self._way_to(stop)

    def _worth(self, kind: str, at: int) -> int:
        return WORTH[self.eyes.wanted[at] if kind == "take" else kind]

    def _way_to(self, stop: _Stop) -> list[Action]:
        """The actions that lead to a stop."""
        actions: list[Action] = []
        leg = self.legs[stop]
        while leg.before is not None and leg.action is not None:
            actions.append(leg.action)
            leg = self.legs[leg.before]
        return actions[::-1]

    # -- the search -----------------------------------------------------------------------------------

    def _search(self, endurance: int, *, weak: bool) -> None:
        """Finds the best way to every stop and to every goal."""
        start = _Stop(cell_of(self.eyes.own), ())
        self.legs[start] = _Leg(0, CONTENT.endurance - endurance, 0, None, None)
        queue = [(0, 0, start)]
        while queue:
            rank, _, stop = heappop(queue)
            leg = self.legs[stop]
            if rank > leg.rank or leg.clock > LONGEST:
                continue
            for step, card in self._steps(stop, weak=weak):
                found = self._leg(step, card, stop, leg)
                if found is None:
                    continue
                self._note(step, card, stop, found)
                following = _Stop(step.end or stop.cell, tuple(sorted((*stop.used, card))) if card else stop.used)
                if step.end is not None and (following not in self.legs or found.rank < self.legs[following].rank):
                    self.legs[following] = found
                    heappush(queue, (found.rank, len(self.legs), following))

    def _steps(self, stop: _Stop, *, weak: bool) -> Iterator[tuple[Step, str | None]]:
        """The moves from a stop, and the card that each takes."""
        eyes = self.eyes
        for step in eyes.walks(stop.cell):
            yield step, None
        for card, moves in (("rope", eyes.ropes), ("pick", eyes.picks)):
            if card in eyes.hand and card not in stop.used and not weak:
                for step in moves(stop.cell):
                    yield step, card

    def _leg(self, step: Step, card: str | None, stop: _Stop, leg: _Leg) -> _Leg | None:
        """The move as the next leg; None if it kills."""
        eyes, way = self.eyes, step.way
        harm = way.loss + sum(one in eyes.beasts and not self._cuts(one) for one in way.passed)
        lost = leg.lost + harm
        if lost >= eyes.health:
            return None
        turn_left = -leg.clock % CONTENT.endurance or CONTENT.endurance
        clock = leg.clock + way.cost + (turn_left if way.cost > turn_left else 0)
        if way.loss or card:
            clock = end_of_turn(clock)
        rank = leg.rank + (clock - leg.clock) * (UNIT + COLLAPSE * (level_of(stop.cell) - 1)) + harm * HEALTH * UNIT
        rank += (CARD if card else 0) + (LAST_HEALTH * UNIT if harm and eyes.health - lost == 1 else 0)
        return _Leg(rank + UNIT * self._danger(way.passed), clock, lost, stop, way.action)

    def _cuts(self, cell: Cell) -> bool:
        """Whether a sword is at hand for the plant in that cell."""
        return self.eyes.beasts[cell] == "plant" and self.eyes.armed

    def _danger(self, passed: tuple[Cell, ...]) -> int:
        """The expected cost of being on a creature's tile, in endurance."""
        return min(PLANT_NEAR, self.eyes.danger.get(passed[-1], 0)) if passed else 0

    def _note(self, step: Step, card: str | None, stop: _Stop, leg: _Leg) -> None:
        """Remembers the goals that the move reaches."""
        way = step.way
        if way.into is not None:
            odds = SAFE if card and not way.passed else odds_of(way, self.eyes.health - leg.lost)
            how = "card" if card else "fall" if way.passed else way.action["type"]
            self._keep(("open", PLACE_OF[way.into], how), leg.rank + _price(odds), stop, way.action)
            return
        if way.end is not None and PLACE_OF[way.end] in BOTTOM:
            self._keep(("bottom", leg.lost, ""), leg.rank, stop, way.action)
        for cell in way.passed:
            if cell in self.eyes.wanted:
                self._keep(("take", cell, ""), leg.rank, stop, way.action)

    def _keep(self, goal: tuple[str, int, str], rank: int, stop: _Stop, action: Action) -> None:
        if goal not in self._found or rank < self._found[goal][0]:
            self._found[goal] = (rank, stop, action)


def _price(odds: Odds) -> int:
    """The deduction from a course for what is unknown."""
    return UNIT * (HEALTH * odds.loss + DEATH * odds.death) // SURE
