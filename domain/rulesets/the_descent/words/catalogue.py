"""What is in the box and what every id means, for clients that draw the table. The texts are in `catalogue.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from delvebook.domain.catalogue import Catalogue, Component, LookUp, Map, Text, look_up
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    CELLS_OF,
    NEIGHBOURS,
    PLACES,
    START_PLACE,
    Place,
    level_of,
    xy,
)
from delvebook.domain.rulesets.the_descent.content import CREATURE_KINDS, PACKAGE, Content

_NO_TEXT: Final[Text] = {"en": "", "ru": ""}


def catalogue_of(content: Content) -> Catalogue:
    """The catalogue's part of this title."""
    texts = load_data(PACKAGE, "catalogue.json")
    names = load_data(PACKAGE, "texts.json")["names"]
    return {
        "summary": texts["summary"],
        "kinds": texts["kinds"],
        "components": [
            *_tiles(content, texts, names),
            *_cards(content, texts, names),
            *_tokens(content, texts, names),
            *_characters(content, texts),
            *_aids(texts),
        ],
        "maps": [_cave(texts, names)],
        "figures": texts["figures"],
        "symbols": texts["symbols"],
        "tables": _tables(content, texts, names),
        "terms": texts["terms"],
    }


# -- components -----------------------------------------------------------------------------------


def _tiles(content: Content, texts: Printed, names: Printed) -> Iterator[Component]:
    for tile in content.tiles:
        yield {
            "id": tile,
            "kind": "tile",
            "name": names[tile],
            "text": texts["texts"].get(tile, _NO_TEXT),
            "figures": {"rows": content.face(tile, 0)},
            "count": 1,
        }


def _cards(content: Content, texts: Printed, names: Printed) -> Iterator[Component]:
    for card, count in content.cards.items():
        reach = {"reach": content.ranges[card]} if card in content.ranges else {}
        yield {
            "id": card,
            "kind": "equipment",
            "name": names[card],
            "text": texts["texts"][card],
            "figures": {"kit": card in content.kit, **reach},
            "count": count,
        }


def _tokens(content: Content, texts: Printed, names: Printed) -> Iterator[Component]:
    points, endurance = content.points, {"endurance": content.creature_endurance}
    figures: dict[str, dict[str, int]] = {
        "chest": {"points": points["chest_broken"], "points_with_key": points["chest_unlocked"]},
        "health": {"health": 1},
        "coin": {"points": points["coin"]},
        "backpack": {"cards": content.backpack_cards},
        **{kind: {"points": points["creature"]} for kind in CREATURE_KINDS},
    }
    figures["monster"].update(**endurance, health=content.monster_health)
    figures["spider"].update(endurance)
    for kind, count in content.tokens.items():
        yield {
            "id": kind,
            "kind": "creature" if kind in CREATURE_KINDS else "token",
            "name": names[kind],
            "text": texts["texts"][kind],
            "figures": figures[kind],
            "count": count,
        }


def _characters(content: Content, texts: Printed) -> Iterator[Component]:
    """Two equal pieces for each seat: one on the field, one on the score board."""
    name = texts["characters"]["name"]
    for seat in range(content.seats_max):
        yield {
            "id": f"character_{seat}",
            "kind": "character",
            "name": {"en": f"{name['en']} {seat + 1}", "ru": f"{name['ru']} {seat + 1}"},
            "text": _NO_TEXT,
            "figures": {"seat": seat},
            "count": 2,
        }


def _aids(texts: Printed) -> Iterator[Component]:
    for id_, one in texts["aids"].items():
        yield {
            "id": id_,
            "kind": "aid",
            "name": one["name"],
            "text": one["text"],
            "figures": {},
            "count": one["count"],
        }


# -- the cave -------------------------------------------------------------------------------------


def _cave(texts: Printed, names: Printed) -> Map:
    return {
        "id": "cave",
        "name": texts["field"]["name"],
        "places": [_place(place, names) for place in range(len(PLACES))],
    }


def _place(place: Place, names: Printed) -> dict[str, object]:
    """A place for a tile: x and y are those of its upper left cell."""
    cells = [xy(cell) for cell in CELLS_OF[place]]
    return {
        "id": PLACES[place],
        "x": cells[0][0],
        "y": cells[0][1],
        "kind": "start" if place == START_PLACE else "bottom" if place in BOTTOM else "place",
        "neighbours": [PLACES[other] for other in NEIGHBOURS[place]],
        "level": level_of(CELLS_OF[place][0]) or None,
        "cells": cells,
        "name": names[PLACES[place]],
    }


# -- tables ---------------------------------------------------------------------------------------


def _tables(content: Content, texts: Printed, names: Printed) -> list[LookUp]:
    tables = texts["tables"]
    rows: Mapping[str, list[list[object]]] = {
        "falls": [[least, tables["falls"]["all"] if loss is None else loss] for least, loss in content.falls],
        "points": [
            [label, -content.points[key] if key == "late_turn" else content.points[key]]
            for key, label in tables["points"]["rows"].items()
        ],
        "endurance": [
            [label, figure]
            for label, figure in zip(
                tables["endurance"]["rows"].values(),
                (content.endurance, content.endurance_weak, content.step, content.jump),
                strict=True,
            )
        ],
        "collapse": [[level, list(range(1, level))] for level in range(1, 7)],
        "setup": [
            [seats, seats, sum(content.cards.values()) - seats * len(content.kit)]
            for seats in range(content.seats_min, content.seats_max + 1)
        ],
        "defeats": [[names[kind], label] for kind, label in tables["defeats"]["rows"].items()],
    }
    return [look_up(id_, said, rows[id_]) for id_, said in tables.items()]
