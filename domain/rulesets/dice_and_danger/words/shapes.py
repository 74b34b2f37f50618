"""
The shapes of what clients see: the table as each kind of viewer sees it, the facts, and the details of an outcome.

Cells are named as on the adventure's map in the catalogue (`c01`, `c02`, …), rooms by their monsters (`goose`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NotRequired, TypedDict

from delvebook.domain.shapes import Fact, Meta

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
DamageByRoom = Annotated[dict[str, int], Meta(description="By monster, health boxes; only those above 0.")]
Progress = Annotated[
    dict[str, int], Meta(description="By bonus, how much of what it `needs` is done; more may be done than is needed.")
]

# -- the table ------------------------------------------------------------------------------------


class Sheet(TypedDict):
    """One seat's sheet: its marks, and what follows from them. All counters of boxes count what is left."""

    alive: Annotated[bool, Meta(description="False once the skull is crossed and the round settled.")]
    visited: Annotated[list[str], Meta(description="The visited cells, in the order of visiting.")]
    rubble: Annotated[list[str], Meta(description="Rubble cells with one of their two boxes crossed.")]
    clouds: Annotated[
        dict[str, CloudNumber],
        Meta(description="By cloud cell, the number written there; empty while the viewer may not know it."),
    ]
    damage: Annotated[dict[str, int], Meta(description="By monster, the health boxes crossed; only those above 0.")]
    trophies: Annotated[
        dict[str, Rank], Meta(description="By defeated monster, whether it fell first here; settled ones only.")
    ]
    bonuses: Annotated[dict[str, Rank], Meta(description="By bonus scored, whether the seat was among the first.")]
    abilities: Annotated[list[Ability], Meta(description="The abilities taken, in order.")]
    symbols: Annotated[int, Meta(ge=0, le=6, description="Black-die symbols left, from start and chest together.")]
    starting_symbols: Annotated[
        int, Meta(ge=0, le=3, description="Those of `symbols` that were there from the start; they are crossed first.")
    ]
    torches: Annotated[int, Meta(ge=0, le=2, description="Torches left.")]
    extra: Annotated[int, Meta(ge=0, le=3, description="Boxes of Extra Life left; they are crossed before the track.")]
    life: Annotated[int, Meta(ge=0, le=10, description="Marks of the life track left, the skull included.")]
    unlocked: Annotated[
        dict[str, list[int]], Meta(description="By monster, its white numbers that are unlocked on this sheet.")
    ]
    reached: Annotated[list[str], Meta(description="The monsters whose rooms are reached.")]
    defeated: Annotated[list[str], Meta(description="The monsters with all health boxes crossed.")]
    progress: Progress
    gems: Annotated[int, Meta(ge=0, description="Gems so far; at the end with those for damage to the boss.")]
    gold: Annotated[int, Meta(ge=0, description="Gold so far.")]
    points: Annotated[int | None, Meta(description="The score as it stands; null for the dead, except in solo.")]


class Marks(TypedDict):
    """What the last settled round changed on one sheet."""

    visited: Annotated[list[str], Meta(description="The cells visited in that round, in order.")]
    rubble: Annotated[list[str], Meta(description="The rubble half cleared in that round and no further.")]
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
        Annotated[list[list[Die]], Meta(min_length=2, max_length=2, description="With `pairs`: two pairs of dice.")]
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
    steps: Annotated[list[Step], Meta(description="The steps made in this round, in order.")]


class Turn(TypedDict):
    """How far a seat is in this phase, for those who may see its marks as well."""

    steps_made: Annotated[int, Meta(ge=0, description="Steps of this round made, or cloud numbers written.")]
    finished: Annotated[bool, Meta(description="Whether the seat has nothing more to do in this phase.")]
    marking: Annotated[
        Marking | None, Meta(description="The seat's round so far; null where it is not for you to see.")
    ]


