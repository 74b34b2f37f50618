"""The shape of the details of an outcome."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from delvebook.domain.rulesets.runebound.words.shapes.parts import Round
from delvebook.domain.shapes import Meta


class Details(TypedDict):
    """The length of the game, and the raises and gold of each seat."""

    rounds: Round
    turns: Annotated[int, Meta(ge=1, description="How many turns were played.")]
    raises: Annotated[list[int], Meta(description="By seat, how many raises were bought.")]
    gold: Annotated[list[int], Meta(description="By seat, its gold at the end.")]


DETAILS: Final = Details
