"""The shapes of the facts of characters: their moves, falls, health and points."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.words.shapes.parts import Cause, Culprit, Length, Point, Seat
from delvebook.domain.shapes import Fact, Meta, facts_of


class CharacterArrived(Fact):
    """A character rests on a bottom tile and is out of play."""

    seat: Seat
    cell: Point
    cards: Annotated[int, Meta(description="How many cards it holds", ge=0)]


class CharacterDied(Fact):
    """A character dies and starts again."""

    seat: Seat
    cause: Annotated[
        Literal["fall", "collapse", "contact", "hit", "attack", "surrender"], Meta(description="Of what it dies")
    ]
    creature: Culprit
    points: Annotated[int, Meta(description="The points it loses", ge=0)]


class CharacterMoved(Fact):
    """A character moves, before any fall."""

    seat: Seat
    how: Annotated[Literal["step", "jump", "rope", "pick", "push"], Meta(description="In which way")]
    from_cell: Point
    to_cell: Point


class CharacterPlaced(Fact):
    """A character is placed on the Start tile."""

    seat: Seat
    cell: Point


class CharacterWentBack(Fact):
    """The monster sends a character back to the cell it came from."""

    seat: Seat
    from_cell: Point
    to_cell: Point


class FallKilled(Fact):
    """A fall kills for certain."""

    seat: Seat
    length: Length


class FallUndone(Fact):
    """Insurance undoes a fall."""

    seat: Seat
    cell: Annotated[Point, Meta(description="Where the character is again")]


class HealthGained(Fact):
    """A seat gains health."""

    seat: Seat
    health: Annotated[int, Meta(description="How much", ge=1)]
    left: Annotated[int, Meta(description="How much it has now", ge=0)]


class HealthLost(Fact):
    """A seat loses health."""

    seat: Seat
    health: Annotated[int, Meta(description="How much", ge=1)]
    left: Annotated[int, Meta(description="How much it has now", ge=0)]
    cause: Cause
    creature: Culprit


class JumpWentOn(Fact):
    """A jump has a second part."""

    seat: Seat
    from_cell: Point
    to_cell: Point


class LossAverted(Fact):
    """A card saves health."""

    seat: Seat
    card: Annotated[Literal["sword", "shield", "lamp"], Meta(description="Which card")]
    cause: Cause
    creature: Culprit
    amount: Annotated[int, Meta(description="How much health", ge=1)]


class MovementCancelled(Fact):
    """A character stays where it was."""

    seat: Seat
    cell: Annotated[Point, Meta(description="Where it stays")]
    because: Annotated[Literal["rock", "choice"], Meta(description="Whether for rock or by choice")]


class PointsGained(Fact):
    """A seat gains points."""

    seat: Seat
    points: Annotated[int, Meta(description="How many", ge=1)]
    total: Annotated[int, Meta(description="How many it has now", ge=0)]
    why: Annotated[Literal["tile", "coin", "chest", "creature", "cards"], Meta(description="For what")]


class PointsLost(Fact):
    """A seat loses points for a turn after another's arrival."""

    seat: Seat
    points: Annotated[int, Meta(description="How many", ge=0)]
    total: Annotated[int, Meta(description="How many it has now", ge=0)]


class Surrendered(Fact):
    """A seat gives its character up."""

    seat: Seat


FACTS: Final = facts_of(
    *(CharacterArrived, CharacterDied, CharacterMoved, CharacterPlaced, CharacterWentBack, FallKilled),
    *(FallUndone, HealthGained, HealthLost, JumpWentOn, LossAverted, MovementCancelled, PointsGained, PointsLost),
    Surrendered,
)
