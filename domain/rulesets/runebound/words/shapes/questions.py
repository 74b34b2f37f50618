"""The shapes of what is asked, and of what follows by itself."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from delvebook.domain.rulesets.runebound.words.shapes.bounds import FREE_USES, LOOT, MARKET, MOVEMENT_DICE, OWNED
from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Attribute,
    Cards,
    Character,
    Clause,
    Colour,
    EffectSeen,
    EffectsSeen,
    Faces,
    Fatigue,
    Hexes,
    Index,
    Kind,
    Roll,
    Seat,
    Skill,
    Town,
    Towns,
    Wounds,
)
from delvebook.domain.shapes import Meta


class FreeUse(TypedDict):
    """An ability without cost that has been used in this window."""

    source: Annotated[str, Meta(description="`hero`, or the card whose ability it is.")]
    index: Index


UsedUp = Annotated[
    list[FreeUse], Meta(max_length=FREE_USES, description="Abilities without cost that were used in this window.")
]


class RollSeen(TypedDict):
    """A roll that may still be thrown again."""

    seat: Seat
    character: Character
    roll: Roll
    attribute: Annotated[int, Meta(description="The attribute that is added.")]
    bonus: Annotated[int, Meta(description="Everything else that is added.")]
    target: Annotated[int, Meta(description="The number to reach.")]
    aim: Annotated[str, Meta(description="What it decides: attack, defence, escape or test.")]
    ok: Annotated[bool, Meta(description="Whether it succeeded.")]
    purpose: NotRequired[Annotated[str, Meta(description="Of a test: `card` for the card's own, `rule` for a rule's.")]]
    fail: NotRequired[EffectsSeen]
    clause: NotRequired[Annotated[str | None, Meta(description="The clause by which failing a rule's test works.")]]


class _Asks(TypedDict):
    seat: Annotated[int, Meta(ge=0, le=5, description="The seat that decides.")]


class _AsksInWindow(_Asks):
    used_up: UsedUp


class AsksMoveChoice(_AsksInWindow):
    """The movement phase: rest, throw the movement dice, step one hex, or stay."""

    asks: Annotated[Literal["move_choice"], Meta(description="What is asked.")]
    rested: Annotated[int, Meta(ge=0, description="How many movement dice have been rested.")]
    dice_left: Annotated[int, Meta(ge=0, description="How many movement dice would be thrown now.")]


class AsksChoosePath(_AsksInWindow):
    """The movement dice are on the table: where to go with them."""

    asks: Annotated[Literal["choose_path"], Meta(description="What is asked.")]
    dice: Faces
    wild: Annotated[
        list[int], Meta(max_length=MOVEMENT_DICE, description="Which of the dice pay for any terrain, counted from 0.")
    ]


class AsksAdventureChoice(_AsksInWindow):
    """Attempt the adventure of the hex, attack a hero on it, or neither."""

    asks: Annotated[Literal["adventure_choice"], Meta(description="What is asked.")]


class AsksCommitTest(_Asks):
    """A test is due: how often the skill is used, and what boosts it."""

    asks: Annotated[Literal["commit_test"], Meta(description="What is asked.")]
    purpose: Annotated[
        str, Meta(description="Whose test it is: `card` for the card's own, `rule` for a rule of an enemy.")
    ]
    attribute: Attribute
    skill: Skill
    target: Annotated[int, Meta(ge=0, description="The number to reach.")]
    fail: EffectsSeen
    clause: Annotated[
        str | None, Meta(description="The clause by which failing brings `fail`; null for the card's own test.")
    ]


class AsksBeforeCombat(_AsksInWindow):
    """Which abilities to use before the combat."""

    asks: Annotated[Literal["before_combat"], Meta(description="What is asked.")]


class AsksRoundStart(_AsksInWindow):
    """Escape, or fight on."""

    asks: Annotated[Literal["round_start"], Meta(description="What is asked.")]


class AsksRetreatChoice(_Asks):
    """Go back one hex after an escape, or stay."""

    asks: Annotated[Literal["retreat_choice"], Meta(description="What is asked.")]


class AsksDefenceRoll(_AsksInWindow):
    """In a fight of heroes, the target's throw."""

    asks: Annotated[Literal["defence_roll"], Meta(description="What is asked.")]
    kind: Kind


class AsksCombatStep(_Asks):
    """A step of the combat round: who attacks, or whether the hero defends."""

    asks: Annotated[Literal["combat_step"], Meta(description="What is asked.")]
    kind: Kind


