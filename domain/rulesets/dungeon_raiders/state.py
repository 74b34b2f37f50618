"""
The state of a game, and the small questions every phase asks of it.

The state is plain data:

    options     {"mode", "difficulty"}
    phase       "play" (an ordinary room), "boss_play", "bonus_play" or "finished"
    level, room from 1; the room being played
    wave        from 1; one more whenever the seats that showed crystal balls are asked again
    fight       0 in an ordinary room, 1 or 2 against the boss (the bonus play keeps its number)
    first_seat  who holds the first player marker; null in the standard mode
    dungeon     five levels of five cards, explored ones included; the last card is the boss
    lit         the same five by five: true where the card lay face up in its stack
    removed     the cards put back into the box unseen
    supply      the item piles
    in_play     [{"item", "seat"}]: items revealed or lit since the last reset
    owing       the seats still to play in this wave, in turn order; in the tactical mode only the first acts
    again       tactical: the seats that showed a ball and will be asked when `owing` has run out
    seats       see `new_seat`
    result      null, or how the game ended (ending.py)

A sight ball is never in `laid`; a laid item is in `laid` and in `in_play`, and is one card.
"""

from __future__ import annotations

from typing import Any, Final

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, ITEMS, Character, Content

Seat = dict[str, Any]

POWER_VALUE: Final = {card: number for number, card in enumerate(CARDS[:5], start=1)}
"""The number on each power card."""


def new_seat(character: Character, power: tuple[int, ...]) -> Seat:
    """
    A seat at the start of a game.

    Of its fields: `power` and `items` are the hand; `played` the power cards face up before it since the
    level began; `committed` the cards it has laid face down in this wave, or null; `laid` the revealed
    cards that count in this room or fight; `torch_lit` whether it looked at this level's dark rooms;
    `taken` the items it ever took from the supply, by type.
    """
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
        "taken": dict(items),
    }


def is_alive(state: State, seat: int) -> bool:
    """Whether the seat still plays. Clauses: DR-003, DR-132."""
    return bool(state["seats"][seat]["status"] == "alive")


def living(state: State) -> list[int]:
    """The living seats, ascending. Clauses: DR-003."""
    return [number for number, seat in enumerate(state["seats"]) if seat["status"] == "alive"]


def is_tactical(state: State) -> bool:
    """Whether seats lay their cards openly, one after the other."""
    return bool(state["options"]["mode"] == "tactical")


def in_turn_order(state: State, seats: list[int]) -> list[int]:
    """
    The seats as they follow each other from the first player; ascending in the standard mode.

    The count starts at the marker's seat even if nobody living sits there. Clauses: DR-161, DR-167.
    """
    first = state["first_seat"] or 0
    return sorted(seats, key=lambda seat: (seat - first) % len(state["seats"]))


def owing(state: State) -> list[int]:
    """The seats that owe a card now, ascending. Clauses: DR-022, DR-161."""
    waiting: list[int] = state["owing"]
    return waiting[:1] if is_tactical(state) else sorted(waiting)


def current_card(state: State) -> str:
    """The room being played."""
    return str(state["dungeon"][state["level"] - 1][state["room"] - 1])


def is_entered(state: State, level: int, room: int) -> bool:
    """Whether that room is the current one or lies behind it; both count from 1."""
    return (level, room) <= (state["level"], state["room"])


def is_face_up(state: State, level: int, room: int) -> bool:
    """Whether everybody can see that room's card. Clauses: DR-004, DR-006."""
    return is_entered(state, level, room) or (level == state["level"] and state["lit"][level - 1][room - 1])


def dark_rooms(state: State) -> list[int]:
    """The numbers of the current level's rooms that still lie face down. Clauses: DR-004, DR-031."""
    rooms = range(1, len(state["dungeon"][state["level"] - 1]) + 1)
    return [room for room in rooms if not is_face_up(state, state["level"], room)]


def room_key(level: int, room: int) -> str:
    """The key of the envelope in which that room was sealed."""
    return f"level-{level}/{room - 1}"


def hand_count(seat: Seat) -> int:
    """How many cards the seat holds."""
    items: dict[str, int] = seat["items"]
    return len(seat["power"]) + sum(items.values())


def held(seat: Seat, card: str) -> int:
    """How many of that card the seat holds in its hand."""
    number = POWER_VALUE.get(card)
    count: int = seat["items"][card] if number is None else seat["power"].count(number)
    return count


def take_from_hand(seat: Seat, card: str) -> None:
    """Removes one such card from the seat's hand. It must be there."""
    if card in POWER_VALUE:
        seat["power"].remove(POWER_VALUE[card])
    else:
        seat["items"][card] -= 1


def lay_open(state: State, number: int, card: str, *, counts: bool) -> None:
    """Puts a card that has left the hand face up before its seat; `counts` unless it is a ball for sight."""
    seat = state["seats"][number]
    if card in POWER_VALUE:
        seat["played"].append(POWER_VALUE[card])  # DR-024
    else:
        state["in_play"].append({"item": card, "seat": number})
    if counts:
        seat["laid"].append(card)


def values_laid(content: Content, state: State) -> dict[int, int]:
    """
    What each living seat's one card counts; without those that lay nothing (in a bonus play).

    Clauses: DR-023, DR-038, DR-128.
    """
    seats = state["seats"]
    return {seat: card_value(content, seats[seat]["laid"][0]) for seat in living(state) if seats[seat]["laid"]}


def card_value(content: Content, card: str) -> int:
    """What a card counts in an ordinary room in which it may be played. Clauses: DR-023."""
    return POWER_VALUE[card] if card in POWER_VALUE else content.items[card].value


def strength_against(content: Content, state: State, living_count: int) -> int | None:
    """
    The strength of the current monster or boss; None if it cannot be beaten.

    Clauses: DR-060, DR-136 (taken anew each time), DR-151.
    """
    if living_count < 3:
        return None
    card = current_card(state)
    figures = content.bosses[card].strength if card in content.bosses else content.rooms[card].strength
    return figures[living_count]
