"""A table is drawn from view and catalogue alone."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from delvebook.domain.phrases import Language
from delvebook.service.cli.drawing import LONG, Drawing
from delvebook.service.cli.legend import Legend


def both(en: str, ru: str) -> dict[str, str]:
    return {"en": en, "ru": ru}


def named(en: str, ru: str, text: str = "") -> dict[str, Any]:
    return {"name": both(en, ru), "text": both(text, text)}


CATALOGUE: dict[str, Any] = {
    "figures": {"gold": named("Gold", "Золото")},
    "kinds": {"room": named("Room", "Комната")},
    "terms": {"resting": named("resting", "отдыхает", "It does nothing.")},
    "components": [{"id": "axe", "kind": "item", **named("the axe", "топор", "It cuts."), "figures": {}, "count": 1}],
    "maps": [
        {
            "id": "cave",
            "name": both("The cave", "Пещера"),
            "places": [
                {"id": "a1", "x": 0, "y": 0, "kind": "room", "neighbours": ["b1"]},
                {"id": "b1", "x": 1, "y": 0, "kind": "room", "neighbours": ["a1"]},
                {"id": "b2", "x": 1, "y": 1, "kind": "room", "neighbours": []},
            ],
        }
    ],
    "symbols": [
        {"id": "rock", "symbol": "#", **named("rock", "скала")},
        {"id": "air", "symbol": ".", **named("air", "воздух")},
    ],
    "tables": [],
    "schemas": {
        "table": {"seat": {"$ref": "#/schemas/$defs/Table"}, "spectator": {}},
        "$defs": {
            "Table": {"properties": {"gold": {"description": "By seat, its gold"}, "round": {"description": "n"}}}
        },
    },
}


def drawn(
    view: dict[str, Any],
    *,
    catalogue: dict[str, Any] = CATALOGUE,
    language: Language = "en",
    you: int | None = 0,
    whole: bool = True,
) -> str:
    printed = io.StringIO()
    drawing = Drawing(Legend(catalogue, language), ["Ann", "Bob"], you=you)
    Console(file=printed, width=100).print(drawing.draw(view, whole=whole))
    return "\n".join(line.rstrip() for line in printed.getvalue().splitlines())


def test_what_is_by_seat_stands_under_the_seats_names() -> None:
    table = drawn(
        {
            "round": 3,
            "gold": [5, 7],
            "seats": [{"state": "resting", "items": ["axe"]}, {"state": "resting", "items": []}],
        }
    )

    assert table.splitlines() == [
        "round  3",
        "       Ann      Bob",
        "Gold   5        7",
        "state  resting  resting",
        "items  the axe  –",
    ]


def test_names_are_in_the_reader_s_language() -> None:
    assert "Золото" in drawn({"gold": [5, 7]}, language="ru")
    assert "топор" in drawn({"top": "axe"}, language="ru")


def test_a_list_as_long_as_the_seats_that_is_not_by_seat_is_a_list() -> None:
    assert drawn({"round": [5, 7]}).splitlines()[0] == "round  5, 7"


def test_seats_are_told_by_name_wherever_they_stand() -> None:
    lines = drawn({"active_seat": 1, "tied_seats": [0, 1], "moves": [{"seat": 1, "card": "axe"}]}).splitlines()

    assert lines[0] == "active seat  Bob"
    assert lines[1] == "tied seats   Ann, Bob"
    assert [line.split() for line in lines[3:5]] == [["seat", "card"], ["Bob", "the", "axe"]]


def test_equal_cards_are_counted_and_what_is_not_there_is_left_out() -> None:
    table = drawn({"deck": ["axe", "axe", "resting"], "web": None, "gone": [], "left": {}})

    assert table.splitlines()[0] == "deck  2 × the axe, 1 × resting"
    assert "web" not in table
    assert "gone" not in table


def test_rows_of_symbols_are_a_picture() -> None:
    assert drawn({"field": ["#.#", "..#"]}).splitlines()[1:3] == ["  #.#", "  ..#"]
    assert "#.#, #?#" in drawn({"field": ["#.#", "#?#"]})


def test_a_map_is_drawn_with_whose_hero_is_where() -> None:
    table = drawn({"seats": [{"at": "b1"}, {"at": "b2"}]})

    assert "The cave" in table
    assert [line.split() for line in table.splitlines()[-2:]] == [["a1", "b1·1"], ["b2·2"]]
    assert "b1·1,2" in drawn({"seats": [{"at": "b1"}, {"at": "b1"}]})
    assert "The cave" not in drawn({"round": 3})


def place(id_: str, x: int, **further: Any) -> dict[str, Any]:
    return {"id": id_, "x": x, "y": 0, "kind": "room", "neighbours": [], **further}


def with_maps(*maps: tuple[str, list[dict[str, Any]]], symbols: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    made = [{"id": id_, "name": both(f"Map {id_}", id_), "places": places} for id_, places in maps]
    return {**CATALOGUE, "maps": made, "symbols": symbols or []}


def test_of_several_maps_with_the_same_cells_the_one_in_play_is_drawn() -> None:
    catalogue = with_maps(("north", [place("a1", 0)]), ("south", [place("a1", 0)]))

    table = drawn({"map": "south", "seats": [{"at": "a1"}, {"at": "a1"}]}, catalogue=catalogue)

    assert "Map south" in table
    assert "Map north" not in table
    assert "Map south" in drawn({"map": "south"}, catalogue=catalogue)


def test_places_are_drawn_by_symbol_and_number_or_label_and_known_ones_by_letters() -> None:
    symbols = [{"id": "room", "symbol": "▣", **named("a room", "комната")}]
    places = [place("a1", 0, number=7), place("a2", 4, number=None), place("a3", 8, label="K9"), place("axe", 9)]

    table = drawn({"map": "m"}, catalogue=with_maps(("m", places), symbols=symbols)).splitlines()

    assert table[-3:] == ["▣7 ▣ ▣K9 A", "▣ a room", "A the axe"]


def test_a_place_is_called_by_its_label_wherever_it_is_named() -> None:
    assert "at  K9" in drawn({"at": "a3"}, catalogue=with_maps(("m", [place("a3", 0, label="K9")])))


def test_objects_too_wide_for_a_table_are_told_one_after_the_other() -> None:
    row = {f"figure_{number}": "resting" for number in range(12)}

    table = drawn({"rows": [row, {**row, "figure_3": "axe"}]}).splitlines()

    assert "  figure 3   the axe" in table
    assert table.count("  figure 11  resting") == 2
    assert max(map(len, table)) < 25


def test_what_is_too_much_for_a_column_follows_the_sheets_seat_by_seat() -> None:
    sheet = {"gold": 3, "dealt": {"cards": ["axe"], "state": "resting"}}

    table = drawn({"seats": [sheet, {"gold": 4, "dealt": None}]}).splitlines()

    assert table == ["      Ann  Bob", "Gold  3    4", "dealt: Ann", "  cards  the axe", "  state  resting"]


def test_nothing_has_no_heading() -> None:
    assert drawn({"decks": {"red": [], "blue": {"top": None}}, "seats": [{"item": None}, {"item": []}]}) == ""


def test_long_lists_are_counted_until_the_whole_table_is_asked_for() -> None:
    cells = [{"cell": "a1"} for _ in range(LONG + 1)]

    assert f"({LONG + 1})" in drawn({"cells": cells}, whole=False)
    assert drawn({"cells": cells}).count("a1") > LONG
    assert f"({LONG})" not in drawn({"cells": cells[:-1]}, whole=False)


def test_things_are_found_by_a_part_of_their_name_in_any_case() -> None:
    legend = Legend(CATALOGUE, "ru")

    assert list(legend.find("ТОП")) == [("топор", "It cuts.")]
    assert list(legend.find("resting")) == [("отдыхает", "It does nothing.")]
    assert list(legend.find("золото")) == []
