"""The table drawn as text: the dice, the map with the reader's marks, the monsters, and every sheet in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Final

from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.pictures import Block, Labels, Picture, columns, grid
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, PACKAGE, Cell, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.state import BLACK
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import Marking, Sheet, View

TEXTS: Final[Mapping[str, Mapping[str, str]]] = load_data(PACKAGE, "picture.json")
SYMBOLS: Final[Mapping[str, str]] = {
    one["id"]: one["symbol"] for one in load_data(PACKAGE, "catalogue.json")["symbols"]
}
CELL: Final = 6
"""Characters of a cell of the map, with the space behind it."""


def picture_of(book: Phrasebook, view: View, voice: Voice) -> Picture:
    """The dice, the map as the reader's sheet has it, what hurts which monster, and every sheet in a line."""
    labels = Labels(TEXTS, book, voice)
    dungeon = CONTENT.dungeons[view["adventure"]]
    marking = None if view["you"] is None else view["turns"][view["you"]]["marking"]
    sheet = None if view["you"] is None else view["sheets"][view["you"]] if marking is None else marking["sheet"]
    heading = labels("round", adventure=view["adventure"], round=view["round"])
    return [
        Block(heading, [(line,) for line in _dice(view, marking, labels)]),
        _map(dungeon, sheet, view["you"], labels),
        _monsters(view, dungeon, sheet, labels),
        _sheets(view, sheet, labels),
    ]


def _dice(view: View, marking: Marking | None, labels: Labels) -> Iterator[str]:
    """Who rolled what, and the pairs the reader has made of it."""
    dice = view["dice"]
    if view["phase"] == "roll":
        yield labels("roller", seat=view["active_seat"])
    elif dice:
        white = ", ".join(map(str, dice[:BLACK]))
        yield labels("dice", seat=view["active_seat"], white=white, black=dice[BLACK])
    if marking is not None and marking["pairs"]:
        yield labels("pairs", pairs=", ".join(labels(pair["status"], sum=pair["sum"]) for pair in marking["pairs"]))


# -- the map --------------------------------------------------------------------------------------


def _map(dungeon: Dungeon, sheet: Sheet | None, you: int | None, labels: Labels) -> Block:
    cells = {(cell.x, cell.y): cell for cell in dungeon.cells.values()}
    letters = _letters(dungeon)
    rooms = {
        (x, y): letters[room.id]
        for room in dungeon.rooms.values()
        for x in range(room.x, room.x + room.width)
        for y in range(room.y, room.y + room.height)
    }
    xs = sorted({x for x, _ in [*cells, *rooms]})
    ys = sorted({y for _, y in [*cells, *rooms]})

    def drawn(x: int, y: int) -> str:
        cell = cells.get((x - 1, y - 1))
        return rooms.get((x - 1, y - 1), "") if cell is None else _cell(cell, sheet)

    rows = grid([x + 1 for x in xs], [y + 1 for y in ys], drawn, width=CELL)
    kinds = dict.fromkeys(cell.kind for cell in dungeon.cells.values())
    key = [labels("key", symbol=SYMBOLS[kind], name=labels.name(kind)) for kind in kinds]
    key.append(labels("grey", symbol=SYMBOLS["grey_cell"]))
    heading = labels("map.nobody") if you is None else labels("map", seat=you)
    return Block(heading, [*rows, ("   ".join(key),)])


def _cell(cell: Cell, sheet: Sheet | None) -> str:
    """A cell's symbol and number; in brackets once it is visited, with one bracket while half of its rubble is left."""
    number = cell.number if sheet is None or cell.id not in sheet["clouds"] else sheet["clouds"][cell.id]
    said = SYMBOLS[cell.kind] + ("" if number is None else str(number)) + (SYMBOLS["grey_cell"] if cell.unlocks else "")
    if sheet is None:
        return said
    return f"[{said}]" if cell.id in sheet["visited"] else f"[{said}" if cell.id in sheet["rubble"] else said


