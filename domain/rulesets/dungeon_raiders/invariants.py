"""
The invariants of every state between two actions.

A state keeps no history, so the life, treasure and items that a seat gained in earlier rooms are not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import (
    can_be_laid,
    can_lay_something,
    current_boss,
    is_sight,
    is_strength_card,
    strength_cards,
)
from delvebook.domain.rulesets.dungeon_raiders.cards.room import can_open_chest
from delvebook.domain.rulesets.dungeon_raiders.ending import result_of
from delvebook.domain.rulesets.dungeon_raiders.legality import face_down_plays, possible_plays
from delvebook.domain.rulesets.dungeon_raiders.state import (
    Sheet,
    State,
    current_card,
    held,
    in_turn_order,
    is_tactical,
    living,
)


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Yields each broken invariant, as a sentence that says what is wrong."""
    broken = [*_dungeon(content, state), *_position(content, state)]
    if broken:  # the other checks need a room
        yield from broken
        return
    yield from _items(content, state)
    for seat in range(len(state["seats"])):
        yield from (f"seat {seat}: {what}" for what in _sheet(content, state, seat))
    if state["result"] is not None:
        yield from _finished(content, state)
        return
    yield from _asked(content, state)
    for seat in living(state):
        yield from (f"seat {seat}: {what}" for what in _table(content, state, seat))
    yield from _turns(content, state)


def _dungeon(content: Content, state: State) -> Iterator[str]:
    """Clauses: DR-002, DR-007, DR-181."""
    counts = content.counts
    rooms = [card for level in state["dungeon"] for card in level]
    shape = [counts.rooms] * counts.levels
    if [len(level) for level in state["dungeon"]] != shape or [len(level) for level in state["lit"]] != shape:
        yield "the dungeon does not have five levels of five rooms"
        return
    if Counter(rooms[:-1] + state["removed"]) != Counter(content.deck):
        yield "rooms and removed cards are not the printed dungeon cards"
    if rooms[-1] not in content.bosses:
        yield "the last room is no boss"
    if len(state["removed"]) != counts.removed:
        yield "the number of removed cards is wrong"
    lit = [is_lit for level in state["lit"] for is_lit in level]
    if sum(lit) != counts.lit or lit[-1]:
        yield "the number of lit rooms is wrong, or the boss is lit"
    if state["options"]["difficulty"] == "introductory" and not any(card in content.item_vaults for card in rooms):
        yield "an introductory dungeon has no item vault"


def _position(content: Content, state: State) -> Iterator[str]:
    """Clauses: DR-002, DR-126, DR-133, DR-151, DR-160, DR-167."""
    if not (1 <= state["level"] <= content.counts.levels and 1 <= state["room"] <= content.counts.rooms):
        yield "the current room lies outside the dungeon"
        return
    boss = content.bosses.get(current_card(state))
    phase, fight = state["phase"], state["fight"]
    if phase not in (("boss_play", "bonus_play", "finished") if boss else ("play", "finished")):
        yield f"there is no phase {phase} in this room"
    if (phase == "finished") != (state["result"] is not None):
        yield "a finished game has a result, and no other game has one"
    if boss is None and fight != 0:
        yield "an ordinary room has a fight number"
    if boss is not None and fight not in ((1, 2) if boss.double else (1,)):
        yield "a boss is fought once, and twice if it is double"
    if phase == "bonus_play" and (boss is None or boss.chest is None or len(living(state)) < 3):
        yield "there is a bonus play without a beaten boss that has a chest"
    if state["wave"] < 1:
        yield "waves do not count from 1"
    first = state["first_seat"]
    if is_tactical(state) != (first is not None) or (first is not None and not 0 <= first < len(state["seats"])):
        yield "the first player marker does not belong to a seat of the tactical mode"
    elif first is not None and fight < 2 and phase != "finished" and first not in living(state):
        yield "the first player is dead before a room that it could have died in"


def _items(content: Content, state: State) -> Iterator[str]:
    """Clauses: DR-015."""
    for item in ITEMS:
        count = state["supply"][item] + sum(entry["item"] == item for entry in state["in_play"])
        for sheet in state["seats"]:
            count += sheet["items"][item] + (sheet["committed"] or []).count(item)
        if count != content.items[item].copies or state["supply"][item] < 0:
            yield f"there are {count} {item} cards"
    for entry in state["in_play"]:
        if entry["item"] not in ITEMS or not 0 <= entry["seat"] < len(state["seats"]):
            yield "an item in play is of no known type, or belongs to no seat"
        elif state["result"] is None and _is_first_play(state) and entry["seat"] not in living(state):
            yield "an item in play belongs to a seat that left the game before this room"