class AsksWindowFail(_AsksInWindow):
    """A roll has failed: whether an ability mends it."""

    asks: Annotated[Literal["window_fail"], Meta(description="What is asked.")]
    roll: RollSeen


class AsksWindowHit(_AsksInWindow):
    """A hit is about to count: whether an ability strengthens it."""

    asks: Annotated[Literal["window_hit"], Meta(description="What is asked.")]
    character: Character
    kind: Kind
    wounds: Wounds


class AsksWindowWounds(_AsksInWindow):
    """The hero is about to suffer wounds: whether an ability keeps them off."""

    asks: Annotated[Literal["window_wounds"], Meta(description="What is asked.")]
    kind: Kind
    wounds: Wounds
    soaked: Annotated[str | None, Meta(description="The ally that has taken wounds instead of the hero.")]
    clause: Clause


class AsksWindowKnockout(_AsksInWindow):
    """The hero is about to be knocked out: whether an ability saves it."""

    asks: Annotated[Literal["window_knockout"], Meta(description="What is asked.")]


class AsksChooseExhaust(_Asks):
    """The enemy turns artifacts face down: which."""

    asks: Annotated[Literal["choose_exhaust"], Meta(description="What is asked.")]
    n: Annotated[int, Meta(ge=1, description="How many.")]
    clause: Clause
    to_choose_from: Annotated[Cards, Meta(max_length=OWNED)]


class AsksChooseTown(_Asks):
    """A hero knocked out wakes in one of the nearest towns."""

    asks: Annotated[Literal["choose_town"], Meta(description="What is asked.")]
    towns: Towns


class AsksChooseDiscard(_Asks):
    """The hero has too many cards of a kind: which is given up."""

    asks: Annotated[Literal["choose_discard"], Meta(description="What is asked.")]
    limit: Annotated[str, Meta(description="The kind of which there are too many: weapon, armour or ally.")]
    to_choose_from: Annotated[Cards, Meta(max_length=OWNED)]


class AsksChooseLoot(_Asks):
    """Which of the cards turned up is kept."""

    asks: Annotated[Literal["choose_loot"], Meta(description="What is asked.")]
    cards: Annotated[Cards, Meta(max_length=LOOT)]
    clause: Clause


class AsksTakeSpoils(_Asks):
    """Which card of the hero beaten is taken."""

    asks: Annotated[Literal["take_spoils"], Meta(description="What is asked.")]
    loser_seat: Seat
    to_choose_from: Annotated[Cards, Meta(max_length=OWNED)]


class AsksMarket(_AsksInWindow):
    """What to buy, hire, sell, or have healed."""

    asks: Annotated[Literal["market"], Meta(description="What is asked.")]
    town: Town
    prices: Annotated[
        dict[str, int], Meta(max_length=MARKET, description="By card on this market, what this seat pays for it.")
    ]
    heal_price: Annotated[
        int | None, Meta(description="What healing one character costs; null while nobody is healed.")
    ]


class AsksExperience(_Asks):
    """Which stat to raise, or to end the turn."""

    asks: Annotated[Literal["experience"], Meta(description="What is asked.")]


class _Then(TypedDict):
    seat: Seat


class _ThenInWindow(_Then):
    used_up: UsedUp


class ThenDraw(TypedDict):
    """The next card of the adventure is drawn."""

    step: Annotated[Literal["draw"], Meta(description="What comes.")]
    colour: Colour
    clause: Clause


class ThenCloseCard(TypedDict):
    """The card overcome leaves the table, unless it is kept."""

    step: Annotated[Literal["close_card"], Meta(description="What comes.")]


class ThenAfterWin(_Then):
    """The winner's abilities for after a win work."""

    step: Annotated[Literal["after_win"], Meta(description="What comes.")]
    clause: Clause


class ThenSetBack(TypedDict):
    """The card is not overcome: it goes to the track, or out of the game."""

    step: Annotated[Literal["set_back"], Meta(description="What comes.")]
    clause: Clause


class ThenLosses(_Then):
    """The hero knocked out pays its losses and recovers."""

    step: Annotated[Literal["losses"], Meta(description="What comes.")]


class ThenChooseTown(_Then):
    """The hero knocked out is brought to a nearest town."""

    step: Annotated[Literal["choose_town"], Meta(description="What comes.")]


class ThenChooseDiscard(_Then):
    """The hero gives up what it has too many of."""

    step: Annotated[Literal["choose_discard"], Meta(description="What comes.")]


