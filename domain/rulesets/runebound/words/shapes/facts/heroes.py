"""The shapes of the facts of what heroes have, suffer and use."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Bonus,
    Card,
    Character,
    Colour,
    Experience,
    Gold,
    Index,
    Number,
    PerColour,
    Roll,
    Seat,
    Skill,
    Stat,
    Target,
    Thrown,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Added = Annotated[int, Meta(description="The attribute that is added.")]
Total = Annotated[int, Meta(description="Dice, attribute and bonus together.")]


class AbilityUsed(Fact):
    """The fact `ability_used`."""

    seat: Seat
    card: Card
    index: Index


class AbilityWorked(Fact):
    """The fact `ability_worked`."""

    seat: Seat
    card: Card


class AllyDied(Fact):
    """The fact `ally_died`."""

    seat: Seat
    card: Card


class CardGained(Fact):
    """The fact `card_gained`."""

    seat: Seat
    card: Card


class CardGivenUp(Fact):
    """The fact `card_given_up`."""

    seat: Seat
    card: Card


class CardLeftTheGame(Fact):
    """The fact `card_left_the_game`."""

    card: Card
    colour: Colour


class CardTurnedDown(Fact):
    """The fact `card_turned_down`."""

    seat: Seat
    card: Card


class ExperienceNoted(Fact):
    """The fact `experience_noted`."""

    seat: Seat
    n: Number


class ExperiencePaid(Fact):
    """The fact `experience_paid`."""

    seat: Seat
    cost: Experience
    from_paper: Experience
    counters: PerColour
    change: PerColour
    to_paper: Experience


class FatigueRested(Fact):
    """The fact `fatigue_rested`."""

    seat: Seat
    character: Character
    n: Number


class FatigueSuffered(Fact):
    """The fact `fatigue_suffered`."""

    seat: Seat
    character: Character
    n: Number


class GoldGained(Fact):
    """The fact `gold_gained`."""

    seat: Seat
    n: Number


class GoldLost(Fact):
    """The fact `gold_lost`."""

    seat: Seat
    n: Number


class HeroKnockedOut(Fact):
    """The fact `hero_knocked_out`."""

    seat: Seat


class HeroRecovered(Fact):
    """The fact `hero_recovered`."""

    seat: Seat


class LossesPaid(Fact):
    """The fact `losses_paid`."""

    seat: Seat
    gold: Gold
    counters: PerColour
    paper: Experience
    experience: Experience


class RollFailed(Fact):
    """The fact `roll_failed`."""

    seat: Seat
    character: Character
    roll: Roll
    dice: Thrown
    attribute: Added
    bonus: Bonus
    total: Total
    target: Target


class RollSucceeded(Fact):
    """The fact `roll_succeeded`."""

    seat: Seat
    character: Character
    roll: Roll
    dice: Thrown
    attribute: Added
    bonus: Bonus
    total: Total
    target: Target


class SkillUsed(Fact):
    """The fact `skill_used`."""

    seat: Seat
    skill: Skill
    times: Number
    bonus: Bonus


class StatRaised(Fact):
    """The fact `stat_raised`."""

    seat: Seat
    stat: Stat
    raises: Number
    cost: Experience


class WoundsHealed(Fact):
    """The fact `wounds_healed`."""

    seat: Seat
    character: Character
    n: Number


class WoundsPrevented(Fact):
    """The fact `wounds_prevented`."""

    seat: Seat
    n: Number


class WoundsSuffered(Fact):
    """The fact `wounds_suffered`."""

    seat: Seat
    character: Character
    n: Number


FACTS: Final = facts_of(
    *(AbilityUsed, AbilityWorked, AllyDied, CardGained, CardGivenUp, CardLeftTheGame, CardTurnedDown),
    *(ExperienceNoted, ExperiencePaid, FatigueRested, FatigueSuffered, GoldGained, GoldLost, HeroKnockedOut),
    *(HeroRecovered, LossesPaid, RollFailed, RollSucceeded, SkillUsed, StatRaised, WoundsHealed, WoundsPrevented),
    WoundsSuffered,
)