def _sheet(content: Content, state: State, seat: int) -> Iterator[str]:
    """Clauses: DR-010, DR-012, DR-025, DR-031, DR-100, DR-101, DR-132."""
    sheet = state["seats"][seat]
    if not 0 <= sheet["life"] <= content.counts.life_max or sheet["treasure"] < 0:
        yield "life or treasure is out of range"
    if sheet["status"] not in ("alive", "dead", "petrified") or (sheet["status"] == "dead") != (sheet["life"] == 0):
        yield f"it is {sheet['status']} with {sheet['life']} life"
    boss = content.bosses.get(current_card(state))
    if sheet["status"] == "petrified" and (boss is None or not boss.petrify):
        yield "it is turned to stone where nothing petrifies"
    committed = sheet["committed"] or []
    power = sheet["power"] + sheet["played"] + [POWER_VALUE[card] for card in committed if card in POWER_VALUE]
    if sorted(power) != list(content.power):
        yield "the five power cards are not all there"
    if sheet["power"] != sorted(sheet["power"]):
        yield "the hand is not in order"
    begun = content.characters[sheet["character"]].items
    for item in ITEMS:
        if sheet["taken"][item] < begun.count(item):
            yield f"it has taken fewer {item} cards than it began with"
        in_play = sum(entry == {"item": item, "seat": seat} for entry in state["in_play"])
        if sheet["items"][item] < 0 or sheet["items"][item] + committed.count(item) + in_play > sheet["taken"][item]:
            yield f"it has more {item} cards than it ever took"
    spent = sheet["taken"][content.light] - sheet["items"][content.light] - committed.count(content.light)
    if sheet["torch_lit"] and not spent:
        yield "it has lit a torch and spent none"
    if sheet["lit_since"] and (sheet["committed"] is None or not sheet["torch_lit"]):
        yield "it has lit a torch since it laid cards face down, and has laid none or lit none"
    if sheet["status"] != "alive" and (any(sheet["items"].values()) or committed):
        yield "it has left the game and still holds items or a face-down card"
    if sheet["status"] != "alive" and sheet["laid"] and state["result"] is None:
        yield "it has left the game and its cards still count"


def _finished(content: Content, state: State) -> Iterator[str]:
    """Clauses: DR-092, DR-104, DR-140 to DR-146."""
    if state["owing"] or state["again"]:
        yield "a finished game asks a seat"
    if any(sheet["committed"] is not None for sheet in state["seats"]):
        yield "a card lies face down in a finished game"
    if state["result"] != result_of(state):
        yield "the result does not follow from the seats' state"
    if len(living(state)) < 2:
        return
    if current_card(state) not in content.bosses:
        yield "the game ended before the boss with two or more living"
    if state["in_play"] or any(sheet["laid"] for sheet in state["seats"]):
        yield "the game ended before its last room was reset"
    if any(state["seats"][seat]["played"] for seat in living(state)):
        yield "the living have not taken back their power cards"


def _asked(content: Content, state: State) -> Iterator[str]:
    """A seat can act, and no seat is asked that cannot answer. Clauses: DR-020, DR-022, DR-104, DR-161."""
    asked = state["owing"] + state["again"]
    if len(living(state)) < 2:
        yield "the game goes on with fewer than two living"
    if not state["owing"]:
        yield "no seat owes a card and the game is not over"
    if len(set(asked)) != len(asked) or not set(asked) <= set(living(state)):
        yield "a seat is asked twice, or is not alive"
    if state["again"] and not is_tactical(state):
        yield "seats wait behind their crystal balls in the standard mode"
    for queue in (state["owing"], state["again"]):
        if queue != in_turn_order(state, queue):
            yield "the seats are not asked in turn order"
    for seat, sheet in enumerate(state["seats"]):
        if sheet["committed"] is not None and (seat in asked or is_tactical(state)):
            yield f"seat {seat} has laid a card face down and is still asked"
        if seat in state["owing"] and not possible_plays(content, state, sheet):
            yield f"seat {seat} owes a card and has none it can lay"


def _table(content: Content, state: State, seat: int) -> Iterator[str]:
    """What lies before a living seat fits the room, the wave and what the seat spent there."""
    sheet = state["seats"][seat]
    laid = sheet["laid"]
    power = [POWER_VALUE[card] for card in laid if card in POWER_VALUE]
    if not all(_counts_here(content, state, card) for card in laid) or len(set(power)) < len(power):
        yield "it has laid a card that cannot be laid here"
    if not set(power) <= set(sheet["played"]):
        yield "a laid power card is not among the played ones"
    if sheet["committed"] is not None and sheet["committed"] not in face_down_plays(content, state, seat):
        yield "it has laid face down what it could not lay"
    yield from _places(content, state, seat)
    spent = Counter(entry["item"] for entry in state["in_play"] if entry["seat"] == seat)
    for item in ITEMS:
        lit_since = sheet["lit_since"] if item == content.light else 0
        if spent[item] < laid.count(item) + lit_since:
            yield f"a laid or lit {item} is not in play"
    if not _is_first_play(state):
        return
    if spent[content.light] > laid.count(content.light) and not sheet["torch_lit"]:
        yield "its torch is in play, neither laid nor lit"
    for item in (item.id for item in content.items.values() if item.ability is None):
        if spent[item] != laid.count(item):
            yield f"a {item} is in play that was not laid"
    yield from _sights(content, state, seat)


