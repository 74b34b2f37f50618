"""The shapes of the facts of a turn, of movement and of the market."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Card,
    CardFact,
    Cards,
    Character,
    Dice,
    Faces,
    Gold,
    Hex,
    Number,
    Round,
    SeatFact,
    Seats,
    Terrain,
    Town,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Throws = Annotated[list[int], Meta(description="What each of the seats threw, in the same order.")]
Reason = Annotated[str, Meta(description="Why the game is over.")]
Turn = Annotated[int, Meta(ge=1, description="The turn of the game, counted from 1.")]


class AllyHired(CardFact):
    """The seat hires an ally and pays for it."""

    gold: Gold


class CardBought(CardFact):
    """The seat buys an item and pays for it."""

    gold: Gold


class CardPutOnMarket(Fact):
    """A card is put up for sale in a town."""

    town: Town
    card: Card


class CardSold(CardFact):
    """The seat sells an item in a town."""

    gold: Gold
    town: Town


class CardsRefreshed(SeatFact):
    """The seat turns cards face up again."""

    cards: Cards


class DiceFreed(SeatFact):
    """The seat may use these movement dice for any terrain."""

    dice: Dice


class DiceRested(SeatFact):
    """The seat gives up movement dice to rest."""

    dice: Number


class FirstSeatChosen(SeatFact):
    """The seat has the first turn."""


class FirstSeatThrown(Fact):
    """Seats throw for the first turn."""

    seats: Seats
    dice: Throws


class GameEnded(Fact):
    """The game ends without a winner."""

    reason: Reason
    rounds: Round
    leader_seats: Annotated[list[int], Meta(description="Who is ahead by runes, then raises, then gold.")]
    is_solo: Annotated[bool, Meta(description="Whether it was a game for one, which is lost then.")]


class GameWon(SeatFact):
    """The seat wins the game."""

    reason: Reason
    rounds: Round


class HealingPaid(SeatFact):
    """The seat pays for the healing of its hero or of an ally; 0 gold if it is free."""

    character: Character
    gold: Gold


class HeroDealt(SeatFact):
    """The seat is dealt its hero and starts with the hero's gold."""

    hero: Card
    gold: Gold


class HeroMoved(SeatFact):
    """The hero enters a hex."""

    hex: Hex
    terrain: Terrain


class HeroPlaced(SeatFact):
    """The hero is placed in a town."""

    hex: Town


class HeroScored(SeatFact):
    """What the hero of the seat has reached at the end of the game."""

    runes: Annotated[int, Meta(ge=0, description="Its dragon runes.")]
    raises: Annotated[int, Meta(ge=0, description="How many raises it has bought.")]
    gold: Gold


class HeroStayed(SeatFact):
    """The hero stays where it is."""


class MarketLeft(SeatFact):
    """The seat leaves the market."""


class MarketOpened(SeatFact):
    """The seat visits the market of a town."""

    town: Town


class MovementDiceRerolled(SeatFact):
    """The seat throws some of its movement dice again."""

    dice: Faces
    which: Dice


class MovementDiceThrown(SeatFact):
    """The seat throws its movement dice."""

    dice: Faces


class MovementOver(SeatFact):
    """The seat has rested all its dice and does not move."""


class TurnBegan(SeatFact):
    """The turn of the seat begins."""

    round: Round
    turn: Turn


class TurnEnded(SeatFact):
    """The turn of the seat ends."""


FACTS: Final = facts_of(
    *(AllyHired, CardBought, CardPutOnMarket, CardSold, CardsRefreshed, DiceFreed, DiceRested, FirstSeatChosen),
    *(
        FirstSeatThrown,
        GameEnded,
        GameWon,
        HealingPaid,
        HeroDealt,
        HeroMoved,
        HeroPlaced,
        HeroScored,
        HeroStayed,
        MarketLeft,
    ),
    *(MarketOpened, MovementDiceRerolled, MovementDiceThrown, MovementOver, TurnBegan, TurnEnded),
)
