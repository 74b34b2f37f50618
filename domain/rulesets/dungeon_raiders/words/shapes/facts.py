"""The shapes of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NotRequired

from delvebook.domain.rulesets.dungeon_raiders.words.shapes.parts import (
    Card,
    Chest,
    Item,
    Level,
    Life,
    Place,
    Reason,
    RoomCard,
    RoomNumber,
    Seat,
    Seats,
    Strength,
    Treasure,
    Value,
)
from delvebook.domain.shapes import Fact, Meta


class _SeatFact(Fact):
    seat: Seat


class GameSetUp(Fact):
    """The game is set up."""

    seat_count: Annotated[int, Meta(description="How many seats there are", ge=2, le=5)]
    mode: Annotated[Literal["standard", "tactical"], Meta(description="The mode")]
    difficulty: Annotated[Literal["standard", "introductory"], Meta(description="The difficulty")]


class CharacterDealt(_SeatFact):
    """A seat is dealt its character and begins with what it shows."""

    character: Annotated[str, Meta(description="The character; see the catalogue's components")]
    life: Life
    treasure: Treasure
    items: Annotated[list[Item], Meta(description="The items it begins with", max_length=2)]


class FirstPlayerChosen(_SeatFact):
    """A seat is chosen to be the first player, at random."""


class LevelPrepared(Fact):
    """A level is laid out."""

    level: Level
    cards: Annotated[
        list[RoomCard | Literal["dark"]],
        Meta(description="Its rooms from left to right, `dark` for one face down", min_length=5, max_length=5),
    ]


class RoomEntered(Fact):
    """A room is entered."""

    level: Level
    room: RoomNumber
    card: RoomCard
    was_dark: Annotated[bool, Meta(description="Whether it lay face down until now")]
    strength: NotRequired[
        Annotated[
            Strength | None,
            Meta(description="The sum that beats the monster or boss; null if two cannot; left out in other rooms"),
        ]
    ]


class CardsCommitted(_SeatFact):
    """A seat lays cards face down. The last seat of a wave does not: its cards are revealed with the others'."""

    card_count: Annotated[int, Meta(description="How many cards; against the boss perhaps none", ge=0, le=2)]


class CardsShown(_SeatFact):
    """A seat's cards are turned up, or laid openly."""

    cards: Annotated[list[Card], Meta(description="The cards", max_length=2)]
    looks: Annotated[bool, Meta(description="Whether one of them is a crystal ball that is looked into")]


class BallsFollowed(Fact):
    """The seats that looked into crystal balls are asked again."""

    wave: Annotated[int, Meta(description="How often cards have been asked for here", ge=2)]
    seats: Seats


class TorchLit(_SeatFact):
    """A seat lights a torch."""

    dark_count: Annotated[int, Meta(description="How many rooms of the level lie face down", ge=0, le=4)]


class RoomsSeen(Fact):
    """What the torch shows; told to the seat that lit it."""

    level: Level
    rooms: Annotated[list[RoomNumber], Meta(description="The rooms that lie face down")]
    cards: Annotated[list[RoomCard], Meta(description="Their cards, in the same order")]


class ChestOpened(Fact):
    """A chest is won, and shared by the seats that are tied for it."""

    chest: Chest
    place: Place
    seats: Seats
    each: Annotated[int, Meta(description="What each of them gains", ge=1, le=4)]


class ChestTooSmall(Fact):
    """A chest holds less than there are seats tied for it."""

    chest: Chest
    place: Place
    seats: Seats


class ChestUntouched(Fact):
    """A chest goes to nobody."""

    chest: Chest
    place: Place


class TreasureChanged(_SeatFact):
    """A seat gains treasure."""

    amount: Annotated[int, Meta(description="How much it gains or loses", ge=1)]
    treasure: Annotated[int, Meta(description="What it has now", ge=0)]


class TreasureLost(TreasureChanged):
    """A seat loses treasure."""

    threatened: Annotated[int, Meta(description="How much it was to lose; it cannot lose more than it has", ge=1)]


class Wounded(_SeatFact):
    """A seat is wounded."""

    wounds: Annotated[int, Meta(description="The life it loses", ge=1, le=10)]
    threatened: Annotated[int, Meta(description="The wounds it takes; they cost no more life than it has", ge=1)]
    life: Annotated[int, Meta(description="The life it has left", ge=0, le=10)]


class Healed(_SeatFact):
    """A seat drinks a potion."""

    gained: Annotated[int, Meta(description="The life it gains; 0 if it has ten already", ge=0, le=2)]
    potion: Annotated[int, Meta(description="The life in the potion", ge=1, le=2)]
    life: Annotated[int, Meta(description="The life it has now", ge=1, le=10)]


class MonsterBeaten(Fact):
    """A monster or boss is beaten."""

    card: RoomCard
    total: Annotated[int, Meta(description="The sum of all values", ge=0)]
    strength: Strength


class MonsterAttacked(Fact):
    """A monster or boss is not beaten and attacks."""

    card: RoomCard
    total: Annotated[int, Meta(description="The sum of all values", ge=0)]
    strength: Annotated[Strength | None, Meta(description="The sum that would have beaten it; null if two cannot")]
    seats: Seats