def _is_first_play(state: State) -> bool:
    """Whether the current play is the first in this room, so that every item in play belongs to it."""
    return state["phase"] == "play" or (state["phase"] == "boss_play" and state["fight"] == 1)


def _counts_here(content: Content, state: State, card: str) -> bool:
    """Whether the card can lie before a seat and count here. Clauses: DR-021, DR-113, DR-127."""
    if state["phase"] == "boss_play":
        return can_be_laid(content, current_boss(content, state), card)
    kind = "treasure" if state["phase"] == "bonus_play" else content.kind(current_card(state))
    return card in POWER_VALUE or content.items[card].counts_in == kind


def _places(content: Content, state: State, seat: int) -> Iterator[str]:
    """The number of laid cards, by whether the seat has still to play. Clauses: DR-020, DR-112, DR-115, DR-127."""
    sheet = state["seats"][seat]
    laid = len(sheet["laid"])
    places = content.counts.boss_places if state["phase"] == "boss_play" else 1
    plays_on = seat in state["owing"] + state["again"] or sheet["committed"] is not None
    if plays_on:
        if laid >= places or (laid and state["wave"] == 1 and seat not in state["again"]):
            yield "it has still to play and no place is free, or it has laid cards before its first play"
        if not _can_finish(content, state, seat):
            yield "it is asked and could not finish its play"
        return
    if laid > places:
        yield "it has laid too many cards"
    if state["wave"] == 1 and laid and not is_tactical(state):
        yield "its card is face up before the others'"
    if state["phase"] == "play" and laid != 1:
        yield "it has played no card and is not asked for one"
    elif state["phase"] == "bonus_play" and not laid and can_open_chest(content, sheet):
        yield "it could play for the chest and is not asked"
    elif state["phase"] == "boss_play":
        yield from _done_with_boss(content, state, sheet)


def _can_finish(content: Content, state: State, seat: int) -> bool:
    """
    Whether a seat that has still to play has the card its play must end with, laid, face down or in hand.

    Clauses: DR-112, DR-115, DR-127.
    """
    sheet = state["seats"][seat]
    all_cards = [*sheet["laid"], *(sheet["committed"] or []), *(card for card in CARDS if held(sheet, card))]
    if state["phase"] == "boss_play":
        return state["fight"] == 2 or any(
            card in strength_cards(content, current_boss(content, state)) for card in all_cards
        )
    kind = "treasure" if state["phase"] == "bonus_play" else content.kind(current_card(state))
    return any(card in POWER_VALUE or content.items[card].counts_in == kind for card in all_cards)


def _done_with_boss(content: Content, state: State, sheet: Sheet) -> Iterator[str]:
    """Clauses: DR-112, DR-115, DR-135."""
    boss = current_boss(content, state)
    if state["fight"] == 1 and not any(is_strength_card(content, boss, card) for card in sheet["laid"]):
        yield "it has laid no card of strength and is not asked for one"
    first_wave = state["wave"] == 1 and not is_tactical(state)
    if state["fight"] == 2 and first_wave and not sheet["laid"] and can_lay_something(content, boss, sheet):
        yield "it could lay cards in the second fight and is not asked"


def _sights(content: Content, state: State, seat: int) -> Iterator[str]:
    """
    The seat has looked into one crystal ball in each earlier wave in which it played.

    Clauses: DR-035, DR-037, DR-115, DR-162, DR-163.
    """
    sights = _sights_of(content, state, seat)
    before = state["wave"] - 1
    if seat in state["owing"] or state["seats"][seat]["committed"] is not None:
        if sights != before:
            yield f"it has looked into {sights} crystal balls and is in wave {before + 1}"
    elif seat in state["again"]:
        if sights != before + 1:
            yield "it waits behind a crystal ball it has not played"
    elif sights > before - (not is_tactical(state)):
        yield "it has looked into a crystal ball and is not asked again"


def _turns(content: Content, state: State) -> Iterator[str]:
    """In the tactical mode the seats that have still to play come last in turn order. Clauses: DR-161, DR-163."""
    if not is_tactical(state) or not state["owing"]:
        return
    if _is_first_play(state):
        taking_part = [seat for seat in living(state) if _sights_of(content, state, seat) >= state["wave"] - 1]
    else:
        done = [seat for seat in living(state) if state["seats"][seat]["laid"] or seat in state["again"]]
        taking_part = [*done, *state["owing"]] if state["wave"] == 1 else state["owing"]
    tail = in_turn_order(state, list(dict.fromkeys(taking_part)))[-len(state["owing"]) :]
    if tail != state["owing"]:
        yield "a seat that comes later in turn order has played before one that has not"


def _sights_of(content: Content, state: State, seat: int) -> int:
    """The number of balls the seat has looked into since the last reset."""
    if state["phase"] == "boss_play" and not is_sight(content, current_boss(content, state), content.sight):
        return 0
    return sum(entry == {"item": content.sight, "seat": seat} for entry in state["in_play"])
