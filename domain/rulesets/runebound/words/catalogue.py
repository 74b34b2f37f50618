"""The contents of the box, for clients that draw the table. Texts outside sentences stand in `catalogue.json`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from delvebook.domain.catalogue import Catalogue, Component, LookUp, Map, Named, Text, look_up
from delvebook.domain.phrases import Voice
from delvebook.domain.ruleset import Printed, load_data
from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTE_OF, COLOURS, KINDS
from delvebook.domain.rulesets.runebound.content import PACKAGE, Content
from delvebook.domain.rulesets.runebound.turn.market import selling_price
from delvebook.domain.rulesets.runebound.words.cards import (
    NAMES,
    adventure_parts,
    capital,
    hero_parts,
    in_full,
    item_parts,
)

_TEXTS: Final[Printed] = load_data(PACKAGE, "catalogue.json")
_ENGLISH, _RUSSIAN = Voice("en"), Voice("ru")
_OF_A_CHARACTER: Final = ("life", "stamina", "attributes", "damage", "skills", "slot", "price", "abilities")
_OF_AN_ADVENTURE: Final = ("colour", "enemy", "rules", "test", "reward", "failure", "value", "immediate", "lasting")


def catalogue_of(content: Content) -> Catalogue:
    """The catalogue's part of this title."""
    return {
        "summary": _TEXTS["summary"],
        "kinds": _TEXTS["kinds"],
        "components": [*_heroes(content), *_market(content), *_adventures(content), *_pieces(content)],
        "maps": [_map(content)],
        "figures": _TEXTS["figures"],
        "symbols": [
            {
                "id": f"legend_{terrain}",
                "symbol": symbol,
                "name": _TEXTS["kinds"][terrain]["name"],
                "text": _text(_TEXTS["kinds"][terrain]["text"]),
            }
            for symbol, terrain in content.map.legend.items()
        ],
        "tables": _tables(content),
        "terms": {id_: _term(id_, term) for id_, term in _TEXTS["terms"].items()},
    }


def _term(id_: str, term: Printed) -> Named:
    """A term. A name that sentences need, too, is in `texts.json`."""
    return {"name": term.get("name") or _text(NAMES[id_]), "text": term["text"]}


def _text(named: Mapping[str, str]) -> Text:
    return {"en": named["en"], "ru": named["ru"]}


def _said(parts: Callable[[str, Voice], Sequence[str]], card: str) -> Text:
    """The text of a card in both languages."""
    return {"en": in_full(parts(card, _ENGLISH)), "ru": in_full(parts(card, _RUSSIAN))}


def _figures(card: Mapping[str, object], keys: Sequence[str]) -> dict[str, object]:
    return {key: card[key] for key in keys if card.get(key) is not None}


def _card(id_: str, kind: str, text: Text, figures: Printed) -> Component:
    return {"id": id_, "kind": kind, "name": _text(NAMES[id_]), "text": text, "figures": figures, "count": 1}


def _heroes(content: Content) -> list[Component]:
    return [
        _card(id_, "hero", _said(hero_parts, id_), _figures(card, _OF_A_CHARACTER))
        for id_, card in content.heroes.items()
    ]


def _market(content: Content) -> list[Component]:
    return [
        _card(id_, card["type"], _said(item_parts, id_), _figures(card, _OF_A_CHARACTER))
        for id_, card in content.items.items()
        if card["price"] is not None
    ]


def _adventures(content: Content) -> list[Component]:
    found = []
    for id_, card in content.adventures.items():
        figures = {**_figures(card, _OF_AN_ADVENTURE), "task": card["kind"]}
        if id_ in content.items:
            figures["kept_as"] = _kept(content, id_)
        found.append(_card(id_, card["category"], _said(adventure_parts, id_), figures))
    return found


def _kept(content: Content, id_: str) -> dict[str, object]:
    """The form that an adventure card takes in a hero's hands (§11.7)."""
    card = content.items[id_]
    named = {"type": card["type"], "name": _text(NAMES[f"{id_}.kept"]), "text": _said(item_parts, id_)}
    return {**named, **_figures(card, _OF_A_CHARACTER)}


def _pieces(content: Content) -> list[Component]:
    """Counters, dice and markers."""
    texts = _TEXTS["components"]
    found: list[Component] = []
    for colour in COLOURS:
        called, worth = NAMES[f"counter:{colour}"], content.worth[colour]
        text = {language: texts["counter"]["text"][language].format(worth=worth) for language in ("en", "ru")}
        figures = {"colour": colour, "worth": worth}
        found.append(
            {
                "id": f"counter_{colour}",
                "kind": "counter",
                "name": _text({language: capital(called[language]) for language in ("en", "ru")}),
                "text": _text(text),
                "figures": figures,
                "count": content.counter_counts[colour],
            }
        )
    dice = {"movement_die": (len(content.faces), content.rules["movement_dice"]["town"]), "d20": (20, 1)}
    for id_, (sides, count) in dice.items():
        found.append(_piece(id_, "die", {"sides": sides}, count))
    for id_, count in {"unfinished_marker": content.track_spaces, **content.printed_markers}.items():
        found.append(_piece(id_, "marker", {}, count))
    return found


def _piece(id_: str, kind: str, figures: Mapping[str, object], count: int) -> Component:
    said = _TEXTS["components"][id_]
    return {"id": id_, "kind": kind, "name": said["name"], "text": said["text"], "figures": figures, "count": count}


def _map(content: Content) -> Map:
    """The hexes, flat side up: x counts half radii, y half heights; odd columns lie half a hex lower."""
    places: list[Mapping[str, object]] = []
    for name in content.map.names:
        column, row = content.map.columns.index(name[0]), int(name[1:]) - 1
        place: dict[str, object] = {
            "id": name,
            "x": 3 * column,
            "y": 2 * row + column % 2,
            "kind": content.map.terrain[name],
            "neighbours": list(content.map.neighbours[name]),
            "label": name.upper(),
            "nearest_towns": content.map.nearest_towns[name],
        }
        if name in content.site_colour:
            place["site"] = content.site_colour[name]
        if name in content.names:
            place["name"] = _text(content.names[name])
        places.append(place)
    return {"id": "map", "name": _TEXTS["map"], "places": places}


def _tables(content: Content) -> list[LookUp]:
    rules = content.rules
    priced = sorted({card["price"] for card in content.items.values() if card["price"]})
    rows: dict[str, list[list[object]]] = {
        "faces": [[face, list(terrains)] for face, terrains in enumerate(content.faces, 1)],
        "raise_costs": [[int(seats), cost] for seats, cost in content.xp_costs.items()],
        "counters": [
            [colour, content.worth[colour], len(content.sites[colour]), content.counter_counts[colour]]
            for colour in COLOURS
        ],
        "movement_dice": [[where, rules["movement_dice"][where]] for where in ("town", "elsewhere")],
        "limits": [["weapon", rules["weapons_max"]], ["armour", rules["armour_max"]], ["ally", rules["allies_max"]]],
        "sales": [[price, selling_price(price)] for price in priced],
        "setup": [["starting_gold", rules["starting_gold"]], ["market_cards", 1]],
        "attacks": [[kind, ATTRIBUTE_OF[kind]] for kind in KINDS],
    }
    return [look_up(id_, said, rows[id_]) for id_, said in _TEXTS["tables"].items()]
