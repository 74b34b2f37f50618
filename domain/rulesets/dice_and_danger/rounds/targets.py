"""
The targets of a pair or a torch, and the refusals of all others.

Each `refusal_of_…` returns a refusal, or None if the target is legal. The lists contain what these functions allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Room
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import OPEN, TORCHES

SUM_CLAUSES: Final[Mapping[str, str]] = {
    "doubles": "DD-028",
    "fist": "DD-110",
    "rubble": "DD-115",
    "cloud": "DD-121",
}
"""By kind of cell with a rule of its own, the clause that says which dice visit it. All others follow DD-021."""


def visits_of(desk: Desk, pair: int) -> Iterator[Cell]:
    """The cells that the pair may visit (or cross a box of), in map order."""
    total, dungeon = desk.sum_of(pair), desk.dungeon
    candidates = [*dungeon.by_number.get(total, ())]
    candidates += [cell for cell in dungeon.clouds if desk.number_on(cell) == total]
    if desk.is_double(pair):
        candidates += [*dungeon.doubles, *dungeon.fists.get(total, ())]
    # Most cells have no way to them yet, and no reason is needed here.
    near = [cell for cell in candidates if cell.id not in desk.visited and desk.is_available(cell)]
    near.sort(key=_by_id)
    return (cell for cell in near if refusal_of_visit(desk, pair, cell) is None)


def attacks_of(desk: Desk, pair: int) -> Iterator[Room]:
    """The rooms whose monster the pair may hit, in map order."""
    total = desk.sum_of(pair)
    candidates = [room for room in desk.dungeon.rooms.values() if total in room.black or total in room.white]
    near = [room for room in candidates if desk.is_reached(room)]
    return (room for room in near if refusal_of_attack(desk, pair, room) is None)


def strikes_of(desk: Desk) -> Iterator[Room]:
    """The armoured rooms that both pairs together may strike, in map order. Clauses: DD-141."""
    candidates = [room for room in desk.dungeon.rooms.values() if room.armoured]
    return (room for room in candidates if refusal_of_strike(desk, room) is None)


def torch_visits_of(desk: Desk) -> Iterator[Cell]:
    """The cells that a torch may visit (or cross a box of), in map order."""
    near = [cell for cell in desk.dungeon.cells.values() if cell.id not in desk.visited and desk.has_way(cell)]
    return (cell for cell in near if refusal_of_torch_visit(desk, cell) is None)


def torch_attacks_of(desk: Desk) -> Iterator[Room]:
    """The rooms whose monster a torch may hit, in map order."""
    near = [room for room in desk.dungeon.rooms.values() if desk.is_reached(room)]
    return (room for room in near if refusal_of_torch_attack(desk, room) is None)


def _by_id(cell: Cell) -> str:
    return cell.id


def has_use(desk: Desk) -> bool:
    """Whether any open pair has any use. Clauses: DD-041."""
    for pair in desk.open_pairs():
        if any(True for _ in visits_of(desk, pair)) or any(True for _ in attacks_of(desk, pair)):
            return True
    return any(True for _ in strikes_of(desk))


def refusal_of_visit(desk: Desk, pair: int, cell: Cell) -> Refusal | None:
    """Why the pair cannot visit the cell. Clauses: DD-021 to DD-028, DD-031, DD-033, DD-110, DD-115, DD-121, DD-126."""
    if cell.id in desk.visited:
        return _at(desk, cell, "cell_visited", "DD-025")
    return _wrong_dice(desk, pair, cell) or _no_way(desk, cell)


def _at(desk: Desk, cell: Cell, key: str, clause: str, **fields: object) -> Refusal:
    """A refusal that names the cell as it is on this seat's sheet."""
    where = {"cell": cell.id, "adventure": desk.dungeon.id, "number": desk.number_on(cell)}
    return Refusal(key, clause, {**where, **fields})


