"""The catalogue matches the box, and says enough to draw any sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from tests.domain.rulesets.dice_and_danger.tables import ADVENTURES, RULES

CATALOGUE = RULES.catalogue
MAPS: dict[str, dict[str, Any]] = {
    one["id"]: {place["id"]: place for place in one["places"]} for one in CATALOGUE["maps"]
}
COMPONENTS = {one["id"]: one for one in CATALOGUE["components"]}
TABLES = {one["id"]: one["rows"] for one in CATALOGUE["tables"]}


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_every_cell_and_room_is_where_the_map_has_it(adventure: str) -> None:
    dungeon, places = CONTENT.dungeons[adventure], MAPS[adventure]
    assert list(places) == [*dungeon.cells, *dungeon.rooms]
    for cell in dungeon.cells.values():
        place = places[cell.id]
        assert (place["x"], place["y"], place["kind"], place["number"]) == (cell.x, cell.y, cell.kind, cell.number)
        assert (place["grey"], place["opens"]) == (cell.grey, cell.opens)
        assert place["neighbours"] == [*cell.cells, *cell.rooms]
        assert place["unlocks"] == list(cell.unlocks)
    for room in dungeon.rooms.values():
        place = places[room.id]
        assert [place[key] for key in ("x", "y", "width", "height")] == [room.x, room.y, room.width, room.height]
        assert place["neighbours"] == list(room.cells)


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_the_map_can_be_drawn_from_the_catalogue_alone(adventure: str) -> None:
    """Every square belongs to one place at most, and nothing lies outside the sheet."""
    sheet = COMPONENTS[adventure]["figures"]
    squares: dict[tuple[int, int], str] = {}
    for place in MAPS[adventure].values():
        for x in range(place["x"], place["x"] + place.get("width", 1)):
            for y in range(place["y"], place["y"] + place.get("height", 1)):
                assert (x, y) not in squares
                assert 0 <= x < sheet["width"]
                assert 0 <= y < sheet["height"]
                squares[x, y] = place["id"]
    signs = {symbol["id"] for symbol in CATALOGUE["symbols"]}
    assert {place["kind"] for place in MAPS[adventure].values()} <= signs | {"room"}


@pytest.mark.parametrize("adventure", ADVENTURES)
def test_every_monster_has_the_figures_of_its_room(adventure: str) -> None:
    for room in CONTENT.dungeons[adventure].rooms.values():
        figures = COMPONENTS[room.id]["figures"]
        assert figures["adventure"] == adventure
        assert (figures["hp"], figures["black"], figures["white"]) == (room.hp, list(room.black), list(room.white))
        assert (figures["first"], figures["later"], figures["hearts"]) == (room.first, room.later, room.hearts)
        assert (figures["boss"], figures["armoured"], figures["worm"]) == (room.boss, room.armoured, room.worm)
        text = COMPONENTS[room.id]["text"]["en"]
        assert [int(number) for number in re.findall(r"Its (\d+) is unlocked", text)] == list(room.white)


def test_every_bonus_names_what_counts_and_how_much() -> None:
    for dungeon in CONTENT.dungeons.values():
        for bonus in dungeon.bonuses.values():
            figures, text = COMPONENTS[bonus.id]["figures"], COMPONENTS[bonus.id]["text"]
            assert (figures["needs"], figures["first"], figures["later"]) == (bonus.need, 3, 1)
            assert figures.get("cells", []) == list(bonus.cells)
            assert figures.get("rooms", []) == list(bonus.rooms)
            assert figures.get("left_cells", []) == list(bonus.left)
            assert figures.get("right_cells", []) == list(bonus.right)
            if bonus.cells:
                numbers = {bonus.need, len(bonus.cells)}
                for language in ("en", "ru"):
                    assert {int(number) for number in re.findall(r"\d+", text[language])} == numbers


def test_the_tables_are_those_of_the_rules() -> None:
    figures = CONTENT.figures
    assert TABLES["life_track"] == [[mark, mark - 1] for mark in range(1, 11)]
    assert [row[:2] for row in TABLES["ratings"]] == [
        [rating, lowest] for rating, lowest in enumerate(figures.rating_scores, start=1)
    ]
    assert [row[1] for row in TABLES["scoring"]] == [3, 2]
    assert [row[1] for row in TABLES["damage"]] == [1, 2, 1, 1, 3, 1]
    assert [row[1] for row in TABLES["bonus_rewards"]] == [3, 1]
    assert [row[1] for row in TABLES["boxes"]] == [10, 3, 3, 2, 3]
    assert [row[0] for row in TABLES["cloud_numbers"]] == list(figures.cloud_numbers)
    assert sum(row[1] for row in TABLES["sums"]) == 36


def test_the_box_holds_what_the_rulebook_lists() -> None:
    counts = {id_: one["count"] for id_, one in COMPONENTS.items()}

    assert sum(counts[adventure] for adventure in ADVENTURES) == 200
    assert (counts["white_die"], counts["black_die"], counts["pencil"]) == (4, 1, 4)
    assert COMPONENTS["black_die"]["figures"]["dice"] == [4]
    for kind, count in (("monster", 30), ("bonus", 8), ("ability", 3)):
        assert sum(one["kind"] == kind for one in COMPONENTS.values()) == count


def test_figures_in_the_rules_texts_are_those_of_the_box() -> None:
    figures, kinds = CONTENT.figures, CATALOGUE["kinds"]
    said = {
        "gem": (kinds["gem"], [1, figures.gem_points]),
        "gold": (kinds["gold"], [1, figures.gold_points]),
        "fist": (kinds["fist"], [figures.fist_damage]),
        "extra_life": (COMPONENTS["extra_life"], [figures.extra_boxes, figures.extra_gems]),
        "torches": (COMPONENTS["torches"], [figures.chest_torches, figures.torch_damage]),
        "black_dice": (COMPONENTS["black_dice"], [figures.chest_symbols]),
        "pyramid": (COMPONENTS["pyramid"], list(figures.cloud_numbers)),
    }
    for one, numbers in said.values():
        for language in ("en", "ru"):
            assert [int(number) for number in re.findall(r"\d+", one["text"][language])] == numbers
