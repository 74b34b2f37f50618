"""What clients get to see: the table, the facts, the details of the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NotRequired, TypedDict

from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, ITEMS
from delvebook.domain.rulesets.dungeon_raiders.ending import END_REASONS
from delvebook.domain.shapes import Fact, Meta

Seat = Annotated[int, Meta(description="A seat, counted from 0", ge=0, le=4)]
Seats = Annotated[list[Seat], Meta(description="Seats, counted from 0", max_length=5)]
Level = Annotated[int, Meta(description="A level of the dungeon, counted from 1", ge=1, le=5)]
RoomNumber = Annotated[int, Meta(description="A room of its level, counted from 1 on the left", ge=1, le=5)]
RoomCard = Annotated[str, Meta(description="A dungeon card or boss; see the catalogue's components")]
Card = Annotated[
    str, Meta(description="A card of a hand; see the catalogue's components", extra_json_schema={"enum": list(CARDS)})
]
Item = Annotated[
    str, Meta(description="An item; see the catalogue's components", extra_json_schema={"enum": list(ITEMS)})
]
Value = Annotated[int, Meta(description="The value of a played card", ge=1, le=5)]
Life = Annotated[int, Meta(description="Life", ge=0, le=10)]
Treasure = Annotated[int, Meta(description="Treasure", ge=0)]
Status = Literal["alive", "dead", "petrified"]
Turn = Literal["acts", "waits", "looked", "done"]
Reason = Annotated[str, Meta(description="Why the game is over", extra_json_schema={"enum": list(END_REASONS)})]
Chest = Annotated[int, Meta(description="The treasure in the chest", ge=1, le=4)]
Place = Annotated[
    Literal[1, 2], Meta(description="1: for the highest value; 2: the second chest, for the second highest value")
]
Strength = Annotated[int, Meta(description="The sum of values that beats the monster or boss", ge=1)]


class Options(TypedDict):
    """The options of the game."""

    mode: Annotated[Literal["standard", "tactical"], Meta(description="Whether cards are laid together or in turn")]
    difficulty: Annotated[
        Literal["standard", "introductory"], Meta(description="Whether an item vault is sure to be in the dungeon")
    ]


class Items(TypedDict):
    """A number for each item type."""

    torch: Annotated[int, Meta(description="Torches", ge=0, le=6)]
    ball: Annotated[int, Meta(description="Crystal balls", ge=0, le=6)]
    key: Annotated[int, Meta(description="Keys", ge=0, le=6)]
    sword: Annotated[int, Meta(description="Swords", ge=0, le=6)]


class SpentItem(TypedDict):
    """An item that was played or lit in this room and returns to the supply when the room is reset."""

    item: Item
    seat: Annotated[Seat, Meta(description="The seat that spent it")]


class RoomSeen(TypedDict):
    """A room of the current level, as far as the viewer knows it."""

    room: RoomNumber
    card: Annotated[RoomCard | None, Meta(description="The card; null if the viewer may not know it")]
    lit: Annotated[bool, Meta(description="Whether it lay face up in its stack")]
    face_up: Annotated[bool, Meta(description="Whether everybody sees its card")]
    resolved: Annotated[bool, Meta(description="Whether it has been played")]


class RoomKnown(TypedDict):
    """A room of another level."""

    card: RoomCard
    lit: Annotated[bool, Meta(description="Whether it lay face up in its stack")]


class Hand(TypedDict):
    """The cards a seat holds."""

    count: Annotated[int, Meta(description="How many cards", ge=0)]
    cards: Annotated[list[Card] | None, Meta(description="The cards; null to viewers that may not see them")]


class FaceDown(TypedDict):
    """The cards a seat has laid face down and that are not revealed yet."""

    count: Annotated[int, Meta(description="How many cards; against the boss perhaps none", ge=0, le=2)]
    cards: Annotated[list[Card] | None, Meta(description="The cards; null to viewers that may not see them")]
    torches_since: Annotated[int, Meta(description="How many torches the seat has lit since it laid them", ge=0, le=6)]


class SeatSeen(TypedDict):
    """A seat: its character, what lies before it, and what it holds."""

    character: Annotated[str, Meta(description="The character; see the catalogue's components")]
    life: Life
    treasure: Treasure
    status: Annotated[Status, Meta(description="Whether the character is in the game")]
    turn: Annotated[
        Turn,
        Meta(
            description="Whether the seat has still to play in this room: it acts now; it waits for its turn "
            "(tactical mode); it has looked into a crystal ball and plays when the others have; or it is done"
        ),
    ]
    played: Annotated[
        list[Card], Meta(description="Its power cards that lie face up since the level began, in order", max_length=5)
    ]
    laid: Annotated[
        list[Card], Meta(description="The revealed cards that count in this room or fight, in order", max_length=2)
    ]
    torch_lit: Annotated[bool, Meta(description="Whether it has looked at this level's dark rooms by torchlight")]
    hand: Annotated[Hand, Meta(description="The cards it holds")]
    face_down: Annotated[FaceDown | None, Meta(description="What it has laid face down; null if nothing lies there")]
    items_taken: Annotated[Items, Meta(description="The items it began with or has taken from vaults")]
    items_spent: Annotated[
        Items, Meta(description="Those of them that it has revealed or lit, or lost with its character")
    ]


class ResultSeen(TypedDict):
    """How the game ended."""

    reason: Reason
    winners: Annotated[Seats, Meta(description="The seats that win; several share the victory")]
    collapsed: Annotated[Seats, Meta(description="The living seats that cannot win, having the least life")]
    clauses: Annotated[list[str], Meta(description="The clauses that decide")]


class Table(TypedDict):
    """
    The table of Dungeon Raiders, the same for every kind of viewer but for what is null.

    When the game is over, everybody sees all of it.
    """

    you: Annotated[Seat | None, Meta(description="The viewer's own seat; null to other viewers, and after the end")]
    options: Annotated[Options, Meta(description="The options of the game")]
    phase: Annotated[
        Literal["play", "boss_play", "bonus_play", "finished"],
        Meta(description="What is being played: a room, a fight with the boss, the boss's chest, or nothing any more"),
    ]
    level: Level
    room: RoomNumber
    card: Annotated[RoomCard, Meta(description="The card of the room being played")]
    wave: Annotated[
        int, Meta(description="How often cards have been asked for here: 1, and one more after crystal balls", ge=1)
    ]
    fight: Annotated[
        int, Meta(description="The number of the fight against the boss; 0 in an ordinary room", ge=0, le=2)
    ]
    strength: Annotated[
        Strength | None,
        Meta(description="The sum that beats the monster or boss here; null if there is none or it cannot be beaten"),
    ]
    unbeatable: Annotated[bool, Meta(description="Whether there is a monster or boss here that two cannot beat")]
    first_seat: Annotated[Seat | None, Meta(description="The first player of the tactical mode; null in the other")]
    row: Annotated[
        list[RoomSeen],
        Meta(description="The rooms of the current level, from left to right", min_length=5, max_length=5),
    ]
    earlier: Annotated[
        list[Annotated[list[RoomKnown], Meta(description="The rooms of a level, from left to right")]],
        Meta(description="The earlier levels, in order", max_length=4),
    ]
    stacks: Annotated[
        list[Annotated[list[RoomKnown], Meta(description="The rooms of a level, from left to right")]] | None,
        Meta(description="The later levels, which are still stacks; null to viewers that may not know them"),
    ]
    removed: Annotated[
        list[RoomCard] | None,
        Meta(description="The dungeon cards put back into the box unseen; null to viewers that may not know them"),
    ]
    supply: Annotated[Items, Meta(description="How many items of each type can still be taken")]
    in_play: Annotated[list[SpentItem], Meta(description="The items spent in this room, in order")]
    seats: Annotated[list[SeatSeen], Meta(description="The seats", min_length=2, max_length=5)]
    result: Annotated[ResultSeen | None, Meta(description="How the game ended; null while it goes on")]


TABLE: Final[Mapping[str, type]] = dict.fromkeys(("seat", "spectator", "arbiter", "public"), Table)


class GameSetUp(Fact):
    """The game is set up."""

    seat_count: Annotated[int, Meta(description="How many seats there are", ge=2, le=5)]
    mode: Annotated[Literal["standard", "tactical"], Meta(description="The mode")]
    difficulty: Annotated[Literal["standard", "introductory"], Meta(description="The difficulty")]


class CharacterDealt(Fact):
    """A seat is dealt its character and begins with what it shows."""

    seat: Seat
    character: Annotated[str, Meta(description="The character; see the catalogue's components")]
    life: Life
    treasure: Treasure
    items: Annotated[list[Item], Meta(description="The items it begins with", max_length=2)]


class FirstPlayerChosen(Fact):
    """A seat is chosen to be the first player, at random."""

    seat: Seat


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


class CardsCommitted(Fact):
    """A seat lays cards face down. The last seat of a wave does not: its cards are revealed with the others'."""

    seat: Seat
    card_count: Annotated[int, Meta(description="How many cards; against the boss perhaps none", ge=0, le=2)]


