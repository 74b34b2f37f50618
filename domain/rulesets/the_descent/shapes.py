"""
The shapes of what people and programs get: the table as each viewer sees it, facts, and the details of an outcome.

A cell is `[x, y]`, both from 0, x to the right and y downward. Ids are explained in the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NotRequired, TypedDict

from msgspec import Meta

# -- small parts ----------------------------------------------------------------------------------

Seat = Annotated[int, Meta(description="a seat, from 0", ge=0, le=3)]
Coordinate = Annotated[int, Meta(description="x or y, from 0", ge=0, le=27)]
Point = Annotated[
    list[Coordinate], Meta(description="a cell, [x, y]: x 0 to 11, y 0 to 27", min_length=2, max_length=2)
]
Points = Annotated[list[Point], Meta(description="cells, in order")]
Count = Annotated[int, Meta(description="how many", ge=0)]
Card = Annotated[str, Meta(description="a kind of equipment card")]
Cards = Annotated[list[Card], Meta(description="kinds of equipment cards")]
CreatureKind = Literal["monster", "plant", "spider", "worm", "dragon"]
Find = Annotated[str, Meta(description="the kind of an exploration token: chest, health, coin or backpack")]
TokenKind = Annotated[str, Meta(description="the kind of an exploration token, creatures included")]
TokenId = Annotated[int, Meta(description="the token's number in the shuffled stack", ge=0, le=23)]
Place = Annotated[str, Meta(description="a place for a tile: r1c1 to r6c3, low1, low2")]
Tile = Annotated[str, Meta(description="a tile, T01 to T20")]
Turns = Annotated[int, Meta(description="quarter turns clockwise", ge=0, le=3)]
TileRows = Annotated[
    list[str], Meta(description="the tile as it lies: four rows of four cells", min_length=4, max_length=4)
]
Cause = Annotated[str, Meta(description="why health is lost: fall, collapse, contact, hit or attack (the plant's)")]
Direction = Annotated[str, Meta(description="one of the eight directions: left, up_left, up, …")]
Clause = Annotated[str, Meta(description="the id of a clause of the rules")]
Clauses = Annotated[list[Clause], Meta(description="the clauses that decide it")]

# -- the table ------------------------------------------------------------------------------------


class OptionsView(TypedDict):
    """What the game was created with."""

    layout: Annotated[Literal["shuffled", "anchored"], Meta(description="how the tiles were laid")]
    first_seat: Annotated[int | str, Meta(description="the seat that begins, or `random`")]
    round_limit: Annotated[int, Meta(description="the last round; 0 for no limit", ge=0, le=200)]


class TurnView(TypedDict):
    """The turn of the active seat; outside turns there is no endurance."""

    endurance: Annotated[int, Meta(description="endurance that is left", ge=0, le=5)]
    weak: Annotated[bool, Meta(description="whether web or plant weaken it: 1 endurance, no equipment (TD-032)")]
    ending: Annotated[bool, Meta(description="whether the turn ends as soon as nothing is under way (TD-034)")]


class WindowView(TypedDict):
    """What the seats have done in the window that is open: a turn, the creatures' moves or the collapse (TD-080)."""

    used: Annotated[list[Seat], Meta(description="seats that have used their card")]
    barred: Annotated[list[Seat], Meta(description="seats that opened a tile by moving and may use none (TD-063)")]
    surrendered: Annotated[list[Seat], Meta(description="seats that have surrendered in it (TD-120)")]


class PlaceView(TypedDict):
    """One of the 20 places for tiles."""

    place: Place
    open: Annotated[bool, Meta(description="whether its tile is face up")]
    tile: Annotated[str | None, Meta(description="its tile, T01 to T20; null if the viewer does not know it")]
    turns: Annotated[Turns | None, Meta(description="its quarter turns clockwise; null if unknown")]


class TokenView(TypedDict):
    """An exploration token that lies on the field."""

    id: TokenId
    kind: Find
    cell: Point


