"""
What a sheet promises, in thousandths of a point, as the greedy bot sees it.

It is a guess of where a sheet leads: treasure at hand, monsters by how near they are to falling, numbers
that can be used, way to special cells. Integers only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.rulesets.dice_and_danger.bonuses import progress
from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Bonus, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import EXTRA_LIFE, SKIPPED

POINT: Final = 1000
CHANCES: Final = {number: 6 - abs(7 - number) for number in range(2, 13)}
"""Of 36, the ways two dice make each sum."""
FAR: Final = 9
NEARNESS: Final[tuple[int, ...]] = tuple(1000 * 4**steps // 5**steps for steps in range(FAR + 1))
"""0.8 to the number of visits still to go, in thousandths."""
PULL: Final[tuple[int, ...]] = tuple(1000 * 3**steps // 4**steps for steps in range(FAR + 1))
"""0.75 to the number of visits still to go, in thousandths."""
LURES: Final = {"chest": 2500, "gem": 1200, "gold": 800}
SYMBOL: Final = 800
TORCH: Final = 1200
FREEDOM: Final = 10000
"""For a random pair that can always be used; `DANGER` more for each life short of `SAFE_LIVES`."""
DANGER: Final = 3000
SAFE_LIVES: Final = 6
LAST_LIVES: Final = (60000, 30000, 15000, 10000, 7000)
"""What the last life is worth, the last but one, and so on."""
LIFE_AMPLE: Final = 5000
SOLO_LIFE: Final = 3000
DEATH: Final = 300000
HASTE_LEADING: Final = 2000
HASTE_ALONE: Final = 20000
"""More for a monster nobody has beaten: to end the game while ahead, or before the last one alive dies, too."""


class Outlook:
    """
    What the bot knows of the table besides its own sheet.

    Attributes:
        gems: By room, the gems it would bring now.
        hearts: By room, the lives it would cost now.
        untaken: The rooms whose monsters nobody has beaten.
        haste: What it is worth besides to see one of those beaten.
        bonus_gems: By bonus, the gems it would bring now.
    """

    __slots__ = ("bonus_gems", "dungeon", "gems", "haste", "hearts", "solo", "untaken")

    def __init__(self, dungeon: Dungeon, view: Mapping[str, Any]) -> None:
        figures = BOOK.figures
        taken, scored = view["first_defeats"], view["first_bonuses"]
        self.dungeon = dungeon
        self.solo: bool = view["solo"]
        self.gems = {room.id: room.later if room.id in taken else room.first for room in dungeon.rooms.values()}
        self.hearts = {room.id: 0 if room.id in taken else room.hearts for room in dungeon.rooms.values()}
        self.untaken = [room for room in dungeon.rooms if room not in taken]
        self.haste = _haste(view)
        self.bonus_gems = {
            bonus: figures.bonus_later if bonus in scored else figures.bonus_first for bonus in dungeon.bonuses
        }

    def worth(self, desk: Desk) -> int:
        """What the sheet promises after these steps."""
        distances = _distances(desk)
        value = self._treasure(desk) + self._special_cells(desk, distances) + _freedom(desk)
        for room in self.dungeon.rooms.values():
            value += self._monster(desk, room, distances)
        for bonus in self.dungeon.bonuses.values():
            value += self._bonus(desk, bonus)
        return value - self._life(desk)

    def _treasure(self, desk: Desk) -> int:
        sheet, cells, figures = desk.sheet, self.dungeon.cells, BOOK.figures
        kinds = [cells[cell].kind for cell in sheet["visited"]]
        gems = kinds.count("gem") + figures.extra_gems * (EXTRA_LIFE in sheet["abilities"])
        points: int = figures.gem_points * gems + figures.gold_points * kinds.count("gold")
        safety = 2 * POINT * (EXTRA_LIFE in sheet["abilities"])
        return points * POINT + SYMBOL * int(sheet["symbols"]) + TORCH * int(sheet["torches"]) + safety

    def _special_cells(self, desk: Desk, distances: Mapping[str, int]) -> int:
        value = 0
        for cell in self.dungeon.cells.values():
            lure = LURES.get(cell.kind)
            if lure is not None and cell.id not in desk.visited:
                value += lure * PULL[distances.get(cell.id, FAR)] // 1000
        return value

    def _monster(self, desk: Desk, room: Room, distances: Mapping[str, int]) -> int:
        damage: int = desk.sheet["damage"].get(room.id, 0)
        gems = 1000 * self.gems[room.id]
        if room.worm:  # its gems are the boss's: as much of them as it takes of his health
            gems = 1000 * self.gems[self.dungeon.boss.id] * BOOK.figures.worm_damage // self.dungeon.boss.hp
        points = gems * BOOK.figures.gem_points + (self.haste if room.id in self.untaken else 0)
        if damage >= room.hp:
            if room.worm:
                return points // 2
            if room.id in desk.sheet["trophies"]:
                return 0
            return points
        chance = sum(CHANCES[number] for number in desk.usable_numbers(room))
        near = min((distances.get(cell, FAR) if cell not in desk.visited else 0 for cell in room.cells), default=FAR)
        share = 550 * damage // room.hp + 150 * min(36, 4 * chance) // 36 + 150 * NEARNESS[near] // 1000
        hurt = damage // BOOK.figures.boss_damage_per_gem * BOOK.figures.gem_points * POINT if room.boss else 0
        return max(points * share // 1000, hurt)

    def _bonus(self, desk: Desk, bonus: Bonus) -> int:
        if bonus.id in desk.sheet["bonuses"]:
            return 0
        points = self.bonus_gems[bonus.id] * BOOK.figures.gem_points * POINT
        have = min(bonus.need, progress(self.dungeon, desk.sheet, bonus))
        if bonus.kind == "link":
            return points if have else points * NEARNESS[_missing_links(desk, bonus)] // 1600
        if have == bonus.need:
            return points
        return points * (have * have + have) // (2 * bonus.need * bonus.need)

    def _life(self, desk: Desk) -> int:
        """What the steps of this round cost in life, skipped pairs and hearts together."""
        skipped: int = desk.turn["status"].count(SKIPPED)
        if self.solo:
            skipped = max(0, skipped - 1) if desk.turn["damage"] else 1 + skipped
        sheet = desk.sheet
        hearts = sum(
            count
            for room, count in self.hearts.items()
            if count and room not in sheet["trophies"] and desk.is_defeated(self.dungeon.rooms[room])
        )
        left, lost = lives_left(sheet), skipped + hearts
        if lost >= left and not self.solo:
            return DEATH
        if all(desk.is_defeated(self.dungeon.rooms[room]) for room in self.untaken):
            return POINT * lost  # the game ends with this round, and a life is worth its point
        ample = SOLO_LIFE if self.solo else LIFE_AMPLE
        return sum(LAST_LIVES[life] if life < len(LAST_LIVES) else ample for life in _taken(left, lost))


def _haste(view: Mapping[str, Any]) -> int:
    """What the end of the game is worth to this seat, for each monster still between."""
    sheets, seat = view["sheets"], view["you"]
    others = [sheet["points"] for other, sheet in enumerate(sheets) if other != seat and sheet["alive"]]
    if view["solo"]:
        return 0
    if not others:
        return HASTE_ALONE
    return HASTE_LEADING if sheets[seat]["points"] >= max(others) else 0


def lives_left(sheet: Mapping[str, Any]) -> int:
    """Marks and extra boxes not yet crossed."""
    figures = BOOK.figures
    boxes = figures.extra_boxes if EXTRA_LIFE in sheet["abilities"] else 0
    return int(len(figures.life_values) - sheet["life"] + boxes - sheet["extra"])


def _taken(left: int, lost: int) -> range:
    """Of the lives left, numbered from 0, the last: those that are lost."""
    return range(max(0, left - lost), left)


def _distances(desk: Desk) -> dict[str, int]:
    """How many visits it takes to visit each cell not yet visited, itself included; farther ones are left out."""
    cells, rooms, visited = desk.dungeon.cells, desk.dungeon.rooms, desk.visited
    found: dict[str, int] = {}
    front: list[str] = []
    open_rooms = {room.id for room in rooms.values() if desk.is_defeated(room)}
    for cell in cells.values():
        if cell.id in visited or cell.kind == "gate_out":
            continue
        if (
            cell.kind == "start"
            or any(one in visited for one in cell.cells)
            or any(room in open_rooms and desk.is_reached(rooms[room]) for room in cell.rooms)
        ):
            found[cell.id] = 1
            front.append(cell.id)
    distance = 1
    while front and distance < FAR - 1:
        distance += 1
        ahead: list[str] = []
        for id_ in front:
            cell = cells[id_]
            beside = list(cell.cells)
            if cell.opens is not None:
                beside += cells[cell.opens].cells
            for room in cell.rooms:
                if room in open_rooms:
                    beside += rooms[room].cells
            for one in beside:
                if one not in found and one not in visited and cells[one].kind != "gate_out":
                    found[one] = distance
                    ahead.append(one)
        front = ahead
    return found


def _freedom(desk: Desk) -> int:
    """How likely a random pair has some use. Clauses: DD-041."""
    dungeon, visited = desk.dungeon, desk.visited
    usable: dict[int, bool] = {}
    doubles = False
    for cell in dungeon.cells.values():
        if cell.id in visited or (cell.kind != "start" and not desk.has_way(cell)):
            continue
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
        ways += (36 - ways) // 6
    weight = FREEDOM + DANGER * max(0, SAFE_LIVES - lives_left(desk.sheet))
    return weight * ways // 36


def _missing_links(desk: Desk, bonus: Bonus) -> int:
    """How many cells are missing on the shortest way from left to right; defeated rooms are free."""
    cells, rooms = desk.dungeon.cells, desk.dungeon.rooms
    missing = {cell: int(cell not in desk.visited) for cell in bonus.left}
    queue = sorted(missing, key=lambda cell: missing[cell])
    while queue:
        node = queue.pop(0)
        if node in bonus.right:
            return min(FAR, missing[node])
        if node in rooms:
            beside = list(rooms[node].cells)
        else:
            beside = [one for one in cells[node].cells if cells[one].kind != "gate_out"]
            beside += [room for room in cells[node].rooms if desk.is_defeated(rooms[room])]
        for one in beside:
            step = int(one in cells and one not in desk.visited)
            if one not in missing or missing[one] > missing[node] + step:
                missing[one] = missing[node] + step
                if step:
                    queue.append(one)
                else:
                    queue.insert(0, one)
    return FAR
