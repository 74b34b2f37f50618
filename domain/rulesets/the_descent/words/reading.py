"""The state that a view shows; whoever asks for it says what stands where the view shows nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.the_descent.box.cells import PLACES, cell_at
from delvebook.domain.rulesets.the_descent.state import Character, Creature, LaidTile, LastFall, Marker, State, Token
from delvebook.domain.rulesets.the_descent.words.questions import read_agenda, read_pending
from delvebook.domain.rulesets.the_descent.words.shapes.table import (
    CreatureView,
    FallView,
    MarkerView,
    SeatView,
    TokenView,
    UnderWayView,
    View,
)

_NOTHING: Final[UnderWayView] = {"seats": [], "tokens": [], "creatures": [], "next": []}


def read_state(view: View, *, tiles: list[LaidTile], stack: list[str], cards: list[str]) -> State:
    """
    The state with this view.

    Args:
        tiles: The tile at each place.
        stack: The exploration tokens, top first.
        cards: The cards that the view does not show: those in hands, then the deck from the top.
    """
    decks = list(cards)
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
        "places": tiles,
        "field": view["field"],
        "stack": stack,
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
