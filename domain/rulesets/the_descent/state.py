"""The shape of a state, part by part. `cave.board.Board` answers questions about one, `play.Play` changes one."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, Required, TypeAlias, TypedDict

from delvebook.domain.kit.sealed_decks import SealedDeck
from delvebook.domain.rulesets.the_descent.box.cells import Cell, Place
from delvebook.domain.rulesets.the_descent.content import CreatureKind

SETUP: Final = "setup_placement"
TURN: Final = "turn"
CREATURE_PHASE: Final = "creatures"
COLLAPSE: Final = "collapse_check"
FINISHED: Final = "finished"
Phase: TypeAlias = Literal["setup_placement", "turn", "creatures", "collapse_check", "finished"]
PHASES: Final[tuple[Phase, ...]] = (SETUP, TURN, CREATURE_PHASE, COLLAPSE, FINISHED)

TILES: Final = SealedDeck("tiles")
"""The face-down tiles; an envelope is labelled by its place."""
TOKENS: Final = SealedDeck("tokens")
"""The stack of exploration tokens; an envelope is labelled by the token's number."""
DECK: Final = SealedDeck("deck", keys="card")
"""The equipment deck; an envelope is labelled by its slot, which a card keeps when it is drawn."""
HANDS: Final = SealedDeck("hand", keys="card")
"""The cards drawn into hands, in the deck's envelopes."""


class Options(TypedDict):
    """The options the game was created with."""

    layout: Literal["shuffled", "anchored"]
    first_seat: int | str
    round_limit: int


class Turn(TypedDict):
    """
    The turn of the active seat.

    `weak`: TD-032 applied when it began. `over`: it ends as soon as nothing is under way.
    """

    endurance: int
    weak: bool
    over: bool


class Window(TypedDict):
    """The seats that used a card, are barred from cards (TD-063) and surrendered in this window (TD-080)."""

    used: list[int]
    barred: list[int]
    surrendered: list[int]


class LaidTile(TypedDict):
    """The tile at a place, its rotation in quarter turns, and whether it is face up."""

    tile: str
    turns: int
    open: bool


class Thing(TypedDict):
    """
    What every object on the field has (TD-014).

    A thing that is `moving` is under way: it weighs on nothing, and it does not fall a second time.
    """

    cell: Cell
    moving: bool


class Token(Thing):
    """A chest, health, coin or backpack on the field. `id` is its number in the stack."""

    id: int
    kind: str


class Marker(TypedDict):
    """
    Where a creature's target marker is: `on` a `seat`, a `tile` or a `lure`.

    `seat` bears it, bore it last, or laid the lure. A tile has its `place`; a lure has its `cell`, and `returns` says
    whether the marker goes back to its bearer.
    """

    on: Literal["seat", "tile", "lure"]
    seat: int
    place: NotRequired[Place]
    cell: NotRequired[Cell]
    returns: NotRequired[bool]


class Creature(Thing):
    """A creature on the field. `hits`: the seats it has hit in this creature phase. Only the monster has health."""

    kind: CreatureKind
    marker: Marker | None
    hits: list[int]
    health: int


class Character(TypedDict):
    """
    A seat's character and hand.

    `kit` is what is left of its start kit, `drawn` its other cards as `[kind, slot]`. `backpack`: whether it has taken
    a backpack in its present life (TD-085). `rests`: the last two different cells it rested on, the latest first.
    `cell` is None until it is placed. `weakened`: the plant has hurt it since its last turn (TD-152).
    """

    health: int
    points: int
    kit: list[str]
    drawn: list[list[Any]]
    backpack: bool
    cell: Cell | None
    rests: list[Cell]
    arrived: bool
    moving: bool
    weakened: bool


class RouteMove(TypedDict):
    """One of the moves a creature's route can go on with; see `cave.routes.Move`. `cost` is the endurance it takes."""

    to: Cell
    kind: str
    via: list[Cell]
    cost: int


