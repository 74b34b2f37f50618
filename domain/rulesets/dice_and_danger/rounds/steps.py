"""
The effect of each step of a seat's round on its sheet. Whether the step is allowed is decided in `legality`.

Clauses: DD-015, DD-020, DD-026, DD-050 to DD-057, DD-062, DD-067, DD-111, DD-115, DD-125, DD-140, DD-141.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from delvebook.domain.rulesets.dice_and_danger.content import Cell, Room
from delvebook.domain.rulesets.dice_and_danger.rounds.targets import SUM_CLAUSES, has_use
from delvebook.domain.rulesets.dice_and_danger.sheet.damage import deal_damage
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, Say
from delvebook.domain.rulesets.dice_and_danger.state import (
    ABILITIES,
    BLACK,
    BLACK_DICE,
    EXTRA_LIFE,
    OPEN,
    SKIPPED,
    TORCHES,
    USED,
    Action,
    Step,
    starting_symbols,
)


def carry_out(desk: Desk, action: Action | Step, *, say: Say) -> None:
    """Takes the step on the desk's sheet and turn, at once (DD-026), and notes it for the settlement."""
    _STEPS[action["step"]](desk, action, say)
    step = {key: value for key, value in action.items() if key != "type"}
    desk.turn["steps"].append(cast("Step", step))


def _choose_pairs(desk: Desk, action: Step, say: Say) -> None:
    """Fixes both pairs. A seat for which the black die is not free pays a symbol. Clauses: DD-010 to DD-016."""
    pairs = [list(pair) for pair in action["pairs"]]
    desk.turn["pairs"] = pairs
    desk.turn["status"] = [OPEN, OPEN]
    black = BLACK in pairs[0] + pairs[1]
    say(
        "pairs_chosen",
        "DD-010",
        *(["DD-012", _price_of_black(desk)] if black else ["DD-011"]),
        seat=desk.seat,
        pairs=[
            {"dice": list(pair), "faces": [desk.dice[die] for die in pair], "sum": desk.sum_of(which)}
            for which, pair in enumerate(pairs)
        ],
    )
    if black and not desk.active:
        source = "DD-016" if starting_symbols(desk.sheet, desk.dungeon.figures) else "DD-057"
        desk.sheet["symbols"] -= 1
        say("black_symbol_crossed", _price_of_black(desk), source, seat=desk.seat, left=desk.sheet["symbols"])


def _price_of_black(desk: Desk) -> str:
    """The clause that says what the black die costs the seat."""
    if desk.active:
        return "DD-014"
    return "DD-100" if desk.solo else "DD-015"


def _visit(desk: Desk, action: Step, say: Say) -> None:
    desk.turn["status"][action["pair"]] = USED
    cell = desk.dungeon.cells[action["cell"]]
    _cross(desk, cell, say=say, by="pair", clauses=(SUM_CLAUSES.get(cell.kind, "DD-021"), _clause_of_way(desk, cell)))


def _clause_of_way(desk: Desk, cell: Cell) -> str:
    """The clause by which the cell is available: it is a start cell, or beside a visited cell, or an open room."""
    if cell.kind == "start":
        return "DD-022"
    return "DD-023" if any(beside in desk.visited for beside in cell.cells) else "DD-032"


def _torch_visit(desk: Desk, action: Step, say: Say) -> None:
    _spend_torch(desk, say)
    _cross(desk, desk.dungeon.cells[action["cell"]], say=say, by="torch", clauses=("DD-055",))


def _attack(desk: Desk, action: Step, say: Say) -> None:
    desk.turn["status"][action["pair"]] = USED
    room = desk.dungeon.rooms[action["room"]]
    _hit(desk, room, desk.dungeon.figures.pair_damage, source="pair", clause="DD-061", say=say)


def _torch_attack(desk: Desk, action: Step, say: Say) -> None:
    _spend_torch(desk, say)
    room = desk.dungeon.rooms[action["room"]]
    _hit(desk, room, desk.dungeon.figures.torch_damage, source="torch", clause="DD-056", say=say)


def _strike(desk: Desk, action: Step, say: Say) -> None:
    """The first half of a strike, or the second, which deals the damage. Clauses: DD-141, DD-146."""
    room = desk.dungeon.rooms[action["room"]]
    if desk.turn["strike"] is None:
        desk.turn["status"][0] = USED
        desk.turn["strike"] = room.id
        say("strike_begun", "DD-141", "DD-146", seat=desk.seat, room=room.id, sum=desk.sum_of(0))
        return
    desk.turn["status"][1] = USED
    desk.turn["strike"] = None
    _hit(desk, room, desk.dungeon.figures.strike_damage, source="both_pairs", clause="DD-141", say=say)


def _skip(desk: Desk, action: Step, say: Say) -> None:
    """Skips a pair without a use, or in solo gives up one that has a use. Clauses: DD-041, DD-105."""
    pair, is_given_up = action["pair"], desk.solo and has_use(desk)
    desk.turn["status"][pair] = SKIPPED
    say("pair_skipped", "DD-105" if is_given_up else "DD-041", seat=desk.seat, sum=desk.sum_of(pair), use=is_given_up)


