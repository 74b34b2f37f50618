"""
The shape of a state, and the queries that several modules share.

Levels, rooms and waves count from 1. A seat is a number from 0; what lies before it is its sheet.
"""

from __future__ import annotations

from typing import Final, Literal, Required, TypedDict

from delvebook.domain.kit.sealed_decks import SealedDeck
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, POWER_VALUE, Character, Content


class Options(TypedDict):
    """The options the game was created with."""

    mode: Literal["standard", "tactical"]
    difficulty: Literal["standard", "introductory"]


class SpentItem(TypedDict):
    """An item that was revealed or lit since the last reset, and the seat that spent it."""

    item: str
    seat: int


class Result(TypedDict):
    """How the game ended, and by which clauses."""

    reason: str
    winners: list[int]
    collapsed: list[int]
    clauses: list[str]


class Sheet(TypedDict):
    """
    Everything that belongs to one seat.

    `power` and `items` are the hand. `played` holds the power cards that lie face up before the seat since the level
    began. `committed` holds the cards it has laid face down in this wave, None if it has laid none. `laid` holds the
    revealed cards that count in this room or fight; a ball used for sight is not among them. `torch_lit` says whether
    the seat has looked at this level's dark rooms, and `lit_since` how many torches it has lit since it laid the cards
    that lie face down. `taken` counts the items it ever took from the supply, by type.
    """

    character: str
    life: int
    treasure: int
    status: Literal["alive", "dead", "petrified"]
    power: list[int]
    items: dict[str, int]
    played: list[int]
    committed: list[str] | None
    laid: list[str]
    torch_lit: bool
    lit_since: int
    taken: dict[str, int]


class Action(TypedDict, total=False):
    """An action with its parameters; `ACTION_SCHEMAS` says which action has which."""

    type: Required[str]
    card: str
    cards: list[str]


class State(TypedDict):
    """
    A game of Dungeon Raiders between two actions.

    `phase` is `play` in an ordinary room. `wave` rises by one whenever the seats that showed crystal balls are asked
    again. `fight` is 0 in an ordinary room, 1 or 2 against the boss, and keeps its number in the bonus play.
    `first_seat` holds the first player marker; it is None in the standard mode.
    `dungeon` keeps all five levels of five cards, the boss last; `lit` says of each whether it lay face up in its
    stack. `removed` are the cards put back into the box unseen. A laid item stands in `laid` and in `in_play`, and is
    one card.
    `owing` lists the seats still to play in this wave, in turn order; in the tactical mode only the first of them may
    act (`flow.to_act`). `again` lists the seats that showed a ball in this wave and are asked when `owing` is empty.
    """

    options: Options
    phase: Literal["play", "boss_play", "bonus_play", "finished"]
    level: int
    room: int
    wave: int
    fight: int
    first_seat: int | None
    dungeon: list[list[str]]
    lit: list[list[bool]]
    removed: list[str]
    supply: dict[str, int]
    in_play: list[SpentItem]
    owing: list[int]
    again: list[int]
    seats: list[Sheet]
    result: Result | None


REMOVED: Final = SealedDeck("removed")
"""The cards put back into the box, labelled by their places there."""


def level_deck(level: int) -> SealedDeck:
    """The envelopes of one level's rooms, labelled by their places in the row, from 0."""
    return SealedDeck(f"level-{level}")


def commitment_key(seat: int) -> str:
    """The key of the envelope that holds the seat's face-down cards."""
    return f"committed/{seat}"


def new_sheet(character: Character, power: tuple[int, ...]) -> Sheet:
    """The sheet of a seat at the start of a game."""
    items = {item: character.items.count(item) for item in ITEMS}
    return {
        "character": character.id,
        "life": character.life,
        "treasure": character.treasure,
        "status": "alive",
        "power": list(power),
        "items": items,
        "played": [],
        "committed": None,
        "laid": [],
        "torch_lit": False,
        "lit_since": 0,
        "taken": dict(items),
    }


def living(state: State) -> list[int]:
    """The living seats, ascending. Clauses: DR-003, DR-132."""
    return [seat for seat, sheet in enumerate(state["seats"]) if sheet["status"] == "alive"]


def is_tactical(state: State) -> bool:
    """Whether the seats lay their cards openly, one after the other."""
    return state["options"]["mode"] == "tactical"


def in_turn_order(state: State, seats: list[int]) -> list[int]:
    """
    The seats in turn order from the first player; ascending in the standard mode.

    The count starts at the marker's seat even if that seat is dead. Clauses: DR-161, DR-167.
    """
    first = state["first_seat"] or 0
    return sorted(seats, key=lambda seat: (seat - first) % len(state["seats"]))


def current_card(state: State) -> str:
    """The room being played."""
    return state["dungeon"][state["level"] - 1][state["room"] - 1]


def is_entered(state: State, level: int, room: int) -> bool:
    """Whether that room is the current one or an earlier one."""
    return (level, room) <= (state["level"], state["room"])


def is_face_up(state: State, level: int, room: int) -> bool:
    """Whether that room's card is public. Clauses: DR-004, DR-006."""
    return is_entered(state, level, room) or (level == state["level"] and state["lit"][level - 1][room - 1])


def dark_rooms(state: State) -> list[int]:
    """The numbers of the current level's rooms that still lie face down. Clauses: DR-004, DR-031."""
    rooms = range(1, len(state["dungeon"][state["level"] - 1]) + 1)
    return [room for room in rooms if not is_face_up(state, state["level"], room)]


def hand_count(sheet: Sheet) -> int:
    """The number of cards in hand."""
    return len(sheet["power"]) + sum(sheet["items"].values())


def held(sheet: Sheet, card: str) -> int:
    """How many copies of the card are in hand."""
    number = POWER_VALUE.get(card)
    return sheet["items"][card] if number is None else sheet["power"].count(number)


def take_from_hand(sheet: Sheet, card: str) -> None:
    """Removes one copy of the card from the hand. It must be there."""
    if card in POWER_VALUE:
        sheet["power"].remove(POWER_VALUE[card])
    else:
        sheet["items"][card] -= 1


def values_laid(content: Content, state: State) -> dict[int, int]:
    """
    By living seat, the value of its one card. Seats that laid none (in a bonus play) are left out.

    Clauses: DR-023, DR-038, DR-128.
    """
    sheets = state["seats"]
    return {seat: card_value(content, sheets[seat]["laid"][0]) for seat in living(state) if sheets[seat]["laid"]}


def card_value(content: Content, card: str) -> int:
    """The value of a card in an ordinary room in which it may be played. Clauses: DR-023."""
    return POWER_VALUE[card] if card in POWER_VALUE else content.items[card].value


def strength_against(content: Content, state: State, living_count: int) -> int | None:
    """
    The strength of the current monster or boss; None if it cannot be beaten.

    Clauses: DR-060, DR-136 (computed again each time), DR-151.
    """
    if living_count < 3:
        return None
    card = current_card(state)
    figures = content.bosses[card].strength if card in content.bosses else content.rooms[card].strength
    return figures[living_count]
