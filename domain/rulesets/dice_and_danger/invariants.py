"""What holds in every state between two actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.rulesets.dice_and_danger.bonuses import is_complete
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Content, Dungeon
from delvebook.domain.rulesets.dice_and_danger.desk import desks_of, silence
from delvebook.domain.rulesets.dice_and_danger.ending import ENDS_NORMAL, ENDS_SOLO
from delvebook.domain.rulesets.dice_and_danger.flow import to_act
from delvebook.domain.rulesets.dice_and_danger.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.settlement import retell
from delvebook.domain.rulesets.dice_and_danger.state import (
    ABILITIES,
    BLACK_DICE,
    CLOUDS,
    EXTRA_LIFE,
    FIRST,
    LATER,
    MARK,
    OPEN,
    OVER,
    PHASES,
    ROLL,
    TORCHES,
    USED,
    Sheet,
    State,
    dungeon_of,
    is_defeated,
    is_solo,
    living,
    settled_sheet,
    turn_of,
)

STATE_KEYS: Final = sorted(State.__annotations__)
SHEET_KEYS: Final = sorted(Sheet.__annotations__)


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Every invariant that does not hold, as a sentence that says what should be."""
    if sorted(state) != STATE_KEYS or state["adventure"] not in content.dungeons or state["phase"] not in PHASES:
        yield "the state has the documented fields, adventure and phase"
        return
    for seat, sheet in enumerate(state["sheets"]):
        if sorted(sheet) != SHEET_KEYS:
            yield f"sheet {seat} has the documented fields"
            return
    having = [seat for seat, turn in enumerate(state["turns"]) if turn is not None]
    if having != (living(state) if state["phase"] == MARK else []):
        yield "while a round is marked, and only then, the living have a turn, and the dead have none"
        return
    yield from _table(state)
    dungeon = dungeon_of(content, state)
    for seat, sheet in enumerate(state["sheets"]):
        yield from (f"sheet {seat}: {what}" for what in _sheet(state, dungeon, seat, sheet))
    yield from _firsts(state, dungeon)
    if state["phase"] == MARK:
        yield from _turns(content, state)


def _table(state: State) -> Iterator[str]:
    phase, seats = state["phase"], len(state["sheets"])
    if not 1 <= seats <= 4:
        yield "there are one to four sheets"
    if not 0 <= state["active"] < seats:
        yield "the active seat sits at the table"
    if phase in (ROLL, MARK) and not state["sheets"][state["active"]]["alive"]:
        yield "the active seat is alive"
    if (state["round"] == 0) != (phase == CLOUDS):
        yield "rounds count from 1 once the cloud numbers are written"
    if state["dice"] and (len(state["dice"]) != 5 or any(die not in range(1, 7) for die in state["dice"])):
        yield "five dice lie on the table, each showing 1 to 6"
    if not state["dice"] and phase in (MARK, OVER):
        yield "the dice are rolled before anybody marks"
    if (state["end"] is not None) != (phase == OVER):
        yield "a finished game has a reason, and no other has one"
    if state["end"] is not None and state["end"] not in (ENDS_SOLO if is_solo(state) else ENDS_NORMAL):
        yield "the reason is one of this game's"
    if bool(to_act(state)) == (phase == OVER):
        yield "somebody can act, or the game is over"


def _sheet(state: State, dungeon: Dungeon, seat: int, sheet: Sheet) -> Iterator[str]:
    figures = dungeon.figures
    visited, abilities = sheet["visited"], sheet["abilities"]
    if len(set(visited)) != len(visited) or any(cell not in dungeon.cells for cell in visited):
        yield "each visited cell is on the map and visited once"
        return
    yield from _ways(dungeon, sheet)
    if any(dungeon.cells[cell].kind != "rubble" or cell in visited for cell in sheet["rubble"]):
        yield "half-cleared rubble is rubble not yet visited"
    for room, damage in sheet["damage"].items():
        if not 1 <= damage <= dungeon.rooms[room].hp or (dungeon.rooms[room].armoured and damage % 2):
            yield f"the damage on {room} is within its health, and in pairs on armour"
    if len(set(abilities)) != len(abilities) or any(one not in ABILITIES for one in abilities):
        yield "each ability is taken once"
    turn = turn_of(state, seat)
    is_choosing = turn is not None and turn["chest"]
    if len(abilities) + is_choosing != sum(cell in visited for cell in dungeon.chests):
        yield "each chest gave an ability, or is about to"
    if not 0 <= sheet["symbols"] <= figures.start_symbols + figures.chest_symbols * (BLACK_DICE in abilities):
        yield "no more black-die symbols are left than there were"
    if not 0 <= sheet["torches"] <= figures.chest_torches * (TORCHES in abilities):
        yield "no more torches are left than there were"
    if not 0 <= sheet["extra"] <= figures.extra_boxes * (EXTRA_LIFE in abilities):
        yield "no more extra boxes are crossed than there are"
    if not 0 <= sheet["life"] <= len(figures.life_values):
        yield "no more marks are crossed than the track has"
    if sheet["alive"] != (sheet["life"] < len(figures.life_values)):
        yield "a seat lives while the skull is not crossed"
    yield from _clouds(state, dungeon, sheet)


