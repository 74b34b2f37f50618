"""The shapes of the facts of tiles, tokens, cards and rock."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.words.shapes.parts import (
    Card,
    Cards,
    CreatureKind,
    Find,
    Length,
    OpenedBy,
    Place,
    Point,
    Seat,
    SeatFact,
    Tile,
    TileRows,
    TokenId,
    TokenKind,
    Turns,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Things = Annotated[list[TokenKind], Meta(description="The kinds of these tokens and creatures, in the same order")]


class CardUsed(SeatFact):
    """A seat uses a card, which goes onto the discard pile."""

    card: Card
    left: Annotated[int, Meta(description="How many cards it still holds", ge=0)]


class CardsDrawn(SeatFact):
    """A seat draws cards for a backpack."""

    cards: Annotated[int, Meta(description="How many it draws", ge=0)]
    hand: Annotated[int, Meta(description="How many it holds now", ge=0)]
    deck: Annotated[int, Meta(description="How many the deck still has", ge=0)]


class CardsLookedAt(SeatFact):
    """What a seat has drawn; told to that seat alone."""

    cards: Cards


class ChestOpened(SeatFact):
    """A chest is opened or broken."""

    card: Annotated[Literal["key", "sword", "pick"], Meta(description="With which card")]
    id: TokenId
    cell: Point


class DeckShuffled(Fact):
    """The equipment deck is made or shuffled."""

    cards: Annotated[int, Meta(description="How many cards it has", ge=0)]


class DynamiteExploded(SeatFact):
    """Dynamite destroys what is in a cell."""

    cell: Point
    tokens: Annotated[list[TokenId], Meta(description="The tokens destroyed")]
    creatures: Annotated[list[CreatureKind], Meta(description="The creatures destroyed")]
    things: Things


class HandDiscarded(SeatFact):
    """A dead character's hand is discarded."""

    cards: Cards


class KitTaken(SeatFact):
    """A seat takes a start kit."""

    cards: Cards
    missing: Annotated[Cards, Meta(description="What could not be found")]
    health: Annotated[int, Meta(description="The health it starts with", ge=0)]


class ObjectsFell(Fact):
    """Objects fall from one cell together."""

    seats: Annotated[list[Seat], Meta(description="The seats that fall")]
    tokens: Annotated[list[TokenId], Meta(description="The tokens that fall")]
    creatures: Annotated[list[CreatureKind], Meta(description="The creatures that fall")]
    things: Things
    cells: Annotated[list[Point], Meta(description="The cells of the fall from the top, the first before it")]
    length: Length


class ObjectsPutIntoGap(Fact):
    """Objects are put into a cell whose rock is gone."""

    cell: Point
    seats: Annotated[list[Seat], Meta(description="The seats that drop in")]
    tokens: Annotated[list[TokenId], Meta(description="The tokens that drop in")]
    creatures: Annotated[list[CreatureKind], Meta(description="The creatures that drop in")]
    things: Things


class RockDestroyed(Fact):
    """Rock or thin rock becomes an empty cell."""

    cell: Point
    cause: Annotated[Literal["weight", "pick", "dynamite", "monster"], Meta(description="By what")]


class StartTileTurnedUp(Fact):
    """The Start tile is turned up."""

    place: Place
    tile: Tile
    turns: Turns
    rows: TileRows
    layout: Annotated[Literal["shuffled", "anchored"], Meta(description="How the tiles were laid")]


class TileOpened(SeatFact):
    """A tile is opened for good."""

    place: Place
    tile: Tile
    turns: Turns
    by: OpenedBy
    rows: TileRows


class TileShown(SeatFact):
    """The map shows a tile, before it is laid."""

    place: Place
    tile: Tile
    rows: TileRows


class TokenDrawn(SeatFact):
    """The opener of a tile draws an exploration token."""

    token: TokenKind
    id: TokenId
    place: Place
    left: Annotated[int, Meta(description="How many are left in the stack", ge=0)]


class TokenPlaced(SeatFact):
    """An exploration token is placed."""

    token: TokenKind
    id: TokenId
    cell: Point


class TokenTaken(SeatFact):
    """A character takes a token."""

    token: Find
    id: TokenId
    cell: Point


FACTS: Final = facts_of(
    *(CardUsed, CardsDrawn, CardsLookedAt, ChestOpened, DeckShuffled, DynamiteExploded, HandDiscarded, KitTaken),
    *(ObjectsFell, ObjectsPutIntoGap, RockDestroyed, StartTileTurnedUp, TileOpened, TileShown, TokenDrawn),
    *(TokenPlaced, TokenTaken),
)