class MarkerView(TypedDict):
    """Where a creature's target marker is (TD-140)."""

    on: Annotated[Literal["seat", "tile", "lure"], Meta(description="whether on a character, a tile or a lure")]
    seat: Annotated[int, Meta(description="the seat that bears it, bore it last, or laid the lure", ge=0, le=3)]
    place: NotRequired[Annotated[str, Meta(description="on a tile: its place")]]
    cell: NotRequired[Annotated[Point, Meta(description="on a lure: its cell, [x, y]")]]
    returns: NotRequired[Annotated[bool, Meta(description="on a lure: whether it goes back to its bearer (TD-099)")]]


class CreatureView(TypedDict):
    """A creature on the field."""

    kind: Annotated[CreatureKind, Meta(description="which creature")]
    cell: Point
    health: Annotated[int, Meta(description="the monster's health; 0 for the others, which have none", ge=0, le=2)]
    marker: Annotated[MarkerView | None, Meta(description="its target marker; null if it hunts nobody")]
    hits: Annotated[list[Seat], Meta(description="the seats it has hit in this phase of the creatures (TD-134)")]


class FaceDownCard(TypedDict):
    """A card that others do not see. Its envelope was sealed when the deck was shuffled, and is opened when used."""

    envelope: Annotated[int, Meta(description="the number of its envelope, by which the record opens it", ge=0, le=39)]
    card: Annotated[str | None, Meta(description="its kind; null if the viewer may not know it")]


class SeatView(TypedDict):
    """One seat with its character."""

    seat: Seat
    health: Annotated[int, Meta(description="its health", ge=1)]
    points: Annotated[int, Meta(description="its points", ge=0)]
    cell: Annotated[Point | None, Meta(description="where its character is, [x, y]; null until it is placed")]
    rests: Annotated[
        list[Point], Meta(description="the last two different cells it rested on, latest first (TD-058)", max_length=2)
    ]
    arrived: Annotated[bool, Meta(description="whether it has reached the bottom and is out of play (TD-170)")]
    weakened: Annotated[bool, Meta(description="whether the plant has weakened its next turn (TD-152)")]
    backpack: Annotated[bool, Meta(description="whether it has taken a backpack in its present life (TD-085)")]
    cards: Annotated[int, Meta(description="how many cards it holds", ge=0)]
    kit: Annotated[Cards, Meta(description="what is left of its start kit; known to everybody")]
    drawn: Annotated[list[FaceDownCard], Meta(description="the cards it has drawn, in the order of drawing")]


class DeckView(TypedDict):
    """The equipment deck."""

    size: Annotated[int, Meta(description="how many cards it has", ge=0, le=40)]
    envelopes: Annotated[list[int], Meta(description="the envelopes of its cards, the top one first")]
    cards: Annotated[list[str] | None, Meta(description="its cards, top first, for an arbiter; else null")]


class DieView(TypedDict):
    """One die of the latest collapse."""

    seat: Seat
    die: Annotated[int, Meta(description="what it showed", ge=1, le=6)]


class FallView(TypedDict):
    """The latest fall."""

    seats: Annotated[list[Seat], Meta(description="the seats that fell")]
    cells: Annotated[list[Point], Meta(description="its cells from the top, the first before the fall")]
    length: Annotated[int, Meta(description="how many cells deep", ge=0)]


class RouteView(TypedDict):
    """One of the moves a creature's path can go on with (TD-149)."""

    move: Annotated[str, Meta(description="how: step, jump, dig, crawl, fly, burrow or cross")]
    cells: Annotated[list[Point], Meta(description="the cells it enters, without those of a fall")]
    to: Annotated[Point, Meta(description="where it comes to rest, [x, y]")]
    endurance: Annotated[int, Meta(description="what it costs monster or spider; 0 for the others", ge=0, le=5)]


