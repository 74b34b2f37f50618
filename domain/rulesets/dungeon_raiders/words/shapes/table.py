"""The shape of the table as each kind of viewer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, TypedDict, cast

from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.parts import (
    ITEM_CARDS,
    Card,
    Item,
    Level,
    Life,
    Reason,
    RoomCard,
    RoomNumber,
    Seat,
    Seats,
    Status,
    Strength,
    Treasure,
    Turn,
)
from delvebook.domain.shapes import Meta


class Options(TypedDict):
    """The options of the game."""

    mode: Annotated[Literal["standard", "tactical"], Meta(description="Whether cards are laid together or in turn")]
    difficulty: Annotated[
        Literal["standard", "introductory"], Meta(description="Whether an item vault is sure to be in the dungeon")
    ]


class Items(TypedDict):
    """A number for each item type."""

    torch: Annotated[int, Meta(description="Torches", ge=0, le=6)]
    ball: Annotated[int, Meta(description="Crystal balls", ge=0, le=6)]
    key: Annotated[int, Meta(description="Keys", ge=0, le=6)]
    sword: Annotated[int, Meta(description="Swords", ge=0, le=6)]


class SpentItem(TypedDict):
    """An item that was played or lit in this room and returns to the supply when the room is reset."""

    item: Item
    seat: Annotated[Seat, Meta(description="The seat that spent it")]


class RoomSeen(TypedDict):
    """A room of the current level, as far as the viewer knows it."""

    room: RoomNumber
    card: Annotated[RoomCard | None, Meta(description="The card; null if the viewer may not know it")]
    lit: Annotated[bool, Meta(description="Whether it lay face up in its stack")]
    face_up: Annotated[bool, Meta(description="Whether everybody sees its card")]
    resolved: Annotated[bool, Meta(description="Whether it has been played")]


class RoomKnown(TypedDict):
    """A room of another level."""

    card: RoomCard
    lit: Annotated[bool, Meta(description="Whether it lay face up in its stack")]


LevelKnown: TypeAlias = Annotated[
    list[RoomKnown], Meta(description="The rooms of a level, from left to right", max_length=5)
]


class Hand(TypedDict):
    """The cards a seat holds."""

    count: Annotated[int, Meta(description="How many cards", ge=0)]
    cards: Annotated[
        Annotated[list[Card], Meta(max_length=len(CONTENT.power) + ITEM_CARDS)] | None,
        Meta(description="The cards; null to viewers that may not see them"),
    ]


class FaceDown(TypedDict):
    """The cards a seat has laid face down and that are not revealed yet."""

    count: Annotated[int, Meta(description="How many cards; against the boss perhaps none", ge=0, le=2)]
    cards: Annotated[
        Annotated[list[Card], Meta(max_length=2)] | None,
        Meta(description="The cards; null to viewers that may not see them"),
    ]
    torches_since: Annotated[int, Meta(description="How many torches the seat has lit since it laid them", ge=0, le=6)]


class SeatSeen(TypedDict):
    """A seat: its character, what lies before it, and what it holds."""

    character: Annotated[str, Meta(description="The character; see the catalogue's components")]
    life: Life
    treasure: Treasure
    status: Annotated[Status, Meta(description="Whether the character is in the game")]
    turn: Annotated[
        Turn,
        Meta(
            description="Whether the seat has still to play in this room: it acts now; it waits for its turn "
            "(tactical mode); it has looked into a crystal ball and plays when the others have; or it is done"
        ),
    ]
    played: Annotated[
        list[Card], Meta(description="Its power cards that lie face up since the level began, in order", max_length=5)
    ]
    laid: Annotated[
        list[Card], Meta(description="The revealed cards that count in this room or fight, in order", max_length=2)
    ]
    torch_lit: Annotated[bool, Meta(description="Whether it has looked at this level's dark rooms by torchlight")]
    hand: Annotated[Hand, Meta(description="The cards it holds")]
    face_down: Annotated[FaceDown | None, Meta(description="What it has laid face down; null if nothing lies there")]
    items_taken: Annotated[Items, Meta(description="The items it began with or has taken from vaults")]
    items_spent: Annotated[
        Items, Meta(description="Those of them that it has revealed or lit, or lost with its character")
    ]


class ResultSeen(TypedDict):
    """How the game ended."""

    reason: Reason
    winners: Annotated[Seats, Meta(description="The seats that win; several share the victory")]
    collapsed: Annotated[Seats, Meta(description="The living seats that cannot win, having the least life")]
    clauses: Annotated[list[str], Meta(description="The clauses that decide", max_length=5)]


class Table(TypedDict):
    """
    The table of Dungeon Raiders, the same for every kind of viewer but for what is null.

    When the game is over, everybody sees all of it.
    """

    you: Annotated[Seat | None, Meta(description="The viewer's own seat; null to other viewers, and after the end")]
    options: Annotated[Options, Meta(description="The options of the game")]
    phase: Annotated[
        Literal["play", "boss_play", "bonus_play", "finished"],
        Meta(description="What is being played: a room, a fight with the boss, the boss's chest, or nothing any more"),
    ]
    level: Level
    room: RoomNumber
    card: Annotated[RoomCard, Meta(description="The card of the room being played")]
    wave: Annotated[
        int, Meta(description="How often cards have been asked for here: 1, and one more after crystal balls", ge=1)
    ]
    fight: Annotated[
        int, Meta(description="The number of the fight against the boss; 0 in an ordinary room", ge=0, le=2)
    ]
    strength: Annotated[
        Strength | None,
        Meta(description="The sum that beats the monster or boss here; null if there is none or it cannot be beaten"),
    ]
    unbeatable: Annotated[bool, Meta(description="Whether there is a monster or boss here that two cannot beat")]
    first_seat: Annotated[Seat | None, Meta(description="The first player of the tactical mode; null in the other")]
    row: Annotated[
        list[RoomSeen],
        Meta(description="The rooms of the current level, from left to right", min_length=5, max_length=5),
    ]
    earlier: Annotated[
        list[LevelKnown],
        Meta(description="The earlier levels, in order", max_length=4),
    ]
    stacks: Annotated[
        Annotated[list[LevelKnown], Meta(max_length=4)] | None,
        Meta(description="The later levels, which are still stacks; null to viewers that may not know them"),
    ]
    removed: Annotated[
        Annotated[list[RoomCard], Meta(max_length=CONTENT.counts.removed)] | None,
        Meta(description="The dungeon cards put back into the box unseen; null to viewers that may not know them"),
    ]
    supply: Annotated[Items, Meta(description="How many items of each type can still be taken")]
    in_play: Annotated[
        list[SpentItem], Meta(description="The items spent in this room, in order", max_length=ITEM_CARDS)
    ]
    seats: Annotated[list[SeatSeen], Meta(description="The seats", min_length=2, max_length=5)]
    result: Annotated[ResultSeen | None, Meta(description="How the game ended; null while it goes on")]


View: TypeAlias = Table


def counts_of(items: Items) -> Mapping[str, int]:
    """The numbers of items by item."""
    return cast("Mapping[str, int]", items)


TABLE: Final[Mapping[str, type]] = dict.fromkeys(("seat", "spectator", "arbiter", "public"), Table)
