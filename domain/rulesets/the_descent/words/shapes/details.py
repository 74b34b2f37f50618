"""The shape of the details of an outcome."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from delvebook.domain.rulesets.the_descent.words.shapes.parts import Seat
from delvebook.domain.shapes import Meta


class Details(TypedDict):
    """The length of the game, who arrived, and the health that decides ties."""

    rounds: Annotated[int, Meta(description="How many rounds were played", ge=1)]
    arrived: Annotated[list[Seat], Meta(description="The seats that arrived")]
    health: Annotated[list[int], Meta(description="By seat, its health, which decides ties")]


DETAILS: Final = Details