class PublicTurn(TypedDict):
    """How far a seat is in this phase, as everybody sees."""

    steps_made: Annotated[int, Meta(ge=0, description="Steps of this round made, or cloud numbers written.")]
    finished: Annotated[bool, Meta(description="Whether the seat has nothing more to do in this phase.")]
    marking: Annotated[None, Meta(description="Always null: what others mark is not for you to see.")]


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
    cells: NotRequired[Annotated[list[str], Meta(description="With `write_cloud`: the clouds without a number.")]]
    numbers: NotRequired[
        Annotated[list[CloudNumber], Meta(description="With `write_cloud`: the numbers not written yet.")]
    ]
    abilities: NotRequired[Annotated[list[Ability], Meta(description="With `choose_ability`: those not taken yet.")]]
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
    first_defeats: Annotated[dict[str, Round], Meta(description="By monster, the round in which it first fell.")]
    first_bonuses: Annotated[dict[str, Round], Meta(description="By bonus, the round in which it was first scored.")]
    last_round: Annotated[
        list[Marks | None],
        Meta(description="By seat, what the last settled round marked; null for the dead; empty before."),
    ]
    end: Annotated[EndReason | None, Meta(description="Why the game is over; null while it goes on.")]
    rating: Annotated[Rating | None, Meta(description="The rating of a finished solo game; null in any other.")]
    sheets: Annotated[
        list[Sheet], Meta(min_length=1, max_length=4, description="By seat, the sheet as of the last settlement.")
    ]


class SeatTable(_Common):
    """The table as a player at it sees it."""

    you: Annotated[int, Meta(ge=0, le=3, description="Your seat.")]
    question: Annotated[Question | None, Meta(description="What you are asked now; null if you owe no decision.")]
    turns: Annotated[list[Turn], Meta(description="By seat, how far it is; your own with your marks.")]


class SpectatorTable(_Common):
    """The table as somebody sees it who only looks on."""

    you: Annotated[None, Meta(description="Always null.")]
    question: Annotated[None, Meta(description="Always null.")]
    turns: Annotated[list[PublicTurn], Meta(description="By seat, how far it is.")]


class ArbiterTable(_Common):
    """The table as an arbiter sees it, and everybody once the game is over."""

    you: Annotated[None, Meta(description="Always null.")]
    question: Annotated[None, Meta(description="Always null.")]
    turns: Annotated[list[Turn], Meta(description="By seat, how far it is, with its marks.")]


TABLE: Final[Mapping[str, type]] = {
    "seat": SeatTable,
    "spectator": SpectatorTable,
    "arbiter": ArbiterTable,
    "public": ArbiterTable,
}
"""By kind of viewer, the shape of the table."""

# -- the facts ------------------------------------------------------------------------------------


class _SeatFact(Fact):
    seat: Seat


class AdventureChosen(Fact):
    """The game begins."""

    adventure: Adventure
    seats: Annotated[list[Seat], Meta(description="The seats that play; one alone plays solo.")]


class FirstSeatSet(_SeatFact):
    """The seat is the first active one."""

    drawn: Annotated[bool, Meta(description="Whether the lot decided, and not an option.")]


class CloudsBegun(Fact):
    """Everybody writes cloud numbers."""

    numbers: Annotated[list[CloudNumber], Meta(description="The numbers, each to be written once.")]


class CloudNumberWritten(_SeatFact):
    """The seat has written a number that the others do not see yet."""

    written: Annotated[int, Meta(ge=1, le=8, description="How many it has written.")]
    finished: Annotated[bool, Meta(description="Whether it has written all.")]


class CloudWritten(_SeatFact):
    """Which number the seat wrote where, for that seat alone."""

    cell: Cell
    number: CloudNumber


class CloudsRevealed(_SeatFact):
    """The seat's cloud numbers are shown."""

    clouds: Annotated[dict[str, CloudNumber], Meta(description="By cloud cell, its number.")]


class DiceRolled(_SeatFact):
    """The active seat rolls."""

    round: Round
    dice: Annotated[list[Face], Meta(min_length=5, max_length=5, description="Four white dice, then the black one.")]


class StepMade(_SeatFact):
    """The seat has made a step that the others do not see yet."""

    steps_made: Annotated[int, Meta(ge=1, description="How many it has made in this round.")]
    finished: Annotated[bool, Meta(description="Whether it has finished the round.")]