class UnderWayItem(TypedDict):
    """One thing that happens when the open decision is answered. Which members it has depends on `what`."""

    what: Annotated[str, Meta(description="what happens; see the catalogue's terms")]
    seat: NotRequired[Annotated[int, Meta(description="to which seat, or by which", ge=0, le=3)]]
    seats: NotRequired[Annotated[list[Seat], Meta(description="the seats that fall together")]]
    tokens: NotRequired[Annotated[list[TokenId], Meta(description="the tokens that fall along")]]
    creatures: NotRequired[Annotated[list[CreatureKind], Meta(description="the creatures that fall along")]]
    creature: NotRequired[Annotated[str | None, Meta(description="the creature that does it, if one does")]]
    cell: NotRequired[Annotated[Point, Meta(description="the cell it happens in, [x, y]")]]
    from_cell: NotRequired[Annotated[Point, Meta(description="the cell before, [x, y]")]]
    start_cell: NotRequired[Annotated[Point, Meta(description="the cell a fall is counted from, [x, y]")]]
    to_cell: NotRequired[Annotated[Point, Meta(description="the cell headed for, [x, y]")]]
    cells: NotRequired[Annotated[list[Point], Meta(description="the cells of a fall, from the top")]]
    length: NotRequired[Annotated[int, Meta(description="how many cells were fallen", ge=0)]]
    direction: NotRequired[Annotated[str | None, Meta(description="in which direction; null for no push")]]
    how: NotRequired[Annotated[str, Meta(description="how the cell was entered: step, jump, rope, pick, push, fall")]]
    harmless: NotRequired[Annotated[bool, Meta(description="whether it came without losing health in a fall")]]
    opened: NotRequired[Annotated[bool, Meta(description="whether this step has opened the tile ahead")]]
    place: NotRequired[Annotated[str, Meta(description="the place of a tile")]]
    by: NotRequired[Annotated[str, Meta(description="what the tile is opened by: step, jump, fall, lamp or map")]]
    health: NotRequired[Annotated[int, Meta(description="the health that is about to be lost", ge=1)]]
    cause: NotRequired[Annotated[str, Meta(description="why health is lost, or what breaks the rock")]]
    endurance: NotRequired[Annotated[int, Meta(description="the endurance a creature has left", ge=0, le=5)]]
    stops: NotRequired[Annotated[bool, Meta(description="whether the creature's move is over")]]
    clause: NotRequired[Clause]
    clauses: NotRequired[Clauses]
    then: NotRequired[Annotated[UnderWayItem | None, Meta(description="what follows a loss; null for nothing")]]


class UnderWayView(TypedDict):
    """What an open decision has interrupted."""

    seats: Annotated[list[Seat], Meta(description="characters in the middle of a move or fall; they weigh on nothing")]
    tokens: Annotated[list[TokenId], Meta(description="tokens in the middle of a fall")]
    creatures: Annotated[list[CreatureKind], Meta(description="creatures in the middle of a fall")]
    next: Annotated[list[UnderWayItem], Meta(description="what happens after the answer, the next thing first")]


class PendingView(TypedDict):
    """The open decision; while there is one, nothing else can be done. Which members it has depends on its type."""

    type: Annotated[str, Meta(description="which action answers it")]
    seat: Seat
    token: NotRequired[Annotated[str, Meta(description="place_token: the token drawn")]]
    id: NotRequired[Annotated[int, Meta(description="place_token: its number in the stack", ge=0, le=23)]]
    place: NotRequired[Annotated[str, Meta(description="place_token, rotate_tile: the tile's place")]]
    by: NotRequired[
        Annotated[str, Meta(description="place_token: what the tile was opened by: step, jump, fall, lamp or map")]
    ]
    tile: NotRequired[Annotated[str, Meta(description="rotate_tile: the tile that the map shows")]]
    from_cell: NotRequired[Annotated[Point, Meta(description="the cell the character came from, [x, y]")]]
    to_cell: NotRequired[Annotated[Point, Meta(description="confirm_step: the cell ahead, [x, y]")]]
    creature: NotRequired[
        Annotated[
            str | None,
            Meta(
                description="answer_contact: the creature met; answer_loss: the creature that does it, if one does; "
                "route_creature: the creature that moves"
            ),
        ]
    ]
    cell: NotRequired[Annotated[Point, Meta(description="answer_contact: where they meet, [x, y]")]]
    how: NotRequired[
        Annotated[str, Meta(description="answer_contact: how the cell was entered: step, jump, rope, pick, push, fall")]
    ]
    harmless: NotRequired[
        Annotated[bool, Meta(description="answer_contact: false if the character fell there and lost health (TD-157)")]
    ]
    health: NotRequired[Annotated[int, Meta(description="answer_loss: the health at stake", ge=1)]]
    cause: NotRequired[Annotated[str, Meta(description="answer_loss: fall, collapse, hit or attack (the plant's)")]]
    then: NotRequired[
        Annotated[UnderWayItem | None, Meta(description="answer_loss: what follows the loss; null for nothing")]
    ]
    length: NotRequired[Annotated[int, Meta(description="answer_fall: how many cells it falls", ge=1)]]
    cells: NotRequired[Annotated[list[Point], Meta(description="answer_fall: the cells it enters by falling")]]
    back_cell: NotRequired[Annotated[Point, Meta(description="answer_fall: where insurance leads, [x, y]")]]
    endurance: NotRequired[
        Annotated[int, Meta(description="route_creature: the endurance the creature has left", ge=0, le=5)]
    ]
    moves: NotRequired[
        Annotated[list[RouteView], Meta(description="route_creature: the moves; `option` is the index of one")]
    ]


