"""The shape of a state, and the queries that several modules share."""

from __future__ import annotations

from typing import Final, Required, TypedDict

from delvebook.domain.rulesets.dice_and_danger.content import Content, Dungeon, Figures, Room

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
"""The index of the black die. The white dice are 0 to 3."""

CLOUD_CELLS: Final = 8
"""The cloud cells of a map that has any; `box.checks` holds the maps to it."""

Pairs = list[list[int]]
"""Two pairs of dice, by index."""


class Options(TypedDict):
    """The options the game was created with."""

    adventure: str
    first_seat: int | None


class Step(TypedDict, total=False):
    """An action of type `mark`, with or without its type; what it says depends on its `step`."""

    type: str
    step: Required[str]
    pairs: list[list[int]]
    pair: int
    cell: str
    room: str
    ability: str


class Sheet(TypedDict):
    """
    One seat's sheet with everything the seat has marked so far, this round included.

    `visited` lists cells in the order of visiting; `rubble` the cells with one of two boxes crossed; `clouds` maps
    each cloud cell to the number written there. `damage` counts crossed health boxes by room. `trophies` and
    `bonuses` say `first` or `later`. `symbols`, `torches`, `extra` (boxes of Extra Life) and `life` (marks of the
    track) count what is left.
    """

    alive: bool
    visited: list[str]
    rubble: list[str]
    clouds: dict[str, int]
    damage: dict[str, int]
    trophies: dict[str, str]
    bonuses: dict[str, str]
    abilities: list[str]
    symbols: int
    torches: int
    extra: int
    life: int


class Before(TypedDict):
    """What restores a sheet to the start of the turn. Of lists that only grow, it keeps the length."""

    visited: int
    rubble: list[str]
    damage: dict[str, int]
    abilities: int
    symbols: int
    torches: int
    extra: int


class Marks(TypedDict):
    """
    What the last settled round changed on one sheet.

    `visited` lists the cells in the order of visiting, `rubble` the cells half cleared in that round and no further;
    `damage` counts the boxes crossed by room, whatever the source.
    """

    visited: list[str]
    rubble: list[str]
    damage: dict[str, int]


class Turn(TypedDict):
    """
    One seat's turn in the round that is being marked.

    `status` holds the status of each pair once they are chosen. `chest` is True while an ability has to be chosen,
    `strike` the armoured room a strike is half made on. `dealt` counts the boxes crossed in this turn. `steps` are
    the actions taken, without their type.
    """

    pairs: Pairs | None
    status: list[str]
    chest: bool
    strike: str | None
    dealt: int
    done: bool
    steps: list[Step]
    before: Before


class Action(TypedDict, total=False):
    """An action with its parameters; `ACTION_SCHEMAS` and `STEPS` say which action has which."""

    type: Required[str]
    cell: str
    number: int
    step: str
    pairs: list[list[int]]
    pair: int
    room: str
    ability: str


class Race(TypedDict):
    """The part of a state that says what was taken for the first time, and what round it is."""

    round: int
    first_defeats: dict[str, int]
    first_bonuses: dict[str, int]


class State(TypedDict):
    """
    A game between two actions.

    `dice` shows four white dice and the black one; it is empty before the first roll. `first_defeats` and
    `first_bonuses` name the round in which a monster or a bonus was taken for the first time. `turns` has an entry
    for each seat while a round is being marked (None for the dead), and is empty otherwise. `last_round` has an entry
    for each seat once a round is settled (None for seats that were dead in it), and is empty before.
    """

    adventure: str
    phase: str
    round: int
    active: int
    dice: list[int]
    first_defeats: dict[str, int]
    first_bonuses: dict[str, int]
    end: str | None
    sheets: list[Sheet]
    turns: list[Turn | None]
    last_round: list[Marks | None]


def dungeon_of(content: Content, state: State) -> Dungeon:
    """The map that all seats play on. Clauses: DD-002."""
    return content.dungeons[state["adventure"]]


