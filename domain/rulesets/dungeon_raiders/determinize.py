"""
A complete state for a view: hidden cards are dealt at random from those not seen.

A seat's hand and its face-down cards together are deducible from public facts (ruling R-20). Only two things are
unknown: which of them lie face down, and the dungeon cards in the dark.
"""

from __future__ import annotations

from collections import Counter

from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.legality import face_down_plays
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, State, in_turn_order, take_from_hand
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.parts import Turn
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import (
    FaceDown,
    RoomKnown,
    RoomSeen,
    SeatSeen,
    View,
    counts_of,
)
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """
    Returns a valid state that could have this view.

    Dark rooms and removed cards come from the dungeon cards not yet seen, the boss from all bosses.
    If an introductory dungeon has no item vault, the deal is repeated until it has one.
    """
    dungeon, removed = _deal_dungeon(content, view, chance)
    state: State = {
        "options": {"mode": view["options"]["mode"], "difficulty": view["options"]["difficulty"]},
        "phase": view["phase"],
        "level": view["level"],
        "room": view["room"],
        "wave": view["wave"],
        "fight": view["fight"],
        "first_seat": view["first_seat"],
        "dungeon": dungeon,
        "lit": _deal_light(content, view, chance),
        "removed": removed,
        "supply": dict(counts_of(view["supply"])),
        "in_play": [{"item": entry["item"], "seat": entry["seat"]} for entry in view["in_play"]],
        "owing": [],
        "again": [],
        "seats": [_pool(content, seat) for seat in view["seats"]],
        "result": view["result"],
    }
    state["owing"] = in_turn_order(state, _seats_whose_turn(view, "acts", "waits"))
    state["again"] = in_turn_order(state, _seats_whose_turn(view, "looked"))
    for seat, seen in enumerate(view["seats"]):
        if seen["face_down"] is not None:
            _commit(content, state, seat, seen["face_down"], chance)
    return state


def _seats_whose_turn(view: View, *turns: Turn) -> list[int]:
    """The seats whose `turn` in the view is one of these."""
    return [seat for seat, seen in enumerate(view["seats"]) if seen["turn"] in turns]


def _deal_dungeon(content: Content, view: View, chance: Chance) -> tuple[list[list[str]], list[str]]:
    """The rooms of every level, and the removed cards. Clauses: DR-002, DR-181."""
    seen: list[list[str | None]] = [[card for card, _ in level] for level in _levels(content, view)]
    known = [card for level in seen for card in level if card is not None] + (view["removed"] or [])
    missing = list((Counter(content.deck) - Counter(known)).elements())
    introductory = view["options"]["difficulty"] == "introductory"
    while True:
        pool = chance.shuffle(missing, "unseen dungeon cards")
        boss = seen[-1][-1] or chance.choose(list(content.bosses), "unseen boss")
        dungeon = [[card or pool.pop() for card in level] for level in [*seen[:-1], [*seen[-1][:-1], boss]]]
        if not introductory or any(card in content.item_vaults for level in dungeon for card in level):
            return dungeon, view["removed"] or pool


def _levels(content: Content, view: View) -> list[list[tuple[str | None, bool | None]]]:
    """Every level's rooms, each as its card and whether it lay face up, with None for what the viewer does not know."""
    levels: list[list[RoomKnown] | list[RoomSeen]] = [*view["earlier"], view["row"], *(view["stacks"] or ())]
    unknown = content.counts.levels - len(levels)
    known: list[list[tuple[str | None, bool | None]]] = [
        [(room["card"], room["lit"]) for room in level] for level in levels
    ]
    return known + [[(None, None)] * content.counts.rooms] * unknown


def _deal_light(content: Content, view: View, chance: Chance) -> list[list[bool]]:
    """By level and room, whether it lies face up. The lit ones left are dealt among the unseen. Clauses: DR-007."""
    seen: list[list[bool | None]] = [[lit for _, lit in level] for level in _levels(content, view)]
    seen[-1][-1] = False
    unknown = sum(lit is None for level in seen for lit in level)
    left = content.counts.lit - sum(lit is True for level in seen for lit in level)
    pool = chance.shuffle([at < left for at in range(unknown)], "unseen lights")
    return [[pool.pop() if lit is None else lit for lit in level] for level in seen]


def _pool(content: Content, seen: SeatSeen) -> Sheet:
    """A sheet whose hand holds all cards the seat still has, the face-down ones included. Clauses: DR-015, DR-024."""
    played = [POWER_VALUE[card] for card in seen["played"]]
    taken, spent = counts_of(seen["items_taken"]), counts_of(seen["items_spent"])
    return {
        "character": seen["character"],
        "life": seen["life"],
        "treasure": seen["treasure"],
        "status": seen["status"],
        "power": [number for number in content.power if number not in played],
        "items": {item: taken[item] - spent[item] for item in ITEMS},
        "played": played,
        "committed": None,
        "laid": list(seen["laid"]),
        "torch_lit": seen["torch_lit"],
        "lit_since": 0,
        "taken": dict(taken),
    }


def _commit(content: Content, state: State, seat: int, face_down: FaceDown, chance: Chance) -> None:
    """Lays the seat's face-down cards: those the viewer knows, otherwise any the seat could have laid."""
    sheet = state["seats"][seat]
    sheet["lit_since"] = face_down["torches_since"]
    cards = face_down["cards"]
    if cards is None:
        plays = [laid for laid in face_down_plays(content, state, seat) if len(laid) == face_down["count"]]
        cards = chance.choose(plays, "unseen face-down cards")
    for card in cards:
        take_from_hand(sheet, card)
    sheet["committed"] = list(cards)
