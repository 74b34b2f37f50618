"""The shapes of the facts of rounds and turns."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.the_descent.words.shapes.parts import Cards, Seat, SeatFact
from delvebook.domain.shapes import Fact, Meta, facts_of


class CollapseBegan(Fact):
    """No tile was opened in the round; everybody in play rolls."""

    seats: Annotated[list[Seat], Meta(description="Who rolls, in this order")]


class DieRolled(SeatFact):
    """A seat rolls its die in a collapse."""

    die: Annotated[int, Meta(description="What it shows", ge=1, le=6)]
    level: Annotated[int, Meta(description="The level of its character; 0 on a bottom tile", ge=0, le=6)]
    struck: Annotated[bool, Meta(description="Whether it is about to lose health")]


class GameEnded(Fact):
    """The game is over."""

    reason: Annotated[Literal["all_arrived", "round_limit"], Meta(description="Why")]
    hands: Annotated[list[Cards], Meta(description="By seat, its hand")]
    points: Annotated[list[int], Meta(description="By seat, its points")]


class RoundBegan(Fact):
    """A round begins."""

    round: Annotated[int, Meta(description="Its number", ge=1)]


class TurnBegan(SeatFact):
    """A turn begins."""

    endurance: Annotated[int, Meta(description="The endurance it has", ge=1, le=5)]
    weak: Annotated[bool, Meta(description="Whether web or plant weaken it: no equipment")]


class TurnEnded(SeatFact):
    """A turn is over."""


class TurnOrderSet(Fact):
    """The turn order is set."""

    seats: Annotated[list[Seat], Meta(description="The seats in turn order")]


FACTS: Final = facts_of(
    *(CollapseBegan, DieRolled, GameEnded, RoundBegan, TurnBegan, TurnEnded, TurnOrderSet),
)
