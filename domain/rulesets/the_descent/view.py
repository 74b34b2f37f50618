"""What a viewer may see, each part by name. What never changes is in the catalogue."""

from __future__ import annotations

from typing import cast

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.the_descent.box.cells import PLACES, xy
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import (
    COLLAPSE,
    CREATURE_PHASE,
    FINISHED,
    SETUP,
    Character,
    Creature,
    LaidTile,
    LastFall,
    Marker,
    State,
)
from delvebook.domain.rulesets.the_descent.words.questions import show_pending, show_under_way
from delvebook.domain.rulesets.the_descent.words.shapes.table import (
    CreatureView,
    DeckView,
    FallView,
    MarkerView,
    PlaceView,
    SeatView,
    Table,
)
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> Table:
    """The table as the viewer sees it, without face-down tiles, the orders of the piles, and what others have drawn."""
    pending, phase, waiting = state["pending"], state["phase"], state["queue"]
    table: Table = {
        "you": viewer.seat,
        "options": {
            "layout": state["options"]["layout"],
            "first_seat": state["options"]["first_seat"],
            "round_limit": state["options"]["round_limit"],
        },
        "phase": phase,
        "round": state["round"],
        "ended": state["ended"],
        "order": state["order"],
        "active": state["active"],
        "turn": {
            "endurance": state["turn"]["endurance"],
            "weak": state["turn"]["weak"],
            "ending": state["turn"]["over"],
        },
        "window": state["window"],
        "tile_opened_this_round": state["opened"],
        "field": state["field"],
        "places": [_place(place, entry, viewer) for place, entry in enumerate(state["places"])],
        "tokens_left": _tokens_left(content, state),
        "tokens_gone": state["gone"],
        "token_stack": None,
        "tokens": [{"id": one["id"], "kind": one["kind"], "cell": xy(one["cell"])} for one in state["tokens"]],
        "creatures": [_creature(creature) for creature in state["creatures"]],
        "web": None if state["web"] is None else PLACES[state["web"]],
        "seats": [_seat(seat, own, viewer, over=phase == FINISHED) for seat, own in enumerate(state["seats"])],
        "deck": _deck(state, viewer),
        "discard": state["discard"],
        "seats_to_place": waiting if phase == SETUP else [],
        "creatures_to_move": waiting if phase == CREATURE_PHASE else [],
        "seats_to_roll": waiting if phase == COLLAPSE else [],
        "pending": None if pending is None else show_pending(pending),
        "under_way": show_under_way(state),
        "last_fall": _last_fall(state["last_fall"]),
        "last_dice": [{"seat": seat, "die": die} for seat, die in state["last_dice"]],
    }
    if viewer.sees_all:
        cast("dict[str, object]", table)["token_stack"] = state["stack"]
    return copy_state(table)


def _place(place: int, entry: LaidTile, viewer: Viewer) -> PlaceView:
    """A place, without its tile if that lies face down."""
    known = entry["open"] or viewer.sees_all
    return {
        "place": PLACES[place],
        "open": entry["open"],
        "tile": entry["tile"] if known else None,
        "turns": entry["turns"] if known else None,
    }


def _tokens_left(content: Content, state: State) -> dict[str, int]:
    """By kind, how many tokens are still in the stack, as everybody can count."""
    left = dict(content.tokens)
    for kind, count in state["gone"].items():
        left[kind] -= count
    for token in (*state["tokens"], *state["creatures"]):
        left[token["kind"]] -= 1
    pending = state["pending"]
    if pending is not None and pending["type"] == "place_token":
        left[pending["token"]] -= 1
    return left


def _creature(creature: Creature) -> CreatureView:
    return {
        "kind": creature["kind"],
        "cell": xy(creature["cell"]),
        "health": creature["health"],
        "marker": None if creature["marker"] is None else _marker(creature["marker"]),
        "hits": creature["hits"],
    }


def _marker(marker: Marker) -> MarkerView:
    shown: MarkerView = {"on": marker["on"], "seat": marker["seat"]}
    if marker["on"] == "tile":
        shown["place"] = PLACES[marker["place"]]
    elif marker["on"] == "lure":
        shown["cell"] = xy(marker["cell"])
        shown["returns"] = marker["returns"]
    return shown


def _seat(seat: int, own: Character, viewer: Viewer, *, over: bool) -> SeatView:
    """One seat; everything is public but what it has drawn from backpacks. Clauses: TD-085."""
    shown = over or viewer.may_see(seat)
    return {
        "seat": seat,
        "health": own["health"],
        "points": own["points"],
        "cell": None if own["cell"] is None else xy(own["cell"]),
        "rests": [xy(cell) for cell in own["rests"]],
        "arrived": own["arrived"],
        "weakened": own["weakened"],
        "backpack": own["backpack"],
        "cards": len(own["kit"]) + len(own["drawn"]),
        "kit": own["kit"],
        "drawn": [{"envelope": slot, "card": kind if shown else None} for kind, slot in own["drawn"]],
    }


def _deck(state: State, viewer: Viewer) -> DeckView:
    return {
        "size": len(state["deck"]),
        "envelopes": [slot for _, slot in state["deck"]],
        "cards": [kind for kind, _ in state["deck"]] if viewer.sees_all else None,
    }


def _last_fall(last: LastFall | None) -> FallView | None:
    if last is None:
        return None
    cells = last["cells"]
    return {"seats": last["seats"], "cells": [xy(cell) for cell in cells], "length": len(cells) - 1}
