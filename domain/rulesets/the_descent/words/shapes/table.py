"""The shape of the table as each kind of viewer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NotRequired, TypeAlias, TypedDict

from delvebook.domain.rulesets.the_descent.box.cells import COLUMNS, PLACES, ROWS
from delvebook.domain.rulesets.the_descent.content import CONTENT
from delvebook.domain.rulesets.the_descent.words.shapes.parts import (
    CREATURES,
    DECK,
    ROUTES,
    SEATS,
    TOKEN_KINDS,
    TOKENS,
    UNDER_WAY,
    Asked,
    Card,
    Cards,
    Cause,
    Clause,
    Count,
    CreatureKind,
    CreatureMet,
    Culprit,
    Direction,
    Find,
    How,
    OpenedBy,
    Place,
    Point,
    Seat,
    Tile,
    TokenId,
    TokenKind,
    Turns,
)
from delvebook.domain.shapes import Meta


class OptionsView(TypedDict):
    """The options the game was created with."""

    layout: Annotated[Literal["shuffled", "anchored"], Meta(description="How the tiles were laid")]
    first_seat: Annotated[int | str, Meta(description="The seat that begins, or `random`")]
    round_limit: Annotated[int, Meta(description="The last round; 0 for no limit", ge=0, le=200)]


class TurnView(TypedDict):
    """The turn of the active seat; outside turns there is no endurance."""

    endurance: Annotated[int, Meta(description="Endurance that is left", ge=0, le=5)]
    weak: Annotated[bool, Meta(description="Whether web or plant weaken it: 1 endurance, no equipment (TD-032)")]
    ending: Annotated[bool, Meta(description="Whether the turn ends as soon as nothing is under way (TD-034)")]


class WindowView(TypedDict):
    """What the seats have done in the window that is open: a turn, the creatures' moves or the collapse (TD-080)."""

    used: Annotated[list[Seat], Meta(description="Seats that have used their card", max_length=SEATS)]
    barred: Annotated[
        list[Seat], Meta(description="Seats that opened a tile by moving and may use none (TD-063)", max_length=SEATS)
    ]
    surrendered: Annotated[list[Seat], Meta(description="Seats that have surrendered in it (TD-120)", max_length=SEATS)]


class PlaceView(TypedDict):
    """One of the 20 places for tiles."""

    place: Place
    open: Annotated[bool, Meta(description="Whether its tile is face up")]
    tile: Annotated[str | None, Meta(description="Its tile, T01 to T20; null if the viewer does not know it")]
    turns: Annotated[Turns | None, Meta(description="Its quarter turns clockwise; null if unknown")]


class TokenView(TypedDict):
    """An exploration token that lies on the field."""

    id: TokenId
    kind: Find
    cell: Point


class MarkerView(TypedDict):
    """Where a creature's target marker is (TD-140)."""

    on: Annotated[Literal["seat", "tile", "lure"], Meta(description="Whether on a character, a tile or a lure")]
    seat: Annotated[int, Meta(description="The seat that bears it, bore it last, or laid the lure", ge=0, le=3)]
    place: NotRequired[Annotated[str, Meta(description="On a tile: its place")]]
    cell: NotRequired[Annotated[Point, Meta(description="On a lure: its cell, [x, y]")]]
    returns: NotRequired[Annotated[bool, Meta(description="On a lure: whether it goes back to its bearer (TD-099)")]]


class CreatureView(TypedDict):
    """A creature on the field."""

    kind: Annotated[CreatureKind, Meta(description="Which creature")]
    cell: Point
    health: Annotated[int, Meta(description="The monster's health; 0 for the others, which have none", ge=0, le=2)]
    marker: Annotated[MarkerView | None, Meta(description="Its target marker; null if it hunts nobody")]
    hits: Annotated[
        list[Seat], Meta(description="The seats it has hit in this phase of the creatures (TD-134)", max_length=SEATS)
    ]


class FaceDownCard(TypedDict):
    """A card that others do not see. Its envelope was sealed when the deck was shuffled, and is opened when used."""

    envelope: Annotated[int, Meta(description="The number of its envelope, by which the record opens it", ge=0, le=39)]
    card: Annotated[str | None, Meta(description="Its kind; null if the viewer may not know it")]


