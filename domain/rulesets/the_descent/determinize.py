"""A whole state for a view: what the viewer cannot know is dealt at random."""

from __future__ import annotations

from collections.abc import Iterable

from delvebook.domain.ruleset import View, copy_state
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.geometry import BOTTOM, PLACES, cell_at
from delvebook.domain.rulesets.the_descent.state import Character, Creature, LaidTile, LastFall, State, Token
from delvebook.domain.tape import Chance


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """A state that has this view; the tiles, tokens and cards it does not show are dealt at random."""
    decks = _cards(content, view, chance)
    state: State = {
        "options": view["options"],
        "phase": view["phase"],
        "round": view["round"],
        "ended": view["ended"],
        "order": view["order"],
        "active": view["active"],
        "turn": view["turn"],
        "window": view["window"],
        "opened": view["tile_opened_this_round"],
        "places": _tiles(content, view, chance),
        "field": view["field"],
        "stack": _stack(content, view, chance),
        "gone": view["tokens_gone"],
        "tokens": [_token(token) for token in view["tokens"]],
        "creatures": [_creature(creature) for creature in view["creatures"]],
        "web": None if view["web"] is None else PLACES.index(view["web"]),
        "seats": [_seat(seat, decks) for seat in view["seats"]],
        "deck": [[decks.pop(0), slot] for slot in view["deck"]["slots"]],
        "discard": view["discard"],
        "queue": view["queue"],
        "agenda": view["agenda"],
        "pending": None if view["pending"] is None else view["pending"]["about"],
        "last_fall": _last_fall(view["last_fall"]),
        "last_dice": view["last_dice"],
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
        known[pending["about"]["place"]] = pending["about"]["tile"]
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


def _turns(place: int, entry: View, chance: Chance, *, anchored: bool) -> int:
    if entry["turns"] is not None:
        turns: int = entry["turns"]
        return turns
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
        seen += [*seat["kit"], *(seat["drawn"] or [])]
    return chance.shuffle(_without(every, seen), "equipment cards")


def _seat(seat: View, decks: list[str]) -> Character:
    drawn = seat["drawn"]
    return {
        "health": seat["health"],
        "points": seat["points"],
        "kit": seat["kit"],
        "drawn": [[decks.pop(0) if drawn is None else drawn[at], slot] for at, slot in enumerate(seat["slots"])],
        "backpack": seat["backpack"],
        "cell": None if seat["cell"] is None else cell_at(*seat["cell"]),
        "rests": [cell_at(*cell) for cell in seat["rests"]],
        "arrived": seat["arrived"],
        "moving": seat["moving"],
        "weakened": seat["weakened"],
    }


def _token(token: View) -> Token:
    return {
        "id": token["id"],
        "kind": token["kind"],
        "cell": cell_at(*token["cell"]),
        "moving": token["moving"],
    }


def _creature(creature: View) -> Creature:
    marker = creature["marker"]
    if marker is not None:
        marker = dict(marker)
        if marker["on"] == "tile":
            marker["place"] = PLACES.index(marker["place"])
        elif marker["on"] == "lure":
            marker["cell"] = cell_at(*marker["cell"])
    return {
        "kind": creature["kind"],
        "cell": cell_at(*creature["cell"]),
        "moving": creature["moving"],
        "marker": marker,
        "hits": creature["hits"],
        "health": creature["health"],
    }


def _last_fall(last: View | None) -> LastFall | None:
    if last is None:
        return None
    return {"seats": last["seats"], "cells": [cell_at(*cell) for cell in last["cells"]]}
