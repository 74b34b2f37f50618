"""The shapes of what clients get: the table by kind of viewer, every fact, and the details of an outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypedDict

from delvebook.domain.rulesets.the_descent.words.shapes.table import (
    ArbiterTable,
    Card,
    Cards,
    Cause,
    CreatureKind,
    CreatureMet,
    Culprit,
    Find,
    OpenedBy,
    Place,
    Point,
    Points,
    Seat,
    Table,
    Tile,
    TileRows,
    TokenId,
    TokenKind,
    Turns,
)
from delvebook.domain.shapes import Fact, Meta

TABLE: Final[Mapping[str, type]] = {
    "seat": Table,
    "spectator": Table,
    "arbiter": ArbiterTable,
    "public": ArbiterTable,
}
"""By kind of viewer, the shape of its table."""

# -- facts ----------------------------------------------------------------------------------------

Length = Annotated[int, Meta(description="How many cells deep", ge=1)]
Things = Annotated[list[TokenKind], Meta(description="The kinds of these tokens and creatures, in the same order")]


class AttackFailed(Fact):
    """A blow or shot cannot defeat the creature (TD-153, TD-157, TD-161, TD-165)."""

    seat: Seat
    creature: CreatureMet
    card: Annotated[Literal["sword", "crossbow"], Meta(description="What it was attacked with")]


class CardUsed(Fact):
    """A seat uses a card, which goes onto the discard pile."""

    seat: Seat
    card: Card
    left: Annotated[int, Meta(description="How many cards it still holds", ge=0)]


class CardsDrawn(Fact):
    """A seat draws cards for a backpack."""

    seat: Seat
    cards: Annotated[int, Meta(description="How many it draws", ge=0)]
    hand: Annotated[int, Meta(description="How many it holds now", ge=0)]
    deck: Annotated[int, Meta(description="How many the deck still has", ge=0)]


class CardsLookedAt(Fact):
    """What a seat has drawn; told to that seat alone."""

    seat: Seat
    cards: Cards


class CharacterArrived(Fact):
    """A character rests on a bottom tile and is out of play."""

    seat: Seat
    cell: Point
    cards: Annotated[int, Meta(description="How many cards it holds", ge=0)]


class CharacterDied(Fact):
    """A character dies and starts again."""

    seat: Seat
    cause: Annotated[
        Literal["fall", "collapse", "contact", "hit", "attack", "surrender"], Meta(description="Of what it dies")
    ]
    creature: Culprit
    points: Annotated[int, Meta(description="The points it loses", ge=0)]


class CharacterHit(Fact):
    """A creature comes onto a character."""

    seat: Seat
    creature: CreatureMet


class CharacterMoved(Fact):
    """A character moves, before any fall."""

    seat: Seat
    how: Annotated[Literal["step", "jump", "rope", "pick", "push"], Meta(description="In which way")]
    from_cell: Point
    to_cell: Point


class CharacterPlaced(Fact):
    """A character is placed on the Start tile."""

    seat: Seat
    cell: Point


class CharacterWentBack(Fact):
    """The monster sends a character back to the cell it came from."""

    seat: Seat
    from_cell: Point
    to_cell: Point


class ChestOpened(Fact):
    """A chest is opened or broken."""

    seat: Seat
    card: Annotated[Literal["key", "sword", "pick"], Meta(description="With which card")]
    id: TokenId
    cell: Point


class CollapseBegan(Fact):
    """No tile was opened in the round; everybody in play rolls."""

    seats: Annotated[list[Seat], Meta(description="Who rolls, in this order")]


class ContactMade(Fact):
    """A character enters a creature's cell."""

    seat: Seat
    creature: CreatureMet
    cell: Point


class CreatureAttacked(Fact):
    """A seat attacks a creature."""

    seat: Seat
    creature: CreatureMet
    card: Annotated[Literal["sword", "crossbow"], Meta(description="With which card")]


class CreatureDefeated(Fact):
    """A creature is defeated and leaves the game."""

    seat: Seat
    creature: CreatureMet
    cell: Point


class CreatureMoved(Fact):
    """A creature makes one single move, before any fall."""

    creature: CreatureMet
    move: Annotated[Literal["step", "jump", "dig", "crawl", "fly", "burrow", "cross"], Meta(description="In which way")]
    from_cell: Point
    to_cell: Point
    cells: Points


class CreaturePhaseBegan(Fact):
    """The creatures' moves begin."""

    creatures: Annotated[list[CreatureKind], Meta(description="Who moves, in this order")]


class DeckShuffled(Fact):
    """The equipment deck is made or shuffled."""

    cards: Annotated[int, Meta(description="How many cards it has", ge=0)]


class DieRolled(Fact):
    """A seat rolls its die in a collapse."""

    seat: Seat
    die: Annotated[int, Meta(description="What it shows", ge=1, le=6)]
    level: Annotated[int, Meta(description="The level of its character; 0 on a bottom tile", ge=0, le=6)]
    struck: Annotated[bool, Meta(description="Whether it is about to lose health")]


