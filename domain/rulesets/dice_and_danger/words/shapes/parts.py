"""
What the members of views and facts are made of, each with its description.

Cells are named as on the adventure's map in the catalogue (`c01`, `c02`, …), rooms by their monsters (`goose`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES
from delvebook.domain.shapes import Meta

SEATS: Final = 4
ROOMS: Final = max(len(dungeon.rooms) for dungeon in CONTENT.dungeons.values())
CELLS: Final = max(len(dungeon.cells) for dungeon in CONTENT.dungeons.values())
CLOUDS: Final = max(len(dungeon.clouds) for dungeon in CONTENT.dungeons.values())
BONUSES: Final = max(len(dungeon.bonuses) for dungeon in CONTENT.dungeons.values())
WHITE: Final = max(len(room.white) for dungeon in CONTENT.dungeons.values() for room in dungeon.rooms.values())
RUBBLE: Final = max(
    sum(cell.kind == "rubble" for cell in dungeon.cells.values()) for dungeon in CONTENT.dungeons.values()
)
USES: Final = 2 + CONTENT.figures.chest_torches
"""What a seat may use in a round: two pairs, and all its torches."""
STEPS: Final = 1 + USES + len(ABILITIES) + 1
"""The steps of a round: the pairs are chosen, everything is used, every ability is taken, and it is done."""

Adventure = Annotated[
    Literal["animals", "cultists", "pyramid", "dinosaurs"],
    Meta(description="The adventure; the map of that id in the catalogue."),
]
Phase = Annotated[
    Literal["clouds", "roll", "mark", "over"],
    Meta(description="What is going on: cloud numbers are written, the roll is due, the round is marked, or all over."),
]
Cell = Annotated[str, Meta(description="A cell of the adventure's map.")]
Room = Annotated[str, Meta(description="A monster of the adventure and its room.")]
BonusId = Annotated[str, Meta(description="A bonus reward of the adventure.")]
Ability = Annotated[
    Literal["extra_life", "torches", "black_dice"], Meta(description="An ability that chests give, each once a sheet.")
]
Seat = Annotated[int, Meta(ge=0, le=3, description="A seat, counted from 0.")]
Seats = Annotated[list[Seat], Meta(description="Seats, counted from 0, ascending.")]
Round = Annotated[int, Meta(ge=0, description="A round, counted from 1; 0 while cloud numbers are written.")]
Face = Annotated[int, Meta(ge=1, le=6, description="What a die shows.")]
Sum = Annotated[int, Meta(ge=2, le=12, description="The sum of two dice.")]
Die = Annotated[int, Meta(ge=0, le=4, description="A die: 0 to 3 are white, 4 is the black one.")]
CloudNumber = Annotated[int, Meta(ge=3, le=11, description="A number written into a cloud.")]
Rank = Annotated[
    Literal["first", "later"], Meta(description="Whether the seat was among the first, or others had been before.")
]
Status = Annotated[Literal["open", "used", "skipped"], Meta(description="What has become of the pair.")]
StepName = Annotated[
    Literal["pairs", "visit", "attack", "attack_armoured", "skip", "torch_visit", "torch_attack", "ability", "done"],
    Meta(description="The kind of step."),
]
Points = Annotated[int, Meta(description="Victory points; below 0 if life costs more than treasure brings.")]
Rating = Annotated[int, Meta(ge=1, le=8, description="The solo rating; table `ratings` of the catalogue.")]
EndReason = Annotated[
    Literal["last_monster", "all_dead", "all_monsters", "died"], Meta(description="Why the game is over.")
]
DamageByRoom = Annotated[
    dict[str, int], Meta(max_length=ROOMS, description="By monster, health boxes; only those above 0.")
]
Progress = Annotated[
    dict[str, int],
    Meta(
        max_length=BONUSES,
        description="By bonus, how much of what it `needs` is done; more may be done than is needed.",
    ),
]
