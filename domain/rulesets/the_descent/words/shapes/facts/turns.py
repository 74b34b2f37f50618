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


class CharacterScored(SeatFact):
    """What a seat has at the end of the game."""

    points: Annotated[int, Meta(description="Its points", ge=0)]
    health: Annotated[int, Meta(description="Its health, which decides between equal points", ge=0)]
    arrived: Annotated[bool, Meta(description="Whether its character has reached the bottom")]


class GameEnded(Fact):
    """The game is over."""

    reason: Annotated[Literal["all_arrived", "round_limit"], Meta(description="Why")]
    by: Annotated[
        Literal["points", "health", "arrival", "shared", "alone"],
        Meta(description="What decides the first place: equal points and health are shared; one seat plays alone"),
    ]
    winner_seats: Annotated[list[Seat], Meta(description="The first place")]
    tied_seats: Annotated[list[Seat], Meta(description="Who has as many points but less health")]
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
    *(CharacterScored, CollapseBegan, DieRolled, GameEnded, RoundBegan, TurnBegan, TurnEnded, TurnOrderSet),
)