class CardsShown(Fact):
    """A seat's cards are turned up, or laid openly."""

    seat: Seat
    cards: Annotated[list[Card], Meta(description="The cards", max_length=2)]
    looks: Annotated[bool, Meta(description="Whether one of them is a crystal ball that is looked into")]


class BallsFollowed(Fact):
    """The seats that looked into crystal balls are asked again."""

    wave: Annotated[int, Meta(description="How often cards have been asked for here", ge=2)]
    seats: Seats


class TorchLit(Fact):
    """A seat lights a torch."""

    seat: Seat
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


class TreasureChanged(Fact):
    """A seat gains or loses treasure."""

    seat: Seat
    amount: Annotated[int, Meta(description="How much it gains or loses", ge=1)]
    treasure: Annotated[int, Meta(description="What it has now", ge=0)]


class Wounded(Fact):
    """A seat is wounded."""

    seat: Seat
    wounds: Annotated[int, Meta(description="The life it loses", ge=1, le=10)]
    life: Annotated[int, Meta(description="The life it has left", ge=0, le=10)]


class Healed(Fact):
    """A seat drinks a potion."""

    seat: Seat
    gained: Annotated[int, Meta(description="The life it gains; 0 if it has ten already", ge=0, le=2)]
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


class ItemTaken(Fact):
    """A seat takes an item from the supply."""

    seat: Seat
    item: Item
    left: Annotated[int, Meta(description="How many of it are left in the supply", ge=0, le=5)]


