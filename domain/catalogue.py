"""
The catalogue: everything about a title that does not change from game to game, for clients that draw its table.

A title says what is in its box and how it is called (`Catalogue`, made by its `catalogue.py`); `full_catalogue` adds
what the ruleset knows already: options, actions, clauses, and the JSON Schemas of what is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, TypedDict

from delvebook.domain.canonical import decode, digest, jcs
from delvebook.domain.schemas import DIALECT
from delvebook.domain.shapes import Meta, Shapes, schemas_of


class Text(TypedDict):
    """A text in both languages."""

    en: str
    ru: str


class Named(TypedDict):
    """What something is called, and what it means; an empty text says that the name tells all."""

    name: Text
    text: Text


class Component(TypedDict):
    """
    One kind of thing in the box: a card, tile, die, sheet, hero, monster, item.

    Attributes:
        id: As views, actions and facts name it.
        kind: A key of `kinds`.
        name: What it is called.
        text: What it does, by the rules; empty if it does nothing but be counted.
        figures: Plain values by keys of the catalogue's `figures`: what is printed on it, its geometry too.
        count: How many copies are in the box.
    """

    id: str
    kind: str
    name: Text
    text: Text
    figures: Mapping[str, Any]
    count: int


class Map(TypedDict):
    """
    A board, a sheet or a hex map.

    Attributes:
        id: As views name it, or another id of its own.
        name: What it is called.
        places: Each has at least `id`, `x`, `y`, `kind` (of `kinds`) and `neighbours` (ids of places); further keys
            are explained in the catalogue's `figures`. x grows to the right, y downwards.
    """

    id: str
    name: Text
    places: list[Mapping[str, Any]]


class Symbol(TypedDict):
    """A symbol that occurs in the content, in views or in sentences."""

    id: str
    symbol: str
    name: Text
    text: Text


class Column(TypedDict):
    """A column of a table."""

    id: str
    name: Text


class LookUp(TypedDict):
    """A table that people look things up in: wounds, falls, prices, ratings. `rows` have a value for each column."""

    id: str
    name: Text
    columns: list[Column]
    rows: list[list[Any]]
    text: Text


class Catalogue(TypedDict):
    """
    What a title says of itself.

    Attributes:
        summary: The rules in short, enough to start playing: plain text, paragraphs with a blank line between them.
        kinds: What kinds of components and places there are.
        components: Everything in the box.
        maps: Boards, sheets, hex maps.
        figures: What each key of `figures` and each further key of a place means.
        symbols: The legend.
        tables: What people look up.
        terms: Every other identifier that occurs as a value in a view, action, fact or outcome.
    """

    summary: Text
    kinds: Mapping[str, Named]
    components: list[Component]
    maps: list[Map]
    figures: Mapping[str, Named]
    symbols: list[Symbol]
    tables: list[LookUp]
    terms: Mapping[str, Named]


class Seats(TypedDict):
    """How many seats a title is played with."""

    min: int
    max: int


class FullCatalogue(Catalogue):
    """Everything about a title that does not change from game to game."""

    digest: Annotated[str, Meta(description="SHA-256 of the canonical bytes of all the rest")]
    ruleset: Annotated[str, Meta(description="`id@version`")]
    title: Text
    content: Annotated[str, Meta(description="SHA-256 of the content data")]
    seats: Seats
    options: Annotated[dict[str, Any], Meta(description="JSON Schema of the options")]
    actions: Annotated[dict[str, dict[str, Any]], Meta(description="By action type: JSON Schema of the action")]
    end_reasons: Annotated[list[str], Meta(description="Every reason for which a game may end")]
    clauses: Annotated[dict[str, Text], Meta(description="By id: what the clause says")]
    schemas: Annotated[
        dict[str, Any],
        Meta(
            description="JSON Schemas of what is shown: `table` by kind of viewer, `facts` by type, `details` of the "
            "outcome; their references point into `$defs` beside them"
        ),
    ]


CATALOGUE_TYPES: Final = (FullCatalogue,)
"""The types whose schemas describe a catalogue."""

NOTHING: Final[Catalogue] = {
    "summary": {"en": "", "ru": ""},
    "kinds": {},
    "components": [],
    "maps": [],
    "figures": {},
    "symbols": [],
    "tables": [],
    "terms": {},
}
"""What a title says that has no catalogue."""


def full_catalogue(known: Mapping[str, Any], own: Catalogue, shapes: Shapes) -> Mapping[str, Any]:
    """
    The whole catalogue of a ruleset, as plain data.

    `digest` is the SHA-256 of the canonical bytes of all the rest, so the same digest means the same catalogue.
    `schemas` holds JSON Schemas: `table` by kind of viewer, `facts` by type, `details` of the outcome, and `$defs`,
    into which their references point.

    Args:
        known: What the ruleset knows without being asked: its key, title, options, actions, clauses.
        own: What the title says of itself.
        shapes: The types of what it shows.
    """
    schemas = {"$schema": DIALECT, **schemas_of(shapes)}
    plain: dict[str, Any] = decode(jcs({**known, "schemas": schemas, **own}))
    return {"digest": digest(plain), **plain}


def ids_of(catalogue: Mapping[str, Any]) -> Iterator[str]:
    """Every id that a catalogue explains: what any string in a view, action, fact or outcome may be."""
    yield from (component["id"] for component in catalogue["components"])
    for map_ in catalogue["maps"]:
        yield map_["id"]
        yield from (place["id"] for place in map_["places"])
    for symbol in catalogue["symbols"]:
        yield symbol["id"]
        yield symbol["symbol"]
    for section in ("kinds", "terms", "actions", "clauses"):
        yield from catalogue[section]
    yield from catalogue["schemas"]["facts"]
    yield from (table["id"] for table in catalogue["tables"])
