"""
A whole state for a view: what the viewer cannot see is dealt at random from what is missing.

Hand and face-down cards of a seat are together known to everybody (ruling R-20); unknown are only which
of them lie face down, and what is dark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from delvebook.domain.ruleset import State, View
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import layable
from delvebook.domain.rulesets.dungeon_raiders.content import ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.room_cards import playable
from delvebook.domain.rulesets.dungeon_raiders.state import Seat, take_from_hand
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """
    A valid state that this view could be of.

    Dark rooms and removed cards come from the dungeon cards not yet seen, the boss from those there are.
    Where an introductory dungeon must still hold an item vault, the deal is repeated until it does.
    """
    dungeon, removed = _deal_dungeon(content, view, chance)
    state: State = {
        **{key: view[key] for key in ("options", "phase", "level", "room", "wave", "fight", "first_seat")},
        "dungeon": dungeon,
        "lit": _deal_light(content, view, chance),
        "removed": removed,
        "supply": dict(view["supply"]),
        "in_play": [dict(entry) for entry in view["in_play"]],
        "owing": list(view["owing"]),
        "again": list(view["again"]),
        "seats": [_pool(content, seat) for seat in view["seats"]],
        "result": view["result"],
    }
    for number, seen in enumerate(view["seats"]):
        if seen["committed_count"] is not None:
            _commit(content, state, number, seen, chance)
    return state


def _deal_dungeon(content: Content, view: View, chance: Chance) -> tuple[list[list[str]], list[str]]:
    seen: list[list[str | None]] = [[room["card"] for room in level] for level in view["dungeon"]]
    known = [card for level in seen for card in level if card is not None] + (view["removed"] or [])
    missing = list((Counter(content.deck) - Counter(known)).elements())
    introductory = view["options"]["difficulty"] == "introductory"
    while True:
        pool = chance.shuffle(missing, "unseen dungeon cards")
        boss = seen[-1][-1] or chance.choose(list(content.bosses), "unseen boss")
        dungeon = [[card or _next_card(pool, boss) for card in level] for level in seen[:-1]]
        dungeon.append([*(card or _next_card(pool, boss) for card in seen[-1][:-1]), boss])
        if not introductory or any(card in content.item_vaults for level in dungeon for card in level):
            return dungeon, view["removed"] or pool


def _next_card(pool: list[str], boss: str) -> str:
    return pool.pop() if pool else boss


def _deal_light(content: Content, view: View, chance: Chance) -> list[list[bool]]:
    """Which rooms lie face up: as many of the unseen ones as are left. Clauses: DR-007."""
    seen: list[list[bool | None]] = [[room["lit"] for room in level] for level in view["dungeon"]]
    seen[-1][-1] = False
    unknown = sum(lit is None for level in seen for lit in level)
    left = content.counts.lit - sum(lit is True for level in seen for lit in level)
    pool = chance.shuffle([at < left for at in range(unknown)], "unseen lights")
    return [[pool.pop() if lit is None else lit for lit in level] for level in seen]


def _pool(content: Content, seen: Mapping[str, Any]) -> Seat:
    """The seat with everything it has not shown in its hand, face-down cards included. Clauses: DR-015, DR-024."""
    return {
        **{key: seen[key] for key in ("character", "life", "treasure", "status")},
        "power": [number for number in content.power if number not in seen["played"]],
        "items": {item: seen["items_taken"][item] - seen["items_spent"][item] for item in ITEMS},
        "played": list(seen["played"]),
        "committed": None,
        "laid": list(seen["laid"]),
        "torch_lit": seen["torch_lit"],
        "taken": dict(seen["items_taken"]),
    }


def _commit(content: Content, state: State, number: int, seen: Mapping[str, Any], chance: Chance) -> None:
    """Lays the seat's face-down cards: those the viewer knows, or else any it could have laid."""
    seat = state["seats"][number]
    cards = seen["committed"]
    if cards is None:
        cards = chance.choose(_possible(content, state, number, seen["committed_count"]), "unseen face-down cards")
    for card in cards:
        take_from_hand(seat, card)
    seat["committed"] = list(cards)


def _possible(content: Content, state: State, number: int, count: int) -> Sequence[list[str]]:
    """
    The plays of that many cards the seat may have laid.

    A torch it lit in this room may still have been in its hand when it laid them, and may have been the
    card that a crystal ball needs behind it. Clauses: DR-030, DR-116.
    """
    seat = state["seats"][number]
    lit = sum(entry == {"item": "torch", "seat": number} for entry in state["in_play"]) - seat["laid"].count("torch")
    before = {**seat, "items": {**seat["items"], "torch": seat["items"]["torch"] + lit}}
    if state["phase"] == "boss_play":
        plays = layable(content, state, before)
    else:
        plays = [[card] for card in playable(content, state, before)]
    return [cards for cards in plays if len(cards) == count and cards.count("torch") <= seat["items"]["torch"]]
