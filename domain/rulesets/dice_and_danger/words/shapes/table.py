"""The shape of the table as each kind of viewer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NotRequired, TypeAlias, TypedDict

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES
from delvebook.domain.rulesets.dice_and_danger.words.shapes.parts import (
    BONUSES,
    CELLS,
    CLOUDS,
    ROOMS,
    RUBBLE,
    SEATS,
    STEPS,
    USES,
    WHITE,
    Ability,
    Adventure,
    Cell,
    CloudNumber,
    DamageByRoom,
    Die,
    EndReason,
    Face,
    Phase,
    Progress,
    Rank,
    Rating,
    Room,
    Round,
    Status,
    StepName,
    Sum,
)
from delvebook.domain.shapes import Meta


class Sheet(TypedDict):
    """One seat's sheet: its marks, and what follows from them. All counters of boxes count what is left."""

    alive: Annotated[bool, Meta(description="False once the skull is crossed and the round settled.")]
    visited: Annotated[list[str], Meta(max_length=CELLS, description="The visited cells, in the order of visiting.")]
    rubble: Annotated[
        list[str], Meta(max_length=RUBBLE, description="Rubble cells with one of their two boxes crossed.")
    ]
    clouds: Annotated[
        dict[str, CloudNumber],
        Meta(
            max_length=CLOUDS,
            description="By cloud cell, the number written there; empty while the viewer may not know it.",
        ),
    ]
    damage: Annotated[
        dict[str, int], Meta(max_length=ROOMS, description="By monster, the health boxes crossed; only those above 0.")
    ]
    trophies: Annotated[
        dict[str, Rank],
        Meta(max_length=ROOMS, description="By defeated monster, whether it fell first here; settled ones only."),
    ]
    bonuses: Annotated[
        dict[str, Rank], Meta(max_length=BONUSES, description="By bonus scored, whether the seat was among the first.")
    ]
    abilities: Annotated[list[Ability], Meta(max_length=len(ABILITIES), description="The abilities taken, in order.")]
    symbols: Annotated[int, Meta(ge=0, le=6, description="Black-die symbols left, from start and chest together.")]
    starting_symbols: Annotated[
        int, Meta(ge=0, le=3, description="Those of `symbols` that were there from the start; they are crossed first.")
    ]
    torches: Annotated[int, Meta(ge=0, le=2, description="Torches left.")]
    extra: Annotated[int, Meta(ge=0, le=3, description="Boxes of Extra Life left; they are crossed before the track.")]
    life: Annotated[int, Meta(ge=0, le=10, description="Marks of the life track left, the skull included.")]
    unlocked: Annotated[
        dict[str, Annotated[list[int], Meta(max_length=WHITE)]],
        Meta(max_length=ROOMS, description="By monster, its white numbers that are unlocked on this sheet."),
    ]
    reached: Annotated[list[str], Meta(max_length=ROOMS, description="The monsters whose rooms are reached.")]
    defeated: Annotated[list[str], Meta(max_length=ROOMS, description="The monsters with all health boxes crossed.")]
    progress: Progress
    gems: Annotated[int, Meta(ge=0, description="Gems so far; at the end with those for damage to the boss.")]
    gold: Annotated[int, Meta(ge=0, description="Gold so far.")]
    points: Annotated[int | None, Meta(description="The score as it stands; null for the dead, except in solo.")]


class Marks(TypedDict):
    """What the last settled round changed on one sheet."""

    visited: Annotated[
        list[str],
        Meta(max_length=2 * USES, description="The cells visited in that round, in order; a gate is two of them."),
    ]
    rubble: Annotated[
        list[str], Meta(max_length=USES, description="The rubble half cleared in that round and no further.")
    ]
    damage: DamageByRoom


class Pair(TypedDict):
    """One of a seat's two pairs of dice."""

    dice: Annotated[list[Die], Meta(min_length=2, max_length=2, description="The two dice, ascending.")]
    sum: Sum
    status: Status


class Step(TypedDict):
    """A step of this round: the action `mark` without its type. Which parameters it has depends on `step`."""

    step: StepName
    pairs: NotRequired[
        Annotated[
            list[Annotated[list[Die], Meta(min_length=2, max_length=2)]],
            Meta(min_length=2, max_length=2, description="With `pairs`: two pairs of dice."),
        ]
    ]
    pair: NotRequired[
        Annotated[int, Meta(ge=0, le=1, description="With `visit`, `attack`, `skip`: the first or second pair.")]
    ]
    cell: NotRequired[Cell]
    room: NotRequired[Room]
    ability: NotRequired[Ability]