class SeatView(TypedDict):
    """One seat with its character."""

    seat: Seat
    health: Annotated[int, Meta(description="Its health", ge=1)]
    points: Annotated[int, Meta(description="Its points", ge=0)]
    cell: Annotated[Point | None, Meta(description="Where its character is, [x, y]; null until it is placed")]
    rests: Annotated[
        list[Point], Meta(description="The last two different cells it rested on, latest first (TD-058)", max_length=2)
    ]
    arrived: Annotated[bool, Meta(description="Whether it has reached the bottom and is out of play (TD-170)")]
    weakened: Annotated[bool, Meta(description="Whether the plant has weakened its next turn (TD-152)")]
    backpack: Annotated[bool, Meta(description="Whether it has taken a backpack in its present life (TD-085)")]
    cards: Annotated[int, Meta(description="How many cards it holds", ge=0)]
    kit: Annotated[
        list[Card], Meta(description="What is left of its start kit; known to everybody", max_length=len(CONTENT.kit))
    ]
    drawn: Annotated[
        list[FaceDownCard], Meta(description="The cards it has drawn, in the order of drawing", max_length=DECK)
    ]


class DeckView(TypedDict):
    """The equipment deck."""

    size: Annotated[int, Meta(description="How many cards it has", ge=0, le=40)]
    envelopes: Annotated[list[int], Meta(description="The envelopes of its cards, the top one first", max_length=DECK)]
    cards: Annotated[
        Annotated[list[str], Meta(max_length=DECK)] | None,
        Meta(description="Its cards, top first, for an arbiter; else null"),
    ]


class DieView(TypedDict):
    """One die of the latest collapse."""

    seat: Seat
    die: Annotated[int, Meta(description="What it showed", ge=1, le=6)]


class FallView(TypedDict):
    """The latest fall."""

    seats: Annotated[list[Seat], Meta(description="The seats that fell", max_length=SEATS)]
    cells: Annotated[
        list[Point], Meta(description="Its cells from the top, the first before the fall", max_length=ROWS)
    ]
    length: Annotated[int, Meta(description="How many cells deep", ge=0)]


class RouteView(TypedDict):
    """One of the moves a creature's path can go on with (TD-149)."""

    move: Annotated[str, Meta(description="How: step, jump, dig, crawl, fly, burrow or cross")]
    cells: Annotated[list[Point], Meta(description="The cells it enters, without those of a fall", max_length=ROWS)]
    to: Annotated[Point, Meta(description="Where it comes to rest, [x, y]")]
    endurance: Annotated[int, Meta(description="What it costs monster or spider; 0 for the others", ge=0, le=5)]


class EnteringFallenView(TypedDict):
    """The character lives, and enters the cells of its fall (TD-056)."""

    what: Annotated[Literal["entering_fallen"], Meta(description="What happens")]
    seat: Seat
    from_cell: Annotated[Point, Meta(description="The cell before the fall")]
    cells: Annotated[list[Point], Meta(description="The cells of the fall, from the top", max_length=ROWS)]


class PushingView(TypedDict):
    """The monster pushes the character that it has hit (TD-167)."""

    what: Annotated[Literal["pushing"], Meta(description="What happens")]
    seat: Seat
    direction: Direction


Then = Annotated[
    EnteringFallenView | PushingView | None, Meta(description="What follows a loss of health; null for nothing")
]


class UnderWayItem(TypedDict):
    """One thing that happens when the open decision is answered. Which members it has depends on `what`."""

    what: Annotated[str, Meta(description="What happens; see the catalogue's terms")]
    seat: NotRequired[Annotated[int, Meta(description="To which seat, or by which", ge=0, le=3)]]
    seats: NotRequired[Annotated[list[Seat], Meta(description="The seats that fall together", max_length=SEATS)]]
    tokens: NotRequired[Annotated[list[TokenId], Meta(description="The tokens that fall along", max_length=TOKENS)]]
    creatures: NotRequired[
        Annotated[list[CreatureKind], Meta(description="The creatures that fall along", max_length=CREATURES)]
    ]
    creature: NotRequired[Annotated[str | None, Meta(description="The creature that does it, if one does")]]
    cell: NotRequired[Annotated[Point, Meta(description="The cell it happens in, [x, y]")]]
    from_cell: NotRequired[Annotated[Point, Meta(description="The cell before, [x, y]")]]
    start_cell: NotRequired[Annotated[Point, Meta(description="The cell a fall is counted from, [x, y]")]]
    to_cell: NotRequired[Annotated[Point, Meta(description="The cell headed for, [x, y]")]]
    cells: NotRequired[Annotated[list[Point], Meta(description="The cells of a fall, from the top", max_length=ROWS)]]
    length: NotRequired[Annotated[int, Meta(description="How many cells were fallen", ge=0)]]
    direction: NotRequired[Annotated[str | None, Meta(description="In which direction; null for no push")]]
    how: NotRequired[Annotated[str, Meta(description="How the cell was entered: step, jump, rope, pick, push, fall")]]
    harmless: NotRequired[Annotated[bool, Meta(description="Whether it came without losing health in a fall")]]
    opened: NotRequired[Annotated[bool, Meta(description="Whether this step has opened the tile ahead")]]
    place: NotRequired[Annotated[str, Meta(description="The place of a tile")]]
    by: NotRequired[Annotated[str, Meta(description="What the tile is opened by: step, jump, fall, lamp or map")]]
    health: NotRequired[Annotated[int, Meta(description="The health that is about to be lost", ge=1)]]
    cause: NotRequired[Annotated[str, Meta(description="Why health is lost, or what breaks the rock")]]
    endurance: NotRequired[Annotated[int, Meta(description="The endurance a creature has left", ge=0, le=5)]]
    stops: NotRequired[Annotated[bool, Meta(description="Whether the creature's move is over")]]
    clause: NotRequired[Clause]
    clauses: NotRequired[Annotated[list[Clause], Meta(description="The clauses that decide it", max_length=2)]]
    then: NotRequired[Then]