def _letters(dungeon: Dungeon) -> dict[str, str]:
    """The letter by which the map shows each monster."""
    return dict(zip(dungeon.rooms, ascii_uppercase, strict=False))


# -- monsters and sheets --------------------------------------------------------------------------


def _monsters(view: View, dungeon: Dungeon, sheet: Sheet | None, labels: Labels) -> Block:
    letters = _letters(dungeon)
    titles = ["", "", *map(labels, ("health", "numbers", "locked", "reward", "state", "fell"))]
    rows = [[letters[room.id], *_monster(view, room, sheet, labels)] for room in dungeon.rooms.values()]
    return Block(labels("monsters"), columns(titles, rows))


def _monster(view: View, room: Room, sheet: Sheet | None, labels: Labels) -> list[str]:
    unlocked = [] if sheet is None else sheet["unlocked"].get(room.id, [])
    lost = 0 if sheet is None else sheet["damage"].get(room.id, 0)
    round_ = view["first_defeats"].get(room.id)
    return [
        labels.name(room.id),
        f"{room.hp - lost}/{room.hp}" if sheet is not None else str(room.hp),
        _numbers({*room.black, *unlocked}),
        _numbers({*room.white} - {*unlocked}),
        _reward(view, room, labels),
        "" if sheet is None else _state(sheet, room.id, labels),
        "" if round_ is None else labels("fell_in", round=round_),
    ]


def _numbers(numbers: set[int]) -> str:
    return ", ".join(map(str, sorted(numbers))) or "–"


def _reward(view: View, room: Room, labels: Labels) -> str:
    """The gems for the first and for the others; in a solo game only the first counts."""
    if not room.first:
        return "–"
    told = labels("rewards.solo" if view["solo"] else "rewards", first=room.first, later=room.later)
    return labels("hearts", rewards=told, hearts=room.hearts) if room.hearts else told


def _state(sheet: Sheet, room: str, labels: Labels) -> str:
    return labels("defeated") if room in sheet["defeated"] else labels("reached") if room in sheet["reached"] else ""


def _sheets(view: View, own: Sheet | None, labels: Labels) -> Block:
    keys = ("life", "extra", "symbols", "torches", "gems", "gold", "points")
    titles = ["", *map(labels, (*keys, "where", "trophies", "bonuses", "progress", "turn"))]
    rows = [
        _sheet(view, seat, own if own is not None and seat == view["you"] else sheet, labels)
        for seat, sheet in enumerate(view["sheets"])
    ]
    return Block(labels("sheets"), columns(titles, rows))


def _sheet(view: View, seat: int, sheet: Sheet, labels: Labels) -> list[str]:
    numbers = [sheet["life"], sheet["extra"], sheet["symbols"], sheet["torches"], sheet["gems"], sheet["gold"]]
    begun = [
        labels("so_far", bonus=labels.name(bonus), n=n)
        for bonus, n in sorted(_progress(sheet).items())
        if n and bonus not in sheet["bonuses"]
    ]
    return [
        labels.seat(seat),
        *("–" if number == 0 and at in (1, 3) else str(number) for at, number in enumerate(numbers)),
        "–" if sheet["points"] is None else str(sheet["points"]),
        _names([room for room in sheet["reached"] if room not in sheet["defeated"]], labels),
        _names(sheet["defeated"], labels),
        _names(list(sheet["bonuses"]), labels),
        ", ".join(begun),
        _turn(view, seat, sheet, labels),
    ]


def _progress(sheet: Sheet) -> Mapping[str, int]:
    return {bonus: n for bonus, n in sheet["progress"].items() if isinstance(n, int)}


def _names(ids: Sequence[str], labels: Labels) -> str:
    return ", ".join(map(labels.name, ids))


def _turn(view: View, seat: int, sheet: Sheet, labels: Labels) -> str:
    if not sheet["alive"]:
        return labels("dead")
    turn = view["turns"][seat]
    if view["phase"] in ("over", "roll"):
        return ""
    return labels("finished" if turn["finished"] else "busy" if turn["steps_made"] else "writes")
