"""
The shape of a game's state, and the small questions everybody asks of it.

    {"adventure", "phase", "round", "active", "dice": [w, w, w, w, b] (or [] before the first roll),
     "first_defeats": {room: round}, "first_bonuses": {bonus: round}, "end": reason or None,
     "sheets": [a sheet a seat], "turns": [a turn a seat; None for the dead] (only while marking)}

A sheet is live: what its seat has marked so far. What the others may see of it, while the round goes
on, is the sheet as of the last settlement (`settled_sheet`), which is the live one less this turn.
"""

from __future__ import annotations

from typing import Any, Final

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Dungeon

Sheet = dict[str, Any]
Turn = dict[str, Any]

CLOUDS: Final = "clouds"
ROLL: Final = "roll"
MARK: Final = "mark"
OVER: Final = "over"
PHASES: Final = (CLOUDS, ROLL, MARK, OVER)

OPEN: Final = "open"
USED: Final = "used"
SKIPPED: Final = "skipped"

FIRST: Final = "first"
LATER: Final = "later"

EXTRA_LIFE: Final = "extra_life"
TORCHES: Final = "torches"
BLACK_DICE: Final = "black_dice"
ABILITIES: Final = (EXTRA_LIFE, TORCHES, BLACK_DICE)

BLACK: Final = 4
"""The index of the black die; 0 to 3 are the white ones."""


def fresh_sheet() -> Sheet:
    """
    A sheet on which nothing is marked yet.

    `visited` in the order of visiting; `rubble` cells with one box crossed; `clouds` the number written
    into each cloud cell; `damage` boxes crossed by room; `trophies` and `bonuses` first or later;
    `symbols` and `torches` those left; `extra` and `life` boxes and marks crossed.
    """
    return {
        "alive": True,
        "visited": [],
        "rubble": [],
        "clouds": {},
        "damage": {},
        "trophies": {},
        "bonuses": {},
        "abilities": [],
        "symbols": BOOK.figures.start_symbols,
        "torches": 0,
        "extra": 0,
        "life": 0,
    }


SHEET_KEYS: Final = tuple(fresh_sheet())


def fresh_turn(sheet: Sheet) -> Turn:
    """
    A seat's turn in a round before its first step.

    `status` of each pair once they are chosen; `chest` whether an ability is to be chosen; `strike` the
    armoured room a strike is half made on; `damage` boxes crossed in this turn; `before` what is needed
    to tell the sheet as it was when the turn began.
    """
    return {
        "pairs": None,
        "status": [],
        "chest": False,
        "strike": None,
        "damage": 0,
        "done": False,
        "steps": [],
        "before": {
            "visited": len(sheet["visited"]),
            "rubble": list(sheet["rubble"]),
            "damage": dict(sheet["damage"]),
            "abilities": len(sheet["abilities"]),
            "symbols": sheet["symbols"],
            "torches": sheet["torches"],
        },
    }


def settled_sheet(sheet: Sheet, turn: Turn) -> Sheet:
    """A copy of the sheet as it was when the turn began. Visits and abilities only ever grow at the end."""
    before = turn["before"]
    return {
        "alive": sheet["alive"],
        "visited": sheet["visited"][: before["visited"]],
        "rubble": list(before["rubble"]),
        "clouds": dict(sheet["clouds"]),
        "damage": dict(before["damage"]),
        "trophies": dict(sheet["trophies"]),
        "bonuses": dict(sheet["bonuses"]),
        "abilities": sheet["abilities"][: before["abilities"]],
        "symbols": before["symbols"],
        "torches": before["torches"],
        "extra": sheet["extra"],
        "life": sheet["life"],
    }


def copy_sheet(sheet: Sheet) -> Sheet:
    """A copy that shares nothing with the sheet."""
    return {
        "alive": sheet["alive"],
        "visited": list(sheet["visited"]),
        "rubble": list(sheet["rubble"]),
        "clouds": dict(sheet["clouds"]),
        "damage": dict(sheet["damage"]),
        "trophies": dict(sheet["trophies"]),
        "bonuses": dict(sheet["bonuses"]),
        "abilities": list(sheet["abilities"]),
        "symbols": sheet["symbols"],
        "torches": sheet["torches"],
        "extra": sheet["extra"],
        "life": sheet["life"],
    }


def copy_turn(turn: Turn) -> Turn:
    """A copy that shares nothing a step would change."""
    return turn | {"status": list(turn["status"]), "steps": list(turn["steps"])}


def dungeon_of(state: State) -> Dungeon:
    """The map everybody plays on. Clauses: DD-002."""
    return BOOK.dungeons[state["adventure"]]


def is_solo(state: State) -> bool:
    """Whether the game was started with one seat. Clauses: DD-001."""
    return len(state["sheets"]) == 1


def living(state: State) -> list[int]:
    """The seats still in the game, ascending."""
    return [seat for seat, sheet in enumerate(state["sheets"]) if sheet["alive"]]


def has_finished(sheet: Sheet, turn: Turn) -> bool:
    """
    Whether the seat has nothing more to do in this round.

    A seat that holds a torch is asked, since it might use it; any other is done with its second pair.
    """
    if turn["done"]:
        return True
    return bool(turn["status"]) and OPEN not in turn["status"] and not turn["chest"] and not sheet["torches"]


def starting_symbols(sheet: Sheet) -> int:
    """How many of the symbols left are starting ones; those are crossed first. Clauses: DD-016."""
    from_chest = BOOK.figures.chest_symbols if BLACK_DICE in sheet["abilities"] else 0
    return max(0, int(sheet["symbols"]) - from_chest)
