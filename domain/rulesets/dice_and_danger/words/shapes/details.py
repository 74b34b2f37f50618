"""The shape of the details of an outcome."""

from __future__ import annotations

from typing import Annotated, Final, NotRequired, TypedDict

from delvebook.domain.rulesets.dice_and_danger.words.shapes.parts import Rating
from delvebook.domain.shapes import Meta


class SeatDetails(TypedDict):
    """How a seat's score came about."""

    alive: Annotated[bool, Meta(description="Whether the seat was alive at the end.")]
    gems: Annotated[
        dict[str, int],
        Meta(description="Gems by source: cells, first, later, extra_life, boss_damage, and each bonus by its id."),
    ]
    gold: Annotated[int, Meta(ge=0, description="Gold.")]
    lost_life: Annotated[
        int, Meta(ge=0, le=10, description="Marks of the life track crossed; more is better in a tie.")
    ]
    life_value: Annotated[int, Meta(ge=0, le=9, description="Points subtracted for lost life; 0 in solo.")]
    points: Annotated[int | None, Meta(description="The score; null for the dead, except in solo.")]
    rank: Annotated[int | None, Meta(description="The place, from 1, shared ones alike; null if nobody is left alive.")]


class Details(TypedDict):
    """The scores behind an outcome, and the rating of a solo game."""

    seats: Annotated[list[SeatDetails], Meta(description="By seat, how its score came about.")]
    rating: NotRequired[Rating]


DETAILS: Final = Details
"""The shape of an outcome's details."""
