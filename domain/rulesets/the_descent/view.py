"""What a viewer may see, each part by name."""

from __future__ import annotations

from delvebook.domain.ruleset import View, copy_state
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.geometry import PLACES, xy
from delvebook.domain.rulesets.the_descent.state import (
    FINISHED,
    Character,
    Creature,
    LaidTile,
    LastFall,
    Pending,
    State,
)
from delvebook.domain.viewers import Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """The table as the viewer sees it, without face-down tiles, the orders of the piles, and what others have drawn."""
    pending = state["pending"]
    view: View = {
        "options": state["options"],
        "phase": state["phase"],
        "round": state["round"],
        "ended": state["ended"],
        "order": state["order"],
        "active": state["active"],
        "turn": state["turn"],
        "window": state["window"],
        "tile_opened_this_round": state["opened"],
        "field": state["field"],
        "places": [_place(place, entry, viewer) for place, entry in enumerate(state["places"])],
        "tokens_left": _tokens_left(content, state),
        "tokens_gone": state["gone"],
        "token_stack": state["stack"] if viewer.sees_all else None,
        "tokens": [{**token, "cell": xy(token["cell"])} for token in state["tokens"]],
        "creatures": [_creature(creature) for creature in state["creatures"]],
        "web": None if state["web"] is None else PLACES[state["web"]],
        "seats": [_seat(seat, own, viewer, over=state["phase"] == FINISHED) for seat, own in enumerate(state["seats"])],
        "deck": {
            "size": len(state["deck"]),
            "slots": [slot for _, slot in state["deck"]],
            "cards": [kind for kind, _ in state["deck"]] if viewer.sees_all else None,
        },
        "discard": state["discard"],
        "queue": state["queue"],
        "agenda": state["agenda"],
        "pending": None if pending is None else _pending(content, pending),
        "last_fall": _last_fall(state["last_fall"]),
        "last_dice": state["last_dice"],
    }
    return copy_state(view)


def _place(place: int, entry: LaidTile, viewer: Viewer) -> View:
    """A place; a tile that lies there face down is not told."""
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
        left[pending["kind"]] -= 1
    return left


def _creature(creature: Creature) -> View:
    marker = creature["marker"]
    shown: View | None = None
    if marker is not None:
        shown = {"on": marker["on"], "seat": marker["seat"]}
        if marker["on"] == "tile":
            shown["place"] = PLACES[marker["place"]]
        elif marker["on"] == "lure":
            shown["cell"] = xy(marker["cell"])
            shown["returns"] = marker["returns"]
    return {
        "kind": creature["kind"],
        "cell": xy(creature["cell"]),
        "health": creature["health"],
        "marker": shown,
        "hits": creature["hits"],
        "moving": creature["moving"],
    }


def _seat(seat: int, own: Character, viewer: Viewer, *, over: bool) -> View:
    """One seat; everything is public but what it has drawn from backpacks. Clauses: TD-085."""
    shown = over or viewer.may_see(seat)
    return {
        "seat": seat,
        "character": seat,
        "health": own["health"],
        "points": own["points"],
        "cell": None if own["cell"] is None else xy(own["cell"]),
        "rests": [xy(cell) for cell in own["rests"]],
        "arrived": own["arrived"],
        "moving": own["moving"],
        "weakened": own["weakened"],
        "backpack": own["backpack"],
        "cards": len(own["kit"]) + len(own["drawn"]),
        "kit": own["kit"],
        "drawn": [kind for kind, _ in own["drawn"]] if shown else None,
        "slots": [slot for _, slot in own["drawn"]],
    }


def _pending(content: Content, pending: Pending) -> View:
    """
    The open decision: its type, its owner, and the public facts it is about.

    `about` is the decision as the state holds it, with cells as integers, for `determinize`; the rest is for clients.
    """
    type_ = pending["type"]
    shown: View = {"type": type_, "seat": pending["seat"], "about": pending}
    if type_ in ("place_token", "rotate_tile"):
        shown["place"] = PLACES[pending["place"]]
    if type_ == "place_token":
        shown["token"] = pending["kind"]
    elif type_ == "rotate_tile":
        shown.update(tile=pending["tile"], face=content.face(pending["tile"], 0))
    elif type_ == "confirm_step":
        shown["cell"] = xy(pending["target"])
    elif type_ == "answer_contact":
        shown.update(creature=pending["kind"], cell=xy(pending["cell"]))
    elif type_ == "answer_loss":
        shown.update(cause=pending["cause"], health=pending["amount"])
    elif type_ == "answer_fall":
        shown.update(length=pending["length"], cell=xy(pending["back"]))
    elif type_ == "route_creature":
        shown["creature"] = pending["kind"]
        shown["moves"] = [
            {"move": move["kind"], "cells": [xy(cell) for cell in move["via"]], "to": xy(move["to"])}
            for move in pending["moves"]
        ]
    return shown


def _last_fall(last: LastFall | None) -> View | None:
    if last is None:
        return None
    cells = last["cells"]
    return {"seats": last["seats"], "cells": [xy(cell) for cell in cells], "length": len(cells) - 1}
