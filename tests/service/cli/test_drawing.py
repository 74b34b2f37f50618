"""A table is drawn from view and catalogue alone."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from delvebook.domain.kit.phrases import Language
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


def drawn(view: dict[str, Any], *, language: Language = "en", you: int | None = 0, whole: bool = True) -> str:
    printed = io.StringIO()
    drawing = Drawing(Legend(CATALOGUE, language), ["Ann", "Bob"], you=you)
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
    assert drawn({"field": ["#.#", "..#"]}).splitlines()[2:4] == ["  #.#", "  ..#"]
    assert "#.#, #?#" in drawn({"field": ["#.#", "#?#"]})


def test_a_map_is_drawn_with_whose_hero_is_where() -> None:
    table = drawn({"seats": [{"at": "b1"}, {"at": "b2"}]})

    assert "The cave" in table
    assert [line.split() for line in table.splitlines()[-2:]] == [["a1", "b1·1"], ["b2·2"]]
    assert "The cave" not in drawn({"round": 3})


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
