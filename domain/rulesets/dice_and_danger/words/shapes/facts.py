"""The shapes of the facts."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypedDict

from delvebook.domain.rulesets.dice_and_danger.words.shapes.parts import (
    Ability,
    Adventure,
    BonusId,
    Cell,
    CloudNumber,
    Die,
    EndReason,
    Face,
    Points,
    Rating,
    Room,
    Round,
    Seat,
    Seats,
    Sum,
)
from delvebook.domain.shapes import Fact, Meta, facts_of


class SeatFact(Fact):
    """A fact about one seat."""

    seat: Seat


class AdventureChosen(Fact):
    """The game begins."""

    adventure: Adventure
    seats: Annotated[list[Seat], Meta(description="The seats that play; one alone plays solo.")]


class FirstSeatSet(SeatFact):
    """The seat is the first active one."""

    drawn: Annotated[bool, Meta(description="Whether the lot decided, and not an option.")]


class CloudsBegun(Fact):
    """Everybody writes cloud numbers."""

    numbers: Annotated[list[CloudNumber], Meta(description="The numbers, each to be written once.")]


class CloudNumberWritten(SeatFact):
    """The seat has written a number that the others do not see yet."""

    written: Annotated[int, Meta(ge=1, le=8, description="How many it has written.")]
    finished: Annotated[bool, Meta(description="Whether it has written all.")]


class CloudWritten(SeatFact):
    """Which number the seat wrote where, for that seat alone."""

    cell: Cell
    number: CloudNumber


class CloudsRevealed(SeatFact):
    """The seat's cloud numbers are shown."""

    clouds: Annotated[dict[str, CloudNumber], Meta(description="By cloud cell, its number.")]


class DiceRolled(SeatFact):
    """The active seat rolls."""

    round: Round
    dice: Annotated[list[Face], Meta(min_length=5, max_length=5, description="Four white dice, then the black one.")]


class StepMade(SeatFact):
    """The seat has made a step that the others do not see yet."""

    steps_made: Annotated[int, Meta(ge=1, description="How many it has made in this round.")]
    finished: Annotated[bool, Meta(description="Whether it has finished the round.")]


class ChosenPair(TypedDict):
    """A pair as it was chosen."""

    dice: Annotated[list[Die], Meta(min_length=2, max_length=2, description="The two dice.")]
    faces: Annotated[list[Face], Meta(min_length=2, max_length=2, description="What they show.")]
    sum: Sum


class PairsChosen(SeatFact):
    """The seat makes its two pairs."""

    pairs: Annotated[list[ChosenPair], Meta(min_length=2, max_length=2, description="The first and the second pair.")]


class BlackSymbolCrossed(SeatFact):
    """The seat pays for the black die."""

    left: Annotated[int, Meta(ge=0, le=5, description="Black-die symbols left.")]


class TorchSpent(SeatFact):
    """The seat spends a torch."""

    left: Annotated[int, Meta(ge=0, le=1, description="Torches left.")]


class _CellFact(SeatFact):
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


class RoomReached(SeatFact):
    """A monster can be attacked from now on."""

    room: Room


class RoomOpened(SeatFact):
    """A room is reached whose monster had fallen from afar: it is a passage."""

    room: Room


class NumberUnlocked(SeatFact):
    """A white number of a monster can be used from now on."""

    room: Room
    number: Sum


class GoldFound(SeatFact):
    """The seat gets one gold."""


class GemFound(SeatFact):
    """The seat gets one gem."""


class ChestOpened(SeatFact):
    """The seat visits a chest and is to choose an ability."""

    abilities: Annotated[list[Ability], Meta(description="Those it can choose from.")]


class AbilityTaken(SeatFact):
    """The seat takes an ability."""

    ability: Ability


class StrikeBegun(SeatFact):
    """The first pair of a strike on an armoured dinosaur is used; the second must follow."""

    room: Room
    sum: Sum


class DamageDealt(SeatFact):
    """Health boxes of a monster are crossed on the seat's sheet."""

    room: Room
    amount: Annotated[int, Meta(ge=1, le=3, description="Boxes crossed.")]
    threatened: Annotated[int, Meta(ge=1, le=3, description="The damage dealt; what finds no box is lost.")]
    source: Annotated[
        Literal["pair", "both_pairs", "torch", "fist", "worm", "splash"], Meta(description="What dealt the damage.")
    ]
    left: Annotated[int, Meta(ge=0, description="Health boxes left.")]


