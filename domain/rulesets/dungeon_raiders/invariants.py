"""What holds in every state between two actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from delvebook.domain.rulesets.dungeon_raiders.components import CARDS, ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.legality import possible_plays
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, State, current_card, is_tactical, living


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Every invariant that does not hold, as a sentence that says what is wrong."""
    yield from _dungeon(content, state)
    yield from _position(content, state)
    yield from _items(content, state)
    for seat, sheet in enumerate(state["seats"]):
        yield from (f"seat {seat}: {broken}" for broken in _sheet(content, sheet))
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
        for sheet in state["seats"]:
            count += sheet["items"][item] + (sheet["committed"] or []).count(item)
        if count != content.items[item].copies or state["supply"][item] < 0:
            yield f"there are {count} {item} cards"


def _sheet(content: Content, sheet: Sheet) -> Iterator[str]:
    """Clauses: DR-010, DR-012, DR-025, DR-100, DR-101, DR-132."""
    if not 0 <= sheet["life"] <= content.counts.life_max or sheet["treasure"] < 0:
        yield "life or treasure out of range"
    if sheet["status"] not in ("alive", "dead", "petrified") or (sheet["status"] == "dead") != (sheet["life"] == 0):
        yield f"{sheet['status']} with {sheet['life']} life"
    committed = sheet["committed"] or []
    power = sheet["power"] + sheet["played"] + [POWER_VALUE[card] for card in committed if card in POWER_VALUE]
    if sorted(power) != list(content.power):
        yield "the five power cards are not all there"
    if sheet["power"] != sorted(sheet["power"]):
        yield "the hand is not in order"
    for item in ITEMS:
        if not 0 <= sheet["items"][item] + committed.count(item) <= sheet["taken"][item]:
            yield f"more {item} cards than it ever took"
    if sheet["status"] != "alive" and (any(sheet["items"].values()) or committed):
        yield "has left the game and still holds items or a face-down card"
    if any(card not in CARDS for card in sheet["laid"]) or len(sheet["laid"]) > content.counts.boss_places:
        yield "lays what cannot be laid"
    if not {POWER_VALUE[card] for card in sheet["laid"] if card in POWER_VALUE} <= set(sheet["played"]):
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
    if len(set(asked)) != len(asked) or not set(asked) <= set(living(state)):
        yield "a seat is asked twice, or is not alive"
    if state["again"] and not is_tactical(state):
        yield "seats wait behind their crystal balls only in the tactical mode"
    for seat, sheet in enumerate(state["seats"]):
        if sheet["committed"] is not None and (seat in asked or is_tactical(state)):
            yield f"seat {seat} has laid a card face down and is still asked"
        if seat in state["owing"] and not possible_plays(content, state, sheet):
            yield f"seat {seat} owes and can lay nothing"
