"""The shapes of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from delvebook.domain.rulesets.runebound.words.shapes.parts import (
    Card,
    Cards,
    Character,
    Colour,
    Dice,
    Experience,
    Faces,
    Gold,
    Hex,
    Hexes,
    Index,
    Kind,
    Number,
    PerColour,
    Roll,
    Round,
    Seat,
    Seats,
    Skill,
    Space,
    Stat,
    Terrain,
    Thrown,
    Town,
    Wounds,
)
from delvebook.domain.shapes import Fact, Meta

Deck = Annotated[str, Meta(description="The deck: market, or a colour.")]
Laid = Annotated[dict[str, list[str]], Meta(description="By colour, the hexes with a counter, in site order.")]
What = Annotated[list[str], Meta(description="What is lowered: attributes, or kinds of attack for their damage.")]
Covered = Annotated[str | None, Meta(description="The event that it covers; null in an empty event box.")]
Held = Annotated[str, Meta(description="The event on top of the event box.")]
Throws = Annotated[list[int], Meta(description="What each of the seats threw, in the same order.")]
Reason = Annotated[str, Meta(description="Why the game is over.")]
Added = Annotated[int, Meta(description="The attribute that is added.")]
Bonus = Annotated[int, Meta(description="What else is added.")]
Total = Annotated[int, Meta(description="Dice, attribute and bonus together.")]
Target = Annotated[int, Meta(description="The number to reach.")]
Turn = Annotated[int, Meta(ge=1, description="The turn of the game, counted from 1.")]


class AbilityUsed(Fact):
    """The fact `ability_used`."""

    seat: Seat
    card: Card
    index: Index


class AbilityWorked(Fact):
    """The fact `ability_worked`."""

    seat: Seat
    card: Card


class AdventureAttempted(Fact):
    """The fact `adventure_attempted`."""

    seat: Seat
    hex: Hex
    colour: Colour


class AdventureDeclined(Fact):
    """The fact `adventure_declined`."""

    seat: Seat


class AdventureEnded(Fact):
    """The fact `adventure_ended`."""

    seat: Seat
    hex: Hex
    colour: Colour


class AllyDied(Fact):
    """The fact `ally_died`."""

    seat: Seat
    card: Card


class AllyHired(Fact):
    """The fact `ally_hired`."""

    seat: Seat
    card: Card
    gold: Gold


class AttackGranted(Fact):
    """The fact `attack_granted`."""

    seat: Seat


class CardBought(Fact):
    """The fact `card_bought`."""

    seat: Seat
    card: Card
    gold: Gold


class CardDrawn(Fact):
    """The fact `card_drawn`."""

    seat: Seat
    card: Card
    colour: Colour


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


class CardPutOnDeck(Fact):
    """The fact `card_put_on_deck`."""

    card: Card
    colour: Colour


class CardPutOnMarket(Fact):
    """The fact `card_put_on_market`."""

    town: Town
    card: Card


class CardPutUnderDeck(Fact):
    """The fact `card_put_under_deck`."""

    card: Card
    deck: Deck


class CardSold(Fact):
    """The fact `card_sold`."""

    seat: Seat
    card: Card
    gold: Gold
    town: Town


class CardTurnedDown(Fact):
    """The fact `card_turned_down`."""

    seat: Seat
    card: Card


class CardsRefreshed(Fact):
    """The fact `cards_refreshed`."""

    seat: Seat
    cards: Cards


class ChallengeCompleted(Fact):
    """The fact `challenge_completed`."""

    seat: Seat
    card: Card
    hex: Hex


class ChallengeUnfinished(Fact):
    """The fact `challenge_unfinished`."""

    card: Card
    space: Space
    hex: Hex


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


class CounterTaken(Fact):
    """The fact `counter_taken`."""

    seat: Seat
    colour: Colour
    hex: Hex


class CountersLaid(Fact):
    """The fact `counters_laid`."""

    colour: Colour
    hexes: Hexes


class CountersPlaced(Fact):
    """The fact `counters_placed`."""

    counters: Laid
    bank: PerColour


class DamageRaised(Fact):
    """The fact `damage_raised`."""

    seat: Seat
    character: Character
    n: Number


class DeckRenewed(Fact):
    """The fact `deck_renewed`."""

    colour: Colour
    cards: Number


class DiceFreed(Fact):
    """The fact `dice_freed`."""

    seat: Seat
    dice: Dice


class DiceRested(Fact):
    """The fact `dice_rested`."""

    seat: Seat
    dice: Number


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


class EncounterMastered(Fact):
    """The fact `encounter_mastered`."""

    seat: Seat
    card: Card


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


class EventPlaced(Fact):
    """The fact `event_placed`."""

    card: Card
    covered: Covered


class EventRefused(Fact):
    """The fact `event_refused`."""

    card: Card
    held: Held


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


class FirstSeatChosen(Fact):
    """The fact `first_seat_chosen`."""

    seat: Seat


class FirstSeatThrown(Fact):
    """The fact `first_seat_thrown`."""

    seats: Seats
    dice: Throws


class GameEnded(Fact):
    """The fact `game_ended`."""

    reason: Reason
    rounds: Round


class GameWon(Fact):
    """The fact `game_won`."""

    seat: Seat
    reason: Reason
    rounds: Round


class GoldGained(Fact):
    """The fact `gold_gained`."""

    seat: Seat
    n: Number


class GoldLost(Fact):
    """The fact `gold_lost`."""

    seat: Seat
    n: Number


class HealingPaid(Fact):
    """The fact `healing_paid`."""

    seat: Seat
    character: Character
    gold: Gold


class HeroClungOn(Fact):
    """The fact `hero_clung_on`."""

    seat: Seat
    wounds: Wounds


class HeroDealt(Fact):
    """The fact `hero_dealt`."""

    seat: Seat
    hero: Card
    gold: Gold


class HeroKnockedOut(Fact):
    """The fact `hero_knocked_out`."""

    seat: Seat


class HeroMoved(Fact):
    """The fact `hero_moved`."""

    seat: Seat
    hex: Hex
    terrain: Terrain


class HeroPlaced(Fact):
    """The fact `hero_placed`."""

    seat: Seat
    hex: Town


class HeroRecovered(Fact):
    """The fact `hero_recovered`."""

    seat: Seat


class HeroRetreated(Fact):
    """The fact `hero_retreated`."""

    seat: Seat
    hex: Hex


class HeroStayed(Fact):
    """The fact `hero_stayed`."""

    seat: Seat


class LootLeft(Fact):
    """The fact `loot_left`."""

    seat: Seat


class LootRevealed(Fact):
    """The fact `loot_revealed`."""

    seat: Seat
    cards: Cards


class LossesPaid(Fact):
    """The fact `losses_paid`."""

    seat: Seat
    gold: Gold
    counters: PerColour
    paper: Experience
    experience: Experience


class MarkerReturned(Fact):
    """The fact `marker_returned`."""

    space: Space
    hex: Hex


class MarketLeft(Fact):
    """The fact `market_left`."""

    seat: Seat


class MarketOpened(Fact):
    """The fact `market_opened`."""

    seat: Seat
    town: Town


class MovementDiceRerolled(Fact):
    """The fact `movement_dice_rerolled`."""

    seat: Seat
    dice: Faces
    which: Dice


class MovementDiceThrown(Fact):
    """The fact `movement_dice_thrown`."""

    seat: Seat
    dice: Faces


class MovementOver(Fact):
    """The fact `movement_over`."""

    seat: Seat


class NothingToDefend(Fact):
    """The fact `nothing_to_defend`."""

    seat: Seat
    kind: Kind


class OldestChallengeRemoved(Fact):
    """The fact `oldest_challenge_removed`."""

    card: Card
    space: Space
    hex: Hex


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


class SpoilsLeft(Fact):
    """The fact `spoils_left`."""

    seat: Seat
    loser_seat: Seat


class SpoilsTaken(Fact):
    """The fact `spoils_taken`."""

    seat: Seat
    loser_seat: Seat
    card: Card


class StatRaised(Fact):
    """The fact `stat_raised`."""

    seat: Seat
    stat: Stat
    raises: Number
    cost: Experience


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


class TollTaken(Fact):
    """The fact `toll_taken`."""

    seat: Seat
    terrain: Terrain


class TurnBegan(Fact):
    """The fact `turn_began`."""

    seat: Seat
    round: Round
    turn: Turn


class TurnEnded(Fact):
    """The fact `turn_ended`."""

    seat: Seat


class UnfinishedAttempted(Fact):
    """The fact `unfinished_attempted`."""

    seat: Seat
    hex: Hex
    space: Space
    card: Card


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


FACT_SHAPES: Final[Mapping[str, Any]] = {
    "ability_used": AbilityUsed,
    "ability_worked": AbilityWorked,
    "adventure_attempted": AdventureAttempted,
    "adventure_declined": AdventureDeclined,
    "adventure_ended": AdventureEnded,
    "ally_died": AllyDied,
    "ally_hired": AllyHired,
    "attack_granted": AttackGranted,
    "card_bought": CardBought,
    "card_drawn": CardDrawn,
    "card_gained": CardGained,
    "card_given_up": CardGivenUp,
    "card_left_the_game": CardLeftTheGame,
    "card_put_on_deck": CardPutOnDeck,
    "card_put_on_market": CardPutOnMarket,
    "card_put_under_deck": CardPutUnderDeck,
    "card_sold": CardSold,
    "card_turned_down": CardTurnedDown,
    "cards_refreshed": CardsRefreshed,
    "challenge_completed": ChallengeCompleted,
    "challenge_unfinished": ChallengeUnfinished,
    "combat_began": CombatBegan,
    "combat_round_began": CombatRoundBegan,
    "combat_stopped": CombatStopped,
    "counter_taken": CounterTaken,
    "counters_laid": CountersLaid,
    "counters_placed": CountersPlaced,
    "damage_raised": DamageRaised,
    "deck_renewed": DeckRenewed,
    "dice_freed": DiceFreed,
    "dice_rested": DiceRested,
    "duel_began": DuelBegan,
    "duel_ended": DuelEnded,
    "duel_undecided": DuelUndecided,
    "encounter_mastered": EncounterMastered,
    "enemy_beaten": EnemyBeaten,
    "enemy_hampered": EnemyHampered,
    "enemy_healed": EnemyHealed,
    "enemy_wounded": EnemyWounded,
    "escaped": Escaped,
    "event_placed": EventPlaced,
    "event_refused": EventRefused,
    "experience_noted": ExperienceNoted,
    "experience_paid": ExperiencePaid,
    "fatigue_rested": FatigueRested,
    "fatigue_suffered": FatigueSuffered,
    "first_seat_chosen": FirstSeatChosen,
    "first_seat_thrown": FirstSeatThrown,
    "game_ended": GameEnded,
    "game_won": GameWon,
    "gold_gained": GoldGained,
    "gold_lost": GoldLost,
    "healing_paid": HealingPaid,
    "hero_clung_on": HeroClungOn,
    "hero_dealt": HeroDealt,
    "hero_knocked_out": HeroKnockedOut,
    "hero_moved": HeroMoved,
    "hero_placed": HeroPlaced,
    "hero_recovered": HeroRecovered,
    "hero_retreated": HeroRetreated,
    "hero_stayed": HeroStayed,
    "loot_left": LootLeft,
    "loot_revealed": LootRevealed,
    "losses_paid": LossesPaid,
    "marker_returned": MarkerReturned,
    "market_left": MarketLeft,
    "market_opened": MarketOpened,
    "movement_dice_rerolled": MovementDiceRerolled,
    "movement_dice_thrown": MovementDiceThrown,
    "movement_over": MovementOver,
    "nothing_to_defend": NothingToDefend,
    "oldest_challenge_removed": OldestChallengeRemoved,
    "roll_failed": RollFailed,
    "roll_succeeded": RollSucceeded,
    "skill_used": SkillUsed,
    "spoils_left": SpoilsLeft,
    "spoils_taken": SpoilsTaken,
    "stat_raised": StatRaised,
    "step_skipped": StepSkipped,
    "target_thrown": TargetThrown,
    "toll_taken": TollTaken,
    "turn_began": TurnBegan,
    "turn_ended": TurnEnded,
    "unfinished_attempted": UnfinishedAttempted,
    "wounds_healed": WoundsHealed,
    "wounds_prevented": WoundsPrevented,
    "wounds_suffered": WoundsSuffered,
}
"""By fact type, the shape of the whole fact."""