def _done(desk: Desk, action: Step, say: Say) -> None:
    desk.turn["done"] = True
    say("torches_kept", "DD-040", seat=desk.seat, left=desk.sheet["torches"])


def _take_ability(desk: Desk, action: Step, say: Say) -> None:
    ability, figures = action["ability"], desk.dungeon.figures
    desk.turn["chest"] = False
    desk.sheet["abilities"].append(ability)
    if ability == EXTRA_LIFE:
        desk.sheet["extra"] += figures.extra_boxes
    elif ability == TORCHES:
        desk.sheet["torches"] += figures.chest_torches
    elif ability == BLACK_DICE:
        desk.sheet["symbols"] += figures.chest_symbols
    clause = {EXTRA_LIFE: "DD-052", TORCHES: "DD-053", BLACK_DICE: "DD-057"}[ability]
    say("ability_taken", "DD-051", clause, seat=desk.seat, ability=ability)


def _spend_torch(desk: Desk, say: Say) -> None:
    desk.sheet["torches"] -= 1
    say("torch_spent", "DD-053", "DD-054", seat=desk.seat, left=desk.sheet["torches"])


def _cross(desk: Desk, cell: Cell, *, say: Say, by: str, clauses: Sequence[str]) -> None:
    """Crosses out the one element that the pair or torch is used on: a box of rubble, or the cell. Clauses: DD-020."""
    rubble = desk.sheet["rubble"]
    if cell.kind == "rubble":
        if cell.id not in rubble:
            rubble.append(cell.id)
            place = {"cell": cell.id, "x": cell.x, "y": cell.y, "number": cell.number}
            say("rubble_crossed", *_with(clauses, "DD-115"), seat=desk.seat, **place, by=by)
            return
        rubble.remove(cell.id)
        clauses = _with(clauses, "DD-115")
    _enter(desk, cell, say=say, by=by, clauses=clauses)
    if cell.opens is not None:
        _enter(desk, desk.dungeon.cells[cell.opens], say=say, by="gate", clauses=("DD-125",))


def _with(clauses: Sequence[str], clause: str) -> Sequence[str]:
    """The clauses, with this one added unless it is among them."""
    return clauses if clause in clauses else (*clauses, clause)


def _enter(desk: Desk, cell: Cell, *, say: Say, by: str, clauses: Sequence[str]) -> None:
    """Marks the cell as visited, with all its immediate effects."""
    rooms = [desk.dungeon.rooms[room] for room in cell.rooms]
    reached = [room for room in rooms if not desk.is_reached(room)]
    desk.sheet["visited"].append(cell.id)
    desk.visited.add(cell.id)
    place = {"cell": cell.id, "x": cell.x, "y": cell.y, "kind": cell.kind, "number": desk.number_on(cell)}
    say("cell_visited", *clauses, seat=desk.seat, **place, by=by)
    for room in reached:
        if desk.is_defeated(room):
            say("room_opened", "DD-033", seat=desk.seat, room=room.id)
        else:
            say("room_reached", "DD-030", seat=desk.seat, room=room.id)
    for id_ in cell.unlocks:
        if not desk.is_defeated(desk.dungeon.rooms[id_]):  # DD-064
            key = "DD-140" if cell.kind == "claw" else "DD-062"
            say(
                "number_unlocked",
                key,
                *(["DD-063"] if cell.kind in _EFFECTS else []),
                seat=desk.seat,
                room=id_,
                number=cell.number,
            )
    if effect := _EFFECTS.get(cell.kind):
        effect(desk, say)


def _find_gold(desk: Desk, say: Say) -> None:
    say("gold_found", "DD-050", seat=desk.seat)


def _find_gem(desk: Desk, say: Say) -> None:
    say("gem_found", "DD-050", seat=desk.seat)


def _open_chest(desk: Desk, say: Say) -> None:
    left = [ability for ability in ABILITIES if ability not in desk.sheet["abilities"]]
    desk.turn["chest"] = bool(left)
    say("chest_opened", "DD-051", seat=desk.seat, abilities=left)


def _swing_fist(desk: Desk, say: Say) -> None:
    """Hits every unarmoured monster, reached or not; a defeated one has no box left. Clauses: DD-111, DD-142."""
    for room in [room for room in desk.dungeon.rooms.values() if not room.armoured]:
        _hit(desk, room, desk.dungeon.figures.fist_damage, source="fist", clause="DD-111", say=say)


def _hit(desk: Desk, room: Room, amount: int, *, source: str, clause: str, say: Say) -> None:
    dealt, _ = deal_damage(desk, room, amount, seat=desk.seat, source=source, clause=clause, say=say)
    desk.turn["dealt"] += dealt


_EFFECTS: Final[Mapping[str, Callable[[Desk, Say], None]]] = {
    "gold": _find_gold,
    "gem": _find_gem,
    "chest": _open_chest,
    "fist": _swing_fist,
}
_STEPS: Final[Mapping[str, Callable[..., None]]] = {
    "pairs": _choose_pairs,
    "visit": _visit,
    "attack": _attack,
    "attack_armoured": _strike,
    "skip": _skip,
    "torch_visit": _torch_visit,
    "torch_attack": _torch_attack,
    "ability": _take_ability,
    "done": _done,
}
