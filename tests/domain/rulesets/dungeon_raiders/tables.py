"""
Games in any position, short to write.

Every default is dull: three seats of 9 life and 4 treasure with all five power cards, in a room where
nothing has been played. What a test shows is what matters to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from delvebook.domain.facts import Fact, Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders import DungeonRaiders
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, ITEMS
from delvebook.domain.rulesets.dungeon_raiders.state import POWER_VALUE
from delvebook.domain.tape import Tape

RAIDERS = DungeonRaiders()
BOX = RAIDERS.cards
LIT = [[level <= 2 or (level == 3 and room <= 2) for room in range(1, 6)] for level in range(1, 6)]
ALL_FIVE = "p1 p2 p3 p4 p5"


def seat(
    hand: str = ALL_FIVE,
    *,
    life: int = 9,
    treasure: int = 4,
    status: str = "alive",
    laid: str = "",
    torch_lit: bool = False,
    character: str | None = None,
) -> dict[str, Any]:
    """A seat; power cards that are not in its hand lie played before it."""
    held = Counter(hand.split())
    power = [number for card, number in POWER_VALUE.items() if held[card]]
    return {
        "character": character,
        "life": life,
        "treasure": treasure,
        "status": status,
        "power": power,
        "items": {item: held[item] for item in ITEMS},
        "played": [number for number in POWER_VALUE.values() if number not in power],
        "committed": None,
        "laid": laid.split(),
        "torch_lit": torch_lit,
        "taken": {item: held[item] for item in ITEMS},
    }


def game(
    room: str = "tre-1",
    *,
    seats: int | Sequence[dict[str, Any]] = 3,
    level: int = 1,
    at: int = 1,
    ahead: Mapping[int, str] | None = None,
    boss: str = "boss-bailiff",
    lit: list[list[bool]] | None = None,
    first: int | None = None,
    fight: int = 1,
    spent: str = "",
    difficulty: str = "standard",
) -> State:
    """
    A game in the given room, before anybody has played there.

    Args:
        room: The current room, or "boss" for the last one.
        seats: How many dull ones, or the seats.
        level, at: Where the room lies; the boss always lies at 5/5.
        ahead: Rooms that matter later on this level, by number.
        lit: Which rooms lie face up, level by level.
        first: The first player; the game is tactical if given.
        spent: Items played or lit since the last reset, by seat 0.
    """
    table = [seat() for _ in range(seats)] if isinstance(seats, int) else list(seats)
    is_boss = room == "boss"
    if is_boss:
        level, at = 5, 5
    placed = {(level, number): card for number, card in (ahead or {}).items()}
    if not is_boss:
        placed[level, at] = room
    dungeon, removed = _dungeon(placed, boss)
    for character, sheet in zip(BOX.characters, table, strict=False):
        sheet["character"] = sheet["character"] or character
    in_play = [{"item": item, "seat": 0} for item in spent.split()]
    for entry in in_play:
        table[0]["taken"][entry["item"]] += 1
    supply = {item: 6 - sum(sheet["items"][item] for sheet in table) - spent.split().count(item) for item in ITEMS}
    alive = [number for number, sheet in enumerate(table) if sheet["status"] == "alive"]
    state: State = {
        "options": {"mode": "standard" if first is None else "tactical", "difficulty": difficulty},
        "phase": "boss_play" if is_boss else "play",
        "level": level,
        "room": at,
        "wave": 1,
        "fight": fight if is_boss else 0,
        "first_seat": first,
        "dungeon": dungeon,
        "lit": [list(row) for row in (lit or LIT)],
        "removed": removed,
        "supply": supply,
        "in_play": in_play,
        "owing": sorted(alive, key=lambda number: (number - (first or 0)) % len(table)),
        "again": [],
        "seats": table,
        "result": None,
    }
    RAIDERS.check(state)
    return state


def _dungeon(placed: Mapping[tuple[int, int], str], boss: str) -> tuple[list[list[str]], list[str]]:
    rest = list(BOX.deck)
    for card in placed.values():
        rest.remove(card)
    dungeon = [
        [
            boss if (level, room) == (5, 5) else placed[level, room] if (level, room) in placed else rest.pop(0)
            for room in range(1, 6)
        ]
        for level in range(1, 6)
    ]
    return dungeon, rest


def act(state: State, number: int, action: dict[str, Any]) -> Facts:
    """Plays an action as the service would, and checks what came of it."""
    facts = RAIDERS.play(state, number, RAIDERS.parse_action(action), tape=Tape(b"never read"))
    RAIDERS.check(state)
    return facts


def play(state: State, number: int, card: str) -> Facts:
    """One card in an ordinary room or for a boss's chest."""
    return act(state, number, {"type": "play_card", "card": card})


def lay(state: State, number: int, cards: str) -> Facts:
    """Cards against the boss."""
    return act(state, number, {"type": "play_boss_cards", "cards": cards.split()})


def light(state: State, number: int) -> Facts:
    """A torch."""
    return act(state, number, {"type": "light_torch"})


def play_all(state: State, *cards: str) -> Facts:
    """One card for each seat that owes, in turn order; the facts of the last, with which the room resolves."""
    facts = Facts()
    for number, card in zip(list(state["owing"]), cards, strict=True):
        facts = play(state, number, card)
    return facts


def lay_all(state: State, *plays: str) -> Facts:
    """Cards against the boss for each seat that owes, in turn order; the facts of the last."""
    facts = Facts()
    for number, cards in zip(list(state["owing"]), plays, strict=True):
        facts = lay(state, number, cards)
    return facts


def told(facts: Facts, type_: str) -> list[Fact]:
    """The public facts of that type."""
    return [fact for fact in facts.public if fact["type"] == type_]


def types(facts: Facts) -> list[str]:
    """The types of the public facts, in order."""
    return [fact["type"] for fact in facts.public]


def lives(state: State) -> list[int]:
    """Everybody's life."""
    return [sheet["life"] for sheet in state["seats"]]


def purses(state: State) -> list[int]:
    """Everybody's treasure."""
    return [sheet["treasure"] for sheet in state["seats"]]


def statuses(state: State) -> list[str]:
    """Everybody's status."""
    return [sheet["status"] for sheet in state["seats"]]


def hand(state: State, number: int) -> list[str]:
    """The cards in a seat's hand."""
    sheet = state["seats"][number]
    return [
        card
        for card in CARDS
        for _ in range(sheet["items"][card] if card in ITEMS else sheet["power"].count(POWER_VALUE[card]))
    ]


def playable(state: State, number: int) -> list[str]:
    """The cards the seat may play, without the torch it might light."""
    return [action["card"] for action in RAIDERS.legal(state, number) if action["type"] == "play_card"]


def layable(state: State, number: int) -> set[str]:
    """What the seat may lay against the boss, each as text."""
    legal = RAIDERS.legal(state, number)
    return {" ".join(action["cards"]) for action in legal if action["type"] == "play_boss_cards"}
