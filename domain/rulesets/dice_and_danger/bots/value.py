"""
The greedy bot's estimate of the worth of a sheet, in thousandths of a point.

It adds up the treasure at hand, monsters by how near they are to falling, the numbers that can be used, and the ways to
special cells. Integers only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from delvebook.domain.bots import seat_of
from delvebook.domain.rulesets.dice_and_danger.box.paths import distances
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Bonus, Cell, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.sheet.bonuses import missing_links, progress
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import EXTRA_LIFE, SKIPPED
from delvebook.domain.rulesets.dice_and_danger.words.seen import marking_of
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View

POINT: Final = 1000
CHANCES: Final = {total: CONTENT.figures.ways_to_roll(total) for total in CONTENT.figures.sums}
"""By sum, the number of rolls of two dice that make it."""
ROLLS: Final = sum(CHANCES.values())
"""The number of rolls of two dice."""
FAR: Final = 9
NEARNESS: Final[tuple[int, ...]] = tuple(1000 * 4**steps // 5**steps for steps in range(FAR + 1))
"""0.8 to the power of the visits still needed, in thousandths."""
PULL: Final[tuple[int, ...]] = tuple(1000 * 3**steps // 4**steps for steps in range(FAR + 1))
"""0.75 to the power of the visits still needed, in thousandths."""
LURES: Final = {"chest": 2500, "gem": 1200, "gold": 800}
SYMBOL: Final = 800
TORCH: Final = 1200
FREEDOM: Final = 10000
"""The worth of having a use for every roll of two dice. `DANGER` is added for each life short of `SAFE_LIVES`."""
DANGER: Final = 3000
SAFE_LIVES: Final = 6
LAST_LIVES: Final = (60000, 30000, 15000, 10000, 7000)
"""The worth of the last life, of the last but one, and so on."""
LIFE_AMPLE: Final = 5000
SOLO_LIFE: Final = 3000
DEATH: Final = 300000
HASTE_LEADING: Final = 2000
HASTE_ALONE: Final = 20000
"""Added to the worth of a monster that no seat has defeated: it ends the game while the seat leads, or before the last
living seat dies."""


class Standing(NamedTuple):
    """
    How the table stands for a seat.

    Attributes:
        solo: Whether the solo rules hold.
        taken: The monsters that a seat has defeated.
        scored: The bonuses that a seat has scored.
        points: The seat's points.
        rivals: The points of the other living seats.
    """

    solo: bool
    taken: Collection[str]
    scored: Collection[str]
    points: int
    rivals: Sequence[int]


def standing_of(view: View) -> Standing:
    """How the table stands for the view's own seat."""
    seat, sheets = seat_of(view), view["sheets"]
    return Standing(
        solo=view["solo"],
        taken=view["first_defeats"],
        scored=view["first_bonuses"],
        points=marking_of(view)["sheet"]["points"] or 0,
        rivals=[sheet["points"] or 0 for other, sheet in enumerate(sheets) if other != seat and sheet["alive"]],
    )


