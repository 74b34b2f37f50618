"""What the members of views and facts are made of, each with its description."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from delvebook.domain.rulesets.runebound.box.vocabulary import ATTRIBUTES, COLOURS, KINDS
from delvebook.domain.rulesets.runebound.words.shapes.bounds import COMBINED_EFFECTS, MOVEMENT_DICE, NEAREST_TOWNS
from delvebook.domain.shapes import Fact, Meta

Seat = Annotated[int, Meta(ge=0, le=5, description="A seat, counted from 0.")]
Seats = Annotated[list[int], Meta(description="Seats, counted from 0.")]
Card = Annotated[str, Meta(description="A card's id.")]
Cards = Annotated[list[str], Meta(description="Cards by their ids.")]
Hex = Annotated[str, Meta(description="A hex of the map, such as g7.")]
Hexes = Annotated[list[str], Meta(description="Hexes of the map, in order.")]
Town = Annotated[str, Meta(description="The hex of a town.")]
Towns = Annotated[list[str], Meta(max_length=NEAREST_TOWNS, description="The hexes of towns, in town order.")]
Terrain = Annotated[str, Meta(description="A terrain, or town.")]
Colour = Annotated[str, Meta(description="A colour of adventures: green, yellow, blue or red.")]
Kind = Annotated[str, Meta(description="A kind of attack: ranged, melee or magic.")]
Attribute = Annotated[str, Meta(description="An attribute: mind, body or spirit.")]
Skill = Annotated[str, Meta(description="A skill, such as lore.")]
Stat = Annotated[str, Meta(description="What a raise adds to: mind, body, spirit, life or stamina.")]
Character = Annotated[str, Meta(description="Who it is: `hero`, or the card of an ally.")]
Clause = Annotated[str, Meta(description="The clause by which it happens.")]
Space = Annotated[int, Meta(ge=1, le=6, description="A space of the track of unfinished challenges, counted from 1.")]
Number = Annotated[int, Meta(description="How many, or how much.")]
Gold = Annotated[int, Meta(ge=0, description="Gold.")]
Wounds = Annotated[int, Meta(ge=0, description="Wounds.")]
Fatigue = Annotated[int, Meta(ge=0, description="Fatigue.")]
Experience = Annotated[int, Meta(ge=0, description="Experience points.")]
Round = Annotated[int, Meta(ge=0, description="A round of the game, or of the combat, counted from 1.")]
Index = Annotated[int, Meta(ge=0, le=9, description="Which of the card's abilities, counted from 0.")]
Faces = Annotated[
    list[int],
    Meta(max_length=MOVEMENT_DICE, description="Movement dice by the face that shows, 1 to 6; see the table of faces."),
]
Dice = Annotated[
    list[int],
    Meta(max_length=MOVEMENT_DICE, description="Which of the movement dice on the table, counted from 0."),
]
Thrown = Annotated[list[int], Meta(description="What the die shows, or the two dice.")]
Roll = Annotated[str, Meta(description="The purpose of the roll, such as melee:attack, test:lore or escape.")]
PerColour = Annotated[dict[str, int], Meta(max_length=len(COLOURS), description="By colour, how many counters.")]
PerAttribute = Annotated[
    dict[str, int], Meta(max_length=len(ATTRIBUTES), description="By attribute (mind, body, spirit).")
]
PerKind = Annotated[
    dict[str, int], Meta(max_length=len(KINDS), description="By kind of attack (ranged, melee, magic).")
]


class SeatFact(Fact):
    """A fact about a seat."""

    seat: Seat


class CardFact(SeatFact):
    """A fact about a seat and a card."""

    card: Card


class PlainEffect(TypedDict):
    """An effect that consists of no others: its type, a term of the catalogue, and what that type needs."""

    type: Annotated[str, Meta(description="What it does, a term of the catalogue.")]
    n: NotRequired[Annotated[int | str, Meta(description="How much; `all` for everything.")]]
    wounds: NotRequired[Wounds]
    fatigue: NotRequired[Fatigue]
    target: NotRequired[Annotated[str, Meta(description="Who it affects: hero or party.")]]
    attribute: NotRequired[Attribute]
    skill: NotRequired[Skill]
    colour: NotRequired[Colour]
    terrain: NotRequired[Terrain]
    card: NotRequired[Card]


PlainEffects = Annotated[list[PlainEffect], Meta(max_length=COMBINED_EFFECTS)]


class Effect(PlainEffect):
    """An effect in the words of the cards: its type, a term of the catalogue, and what that type needs."""

    fail: NotRequired[Annotated[PlainEffects, Meta(description="Of a test: what failing it brings.")]]
    effects: NotRequired[Annotated[PlainEffects, Meta(description="What every hero suffers.")]]


EffectSeen = Annotated[Effect, Meta(description="An effect in the words of the cards.")]
EffectsSeen = Annotated[
    list[Effect],
    Meta(
        max_length=COMBINED_EFFECTS, description="Effects in the words of the cards, in the order in which they come."
    ),
]
Bonus = Annotated[int, Meta(description="What else is added.")]
Target = Annotated[int, Meta(description="The number to reach.")]
