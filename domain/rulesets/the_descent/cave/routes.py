"""
The routes of creatures: the single moves of each, and those of them that begin a shortest path to its target.

These are pure functions of the field, the creature's cell and its goals.
To creatures a closed cell is solid (TD-006), and they make no move that ends in too deep a fall (TD-151).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOARD,
    CELLS_OF,
    CLOSED,
    DIAGONALS,
    DIGGABLE,
    DOWN,
    EMPTY,
    FRAME,
    LEFT,
    RIGHT,
    ROCK,
    SIDES,
    THIN,
    UP,
    Cell,
    Field,
    Place,
    off_grid,
)
from delvebook.domain.rulesets.the_descent.box.geometry import can_cling, corner_blocks, fall_path, jump_end
from delvebook.domain.rulesets.the_descent.box.paths import on_shortest, shortest
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import RouteMove

_FREE: Final = ("fly", "burrow", "cross")
"""The kinds of moves that cost no endurance."""
_FLIGHT: Final = 1000
"""The weight of one straight move of the dragon: more than that of any number of cells (TD-148)."""
_SOLID_TO_CREATURES: Final = ROCK + THIN + FRAME + CLOSED
_CORNERS_OF_MONSTER: Final = ROCK + FRAME + CLOSED
"""The marks that stop the monster at the corner of a jump. Thin rock does not (TD-166)."""


class Move(NamedTuple):
    """
    One single move of a creature.

    Attributes:
        to: The cell where it comes to rest, a fall included.
        kind: step, jump or dig (monster), crawl (spider), fly (dragon), burrow or cross (worm).
        via: The cells it enters one after the other, without those of a fall.
        cost: Its part of the length of a path: endurance, or the dragon's flights and cells.
    """

    to: Cell
    kind: str
    via: tuple[Cell, ...]
    cost: int

    def to_plain(self) -> RouteMove:
        """The move as state holds it; flights and the worm's moves cost no endurance."""
        cost = 0 if self.kind in _FREE else self.cost
        return {"to": self.to, "kind": self.kind, "via": list(self.via), "cost": cost}


class Goals(NamedTuple):
    """
    The goals of a creature.

    Attributes:
        cells: The goals themselves.
        near: If no goal can be reached, the creature wants to be as near as possible to one of these cells.

    Clauses: TD-148, TD-150.
    """

    cells: tuple[Cell, ...]
    near: tuple[Cell, ...]

    def distance(self, cell: Cell) -> int:
        """The distance of a cell to the target with rock ignored (TD-010)."""
        return min(off_grid(cell, target) for target in self.near)


def goals_at(cell: Cell) -> Goals:
    """The cell of a character or a lure, as a goal."""
    return Goals((cell,), (cell,))


def goals_on(place: Place, *, rests: Callable[[Cell], bool]) -> Goals:
    """The cells of a tile on which the creature can rest, as goals."""
    return Goals(tuple(cell for cell in CELLS_OF[place] if rests(cell)), CELLS_OF[place])


# -- single moves ---------------------------------------------------------------------------------


def monster_moves(field: Field, cell: Cell, *, content: Content) -> list[Move]:
    """
    Steps, jumps and a dig, each with the fall it ends in.

    Clauses: TD-166 (thin rock gives way), TD-151 (how deep it may fall).
    """
    cells = field.cells
    ends: list[tuple[str, tuple[Cell, ...], int]] = []
    for direction in (LEFT, RIGHT):
        front = cell + direction
        if cells[front] in EMPTY or cells[front] == THIN:
            ends.append(("step", (front,), content.step))
        via = _monster_jump(field, cell, direction)
        if via is not None:
            ends.append(("jump", via, content.jump))
    if cells[cell + DOWN] == THIN:
        ends.append(("dig", (cell + DOWN,), content.dig))
    moves = []
    for kind, via, cost in ends:
        drop = fall_path(field, via[-1])
        if len(drop) <= content.creature_fall_max:
            moves.append(Move(drop[-1] if drop else via[-1], kind, via, cost))
    return moves


def _monster_jump(field: Field, cell: Cell, direction: int) -> tuple[Cell, ...] | None:
    """The cells of its jump: A, then B or C if A does not carry it; None if it cannot jump that way."""
    first = cell + UP + direction
    if field.cells[first] not in EMPTY and field.cells[first] != THIN:
        return None
    if corner_blocks(field, cell, direction, _CORNERS_OF_MONSTER):
        return None
    end = jump_end(field, cell, direction, _SOLID_TO_CREATURES)
    return (first,) if end is None or end == first else (first, end)


def spider_moves(field: Field, cell: Cell, *, content: Content) -> list[Move]:
    """Its moves to the eight cells around, where it can cling. Clauses: TD-155, TD-156."""
    cells = field.cells
    moves = [
        Move(cell + side, "crawl", (cell + side,), content.spider_straight)
        for side in SIDES
        if can_cling(field, cell + side)
    ]
    moves += [
        Move(cell + diagonal, "crawl", (cell + diagonal,), content.spider_diagonal)
        for diagonal in DIAGONALS
        if can_cling(field, cell + diagonal) and _passes_corner(cells, cell, diagonal)
    ]
    return moves


