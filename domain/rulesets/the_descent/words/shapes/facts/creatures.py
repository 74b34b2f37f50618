"""The shapes of the facts of creatures and their markers."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.words.shapes.parts import (
    CreatureKind,
    CreatureMet,
    Place,
    Point,
    Points,
    Seat,
)
from delvebook.domain.shapes import Fact, Meta, facts_of


class AttackFailed(Fact):
    """A blow or shot cannot defeat the creature (TD-153, TD-157, TD-161, TD-165)."""

    seat: Seat
    creature: CreatureMet
    card: Annotated[Literal["sword", "crossbow"], Meta(description="What it was attacked with")]


class CharacterHit(Fact):
    """A creature comes onto a character."""

    seat: Seat
    creature: CreatureMet


class ContactMade(Fact):
    """A character enters a creature's cell."""

    seat: Seat
    creature: CreatureMet
    cell: Point


class CreatureAttacked(Fact):
    """A seat attacks a creature."""

    seat: Seat
    creature: CreatureMet
    card: Annotated[Literal["sword", "crossbow"], Meta(description="With which card")]


class CreatureDefeated(Fact):
    """A creature is defeated and leaves the game."""

    seat: Seat
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


class MarkerPutOnCharacter(Fact):
    """A creature hunts a character."""

    creature: CreatureMet
    seat: Seat


class MarkerPutOnLure(Fact):
    """A creature is lured."""

    creature: CreatureMet
    seat: Seat
    cell: Point


class MarkerPutOnTile(Fact):
    """A creature goes for the tile its target has come to."""

    creature: CreatureMet
    seat: Seat
    place: Place


class MonsterWounded(Fact):
    """The monster loses 1 health."""

    seat: Seat
    left: Annotated[int, Meta(description="The health it has now", ge=0)]


class PlantAttacked(Fact):
    """The plant attacks the character on its tile."""

    seat: Seat


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
