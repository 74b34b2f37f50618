"""The maps are those of the box, and a map with a mistake is refused when it is loaded."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, PACKAGE, parse_content
from tests.domain.rulesets.dice_and_danger.tables import RULES, cells_for, game, sheet, take

COUNTS = {
    "animals": (
        68,
        {"plain": 35, "start": 11, "doubles": 7, "fist": 6, "gem": 5, "gold": 2, "chest": 2},
        13,
        7,
        35,
    ),
    "cultists": (
        60,
        {"plain": 28, "start": 11, "rubble": 7, "gem": 6, "doubles": 3, "gold": 3, "chest": 2},
        12,
        7,
        34,
    ),
    "pyramid": (
        66,
        {
            "plain": 29,
            "start": 11,
            "cloud": 8,
            "gem": 6,
            "gold": 5,
            "doubles": 3,
            "chest": 2,
            "gate_in": 1,
            "gate_out": 1,
        },
        9,
        7,
        39,
    ),
    "dinosaurs": (
        68,
        {"plain": 33, "start": 11, "claw": 7, "gem": 6, "gold": 5, "doubles": 4, "chest": 2},
        0,
        9,
        37,
    ),
}


@pytest.mark.parametrize("adventure", COUNTS)
def test_each_map_holds_the_cells_and_rooms_of_its_sheet(adventure: str) -> None:
    dungeon = CONTENT.dungeons[adventure]
    kinds: dict[str, int] = {}
    for cell in dungeon.cells.values():
        kinds[cell.kind] = kinds.get(cell.kind, 0) + 1

    cells, expected, grey, rooms, hp = COUNTS[adventure]
    assert kinds == expected
    assert len(dungeon.cells) == cells
    assert sum(cell.grey for cell in dungeon.cells.values()) == grey
    assert len(dungeon.rooms) == rooms
    assert sum(room.hp for room in dungeon.rooms.values()) == hp
    assert len(dungeon.bonuses) == 2


def test_the_figures_common_to_all_sheets() -> None:
    figures = CONTENT.figures

    assert figures.life_values == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert (figures.start_symbols, figures.chest_symbols, figures.chest_torches) == (3, 3, 2)
    assert (figures.extra_boxes, figures.extra_gems) == (3, 1)
    assert (figures.gem_points, figures.gold_points) == (3, 2)
    assert (figures.bonus_first, figures.bonus_later) == (3, 1)
    assert figures.cloud_numbers == (3, 4, 5, 6, 8, 9, 10, 11)


@pytest.mark.parametrize("adventure", COUNTS)
def test_start_cells_show_every_sum_once(adventure: str) -> None:
    starts = [cell.number for cell in CONTENT.dungeons[adventure].cells.values() if cell.kind == "start"]

    assert sorted(number for number in starts if number is not None) == list(range(2, 13))


@pytest.mark.clause("DD-060")
def test_a_monster_has_health_numbers_two_rewards_and_perhaps_hearts() -> None:
    boss, skunk = (CONTENT.dungeons["animals"].rooms[room] for room in ("thunderpaw", "skunk"))

    assert (boss.hp, boss.black, boss.white) == (9, (), (4, 5, 6, 8, 9))
    assert (boss.first, boss.later, boss.hearts) == (6, 4, 2)
    assert (skunk.black, skunk.white, skunk.hearts) == ((3, 11), (6,), 0)


@pytest.mark.clause("DD-029")
@pytest.mark.parametrize("adventure", COUNTS)
def test_places_are_adjacent_exactly_where_their_squares_share_a_side(adventure: str) -> None:
    dungeon = CONTENT.dungeons[adventure]
    at = {(cell.x, cell.y): cell.id for cell in dungeon.cells.values()}
    for room in dungeon.rooms.values():
        for x in range(room.x, room.x + room.width):
            for y in range(room.y, room.y + room.height):
                at[x, y] = room.id
    for (x, y), node in at.items():
        if node not in dungeon.cells:
            continue
        cell = dungeon.cells[node]
        beside = {at[place] for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if place in at}
        assert {*cell.cells, *cell.rooms} == beside
        assert all(node in dungeon.cells[other].cells for other in cell.cells)
        assert all(node in dungeon.rooms[other].cells for other in cell.rooms)


@pytest.mark.clause("DD-029")
def test_a_diagonal_neighbour_gives_no_way() -> None:
    """c11 lies across the corner from the start cell c16, and beside the start cell c12."""
    dice = (6, 6, 1, 2, 1)
    across = game(sheet("cultists", visited=["c16"]), adventure="cultists", dice=dice)
    beside = game(sheet("cultists", visited=["c12"]), adventure="cultists", dice=dice)
    for state in (across, beside):
        take(state, 0)

    assert "c11" not in cells_for(across, 0)
    assert "c11" in cells_for(beside, 0)


def _content() -> dict[str, Any]:
    content: dict[str, Any] = copy.deepcopy(load_data(PACKAGE, "content.json"))
    return content


def _cell(content: dict[str, Any], adventure: str, id_: str) -> dict[str, Any]:
    return next(cell for cell in content["adventures"][adventure]["cells"] if cell["id"] == id_)


def _room(content: dict[str, Any], adventure: str, id_: str) -> dict[str, Any]:
    return next(room for room in content["adventures"][adventure]["rooms"] if room["id"] == id_)


def _break(adventure: str, id_: str, **changes: Any) -> Callable[[dict[str, Any]], None]:
    def change(content: dict[str, Any]) -> None:
        find = _cell if id_.startswith("c") and id_[1:].isdigit() else _room
        find(content, adventure, id_).update(changes)

    return change


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "an adventure is missing": (lambda content: content["adventures"].pop("pyramid"), "adventures are"),
    "a die is missing": (lambda content: content["dice"].update(white=3), "four white dice"),
    "a life mark is missing": (lambda content: content["life_track"]["values"].pop(), "ten marks"),
    "a cloud number stands twice": (lambda content: content["cloud_numbers"]["numbers"].append(3), "stands there once"),
    "the ratings do not rise": (lambda content: content["ratings"]["lowest_scores"].reverse(), "begin at 0 and rise"),
    "a section is missing": (lambda content: content.pop("damage"), "lacks something"),
    "a cell is out of order": (_break("animals", "c07", id="c99"), "numbered"),
    "a kind is unknown": (_break("animals", "c06", kind="plains"), "no known kind"),
    "a number cannot be rolled": (_break("animals", "c06", number=13), "cannot make"),
    "a number is below two": (_break("animals", "c06", number=1), "cannot make"),
    "a plain cell has no number": (_break("animals", "c06", number=None), "against its kind"),
    "a doubles cell has a number": (_break("animals", "c10", number=4), "against its kind"),
    "a fist is odd": (_break("animals", "c11", number=9), "odd"),
    "a start number stands twice": (_break("animals", "c01", number=4), "each sum from 2 to 12 once"),
    "a grey cell unlocks nothing": (_break("animals", "c02", unlocks=[]), "grey if and only if"),
    "a kind is miscounted": (_break("animals", "c06", kind="gold"), "should hold"),
    "a cell moved": (_break("animals", "c06", x=7), "touches"),
    "a cell lies on another": (_break("animals", "c06", x=9, y=0), "lies on"),
    "a cell lies outside": (_break("animals", "c08", x=13), "outside"),
    "a way is one-sided": (lambda content: _cell(content, "animals", "c01")["adjacent"].remove("c02"), "touches"),
    "a way is listed twice": (lambda content: _cell(content, "animals", "c01")["adjacent"].append("c02"), "touches"),
    "two rooms touch": (_break("cultists", "usher", height=3), "lies on|touches"),
    "health is wrong": (_break("animals", "goose", hp=5), "should hold"),
    "a number is black and white": (_break("animals", "goose", black=[4]), "number twice"),
    "a lock has no key": (_break("animals", "goose", white=[4, 8, 9]), "keys for"),
    "a key has no lock": (_break("animals", "goose", white=[4]), "keys for"),
    "a grey cell unlocks a distant room": (_break("animals", "c02", unlocks=["mole"]), "not adjacent"),
    "the later reward exceeds the first": (_break("animals", "goose", later=3), "out of range"),
    "the boss is worth less late than hurt": (_break("animals", "thunderpaw", later=2), "worth less"),
    "there is no boss": (_break("animals", "thunderpaw", boss=False), "one boss"),
    "armour has odd health": (_break("dinosaurs", "bess", hp=3), "should hold|whole strikes"),
    "two armoured dinosaurs": (_break("dinosaurs", "bess", armoured=False), "three armoured"),
    "a coil gives gems": (_break("pyramid", "tail_coil", first=1), "worm part"),
    "a claw number stands twice": (_break("dinosaurs", "c03", number=7), "each once"),
    "the gate opens nothing": (lambda content: _cell(content, "pyramid", "c20").pop("opens"), "gate"),
    "the gate opens the wrong cell": (_break("pyramid", "c20", opens="c48"), "gate"),
    "a bonus asks too much": (
        lambda content: content["adventures"]["animals"]["bonuses"][0].update(need=7),
        "too many",
    ),
    "a bonus forgets a cell": (
        lambda content: content["adventures"]["animals"]["bonuses"][0]["cells"].pop(),
        "all cells",
    ),
    "a bonus is missing": (lambda content: content["adventures"]["animals"]["bonuses"].pop(), "two bonus"),
    "a bonus names no room": (
        lambda content: content["adventures"]["cultists"]["bonuses"][0]["rooms"].append("goose"),
        "not there",
    ),
    "a bonus is of no kind": (
        lambda content: content["adventures"]["cultists"]["bonuses"][0].update(kind="luck"),
        "no known kind",
    ),
    "the link forgets a start cell": (
        lambda content: content["adventures"]["animals"]["bonuses"][1]["left"].pop(),
        "left start cells",
    ),
    "a cloud number has no cloud": (lambda content: content["cloud_numbers"]["numbers"].pop(), "one cloud cell"),
}


@pytest.mark.parametrize("damage", BROKEN)
def test_broken_content_is_refused_when_it_is_loaded(damage: str) -> None:
    content = _content()
    change, says = BROKEN[damage]
    change(content)

    with pytest.raises(BrokenRuleError, match=says):
        parse_content(content)


def test_a_place_nobody_can_reach_is_refused() -> None:
    """c43 of the cultists touches nothing but one room. Moved away from it on a wider map, it touches nothing."""
    content = _content()
    content["adventures"]["cultists"]["size"]["width"] = 14
    _cell(content, "cultists", "c43").update(x=13, adjacent=[])
    _room(content, "cultists", "snuffer")["cells"].remove("c43")

    with pytest.raises(BrokenRuleError, match="cannot be reached"):
        parse_content(content)


def test_the_shipped_content_is_the_one_in_play() -> None:
    assert parse_content(_content()) == CONTENT
    assert {room for dungeon in CONTENT.dungeons.values() for room in dungeon.rooms} <= set(RULES.phrasebook._names)