def is_solo(state: State) -> bool:
    """Whether the game was started with one seat. Clauses: DD-001."""
    return len(state["sheets"]) == 1


def living(state: State) -> list[int]:
    """The seats still in the game, ascending."""
    return [seat for seat, sheet in enumerate(state["sheets"]) if sheet["alive"]]


def turn_of(state: State, seat: int) -> Turn | None:
    """The seat's turn in the round that is being marked; None if it has none."""
    return state["turns"][seat] if state["turns"] else None


def is_defeated(sheet: Sheet, room: Room) -> bool:
    """Whether every health box of the monster is crossed on this sheet. Clauses: DD-066."""
    return sheet["damage"].get(room.id, 0) >= room.hp


def has_finished(sheet: Sheet, turn: Turn) -> bool:
    """
    Whether the seat has nothing more to do in this round.

    A seat that still holds a torch may use it, so it finishes with `done`. Any other finishes with its second pair.
    """
    if turn["done"]:
        return True
    return bool(turn["status"]) and OPEN not in turn["status"] and not turn["chest"] and not sheet["torches"]


def life_lost(sheet: Sheet, figures: Figures) -> int:
    """The number of crossed marks on the life track. Clauses: DD-043."""
    return len(figures.life_values) - sheet["life"]


def starting_symbols(sheet: Sheet, figures: Figures) -> int:
    """The number of starting symbols among those left. Starting symbols are crossed first. Clauses: DD-016."""
    from_chest = figures.chest_symbols if BLACK_DICE in sheet["abilities"] else 0
    return max(0, sheet["symbols"] - from_chest)


def fresh_sheet(figures: Figures) -> Sheet:
    """A sheet without any mark."""
    return {
        "alive": True,
        "visited": [],
        "rubble": [],
        "clouds": {},
        "damage": {},
        "trophies": {},
        "bonuses": {},
        "abilities": [],
        "symbols": figures.start_symbols,
        "torches": 0,
        "extra": 0,
        "life": len(figures.life_values),
    }


def fresh_turn(sheet: Sheet) -> Turn:
    """The seat's turn before its first step."""
    return {
        "pairs": None,
        "status": [],
        "chest": False,
        "strike": None,
        "dealt": 0,
        "done": False,
        "steps": [],
        "before": {
            "visited": len(sheet["visited"]),
            "rubble": list(sheet["rubble"]),
            "damage": dict(sheet["damage"]),
            "abilities": len(sheet["abilities"]),
            "symbols": sheet["symbols"],
            "torches": sheet["torches"],
            "extra": sheet["extra"],
        },
    }


def copy_sheet(sheet: Sheet) -> Sheet:
    """A copy that shares nothing with the sheet, and has its fields alone (a view's sheet has more)."""
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


def settled_sheet(sheet: Sheet, turn: Turn | None) -> Sheet:
    """A copy of the sheet as of the last settlement: what the other seats may see while the seat marks."""
    settled = copy_sheet(sheet)
    if turn is None:
        return settled
    before = turn["before"]
    settled["visited"] = settled["visited"][: before["visited"]]
    settled["rubble"] = list(before["rubble"])
    settled["damage"] = dict(before["damage"])
    settled["abilities"] = settled["abilities"][: before["abilities"]]
    settled["symbols"] = before["symbols"]
    settled["torches"] = before["torches"]
    settled["extra"] = before["extra"]
    return settled


def marks_since(settled: Sheet, sheet: Sheet) -> Marks:
    """The marks on the sheet that `settled`, an earlier copy, does not have."""
    damage, before = sheet["damage"], settled["damage"]
    return {
        "visited": sheet["visited"][len(settled["visited"]) :],
        "rubble": [cell for cell in sheet["rubble"] if cell not in settled["rubble"]],
        "damage": {room: boxes - before.get(room, 0) for room, boxes in damage.items() if boxes > before.get(room, 0)},
    }


def copy_turn(turn: Turn) -> Turn:
    """A copy that shares nothing that a step changes."""
    return {**turn, "status": list(turn["status"]), "steps": list(turn["steps"])}
