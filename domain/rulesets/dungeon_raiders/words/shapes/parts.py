"""What the members of views and facts are made of, each with its description."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, ITEMS
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.ending import END_REASONS
from delvebook.domain.shapes import Meta

ITEM_CARDS: Final = sum(CONTENT.supply.values())
"""All items of the box."""

Seat = Annotated[int, Meta(description="A seat, counted from 0", ge=0, le=4)]
Seats = Annotated[list[Seat], Meta(description="Seats, counted from 0", max_length=5)]
Level = Annotated[int, Meta(description="A level of the dungeon, counted from 1", ge=1, le=5)]
RoomNumber = Annotated[int, Meta(description="A room of its level, counted from 1 on the left", ge=1, le=5)]
RoomCard = Annotated[str, Meta(description="A dungeon card or boss; see the catalogue's components")]
Card = Annotated[
    str, Meta(description="A card of a hand; see the catalogue's components", extra_json_schema={"enum": list(CARDS)})
]
Item = Annotated[
    str, Meta(description="An item; see the catalogue's components", extra_json_schema={"enum": list(ITEMS)})
]
Value = Annotated[int, Meta(description="The value of a played card", ge=1, le=5)]
Life = Annotated[int, Meta(description="Life", ge=0, le=10)]
Treasure = Annotated[int, Meta(description="Treasure", ge=0)]
Status = Literal["alive", "dead", "petrified"]
Turn = Literal["acts", "waits", "looked", "done"]
Reason = Annotated[str, Meta(description="Why the game is over", extra_json_schema={"enum": list(END_REASONS)})]
Chest = Annotated[int, Meta(description="The treasure in the chest", ge=1, le=4)]
Place = Annotated[
    Literal[1, 2], Meta(description="1: for the highest value; 2: the second chest, for the second highest value")
]
Strength = Annotated[int, Meta(description="The sum of values that beats the monster or boss", ge=1)]
