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
    """The fact `adventure_attempted`."""

    hex: Hex
    colour: Colour


class AdventureDeclined(SeatFact):
    """The fact `adventure_declined`."""


class AdventureEnded(SeatFact):
    """The fact `adventure_ended`."""

    hex: Hex
    colour: Colour


class CardDrawn(CardFact):
    """The fact `card_drawn`."""

    colour: Colour


class CardPutOnDeck(Fact):
    """The fact `card_put_on_deck`."""

    card: Card
    colour: Colour


class CardPutUnderDeck(Fact):
    """The fact `card_put_under_deck`."""

    card: Card
    deck: Deck


class ChallengeCompleted(CardFact):
    """The fact `challenge_completed`."""

    hex: Hex


class ChallengeUnfinished(Fact):
    """The fact `challenge_unfinished`."""

    card: Card
    space: Space
    hex: Hex


class CounterTaken(SeatFact):
    """The fact `counter_taken`."""

    colour: Colour
    hex: Hex


class CountersLaid(Fact):
    """The fact `counters_laid`."""

    colour: Colour
    hexes: Hexes


class CountersPlaced(Fact):
    """The fact `counters_placed`."""

    counters: Laid
    bank: PerColour


class DeckRenewed(Fact):
    """The fact `deck_renewed`."""

    colour: Colour
    cards: Number


class EncounterMastered(CardFact):
    """The fact `encounter_mastered`."""


class EventPlaced(Fact):
    """The fact `event_placed`."""

    card: Card
    covered: Covered


class EventRefused(Fact):
    """The fact `event_refused`."""

    card: Card
    held: Held


class LootLeft(SeatFact):
    """The fact `loot_left`."""


class LootRevealed(SeatFact):
    """The fact `loot_revealed`."""

    cards: Cards


class MarkerReturned(Fact):
    """The fact `marker_returned`."""

    space: Space
    hex: Hex


class OldestChallengeRemoved(Fact):
    """The fact `oldest_challenge_removed`."""

    card: Card
    space: Space
    hex: Hex


class TollTaken(SeatFact):
    """The fact `toll_taken`."""

    terrain: Terrain


class UnfinishedAttempted(CardFact):
    """The fact `unfinished_attempted`."""

    hex: Hex
    space: Space


FACTS: Final = facts_of(
    *(AdventureAttempted, AdventureDeclined, AdventureEnded, CardDrawn, CardPutOnDeck, CardPutUnderDeck),
    *(ChallengeCompleted, ChallengeUnfinished, CounterTaken, CountersLaid, CountersPlaced, DeckRenewed),
    *(EncounterMastered, EventPlaced, EventRefused, LootLeft, LootRevealed, MarkerReturned),
    *(OldestChallengeRemoved, TollTaken, UnfinishedAttempted),
)
