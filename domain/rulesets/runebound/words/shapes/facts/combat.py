"""The shapes of the facts of combat."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Bonus,
    Card,
    CardFact,
    Character,
    Hex,
    Kind,
    Number,
    Roll,
    Round,
    Seat,
    SeatFact,
    Seats,
    Target,
    Thrown,
    Wounds,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

What = Annotated[list[str], Meta(description="What is lowered: attributes, or kinds of attack for their damage.")]


class AttackGranted(SeatFact):
    """The fact `attack_granted`."""


class CombatBegan(CardFact):
    """The fact `combat_began`."""


class CombatRoundBegan(Fact):
    """The fact `combat_round_began`."""

    round: Round
    fighter_seat: Seat


class CombatStopped(Fact):
    """The fact `combat_stopped`."""

    rounds: Round


class DamageRaised(SeatFact):
    """The fact `damage_raised`."""

    character: Character
    n: Number


class DuelBegan(SeatFact):
    """The fact `duel_began`."""

    other_seat: Seat


class DuelEnded(SeatFact):
    """The fact `duel_ended`."""

    loser_seat: Seat


class DuelUndecided(Fact):
    """The fact `duel_undecided`."""

    seats: Seats


class EnemyBeaten(CardFact):
    """The fact `enemy_beaten`."""


class EnemyHampered(SeatFact):
    """The fact `enemy_hampered`."""

    what: What
    n: Number


class EnemyHealed(Fact):
    """The fact `enemy_healed`."""

    card: Card
    n: Number


class EnemyWounded(CardFact):
    """The fact `enemy_wounded`."""

    n: Number
    wounds: Wounds


class Escaped(SeatFact):
    """The fact `escaped`."""


class HeroClungOn(SeatFact):
    """The fact `hero_clung_on`."""

    wounds: Wounds


class HeroRetreated(SeatFact):
    """The fact `hero_retreated`."""

    hex: Hex


class NothingToDefend(SeatFact):
    """The fact `nothing_to_defend`."""

    kind: Kind


class SpoilsLeft(SeatFact):
    """The fact `spoils_left`."""

    loser_seat: Seat


class SpoilsTaken(CardFact):
    """The fact `spoils_taken`."""

    loser_seat: Seat


class StepSkipped(Fact):
    """The fact `step_skipped`."""

    kind: Kind


class TargetThrown(SeatFact):
    """The fact `target_thrown`."""

    roll: Roll
    dice: Thrown
    bonus: Bonus
    number: Target


FACTS: Final = facts_of(
    *(AttackGranted, CombatBegan, CombatRoundBegan, CombatStopped, DamageRaised, DuelBegan, DuelEnded),
    *(DuelUndecided, EnemyBeaten, EnemyHampered, EnemyHealed, EnemyWounded, Escaped, HeroClungOn, HeroRetreated),
    *(NothingToDefend, SpoilsLeft, SpoilsTaken, StepSkipped, TargetThrown),
)
