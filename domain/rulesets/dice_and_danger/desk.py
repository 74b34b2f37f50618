"""
One seat at work on its own sheet: everything its steps may depend on, and what it can see there.

A desk holds nothing of the other seats, so no step and no refusal can tell anything about them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.state import Sheet, Turn, dungeon_of, is_solo

Say = Callable[..., object]
"""How a step tells what happened: `Facts.tell`, or `Facts.whisper` to its seat, or `silence`."""


def silence(type_: str, *clauses: str, **fields: object) -> None:
    """Tells nobody: for trying steps out."""


@dataclass(slots=True)
class Desk:
    """
    One seat's place during a round.

    Attributes:
        active: Whether the black die is free for this seat (never in solo, DD-100).
        solo: Whether the solo rules hold.
    """

    seat: int
    dungeon: Dungeon
    sheet: Sheet
    turn: Turn
    dice: list[int]
    active: bool
    solo: bool
    visited: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.visited = set(self.sheet["visited"])

    def sum_of(self, pair: int) -> int:
        """The value of a chosen pair, 2 to 12. Clauses: DD-010."""
        first, second = self._dice_of(pair)
        return first + second

    def is_double(self, pair: int) -> bool:
        """Whether the two dice of a chosen pair are equal, the black one included."""
        first, second = self._dice_of(pair)
        return first == second

    def _dice_of(self, pair: int) -> tuple[int, int]:
        first, second = self.turn["pairs"][pair]
        return self.dice[first], self.dice[second]

    def is_defeated(self, room: Room) -> bool:
        """Whether every health box of the monster is crossed on this sheet. Clauses: DD-066."""
        return bool(self.sheet["damage"].get(room.id, 0) >= room.hp)

    def is_reached(self, room: Room) -> bool:
        """Whether a cell beside the room is visited. Clauses: DD-030."""
        return any(cell in self.visited for cell in room.cells)

    def is_open(self, room: Room) -> bool:
        """Whether the room is a passage: defeated and reached. Clauses: DD-032, DD-033."""
        return self.is_defeated(room) and self.is_reached(room)

    def has_way(self, cell: Cell) -> bool:
        """Whether a visited cell or an open room is beside the cell. Clauses: DD-023, DD-031."""
        if any(beside in self.visited for beside in cell.cells):
            return True
        return any(self.is_open(self.dungeon.rooms[room]) for room in cell.rooms)

    def usable_numbers(self, room: Room) -> list[int]:
        """The monster's black numbers and those unlocked on this sheet. Clauses: DD-061, DD-062, DD-064."""
        return [*room.black, *(number for number in room.white if self.is_unlocked(room, number))]

    def is_unlocked(self, room: Room, number: int) -> bool:
        """Whether a cell that unlocks the room's locked number is visited."""
        return any(cell in self.visited for cell in room.keys[number])

    def number_on(self, cell: Cell) -> int | None:
        """The number a sum must match there: printed, or written by the seat (DD-121); None if there is none."""
        if cell.kind == "cloud":
            written: int | None = self.sheet["clouds"].get(cell.id)
            return written
        return cell.number


def desk_of(state: State, seat: int) -> Desk:
    """The seat's desk in this round; it works on the state's own sheet and turn."""
    solo = is_solo(state)
    return Desk(
        seat=seat,
        dungeon=dungeon_of(state),
        sheet=state["sheets"][seat],
        turn=state["turns"][seat],
        dice=state["dice"],
        active=state["active"] == seat and not solo,
        solo=solo,
    )
