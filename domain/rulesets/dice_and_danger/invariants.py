"""
What holds in every state of every game, whatever was played.

Each check names its invariant in words; `Ruleset.check` makes an error of the first that fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.bonuses import is_complete
from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Cell, Dungeon
from delvebook.domain.rulesets.dice_and_danger.desk import silence
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
    SHEET_KEYS,
    TORCHES,
    Sheet,
    dungeon_of,
    is_solo,
    living,
    settled_sheet,
)
from delvebook.domain.rulesets.dice_and_danger.view import owing

STATE_KEYS: Final = (
    *("adventure", "phase", "round", "active", "dice"),
    *("first_defeats", "first_bonuses", "end", "sheets", "turns"),
)
ENDS_NORMAL: Final = ("last_monster", "all_dead")
ENDS_SOLO: Final = ("all_monsters", "died")


def broken_invariants(state: State) -> Iterator[str]:
    """Every invariant that does not hold, in words; nothing if the state is sound."""
    if sorted(state) != sorted(STATE_KEYS) or state["adventure"] not in BOOK.dungeons or state["phase"] not in PHASES:
        yield "the state has the documented fields, adventure and phase"
        return
    for seat, sheet in enumerate(state["sheets"]):
        if sorted(sheet) != sorted(SHEET_KEYS):
            yield f"sheet {seat} has the documented fields"
            return
    having = [seat for seat, turn in enumerate(state["turns"]) if turn is not None]
    if having != (living(state) if state["phase"] == MARK else []):
        yield "while a round is marked, and only then, the living have a turn, and the dead have none"
        return
    yield from _table(state)
    dungeon = dungeon_of(state)
    for seat, sheet in enumerate(state["sheets"]):
        yield from (f"sheet {seat}: {what}" for what in _sheet(state, dungeon, seat, sheet))
    yield from _firsts(state, dungeon)
    if state["phase"] == MARK:
        yield from _turns(state)


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
    if bool(owing(state)) == (phase == OVER):
        yield "somebody can act, or the game is over"


def _sheet(state: State, dungeon: Dungeon, seat: int, sheet: Sheet) -> Iterator[str]:
    figures = BOOK.figures
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
    pending = bool(state["turns"]) and state["turns"][seat] is not None and state["turns"][seat]["chest"]
    if len(abilities) + pending != sum(cell in visited for cell in dungeon.chests):
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
    """Every visited cell but start cells had something beside it that led there, when it was visited."""
    earlier: list[str] = []
    for id_ in sheet["visited"]:
        cell = dungeon.cells[id_]
        if cell.kind == "gate_out":
            if not earlier or dungeon.cells[earlier[-1]].opens != id_:
                yield f"{id_} is visited through the gate"
        elif cell.kind != "start" and not _led_there(dungeon, sheet, cell, earlier):
            yield f"a way leads to {id_}"
        if cell.opens is not None and cell.opens not in sheet["visited"]:
            yield f"{id_} opens {cell.opens}"
        earlier.append(id_)


def _led_there(dungeon: Dungeon, sheet: Sheet, cell: Cell, earlier: list[str]) -> bool:
    if any(beside in earlier for beside in cell.cells):
        return True
    rooms = [dungeon.rooms[room] for room in cell.rooms if sheet["damage"].get(room, 0) >= dungeon.rooms[room].hp]
    return any(beside in earlier for room in rooms for beside in room.cells)


def _clouds(state: State, dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    clouds, numbers = sheet["clouds"], BOOK.figures.cloud_numbers
    names = [cell.id for cell in dungeon.clouds]
    written = list(clouds.values())
    if any(cell not in names for cell in clouds) or len(set(written)) != len(written):
        yield "each cloud number is written once, in a cloud"
    if any(number not in numbers for number in written):
        yield "only the cloud numbers are written"
    if state["phase"] != CLOUDS and len(clouds) != len(names):
        yield "every cloud has its number before the first round"


def _firsts(state: State, dungeon: Dungeon) -> Iterator[str]:
    """The table's memory of who was first agrees with the sheets as of the last settlement."""
    sheets = [_settled(state, seat) for seat in range(len(state["sheets"]))]
    for sheet in sheets:
        defeated = [room for room in dungeon.rooms if sheet["damage"].get(room, 0) >= dungeon.rooms[room].hp]
        if sorted(defeated) != sorted(sheet["trophies"]):
            yield "every defeat was settled"
        for bonus in dungeon.bonuses.values():
            if sheet["alive"] and is_complete(dungeon, sheet, bonus) != (bonus.id in sheet["bonuses"]):
                yield f"the bonus {bonus.id} was settled"
    for memory, field in (("first_defeats", "trophies"), ("first_bonuses", "bonuses")):
        ranks = [rank for sheet in sheets for rank in sheet[field].values()]
        if any(rank not in (FIRST, LATER) for rank in ranks):
            yield f"{field} are first or later"
        first = sorted({id_ for sheet in sheets for id_, rank in sheet[field].items() if rank == FIRST})
        known = sorted({id_ for sheet in sheets for id_ in sheet[field]})
        if sorted(state[memory]) != known or first != known:
            yield f"{memory} names what somebody has, and each has a first"
        if any(not 1 <= round_ <= state["round"] for round_ in state[memory].values()):
            yield f"{memory} names rounds that were played"


def _settled(state: State, seat: int) -> Sheet:
    sheet: Sheet = state["sheets"][seat]
    turn = state["turns"][seat] if state["turns"] else None
    return sheet if turn is None else settled_sheet(sheet, turn)


def _turns(state: State) -> Iterator[str]:
    """Each turn is the steps it lists, and nothing else changed the sheet."""
    for seat in living(state):
        told = retell(state, seat, say=silence)
        if told.sheet != state["sheets"][seat] or told.turn != state["turns"][seat]:
            yield f"the steps of seat {seat} lead from its settled sheet to the one it has"
        turn = state["turns"][seat]
        if turn["strike"] is not None and (turn["status"] != ["used", OPEN] or turn["chest"]):
            yield f"a half-made strike of seat {seat} waits for its second half and nothing else"