def _ways(dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    """Every visited cell was available when it was visited. Clauses: DD-022, DD-023, DD-125, DD-126."""
    marked = MarkedMap(dungeon, {**sheet, "visited": []})
    before: Cell | None = None
    for cell in [dungeon.cells[id_] for id_ in sheet["visited"]]:
        if cell.kind == "gate_out":
            if before is None or before.opens != cell.id:
                yield f"{cell.id} is visited through the gate"
        elif not marked.is_available(cell):
            yield f"a way leads to {cell.id}"
        if cell.opens is not None and cell.opens not in sheet["visited"]:
            yield f"{cell.id} opens {cell.opens}"
        marked.visited.add(cell.id)
        before = cell


def _clouds(state: State, dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    clouds, numbers = sheet["clouds"], dungeon.figures.cloud_numbers
    names = [cell.id for cell in dungeon.clouds]
    written = list(clouds.values())
    if any(cell not in names for cell in clouds) or len(set(written)) != len(written):
        yield "each cloud number is written once, in a cloud"
    if any(number not in numbers for number in written):
        yield "only the cloud numbers are written"
    if state["phase"] != CLOUDS and len(clouds) != len(names):
        yield "every cloud has its number before the first round"


def _firsts(state: State, dungeon: Dungeon) -> Iterator[str]:
    """What the table remembers of firsts agrees with the sheets as of the last settlement."""
    sheets = [settled_sheet(sheet, turn_of(state, seat)) for seat, sheet in enumerate(state["sheets"])]
    for sheet in sheets:
        if sorted(sheet["trophies"]) != sorted(room.id for room in dungeon.rooms.values() if is_defeated(sheet, room)):
            yield "every defeat was settled"
        marked = MarkedMap(dungeon, sheet)
        for bonus in dungeon.bonuses.values():
            if sheet["alive"] and is_complete(marked, bonus) != (bonus.id in sheet["bonuses"]):
                yield f"the bonus {bonus.id} was settled"
    trophies, bonuses = [sheet["trophies"] for sheet in sheets], [sheet["bonuses"] for sheet in sheets]
    for name, rounds, ranks in (
        ("first_defeats", state["first_defeats"], trophies),
        ("first_bonuses", state["first_bonuses"], bonuses),
    ):
        if any(rank not in (FIRST, LATER) for of_seat in ranks for rank in of_seat.values()):
            yield f"{name} are first or later"
        first = sorted({id_ for of_seat in ranks for id_, rank in of_seat.items() if rank == FIRST})
        taken = sorted({id_ for of_seat in ranks for id_ in of_seat})
        if not sorted(rounds) == taken == first:
            yield f"{name} names what has been taken, and each was taken first by a seat"
        if any(not 1 <= round_ <= state["round"] for round_ in rounds.values()):
            yield f"{name} names rounds that were played"


def _turns(content: Content, state: State) -> Iterator[str]:
    """Each turn is the steps it lists, and nothing else changed the sheet."""
    for desk in desks_of(content, state):
        told = retell(desk, say=silence)
        if told.sheet != desk.sheet or told.turn != desk.turn:
            yield f"the steps of seat {desk.seat} lead from its settled sheet to the one it has"
        turn = desk.turn
        if turn["strike"] is not None and (turn["status"] != [USED, OPEN] or turn["chest"]):
            yield f"a half-made strike of seat {desk.seat} waits for its second half and nothing else"
