"""The shapes of the facts of adventures, challenges and events."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Card,
    Cards,
    Colour,
    Hex,
    Hexes,
    Number,
    PerColour,
    Seat,
    Space,
    Terrain,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Deck = Annotated[str, Meta(description="The deck: market, or a colour.")]
Laid = Annotated[dict[str, list[str]], Meta(description="By colour, the hexes with a counter, in site order.")]
Covered = Annotated[str | None, Meta(description="The event that it covers; null in an empty event box.")]
Held = Annotated[str, Meta(description="The event on top of the event box.")]


class AdventureAttempted(Fact):
    """The fact `adventure_attempted`."""

    seat: Seat
    hex: Hex
    colour: Colour


class AdventureDeclined(Fact):
    """The fact `adventure_declined`."""

    seat: Seat


class AdventureEnded(Fact):
    """The fact `adventure_ended`."""

    seat: Seat
    hex: Hex
    colour: Colour


class CardDrawn(Fact):
    """The fact `card_drawn`."""

    seat: Seat
    card: Card
    colour: Colour


class CardPutOnDeck(Fact):
    """The fact `card_put_on_deck`."""

    card: Card
    colour: Colour


class CardPutUnderDeck(Fact):
    """The fact `card_put_under_deck`."""

    card: Card
    deck: Deck


class ChallengeCompleted(Fact):
    """The fact `challenge_completed`."""

    seat: Seat
    card: Card
    hex: Hex


class ChallengeUnfinished(Fact):
    """The fact `challenge_unfinished`."""

    card: Card
    space: Space
    hex: Hex


class CounterTaken(Fact):
    """The fact `counter_taken`."""

    seat: Seat
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


class EncounterMastered(Fact):
    """The fact `encounter_mastered`."""

    seat: Seat
    card: Card


class EventPlaced(Fact):
    """The fact `event_placed`."""

    card: Card
    covered: Covered


class EventRefused(Fact):
    """The fact `event_refused`."""

    card: Card
    held: Held


class LootLeft(Fact):
    """The fact `loot_left`."""

    seat: Seat


class LootRevealed(Fact):
    """The fact `loot_revealed`."""

    seat: Seat
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


class TollTaken(Fact):
    """The fact `toll_taken`."""

    seat: Seat
    terrain: Terrain


class UnfinishedAttempted(Fact):
    """The fact `unfinished_attempted`."""

    seat: Seat
    hex: Hex
    space: Space
    card: Card


FACTS: Final = facts_of(
    *(AdventureAttempted, AdventureDeclined, AdventureEnded, CardDrawn, CardPutOnDeck, CardPutUnderDeck),
    *(ChallengeCompleted, ChallengeUnfinished, CounterTaken, CountersLaid, CountersPlaced, DeckRenewed),
    *(EncounterMastered, EventPlaced, EventRefused, LootLeft, LootRevealed, MarkerReturned),
    *(OldestChallengeRemoved, TollTaken, UnfinishedAttempted),
)
