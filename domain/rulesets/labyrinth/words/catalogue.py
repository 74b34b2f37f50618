"""
The components and the look-up tables, for clients that draw the table.

Names are those of `texts.json`, figures those of the content; the other texts are in `catalogue.json`.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from delvebook.domain.catalogue import Catalogue, Component, LookUp
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.labyrinth.box.grid import letters
from delvebook.domain.rulesets.labyrinth.content import PACKAGE, Content

TEXTS: Final[Printed] = load_data(PACKAGE, "catalogue.json")
NAMES: Final[Printed] = load_data(PACKAGE, "texts.json")["names"]


def catalogue_of(content: Content) -> Catalogue:
    """The catalogue's part of this title. The labyrinth has no map: it is laid on a grid without an edge."""
    return {
        "summary": TEXTS["summary"],
        "kinds": TEXTS["kinds"],
        "components": [*(_card(content, card) for card in content.types), *map(_token, content.colours)],
        "maps": [],
        "figures": TEXTS["figures"],
        "symbols": TEXTS["symbols"],
        "tables": [_table(content, id_) for id_ in TEXTS["tables"]],
        "terms": TEXTS["terms"],
    }


def _card(content: Content, card: str) -> Component:
    texts = TEXTS["texts"]
    return {
        "id": card,
        "kind": content.types[card],
        "name": NAMES[card],
        "text": texts.get(card) or texts[content.sorts[card]],
        "figures": _figures(content, card),
        "count": 1,
    }


def _token(colour: str) -> Component:
    return {
        "id": f"TOKEN-{colour.upper()}",
        "kind": "token",
        "name": NAMES[f"{colour}.token"],
        "text": TEXTS["texts"]["token"],
        "figures": {"colour": colour},
        "count": 1,
    }


def _figures(content: Content, card: str) -> dict[str, object]:
    """What is printed on the card."""
    if card in content.kinds:
        kind = content.kinds[card]
        return {"kind": kind, "beats": content.beats[kind]}
    if card in content.models:
        model = content.models[card]
        return {
            "model": model,
            "beaten_by": list(content.suitable[model]),
            "beaten_by_with_mage": list(content.suitable_with_mage),
        }
    if card in content.exits:
        upright, turned = (letters(content.exits_as_laid[card, rotation]) for rotation in (0, 180))
        return {"exits": upright, "exits_turned": turned, "rotations": list(content.rotations[card])}
    colours = {hero: colour for colour, hero in content.heroes.items()}
    return {"colour": colours[card]} if card in colours else {}


def _table(content: Content, id_: str) -> LookUp:
    """A table, with the rows of `catalogue.json` or with those that follow from the content."""
    told = TEXTS["tables"][id_]
    rows = told["rows"] if "rows" in told else _ROWS[id_](content)
    return {"id": id_, "name": told["name"], "columns": told["columns"], "rows": rows, "text": told["text"]}


def _steambots(content: Content) -> list[list[object]]:
    return [[model, list(kinds), list(content.suitable_with_mage)] for model, kinds in content.suitable.items()]


def _trophies(content: Content) -> list[list[object]]:
    return [[kind, beaten] for kind, beaten in content.beats.items()]


def _setup(content: Content) -> list[list[object]]:
    spare = len(content.knights) - content.deck_knights
    return [[size, content.deck_knights, spare - size, content.deck_size] for size in content.team_sizes]


def _deck(content: Content) -> list[list[object]]:
    counts = Counter(content.sorts[card] for card in content.deck_rest) + Counter(knight=content.deck_knights)
    return [[sort, counts[sort]] for sort in content.deck_sorts]


def _fixed(content: Content) -> list[list[object]]:
    return [
        ["location_limit", content.location_limit],
        ["start", content.start],
        ["chest", content.chest],
        ["starting_trophy", content.starting_trophy],
        ["removed", list(content.removed)],
        ["rival_order", list(content.colours)],
        ["rival_preference", list(content.trophy_preference)],
        ["burns", content.burns],
    ]


_ROWS: Final = {
    "what_beats_steambots": _steambots,
    "what_trophies_beat": _trophies,
    "setup": _setup,
    "deck": _deck,
    "fixed": _fixed,
}
"""By table, the function that returns its rows."""
