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
    """The hero may attack once more in this combat round."""


class CombatBegan(CardFact):
    """The seat fights the enemy on a card."""


class CombatRoundBegan(Fact):
    """A combat round begins."""

    round: Round
    fighter_seat: Seat


class CombatStopped(Fact):
    """The combat stops because nobody is beaten after the last round."""

    rounds: Round


class DamageRaised(SeatFact):
    """A hit does more damage."""

    character: Character
    n: Number


class DuelBegan(SeatFact):
    """The seat attacks another seat's hero."""

    other_seat: Seat


class DuelEnded(SeatFact):
    """The seat beats another seat's hero."""

    loser_seat: Seat


class DuelUndecided(Fact):
    """The fight of two heroes ends without a winner."""

    seats: Seats


class EnemyBeaten(CardFact):
    """The seat beats the enemy on a card."""


class EnemyHampered(SeatFact):
    """The seat weakens the enemy until the combat is over."""

    what: What
    n: Number


class EnemyHealed(Fact):
    """The enemy recovers from wounds; from 0 if it has none."""

    card: Card
    n: Number


class EnemyWounded(CardFact):
    """The enemy suffers wounds."""

    n: Number
    wounds: Wounds


class Escaped(SeatFact):
    """The seat escapes from the fight."""


class HeroClungOn(SeatFact):
    """The hero stays on its feet instead of being knocked out."""

    wounds: Wounds


class HeroRetreated(SeatFact):
    """The hero goes back to the hex it came from."""

    hex: Hex


class NothingToDefend(SeatFact):
    """The seat defends without a throw, because the enemy does no damage of that kind."""

    kind: Kind


class SpoilsLeft(SeatFact):
    """The seat takes nothing from the hero it has beaten."""

    loser_seat: Seat


class SpoilsTaken(CardFact):
    """The seat takes a card from the hero it has beaten."""

    loser_seat: Seat


class StepSkipped(Fact):
    """A step of the combat round is not played against this enemy."""

    kind: Kind


class TargetThrown(SeatFact):
    """The seat throws for another hero: the number to beat."""

    roll: Roll
    dice: Thrown
    bonus: Bonus
    number: Target


FACTS: Final = facts_of(
    *(AttackGranted, CombatBegan, CombatRoundBegan, CombatStopped, DamageRaised, DuelBegan, DuelEnded),
    *(DuelUndecided, EnemyBeaten, EnemyHampered, EnemyHealed, EnemyWounded, Escaped, HeroClungOn, HeroRetreated),
    *(NothingToDefend, SpoilsLeft, SpoilsTaken, StepSkipped, TargetThrown),
)
