"""The shapes of the facts of characters: their moves, falls, health and points."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.words.shapes.parts import Cause, Culprit, Length, Point, SeatFact
from delvebook.domain.shapes import Meta, facts_of


class CharacterArrived(SeatFact):
    """A character rests on a bottom tile and is out of play."""

    cell: Point
    cards: Annotated[int, Meta(description="How many cards it holds", ge=0)]


class CharacterDied(SeatFact):
    """A character dies and starts again."""

    cause: Annotated[
        Literal["fall", "collapse", "contact", "hit", "attack", "surrender"], Meta(description="Of what it dies")
    ]
    creature: Culprit
    points: Annotated[int, Meta(description="The points it loses", ge=0)]


class CharacterMoved(SeatFact):
    """A character moves, before any fall."""

    how: Annotated[Literal["step", "jump", "rope", "pick", "push"], Meta(description="In which way")]
    from_cell: Point
    to_cell: Point


class CharacterPlaced(SeatFact):
    """A character is placed on the Start tile."""

    cell: Point


class CharacterWentBack(SeatFact):
    """The monster sends a character back to the cell it came from."""

    from_cell: Point
    to_cell: Point


class FallKilled(SeatFact):
    """A fall kills for certain."""

    length: Length


class FallUndone(SeatFact):
    """Insurance undoes a fall."""

    cell: Annotated[Point, Meta(description="Where the character is again")]


class HealthGained(SeatFact):
    """A seat gains health."""

    health: Annotated[int, Meta(description="How much", ge=1)]
    left: Annotated[int, Meta(description="How much it has now", ge=0)]


class HealthLost(SeatFact):
    """A seat loses health."""

    health: Annotated[int, Meta(description="How much", ge=1)]
    threatened: Annotated[int, Meta(description="How much it would have been with enough health", ge=1)]
    left: Annotated[int, Meta(description="How much it has now", ge=0)]
    cause: Cause
    creature: Culprit


class JumpWentOn(SeatFact):
    """A jump has a second part."""

    from_cell: Point
    to_cell: Point


class LossAverted(SeatFact):
    """A card saves health."""

    card: Annotated[Literal["sword", "shield", "lamp"], Meta(description="Which card")]
    cause: Cause
    creature: Culprit
    amount: Annotated[int, Meta(description="How much health", ge=1)]


class MovementCancelled(SeatFact):
    """A character stays where it was."""

    cell: Annotated[Point, Meta(description="Where it stays")]
    because: Annotated[Literal["rock", "choice"], Meta(description="Whether for rock or by choice")]


class PointsGained(SeatFact):
    """A seat gains points."""

    points: Annotated[int, Meta(description="How many", ge=1)]
    total: Annotated[int, Meta(description="How many it has now", ge=0)]
    why: Annotated[Literal["tile", "coin", "chest", "creature", "cards"], Meta(description="For what")]


class PointsLost(SeatFact):
    """A seat loses points for a turn after another's arrival."""

    points: Annotated[int, Meta(description="How many", ge=0)]
    total: Annotated[int, Meta(description="How many it has now", ge=0)]


class Surrendered(SeatFact):
    """A seat gives its character up."""


FACTS: Final = facts_of(
    *(CharacterArrived, CharacterDied, CharacterMoved, CharacterPlaced, CharacterWentBack, FallKilled),
    *(FallUndone, HealthGained, HealthLost, JumpWentOn, LossAverted, MovementCancelled, PointsGained, PointsLost),
    Surrendered,
)
