"""
The components and the meaning of every id, for clients that draw the table.

Figures and geometry come from `content.json`, names from `texts.json`, rules texts from `catalogue.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from delvebook.domain.catalogue import Catalogue, Component, Map, Symbol, Text, look_up
from delvebook.domain.phrases import Language, counted
from delvebook.domain.ruleset import load_data
from delvebook.domain.rulesets.dice_and_danger.content import PACKAGE, Bonus, Cell, Content, Dungeon, Figures, Room
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES, BLACK, BLACK_DICE, EXTRA_LIFE, TORCHES

_RAW: Final = load_data(PACKAGE, "content.json")
_SAID: Final = load_data(PACKAGE, "catalogue.json")
_TEXTS: Final = load_data(PACKAGE, "texts.json")
_BOX: Final = _RAW["components"]
_SHEETS: Final[int] = _BOX["sheets_of_each_adventure"]


def catalogue_of(content: Content) -> Catalogue:
    """The catalogue's part of this title."""
    return {
        "summary": _SAID["summary"],
        "kinds": _SAID["kinds"],
        "components": [*_components(content)],
        "maps": [_map(dungeon) for dungeon in content.dungeons.values()],
        "figures": _SAID["figures"],
        "symbols": [*_symbols()],
        "tables": [look_up(id_, _SAID["tables"][id_], rows) for id_, rows in _rows(content.figures)],
        "terms": _SAID["terms"],
    }


# -- components -----------------------------------------------------------------------------------


def _components(content: Content) -> Iterator[Component]:
    for dungeon in content.dungeons.values():
        yield _sheet(dungeon)
        for room in dungeon.rooms.values():
            yield _component(
                room.id, "monster", _TEXTS["names"][room.id], _monster_text(dungeon, room), _monster(dungeon, room)
            )
        for bonus in dungeon.bonuses.values():
            yield _component(bonus.id, "bonus", _TEXTS["names"][bonus.id], None, _bonus(dungeon, bonus))
    figures = content.figures
    given = {
        EXTRA_LIFE: {"boxes": figures.extra_boxes, "gems": figures.extra_gems},
        TORCHES: {"torches": figures.chest_torches},
        BLACK_DICE: {"symbols": figures.chest_symbols},
    }
    for ability in ABILITIES:
        sheets = _SHEETS * len(content.dungeons)
        yield _component(ability, "ability", _TEXTS["names"][ability], None, given[ability], count=sheets)
    for id_, dice in (("white_die", [*range(BLACK)]), ("black_die", [BLACK])):
        yield _component(id_, "die", None, None, {"dice": dice, "sides": figures.sides}, count=len(dice))
    yield _component("pencil", "tool", None, None, {}, count=_BOX["pencils"])


def _component(
    id_: str, kind: str, name: Text | None, text: Text | None, figures: Mapping[str, object], *, count: int = _SHEETS
) -> Component:
    """A component; `count` is how many there are in the box, on all sheets together."""
    return {
        "id": id_,
        "kind": kind,
        "name": _SAID["names"][id_] if name is None else name,
        "text": _SAID["texts"][id_] if text is None else text,
        "figures": figures,
        "count": count,
    }


def _sheet(dungeon: Dungeon) -> Component:
    figures = dungeon.figures
    printed = {
        "adventure": dungeon.id,
        "level": _RAW["adventures"][dungeon.id]["level"],
        "width": dungeon.width,
        "height": dungeon.height,
        "life": len(figures.life_values),
        "symbols": figures.start_symbols,
    }
    return _component(dungeon.id, "sheet", _TEXTS["names"][dungeon.id], None, printed)


def _monster(dungeon: Dungeon, room: Room) -> dict[str, object]:
    return {
        "adventure": dungeon.id,
        "label": room.label,
        "hp": room.hp,
        "black": list(room.black),
        "white": list(room.white),
        "first": room.first,
        "later": room.later,
        "hearts": room.hearts,
        "boss": room.boss,
        "armoured": room.armoured,
        "worm": room.worm,
    }


def _monster_text(dungeon: Dungeon, room: Room) -> Text:
    """The rules that its figures leave out: where its numbers are unlocked, and what is special about it."""
    return {"en": _told_of(dungeon, room, "en"), "ru": _told_of(dungeon, room, "ru")}


