"""The invariants of every state between two actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.rulesets.dice_and_danger.actions import STEPS
from delvebook.domain.rulesets.dice_and_danger.content import Cell, Content, Dungeon
from delvebook.domain.rulesets.dice_and_danger.ending import reason_to_end
from delvebook.domain.rulesets.dice_and_danger.flow import to_act
from delvebook.domain.rulesets.dice_and_danger.legality import refusal_of_step
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.sheet.bonuses import is_complete
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, desks_of, silence
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.state import (
    ABILITIES,
    BLACK_DICE,
    CLOUDS,
    EXTRA_LIFE,
    FIRST,
    LATER,
    MARK,
    OVER,
    PHASES,
    ROLL,
    TORCHES,
    Before,
    Marks,
    Sheet,
    State,
    Turn,
    dungeon_of,
    fresh_sheet,
    is_defeated,
    is_solo,
    living,
    settled_sheet,
    turn_of,
)

_STATE_KEYS: Final = sorted(State.__annotations__)
_SHEET_KEYS: Final = sorted(Sheet.__annotations__)
_TURN_KEYS: Final = sorted(Turn.__annotations__)
_BEFORE_KEYS: Final = sorted(Before.__annotations__)
_MARKS_KEYS: Final = sorted(Marks.__annotations__)


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Yields each broken invariant, as a sentence that says what should be."""
    shape = [*_shape(content, state)]
    if shape:
        yield from shape
        return
    dungeon = dungeon_of(content, state)
    sheets = [settled_sheet(sheet, turn_of(state, seat)) for seat, sheet in enumerate(state["sheets"])]
    on_map = [f"sheet {seat}: {what}" for seat, sheet in enumerate(sheets) for what in _places(dungeon, sheet)]
    if on_map:
        yield from on_map
        return
    yield from _table(state)
    yield from _beginning(dungeon, state)
    yield from _end(dungeon, state)
    for seat, sheet in enumerate(sheets):
        yield from (f"sheet {seat}: {what}" for what in _sheet(state, dungeon, sheet))
    yield from _firsts(state, dungeon, sheets)
    yield from _last_round(state, sheets)
    for desk in desks_of(content, state):
        yield from _turn(desk)


def _shape(content: Content, state: State) -> Iterator[str]:
    """The fields, the seats, the dice, and who has a turn."""
    if sorted(state) != _STATE_KEYS or state["adventure"] not in content.dungeons or state["phase"] not in PHASES:
        yield "the state has the documented fields, adventure and phase"
        return
    if not 1 <= len(state["sheets"]) <= 4:
        yield "there are one to four sheets"
    if not 0 <= state["active"] < len(state["sheets"]):
        yield "the active seat is a seat of this game"
    yield from _dice(state)
    for seat, sheet in enumerate(state["sheets"]):
        if sorted(sheet) != _SHEET_KEYS:
            yield f"sheet {seat} has the documented fields"
            return
    for turn in state["turns"]:
        if turn is not None and (sorted(turn) != _TURN_KEYS or sorted(turn["before"]) != _BEFORE_KEYS):
            yield "each turn has the documented fields"
    if any(marks is not None and sorted(marks) != _MARKS_KEYS for marks in state["last_round"]):
        yield "the marks of the last round have the documented fields"
    marking = [seat for seat, turn in enumerate(state["turns"]) if turn is not None]
    if state["phase"] != MARK and state["turns"]:
        yield "there are turns only while a round is marked"
    elif state["phase"] == MARK and (len(state["turns"]) != len(state["sheets"]) or marking != living(state)):
        yield "while a round is marked, the living have a turn and the dead have none"


def _dice(state: State) -> Iterator[str]:
    """Clauses: DD-003, DD-006."""
    dice = state["dice"]
    if dice and (len(dice) != 5 or any(die not in range(1, 7) for die in dice)):
        yield "five dice lie on the table, each showing 1 to 6"
    is_before_first_roll = state["phase"] == CLOUDS or (state["phase"] == ROLL and state["round"] == 1)
    if bool(dice) == is_before_first_roll:
        yield "the dice show the last roll, and nothing before the first one"