class Marking(TypedDict):
    """A seat's round so far, which the other seats do not see before the settlement."""

    sheet: Annotated[Sheet, Meta(description="The sheet with the marks of this round.")]
    pairs: Annotated[list[Pair], Meta(max_length=2, description="The two pairs; empty before they are chosen.")]
    dealt: Annotated[int, Meta(ge=0, description="Health boxes crossed in this round by the seat's own steps.")]
    steps: Annotated[list[Step], Meta(max_length=STEPS, description="The steps made in this round, in order.")]


class Turn(TypedDict):
    """A seat's progress in this phase, for viewers who may see its marks as well."""

    steps_made: Annotated[int, Meta(ge=0, description="Steps of this round made, or cloud numbers written.")]
    finished: Annotated[bool, Meta(description="Whether the seat has nothing more to do in this phase.")]
    marking: Annotated[Marking | None, Meta(description="The seat's round so far; null if it is hidden from you.")]


class PublicTurn(TypedDict):
    """A seat's progress in this phase, as everybody sees it."""

    steps_made: Annotated[int, Meta(ge=0, description="Steps of this round made, or cloud numbers written.")]
    finished: Annotated[bool, Meta(description="Whether the seat has nothing more to do in this phase.")]
    marking: Annotated[None, Meta(description="Always null: the marks of other seats are hidden.")]


class Question(TypedDict):
    """What you are asked now, with what the answer is chosen from."""

    asked: Annotated[
        Literal[
            "roll_dice",
            "write_cloud",
            "choose_pairs",
            "use_pairs",
            "finish_strike",
            "choose_ability",
            "use_torches",
        ],
        Meta(description="What is to be decided."),
    ]
    cells: NotRequired[
        Annotated[list[str], Meta(max_length=CLOUDS, description="With `write_cloud`: the clouds without a number.")]
    ]
    numbers: NotRequired[
        Annotated[
            list[CloudNumber],
            Meta(
                max_length=len(CONTENT.figures.cloud_numbers),
                description="With `write_cloud`: the numbers not written yet.",
            ),
        ]
    ]
    abilities: NotRequired[
        Annotated[
            list[Ability], Meta(max_length=len(ABILITIES), description="With `choose_ability`: those not taken yet.")
        ]
    ]
    room: NotRequired[Annotated[str, Meta(description="With `finish_strike`: the dinosaur struck.")]]


class _Common(TypedDict):
    """What every viewer sees alike."""

    adventure: Adventure
    solo: Annotated[bool, Meta(description="Whether the solo rules hold.")]
    phase: Phase
    round: Round
    active_seat: Annotated[int, Meta(ge=0, le=3, description="The active seat, which rolls the dice.")]
    dice: Annotated[
        list[Face],
        Meta(max_length=5, description="The last roll: four white dice, then the black one; empty before the first."),
    ]
    first_defeats: Annotated[
        dict[str, Round], Meta(max_length=ROOMS, description="By monster, the round in which it first fell.")
    ]
    first_bonuses: Annotated[
        dict[str, Round], Meta(max_length=BONUSES, description="By bonus, the round in which it was first scored.")
    ]
    last_round: Annotated[
        list[Marks | None],
        Meta(
            max_length=SEATS,
            description="By seat, what the last settled round marked; null for the dead; empty before.",
        ),
    ]
    end: Annotated[EndReason | None, Meta(description="Why the game is over; null while it goes on.")]
    rating: Annotated[Rating | None, Meta(description="The rating of a finished solo game; null in any other.")]
    sheets: Annotated[
        list[Sheet], Meta(min_length=1, max_length=SEATS, description="By seat, the sheet as of the last settlement.")
    ]


class SeatTable(_Common):
    """The table of Dungeons, Dice & Danger as a seat sees it."""

    you: Annotated[int, Meta(ge=0, le=3, description="Your seat.")]
    question: Annotated[Question | None, Meta(description="What you are asked now; null if you owe no decision.")]
    turns: Annotated[
        list[Turn], Meta(max_length=SEATS, description="By seat, how far it is; your own with your marks.")
    ]


class SpectatorTable(_Common):
    """The table of Dungeons, Dice & Danger as a spectator sees it."""

    you: Annotated[None, Meta(description="Always null.")]
    question: Annotated[None, Meta(description="Always null.")]
    turns: Annotated[list[PublicTurn], Meta(max_length=SEATS, description="By seat, how far it is.")]


class ArbiterTable(_Common):
    """The table of Dungeons, Dice & Danger as an arbiter sees it. After the end everybody sees it so."""

    you: Annotated[None, Meta(description="Always null.")]
    question: Annotated[None, Meta(description="Always null.")]
    turns: Annotated[list[Turn], Meta(max_length=SEATS, description="By seat, how far it is, with its marks.")]


View: TypeAlias = SeatTable | SpectatorTable | ArbiterTable

TABLE: Final[Mapping[str, type]] = {
    "seat": SeatTable,
    "spectator": SpectatorTable,
    "arbiter": ArbiterTable,
    "public": ArbiterTable,
}
"""By kind of viewer, the shape of the table."""
