"""The shapes of the facts of creatures and their markers."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.words.shapes.parts import (
    CreatureKind,
    CreatureMet,
    Place,
    Point,
    Points,
    SeatFact,
)
from delvebook.domain.shapes import Fact, Meta, facts_of


class AttackFailed(SeatFact):
    """A blow or shot cannot defeat the creature (TD-153, TD-157, TD-161, TD-165)."""

    creature: CreatureMet
    card: Annotated[Literal["sword", "crossbow"], Meta(description="What it was attacked with")]


class CharacterHit(SeatFact):
    """A creature comes onto a character."""

    creature: CreatureMet


class ContactMade(SeatFact):
    """A character enters a creature's cell."""

    creature: CreatureMet
    cell: Point


class CreatureAttacked(SeatFact):
    """A seat attacks a creature."""

    creature: CreatureMet
    card: Annotated[Literal["sword", "crossbow"], Meta(description="With which card")]


class CreatureDefeated(SeatFact):
    """A creature is defeated and leaves the game."""

    creature: CreatureMet
    cell: Point


class CreatureMoved(Fact):
    """A creature makes one single move, before any fall."""

    creature: CreatureMet
    move: Annotated[Literal["step", "jump", "dig", "crawl", "fly", "burrow", "cross"], Meta(description="In which way")]
    from_cell: Point
    to_cell: Point
    cells: Points


class CreaturePhaseBegan(Fact):
    """The creatures' moves begin."""

    creatures: Annotated[list[CreatureKind], Meta(description="Who moves, in this order")]


class MarkerLeftField(Fact):
    """A target marker leaves the field."""

    creature: CreatureMet


class MarkerPutOnCharacter(SeatFact):
    """A creature hunts a character."""

    creature: CreatureMet


class MarkerPutOnLure(SeatFact):
    """A creature is lured."""

    creature: CreatureMet
    cell: Point


class MarkerPutOnTile(SeatFact):
    """A creature goes for the tile its target has come to."""

    creature: CreatureMet
    place: Place


class MonsterWounded(SeatFact):
    """The monster loses 1 health."""

    left: Annotated[int, Meta(description="The health it has now", ge=0)]


class PlantAttacked(SeatFact):
    """The plant attacks the character on its tile."""


class WebLaid(Fact):
    """A web is laid where the spider was placed."""

    place: Place


class WebRemoved(Fact):
    """The web is removed with the spider."""

    place: Place


class WormReturnedToRock(Fact):
    """A worm returns into rock."""

    from_cell: Point
    to_cell: Point


FACTS: Final = facts_of(
    *(AttackFailed, CharacterHit, ContactMade, CreatureAttacked, CreatureDefeated, CreatureMoved),
    *(CreaturePhaseBegan, MarkerLeftField, MarkerPutOnCharacter, MarkerPutOnLure, MarkerPutOnTile),
    *(MonsterWounded, PlantAttacked, WebLaid, WebRemoved, WormReturnedToRock),
)