class MonsterFell(SeatFact):
    """A monster's last health box is crossed on the seat's sheet; the reward follows at the settlement."""

    room: Room
    open: Annotated[bool, Meta(description="Whether the room is reached, and so a passage now.")]


class PairSkipped(SeatFact):
    """The seat leaves a pair unused."""

    sum: Sum
    use: Annotated[bool, Meta(description="Whether there was a use for a pair; in solo one may then be given up.")]


class TorchesKept(SeatFact):
    """The seat finishes its round with torches left."""

    left: Annotated[int, Meta(ge=1, le=2, description="Torches left.")]


class MarksRevealed(Fact):
    """The round is marked; everybody's steps are told next."""

    round: Round
    seats: Annotated[list[Seat], Meta(description="The seats that marked.")]


class LifeLost(SeatFact):
    """The seat loses life at the settlement."""

    reason: Annotated[Literal["skipped_pairs", "no_damage", "hearts"], Meta(description="What it costs life.")]
    room: Annotated[Room | None, Meta(description="The monster whose hearts cost it; null for other reasons.")]
    amount: Annotated[int, Meta(ge=0, description="How much is lost.")]
    threatened: Annotated[int, Meta(ge=1, description="How much was to be lost; more than there is has no effect.")]
    extra: Annotated[int, Meta(ge=0, le=3, description="Boxes of Extra Life crossed for it.")]
    track: Annotated[int, Meta(ge=0, le=10, description="Marks of the life track crossed for it.")]
    left: Annotated[int, Meta(ge=0, le=10, description="Marks of the life track left.")]


class MonsterDefeated(SeatFact):
    """The reward for a defeated monster."""

    room: Room
    by: Annotated[
        Literal["marks", "splash", "worm"],
        Meta(description="Whether it fell by the seat's own marks, by a splash, or by a coil that a splash felled."),
    ]
    first: Annotated[bool, Meta(description="Whether the seat is among the first.")]
    gems: Annotated[int, Meta(ge=0, description="Gems it brings.")]
    hearts: Annotated[int, Meta(ge=0, description="Life it costs.")]


class BonusScored(SeatFact):
    """The seat completes a bonus."""

    bonus: BonusId
    first: Annotated[bool, Meta(description="Whether the seat is among the first.")]
    gems: Annotated[int, Meta(ge=0, description="Gems it brings.")]


class SeatDied(SeatFact):
    """The seat has crossed its skull."""


class ActivePassed(SeatFact):
    """The next round begins; the seat is the active one."""

    from_seat: Annotated[int, Meta(ge=0, le=3, description="The seat that was active before.")]
    round: Round


class GameEnded(Fact):
    """The game is over."""

    reason: EndReason
    round: Round


class SheetScored(SeatFact):
    """What the seat's sheet is worth at the end."""

    gems: Annotated[int, Meta(ge=0, description="All its gems, those for damage to the boss included.")]
    boss_gems: Annotated[int, Meta(ge=0, description="Those for damage to a boss that is not defeated.")]
    gold: Annotated[int, Meta(ge=0, description="Its gold.")]
    life_value: Annotated[int, Meta(ge=0, le=9, description="Points subtracted for lost life; 0 in solo.")]
    points: Points


class SoloRated(SeatFact):
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


FACTS: Final = facts_of(
    *(AdventureChosen, FirstSeatSet, CloudsBegun, CloudNumberWritten, CloudWritten, CloudsRevealed, DiceRolled),
    *(StepMade, PairsChosen, BlackSymbolCrossed, TorchSpent, RubbleCrossed, CellVisited, RoomReached, RoomOpened),
    *(NumberUnlocked, GoldFound, GemFound, ChestOpened, AbilityTaken, StrikeBegun, DamageDealt, MonsterFell),
    *(PairSkipped, TorchesKept, MarksRevealed, LifeLost, MonsterDefeated, BonusScored, SeatDied, ActivePassed),
    *(GameEnded, SheetScored, SoloRated, WinnersFound, NobodyWon),
)