class ChosenPair(TypedDict):
    """A pair as it was chosen."""

    dice: Annotated[list[Die], Meta(min_length=2, max_length=2, description="The two dice.")]
    faces: Annotated[list[Face], Meta(min_length=2, max_length=2, description="What they show.")]
    sum: Sum


class PairsChosen(_SeatFact):
    """The seat makes its two pairs."""

    pairs: Annotated[list[ChosenPair], Meta(min_length=2, max_length=2, description="The first and the second pair.")]


class BlackSymbolCrossed(_SeatFact):
    """The seat pays for the black die."""

    left: Annotated[int, Meta(ge=0, le=5, description="Black-die symbols left.")]


class TorchSpent(_SeatFact):
    """The seat spends a torch."""

    left: Annotated[int, Meta(ge=0, le=1, description="Torches left.")]


class _CellFact(_SeatFact):
    cell: Cell
    x: Annotated[int, Meta(ge=0, description="Its column on the map, from 0 at the left.")]
    y: Annotated[int, Meta(ge=0, description="Its row on the map, from 0 at the top.")]


class RubbleCrossed(_CellFact):
    """The first of the two boxes of a rubble cell is crossed; the cell is not visited yet."""

    number: Sum
    by: Annotated[Literal["pair", "torch"], Meta(description="What was used.")]


class CellVisited(_CellFact):
    """A cell becomes visited."""

    kind: Annotated[str, Meta(description="The cell's kind.")]
    number: Annotated[int | None, Meta(description="Its number, printed or written; null if it has none.")]
    by: Annotated[Literal["pair", "torch", "gate"], Meta(description="What was used.")]


class RoomReached(_SeatFact):
    """A monster can be attacked from now on."""

    room: Room


class RoomOpened(_SeatFact):
    """A room is reached whose monster had fallen from afar: it is a passage."""

    room: Room


class NumberUnlocked(_SeatFact):
    """A white number of a monster can be used from now on."""

    room: Room
    number: Sum


class GoldFound(_SeatFact):
    """The seat gets one gold."""


class GemFound(_SeatFact):
    """The seat gets one gem."""


class ChestOpened(_SeatFact):
    """The seat visits a chest and is to choose an ability."""

    abilities: Annotated[list[Ability], Meta(description="Those it can choose from.")]


class AbilityTaken(_SeatFact):
    """The seat takes an ability."""

    ability: Ability


class StrikeBegun(_SeatFact):
    """The first pair of a strike on an armoured dinosaur is used; the second must follow."""

    room: Room
    sum: Sum


class DamageDealt(_SeatFact):
    """Health boxes of a monster are crossed on the seat's sheet."""

    room: Room
    amount: Annotated[int, Meta(ge=1, le=3, description="Boxes crossed.")]
    source: Annotated[
        Literal["pair", "both_pairs", "torch", "fist", "worm", "splash"], Meta(description="What dealt the damage.")
    ]
    left: Annotated[int, Meta(ge=0, description="Health boxes left.")]


class MonsterFell(_SeatFact):
    """A monster's last health box is crossed on the seat's sheet; the reward follows at the settlement."""

    room: Room
    open: Annotated[bool, Meta(description="Whether the room is reached, and so a passage now.")]


class PairSkipped(_SeatFact):
    """The seat leaves a pair unused."""

    sum: Sum
    use: Annotated[bool, Meta(description="Whether there was a use for a pair; in solo one may then be given up.")]


class TorchesKept(_SeatFact):
    """The seat finishes its round with torches left."""

    left: Annotated[int, Meta(ge=1, le=2, description="Torches left.")]


class MarksRevealed(Fact):
    """The round is marked; everybody's steps are told next."""

    round: Round
    seats: Annotated[list[Seat], Meta(description="The seats that marked.")]


class LifeLost(_SeatFact):
    """The seat loses life at the settlement."""

    reason: Annotated[Literal["skipped_pairs", "no_damage", "hearts"], Meta(description="What it costs life.")]
    amount: Annotated[int, Meta(ge=1, description="How much is lost; what the track has no marks for has no effect.")]
    extra: Annotated[int, Meta(ge=0, le=3, description="Boxes of Extra Life crossed for it.")]
    track: Annotated[int, Meta(ge=0, le=10, description="Marks of the life track crossed for it.")]
    left: Annotated[int, Meta(ge=0, le=10, description="Marks of the life track left.")]