class DynamiteExploded(Fact):
    """Dynamite destroys what is in a cell."""

    seat: Seat
    cell: Point
    tokens: Annotated[list[TokenId], Meta(description="The tokens destroyed")]
    creatures: Annotated[list[CreatureKind], Meta(description="The creatures destroyed")]
    things: Things


class FallKilled(Fact):
    """A fall kills for certain."""

    seat: Seat
    length: Length


class FallUndone(Fact):
    """Insurance undoes a fall."""

    seat: Seat
    cell: Annotated[Point, Meta(description="Where the character is again")]


class GameEnded(Fact):
    """The game is over."""

    reason: Annotated[Literal["all_arrived", "round_limit"], Meta(description="Why")]
    hands: Annotated[list[Cards], Meta(description="By seat, its hand")]
    points: Annotated[list[int], Meta(description="By seat, its points")]


class HandDiscarded(Fact):
    """A dead character's hand is discarded."""

    seat: Seat
    cards: Cards


class HealthGained(Fact):
    """A seat gains health."""

    seat: Seat
    health: Annotated[int, Meta(description="How much", ge=1)]
    left: Annotated[int, Meta(description="How much it has now", ge=0)]


class HealthLost(Fact):
    """A seat loses health."""

    seat: Seat
    health: Annotated[int, Meta(description="How much", ge=1)]
    left: Annotated[int, Meta(description="How much it has now", ge=0)]
    cause: Cause
    creature: Culprit


class JumpWentOn(Fact):
    """A jump has a second part."""

    seat: Seat
    from_cell: Point
    to_cell: Point


class KitTaken(Fact):
    """A seat takes a start kit."""

    seat: Seat
    cards: Cards
    missing: Annotated[Cards, Meta(description="What could not be found")]
    health: Annotated[int, Meta(description="The health it starts with", ge=0)]


class LossAverted(Fact):
    """A card saves health."""

    seat: Seat
    card: Annotated[Literal["sword", "shield", "lamp"], Meta(description="Which card")]
    cause: Cause
    creature: Culprit
    amount: Annotated[int, Meta(description="How much health", ge=1)]


class MarkerLeftField(Fact):
    """A target marker leaves the field."""

    creature: CreatureMet


class MarkerPutOnCharacter(Fact):
    """A creature hunts a character."""

    creature: CreatureMet
    seat: Seat


class MarkerPutOnLure(Fact):
    """A creature is lured."""

    creature: CreatureMet
    seat: Seat
    cell: Point


class MarkerPutOnTile(Fact):
    """A creature goes for the tile its target has come to."""

    creature: CreatureMet
    seat: Seat
    place: Place


class MonsterWounded(Fact):
    """The monster loses 1 health."""

    seat: Seat
    left: Annotated[int, Meta(description="The health it has now", ge=0)]


class MovementCancelled(Fact):
    """A character stays where it was."""

    seat: Seat
    cell: Annotated[Point, Meta(description="Where it stays")]
    because: Annotated[Literal["rock", "choice"], Meta(description="Whether for rock or by choice")]


class ObjectsFell(Fact):
    """Objects fall from one cell together."""

    seats: Annotated[list[Seat], Meta(description="The seats that fall")]
    tokens: Annotated[list[TokenId], Meta(description="The tokens that fall")]
    creatures: Annotated[list[CreatureKind], Meta(description="The creatures that fall")]
    things: Things
    cells: Annotated[list[Point], Meta(description="The cells of the fall from the top, the first before it")]
    length: Length


class ObjectsPutIntoGap(Fact):
    """Objects are put into a cell whose rock is gone."""

    cell: Point
    seats: Annotated[list[Seat], Meta(description="The seats that drop in")]
    tokens: Annotated[list[TokenId], Meta(description="The tokens that drop in")]
    creatures: Annotated[list[CreatureKind], Meta(description="The creatures that drop in")]
    things: Things


class PlantAttacked(Fact):
    """The plant attacks the character on its tile."""

    seat: Seat


class PointsGained(Fact):
    """A seat gains points."""

    seat: Seat
    points: Annotated[int, Meta(description="How many", ge=1)]
    total: Annotated[int, Meta(description="How many it has now", ge=0)]
    why: Annotated[Literal["tile", "coin", "chest", "creature", "cards"], Meta(description="For what")]


class PointsLost(Fact):
    """A seat loses points for a turn after another's arrival."""

    seat: Seat
    points: Annotated[int, Meta(description="How many", ge=0)]
    total: Annotated[int, Meta(description="How many it has now", ge=0)]


class RockDestroyed(Fact):
    """Rock or thin rock becomes an empty cell."""

    cell: Point
    cause: Annotated[Literal["weight", "pick", "dynamite", "monster"], Meta(description="By what")]


class RoundBegan(Fact):
    """A round begins."""

    round: Annotated[int, Meta(description="Its number", ge=1)]