def _places(dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    """Cells, rooms, bonuses and abilities are those of the adventure, each once."""
    visited, abilities, rubble = sheet["visited"], sheet["abilities"], sheet["rubble"]
    if len(set(visited)) != len(visited) or any(cell not in dungeon.cells for cell in visited):
        yield "each visited cell is on the map and visited once"
    if any(room not in dungeon.rooms for room in (*sheet["damage"], *sheet["trophies"])):
        yield "each monster is on the map"
    if any(bonus not in dungeon.bonuses for bonus in sheet["bonuses"]):
        yield "each bonus is one of the adventure's"
    if len(set(abilities)) != len(abilities) or any(one not in ABILITIES for one in abilities):
        yield "each ability is taken once"
    if len(set(rubble)) != len(rubble) or any(
        cell not in dungeon.cells or dungeon.cells[cell].kind != "rubble" or cell in visited for cell in rubble
    ):
        yield "half-cleared rubble is rubble not yet visited"


def _table(state: State) -> Iterator[str]:
    if state["phase"] in (ROLL, MARK) and not state["sheets"][state["active"]]["alive"]:
        yield "the active seat is alive"
    if bool(to_act(state)) == (state["phase"] == OVER):
        yield "a seat can act, or the game is over"


def _beginning(dungeon: Dungeon, state: State) -> Iterator[str]:
    """Nothing is marked before the first roll. Clauses: DD-120."""
    phase, round_ = state["phase"], state["round"]
    if round_ < 0 or (round_ == 0) != (phase == CLOUDS):
        yield "rounds count from 1 once the cloud numbers are written"
    if phase == CLOUDS and not dungeon.clouds:
        yield "cloud numbers are written only where there are clouds"
    if phase == CLOUDS or (phase in (ROLL, MARK) and round_ == 1):
        fresh = fresh_sheet(dungeon.figures)
        for seat, sheet in enumerate(state["sheets"]):
            if settled_sheet(sheet, turn_of(state, seat)) != {**fresh, "clouds": sheet["clouds"]}:
                yield f"sheet {seat} is fresh until the first round is settled"


def _end(dungeon: Dungeon, state: State) -> Iterator[str]:
    """The game is over when every monster has been defeated or no seat lives. Clauses: DD-090, DD-091, DD-106."""
    reason = reason_to_end(dungeon, state)
    if state["end"] != reason or (state["phase"] == OVER) != (reason is not None):
        yield "the game is over, for that reason, when every monster has been defeated or no seat lives"


def _sheet(state: State, dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    """One sheet as of the last settlement."""
    figures, abilities = dungeon.figures, sheet["abilities"]
    yield from _ways(dungeon, sheet)
    for room, damage in sheet["damage"].items():
        if not 1 <= damage <= dungeon.rooms[room].hp or (dungeon.rooms[room].armoured and damage % 2):
            yield f"the damage on {room} is within its health, and in pairs on armour"
    if len(abilities) != sum(cell in sheet["visited"] for cell in dungeon.chests):
        yield "each chest gave an ability"
    if not 0 <= sheet["symbols"] <= figures.start_symbols + figures.chest_symbols * (BLACK_DICE in abilities):
        yield "the black-die symbols left do not exceed those gained"
    if not 0 <= sheet["torches"] <= figures.chest_torches * (TORCHES in abilities):
        yield "the torches left do not exceed those gained"
    if not 0 <= sheet["extra"] <= figures.extra_boxes * (EXTRA_LIFE in abilities):
        yield "the extra boxes left do not exceed those gained"
    if not 0 <= sheet["life"] <= len(figures.life_values):
        yield "the marks left do not exceed those of the track"
    if sheet["alive"] != (sheet["life"] > 0):
        yield "a seat lives while the skull is not crossed"
    yield from _clouds(state, dungeon, sheet)


def _ways(dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    """Every visited cell was available when it was visited. Clauses: DD-022, DD-023, DD-116, DD-125, DD-126."""
    marked = MarkedMap(dungeon, {**sheet, "visited": []})
    before: Cell | None = None
    for cell in [dungeon.cells[id_] for id_ in sheet["visited"]]:
        came_through_gate = before is not None and before.opens == cell.id
        if cell.kind == "gate_out" and not came_through_gate:
            yield f"{cell.id} is visited through the gate"
        elif cell.kind != "gate_out" and not marked.is_available(cell):
            yield f"a way leads to {cell.id}"
        if cell.opens is not None and cell.opens not in sheet["visited"]:
            yield f"{cell.id} opens {cell.opens}"
        marked.visited.add(cell.id)
        before = cell
    for id_ in sheet["rubble"]:
        if not marked.is_available(dungeon.cells[id_]):
            yield f"a way leads to the half-cleared {id_}"


def _clouds(state: State, dungeon: Dungeon, sheet: Sheet) -> Iterator[str]:
    """Clauses: DD-120."""
    clouds, numbers = sheet["clouds"], dungeon.figures.cloud_numbers
    names = [cell.id for cell in dungeon.clouds]
    written = list(clouds.values())
    if any(cell not in names for cell in clouds) or len(set(written)) != len(written):
        yield "each cloud number is written once, in a cloud"
    if any(number not in numbers for number in written):
        yield "only the cloud numbers are written"
    if state["phase"] != CLOUDS and len(clouds) != len(names):
        yield "every cloud has its number before the first round"


def _firsts(state: State, dungeon: Dungeon, sheets: list[Sheet]) -> Iterator[str]:
    """The table's record of firsts agrees with the sheets as of the last settlement."""
    for sheet in sheets:
        if sorted(sheet["trophies"]) != sorted(room.id for room in dungeon.rooms.values() if is_defeated(sheet, room)):
            yield "every defeat was settled"
        marked = MarkedMap(dungeon, sheet)
        for bonus in dungeon.bonuses.values():
            if is_complete(marked, bonus) != (bonus.id in sheet["bonuses"]):
                yield f"the bonus {bonus.id} was settled"
    yield from _splash(state, dungeon, sheets)
    settled_rounds = range(1, state["round"] + (state["phase"] == OVER))
    trophies, bonuses = [sheet["trophies"] for sheet in sheets], [sheet["bonuses"] for sheet in sheets]
    for name, rounds, ranks in (
        ("first_defeats", state["first_defeats"], trophies),
        ("first_bonuses", state["first_bonuses"], bonuses),
    ):
        if any(rank not in (FIRST, LATER) for of_seat in ranks for rank in of_seat.values()):
            yield f"each entry of {name} is `first` or `later`"
        first = sorted({id_ for of_seat in ranks for id_, rank in of_seat.items() if rank == FIRST})
        taken = sorted({id_ for of_seat in ranks for id_ in of_seat})
        if not sorted(rounds) == taken == first:
            yield f"{name} names what has been taken, and each was taken first by a seat"
        if any(round_ not in settled_rounds for round_ in rounds.values()):
            yield f"{name} names rounds that are settled"


def _splash(state: State, dungeon: Dungeon, sheets: list[Sheet]) -> Iterator[str]:
    """A first defeat has damaged the monster on every living sheet. Clauses: DD-073, DD-102, DD-143."""
    if is_solo(state):
        return
    splashed = [room for room in state["first_defeats"] if room in dungeon.rooms and not dungeon.rooms[room].armoured]
    for sheet in sheets:
        if sheet["alive"] and any(room not in sheet["damage"] for room in splashed):
            yield "a monster that fell for the first time is damaged on every living sheet"


def _last_round(state: State, sheets: list[Sheet]) -> Iterator[str]:
    """The marks of the last settled round are the latest on the sheets."""
    is_settled = state["round"] > 1 or state["phase"] == OVER
    if len(state["last_round"]) != (len(sheets) if is_settled else 0):
        yield "the marks of the last round are kept for each seat once a round is settled"
        return
    for seat, (sheet, marks) in enumerate(zip(sheets, state["last_round"], strict=False)):
        if marks is None:
            if sheet["alive"]:
                yield f"seat {seat} lives and so marked the last round"
            continue
        visited = marks["visited"]
        if visited != sheet["visited"][len(sheet["visited"]) - len(visited) :]:
            yield f"the cells that seat {seat} visited in the last round are the last on its sheet"
        if any(cell not in sheet["rubble"] for cell in marks["rubble"]):
            yield f"the rubble that seat {seat} half cleared in the last round is half cleared"
        if any(not 1 <= boxes <= sheet["damage"].get(room, 0) for room, boxes in marks["damage"].items()):
            yield f"the damage that seat {seat} dealt in the last round is on its sheet"


def _turn(desk: Desk) -> Iterator[str]:
    """The turn consists of the legal steps it lists, and nothing else has changed the sheet."""
    again = desk.at_start_of_turn()
    for step in desk.turn["steps"]:
        if step.get("step") not in STEPS or sorted(step) != sorted(("step", *STEPS[step["step"]])):
            yield f"each step of seat {desk.seat} has its parameters and no others"
            return
        if refusal_of_step(again, step) is not None:
            yield f"each step of seat {desk.seat} was legal when it was made"
            return
        carry_out(again, step, say=silence)
    if again.sheet != desk.sheet or again.turn != desk.turn:
        yield f"the steps of seat {desk.seat} lead from its settled sheet to the one it has"