class UnderWayView(TypedDict):
    """What an open decision has interrupted."""

    seats: Annotated[
        list[Seat],
        Meta(description="Characters in the middle of a move or fall; they weigh on nothing", max_length=SEATS),
    ]
    tokens: Annotated[list[TokenId], Meta(description="Tokens in the middle of a fall", max_length=TOKENS)]
    creatures: Annotated[
        list[CreatureKind], Meta(description="Creatures in the middle of a fall", max_length=CREATURES)
    ]
    next: Annotated[
        list[UnderWayItem],
        Meta(description="What happens after the answer, the next thing first", max_length=UNDER_WAY),
    ]


class _Pending(TypedDict):
    seat: Asked


class PlaceCharacterView(_Pending):
    """Where the character starts (TD-024)."""

    type: Annotated[Literal["place_character"], Meta(description="The action that answers it")]


class PlaceTokenView(_Pending):
    """Where the token goes that was drawn for a tile (TD-066 to TD-068)."""

    type: Annotated[Literal["place_token"], Meta(description="The action that answers it")]
    token: TokenKind
    id: TokenId
    place: Annotated[str, Meta(description="The place of the tile that was opened")]
    by: OpenedBy


class RotateTileView(_Pending):
    """How the tile that the map has shown is laid (TD-102)."""

    type: Annotated[Literal["rotate_tile"], Meta(description="The action that answers it")]
    place: Place
    tile: Tile


class ConfirmStepView(_Pending):
    """Whether the step goes on that has opened a tile (TD-062)."""

    type: Annotated[Literal["confirm_step"], Meta(description="The action that answers it")]
    from_cell: Annotated[Point, Meta(description="The cell the character is on")]
    to_cell: Annotated[Point, Meta(description="The cell ahead")]


class AnswerContactView(_Pending):
    """Whether a card is used against the creature whose cell the character has entered (TD-131)."""

    type: Annotated[Literal["answer_contact"], Meta(description="The action that answers it")]
    creature: CreatureMet
    cell: Annotated[Point, Meta(description="Where they meet")]
    from_cell: Annotated[Point, Meta(description="The cell the character came from")]
    how: How
    harmless: Annotated[bool, Meta(description="False if the character fell there and lost health (TD-157)")]


class AnswerLossView(_Pending):
    """Whether a card saves the health that is about to be lost (TD-111)."""

    type: Annotated[Literal["answer_loss"], Meta(description="The action that answers it")]
    health: Annotated[int, Meta(description="The health at stake", ge=1)]
    cause: Cause
    creature: Culprit
    then: Then


class AnswerFallView(_Pending):
    """Whether insurance undoes the fall (TD-057)."""

    type: Annotated[Literal["answer_fall"], Meta(description="The action that answers it")]
    length: Annotated[int, Meta(description="How many cells it falls", ge=1)]
    from_cell: Annotated[Point, Meta(description="The cell before the fall")]
    cells: Annotated[list[Point], Meta(description="The cells it enters by falling, from the top", max_length=ROWS)]
    back_cell: Annotated[Point, Meta(description="Where insurance leads")]