class Frame(TypedDict, total=False):
    """
    What is under way; its name `do` says which of the other members it has (`words.questions.FRAMES`).

    `mover` is the seat whose movement it belongs to.
    """

    do: Required[str]
    mover: int
    seat: int
    seats: list[int]
    tokens: list[int]
    creatures: list[str]
    creature: str | None
    kind: str
    amount: int
    cause: str
    then: Frame | None
    clause: str
    clauses: list[str]
    direction: int | None
    cell: Cell
    start: Cell
    origin: Cell
    target: Cell
    path: list[Cell]
    entered: list[Cell]
    length: int
    place: Place
    by: str
    opened: bool
    how: str
    harmless: bool
    endurance: int
    stops: bool
    lost: bool


class Pending(TypedDict):
    """
    The open decision: its type, its owner, and what it is about, by type. All of it is public.

    `place_token`: `token`, `id`, `place`, and `by` what the tile was opened. `rotate_tile`: `place`, `tile`.
    `confirm_step`: `origin`, `target`. `answer_contact`: the creature's `kind`, `cell`, `origin`, `how` the cell was
    entered, `harmless` if by a fall that cost no health. `answer_loss`: `amount`, `cause`, the `creature` that does it
    or None, and `then` what follows. `answer_fall`: `length`, `origin`, the cells `entered`, and `back` where insurance
    leads.
    `route_creature`: the creature's `kind`, its `endurance`, the `moves`.
    """

    type: str
    seat: int
    kind: NotRequired[str]
    token: NotRequired[str]
    id: NotRequired[int]
    place: NotRequired[Place]
    by: NotRequired[str]
    tile: NotRequired[str]
    origin: NotRequired[Cell]
    target: NotRequired[Cell]
    cell: NotRequired[Cell]
    how: NotRequired[str]
    harmless: NotRequired[bool]
    amount: NotRequired[int]
    cause: NotRequired[str]
    creature: NotRequired[str | None]
    then: NotRequired[Frame | None]
    length: NotRequired[int]
    entered: NotRequired[list[Cell]]
    back: NotRequired[Cell]
    endurance: NotRequired[int]
    moves: NotRequired[list[RouteMove]]


class LastFall(TypedDict):
    """The latest fall: the seats that fell, and its cells from the top."""

    seats: list[int]
    cells: list[Cell]


class Action(TypedDict, total=False):
    """An action with its parameters; `ACTION_SCHEMAS` says which action has which."""

    type: Required[str]
    cell: list[int]
    dir: str
    tile: str
    way: str
    creature: str
    quarter_turns: int
    choice: str
    card: str
    option: int


class State(TypedDict):
    """
    A game of The Descent between two actions.

    `ended` says why the game is over. `order` is the turn order; `active` is None outside turns. `window` is None
    during setup. `opened`: whether a tile was opened in this round (TD-123). `field` is 28 rows of what is known of
    each cell. `stack` holds the face-down tokens, top first; `gone` counts by kind the tokens that left the game.
    `tokens` and `creatures` are in the order of placement. `web` is the place under the web. `deck` holds
    `[kind, slot]`, top first, where the slot names the envelope; the last of `discard` is on top. `queue` lists what
    still has its move, die or placement in this phase; `agenda` is what is under way, the next frame last.
    """

    options: Options
    phase: Phase
    round: int
    ended: str | None
    order: list[int]
    active: int | None
    turn: Turn
    window: Window | None
    opened: bool
    places: list[LaidTile]
    field: list[str]
    stack: list[str]
    gone: dict[str, int]
    tokens: list[Token]
    creatures: list[Creature]
    web: Place | None
    seats: list[Character]
    deck: list[list[Any]]
    discard: list[str]
    queue: list[Any]
    agenda: list[Frame]
    pending: Pending | None
    last_fall: LastFall | None
    last_dice: list[list[int]]


def heading_of(frame: Frame) -> int:
    """The direction of a jump or a push, as a step to the next cell."""
    if frame["direction"] is None:
        raise AssertionError("the frame has no direction")
    return frame["direction"]