class Outlook:
    """
    The bot's knowledge of the table besides its own sheet.

    Attributes:
        gems: By room, the gems it would bring now.
        hearts: By room, the lives it would cost now.
        untaken: The rooms whose monsters no seat has defeated.
        haste: The worth of defeating one of those besides its gems.
        bonus_gems: By bonus, the gems it would bring now.
    """

    __slots__ = ("bonus_gems", "dungeon", "gems", "haste", "hearts", "solo", "untaken")

    def __init__(self, dungeon: Dungeon, standing: Standing) -> None:
        figures = dungeon.figures
        taken, scored = standing.taken, standing.scored
        self.dungeon = dungeon
        self.solo = standing.solo
        self.gems = {room.id: room.later if room.id in taken else room.first for room in dungeon.rooms.values()}
        self.hearts = {room.id: 0 if room.id in taken else room.hearts for room in dungeon.rooms.values()}
        self.untaken = [room for room in dungeon.rooms if room not in taken]
        self.haste = _haste(standing)
        self.bonus_gems = {
            bonus: figures.bonus_later if bonus in scored else figures.bonus_first for bonus in dungeon.bonuses
        }

    def worth(self, desk: Desk) -> int:
        """The worth of the sheet after the steps of the desk."""
        within_reach = desk.cells_within_reach()
        visits = visits_to(desk, within_reach)
        value = self._treasure(desk) + self._special_cells(desk, visits) + _freedom(desk, within_reach)
        for room in self.dungeon.rooms.values():
            value += self._monster(desk, room, visits)
        for bonus in self.dungeon.bonuses.values():
            value += self._bonus(desk, bonus)
        return value - self._life(desk)

    def _treasure(self, desk: Desk) -> int:
        sheet, cells, figures = desk.sheet, self.dungeon.cells, self.dungeon.figures
        kinds = [cells[cell].kind for cell in sheet["visited"]]
        gems = kinds.count("gem") + figures.extra_gems * (EXTRA_LIFE in sheet["abilities"])
        points = figures.gem_points * gems + figures.gold_points * kinds.count("gold")
        safety = 2 * POINT * (EXTRA_LIFE in sheet["abilities"])
        return points * POINT + SYMBOL * sheet["symbols"] + TORCH * sheet["torches"] + safety

    def _special_cells(self, desk: Desk, visits: Mapping[str, int]) -> int:
        value = 0
        for cell in self.dungeon.cells.values():
            lure = LURES.get(cell.kind)
            if lure is not None and cell.id not in desk.visited:
                value += lure * PULL[visits.get(cell.id, FAR)] // 1000
        return value

    def _monster(self, desk: Desk, room: Room, visits: Mapping[str, int]) -> int:
        figures, damage = self.dungeon.figures, desk.sheet["damage"].get(room.id, 0)
        gems = 1000 * self.gems[room.id]
        if room.worm:  # its damage to the boss is worth the same share of the boss's gems
            gems = 1000 * self.gems[self.dungeon.boss.id] * figures.worm_damage // self.dungeon.boss.hp
        points = gems * figures.gem_points + (self.haste if room.id in self.untaken else 0)
        if desk.is_defeated(room):
            if room.worm:
                return points // 2
            if room.id in desk.sheet["trophies"]:
                return 0
            return points
        chance = sum(CHANCES[number] for number in desk.usable_numbers(room))
        near = min((visits.get(cell, FAR) if cell not in desk.visited else 0 for cell in room.cells), default=FAR)
        share = 550 * damage // room.hp + 150 * min(ROLLS, 4 * chance) // ROLLS + 150 * NEARNESS[near] // 1000
        hurt = damage // figures.boss_damage_per_gem * figures.gem_points * POINT if room.boss else 0
        return max(points * share // 1000, hurt)

    def _bonus(self, desk: Desk, bonus: Bonus) -> int:
        if bonus.id in desk.sheet["bonuses"]:
            return 0
        points = self.bonus_gems[bonus.id] * self.dungeon.figures.gem_points * POINT
        if bonus.kind == "link":
            lacking = missing_links(desk, bonus, most=FAR)
            return points * NEARNESS[lacking] // 1600 if lacking else points
        have = min(bonus.need, progress(desk, bonus))
        if have == bonus.need:
            return points
        return points * (have * have + have) // (2 * bonus.need * bonus.need)

    def _life(self, desk: Desk) -> int:
        """The cost of the life that this round takes, for skipped pairs and hearts together."""
        skipped = desk.turn["status"].count(SKIPPED)
        if self.solo:
            skipped = max(0, skipped - 1) if desk.turn["dealt"] else 1 + skipped
        sheet = desk.sheet
        hearts = sum(
            count
            for room, count in self.hearts.items()
            if count and room not in sheet["trophies"] and desk.is_defeated(self.dungeon.rooms[room])
        )
        left, lost = _lives_left(desk), skipped + hearts
        if lost >= left and not self.solo:
            return DEATH
        if all(desk.is_defeated(self.dungeon.rooms[room]) for room in self.untaken):
            return POINT * lost  # the game ends with this round, and a life is worth its point
        ample = SOLO_LIFE if self.solo else LIFE_AMPLE
        return sum(LAST_LIVES[life] if life < len(LAST_LIVES) else ample for life in _taken(left, lost))


def _haste(standing: Standing) -> int:
    """The worth of the game's end to this seat, for each monster still in the way."""
    if standing.solo:
        return 0
    if not standing.rivals:
        return HASTE_ALONE
    return HASTE_LEADING if standing.points >= max(standing.rivals) else 0


def _lives_left(desk: Desk) -> int:
    """Marks and extra boxes not yet crossed."""
    return desk.sheet["life"] + desk.sheet["extra"]


def _taken(left: int, lost: int) -> range:
    """The indices of the lives that are lost: the last of those left."""
    return range(max(0, left - lost), left)


def visits_to(desk: Desk, within_reach: Sequence[Cell]) -> dict[str, int]:
    """By unvisited cell, the number of visits it takes, its own included. Cells at `FAR` or more are left out."""
    cells, rooms, visited = desk.dungeon.cells, desk.dungeon.rooms, desk.visited
    defeated = {room.id for room in rooms.values() if desk.is_defeated(room)}

    def ways(id_: str) -> list[str]:
        cell = cells[id_]
        beside = [*cell.cells, *(cells[cell.opens].cells if cell.opens is not None else ())]
        for room in cell.rooms:
            if room in defeated:
                beside += rooms[room].cells
        return [one for one in beside if one not in visited and cells[one].kind != "gate_out"]

    starts = [cell.id for cell in within_reach if cell.kind != "gate_out"]
    return distances(starts, ways, first=1, farthest=FAR - 1)


def _freedom(desk: Desk, within_reach: Sequence[Cell]) -> int:
    """The worth of having a use for a random pair. Clauses: DD-041."""
    dungeon = desk.dungeon
    usable: dict[int, bool] = {}
    doubles = False
    for cell in within_reach:
        if cell.kind == "doubles":
            doubles = True
        elif cell.kind != "fist" and (number := desk.number_on(cell)) is not None:
            usable[number] = True
    for room in dungeon.rooms.values():
        if not room.armoured and not desk.is_defeated(room) and desk.is_reached(room):
            for number in desk.usable_numbers(room):
                usable[number] = True
    ways = sum(CHANCES[number] for number in usable)
    if doubles:
        ways += (ROLLS - ways) // dungeon.figures.sides
    weight = FREEDOM + DANGER * max(0, SAFE_LIVES - _lives_left(desk))
    return weight * ways // ROLLS
