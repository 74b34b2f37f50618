"""
The greedy bot's search: the ways down that it can see, and what they are worth.

Everything here is made from the view of one seat.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, NamedTuple

from delvebook.domain.ruleset import Action, View
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.geometry import (
    BOTTOM,
    CELLS_OF,
    DOWN,
    EMPTY,
    LEFT,
    PLACE_OF,
    PLACES,
    RIGHT,
    THIN,
    YS,
    Cell,
    Field,
    cell_at,
    level_of,
    reach,
    xy,
)
from delvebook.domain.rulesets.the_descent.refusals import CARD_OF
from delvebook.domain.rulesets.the_descent.ways import Way, fall_loss, walks, way_to

DEPTH: Final = 5
"""What one row further down is worth; an endurance point is 1."""
HEALTH: Final = 8
CARD: Final = 3
TURN_LOST: Final = 3
PLANT_NEAR: Final = 12
WEB: Final = 4
HUNTER_NEAR: Final = 3
LAST_HEALTH: Final = 12
NEW_TILE: Final = 8
LATE_TILE: Final = 2
"""What a new tile is worth once a seat has arrived, when every turn costs a point."""
TREASURE: Final = 1000
THE_BOTTOM: Final = 40
DETOUR_MAX: Final = 5
DEEPEST: Final = next(length for length, loss in CONTENT.falls if loss is None) - 1
"""The longest fall that can be survived."""


class Plan(NamedTuple):
    """A way to somewhere: what it is worth, its first action, and where it leads."""

    value: int
    action: Action
    end: Cell


# -- what it sees ---------------------------------------------------------------------------------


class Eyes:
    """The view, as the search needs it."""

    def __init__(self, view: View, seat: int, field: Field | None = None) -> None:
        self.view = view
        self.seat = seat
        self.field = field or Field(view["field"])
        self.own = view["seats"][seat]
        self.hand: list[str] = [*self.own["kit"], *(one["card"] for one in self.own["drawn"])]
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

    def _dangers(self) -> dict[Cell, int]:
        """By cell, what being on its tile may cost, and being thrown back by the monster."""
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
        The health that a move costs: its fall, and the creatures it meets. One of them a sword can ward off.

        Args:
            by_card: Whether a card is used for the move, so that there is none left to use.
        """
        met = sum(cell in self.beasts for cell in way.passed)
        return way.loss + max(0, met - (self.armed and not by_card))

    def pace(self, cell: Cell, cost: int) -> int:
        """What endurance spent there is worth: the deeper a seat lingers, the more a collapse may cost it."""
        return cost + cost * HEALTH * level_of(cell) // (CONTENT.endurance * CONTENT.die)

    def wanted(self) -> dict[Cell, bool]:
        """The cells with something to take or, with the card for it, to open or to cut down."""
        kinds = ["coin", "backpack", "health"]
        if "key" in self.hand or "sword" in self.hand:
            kinds.append("chest")
        found = {cell_at(*token["cell"]): True for token in self.view["tokens"] if token["kind"] in kinds}
        prey = {cell: True for cell, kind in self.beasts.items() if kind == "plant" and self.armed}
        return found | prey


# -- the search -----------------------------------------------------------------------------------


def card_ways(eyes: Eyes, cell: Cell, used: tuple[str, ...]) -> list[Way]:
    """What rope and pick lead to from there, those that have not been used on the way."""
    field = eyes.field
    ways: list[Way] = []
    if "rope" in eyes.hand and "rope" not in used:
        ways += [
            way_to(field, {"type": "use_rope", "cell": xy(target)}, (target,), CARD + TURN_LOST)
            for target, distance in reach(field, cell, CONTENT.ranges["rope"]).items()
            if distance and field.cells[target] in EMPTY and YS[target] >= YS[cell] - 3
        ]
    if "pick" in eyes.hand and "pick" not in used:
        step = CONTENT.step
        sides = (("down", cell + DOWN, 0), ("left", cell + LEFT, step), ("right", cell + RIGHT, step))
        for name, target, cost in sides:
            if field.cells[target] == THIN:
                ways.append(way_to(field, {"type": "use_pick", "way": name}, (target,), CARD + TURN_LOST + cost))
    return ways


def plans_from(eyes: Eyes, start: Cell, *, cards: bool) -> list[Plan]:
    """
    Every plan worth naming: into a face-down tile, to the bottom, to something to take nearby.

    Args:
        cards: Whether a rope and a pick may be used on the way.
    """
    wanted = {} if eyes.late else eyes.wanted()
    plans: list[Plan] = []
    best: dict[tuple[Cell, tuple[str, ...]], int] = {(start, ()): 0}
    queue: list[tuple[int, int, int, Cell, tuple[str, ...]]] = [(0, 0, 0, start, ())]
    firsts: list[Action | None] = [None]
    while queue:
        cost, number, loss, cell, used = heappop(queue)
        if cost > best[cell, used]:
            continue
        ways = [(way, used) for way in walks(eyes.field, cell)]
        if cards:
            ways += [(way, tuple(sorted((*used, CARD_OF[way.action["type"]])))) for way in card_ways(eyes, cell, used)]
        for way, uses in ways:
            harm = eyes.harm(way, by_card=uses != used)
            lost = loss + harm
            if lost >= eyes.health:
                continue
            first = firsts[number] or way.action
            total = cost + eyes.pace(cell, way.cost) + harm * HEALTH + (TURN_LOST if harm else 0)
            if harm and eyes.health - lost == 1:
                total += LAST_HEALTH
            total += max((eyes.danger.get(passed, 0) for passed in way.passed), default=0)
            plans += [Plan(value, first, at) for value, at in _prizes(eyes, way, wanted, cost=total, lost=lost)]
            end = way.end
            if end is None or PLACE_OF[end] in BOTTOM or _breaks(eyes, end):
                continue
            if total < best.get((end, uses), 1 << 30):
                best[end, uses] = total
                firsts.append(first)
                heappush(queue, (total, len(firsts) - 1, lost, end, uses))
    return plans


def _breaks(eyes: Eyes, end: Cell) -> bool:
    """Whether thin rock would give way there under a second object."""
    return eyes.field.cells[end + DOWN] == THIN and end in eyes.heavy


def _prizes(eyes: Eyes, way: Way, wanted: dict[Cell, bool], *, cost: int, lost: int) -> list[tuple[int, Cell]]:
    """What this way leads to, if it is worth something: the value, and the cell."""
    if way.into is not None:
        value = DEPTH * YS[way.into] + (LATE_TILE if eyes.late else NEW_TILE) - cost - _risk(eyes, way, lost)
        return [(value + (NEW_TILE if PLACE_OF[way.into] in BOTTOM else 0), way.into)]
    prizes: list[tuple[int, Cell]] = []
    if way.end is not None:
        if PLACE_OF[way.end] in BOTTOM:
            prizes.append((DEPTH * YS[way.end] + THE_BOTTOM - cost, way.end))
        if cost <= DETOUR_MAX and lost == 0 and any(cell in wanted for cell in way.passed):
            prizes.append((TREASURE - cost, way.end))
    return prizes


def _risk(eyes: Eyes, way: Way, lost: int) -> int:
    """What going into the unknown may cost: the fall may go on for some cells."""
    if way.action["type"] == "step" and not way.passed:
        return 2
    length = 0
    for before, after in zip(way.passed, way.passed[1:], strict=False):
        length = length + 1 if after == before + DOWN else 0
    likely, worst = (fall_loss(min(length + more, DEEPEST)) for more in (2, 4))
    return likely * HEALTH + (4 * HEALTH if lost + worst >= eyes.health else 0)
