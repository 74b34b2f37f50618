"""What the members of views and facts are made of, each with its description."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.labyrinth.actions import REACH
from delvebook.domain.rulesets.labyrinth.box.grid import EXIT_BITS
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.ending import END_REASONS
from delvebook.domain.shapes import Meta

LOCATIONS: Final = sum(type_ == "location" for type_ in CONTENT.types.values())
TEAM_MAX: Final = max(CONTENT.team_sizes) + 1
"""The Knights of the largest team, and the Mage."""


def one_of(description: str, *values: str | int) -> Meta:
    """The description of a value that is one of these."""
    return Meta(description=description, extra_json_schema={"enum": list(values)})


def _card(description: str, *types: str) -> Meta:
    """The description of a card of these types."""
    return one_of(description, *(card for card, type_ in CONTENT.types.items() if type_ in types))


def count(description: str, most: int) -> Meta:
    """The description of a number from 0."""
    return Meta(description=description, ge=0, le=most)


Seat = Annotated[int, Meta(description="The player's seat, which is the only one", ge=0, le=0)]
Colour = Annotated[str, one_of("A colour", *CONTENT.colours)]
RivalColour = Annotated[str, one_of("A rival, by the colour of its Hero card and token", *CONTENT.colours)]
Kind = Annotated[str, one_of("A kind of Trophy", *CONTENT.beats)]
Card = Annotated[str, one_of("A card", *CONTENT.types)]
Character = Annotated[str, _card("A Character: a Knight or the Mage", "knight", "mage")]
Knight = Annotated[str, _card("A Knight", "knight")]
Trophy = Annotated[str, _card("A Trophy", "trophy")]
Steambot = Annotated[str, _card("A Steambot", "steambot")]
Cage = Annotated[str, _card("A Cage", "cage")]
Special = Annotated[str, _card("A Special", "special")]
Location = Annotated[str, _card("A Location", "location")]
Hero = Annotated[str, _card("A Hero card", "hero")]
Exit = Annotated[str, one_of("A side of a Location, clockwise from the north", *EXIT_BITS)]
X = Annotated[int, Meta(description="The column of a cell; it grows to the east", ge=-REACH, le=REACH)]
Y = Annotated[int, Meta(description="The row of a cell; it grows to the south", ge=-REACH, le=REACH)]
Coordinate = Annotated[int, Meta(ge=-REACH, le=REACH)]
Cell = Annotated[list[Coordinate], Meta(description="A cell: [x, y]", min_length=2, max_length=2)]
Rotation = Annotated[int, one_of("How the card lies: 0 is upright, 180 turned around", 0, 180)]
LaidCount = Annotated[
    int, count("How many Locations from the deck are laid; at the limit the game ends", CONTENT.location_limit)
]
DeckCount = Annotated[int, count("How many cards are in the deck", CONTENT.deck_size)]
Turn = Annotated[int, count("The number of the turn; 0 while the starting Trophy is placed", CONTENT.deck_size)]
Knights = Annotated[int, count("How many Knights are in the team; the Mage is not counted", max(CONTENT.team_sizes))]
Trophies = Annotated[int, count("How many Trophies the team holds", TEAM_MAX)]
Moves = Annotated[int, Meta(description="The least number of passages from the player to the Chest", ge=1)]
Place = Annotated[int, Meta(description="The place, which is the number of moves to the Chest; 1 is the best", ge=1)]
Reason = Annotated[str, one_of("Why the game ended", *END_REASONS)]
Won = Annotated[str, one_of("Whether the player has won or lost", "won", "lost")]
