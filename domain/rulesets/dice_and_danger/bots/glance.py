"""
A quick way to play a round, for the rollouts of the strong bot: each step is judged by its own cell or room alone.

It is about ten times quicker than the greedy bot's search of whole rounds, and plays like it in the open. It counts in
thousandths of a point, in integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from delvebook.domain.rulesets.dice_and_danger.bots.value import FAR, LURES, NEARNESS, PULL
from delvebook.domain.rulesets.dice_and_danger.box.paths import distances
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Cell, Room
from delvebook.domain.rulesets.dice_and_danger.legality import pair_steps
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import BLACK, EXTRA_LIFE, OPEN, TORCHES, Action, copy_turn

UNLOCK: Final = 2500
"""The worth of a number that becomes usable against a monster."""
REACH: Final = 6000
"""The worth of a monster that comes within reach. For a monster further away it is reduced by distance."""
SYMBOL: Final = 1200
SKIP: Final = -4000
HURT: Final = 7
"""With this many lives or fewer, extra lives are chosen from a chest before torches."""


@cache
def _from_cell(dungeon: str, cell: str) -> Mapping[str, int]:
    """By cell and room, its distance from the cell in visits, at most `FAR`, with no monster defeated."""
    cells = CONTENT.dungeons[dungeon].cells
    found = distances([cell], lambda id_: cells[id_].cells, farthest=FAR)
    for room in CONTENT.dungeons[dungeon].rooms.values():
        found[room.id] = min((found[one] for one in room.cells if one in found), default=FAR)
    return found


class Glance:
    """
    Chooses one seat's next step at a glance.

    Args:
        desk: The seat's desk; not changed.
        gems: By room, the gems it would bring now.
    """

    def __init__(self, desk: Desk, gems: Mapping[str, int]) -> None:
        self._desk = desk
        self._gems = gems
        self._lives = desk.sheet["life"] + desk.sheet["extra"]
        self._values: dict[str, int] = {}
        sheet, dungeon = desk.sheet, desk.dungeon
        self._lures = {
            cell.id: LURES[cell.kind]
            for cell in dungeon.cells.values()
            if cell.kind in LURES and cell.id not in desk.visited
        }
        self._rooms = {
            room.id: REACH
            for room in dungeon.rooms.values()
            if sheet["damage"].get(room.id, 0) < room.hp and not desk.is_reached(room)
        }

    def choose(self, legal: Sequence[Action]) -> Action:
        """The step with the highest value; the first of equals."""
        if legal[0]["step"] == "ability":
            wanted = (EXTRA_LIFE, TORCHES) if self._lives <= HURT else (TORCHES, EXTRA_LIFE)
            return max(legal, key=lambda step: -wanted.index(step["ability"]) if step["ability"] in wanted else -9)
        pairs = [step for step in legal if step["step"] == "pairs"]
        if pairs:
            return max(pairs, key=self._value_of_pairs)
        return max(legal, key=self._value)

    def _value_of_pairs(self, step: Action) -> int:
        """The total of the best use of each pair, each taken by itself, or the value of a strike with both."""
        desk, turn = self._desk, copy_turn(self._desk.turn)
        turn["pairs"], turn["status"] = step["pairs"], [OPEN, OPEN]
        ahead = Desk(
            desk.dungeon, desk.sheet, seat=desk.seat, turn=turn, dice=desk.dice, active=desk.active, solo=desk.solo
        )
        best = [SKIP, SKIP]
        strike = 2 * SKIP
        for use in pair_steps(ahead):
            if use["step"] == "attack_armoured":
                strike = max(strike, self._value(use))
            else:
                best[use["pair"]] = max(best[use["pair"]], self._value(use))
        black = BLACK in step["pairs"][0] or BLACK in step["pairs"][1]
        return max(sum(best), strike) - (SYMBOL if black and not desk.active else 0)

    def _value(self, step: Action) -> int:
        kind = step["step"]
        if kind == "skip":
            return SKIP
        if kind == "done":
            return 0
        value = self._of_cell(step["cell"]) if "cell" in step else self._of_room(self._desk.dungeon.rooms[step["room"]])
        if not kind.startswith("torch"):
            return value
        return value - 2 * REACH

    def _of_room(self, room: Room) -> int:
        """The value of a hit: a share of the gems, which grows with the damage dealt before."""
        desk = self._desk
        damage = desk.sheet["damage"].get(room.id, 0)
        points = 1000 * max(1, self._gems[room.id]) * desk.dungeon.figures.gem_points
        return points * (room.hp + damage) // (room.hp * room.hp)

    def _of_cell(self, id_: str) -> int:
        """The value of a visit: of the cell itself, of what it unlocks, and of what it leads to."""
        if id_ not in self._values:
            self._values[id_] = self._worth_of_visit(self._desk.dungeon.cells[id_])
        return self._values[id_]

    def _worth_of_visit(self, cell: Cell) -> int:
        desk = self._desk
        away = _from_cell(desk.dungeon.id, cell.id)
        value = LURES.get(cell.kind, 0)
        value += sum(lure * PULL[away.get(goal, FAR)] for goal, lure in self._lures.items()) // 2000
        value += sum(lure * NEARNESS[away[room]] for room, lure in self._rooms.items()) // 2000
        value += sum(UNLOCK for room in cell.unlocks if not desk.is_defeated(desk.dungeon.rooms[room]))
        return value
