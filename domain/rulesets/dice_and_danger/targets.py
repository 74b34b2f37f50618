"""
What a pair or a torch may be used on, and which clause is in the way if it may not.

Each `obstacle_…` answers with a refusal, or None if nothing is in the way. What is listed is what
these functions let through.
"""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Room
from delvebook.domain.rulesets.dice_and_danger.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import OPEN, TORCHES


def visits_of(desk: Desk, pair: int) -> Iterator[Cell]:
    """The cells that the pair may visit (or cross a box of), in map order."""
    total, dungeon = desk.sum_of(pair), desk.dungeon
    candidates = [*dungeon.by_number.get(total, ())]
    candidates += [cell for cell in dungeon.clouds if desk.number_on(cell) == total]
    if desk.is_double(pair):
        candidates += [*dungeon.doubles, *dungeon.fists.get(total, ())]
    candidates.sort(key=_by_id)
    return (cell for cell in candidates if obstacle_to_visit(desk, pair, cell) is None)


def attacks_of(desk: Desk, pair: int) -> Iterator[Room]:
    """The rooms whose monster the pair may hit, in map order."""
    total = desk.sum_of(pair)
    candidates = [room for room in desk.dungeon.rooms.values() if total in room.black or total in room.white]
    return (room for room in candidates if obstacle_to_attack(desk, pair, room) is None)


def strikes_of(desk: Desk) -> Iterator[Room]:
    """The armoured rooms that both pairs together may strike, in map order. Clauses: DD-141."""
    candidates = [room for room in desk.dungeon.rooms.values() if room.armoured]
    return (room for room in candidates if obstacle_to_strike(desk, room) is None)


def torch_visits_of(desk: Desk) -> Iterator[Cell]:
    """The cells that a torch may visit (or cross a box of), in map order."""
    return (cell for cell in desk.dungeon.cells.values() if obstacle_to_torch_visit(desk, cell) is None)


def torch_attacks_of(desk: Desk) -> Iterator[Room]:
    """The rooms whose monster a torch may hit, in map order."""
    return (room for room in desk.dungeon.rooms.values() if obstacle_to_torch_attack(desk, room) is None)


def _by_id(cell: Cell) -> str:
    return cell.id


def has_use(desk: Desk) -> bool:
    """Whether any open pair has any use. Clauses: DD-041."""
    for pair in desk.open_pairs():
        if any(True for _ in visits_of(desk, pair)) or any(True for _ in attacks_of(desk, pair)):
            return True
    return any(True for _ in strikes_of(desk))


def obstacle_to_visit(desk: Desk, pair: int, cell: Cell) -> Refusal | None:
    """Why the pair cannot visit the cell. Clauses: DD-021 to DD-028, DD-031, DD-033, DD-110, DD-115, DD-121, DD-126."""
    if cell.id in desk.visited:
        return Refusal.plain(f"{cell.id} is visited already and cannot be visited again", "DD-025")
    return _wrong_dice(desk, pair, cell) or _no_way(desk, cell)


def _wrong_dice(desk: Desk, pair: int, cell: Cell) -> Refusal | None:
    """Why the dice of the pair do not fit the cell."""
    total, number = desk.sum_of(pair), desk.number_on(cell)
    if cell.kind == "gate_out":
        return Refusal.plain(f"{cell.id} has no number; it is visited only together with the other gate cell", "DD-126")
    if cell.kind == "doubles":
        return None if desk.is_double(pair) else Refusal.plain(f"{cell.id} takes a pair of two equal dice", "DD-028")
    if cell.kind == "fist" and not (desk.is_double(pair) and total == number):
        return Refusal.plain(f"{cell.id} takes two equal dice that make {number}", "DD-110")
    if total == number:
        return None
    if cell.kind == "cloud":
        return Refusal.plain(f"{cell.id} has the {number} that this seat wrote there; the pair makes {total}", "DD-121")
    if cell.kind == "rubble":
        return Refusal.plain(f"each box of the rubble {cell.id} takes a {number}; the pair makes {total}", "DD-115")
    return Refusal.plain(f"{cell.id} shows {number}; the pair makes {total}", "DD-021")


