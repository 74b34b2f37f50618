"""The shapes of the facts of what heroes have, suffer and use."""

from __future__ import annotations

from typing import Annotated, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Bonus,
    Card,
    CardFact,
    Character,
    Colour,
    Experience,
    Gold,
    Index,
    Number,
    PerColour,
    Roll,
    SeatFact,
    Skill,
    Stat,
    Target,
    Thrown,
)
from delvebook.domain.shapes import Fact, Meta, facts_of

Added = Annotated[int, Meta(description="The attribute that is added.")]
Total = Annotated[int, Meta(description="Dice, attribute and bonus together.")]


class AbilityUsed(CardFact):
    """The fact `ability_used`."""

    index: Index


class AbilityWorked(CardFact):
    """The fact `ability_worked`."""


class AllyDied(CardFact):
    """The fact `ally_died`."""


class CardGained(CardFact):
    """The fact `card_gained`."""


class CardGivenUp(CardFact):
    """The fact `card_given_up`."""


class CardLeftTheGame(Fact):
    """The fact `card_left_the_game`."""

    card: Card
    colour: Colour


class CardTurnedDown(CardFact):
    """The fact `card_turned_down`."""


class ExperienceNoted(SeatFact):
    """The fact `experience_noted`."""

    n: Number


class ExperiencePaid(SeatFact):
    """The fact `experience_paid`."""

    cost: Experience
    from_paper: Experience
    counters: PerColour
    change: PerColour
    to_paper: Experience


class FatigueRested(SeatFact):
    """The fact `fatigue_rested`."""

    character: Character
    n: Number


class FatigueSuffered(SeatFact):
    """The fact `fatigue_suffered`."""

    character: Character
    n: Number


class GoldGained(SeatFact):
    """The fact `gold_gained`."""

    n: Number


class GoldLost(SeatFact):
    """The fact `gold_lost`."""

    n: Number


class HeroKnockedOut(SeatFact):
    """The fact `hero_knocked_out`."""


class HeroRecovered(SeatFact):
    """The fact `hero_recovered`."""


class LossesPaid(SeatFact):
    """The fact `losses_paid`."""

    gold: Gold
    counters: PerColour
    paper: Experience
    experience: Experience


class RollFailed(SeatFact):
    """The fact `roll_failed`."""

    character: Character
    roll: Roll
    dice: Thrown
    attribute: Added
    bonus: Bonus
    total: Total
    target: Target


class RollSucceeded(SeatFact):
    """The fact `roll_succeeded`."""

    character: Character
    roll: Roll
    dice: Thrown
    attribute: Added
    bonus: Bonus
    total: Total
    target: Target


class SkillUsed(SeatFact):
    """The fact `skill_used`."""

    skill: Skill
    times: Number
    bonus: Bonus


class StatRaised(SeatFact):
    """The fact `stat_raised`."""

    stat: Stat
    raises: Number
    cost: Experience


class WoundsHealed(SeatFact):
    """The fact `wounds_healed`."""

    character: Character
    n: Number


class WoundsPrevented(SeatFact):
    """The fact `wounds_prevented`."""

    n: Number


class WoundsSuffered(SeatFact):
    """The fact `wounds_suffered`."""

    character: Character
    n: Number


FACTS: Final = facts_of(
    *(AbilityUsed, AbilityWorked, AllyDied, CardGained, CardGivenUp, CardLeftTheGame, CardTurnedDown),
    *(ExperienceNoted, ExperiencePaid, FatigueRested, FatigueSuffered, GoldGained, GoldLost, HeroKnockedOut),
    *(HeroRecovered, LossesPaid, RollFailed, RollSucceeded, SkillUsed, StatRaised, WoundsHealed, WoundsPrevented),
    WoundsSuffered,
)