class RouteCreatureView(_Pending):
    """Which of several equally short ways the creature goes (TD-149)."""

    type: Annotated[Literal["route_creature"], Meta(description="The action that answers it")]
    creature: CreatureMet
    endurance: Annotated[int, Meta(description="The endurance the creature has left", ge=0, le=5)]
    moves: Annotated[
        list[RouteView], Meta(description="The moves; `option` is the index of one", min_length=2, max_length=ROUTES)
    ]


PendingView = (
    PlaceCharacterView
    | PlaceTokenView
    | RotateTileView
    | ConfirmStepView
    | AnswerContactView
    | AnswerLossView
    | AnswerFallView
    | RouteCreatureView
)
"""The open decision; while there is one, nothing else can be done. Its type says which action answers it."""


class Table(TypedDict):
    """The table of The Descent as a seat or a spectator sees it."""

    you: Annotated[Seat | None, Meta(description="The seat whose view this is; null for everybody else")]
    options: OptionsView
    phase: Annotated[
        Literal["setup_placement", "turn", "creatures", "collapse_check", "finished"],
        Meta(description="The phase of the game"),
    ]
    round: Annotated[int, Meta(description="The round; 0 during setup", ge=0)]
    ended: Annotated[str | None, Meta(description="Why the game is over; null while it goes on")]
    order: Annotated[list[Seat], Meta(description="The seats in turn order", max_length=SEATS)]
    active: Annotated[Seat | None, Meta(description="The seat whose turn it is; null outside turns")]
    turn: TurnView
    window: Annotated[WindowView | None, Meta(description="The open window; null during setup")]
    tile_opened_this_round: Annotated[bool, Meta(description="Whether a tile was opened; if not, the cave collapses")]
    field: Annotated[
        list[Annotated[str, Meta(min_length=COLUMNS, max_length=COLUMNS)]],
        Meta(
            description="28 rows of 12 cells, from the top; see the catalogue's symbols",
            min_length=28,
            max_length=28,
        ),
    ]
    places: Annotated[
        list[PlaceView],
        Meta(description="The 20 places for tiles, from the top", min_length=20, max_length=len(PLACES)),
    ]
    tokens_left: Annotated[
        dict[str, Count], Meta(description="By kind, how many tokens are still in the stack", max_length=TOKEN_KINDS)
    ]
    tokens_gone: Annotated[
        dict[str, Count], Meta(description="By kind, how many tokens have left the game", max_length=TOKEN_KINDS)
    ]
    token_stack: Annotated[None, Meta(description="The order of the stack, which nobody knows")]
    tokens: Annotated[
        list[TokenView], Meta(description="The tokens on the field, as placed; without creatures", max_length=TOKENS)
    ]
    creatures: Annotated[
        list[CreatureView], Meta(description="The creatures on the field, as placed", max_length=CREATURES)
    ]
    web: Annotated[str | None, Meta(description="The place under the web, if there is one")]
    seats: Annotated[list[SeatView], Meta(description="The seats, from 0", min_length=1, max_length=SEATS)]
    deck: DeckView
    discard: Annotated[Cards, Meta(description="The discard pile, its top card last")]
    seats_to_place: Annotated[
        list[Seat], Meta(description="During setup: the seats still to be placed after this one", max_length=SEATS)
    ]
    creatures_to_move: Annotated[
        list[CreatureKind],
        Meta(description="In the creatures' phase: those still to move after this one, in order", max_length=CREATURES),
    ]
    seats_to_roll: Annotated[
        list[Seat], Meta(description="In a collapse: the seats still to roll after this one", max_length=SEATS)
    ]
    pending: Annotated[
        PendingView | None,
        Meta(description="The open decision, whose `type` says which action answers it; null if there is none"),
    ]
    under_way: Annotated[UnderWayView | None, Meta(description="What the open decision interrupts; null for nothing")]
    last_fall: Annotated[FallView | None, Meta(description="The latest fall of the game; null before the first")]
    last_dice: Annotated[
        list[DieView], Meta(description="The dice of the latest collapse, as rolled", max_length=SEATS)
    ]


TokenStack = Annotated[
    list[str], Meta(description="The stack of exploration tokens, top first", max_length=sum(CONTENT.tokens.values()))
]


class ArbiterTable(Table):
    """The table of The Descent as an arbiter sees it: nothing is hidden."""

    token_stack: TokenStack  # type: ignore[misc]


View: TypeAlias = Table

TABLE: Final[Mapping[str, type]] = {
    "seat": Table,
    "spectator": Table,
    "arbiter": ArbiterTable,
    "public": ArbiterTable,
}
"""By kind of viewer, the shape of its table."""
