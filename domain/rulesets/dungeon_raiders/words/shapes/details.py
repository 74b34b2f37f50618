"""The shape of the details of an outcome."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from delvebook.domain.rulesets.dungeon_raiders.words.shapes.parts import Life, Seat, Seats, Status, Treasure
from delvebook.domain.shapes import Meta


class Standing(TypedDict):
    """A seat as it stands at the end."""

    seat: Seat
    character: Annotated[str, Meta(description="The character; see the catalogue's components")]
    life: Life
    treasure: Treasure
    status: Annotated[Status, Meta(description="Whether the character has survived")]


class Details(TypedDict):
    """The seats as they stood at the end, and those that collapsed."""

    collapsed: Annotated[Seats, Meta(description="The living seats that cannot win, having the least life")]
    final: Annotated[list[Standing], Meta(description="Every seat, in order")]


DETAILS: Final = Details