def _told_of(dungeon: Dungeon, room: Room, language: Language) -> str:
    said: Mapping[str, Text] = _SAID["monster"]
    keys = [(number, dungeon.cells[cell]) for number, cells in room.keys.items() for cell in cells]
    parts = [said["unlock"][language].format(number=n, column=cell.x + 1, row=cell.y + 1) for n, cell in keys]
    traits = {"free": not keys, "armoured": room.armoured, "worm": room.worm, "hearts": room.hearts, "boss": room.boss}
    hearts = counted(room.hearts, _TEXTS["counted"]["life"][language], language)
    parts += [said[trait][language].format(hearts=hearts) for trait, is_so in traits.items() if is_so]
    return " ".join(parts)


def _bonus(dungeon: Dungeon, bonus: Bonus) -> dict[str, object]:
    counts = {
        "cells": list(bonus.cells),
        "rooms": list(bonus.rooms),
        "left_cells": list(bonus.left),
        "right_cells": list(bonus.right),
    }
    return {
        "adventure": dungeon.id,
        "needs": bonus.need,
        **{key: places for key, places in counts.items() if places},
        "first": dungeon.figures.bonus_first,
        "later": dungeon.figures.bonus_later,
    }


# -- maps -----------------------------------------------------------------------------------------


def _map(dungeon: Dungeon) -> Map:
    """The cells in map order, then the rooms, each under the id of its monster."""
    places: list[Mapping[str, object]] = [*map(_cell, dungeon.cells.values()), *map(_room, dungeon.rooms.values())]
    return {"id": dungeon.id, "name": _TEXTS["names"][dungeon.id], "places": places}


def _cell(cell: Cell) -> dict[str, object]:
    return {
        "id": cell.id,
        "x": cell.x,
        "y": cell.y,
        "kind": cell.kind,
        "neighbours": [*cell.cells, *cell.rooms],
        "number": cell.number,
        "grey": cell.grey,
        "unlocks": list(cell.unlocks),
        "opens": cell.opens,
    }


def _room(room: Room) -> dict[str, object]:
    return {
        "id": room.id,
        "x": room.x,
        "y": room.y,
        "kind": "room",
        "neighbours": list(room.cells),
        "width": room.width,
        "height": room.height,
    }


# -- symbols and tables ---------------------------------------------------------------------------


def _symbols() -> Iterator[Symbol]:
    """The legend: a sign for each kind of cell, and for what else is printed on a sheet."""
    for one in _SAID["symbols"]:
        words = _SAID["kinds"].get(one["id"], one)
        yield {"id": one["id"], "symbol": one["symbol"], "name": words["name"], "text": words["text"]}


def _rows(figures: Figures) -> Iterator[tuple[str, list[tuple[object, ...]]]]:
    """The rows of the tables. Words are given in both languages."""
    words: Mapping[str, Text] = _SAID["words"]
    yield "life_track", [(mark, value) for mark, value in enumerate(figures.life_values, start=1)]
    yield (
        "ratings",
        [
            (rating, lowest, _TEXTS["names"][f"rating_{rating}"])
            for rating, lowest in enumerate(figures.rating_scores, start=1)
        ],
    )
    yield "scoring", [(words["gem"], figures.gem_points), (words["gold"], figures.gold_points)]
    dealt = {
        "pair": figures.pair_damage,
        "both_pairs": figures.strike_damage,
        "torch": figures.torch_damage,
        "fist": figures.fist_damage,
        "worm": figures.worm_damage,
        "splash": figures.splash_damage,
    }
    yield "damage", [(words[source], damage) for source, damage in dealt.items()]
    yield "bonus_rewards", [(words["first"], figures.bonus_first), (words["later"], figures.bonus_later)]
    boxes = {
        "life": len(figures.life_values),
        "start_symbols": figures.start_symbols,
        "chest_symbols": figures.chest_symbols,
        "torches": figures.chest_torches,
        "extra": figures.extra_boxes,
    }
    yield "boxes", [(words[box], count) for box, count in boxes.items()]
    yield "cloud_numbers", [(number,) for number in figures.cloud_numbers]
    yield "sums", [(total, figures.ways_to_roll(total)) for total in figures.sums]