def _no_way(desk: Desk, cell: Cell) -> Refusal | None:
    """Why there is no way to the cell, by the nearest reason."""
    if desk.is_available(cell):
        return None
    cells, rooms = desk.dungeon.cells, desk.dungeon.rooms
    for room in cell.rooms:
        if desk.is_defeated(rooms[room]):
            return Refusal.plain(
                f"the monster next to {cell.id} fell from afar; no visited cell reaches its room yet", "DD-033"
            )
    for beside in cell.cells:
        if beside in desk.sheet["rubble"]:
            return Refusal.plain(f"the rubble {beside} is only half cleared and gives no way to {cell.id}", "DD-116")
    for beside in cell.cells:
        if cells[beside].kind == "start":
            return Refusal.plain(f"the start cell {beside} is not visited, so it gives no way to {cell.id}", "DD-024")
    if cell.rooms:
        return Refusal.plain(
            f"no cell adjacent to {cell.id} is visited, and the monster next to it is not defeated", "DD-031"
        )
    return Refusal.plain(
        f"no cell adjacent to {cell.id} is visited; only start cells need no visited neighbour", "DD-023"
    )


def obstacle_to_attack(desk: Desk, pair: int, room: Room) -> Refusal | None:
    """Why the pair cannot hit the monster. Clauses: DD-030, DD-061, DD-065, DD-142."""
    if room.armoured:
        return Refusal.plain("a single pair does not damage an armoured dinosaur; it takes both pairs", "DD-142")
    return _untouchable(desk, room) or _wrong_sum(desk, pair, room)


def obstacle_to_strike(desk: Desk, room: Room) -> Refusal | None:
    """Why both pairs cannot strike the monster. Clauses: DD-141."""
    if not room.armoured:
        return Refusal.plain("only an armoured dinosaur is struck with both pairs", "DD-141")
    if desk.turn["status"] != [OPEN, OPEN]:
        return Refusal.plain("an armoured dinosaur takes both pairs, and one of them is used or skipped", "DD-141")
    return _untouchable(desk, room) or _wrong_sum(desk, 0, room) or _wrong_sum(desk, 1, room)


def obstacle_to_torch_visit(desk: Desk, cell: Cell) -> Refusal | None:
    """Why a torch cannot visit the cell. Clauses: DD-025, DD-053, DD-055, DD-126."""
    if no_torch := _no_torch(desk):
        return no_torch
    if cell.id in desk.visited:
        return Refusal.plain(f"{cell.id} is visited already and cannot be visited again", "DD-025")
    if cell.kind == "gate_out":
        return Refusal.plain(f"{cell.id} is visited only together with the other gate cell, not with a torch", "DD-126")
    if not desk.has_way(cell):
        return Refusal.plain(f"a torch needs a visited cell or an open room adjacent to {cell.id}", "DD-055")
    return None


def obstacle_to_torch_attack(desk: Desk, room: Room) -> Refusal | None:
    """Why a torch cannot hit the monster. Clauses: DD-030, DD-053, DD-065, DD-142."""
    if no_torch := _no_torch(desk):
        return no_torch
    if room.armoured:
        return Refusal.plain("a torch does not damage an armoured dinosaur; it takes both pairs", "DD-142")
    return _untouchable(desk, room)


def _no_torch(desk: Desk) -> Refusal | None:
    """Why the seat has no torch to spend."""
    if desk.sheet["torches"]:
        return None
    if TORCHES in desk.sheet["abilities"]:
        return Refusal.plain("both torches are spent", "DD-053")
    return Refusal.plain("this seat has no torches; they are an ability from a chest", "DD-053")


def _untouchable(desk: Desk, room: Room) -> Refusal | None:
    if desk.is_defeated(room):
        return Refusal.plain("this monster is defeated already and cannot be attacked again", "DD-065")
    if not desk.is_reached(room):
        return Refusal.plain("no cell adjacent to this monster's room is visited yet", "DD-030")
    return None


def _wrong_sum(desk: Desk, pair: int, room: Room) -> Refusal | None:
    total = desk.sum_of(pair)
    if total in room.black:
        return None
    if total not in room.white:
        numbers = ", ".join(str(number) for number in sorted(desk.usable_numbers(room))) or "none yet"
        return Refusal.plain(
            f"the pair makes {total}; the numbers usable against this monster are: {numbers}", "DD-061"
        )
    if not desk.is_unlocked(room, total):
        return Refusal.plain(f"this monster's {total} is still locked on this sheet", "DD-061")
    return None