class ItemRunOut(Fact):
    """More seats want an item than the supply holds, so none of them takes one."""

    item: Item
    seats: Seats
    left: Annotated[int, Meta(description="How many of it are in the supply", ge=0, le=4)]


class CharacterLeft(Fact):
    """A character dies or turns to stone, and leaves the game."""

    seat: Seat
    treasure: Annotated[int, Meta(description="Its treasure, which is worth nothing any more", ge=0)]
    items: Annotated[list[Item], Meta(description="The items that return from its hand to the supply")]


class TorchProtected(Fact):
    """A torch protects a seat from the boss's attack."""

    seat: Seat


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


class FirstPlayerMoved(Fact):
    """Another seat is the first player of the tactical mode."""

    seat: Seat
    value: Value


class LevelExplored(Fact):
    """All rooms of a level are done, and the power cards return to the hands."""

    level: Level
    seats: Annotated[Seats, Meta(description="The living seats")]


class CharactersCollapsed(Fact):
    """The characters with the least life collapse and cannot win."""

    seats: Seats
    life: Life


class BoxOpened(Fact):
    """The game is over, and the cards put back into the box are shown."""

    removed: Annotated[list[RoomCard], Meta(description="The cards", min_length=6, max_length=6)]


class GameFinished(Fact):
    """The game is over."""

    reason: Reason
    winner_seats: Annotated[Seats, Meta(description="The seats that win")]


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
    "treasure_lost": TreasureChanged,
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
    "box_opened": BoxOpened,
    "game_finished": GameFinished,
}


class Standing(TypedDict):
    """A seat as it stands at the end."""

    seat: Seat
    character: Annotated[str, Meta(description="The character; see the catalogue's components")]
    life: Life
    treasure: Treasure
    status: Annotated[Status, Meta(description="Whether the character has survived")]


class Details(TypedDict):
    """What is said of the outcome beside winners, ranking and scores."""

    collapsed: Annotated[Seats, Meta(description="The living seats that cannot win, having the least life")]
    final: Annotated[list[Standing], Meta(description="Every seat, in order")]


DETAILS: Final = Details