class ThenTakeSpoils(_Then):
    """The winner may take a card of the hero beaten."""

    step: Annotated[Literal["take_spoils"], Meta(description="What comes.")]
    loser_seat: Seat


class ThenWalk(_Then):
    """The hero goes on along its path."""

    step: Annotated[Literal["walk"], Meta(description="What comes.")]
    path: Annotated[Hexes, Meta(max_length=MOVEMENT_DICE)]
    clause: Clause


class ThenSuffer(_Then):
    """A hero suffers."""

    step: Annotated[Literal["suffer"], Meta(description="What comes.")]
    wounds: Wounds
    fatigue: Fatigue
    clause: Clause


class ThenWorld(TypedDict):
    """An effect of the event that has been placed."""

    step: Annotated[Literal["world"], Meta(description="What comes.")]
    effect: EffectSeen


class ThenResult(TypedDict):
    """A result of success or failure, for the active hero."""

    step: Annotated[Literal["result"], Meta(description="What comes.")]
    effect: EffectSeen
    clause: Clause


class ThenEnemyRule(TypedDict):
    """A rule of the enemy works."""

    step: Annotated[Literal["enemy_rule"], Meta(description="What comes.")]
    effect: EffectSeen
    clause: Clause


class ThenEnemyRules(TypedDict):
    """The rules of the enemy for that moment work."""

    step: Annotated[Literal["enemy_rules"], Meta(description="What comes.")]
    when: Annotated[str, Meta(description="The moment: before, round or on_wound.")]


class ThenCombatRound(TypedDict):
    """The next round of the combat begins."""

    step: Annotated[Literal["combat_round"], Meta(description="What comes.")]


class ThenBeforeCombat(_ThenInWindow):
    """A seat may use abilities before the combat."""

    step: Annotated[Literal["before_combat"], Meta(description="What comes.")]


class ThenRoundStart(_ThenInWindow):
    """The fighter may escape."""

    step: Annotated[Literal["round_start"], Meta(description="What comes.")]


class ThenDefenceRoll(_ThenInWindow):
    """The target throws for its defence."""

    step: Annotated[Literal["defence_roll"], Meta(description="What comes.")]
    kind: Kind


class ThenCombatStep(_Then):
    """The fighter plays a step."""

    step: Annotated[Literal["combat_step"], Meta(description="What comes.")]
    kind: Kind


class ThenSkipStep(TypedDict):
    """A step is left out."""

    step: Annotated[Literal["skip_step"], Meta(description="What comes.")]
    kind: Kind


class ThenWindowKnockout(_ThenInWindow):
    """It is seen whether the hero is knocked out."""

    step: Annotated[Literal["window_knockout"], Meta(description="What comes.")]


class ThenMarket(_AsksInWindow):
    """The market goes on, once a hero with too many allies has sent one away."""

    step: Annotated[Literal["market"], Meta(description="What comes.")]
    town: Town


class ThenAllyCheck(_Then):
    """It is seen whether the ally has fallen."""

    step: Annotated[Literal["ally_check"], Meta(description="What comes.")]
    ally: Annotated[str, Meta(description="The ally's card.")]


Question = (
    AsksMoveChoice
    | AsksChoosePath
    | AsksAdventureChoice
    | AsksCommitTest
    | AsksBeforeCombat
    | AsksRoundStart
    | AsksRetreatChoice
    | AsksDefenceRoll
    | AsksCombatStep
    | AsksWindowFail
    | AsksWindowHit
    | AsksWindowWounds
    | AsksWindowKnockout
    | AsksChooseExhaust
    | AsksChooseTown
    | AsksChooseDiscard
    | AsksChooseLoot
    | AsksTakeSpoils
    | AsksMarket
    | AsksExperience
)
"""What a seat is asked; `asks` says which it is."""

StillToCome = (
    ThenDraw
    | ThenCloseCard
    | ThenAfterWin
    | ThenSetBack
    | ThenLosses
    | ThenChooseTown
    | ThenChooseDiscard
    | ThenTakeSpoils
    | ThenWalk
    | ThenSuffer
    | ThenWorld
    | ThenResult
    | ThenEnemyRule
    | ThenEnemyRules
    | ThenCombatRound
    | ThenBeforeCombat
    | ThenRoundStart
    | ThenDefenceRoll
    | ThenCombatStep
    | ThenSkipStep
    | ThenWindowKnockout
    | ThenMarket
    | ThenAllyCheck
)
"""Something that follows by itself; `step` says what."""
