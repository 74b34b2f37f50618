"""
The greedy bot's search: the ways down that it can see, and what they are worth.

Everything here is made from the view of one seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.bots.ground import HEALTH, Step, ground_of, toll_of
from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    CELLS_OF,
    DOWN,
    PLACE_OF,
    PLACES,
    THIN,
    YS,
    Cell,
    cell_at,
    level_of,
)
from delvebook.domain.rulesets.the_descent.cave.ways import Way, fall_loss
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.state import Action
from delvebook.domain.rulesets.the_descent.words.shapes.table import View

DEPTH: Final = 5
"""The worth of one row further down, where an endurance point is 1."""
PLANT_NEAR: Final = 12
WEB: Final = 4
HUNTER_NEAR: Final = 3
LAST_HEALTH: Final = 12
NEW_TILE: Final = 8
LATE_TILE: Final = 2
"""The worth of a new tile once a seat has arrived, when every turn costs a point."""
TREASURE: Final = 1000
THE_BOTTOM: Final = 40
DETOUR_MAX: Final = 5
DEEPEST: Final = next(length for length, loss in CONTENT.falls if loss is None) - 1
"""The longest fall that can be survived."""
FAR: Final = 1 << 30
_COLLAPSE: Final = CONTENT.endurance * CONTENT.die
"""The endurance on level 1 that would cost about one health if each round brought a collapse (TD-124)."""


class Plan(NamedTuple):
    """A way to somewhere: its worth, its first action, and the cell it leads to."""

    value: int
    action: Action
    end: Cell


# -- what it sees ---------------------------------------------------------------------------------


class Eyes:
    """
    The view, as the search needs it.

    Args:
        view: The view.
        seat: The seat whose view it is.
        rows: The field to assume instead of the view's.
    """

    def __init__(self, view: View, seat: int, rows: Sequence[str] | None = None) -> None:
        self.view = view
        self.seat = seat
        self.ground = ground_of(tuple(rows or view["field"]))
        self.field = self.ground.field
        self.own = view["seats"][seat]
        self.hand: list[str] = [
            *self.own["kit"],
            *(one["card"] for one in self.own["drawn"] if one["card"] is not None),
        ]
        self.health: int = self.own["health"]
        self.late = any(seat["arrived"] for seat in view["seats"])
        self.armed = "sword" in self.hand and not view["turn"]["weak"]
        self.beasts = {cell_at(*creature["cell"]): creature["kind"] for creature in view["creatures"]}
        self.danger = self._dangers()
        self.heavy = [cell_at(*token["cell"]) for token in view["tokens"] if token["kind"] == "chest"]
        self.heavy += [
            cell_at(*other["cell"])
            for other in view["seats"]
            if other["seat"] != seat and other["cell"] is not None and not other["arrived"]
        ]
        self.wanted = {} if self.late else self._wanted()
        self._notable = {*self.danger, *self.wanted, *self.heavy}
        """The cells with something on them. Every creature is in `danger`, too."""
        self._walks: dict[Cell, list[Step]] = {}
        self._ropes: dict[Cell, Step] = {}
        self._thrown: dict[Cell, list[Step]] = {}

    def _dangers(self) -> dict[Cell, int]:
        """By cell, the cost that must be expected there from a web, a creature on the tile, or the monster itself."""
        danger: dict[Cell, int] = {}
        if self.view["web"] is not None:
            danger = dict.fromkeys(CELLS_OF[PLACES.index(self.view["web"])], WEB)
        for cell, kind in self.beasts.items():
            near = PLANT_NEAR if kind == "plant" else HUNTER_NEAR
            danger.update({other: max(near, danger.get(other, 0)) for other in CELLS_OF[PLACE_OF[cell]]})
            if kind == "monster":
                danger[cell] = 2 * HEALTH
        return danger

    def harm(self, way: Way, *, by_card: bool) -> int:
        """
        The health that a move costs: its fall, and the creatures it meets. A sword can ward off one of them.

        Args:
            by_card: Whether a card is used for the move, so that there is none left to use.
        """
        met = sum(cell in self.beasts for cell in way.passed)
        return way.loss + max(0, met - (self.armed and not by_card))

    def _wanted(self) -> dict[Cell, str]:
        """By cell, the thing to take there or, with the card for it, to open or to cut down."""
        kinds = ["coin", "backpack", "health"]
        if "key" in self.hand or "sword" in self.hand:
            kinds.append("chest")
        found = {cell_at(*token["cell"]): token["kind"] for token in self.view["tokens"] if token["kind"] in kinds}
        prey = {cell: kind for cell, kind in self.beasts.items() if kind == "plant" and self.armed}
        return found | prey

    # -- steps of a plan ------------------------------------------------------------------------------

    def walks(self, cell: Cell) -> list[Step]:
        """Steps and jumps."""
        steps, cells = self.ground.walks(cell)
        if self._notable.isdisjoint(cells):
            return steps
        if cell not in self._walks:
            self._walks[cell] = [self._judge(step, by_card=False) for step in steps]
        return self._walks[cell]

    def ropes(self, cell: Cell) -> list[Step]:
        """Moves by rope."""
        if cell not in self._thrown:
            steps, cells = self.ground.ropes(cell)
            self._thrown[cell] = steps if self._notable.isdisjoint(cells) else [self._rope(step) for step in steps]
        return self._thrown[cell]

    def picks(self, cell: Cell) -> list[Step]:
        """Moves by pick."""
        steps, cells = self.ground.picks(cell)
        return steps if self._notable.isdisjoint(cells) else [self._judge(step, by_card=True) for step in steps]

    def _rope(self, plain: Step) -> Step:
        """A step by rope with what this seat sees on its way, which is the same from wherever it is thrown."""
        target = plain.way.passed[0]
        if target not in self._ropes:
            self._ropes[target] = self._judge(plain, by_card=True)
        return self._ropes[target]

    def _judge(self, plain: Step, *, by_card: bool) -> Step:
        """A step with what this seat sees on its way."""
        way = plain.way
        if self._notable.isdisjoint(way.passed):
            return plain
        harm = self.harm(way, by_card=by_card)
        danger = max(self.danger.get(passed, 0) for passed in way.passed)
        end = None if plain.end is not None and self._breaks(plain.end) else plain.end
        finds = way.end is not None and any(cell in self.wanted for cell in way.passed)
        return Step(way, plain.cost, harm, danger + toll_of(harm), end, plain.prized or finds)

    def _breaks(self, end: Cell) -> bool:
        """Whether thin rock would give way there under a second object."""
        return self.field.cells[end + DOWN] == THIN and end in self.heavy


# -- the search -----------------------------------------------------------------------------------


def steps_from(
    eyes: Eyes, cell: Cell, used: tuple[str, ...], *, cards: bool
) -> Iterator[tuple[list[Step], tuple[str, ...]]]:
    """
    The next steps of a plan, and the cards that have been used after them.

    Args:
        used: The cards used before; none is used twice.
        cards: Whether any may be used.
    """
    yield eyes.walks(cell), used
    if cards and "rope" in eyes.hand and "rope" not in used:
        yield eyes.ropes(cell), tuple(sorted((*used, "rope")))
    if cards and "pick" in eyes.hand and "pick" not in used:
        yield eyes.picks(cell), tuple(sorted((*used, "pick")))


def plans_from(eyes: Eyes, start: Cell, *, cards: bool, within: int = FAR) -> list[Plan]:
    """
    Every plan worth naming: into a face-down tile, to the bottom, to something to take nearby.

    Args:
        cards: Whether a rope and a pick may be used on the way.
        within: The most that a way may have cost before a card is used on it.
    """
    plans: list[Plan] = []
    best: dict[tuple[Cell, tuple[str, ...]], int] = {(start, ()): 0}
    queue: list[tuple[int, int, int, Cell, tuple[str, ...]]] = [(0, 0, 0, start, ())]
    firsts: list[Action | None] = [None]
    while queue:
        cost, number, loss, cell, used = heappop(queue)
        if cost > best[cell, used]:
            continue
        lingering = HEALTH * level_of(cell)  # the deeper a seat lingers, the more a collapse may cost it
        for steps, uses in steps_from(eyes, cell, used, cards=cards and cost <= within):
            for step in steps:
                lost = loss + step.harm
                if lost >= eyes.health:
                    continue
                total = cost + step.cost + step.cost * lingering // _COLLAPSE + step.toll
                if step.harm and eyes.health - lost == 1:
                    total += LAST_HEALTH
                first = firsts[number] or step.way.action
                if step.prized:
                    plans += [Plan(value, first, at) for value, at in _prizes(eyes, step.way, cost=total, lost=lost)]
                if step.end is not None and total < best.get((step.end, uses), FAR):
                    best[step.end, uses] = total
                    firsts.append(first)
                    heappush(queue, (total, len(firsts) - 1, lost, step.end, uses))
    return plans


def _prizes(eyes: Eyes, way: Way, *, cost: int, lost: int) -> list[tuple[int, Cell]]:
    """The prizes that this way leads to, each as its value and its cell."""
    if way.into is not None:
        value = DEPTH * YS[way.into] + (LATE_TILE if eyes.late else NEW_TILE) - cost - _risk(eyes, way, lost)
        return [(value + (NEW_TILE if PLACE_OF[way.into] in BOTTOM else 0), way.into)]
    prizes: list[tuple[int, Cell]] = []
    if way.end is not None:
        if PLACE_OF[way.end] in BOTTOM:
            prizes.append((DEPTH * YS[way.end] + THE_BOTTOM - cost, way.end))
        if cost <= DETOUR_MAX and lost == 0 and any(cell in eyes.wanted for cell in way.passed):
            prizes.append((TREASURE - cost, way.end))
    return prizes


def _risk(eyes: Eyes, way: Way, lost: int) -> int:
    """The cost of going into the unknown, where the fall may go on for some cells."""
    if way.action["type"] == "step" and not way.passed:
        return 2
    likely, worst = fall_loss(min(way.fallen + 2, DEEPEST)), fall_loss(min(way.fallen + 4, DEEPEST))
    return likely * HEALTH + (4 * HEALTH if lost + worst >= eyes.health else 0)
