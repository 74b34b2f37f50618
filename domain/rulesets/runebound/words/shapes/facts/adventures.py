"""The shapes of the facts of adventures, challenges and events."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Card,
    CardFact,
    Cards,
    Colour,
    Hex,
    Hexes,
    Number,
    PerColour,
    SeatFact,
    Space,
    Terrain,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Deck = Annotated[str, Meta(description="The deck: market, or a colour.")]
Laid = Annotated[dict[str, list[str]], Meta(description="By colour, the hexes with a counter, in site order.")]
Covered = Annotated[str | None, Meta(description="The event that it covers; null in an empty event box.")]
Held = Annotated[str, Meta(description="The event on top of the event box.")]


class AdventureAttempted(SeatFact):
    """The seat attempts the adventure on a hex."""

    hex: Hex
    colour: Colour


class AdventureDeclined(SeatFact):
    """The seat neither attempts an adventure nor attacks."""


class AdventureEnded(SeatFact):
    """The cards of the colour have run out, and the seat finds nothing on the hex."""

    hex: Hex
    colour: Colour


class CardDrawn(CardFact):
    """The seat draws an adventure card."""

    colour: Colour


class CardPutOnDeck(Fact):
    """A card is put on top of the deck of its colour."""

    card: Card
    colour: Colour


class CardPutUnderDeck(Fact):
    """A card is put under a deck."""

    card: Card
    deck: Deck


class ChallengeCompleted(CardFact):
    """The seat completes a challenge."""

    hex: Hex


class ChallengeUnfinished(Fact):
    """A challenge is not overcome: it goes to the track, and a marker to its hex."""

    card: Card
    space: Space
    hex: Hex


class CounterTaken(SeatFact):
    """The seat takes the adventure counter from a hex."""

    colour: Colour
    hex: Hex


class CountersLaid(Fact):
    """New counters of a colour are laid on the board."""

    colour: Colour
    hexes: Hexes


class CountersPlaced(Fact):
    """The adventure counters are laid out when the game is set up."""

    counters: Laid
    bank: PerColour


class DeckRenewed(Fact):
    """The out pile of a colour is shuffled into a new deck."""

    colour: Colour
    cards: Number


class EncounterMastered(CardFact):
    """The seat masters an encounter."""


class EventPlaced(Fact):
    """An event takes effect and goes into the event box."""

    card: Card
    covered: Covered


class EventRefused(Fact):
    """An event is discarded without effect: its value is not higher than that of the event in the box."""

    card: Card
    held: Held


class LootLeft(SeatFact):
    """The seat keeps none of the cards turned up."""


class LootRevealed(SeatFact):
    """Cards are turned up, and the seat may keep one of them."""

    cards: Cards


class MarkerReturned(Fact):
    """A marker goes from its hex back to the track."""

    space: Space
    hex: Hex


class OldestChallengeRemoved(Fact):
    """The track is full, so its oldest challenge leaves it."""

    card: Card
    space: Space
    hex: Hex


class TollTaken(SeatFact):
    """The seat pays the toll of an event for the terrain it enters."""

    terrain: Terrain


class UnfinishedAttempted(CardFact):
    """The seat attempts an unfinished challenge."""

    hex: Hex
    space: Space


FACTS: Final = facts_of(
    *(AdventureAttempted, AdventureDeclined, AdventureEnded, CardDrawn, CardPutOnDeck, CardPutUnderDeck),
    *(ChallengeCompleted, ChallengeUnfinished, CounterTaken, CountersLaid, CountersPlaced, DeckRenewed),
    *(EncounterMastered, EventPlaced, EventRefused, LootLeft, LootRevealed, MarkerReturned),
    *(OldestChallengeRemoved, TollTaken, UnfinishedAttempted),
)
