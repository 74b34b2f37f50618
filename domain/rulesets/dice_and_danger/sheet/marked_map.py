"""One seat's map with its marks: what is visited, reached, defeated and unlocked there."""

from __future__ import annotations

from delvebook.domain.rulesets.dice_and_danger.content import Cell, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.state import Sheet, is_defeated


class MarkedMap:
    """
    The map of an adventure and one sheet on it.

    Attributes:
        visited: The visited cells, for quick look-ups. A step that visits a cell adds it here, too.
    """

    __slots__ = ("dungeon", "sheet", "visited")

    def __init__(self, dungeon: Dungeon, sheet: Sheet) -> None:
        self.dungeon = dungeon
        self.sheet = sheet
        self.visited = set(sheet["visited"])

    def is_defeated(self, room: Room) -> bool:
        """Whether the room's monster is defeated on this sheet. Clauses: DD-066."""
        return is_defeated(self.sheet, room)

    def is_reached(self, room: Room) -> bool:
        """Whether a cell adjacent to the room is visited. Clauses: DD-030."""
        return not self.visited.isdisjoint(room.cells)

    def is_open(self, room: Room) -> bool:
        """Whether the room is a passage: defeated and reached. Clauses: DD-032, DD-033."""
        return self.is_defeated(room) and self.is_reached(room)

    def has_way(self, cell: Cell) -> bool:
        """Whether the cell is adjacent to a visited cell or an open room. Clauses: DD-023, DD-031."""
        if not self.visited.isdisjoint(cell.cells):
            return True
        return any(self.is_open(self.dungeon.rooms[room]) for room in cell.rooms)

    def is_available(self, cell: Cell) -> bool:
        """Whether a pair may be used on the cell if it fits. Clauses: DD-022, DD-023."""
        return cell.kind == "start" or self.has_way(cell)

    def cells_within_reach(self) -> list[Cell]:
        """The cells that are available and not visited, in map order. Clauses: DD-022, DD-023."""
        visited = self.visited
        open_rooms = {room.id for room in self.dungeon.rooms.values() if self.is_open(room)}
        return [
            cell
            for cell in self.dungeon.cells.values()
            if cell.id not in visited
            and (cell.kind == "start" or not visited.isdisjoint(cell.cells) or not open_rooms.isdisjoint(cell.rooms))
        ]

    def usable_numbers(self, room: Room) -> list[int]:
        """The monster's black numbers and those unlocked on this sheet. Clauses: DD-061, DD-062, DD-064."""
        return [*room.black, *(number for number in room.white if self.is_unlocked(room, number))]

    def is_unlocked(self, room: Room, number: int) -> bool:
        """Whether a cell that unlocks the room's locked number is visited."""
        return not self.visited.isdisjoint(room.keys[number])

    def number_on(self, cell: Cell) -> int | None:
        """The number on the cell: printed, or written by the seat (DD-121); None if there is none."""
        return self.sheet["clouds"].get(cell.id) if cell.kind == "cloud" else cell.number
