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
    """The fact `ally_hired`."""

    gold: Gold


class CardBought(CardFact):
    """The fact `card_bought`."""

    gold: Gold


class CardPutOnMarket(Fact):
    """The fact `card_put_on_market`."""

    town: Town
    card: Card


class CardSold(CardFact):
    """The fact `card_sold`."""

    gold: Gold
    town: Town


class CardsRefreshed(SeatFact):
    """The fact `cards_refreshed`."""

    cards: Cards


class DiceFreed(SeatFact):
    """The fact `dice_freed`."""

    dice: Dice


class DiceRested(SeatFact):
    """The fact `dice_rested`."""

    dice: Number


class FirstSeatChosen(SeatFact):
    """The fact `first_seat_chosen`."""


class FirstSeatThrown(Fact):
    """The fact `first_seat_thrown`."""

    seats: Seats
    dice: Throws


class GameEnded(Fact):
    """The fact `game_ended`."""

    reason: Reason
    rounds: Round


class GameWon(SeatFact):
    """The fact `game_won`."""

    reason: Reason
    rounds: Round


class HealingPaid(SeatFact):
    """The fact `healing_paid`."""

    character: Character
    gold: Gold


class HeroDealt(SeatFact):
    """The fact `hero_dealt`."""

    hero: Card
    gold: Gold


class HeroMoved(SeatFact):
    """The fact `hero_moved`."""

    hex: Hex
    terrain: Terrain


class HeroPlaced(SeatFact):
    """The fact `hero_placed`."""

    hex: Town


class HeroStayed(SeatFact):
    """The fact `hero_stayed`."""


class MarketLeft(SeatFact):
    """The fact `market_left`."""


class MarketOpened(SeatFact):
    """The fact `market_opened`."""

    town: Town


class MovementDiceRerolled(SeatFact):
    """The fact `movement_dice_rerolled`."""

    dice: Faces
    which: Dice


class MovementDiceThrown(SeatFact):
    """The fact `movement_dice_thrown`."""

    dice: Faces


class MovementOver(SeatFact):
    """The fact `movement_over`."""


class TurnBegan(SeatFact):
    """The fact `turn_began`."""

    round: Round
    turn: Turn


class TurnEnded(SeatFact):
    """The fact `turn_ended`."""


FACTS: Final = facts_of(
    *(AllyHired, CardBought, CardPutOnMarket, CardSold, CardsRefreshed, DiceFreed, DiceRested, FirstSeatChosen),
    *(FirstSeatThrown, GameEnded, GameWon, HealingPaid, HeroDealt, HeroMoved, HeroPlaced, HeroStayed, MarketLeft),
    *(MarketOpened, MovementDiceRerolled, MovementDiceThrown, MovementOver, TurnBegan, TurnEnded),
)