class MonsterConfused(Fact):
    """Two living seats bring the same, and the monster or boss attacks nobody."""

    card: RoomCard
    total: Annotated[int, Meta(description="The sum of both values", ge=0)]


class TrapJudged(Fact):
    """A trap is not sprung."""

    card: RoomCard
    judged: Annotated[Literal["highest", "lowest"], Meta(description="Which played value decides")]
    value: Value


class TrapSprung(TrapJudged):
    """A trap is sprung."""

    seats: Seats


class ItemTaken(_SeatFact):
    """A seat takes an item from the supply."""

    item: Item
    left: Annotated[int, Meta(description="How many of it are left in the supply", ge=0, le=5)]


class ItemRunOut(Fact):
    """More seats want an item than the supply holds, so none of them takes one."""

    item: Item
    seats: Seats
    left: Annotated[int, Meta(description="How many of it are in the supply", ge=0, le=4)]


class CharacterLeft(_SeatFact):
    """A character dies or turns to stone, and leaves the game."""

    treasure: Annotated[int, Meta(description="Its treasure, which is worth nothing any more", ge=0)]
    items: Annotated[list[Item], Meta(description="The items that return from its hand to the supply")]


class TorchProtected(_SeatFact):
    """A torch protects a seat from the boss's attack."""


class SecondFightBegan(Fact):
    """The double boss is fought again."""

    card: RoomCard
    strength: Annotated[Strength | None, Meta(description="The sum that beats it; null if two cannot")]
    seats: Annotated[Seats, Meta(description="The seats that can lay cards")]


class ChestWon(Fact):
    """The boss is beaten, and its chest is played for."""

    card: RoomCard
    chest: Chest
    seats: Annotated[Seats, Meta(description="The seats that can play for it")]


class RoomReset(Fact):
    """A room is done: its card leaves the game, and the items spent in it return to the supply."""

    level: Level
    room: RoomNumber
    items: Annotated[list[Item], Meta(description="The items that return")]


class FirstPlayerMoved(_SeatFact):
    """Another seat is the first player of the tactical mode."""

    value: Value


class LevelExplored(Fact):
    """All rooms of a level are done, and the power cards return to the hands."""

    level: Level
    seats: Annotated[Seats, Meta(description="The living seats")]


class CharactersCollapsed(Fact):
    """The characters with the least life collapse and cannot win."""

    seats: Seats
    life: Life


class NobodyCollapsed(Fact):
    """No character collapses: all living ones have the same life, or the game has two seats."""

    seats: Seats
    because: Annotated[Literal["equal", "two_seats"], Meta(description="Why nobody collapses")]


class CharacterScored(_SeatFact):
    """What a living character has at the end, and whether it can win with it."""

    treasure: Annotated[int, Meta(description="Its treasure", ge=0)]
    life: Life
    collapsed: Annotated[bool, Meta(description="Whether it has collapsed, and cannot win")]


class BoxOpened(Fact):
    """The game is over, and the cards put back into the box are shown."""

    removed: Annotated[list[RoomCard], Meta(description="The cards", min_length=6, max_length=6)]


class GameFinished(Fact):
    """The game is over."""

    reason: Reason
    winner_seats: Annotated[Seats, Meta(description="The seats that win")]
    by: Annotated[
        Literal["treasure", "life", "tie"] | None,
        Meta(description="What decided: the most treasure, of equal treasure the most life, or nothing; else null"),
    ]
    treasure: Annotated[int | None, Meta(description="The winners' treasure, if the dungeon is explored; else null")]
    tied_seats: Annotated[Seats, Meta(description="The other seats with as much treasure")]


FACTS: Final[Mapping[str, type]] = {
    "game_set_up": GameSetUp,
    "character_dealt": CharacterDealt,
    "first_player_chosen": FirstPlayerChosen,
    "level_prepared": LevelPrepared,
    "room_entered": RoomEntered,
    "cards_committed": CardsCommitted,
    "cards_revealed": CardsShown,
    "cards_played": CardsShown,
    "balls_followed": BallsFollowed,
    "torch_lit": TorchLit,
    "rooms_seen": RoomsSeen,
    "chest_opened": ChestOpened,
    "chest_too_small": ChestTooSmall,
    "chest_untouched": ChestUntouched,
    "treasure_gained": TreasureChanged,
    "treasure_lost": TreasureLost,
    "wounded": Wounded,
    "healed": Healed,
    "monster_beaten": MonsterBeaten,
    "monster_attacked": MonsterAttacked,
    "monster_confused": MonsterConfused,
    "trap_sprung": TrapSprung,
    "trap_stayed_shut": TrapJudged,
    "item_taken": ItemTaken,
    "item_run_out": ItemRunOut,
    "character_died": CharacterLeft,
    "character_petrified": CharacterLeft,
    "torch_protected": TorchProtected,
    "second_fight_began": SecondFightBegan,
    "chest_won": ChestWon,
    "room_reset": RoomReset,
    "first_player_moved": FirstPlayerMoved,
    "level_explored": LevelExplored,
    "characters_collapsed": CharactersCollapsed,
    "nobody_collapsed": NobodyCollapsed,
    "character_scored": CharacterScored,
    "box_opened": BoxOpened,
    "game_finished": GameFinished,
}
"""Written out, since some shapes are those of two types."""
