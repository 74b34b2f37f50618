"""The components, counted; broken content is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.rulesets.the_descent.content import Content, parse_content
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET

DATA = RULESET.content


def test_there_are_20_tiles_40_cards_and_24_tokens() -> None:
    assert len(CONTENT.tiles) == 20
    assert CONTENT.cards == {
        "rope": 5,
        "pick": 5,
        "dynamite": 2,
        "key": 4,
        "sword": 4,
        "crossbow": 3,
        "shield": 4,
        "lure": 3,
        "insurance": 3,
        "lamp": 4,
        "map": 3,
    }
    assert sum(CONTENT.cards.values()) == 40
    assert [CONTENT.tokens[kind] for kind in ("chest", "health", "coin", "backpack")] == [4, 3, 6, 6]
    assert sum(CONTENT.tokens.values()) == 24


def test_the_tiles_show_213_empty_80_rock_and_27_thin_rock_cells() -> None:
    flat = "".join("".join(CONTENT.face(tile, 0)) for tile in CONTENT.tiles)

    assert [flat.count(mark) for mark in ".#="] == [213, 80, 27]


def test_every_table_names_its_source() -> None:
    assert {table["source"] for name, table in DATA.items() if name != "version"} == {"seed", "decided"}


def spoil(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (spoil("equipment", "cards", "rope", value=6), "40"),
        (spoil("tokens", "kinds", "coin", value=5), "24"),
        (spoil("tokens", "kinds", "dragon", value=2), "24"),
        (spoil("tiles", "faces", 0, "rows", value=["#..#", "....", ".#..", "#.."]), "4×4"),
        (spoil("tiles", "faces", 0, "rows", 0, value="#..x"), "neither"),
        (spoil("tiles", "faces", 0, "rows", value=["....", "....", "....", "...."]), "stand"),
        (spoil("tiles", "faces", 0, "rows", value=["....", "....", "====", "...."]), "over rock"),
        (spoil("tiles", "faces", 0, "id", value="T02"), "20 different"),
        (spoil("tiles", "totals", "rock", value=79), "rock"),
        (spoil("kit", "cards", value=["sword", "sword", "pick", "rope"]), "kit"),
        (spoil("fall", "losses", 4, "health", value=4), "kill"),
        (spoil("endurance", "step", value=0), "figure"),
        (spoil("points", "coin", value=-2), "figure"),
        (spoil("anchored", "start", value="T21"), "anchored"),
        (spoil("field_r", "tiles", 0, value="T01"), "field R"),
        (spoil("round_limit", "default", value=10), "round limit"),
        (spoil("health", "source", value="hearsay"), "source"),
        (spoil("seats", "most", value=5), "seats"),
        (drop("equipment", "cards", "rope"), "kinds"),
        (drop("ranges", "rope"), "ranges"),
        (drop("tiles"), "tiles"),
        (drop("health", "start"), "start"),
        (spoil("creatures", "kinds", value=["monster", "plant", "spider", "worm"]), "creatures"),
    ],
)
def test_broken_content_is_refused(change: Callable[[dict[str, Any]], None], word: str) -> None:
    data = copy.deepcopy(dict(DATA))
    change(data)

    with pytest.raises(BrokenRuleError, match=word):
        parse_content(data)


def test_content_of_field_r_uses_each_tile_once() -> None:
    assert isinstance(CONTENT, Content)
    assert sorted(CONTENT.field_r) == sorted(CONTENT.tiles)