class MonsterDefeated(_SeatFact):
    """The reward for a defeated monster."""

    room: Room
    by: Annotated[
        Literal["marks", "splash", "worm"],
        Meta(description="Whether it fell by the seat's own marks, by a splash, or by a coil that a splash felled."),
    ]
    first: Annotated[bool, Meta(description="Whether the seat is among the first.")]
    gems: Annotated[int, Meta(ge=0, description="Gems it brings.")]
    hearts: Annotated[int, Meta(ge=0, description="Life it costs.")]


class BonusScored(_SeatFact):
    """The seat completes a bonus."""

    bonus: BonusId
    first: Annotated[bool, Meta(description="Whether the seat is among the first.")]
    gems: Annotated[int, Meta(ge=0, description="Gems it brings.")]


class SeatDied(_SeatFact):
    """The seat has crossed its skull."""


class ActivePassed(_SeatFact):
    """The next round begins; the seat is the active one."""

    from_seat: Annotated[int, Meta(ge=0, le=3, description="The seat that was active before.")]
    round: Round


class GameEnded(Fact):
    """The game is over."""

    reason: EndReason
    round: Round


class SheetScored(_SeatFact):
    """What the seat's sheet is worth at the end."""

    gems: Annotated[int, Meta(ge=0, description="All its gems, those for damage to the boss included.")]
    gold: Annotated[int, Meta(ge=0, description="Its gold.")]
    life_value: Annotated[int, Meta(ge=0, le=9, description="Points subtracted for lost life; 0 in solo.")]
    points: Points


class SoloRated(_SeatFact):
    """How the solo game was played."""

    points: Points
    rating: Rating


class WinnersFound(Fact):
    """Who has won."""

    winning_seats: Seats
    points: Points
    by: Annotated[
        Literal["points", "lost_life"], Meta(description="Whether points decided, or of equal ones the more lost life.")
    ]


class NobodyWon(Fact):
    """Nobody is left alive, and nobody wins."""


FACTS: Final[Mapping[str, type]] = {
    "adventure_chosen": AdventureChosen,
    "first_seat_set": FirstSeatSet,
    "clouds_begun": CloudsBegun,
    "cloud_number_written": CloudNumberWritten,
    "cloud_written": CloudWritten,
    "clouds_revealed": CloudsRevealed,
    "dice_rolled": DiceRolled,
    "step_made": StepMade,
    "pairs_chosen": PairsChosen,
    "black_symbol_crossed": BlackSymbolCrossed,
    "torch_spent": TorchSpent,
    "rubble_crossed": RubbleCrossed,
    "cell_visited": CellVisited,
    "room_reached": RoomReached,
    "room_opened": RoomOpened,
    "number_unlocked": NumberUnlocked,
    "gold_found": GoldFound,
    "gem_found": GemFound,
    "chest_opened": ChestOpened,
    "ability_taken": AbilityTaken,
    "strike_begun": StrikeBegun,
    "damage_dealt": DamageDealt,
    "monster_fell": MonsterFell,
    "pair_skipped": PairSkipped,
    "torches_kept": TorchesKept,
    "marks_revealed": MarksRevealed,
    "life_lost": LifeLost,
    "monster_defeated": MonsterDefeated,
    "bonus_scored": BonusScored,
    "seat_died": SeatDied,
    "active_passed": ActivePassed,
    "game_ended": GameEnded,
    "sheet_scored": SheetScored,
    "solo_rated": SoloRated,
    "winners_found": WinnersFound,
    "nobody_won": NobodyWon,
}
"""By fact type, its shape."""

# -- the outcome ----------------------------------------------------------------------------------


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
    """What else there is to say about the end."""

    seats: Annotated[list[SeatDetails], Meta(description="By seat, how its score came about.")]
    rating: NotRequired[Rating]


DETAILS: Final = Details
"""The shape of an outcome's details."""