class Table(TypedDict):
    """The table as a seat or a spectator sees it."""

    you: Annotated[Seat | None, Meta(description="the seat whose view this is; null for everybody else")]
    options: OptionsView
    phase: Annotated[
        Literal["setup_placement", "turn", "creatures", "collapse_check", "finished"],
        Meta(description="the phase of the game"),
    ]
    round: Annotated[int, Meta(description="the round; 0 during setup", ge=0)]
    ended: Annotated[str | None, Meta(description="why the game is over; null while it goes on")]
    order: Annotated[list[Seat], Meta(description="the seats in turn order")]
    active: Annotated[Seat | None, Meta(description="the seat whose turn it is; null outside turns")]
    turn: TurnView
    window: Annotated[WindowView | None, Meta(description="the open window; null during setup")]
    tile_opened_this_round: Annotated[bool, Meta(description="whether a tile was opened; if not, the cave collapses")]
    field: Annotated[
        list[str],
        Meta(
            description="28 rows of 12 cells, from the top; see the catalogue's symbols",
            min_length=28,
            max_length=28,
        ),
    ]
    places: Annotated[list[PlaceView], Meta(description="the 20 places for tiles, from the top", min_length=20)]
    tokens_left: Annotated[dict[str, Count], Meta(description="by kind, how many tokens are still in the stack")]
    tokens_gone: Annotated[dict[str, Count], Meta(description="by kind, how many tokens have left the game")]
    token_stack: Annotated[None, Meta(description="the order of the stack, which nobody knows")]
    tokens: Annotated[list[TokenView], Meta(description="the tokens on the field, as placed; without creatures")]
    creatures: Annotated[list[CreatureView], Meta(description="the creatures on the field, as placed")]
    web: Annotated[str | None, Meta(description="the place under the web, if there is one")]
    seats: Annotated[list[SeatView], Meta(description="the seats, from 0", min_length=1, max_length=4)]
    deck: DeckView
    discard: Annotated[Cards, Meta(description="the discard pile, its top card last")]
    seats_to_place: Annotated[list[Seat], Meta(description="during setup: the seats still to be placed after this one")]
    creatures_to_move: Annotated[
        list[CreatureKind], Meta(description="in the creatures' phase: those still to move after this one, in order")
    ]
    seats_to_roll: Annotated[list[Seat], Meta(description="in a collapse: the seats still to roll after this one")]
    pending: Annotated[PendingView | None, Meta(description="the open decision; null if there is none")]
    under_way: Annotated[UnderWayView | None, Meta(description="what the open decision interrupts; null for nothing")]
    last_fall: Annotated[FallView | None, Meta(description="the latest fall of the game; null before the first")]
    last_dice: Annotated[list[DieView], Meta(description="the dice of the latest collapse, as rolled")]


class ArbiterTable(Table):
    """The table as an arbiter sees it: nothing is hidden."""

    token_stack: Annotated[list[str], Meta(description="the stack of exploration tokens, top first")]  # type: ignore[misc]


TABLE: Final[Mapping[str, type]] = {
    "seat": Table,
    "spectator": Table,
    "arbiter": ArbiterTable,
    "public": ArbiterTable,
}
"""By kind of viewer, the shape of its table."""
