"""The shapes of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypedDict

from msgspec import Meta

from delvebook.domain.rulesets.runebound.shape_words import (
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


class Fact(TypedDict):
    """What every fact has besides its type."""

    clauses: Annotated[list[str], Meta(description="The clauses that decide, the most telling first.")]


class AbilityUsed(Fact):
    """The fact `ability_used`."""

    type: Annotated[Literal["ability_used"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    index: Index


class AbilityWorked(Fact):
    """The fact `ability_worked`."""

    type: Annotated[Literal["ability_worked"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class AdventureAttempted(Fact):
    """The fact `adventure_attempted`."""

    type: Annotated[Literal["adventure_attempted"], Meta(description="The type of the fact.")]
    seat: Seat
    hex: Hex
    colour: Colour


class AdventureDeclined(Fact):
    """The fact `adventure_declined`."""

    type: Annotated[Literal["adventure_declined"], Meta(description="The type of the fact.")]
    seat: Seat


class AdventureEnded(Fact):
    """The fact `adventure_ended`."""

    type: Annotated[Literal["adventure_ended"], Meta(description="The type of the fact.")]
    seat: Seat
    hex: Hex
    colour: Colour


class AllyDied(Fact):
    """The fact `ally_died`."""

    type: Annotated[Literal["ally_died"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class AllyHired(Fact):
    """The fact `ally_hired`."""

    type: Annotated[Literal["ally_hired"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    gold: Gold


class AttackGranted(Fact):
    """The fact `attack_granted`."""

    type: Annotated[Literal["attack_granted"], Meta(description="The type of the fact.")]
    seat: Seat


class CardBought(Fact):
    """The fact `card_bought`."""

    type: Annotated[Literal["card_bought"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    gold: Gold


class CardDrawn(Fact):
    """The fact `card_drawn`."""

    type: Annotated[Literal["card_drawn"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    colour: Colour


class CardGained(Fact):
    """The fact `card_gained`."""

    type: Annotated[Literal["card_gained"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class CardGivenUp(Fact):
    """The fact `card_given_up`."""

    type: Annotated[Literal["card_given_up"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class CardLeftTheGame(Fact):
    """The fact `card_left_the_game`."""

    type: Annotated[Literal["card_left_the_game"], Meta(description="The type of the fact.")]
    card: Card
    colour: Colour


class CardPutOnDeck(Fact):
    """The fact `card_put_on_deck`."""

    type: Annotated[Literal["card_put_on_deck"], Meta(description="The type of the fact.")]
    card: Card
    colour: Colour


class CardPutOnMarket(Fact):
    """The fact `card_put_on_market`."""

    type: Annotated[Literal["card_put_on_market"], Meta(description="The type of the fact.")]
    town: Town
    card: Card


class CardPutUnderDeck(Fact):
    """The fact `card_put_under_deck`."""

    type: Annotated[Literal["card_put_under_deck"], Meta(description="The type of the fact.")]
    card: Card
    deck: Deck


class CardSold(Fact):
    """The fact `card_sold`."""

    type: Annotated[Literal["card_sold"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    gold: Gold
    town: Town


class CardTurnedDown(Fact):
    """The fact `card_turned_down`."""

    type: Annotated[Literal["card_turned_down"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class CardsRefreshed(Fact):
    """The fact `cards_refreshed`."""

    type: Annotated[Literal["cards_refreshed"], Meta(description="The type of the fact.")]
    seat: Seat
    cards: Cards


class ChallengeCompleted(Fact):
    """The fact `challenge_completed`."""

    type: Annotated[Literal["challenge_completed"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    hex: Hex


class ChallengeUnfinished(Fact):
    """The fact `challenge_unfinished`."""

    type: Annotated[Literal["challenge_unfinished"], Meta(description="The type of the fact.")]
    card: Card
    space: Space
    hex: Hex


class CombatBegan(Fact):
    """The fact `combat_began`."""

    type: Annotated[Literal["combat_began"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class CombatRoundBegan(Fact):
    """The fact `combat_round_began`."""

    type: Annotated[Literal["combat_round_began"], Meta(description="The type of the fact.")]
    round: Round
    fighter_seat: Seat


class CombatStopped(Fact):
    """The fact `combat_stopped`."""

    type: Annotated[Literal["combat_stopped"], Meta(description="The type of the fact.")]
    rounds: Round


class CounterTaken(Fact):
    """The fact `counter_taken`."""

    type: Annotated[Literal["counter_taken"], Meta(description="The type of the fact.")]
    seat: Seat
    colour: Colour
    hex: Hex


class CountersLaid(Fact):
    """The fact `counters_laid`."""

    type: Annotated[Literal["counters_laid"], Meta(description="The type of the fact.")]
    colour: Colour
    hexes: Hexes


class CountersPlaced(Fact):
    """The fact `counters_placed`."""

    type: Annotated[Literal["counters_placed"], Meta(description="The type of the fact.")]
    counters: Laid
    bank: PerColour


class DamageRaised(Fact):
    """The fact `damage_raised`."""

    type: Annotated[Literal["damage_raised"], Meta(description="The type of the fact.")]
    seat: Seat
    character: Character
    n: Number


class DeckRenewed(Fact):
    """The fact `deck_renewed`."""

    type: Annotated[Literal["deck_renewed"], Meta(description="The type of the fact.")]
    colour: Colour
    cards: Number


class DiceFreed(Fact):
    """The fact `dice_freed`."""

    type: Annotated[Literal["dice_freed"], Meta(description="The type of the fact.")]
    seat: Seat
    dice: Dice


class DiceRested(Fact):
    """The fact `dice_rested`."""

    type: Annotated[Literal["dice_rested"], Meta(description="The type of the fact.")]
    seat: Seat
    dice: Number


class DuelBegan(Fact):
    """The fact `duel_began`."""

    type: Annotated[Literal["duel_began"], Meta(description="The type of the fact.")]
    seat: Seat
    other_seat: Seat


class DuelEnded(Fact):
    """The fact `duel_ended`."""

    type: Annotated[Literal["duel_ended"], Meta(description="The type of the fact.")]
    seat: Seat
    loser_seat: Seat


class DuelUndecided(Fact):
    """The fact `duel_undecided`."""

    type: Annotated[Literal["duel_undecided"], Meta(description="The type of the fact.")]
    seats: Seats


class EncounterMastered(Fact):
    """The fact `encounter_mastered`."""

    type: Annotated[Literal["encounter_mastered"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class EnemyBeaten(Fact):
    """The fact `enemy_beaten`."""

    type: Annotated[Literal["enemy_beaten"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card


class EnemyHampered(Fact):
    """The fact `enemy_hampered`."""

    type: Annotated[Literal["enemy_hampered"], Meta(description="The type of the fact.")]
    seat: Seat
    what: What
    n: Number


class EnemyHealed(Fact):
    """The fact `enemy_healed`."""

    type: Annotated[Literal["enemy_healed"], Meta(description="The type of the fact.")]
    card: Card
    n: Number


class EnemyWounded(Fact):
    """The fact `enemy_wounded`."""

    type: Annotated[Literal["enemy_wounded"], Meta(description="The type of the fact.")]
    seat: Seat
    card: Card
    n: Number
    wounds: Wounds


class Escaped(Fact):
    """The fact `escaped`."""

    type: Annotated[Literal["escaped"], Meta(description="The type of the fact.")]
    seat: Seat


class EventPlaced(Fact):
    """The fact `event_placed`."""

    type: Annotated[Literal["event_placed"], Meta(description="The type of the fact.")]
    card: Card
    covered: Covered


class EventRefused(Fact):
    """The fact `event_refused`."""

    type: Annotated[Literal["event_refused"], Meta(description="The type of the fact.")]
    card: Card
    held: Held


class ExperienceNoted(Fact):
    """The fact `experience_noted`."""

    type: Annotated[Literal["experience_noted"], Meta(description="The type of the fact.")]
    seat: Seat
    n: Number


class ExperiencePaid(Fact):
    """The fact `experience_paid`."""

    type: Annotated[Literal["experience_paid"], Meta(description="The type of the fact.")]
    seat: Seat
    cost: Experience
    from_paper: Experience
    counters: PerColour
    change: PerColour
    to_paper: Experience


class FatigueRested(Fact):
    """The fact `fatigue_rested`."""

    type: Annotated[Literal["fatigue_rested"], Meta(description="The type of the fact.")]
    seat: Seat
    character: Character
    n: Number


class FatigueSuffered(Fact):
    """The fact `fatigue_suffered`."""

    type: Annotated[Literal["fatigue_suffered"], Meta(description="The type of the fact.")]
    seat: Seat
    character: Character
    n: Number


class FirstSeatChosen(Fact):
    """The fact `first_seat_chosen`."""

    type: Annotated[Literal["first_seat_chosen"], Meta(description="The type of the fact.")]
    seat: Seat


class FirstSeatThrown(Fact):
    """The fact `first_seat_thrown`."""

    type: Annotated[Literal["first_seat_thrown"], Meta(description="The type of the fact.")]
    seats: Seats
    dice: Throws


class GameEnded(Fact):
    """The fact `game_ended`."""

    type: Annotated[Literal["game_ended"], Meta(description="The type of the fact.")]
    reason: Reason
    rounds: Round


class GameWon(Fact):
    """The fact `game_won`."""

    type: Annotated[Literal["game_won"], Meta(description="The type of the fact.")]
    seat: Seat
    reason: Reason
    rounds: Round


class GoldGained(Fact):
    """The fact `gold_gained`."""

    type: Annotated[Literal["gold_gained"], Meta(description="The type of the fact.")]
    seat: Seat
    n: Number


class GoldLost(Fact):
    """The fact `gold_lost`."""

    type: Annotated[Literal["gold_lost"], Meta(description="The type of the fact.")]
    seat: Seat
    n: Number


class HealingPaid(Fact):
    """The fact `healing_paid`."""

    type: Annotated[Literal["healing_paid"], Meta(description="The type of the fact.")]
    seat: Seat
    character: Character
    gold: Gold


class HeroClungOn(Fact):
    """The fact `hero_clung_on`."""

    type: Annotated[Literal["hero_clung_on"], Meta(description="The type of the fact.")]
    seat: Seat
    wounds: Wounds


class HeroDealt(Fact):
    """The fact `hero_dealt`."""

    type: Annotated[Literal["hero_dealt"], Meta(description="The type of the fact.")]
    seat: Seat
    hero: Card
    gold: Gold


class HeroKnockedOut(Fact):
    """The fact `hero_knocked_out`."""

    type: Annotated[Literal["hero_knocked_out"], Meta(description="The type of the fact.")]
    seat: Seat


class HeroMoved(Fact):
    """The fact `hero_moved`."""

    type: Annotated[Literal["hero_moved"], Meta(description="The type of the fact.")]
    seat: Seat
    hex: Hex
    terrain: Terrain


class HeroPlaced(Fact):
    """The fact `hero_placed`."""

    type: Annotated[Literal["hero_placed"], Meta(description="The type of the fact.")]
    seat: Seat
    hex: Town


class HeroRecovered(Fact):
    """The fact `hero_recovered`."""

    type: Annotated[Literal["hero_recovered"], Meta(description="The type of the fact.")]
    seat: Seat


class HeroRetreated(Fact):
    """The fact `hero_retreated`."""

    type: Annotated[Literal["hero_retreated"], Meta(description="The type of the fact.")]
    seat: Seat
    hex: Hex


class HeroStayed(Fact):
    """The fact `hero_stayed`."""

    type: Annotated[Literal["hero_stayed"], Meta(description="The type of the fact.")]
    seat: Seat


class LootLeft(Fact):
    """The fact `loot_left`."""

    type: Annotated[Literal["loot_left"], Meta(description="The type of the fact.")]
    seat: Seat


class LootRevealed(Fact):
    """The fact `loot_revealed`."""

    type: Annotated[Literal["loot_revealed"], Meta(description="The type of the fact.")]
    seat: Seat
    cards: Cards


class LossesPaid(Fact):
    """The fact `losses_paid`."""

    type: Annotated[Literal["losses_paid"], Meta(description="The type of the fact.")]
    seat: Seat
    gold: Gold
    counters: PerColour
    paper: Experience
    experience: Experience


class MarkerReturned(Fact):
    """The fact `marker_returned`."""

    type: Annotated[Literal["marker_returned"], Meta(description="The type of the fact.")]
    space: Space
    hex: Hex


class MarketLeft(Fact):
    """The fact `market_left`."""

    type: Annotated[Literal["market_left"], Meta(description="The type of the fact.")]
    seat: Seat


class MarketOpened(Fact):
    """The fact `market_opened`."""

    type: Annotated[Literal["market_opened"], Meta(description="The type of the fact.")]
    seat: Seat
    town: Town


class MovementDiceRerolled(Fact):
    """The fact `movement_dice_rerolled`."""

    type: Annotated[Literal["movement_dice_rerolled"], Meta(description="The type of the fact.")]
    seat: Seat
    dice: Faces
    which: Dice


class MovementDiceThrown(Fact):
    """The fact `movement_dice_thrown`."""

    type: Annotated[Literal["movement_dice_thrown"], Meta(description="The type of the fact.")]
    seat: Seat
    dice: Faces


class MovementOver(Fact):
    """The fact `movement_over`."""

    type: Annotated[Literal["movement_over"], Meta(description="The type of the fact.")]
    seat: Seat


class NothingToDefend(Fact):
    """The fact `nothing_to_defend`."""

    type: Annotated[Literal["nothing_to_defend"], Meta(description="The type of the fact.")]
    seat: Seat
    kind: Kind


class OldestChallengeRemoved(Fact):
    """The fact `oldest_challenge_removed`."""

    type: Annotated[Literal["oldest_challenge_removed"], Meta(description="The type of the fact.")]
    card: Card
    space: Space
    hex: Hex


class RollFailed(Fact):
    """The fact `roll_failed`."""

    type: Annotated[Literal["roll_failed"], Meta(description="The type of the fact.")]
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

    type: Annotated[Literal["roll_succeeded"], Meta(description="The type of the fact.")]
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

    type: Annotated[Literal["skill_used"], Meta(description="The type of the fact.")]
    seat: Seat
    skill: Skill
    times: Number
    bonus: Bonus


class SpoilsLeft(Fact):
    """The fact `spoils_left`."""

    type: Annotated[Literal["spoils_left"], Meta(description="The type of the fact.")]
    seat: Seat
    loser_seat: Seat


class SpoilsTaken(Fact):
    """The fact `spoils_taken`."""

    type: Annotated[Literal["spoils_taken"], Meta(description="The type of the fact.")]
    seat: Seat
    loser_seat: Seat
    card: Card


class StatRaised(Fact):
    """The fact `stat_raised`."""

    type: Annotated[Literal["stat_raised"], Meta(description="The type of the fact.")]
    seat: Seat
    stat: Stat
    raises: Number
    cost: Experience


class StepSkipped(Fact):
    """The fact `step_skipped`."""

    type: Annotated[Literal["step_skipped"], Meta(description="The type of the fact.")]
    kind: Kind


class TargetThrown(Fact):
    """The fact `target_thrown`."""

    type: Annotated[Literal["target_thrown"], Meta(description="The type of the fact.")]
    seat: Seat
    roll: Roll
    dice: Thrown
    bonus: Bonus
    number: Target


class TollTaken(Fact):
    """The fact `toll_taken`."""

    type: Annotated[Literal["toll_taken"], Meta(description="The type of the fact.")]
    seat: Seat
    terrain: Terrain


class TurnBegan(Fact):
    """The fact `turn_began`."""

    type: Annotated[Literal["turn_began"], Meta(description="The type of the fact.")]
    seat: Seat
    round: Round
    turn: Turn


class TurnEnded(Fact):
    """The fact `turn_ended`."""

    type: Annotated[Literal["turn_ended"], Meta(description="The type of the fact.")]
    seat: Seat


class UnfinishedAttempted(Fact):
    """The fact `unfinished_attempted`."""

    type: Annotated[Literal["unfinished_attempted"], Meta(description="The type of the fact.")]
    seat: Seat
    hex: Hex
    space: Space
    card: Card


class WoundsHealed(Fact):
    """The fact `wounds_healed`."""

    type: Annotated[Literal["wounds_healed"], Meta(description="The type of the fact.")]
    seat: Seat
    character: Character
    n: Number


class WoundsPrevented(Fact):
    """The fact `wounds_prevented`."""

    type: Annotated[Literal["wounds_prevented"], Meta(description="The type of the fact.")]
    seat: Seat
    n: Number


class WoundsSuffered(Fact):
    """The fact `wounds_suffered`."""

    type: Annotated[Literal["wounds_suffered"], Meta(description="The type of the fact.")]
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
