"""
What the members of views and facts are made of, each with its description.

A cell is `[x, y]`, both from 0, x to the right and y downward. Ids are explained in the catalogue.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.box.cells import COLUMNS, ROWS
from delvebook.domain.rulesets.the_descent.content import CONTENT, CREATURE_KINDS, FINDS
from delvebook.domain.shapes import Fact, Meta

SEATS: Final = CONTENT.seats_max
CREATURES: Final = len(CREATURE_KINDS)
DECK: Final = sum(CONTENT.cards.values())
TOKENS: Final = sum(CONTENT.tokens[kind] for kind in FINDS)
TOKEN_KINDS: Final = len(CONTENT.tokens)
FLIGHTS: Final = (COLUMNS - 1) + (ROWS - 1) + 4 * (COLUMNS - 1)
"""The ends of the straight lines from a cell: a row, a column and four diagonals. The dragon flies to these."""
ROUTES: Final = max(FLIGHTS, CONTENT.tile_totals["rock"] + CONTENT.tile_totals["thin"])
"""The moves of a creature: the dragon's flights, or the cells of rock and thin rock, in which the worm ends a move."""
UNDER_WAY: Final = ROWS + CREATURES + 5 * SEATS + 12
"""
What may be under way at once: a character enters the cells of one fall and meets the creatures in one of them; each
seat has at most one fall, with the tile it opens, the token for it, the rock to look at, and its landing; and twelve
parts of one movement of a character or creature, which are its hits, its gaps in thin rock, and its end.
"""

Seat = Annotated[int, Meta(description="A seat, from 0", ge=0, le=3)]
Coordinate = Annotated[int, Meta(description="X or y, from 0", ge=0, le=27)]
Point = Annotated[
    list[Coordinate], Meta(description="A cell, [x, y]: x 0 to 11, y 0 to 27", min_length=2, max_length=2)
]
Points = Annotated[list[Point], Meta(description="Cells, in order")]
Count = Annotated[int, Meta(description="How many", ge=0)]
Card = Annotated[str, Meta(description="A kind of equipment card")]
Cards = Annotated[list[Card], Meta(description="Kinds of equipment cards", max_length=DECK)]
CreatureKind = Literal["monster", "plant", "spider", "worm", "dragon"]
Find = Annotated[str, Meta(description="The kind of an exploration token: chest, health, coin or backpack")]
TokenKind = Annotated[str, Meta(description="The kind of an exploration token, creatures included")]
TokenId = Annotated[int, Meta(description="The token's number in the shuffled stack", ge=0, le=23)]
Place = Annotated[str, Meta(description="A place for a tile: r1c1 to r6c3, low1, low2")]
Tile = Annotated[str, Meta(description="A tile, T01 to T20")]
Turns = Annotated[int, Meta(description="Quarter turns clockwise", ge=0, le=3)]
TileRows = Annotated[
    list[str], Meta(description="The tile as it lies: four rows of four cells", min_length=4, max_length=4)
]
Cause = Annotated[
    Literal["fall", "collapse", "contact", "hit", "attack"],
    Meta(description="Why health is lost; an attack is the plant's"),
]
Direction = Annotated[str, Meta(description="One of the eight directions: left, up_left, up, …")]
Clause = Annotated[str, Meta(description="The clause that decides it")]
Asked = Annotated[int, Meta(description="The seat that has to answer, from 0", ge=0, le=3)]
CreatureMet = Annotated[CreatureKind, Meta(description="Which creature")]
Culprit = Annotated[CreatureKind | None, Meta(description="The creature that does it; null if none does")]
How = Annotated[
    Literal["step", "jump", "rope", "pick", "push", "fall"], Meta(description="How the character came there")
]
OpenedBy = Annotated[Literal["step", "jump", "fall", "lamp", "map"], Meta(description="What the tile was opened by")]
Length = Annotated[int, Meta(description="How many cells deep", ge=1)]


class SeatFact(Fact):
    """A fact about a seat."""

    seat: Seat