def dragon_moves(field: Field, cell: Cell) -> list[Move]:
    """Its flights: every cell it can end on, along eight straight lines. Clauses: TD-164."""
    cells = field.cells
    moves = []
    for direction in (*SIDES, *DIAGONALS):
        at, line = cell, []
        while cells[at + direction] in EMPTY and (direction in SIDES or _passes_corner(cells, at, direction)):
            at += direction
            line.append(at)
            moves.append(Move(at, "fly", tuple(line), _FLIGHT + len(line)))
    return moves


def _passes_corner(cells: Sequence[str], cell: Cell, diagonal: int) -> bool:
    """Whether one of the two cells beside a diagonal is empty."""
    vertical = UP if diagonal in (UP + LEFT, UP + RIGHT) else DOWN
    return cells[cell + vertical] in EMPTY or cells[cell + diagonal - vertical] in EMPTY


# -- the next move --------------------------------------------------------------------------------


def next_moves(moves_from: Callable[[Cell], list[Move]], start: Cell, goals: Goals) -> list[Move]:
    """
    The moves that begin a shortest path; `[]` if the creature can get no nearer.

    They are ordered by the cell they end on. Two moves to one cell differ in cost, so that only one of them is listed.

    Clauses: TD-148, TD-149, TD-150.
    """
    wanted = dict.fromkeys(goals.cells)
    distances, before, found = shortest(
        start, wanted.__contains__, lambda cell: [(move.to, move.cost) for move in moves_from(cell)]
    )
    if not found:
        found = _nearest(distances, goals)
    if start in found:
        return []
    marked = on_shortest(before, found)
    moves = [move for move in moves_from(start) if move.to in marked and distances[move.to] == move.cost]
    return sorted(moves)


def _nearest(lengths: dict[Cell, int], goals: Goals) -> list[Cell]:
    """The reachable cells that are nearest to the target; of these, those with the shortest path."""
    ranked = [(goals.distance(cell), length, cell) for cell, length in lengths.items()]
    best = min(ranked)[:2]
    return [cell for distance, length, cell in ranked if (distance, length) == best]


# -- the worm -------------------------------------------------------------------------------------


def networks(field: Field) -> dict[Cell, int]:
    """By cell of rock or thin rock, the number of its network (TD-158)."""
    cells = field.cells
    numbers: dict[Cell, int] = {}
    count = 0
    for seed in BOARD:
        if cells[seed] not in DIGGABLE or seed in numbers:
            continue
        numbers[seed] = count
        stack = [seed]
        while stack:
            cell = stack.pop()
            for side in SIDES:
                if cells[cell + side] in DIGGABLE and cell + side not in numbers:
                    numbers[cell + side] = count
                    stack.append(cell + side)
        count += 1
    return numbers


def crossings(field: Field, numbers: dict[Cell, int]) -> Iterator[tuple[int, Cell]]:
    """Every way from one network to another: the number of the first, and the cell it leads to (TD-158)."""
    cells = field.cells
    for cell, number in numbers.items():
        for diagonal in DIAGONALS:
            target = cell + diagonal
            if numbers.get(target, number) != number:
                yield number, target
        for side in SIDES:
            target = cell + 2 * side
            if cells[cell + side] in EMPTY and numbers.get(target, number) != number:
                yield number, target


def worm_moves(field: Field, start: Cell, goals: Goals) -> list[Move]:
    """
    The cells the worm may go to next: its goals in its own network, else the best entries to another one.

    Clauses: TD-158, TD-159, TD-160, TD-150.
    """
    numbers = networks(field)
    entries: dict[int, dict[Cell, bool]] = {}
    for number, cell in crossings(field, numbers):
        entries.setdefault(number, {})[cell] = True
    doors = {number: dict.fromkeys(numbers[cell] for cell in cells) for number, cells in entries.items()}
    changes = _changes(doors, [numbers[start]])
    lengths = {cell: changes[number] for cell, number in numbers.items() if number in changes}
    wanted = [cell for cell in goals.cells if cell in lengths]
    if wanted:
        least = min(lengths[cell] for cell in wanted)
        wanted = [cell for cell in wanted if lengths[cell] == least]
    else:
        wanted = _nearest(lengths, goals)
        least = lengths[wanted[0]]
    if start in wanted:
        return []
    if least == 0:
        return [Move(cell, "burrow", (cell,), 0) for cell in sorted(wanted)]
    left = _changes(doors, [numbers[cell] for cell in wanted])
    doorways = [cell for cell in entries[numbers[start]] if left.get(numbers[cell]) == least - 1]
    near = {cell: min(off_grid(cell, goal) for goal in wanted) for cell in doorways}
    return [Move(cell, "cross", (cell,), 1) for cell in sorted(doorways) if near[cell] == min(near.values())]


def _changes(doors: dict[int, dict[int, None]], starts: list[int]) -> dict[int, int]:
    """By network, the number of changes from the nearest of `starts`."""
    changes = dict.fromkeys(starts, 0)
    queue = list(changes)
    for number in queue:
        for other in doors.get(number, ()):
            if other not in changes:
                changes[other] = changes[number] + 1
                queue.append(other)
    return changes
