"""
The catalogue: everything about a title that does not change from game to game, for clients that draw its table.

A title says what is in its box and how it is called (`Catalogue`, made by its `words/catalogue.py`). `full_catalogue`
adds what follows from the ruleset: options, actions, clauses, and the JSON Schemas of what is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypedDict

from delvebook.domain.canonical import decode, digest, jcs
from delvebook.domain.schemas import DIALECT
from delvebook.domain.shapes import Meta


class Text(TypedDict):
    """A text in both languages."""

    en: Annotated[str, Meta(description="In English")]
    ru: Annotated[str, Meta(description="In Russian")]


Name = Annotated[Text, Meta(description="What it is called")]


class Named(TypedDict):
    """What something is called, and what it means."""

    name: Name
    text: Annotated[Text, Meta(description="What it means; empty if the name tells all")]


class Component(TypedDict):
    """One kind of thing in the box: a card, tile, die, sheet, hero, monster, item."""

    id: Annotated[str, Meta(description="As views, actions and facts name it")]
    kind: Annotated[str, Meta(description="A key of `kinds`")]
    name: Name
    text: Annotated[Text, Meta(description="What it does by the rules; empty if it is only counted")]
    figures: Annotated[
        Mapping[str, Any],
        Meta(
            description="Plain values by keys of the catalogue's `figures`: what is printed on it, its geometry too",
        ),
    ]
    count: Annotated[int, Meta(description="How many copies are in the box")]


class Map(TypedDict):
    """A board, a sheet or a hex map."""

    id: Annotated[str, Meta(description="As views name it, or another id of its own")]
    name: Name
    places: Annotated[
        list[Mapping[str, Any]],
        Meta(
            description="Each has at least `id`, `x`, `y`, `kind` (of `kinds`) and `neighbours` (ids of places); "
            "further keys are explained in the catalogue's `figures`. x grows to the right, y downwards"
        ),
    ]


class Symbol(TypedDict):
    """A symbol that occurs in the content, in views or in sentences."""

    id: Annotated[str, Meta(description="An id of its own")]
    symbol: Annotated[str, Meta(description="The symbol as it is written")]
    name: Name
    text: Annotated[Text, Meta(description="What it means")]


class Column(TypedDict):
    """A column of a table."""

    id: Annotated[str, Meta(description="An id of its own")]
    name: Name


class LookUp(TypedDict):
    """A reference table: wounds, falls, prices, ratings."""

    id: Annotated[str, Meta(description="An id of its own")]
    name: Name
    columns: Annotated[list[Column], Meta(description="Its columns, from left to right")]
    rows: Annotated[list[list[Any]], Meta(description="Its rows, from the top: a value for each column")]
    text: Annotated[Text, Meta(description="How to read it")]


class Catalogue(TypedDict):
    """What a title says of itself."""

    summary: Annotated[
        Text,
        Meta(
            description="The rules in short, enough to start playing: plain text, paragraphs with a blank line between "
            "them"
        ),
    ]
    kinds: Annotated[Mapping[str, Named], Meta(description="What kinds of components and places there are")]
    components: Annotated[list[Component], Meta(description="Everything in the box")]
    maps: Annotated[list[Map], Meta(description="Boards, sheets, hex maps")]
    figures: Annotated[
        Mapping[str, Named],
        Meta(description="What each key of `figures` of a component and each further key of a place means"),
    ]
    symbols: Annotated[list[Symbol], Meta(description="The legend")]
    tables: Annotated[list[LookUp], Meta(description="What people look up")]
    terms: Annotated[
        Mapping[str, Named],
        Meta(description="Every other identifier that occurs as a value in a view, action, fact or outcome"),
    ]


class Seats(TypedDict):
    """How many seats a title is played with."""

    min: Annotated[int, Meta(description="The fewest seats")]
    max: Annotated[int, Meta(description="The most seats")]


class FullCatalogue(Catalogue):
    """Everything about a title that does not change from game to game."""

    digest: Annotated[str, Meta(description="SHA-256 of the canonical bytes of all the rest")]
    ruleset: Annotated[str, Meta(description="`id@version`")]
    title: Annotated[Text, Meta(description="The published name")]
    content: Annotated[str, Meta(description="SHA-256 of the content data")]
    seats: Annotated[Seats, Meta(description="How many seats it is played with")]
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
"""The catalogue of a title that has none of its own."""


def full_catalogue(known: Mapping[str, Any], own: Catalogue, schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    """
    The whole catalogue of a ruleset, as plain data.

    `digest` is the SHA-256 of the canonical bytes of all the rest, so the same digest means the same catalogue.
    `schemas` holds JSON Schemas: `table` by kind of viewer, `facts` by type, `details` of the outcome, and `$defs`,
    into which their references point.

    Args:
        known: The members that follow from the ruleset: its key, title, options, actions, clauses.
        own: The title's own part.
        schemas: The JSON Schemas described above.
    """
    plain: dict[str, Any] = decode(jcs({**known, "schemas": {"$schema": DIALECT, **schemas}, **own}))
    return {"digest": digest(plain), **plain}


def look_up(id_: str, said: Mapping[str, Any], rows: Sequence[Sequence[object]]) -> LookUp:
    """A table with that id and these rows; `said` holds its name, its columns by id, and its text."""
    return {
        "id": id_,
        "name": said["name"],
        "columns": [{"id": column, "name": name} for column, name in said["columns"].items()],
        "rows": [list(row) for row in rows],
        "text": said["text"],
    }