class StartTileTurnedUp(Fact):
    """The Start tile is turned up."""

    place: Place
    tile: Tile
    turns: Turns
    rows: TileRows
    layout: Annotated[Literal["shuffled", "anchored"], Meta(description="How the tiles were laid")]


class Surrendered(Fact):
    """A seat gives its character up."""

    seat: Seat


class TileOpened(Fact):
    """A tile is opened for good."""

    seat: Seat
    place: Place
    tile: Tile
    turns: Turns
    by: OpenedBy
    rows: TileRows


class TileShown(Fact):
    """The map shows a tile, before it is laid."""

    seat: Seat
    place: Place
    tile: Tile
    rows: TileRows


class TokenDrawn(Fact):
    """The opener of a tile draws an exploration token."""

    seat: Seat
    token: TokenKind
    id: TokenId
    place: Place
    left: Annotated[int, Meta(description="How many are left in the stack", ge=0)]


class TokenPlaced(Fact):
    """An exploration token is placed."""

    seat: Seat
    token: TokenKind
    id: TokenId
    cell: Point


class TokenTaken(Fact):
    """A character takes a token."""

    seat: Seat
    token: Find
    id: TokenId
    cell: Point


class TurnBegan(Fact):
    """A turn begins."""

    seat: Seat
    endurance: Annotated[int, Meta(description="The endurance it has", ge=1, le=5)]
    weak: Annotated[bool, Meta(description="Whether web or plant weaken it: no equipment")]


class TurnEnded(Fact):
    """A turn is over."""

    seat: Seat


class TurnOrderSet(Fact):
    """The turn order is set."""

    seats: Annotated[list[Seat], Meta(description="The seats in turn order")]


class WebLaid(Fact):
    """A web is laid where the spider was placed."""

    place: Place


class WebRemoved(Fact):
    """The web is removed with the spider."""

    place: Place


class WormReturnedToRock(Fact):
    """A worm returns into rock."""

    from_cell: Point
    to_cell: Point


FACTS: Final[Mapping[str, type]] = {
    "attack_failed": AttackFailed,
    "card_used": CardUsed,
    "cards_drawn": CardsDrawn,
    "cards_looked_at": CardsLookedAt,
    "character_arrived": CharacterArrived,
    "character_died": CharacterDied,
    "character_hit": CharacterHit,
    "character_moved": CharacterMoved,
    "character_placed": CharacterPlaced,
    "character_went_back": CharacterWentBack,
    "chest_opened": ChestOpened,
    "collapse_began": CollapseBegan,
    "contact_made": ContactMade,
    "creature_attacked": CreatureAttacked,
    "creature_defeated": CreatureDefeated,
    "creature_moved": CreatureMoved,
    "creature_phase_began": CreaturePhaseBegan,
    "deck_shuffled": DeckShuffled,
    "die_rolled": DieRolled,
    "dynamite_exploded": DynamiteExploded,
    "fall_killed": FallKilled,
    "fall_undone": FallUndone,
    "game_ended": GameEnded,
    "hand_discarded": HandDiscarded,
    "health_gained": HealthGained,
    "health_lost": HealthLost,
    "jump_went_on": JumpWentOn,
    "kit_taken": KitTaken,
    "loss_averted": LossAverted,
    "marker_left_field": MarkerLeftField,
    "marker_put_on_character": MarkerPutOnCharacter,
    "marker_put_on_lure": MarkerPutOnLure,
    "marker_put_on_tile": MarkerPutOnTile,
    "monster_wounded": MonsterWounded,
    "movement_cancelled": MovementCancelled,
    "objects_fell": ObjectsFell,
    "objects_put_into_gap": ObjectsPutIntoGap,
    "plant_attacked": PlantAttacked,
    "points_gained": PointsGained,
    "points_lost": PointsLost,
    "rock_destroyed": RockDestroyed,
    "round_began": RoundBegan,
    "start_tile_turned_up": StartTileTurnedUp,
    "surrendered": Surrendered,
    "tile_opened": TileOpened,
    "tile_shown": TileShown,
    "token_drawn": TokenDrawn,
    "token_placed": TokenPlaced,
    "token_taken": TokenTaken,
    "turn_began": TurnBegan,
    "turn_ended": TurnEnded,
    "turn_order_set": TurnOrderSet,
    "web_laid": WebLaid,
    "web_removed": WebRemoved,
    "worm_returned_to_rock": WormReturnedToRock,
}
"""By type, the shape of the whole fact."""

# -- the outcome ----------------------------------------------------------------------------------


class Details(TypedDict):
    """What the outcome says beside the ranking."""

    rounds: Annotated[int, Meta(description="How many rounds were played", ge=1)]
    arrived: Annotated[list[Seat], Meta(description="The seats that arrived")]
    health: Annotated[list[int], Meta(description="By seat, its health, which decides ties")]


DETAILS: Final = Details
