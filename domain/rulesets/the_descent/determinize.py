"""A whole state for a view: what the viewer cannot know is dealt at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.the_descent.box.cells import BOTTOM, PLACES, cell_at
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Character, Creature, LaidTile, LastFall, Marker, State, Token
from delvebook.domain.rulesets.the_descent.words.questions import read_agenda, read_pending
from delvebook.domain.rulesets.the_descent.words.shapes.table import (
    CreatureView,
    FallView,
    MarkerView,
    PlaceView,
    SeatView,
    TokenView,
    UnderWayView,
    View,
)
from delvebook.domain.tape import Chance

_NOTHING: Final[UnderWayView] = {"seats": [], "tokens": [], "creatures": [], "next": []}


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """A state that has this view; the tiles, tokens and cards it does not show are dealt at random."""
    decks = _cards(content, view, chance)
    moving = view["under_way"] or _NOTHING
    state: State = {
        "options": {**view["options"]},
        "phase": view["phase"],
        "round": view["round"],
        "ended": view["ended"],
        "order": view["order"],
        "active": view["active"],
        "turn": {
            "endurance": view["turn"]["endurance"],
            "weak": view["turn"]["weak"],
            "over": view["turn"]["ending"],
        },
        "window": view["window"],
        "opened": view["tile_opened_this_round"],
        "places": _tiles(content, view, chance),
        "field": view["field"],
        "stack": _stack(content, view, chance),
        "gone": view["tokens_gone"],
        "tokens": [_token(token, moving["tokens"]) for token in view["tokens"]],
        "creatures": [_creature(creature, moving["creatures"]) for creature in view["creatures"]],
        "web": None if view["web"] is None else PLACES.index(view["web"]),
        "seats": [_seat(seat, decks, moving["seats"]) for seat in view["seats"]],
        "deck": [[decks.pop(0), slot] for slot in view["deck"]["envelopes"]],
        "discard": view["discard"],
        "queue": [*view["seats_to_place"], *view["creatures_to_move"], *view["seats_to_roll"]],
        "agenda": read_agenda(view["under_way"]),
        "pending": None if view["pending"] is None else read_pending(view["pending"]),
        "last_fall": _last_fall(view["last_fall"]),
        "last_dice": [[one["seat"], one["die"]] for one in view["last_dice"]],
    }
    return copy_state(state)


def _without(pool: Iterable[str], seen: Iterable[str]) -> list[str]:
    """A pool without the items that have been seen."""
    left = list(pool)
    for item in seen:
        left.remove(item)
    return left


def _tiles(content: Content, view: View, chance: Chance) -> list[LaidTile]:
    """The tiles by place. The anchored bottom tiles are known except for their order, and lie unrotated."""
    places = view["places"]
    pending = view["pending"]
    known = {place: entry["tile"] for place, entry in enumerate(places) if entry["tile"] is not None}
    if pending is not None and pending["type"] == "rotate_tile":
        known[PLACES.index(pending["place"])] = pending["tile"]
    hidden = _without(content.tiles, known.values())
    groups: list[tuple[list[int], list[str]]] = []
    closed = [place for place in range(len(PLACES)) if place not in known]
    anchored = view["options"]["layout"] == "anchored"
    if anchored:
        bottom = [tile for tile in content.anchored_bottom if tile in hidden]
        groups.append(([place for place in closed if place in BOTTOM], bottom))
        hidden = _without(hidden, bottom)
        closed = [place for place in closed if place not in BOTTOM]
    groups.append((closed, hidden))
    for group, tiles in groups:
        known.update(zip(group, chance.shuffle(tiles, "tiles"), strict=True))
    return [
        {"tile": known[place], "turns": _turns(place, entry, chance, anchored=anchored), "open": entry["open"]}
        for place, entry in enumerate(places)
    ]


def _turns(place: int, entry: PlaceView, chance: Chance, *, anchored: bool) -> int:
    if entry["turns"] is not None:
        return entry["turns"]
    return 0 if anchored and place in BOTTOM else chance.below(4, "tile rotations")


def _stack(content: Content, view: View, chance: Chance) -> list[str]:
    if view["token_stack"] is not None:
        stack: list[str] = view["token_stack"]
        return stack
    left = view["tokens_left"]
    return chance.shuffle([kind for kind in content.tokens for _ in range(left[kind])], "exploration tokens")


def _cards(content: Content, view: View, chance: Chance) -> list[str]:
    """The unseen cards in the order in which they are dealt: into the hidden hands, then onto the deck."""
    if view["deck"]["cards"] is not None:
        deck: list[str] = view["deck"]["cards"]
        return list(deck)
    every = [kind for kind, count in content.cards.items() for _ in range(count)]
    seen = [*view["discard"]]
    for seat in view["seats"]:
        seen += [*seat["kit"], *(one["card"] for one in seat["drawn"] if one["card"] is not None)]
    return chance.shuffle(_without(every, seen), "equipment cards")


def _seat(seat: SeatView, decks: list[str], moving: Sequence[int]) -> Character:
    return {
        "health": seat["health"],
        "points": seat["points"],
        "kit": seat["kit"],
        "drawn": [[decks.pop(0) if one["card"] is None else one["card"], one["envelope"]] for one in seat["drawn"]],
        "backpack": seat["backpack"],
        "cell": None if seat["cell"] is None else cell_at(*seat["cell"]),
        "rests": [cell_at(*cell) for cell in seat["rests"]],
        "arrived": seat["arrived"],
        "moving": seat["seat"] in moving,
        "weakened": seat["weakened"],
    }


def _token(token: TokenView, moving: Sequence[int]) -> Token:
    return {
        "id": token["id"],
        "kind": token["kind"],
        "cell": cell_at(*token["cell"]),
        "moving": token["id"] in moving,
    }


def _creature(creature: CreatureView, moving: Sequence[str]) -> Creature:
    marker = creature["marker"]
    return {
        "kind": creature["kind"],
        "cell": cell_at(*creature["cell"]),
        "moving": creature["kind"] in moving,
        "marker": None if marker is None else _marker(marker),
        "hits": creature["hits"],
        "health": creature["health"],
    }


def _marker(shown: MarkerView) -> Marker:
    marker: Marker = {"on": shown["on"], "seat": shown["seat"]}
    if shown["on"] == "tile":
        marker["place"] = PLACES.index(shown["place"])
    elif shown["on"] == "lure":
        marker["cell"] = cell_at(*shown["cell"])
        marker["returns"] = shown["returns"]
    return marker


def _last_fall(last: FallView | None) -> LastFall | None:
    if last is None:
        return None
    return {"seats": last["seats"], "cells": [cell_at(*cell) for cell in last["cells"]]}
