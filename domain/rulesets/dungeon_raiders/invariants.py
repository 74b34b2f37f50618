"""What holds in every state between two actions; a state that breaks one of these is a defect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import layable
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.room_cards import playable
from delvebook.domain.rulesets.dungeon_raiders.state import (
    POWER_VALUE,
    Seat,
    current_card,
    is_alive,
    is_tactical,
    living,
)


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Each invariant that does not hold, in words."""
    yield from _dungeon(content, state)
    yield from _position(content, state)
    yield from _items(content, state)
    for number, seat in enumerate(state["seats"]):
        yield from (f"seat {number}: {broken}" for broken in _seat(content, state, seat))
    yield from _asked(content, state)


def _dungeon(content: Content, state: State) -> Iterator[str]:
    """Clauses: DR-002, DR-007, DR-181."""
    counts = content.counts
    rooms = [card for level in state["dungeon"] for card in level]
    if [len(level) for level in state["dungeon"]] != [counts.rooms] * counts.levels:
        yield "the dungeon has five levels of five rooms"
    if Counter(rooms[:-1] + state["removed"]) != Counter(content.deck):
        yield "rooms and removed cards are not the printed dungeon cards"
    if rooms[-1] not in content.bosses:
        yield "the last room is no boss"
    if len(state["removed"]) != counts.removed:
        yield "the number of removed cards"
    lit = [is_lit for level in state["lit"] for is_lit in level]
    if len(lit) != len(rooms) or sum(lit) != counts.lit or lit[-1]:
        yield "the number of lit rooms, or a lit boss"
    if state["options"]["difficulty"] == "introductory" and not any(card in content.item_vaults for card in rooms):
        yield "an introductory dungeon without an item vault"


def _position(content: Content, state: State) -> Iterator[str]:
    if not (1 <= state["level"] <= content.counts.levels and 1 <= state["room"] <= content.counts.rooms):
        yield "the current room lies outside the dungeon"
        return
    phases = ("boss_play", "bonus_play") if current_card(state) in content.bosses else ("play",)
    if state["phase"] not in (*phases, "finished"):
        yield f"phase {state['phase']} in this room"
    if (state["phase"] == "finished") != (state["result"] is not None):
        yield "a finished game has a result, and no other"
    if state["phase"] in ("boss_play", "bonus_play") and state["fight"] not in (1, 2):
        yield "a boss is fought once or twice"
    if state["phase"] == "play" and state["fight"] != 0:
        yield "there is no fight number in an ordinary room"
    if state["wave"] < 1:
        yield "waves count from 1"
    first = state["first_seat"]
    if is_tactical(state) != (first is not None) or (first is not None and not 0 <= first < len(state["seats"])):
        yield "the first player marker belongs to a seat of the tactical mode"


def _items(content: Content, state: State) -> Iterator[str]:
    """Clauses: DR-015."""
    for item in ITEMS:
        count = state["supply"][item] + sum(entry["item"] == item for entry in state["in_play"])
        for seat in state["seats"]:
            count += seat["items"][item] + (seat["committed"] or []).count(item)
        if count != content.items[item].copies or state["supply"][item] < 0:
            yield f"there are {count} {item} cards"


def _seat(content: Content, state: State, seat: Seat) -> Iterator[str]:
    """Clauses: DR-010, DR-012, DR-025, DR-100, DR-101, DR-132."""
    if not 0 <= seat["life"] <= content.counts.life_max or seat["treasure"] < 0:
        yield "life or treasure out of range"
    if seat["status"] not in ("alive", "dead", "petrified") or (seat["status"] == "dead") != (seat["life"] == 0):
        yield f"{seat['status']} with {seat['life']} life"
    committed = seat["committed"] or []
    power = seat["power"] + seat["played"] + [POWER_VALUE[card] for card in committed if card in POWER_VALUE]
    if sorted(power) != list(content.power):
        yield "the five power cards are not all there"
    if seat["power"] != sorted(seat["power"]):
        yield "the hand is not in order"
    for item in ITEMS:
        if not 0 <= seat["items"][item] + committed.count(item) <= seat["taken"][item]:
            yield f"more {item} cards than it ever took"
    if seat["status"] != "alive" and (any(seat["items"].values()) or committed):
        yield "has left the game and still holds items or a face-down card"
    if any(card not in CARDS for card in seat["laid"]) or len(seat["laid"]) > content.counts.boss_places:
        yield "lays what cannot be laid"
    if not {POWER_VALUE[card] for card in seat["laid"] if card in POWER_VALUE} <= set(seat["played"]):
        yield "a laid power card is not among the played ones"


def _asked(content: Content, state: State) -> Iterator[str]:
    """Somebody can act, or the game is over; nobody is asked who cannot answer. Clauses: DR-020, DR-104."""
    asked = state["owing"] + state["again"]
    if state["result"] is not None:
        if asked:
            yield "a finished game asks somebody"
        return
    if len(living(state)) < 2:
        yield "the game goes on with fewer than two living"
    if not state["owing"]:
        yield "nobody owes a card and the game is not over"
    if len(set(asked)) != len(asked) or not all(is_alive(state, seat) for seat in asked):
        yield "a seat is asked twice, or is not alive"
    if state["again"] and not is_tactical(state):
        yield "seats wait behind their crystal balls only in the tactical mode"
    for number, seat in enumerate(state["seats"]):
        if seat["committed"] is not None and (number in asked or is_tactical(state)):
            yield f"seat {number} has laid a card face down and is still asked"
        if number in state["owing"] and not _can_answer(content, state, seat):
            yield f"seat {number} owes and can lay nothing"


def _can_answer(content: Content, state: State, seat: Seat) -> bool:
    return bool(layable(content, state, seat) if state["phase"] == "boss_play" else playable(content, state, seat))
