"""The shapes of the facts of combat."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Bonus,
    Card,
    Character,
    Hex,
    Kind,
    Number,
    Roll,
    Round,
    Seat,
    Seats,
    Target,
    Thrown,
    Wounds,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

What = Annotated[list[str], Meta(description="What is lowered: attributes, or kinds of attack for their damage.")]


class AttackGranted(Fact):
    """The fact `attack_granted`."""

    seat: Seat


class CombatBegan(Fact):
    """The fact `combat_began`."""

    seat: Seat
    card: Card


class CombatRoundBegan(Fact):
    """The fact `combat_round_began`."""

    round: Round
    fighter_seat: Seat


class CombatStopped(Fact):
    """The fact `combat_stopped`."""

    rounds: Round


class DamageRaised(Fact):
    """The fact `damage_raised`."""

    seat: Seat
    character: Character
    n: Number


class DuelBegan(Fact):
    """The fact `duel_began`."""

    seat: Seat
    other_seat: Seat


class DuelEnded(Fact):
    """The fact `duel_ended`."""

    seat: Seat
    loser_seat: Seat


class DuelUndecided(Fact):
    """The fact `duel_undecided`."""

    seats: Seats


class EnemyBeaten(Fact):
    """The fact `enemy_beaten`."""

    seat: Seat
    card: Card


class EnemyHampered(Fact):
    """The fact `enemy_hampered`."""

    seat: Seat
    what: What
    n: Number


class EnemyHealed(Fact):
    """The fact `enemy_healed`."""

    card: Card
    n: Number


class EnemyWounded(Fact):
    """The fact `enemy_wounded`."""

    seat: Seat
    card: Card
    n: Number
    wounds: Wounds


class Escaped(Fact):
    """The fact `escaped`."""

    seat: Seat


class HeroClungOn(Fact):
    """The fact `hero_clung_on`."""

    seat: Seat
    wounds: Wounds


class HeroRetreated(Fact):
    """The fact `hero_retreated`."""

    seat: Seat
    hex: Hex


class NothingToDefend(Fact):
    """The fact `nothing_to_defend`."""

    seat: Seat
    kind: Kind


class SpoilsLeft(Fact):
    """The fact `spoils_left`."""

    seat: Seat
    loser_seat: Seat


class SpoilsTaken(Fact):
    """The fact `spoils_taken`."""

    seat: Seat
    loser_seat: Seat
    card: Card


class StepSkipped(Fact):
    """The fact `step_skipped`."""

    kind: Kind


class TargetThrown(Fact):
    """The fact `target_thrown`."""

    seat: Seat
    roll: Roll
    dice: Thrown
    bonus: Bonus
    number: Target


FACTS: Final = facts_of(
    *(AttackGranted, CombatBegan, CombatRoundBegan, CombatStopped, DamageRaised, DuelBegan, DuelEnded),
    *(DuelUndecided, EnemyBeaten, EnemyHampered, EnemyHealed, EnemyWounded, Escaped, HeroClungOn, HeroRetreated),
    *(NothingToDefend, SpoilsLeft, SpoilsTaken, StepSkipped, TargetThrown),
)
