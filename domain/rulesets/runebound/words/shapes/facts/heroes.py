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
    """The seat uses an ability of a card."""

    index: Index


class AbilityWorked(CardFact):
    """An ability of a card works by itself."""


class AllyDied(CardFact):
    """An ally of the seat falls."""


class CardGained(CardFact):
    """The seat receives a card."""


class CardGivenUp(CardFact):
    """The seat gives up a card because it has too many of its kind."""


class CardLeftTheGame(Fact):
    """A card goes to the out pile of a colour."""

    card: Card
    colour: Colour


class CardTurnedDown(CardFact):
    """The seat turns a card face down."""


class ExperienceNoted(SeatFact):
    """The seat notes down experience."""

    n: Number


class ExperiencePaid(SeatFact):
    """The seat pays experience."""

    cost: Experience
    from_paper: Experience
    counters: PerColour
    change: PerColour
    to_paper: Experience


class FatigueRested(SeatFact):
    """Fatigue is removed from a hero or an ally."""

    character: Character
    n: Number


class FatigueSuffered(SeatFact):
    """A hero or an ally suffers fatigue."""

    character: Character
    n: Number


class GoldGained(SeatFact):
    """The seat gains gold."""

    n: Number


class GoldLost(SeatFact):
    """The seat loses gold; 0 if it has none."""

    n: Number
    threatened: Annotated[int, Meta(ge=1, description="How much was to be lost; `n` is less if there was less.")]


class HeroKnockedOut(SeatFact):
    """The hero is knocked out."""


class HeroRecovered(SeatFact):
    """The hero is rid of all wounds and fatigue."""


class LossesPaid(SeatFact):
    """The seat pays for its knockout with gold and unspent experience."""

    gold: Gold
    counters: PerColour
    paper: Experience
    experience: Experience


class RollFailed(SeatFact):
    """A roll of a hero or an ally fails."""

    character: Character
    roll: Roll
    dice: Thrown
    attribute: Added
    bonus: Bonus
    total: Total
    target: Target


class RollSucceeded(SeatFact):
    """A roll of a hero or an ally succeeds."""

    character: Character
    roll: Roll
    dice: Thrown
    attribute: Added
    bonus: Bonus
    total: Total
    target: Target


class SkillUsed(SeatFact):
    """The seat uses a skill of its hero and takes fatigue for the bonus."""

    skill: Skill
    times: Number
    bonus: Bonus


class StatRaised(SeatFact):
    """The seat raises a stat of its hero for experience."""

    stat: Stat
    raises: Number
    cost: Experience


class WoundsHealed(SeatFact):
    """Wounds are removed from a hero or an ally."""

    character: Character
    n: Number


class WoundsPrevented(SeatFact):
    """The seat prevents wounds."""

    n: Number


class WoundsSuffered(SeatFact):
    """A hero or an ally suffers wounds."""

    character: Character
    n: Number


FACTS: Final = facts_of(
    *(AbilityUsed, AbilityWorked, AllyDied, CardGained, CardGivenUp, CardLeftTheGame, CardTurnedDown),
    *(ExperienceNoted, ExperiencePaid, FatigueRested, FatigueSuffered, GoldGained, GoldLost, HeroKnockedOut),
    *(HeroRecovered, LossesPaid, RollFailed, RollSucceeded, SkillUsed, StatRaised, WoundsHealed, WoundsPrevented),
    WoundsSuffered,
)
