"""The shapes of the facts of a turn, of movement and of the market."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Card,
    Cards,
    Character,
    Dice,
    Faces,
    Gold,
    Hex,
    Number,
    Round,
    Seat,
    Seats,
    Terrain,
    Town,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Throws = Annotated[list[int], Meta(description="What each of the seats threw, in the same order.")]
Reason = Annotated[str, Meta(description="Why the game is over.")]
Turn = Annotated[int, Meta(ge=1, description="The turn of the game, counted from 1.")]


class AllyHired(Fact):
    """The fact `ally_hired`."""

    seat: Seat
    card: Card
    gold: Gold


class CardBought(Fact):
    """The fact `card_bought`."""

    seat: Seat
    card: Card
    gold: Gold


class CardPutOnMarket(Fact):
    """The fact `card_put_on_market`."""

    town: Town
    card: Card


class CardSold(Fact):
    """The fact `card_sold`."""

    seat: Seat
    card: Card
    gold: Gold
    town: Town


class CardsRefreshed(Fact):
    """The fact `cards_refreshed`."""

    seat: Seat
    cards: Cards


class DiceFreed(Fact):
    """The fact `dice_freed`."""

    seat: Seat
    dice: Dice


class DiceRested(Fact):
    """The fact `dice_rested`."""

    seat: Seat
    dice: Number


class FirstSeatChosen(Fact):
    """The fact `first_seat_chosen`."""

    seat: Seat


class FirstSeatThrown(Fact):
    """The fact `first_seat_thrown`."""

    seats: Seats
    dice: Throws


class GameEnded(Fact):
    """The fact `game_ended`."""

    reason: Reason
    rounds: Round


class GameWon(Fact):
    """The fact `game_won`."""

    seat: Seat
    reason: Reason
    rounds: Round


class HealingPaid(Fact):
    """The fact `healing_paid`."""

    seat: Seat
    character: Character
    gold: Gold


class HeroDealt(Fact):
    """The fact `hero_dealt`."""

    seat: Seat
    hero: Card
    gold: Gold


class HeroMoved(Fact):
    """The fact `hero_moved`."""

    seat: Seat
    hex: Hex
    terrain: Terrain


class HeroPlaced(Fact):
    """The fact `hero_placed`."""

    seat: Seat
    hex: Town


class HeroStayed(Fact):
    """The fact `hero_stayed`."""

    seat: Seat


class MarketLeft(Fact):
    """The fact `market_left`."""

    seat: Seat


class MarketOpened(Fact):
    """The fact `market_opened`."""

    seat: Seat
    town: Town


class MovementDiceRerolled(Fact):
    """The fact `movement_dice_rerolled`."""

    seat: Seat
    dice: Faces
    which: Dice


class MovementDiceThrown(Fact):
    """The fact `movement_dice_thrown`."""

    seat: Seat
    dice: Faces


class MovementOver(Fact):
    """The fact `movement_over`."""

    seat: Seat


class TurnBegan(Fact):
    """The fact `turn_began`."""

    seat: Seat
    round: Round
    turn: Turn


class TurnEnded(Fact):
    """The fact `turn_ended`."""

    seat: Seat


FACTS: Final = facts_of(
    *(AllyHired, CardBought, CardPutOnMarket, CardSold, CardsRefreshed, DiceFreed, DiceRested, FirstSeatChosen),
    *(FirstSeatThrown, GameEnded, GameWon, HealingPaid, HeroDealt, HeroMoved, HeroPlaced, HeroStayed, MarketLeft),
    *(MarketOpened, MovementDiceRerolled, MovementDiceThrown, MovementOver, TurnBegan, TurnEnded),
)
