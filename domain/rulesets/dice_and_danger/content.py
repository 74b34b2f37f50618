"""
The components: the figures common to all sheets and the four adventures' maps, read from `content.json`.

`box.checks` checks the file first. The objects are immutable and hold the look-ups that the rules need.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.dice_and_danger.box.checks import check_content

PACKAGE: Final = "delvebook.domain.rulesets.dice_and_danger"

SPECIAL_SUMS: Final = ("fist", "doubles", "cloud", "gate_out")
"""Kinds of cells that need more than a sum that matches a printed number, or something else."""


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One cell of a map.

    Attributes:
        cells: The adjacent cells.
        rooms: The adjacent rooms.
        unlocks: The rooms in which visiting the cell unlocks its number (grey cells and claws).
        opens: The gate cell that is visited together with this one.
    """

    id: str
    x: int
    y: int
    kind: str
    number: int | None
    grey: bool
    cells: tuple[str, ...]
    rooms: tuple[str, ...]
    unlocks: tuple[str, ...]
    opens: str | None


@dataclass(frozen=True, slots=True)
class Room:
    """
    One monster and its room.

    Attributes:
        first: Gems for the seats that defeat it first.
        later: Gems for the seats that defeat it later.
        keys: By locked number, the cells that each unlock it.
    """

    id: str
    label: str
    x: int
    y: int
    width: int
    height: int
    hp: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    first: int
    later: int
    hearts: int
    cells: tuple[str, ...]
    boss: bool
    armoured: bool
    worm: bool
    keys: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Bonus:
    """One bonus reward: `need` of the `cells` visited, all `rooms` defeated, or `left` and `right` linked."""

    id: str
    kind: str
    need: int
    cells: tuple[str, ...]
    rooms: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures that are the same in every adventure."""

    sides: int
    white_dice: int
    life_values: tuple[int, ...]
    start_symbols: int
    chest_symbols: int
    chest_torches: int
    extra_boxes: int
    extra_gems: int
    gem_points: int
    gold_points: int
    bonus_first: int
    bonus_later: int
    pair_damage: int
    torch_damage: int
    fist_damage: int
    splash_damage: int
    worm_damage: int
    strike_damage: int
    boss_damage_per_gem: int
    cloud_numbers: tuple[int, ...]
    rating_scores: tuple[int, ...]

    @property
    def sums(self) -> range:
        """Every sum of two dice."""
        return range(2, 2 * self.sides + 1)

    def ways_to_roll(self, total: int) -> int:
        """The number of rolls of two dice that make the sum."""
        return self.sides - abs(self.sides + 1 - total)


@dataclass(frozen=True, slots=True)
class Dungeon:
    """
    One adventure's map.

    Attributes:
        by_number: By sum, the cells that any pair of that sum visits, in map order.
        fists: By number, the fist cells.
        boss: The boss's room.
    """

    id: str
    figures: Figures
    width: int
    height: int
    cells: Mapping[str, Cell]
    rooms: Mapping[str, Room]
    bonuses: Mapping[str, Bonus]
    by_number: Mapping[int, tuple[Cell, ...]]
    fists: Mapping[int, tuple[Cell, ...]]
    doubles: tuple[Cell, ...]
    clouds: tuple[Cell, ...]
    chests: tuple[str, ...]
    boss: Room


@dataclass(frozen=True, slots=True)
class Content:
    """The content of the box: the figures common to every sheet, and the adventures by id."""

    figures: Figures
    dungeons: Mapping[str, Dungeon]


def parse_content(raw: Printed) -> Content:
    """
    The components as `content.json` lists them.

    Raises:
        BrokenRuleError: The content is not what the rules require; the message says where.
    """
    check_content(raw)
    figures = _parse_figures(raw)
    dungeons = {id_: _parse_dungeon(id_, one, figures) for id_, one in raw["adventures"].items()}
    return Content(figures, MappingProxyType(dungeons))


def _parse_figures(raw: Printed) -> Figures:
    abilities, damage = raw["abilities"], raw["damage"]
    return Figures(
        sides=raw["dice"]["sides"],
        white_dice=raw["dice"]["white"],
        life_values=tuple(raw["life_track"]["values"]),
        start_symbols=raw["start"]["symbols"],
        chest_symbols=abilities["black_dice"]["symbols"],
        chest_torches=abilities["torches"]["torches"],
        extra_boxes=abilities["extra_life"]["boxes"],
        extra_gems=abilities["extra_life"]["gems"],
        gem_points=raw["points"]["gem"],
        gold_points=raw["points"]["gold"],
        bonus_first=raw["bonus_rewards"]["first"],
        bonus_later=raw["bonus_rewards"]["later"],
        pair_damage=damage["pair"],
        torch_damage=damage["torch"],
        fist_damage=damage["fist"],
        splash_damage=damage["splash"],
        worm_damage=damage["worm"],
        strike_damage=damage["strike"],
        boss_damage_per_gem=raw["boss_damage"]["per_gem"],
        cloud_numbers=tuple(raw["cloud_numbers"]["numbers"]),
        rating_scores=tuple(raw["ratings"]["lowest_scores"]),
    )


def _parse_dungeon(id_: str, raw: Printed, figures: Figures) -> Dungeon:
    cells = {one["id"]: _parse_cell(one, raw["rooms"]) for one in raw["cells"]}
    rooms = {one["id"]: _parse_room(one, cells.values()) for one in raw["rooms"]}
    bonuses = {one["id"]: _parse_bonus(one) for one in raw["bonuses"]}
    plain = [cell for cell in cells.values() if cell.kind not in SPECIAL_SUMS]
    return Dungeon(
        id=id_,
        figures=figures,
        width=raw["size"]["width"],
        height=raw["size"]["height"],
        cells=MappingProxyType(cells),
        rooms=MappingProxyType(rooms),
        bonuses=MappingProxyType(bonuses),
        by_number=_by_number(plain),
        fists=_by_number([cell for cell in cells.values() if cell.kind == "fist"]),
        doubles=tuple(cell for cell in cells.values() if cell.kind == "doubles"),
        clouds=tuple(cell for cell in cells.values() if cell.kind == "cloud"),
        chests=tuple(cell.id for cell in cells.values() if cell.kind == "chest"),
        boss=next(room for room in rooms.values() if room.boss),
    )


def _parse_cell(raw: Printed, rooms: Sequence[Printed]) -> Cell:
    names = [room["id"] for room in rooms]
    unlocks = list(raw.get("unlocks", ()))
    if raw["kind"] == "claw":  # DD-140: in every room with its number in white, reached or not
        unlocks = [room["id"] for room in rooms if raw["number"] in room["white"]]
    return Cell(
        id=raw["id"],
        x=raw["x"],
        y=raw["y"],
        kind=raw["kind"],
        number=raw["number"],
        grey=raw.get("grey", False),
        cells=tuple(node for node in raw["adjacent"] if node not in names),
        rooms=tuple(node for node in raw["adjacent"] if node in names),
        unlocks=tuple(unlocks),
        opens=raw.get("opens"),
    )


def _parse_room(raw: Printed, cells: Collection[Cell]) -> Room:
    keys = {
        number: tuple(cell.id for cell in cells if cell.number == number and raw["id"] in cell.unlocks)
        for number in raw["white"]
    }
    return Room(
        id=raw["id"],
        label=raw["label"],
        x=raw["x"],
        y=raw["y"],
        width=raw["width"],
        height=raw["height"],
        hp=raw["hp"],
        black=tuple(raw["black"]),
        white=tuple(raw["white"]),
        first=raw["first"],
        later=raw["later"],
        hearts=raw["hearts"],
        cells=tuple(raw["cells"]),
        boss=raw.get("boss", False),
        armoured=raw.get("armoured", False),
        worm=raw.get("worm", False),
        keys=MappingProxyType(keys),
    )


def _parse_bonus(raw: Printed) -> Bonus:
    rooms = tuple(raw.get("rooms", ()))
    return Bonus(
        id=raw["id"],
        kind=raw["kind"],
        need=raw.get("need", len(rooms) or 1),
        cells=tuple(raw.get("cells", ())),
        rooms=rooms,
        left=tuple(raw.get("left", ())),
        right=tuple(raw.get("right", ())),
    )


def _by_number(cells: Sequence[Cell]) -> Mapping[int, tuple[Cell, ...]]:
    found: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell.number is not None:
            found.setdefault(cell.number, []).append(cell)
    return MappingProxyType({number: tuple(listed) for number, listed in sorted(found.items())})


CONTENT: Final = parse_content(load_data(PACKAGE, "content.json"))
