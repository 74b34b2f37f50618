"""The kinds of printed components. `content` reads them and checks that they fit together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

CARDS: Final = ("p1", "p2", "p3", "p4", "p5", "torch", "ball", "key", "sword")
"""Every code a hand card can have, in the order in which cards are listed."""
DARK: Final = "dark"
"""The code of a face-down card in lists of cards."""
ITEMS: Final = ("torch", "ball", "key", "sword")
POWER_VALUE: Final[Mapping[str, int]] = {card: number for number, card in enumerate(CARDS[:5], start=1)}
"""The number on each power card."""
LIVING_COUNTS: Final = (3, 4, 5)
"""The numbers of living characters for which a monster has a printed strength."""
SYMBOLS: Final[Mapping[str, bool]] = {
    "hits_lowest_two": False,
    "hits_highest": False,
    "no_sword": False,
    "torch_value": True,
    "no_ball": False,
    "ball_value": True,
    "chest": True,
    "wounds_highest_card": False,
    "steal_highest_card": False,
    "petrify": False,
    "double": False,
    "torch_immunity": False,
}
"""The twelve boss symbols, and whether each comes with a number."""

_ORDER: Final = {card: index for index, card in enumerate(CARDS)}

Kind = Literal["monster", "treasure", "trap", "vault", "boss"]
Goods = Literal["treasure", "life"]
Ability = Literal["light", "sight"]


@dataclass(frozen=True, slots=True)
class Counts:
    """The figures of the setup."""

    levels: int
    rooms: int
    removed: int
    lit: int
    life_max: int
    boss_places: int


@dataclass(frozen=True, slots=True)
class Item:
    """
    An item type.

    Attributes:
        ability: Its use besides its value: lit to see dark rooms, or looked into to play later. None if there is none.
        value: Its value when played like a power card; 0 if it never is.
        counts_in: The kind of room in which it is played like a power card; None if there is none.
    """

    id: str
    copies: int
    ability: Ability | None
    value: int
    counts_in: Kind | None


@dataclass(frozen=True, slots=True)
class Reward:
    """One shelf of a vault: an item, coins or a potion. `amount` is the number of coins, or the life gained."""

    kind: Literal["item", "coins", "potion"]
    item: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class Trap:
    """
    A trap's table.

    Attributes:
        judged: Which played value decides.
        hits: Everybody, or those who have most of what it takes.
        of: The goods it takes.
        loss: By deciding value, the amount lost; None means half.
    """

    judged: Literal["highest", "lowest"]
    hits: Literal["most", "all"]
    of: Goods
    loss: Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class Room:
    """A dungeon card. The figures that its kind does not use are empty."""

    id: str
    kind: Kind
    copies: int
    strength: Mapping[int, int]
    wounds: int
    chests: tuple[int, ...]
    trap: Trap | None
    rewards: Mapping[int, Reward]


@dataclass(frozen=True, slots=True)
class Boss:
    """
    A boss's figures and symbols. Clauses: DR-110, DR-120 to DR-138.

    Attributes:
        wounds: None where a symbol replaces the printed wounds.
        item_values: The items that a symbol gives a value against this boss.
        banned: The items that cannot be used against it.
        chest: None if it guards no chest.
    """

    id: str
    strength: Mapping[int, int]
    wounds: int | None
    symbols: tuple[str, ...]
    item_values: Mapping[str, int]
    banned: tuple[str, ...]
    chest: int | None
    hits_lowest_two: bool
    hits_highest: bool
    wounds_highest_card: bool
    steal_highest_card: bool
    petrify: bool
    double: bool
    torch_immunity: bool


@dataclass(frozen=True, slots=True)
class Character:
    """A character, and what it begins with."""

    id: str
    life: int
    treasure: int
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """
    Everything in the box.

    Attributes:
        deck: The 30 dungeon cards by id, in the order of the printed list.
        item_vaults: The vaults from which items can be taken.
        light: The item that is lit to see dark rooms: the torch.
        sight: The item that is looked into to play later: the crystal ball.
    """

    counts: Counts
    power: tuple[int, ...]
    items: Mapping[str, Item]
    rooms: Mapping[str, Room]
    bosses: Mapping[str, Boss]
    characters: Mapping[str, Character]
    deck: tuple[str, ...]
    item_vaults: tuple[str, ...]
    light: str
    sight: str

    @property
    def supply(self) -> dict[str, int]:
        """The item piles before the characters take theirs."""
        return {item: self.items[item].copies for item in ITEMS}

    def kind(self, card: str) -> Kind:
        """The kind of room that this card is."""
        room = self.rooms.get(card)
        return "boss" if room is None else room.kind

    def rooms_of_level(self, level: int) -> range:
        """The indices, in the deck of all levels, of that level's rooms (levels count from 1)."""
        return range((level - 1) * self.counts.rooms, level * self.counts.rooms)


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards in the order in which they are always listed: p1 to p5, torch, ball, key, sword."""
    return sorted(cards, key=_ORDER.__getitem__)