def _wrong_dice(desk: Desk, pair: int, cell: Cell) -> Refusal | None:
    """Why the dice of the pair do not fit the cell."""
    total, number = desk.sum_of(pair), desk.number_on(cell)
    if cell.kind == "gate_out":
        return _at(desk, cell, "far_gate", "DD-126")
    if cell.kind == "doubles":
        return None if desk.is_double(pair) else _at(desk, cell, "doubles_wanted", "DD-028")
    if cell.kind == "fist" and not (desk.is_double(pair) and total == number):
        return _at(desk, cell, "fist_doubles_wanted", "DD-110")
    if total == number:
        return None
    clause = SUM_CLAUSES.get(cell.kind, "DD-021")
    return _at(desk, cell, "wrong_number", clause, sum=total)


def _no_way(desk: Desk, cell: Cell) -> Refusal | None:
    """Why there is no way to the cell, by the nearest reason."""
    if desk.is_available(cell):
        return None
    cells, rooms = desk.dungeon.cells, desk.dungeon.rooms
    for room in cell.rooms:
        if desk.is_defeated(rooms[room]):
            return _at(desk, cell, "no_way_room_unreached", "DD-033", room=room)
    for beside in cell.cells:
        if beside in desk.sheet["rubble"]:
            return _at(desk, cell, "no_way_half_cleared", "DD-116")
    for beside in cell.cells:
        if cells[beside].kind == "start":
            return _at(desk, cell, "no_way_start_unvisited", "DD-024", start_number=cells[beside].number)
    if cell.rooms:
        return _at(desk, cell, "no_way_monster_stands", "DD-031", room=cell.rooms[0])
    return _at(desk, cell, "no_way", "DD-023")


def refusal_of_attack(desk: Desk, pair: int, room: Room) -> Refusal | None:
    """Why the pair cannot hit the monster. Clauses: DD-030, DD-061, DD-065, DD-142."""
    if room.armoured:
        return Refusal("armour_against_pair", "DD-142", {"room": room.id})
    return _untouchable(desk, room) or _wrong_sum(desk, pair, room)


def refusal_of_strike(desk: Desk, room: Room) -> Refusal | None:
    """Why both pairs cannot strike the monster. Clauses: DD-141."""
    if not room.armoured:
        return Refusal("not_armoured", "DD-141", {"room": room.id})
    if desk.turn["status"] != [OPEN, OPEN]:
        return Refusal("both_pairs_wanted", "DD-141", {"room": room.id})
    return _untouchable(desk, room) or _wrong_sum(desk, 0, room) or _wrong_sum(desk, 1, room)


def refusal_of_torch_visit(desk: Desk, cell: Cell) -> Refusal | None:
    """Why a torch cannot visit the cell. Clauses: DD-025, DD-053, DD-055, DD-126."""
    if no_torch := _no_torch(desk):
        return no_torch
    if cell.id in desk.visited:
        return _at(desk, cell, "cell_visited", "DD-025")
    if cell.kind == "gate_out":
        return _at(desk, cell, "far_gate", "DD-126")
    if not desk.has_way(cell):
        return _at(desk, cell, "no_way_for_torch", "DD-055")
    return None


def refusal_of_torch_attack(desk: Desk, room: Room) -> Refusal | None:
    """Why a torch cannot hit the monster. Clauses: DD-030, DD-053, DD-065, DD-142."""
    if no_torch := _no_torch(desk):
        return no_torch
    if room.armoured:
        return Refusal("armour_against_torch", "DD-142", {"room": room.id})
    return _untouchable(desk, room)


def _no_torch(desk: Desk) -> Refusal | None:
    """Why the seat has no torch to spend."""
    if desk.sheet["torches"]:
        return None
    return Refusal("torches_spent" if TORCHES in desk.sheet["abilities"] else "no_torches", "DD-053")


def _untouchable(desk: Desk, room: Room) -> Refusal | None:
    if desk.is_defeated(room):
        return Refusal("monster_beaten", "DD-065", {"room": room.id})
    if not desk.is_reached(room):
        return Refusal("room_unreached", "DD-030", {"room": room.id})
    return None


def _wrong_sum(desk: Desk, pair: int, room: Room) -> Refusal | None:
    total = desk.sum_of(pair)
    if total in room.black or (total in room.white and desk.is_unlocked(room, total)):
        return None
    fields = {"room": room.id, "sum": total, "numbers": sorted(desk.usable_numbers(room))}
    return Refusal("number_locked" if total in room.white else "wrong_sum", "DD-061", fields)
