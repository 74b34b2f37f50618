"""
The map: hexes, their neighbours, and which paths a throw of movement dice pays for.

It is independent of heroes and turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import TERRAINS, require

TOWN: Final = "town"


class Pace(NamedTuple):
    """
    The power of the dice on the table to pay for a path.

    Attributes:
        dice: For each die, the terrains it pays for, sorted.
        double: Terrains whose entering takes two dice (RB-044).
        tolls: By terrain, the penalty for entering it, which only serves to choose an example path.
    """

    dice: tuple[tuple[str, ...], ...]
    double: tuple[str, ...] = ()
    tolls: tuple[tuple[str, int], ...] = ()

    def price(self, terrain: str) -> int:
        """How many dice entering one hex of the terrain takes (RB-044)."""
        return 2 if terrain in self.double else 1


_TOLL: Final = 1 << 16
"""The weight of one unit of toll in the cost of a path. A step weighs 1, and no path has so many steps."""
_Reached = tuple[int, tuple[str, int] | None]
"""The way a hex was reached with some dice left: the cost, and the hex and dice before (None at the start)."""


class HexMap:
    """
    The hexes of the map, fixed for all games.

    Attributes:
        columns: The letters of the columns, from the left.
        legend: By letter of the drawn map, the terrain.
        names: All hexes in map order: column by column, each from the top.
        terrain: By hex, its terrain.
        neighbours: By hex, its neighbours in map order.
        towns: The towns' hexes in town order.
        steps: By hex and hex, the fewest steps between them on any terrain.
        nearest_towns: By hex, the towns at the fewest steps, in town order. For a town it is the town itself.
    """

    def __init__(self, data: Printed) -> None:
        columns, rows, legend = data["columns"], data["terrain"], data["legend"]
        self.columns: str = columns
        self.legend: Mapping[str, str] = legend
        require(all(len(row) == len(columns) for row in rows), "map", "every row has a hex in every column")
        require(all(code in legend for row in rows for code in row), "map", "a terrain code is unknown")
        self.names = [f"{column}{number + 1}" for column in columns for number in range(len(rows))]
        self.terrain = {
            f"{column}{number + 1}": legend[rows[number][index]]
            for index, column in enumerate(columns)
            for number in range(len(rows))
        }
        self.neighbours = {name: self._neighbours(name, columns, len(rows)) for name in self.names}
        self._around = {name: [(one, self.terrain[one]) for one in self.neighbours[name]] for name in self.names}
        self.towns = [town["hex"] for town in data["towns"]]
        self.steps = {name: self._steps_from(name) for name in self.names}
        self.nearest_towns = {name: self._nearest_towns(name) for name in self.names}

    def reachable(self, start: str, pace: Pace) -> dict[str, list[str]]:
        """
        Every hex where a legal path can end, in map order, each with one such path.

        The path costs the least toll there is, and among those has the fewest steps. The start is
        reached by the empty path.

        Clauses: RB-033, RB-035, RB-044.
        """
        purse = _purse_of(pace)
        costs = dict.fromkeys((*TERRAINS, TOWN), 1)
        costs.update((terrain, _TOLL * toll + 1) for terrain, toll in pace.tolls)
        layers: list[dict[tuple[str, int], _Reached]] = [{} for _ in range(len(pace.dice) + 1)]
        layers[0][start, purse.full] = (0, None)
        best: dict[str, tuple[int, tuple[str, int], int]] = {}
        for used, layer in enumerate(layers):
            for key, (cost, _) in layer.items():
                here, left = key
                known = best.get(here)
                if known is None or cost < known[0]:
                    best[here] = (cost, key, used)
                if not left:
                    continue
                payments = purse.payments(left)
                for there, terrain in self._around[here]:
                    rests = payments[terrain]
                    if not rests:
                        continue
                    after = cost + costs[terrain]
                    ahead = layers[used + pace.price(terrain)]
                    for rest in rests:
                        entered = (there, rest)
                        found = ahead.get(entered)
                        if found is None or after < found[0]:
                            ahead[entered] = (after, key)
        return {name: self._walk_back(layers, *best[name][1:], pace) for name in self.names if name in best}

    def pays(self, path: Sequence[str], pace: Pace) -> bool:
        """Whether distinct dice can be found for all steps of a path whose hexes adjoin (RB-033)."""
        purse = _purse_of(pace)
        left = [purse.full]
        for name in path:
            terrain = self.terrain[name]
            left = list(dict.fromkeys(rest for one in left for rest in purse.payments(one)[terrain]))
        return bool(left)

    def payment(self, path: Sequence[str], pace: Pace) -> list[list[int]]:
        """For each step of a path that the dice pay for, the indices of the dice that do (RB-033, RB-044)."""
        terrains = [self.terrain[name] for name in path]
        costs = [terrain for terrain in terrains for _ in range(pace.price(terrain))]
        dice = iter(_paying(costs, pace.dice, []) or [])
        return [sorted(islice(dice, pace.price(terrain))) for terrain in terrains]

    def _walk_back(
        self, layers: Sequence[Mapping[tuple[str, int], _Reached]], key: tuple[str, int], used: int, pace: Pace
    ) -> list[str]:
        path: list[str] = []
        while True:
            previous = layers[used][key][1]
            if previous is None:
                return path[::-1]
            path.append(key[0])
            used -= pace.price(self.terrain[key[0]])
            key = previous

    def _neighbours(self, name: str, columns: str, rows: int) -> tuple[str, ...]:
        column, row = columns.index(name[0]), int(name[1:]) - 1
        shift = 0 if column % 2 else -1  # odd-numbered columns lie half a hex lower
        around = [(column, row - 1), (column, row + 1)]
        around += [(column + side, row + shift + half) for side in (-1, 1) for half in (0, 1)]
        return tuple(f"{columns[c]}{r + 1}" for c, r in sorted(around) if 0 <= c < len(columns) and 0 <= r < rows)

    def _nearest_towns(self, name: str) -> list[str]:
        fewest = min(self.steps[name][town] for town in self.towns)
        return [town for town in self.towns if self.steps[name][town] == fewest]

    def _steps_from(self, start: str) -> dict[str, int]:
        steps, edge = {start: 0}, [start]
        while edge:
            ahead = []
            for here in edge:
                for there in self.neighbours[here]:
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        ahead.append(there)
            edge = ahead
        return steps


class _Purse:
    """The dice of a throw, grouped by what they pay for. One number encodes how many of each group are left."""

    def __init__(self, pace: Pace) -> None:
        sorts: dict[tuple[str, ...], int] = {}
        for die in pace.dice:
            sorts[die] = sorts.get(die, 0) + 1
        self.sorts: list[tuple[tuple[str, ...], int, int]] = []
        radix = 1
        for terrains, count in sorts.items():
            self.sorts.append((terrains, radix, count + 1))
            radix *= count + 1
        self.full = radix - 1
        self._double = pace.double
        self._payments: dict[int, dict[str, list[int]]] = {}

    def payments(self, left: int) -> dict[str, list[int]]:
        """By terrain, the dice that can be left after entering one hex of it; `[]` if that can't be paid."""
        found = self._payments.get(left)
        if found is None:
            found = {terrain: self._payments_for(left, terrain) for terrain in (*TERRAINS, TOWN)}
            self._payments[left] = found
        return found

    def _payments_for(self, left: int, terrain: str) -> list[int]:
        once = self._one_die(left, terrain)
        if terrain not in self._double:
            return once
        return sorted({rest for after in once for rest in self._one_die(after, terrain)})

    def _one_die(self, left: int, terrain: str) -> list[int]:
        return [
            left - radix for terrains, radix, size in self.sorts if _enters(terrains, terrain) and left // radix % size
        ]


def _enters(terrains: Sequence[str], terrain: str) -> bool:
    """Whether a die of these terrains pays for a hex of that terrain; any die does for a town (RB-033, RB-034)."""
    return terrain == TOWN or terrain in terrains


def _paying(costs: Sequence[str], dice: Sequence[Sequence[str]], used: list[int]) -> list[int] | None:
    """A die for each terrain that is entered, each die once; None if the dice do not suffice."""
    if not costs:
        return used
    for die, terrains in enumerate(dice):
        if die not in used and _enters(terrains, costs[0]):
            found = _paying(costs[1:], dice, [*used, die])
            if found is not None:
                return found
    return None


@lru_cache(maxsize=64)
def _purse_of(pace: Pace) -> _Purse:
    """The purse of a throw, shared by the listing of its paths and the judging of each."""
    return _Purse(pace)
