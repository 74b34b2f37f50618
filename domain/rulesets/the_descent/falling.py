"""Falling: thin rock that gives way, what is left unsupported, and what a fall does to those who fall."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.the_descent import cards, markers
from delvebook.domain.rulesets.the_descent.ending import arrive
from delvebook.domain.rulesets.the_descent.geometry import (
    BOTTOM,
    CLOSED,
    DESTROYED,
    DOWN,
    EMPTY,
    PLACE_OF,
    THIN,
    UP,
    XS,
    YS,
    Cell,
    Field,
    can_cling,
    is_carried,
    is_standable,
)
from delvebook.domain.rulesets.the_descent.health import die
from delvebook.domain.rulesets.the_descent.moving import fall_entries, lift, tell_put_in
from delvebook.domain.rulesets.the_descent.state import Board, Frame, Game
from delvebook.domain.rulesets.the_descent.things import first_takes_tokens

# -- what needs handling --------------------------------------------------------------------------


def settle(game: Game, frame: Frame) -> None:
    """
    Handler: lets thin rock give way and objects fall, one cell after the other, until nothing changes.

    Then those at rest have rested where they are, and whoever is at the bottom has arrived.

    Clauses: TD-075, TD-070, TD-050, TD-058, TD-056, TD-170.
    """
    cell = first_overloaded(game)
    if cell is not None:
        game.push({"do": "break_rock", "cell": cell, "cause": "weight"}, frame)
        return
    cell = first_unsupported(game)
    if cell is not None:
        game.push(_fall_of_unsupported(game, cell), frame)
        return
    for seat in game.priority():
        own = game.seat(seat)
        if not own["moving"]:
            _rest(own)
            if PLACE_OF[own["cell"]] in BOTTOM:
                arrive(game, seat)


def _rest(own: dict[str, Any]) -> None:
    """Remembers where the character has come to rest: the last two different cells (TD-058)."""
    if own["rests"][:1] != [own["cell"]]:
        own["rests"] = [own["cell"], *own["rests"][:1]]


def _handled_first(cells: dict[Cell, bool]) -> Cell | None:
    """The largest y first, then the smallest x (TD-075)."""
    return min(cells, key=lambda cell: (-YS[cell], XS[cell]), default=None)


def first_overloaded(board: Board) -> Cell | None:
    """The thin rock that breaks next under its weight, if any. Clauses: TD-070, TD-075."""
    cells = board.field.cells
    weights: dict[Cell, int] = {}
    for thing in board.objects():
        if thing["moving"]:
            continue
        below = thing["cell"] + DOWN
        if cells[below] == THIN and cells[thing["cell"]] in EMPTY:
            weights[below] = weights.get(below, 0) + 1
        elif thing.get("kind") == "worm" and cells[thing["cell"]] == THIN:
            weights[thing["cell"]] = weights.get(thing["cell"], 0) + 1
    least = board.content.thin_bears_less_than
    return _handled_first({cell: True for cell, weight in weights.items() if weight >= least})


def first_unsupported(board: Board) -> Cell | None:
    """The cell in which something falls next, if any. Clauses: TD-075."""
    return _handled_first(
        {thing["cell"]: True for thing in board.objects() if not thing["moving"] and is_unsupported(board.field, thing)}
    )


def is_unsupported(field: Field, thing: dict[str, Any]) -> bool:
    """Whether an object at rest is not carried where it is. Clauses: TD-050, TD-073, TD-075, TD-006."""
    kind, cell = thing.get("kind"), thing["cell"]
    if kind is None:
        return not is_standable(field, cell)
    if kind == "dragon":
        return False
    if kind == "spider":
        return not can_cling(field, cell)
    return field.cells[cell] in EMPTY and not is_carried(field, cell)


def _fall_of_unsupported(game: Game, cell: Cell) -> Frame:
    """The fall of everything unsupported in that cell, together (TD-074)."""
    seats = [seat for seat in game.seats_at(cell) if _falls(game, game.seat(seat))]
    tokens = [token for token in game.state["tokens"] if token["cell"] == cell and _falls(game, token)]
    creatures = [creature for creature in game.creatures_at(cell) if _falls(game, creature)]
    return _begin(game, seats, tokens, creatures, start=cell, origin=cell)


def _falls(game: Game, thing: dict[str, Any]) -> bool:
    return not thing["moving"] and is_unsupported(game.field, thing)


def break_rock(game: Game, frame: Frame) -> None:
    """
    Handler: rock or thin rock goes, and what was above it, or in it, falls from there.

    Args:
        frame: `cell`; `cause`: weight, pick, dynamite or monster.

    Clauses: TD-071, TD-072, TD-004, TD-091, TD-093, TD-166.
    """
    cell = frame["cell"]
    game.field.put(cell, DESTROYED)
    clause = {"weight": "TD-070", "pick": "TD-091", "dynamite": "TD-093"}.get(frame["cause"], "TD-166")
    game.tell("rock_destroyed", clause, cell=cell, cause=frame["cause"])
    seats, tokens, creatures = lift(game, cell + UP)
    creatures += [one for one in game.creatures_at(cell) if one["kind"] == "worm"]
    if seats or tokens or creatures:
        tell_put_in(game, cell, seats, tokens, creatures)
        game.push(_begin(game, seats, tokens, creatures, start=cell, origin=cell + UP))


def _begin(
    game: Game,
    seats: list[int],
    tokens: list[dict[str, Any]],
    creatures: list[dict[str, Any]],
    *,
    start: Cell,
    origin: Cell,
) -> Frame:
    """
    Sets objects under way to fall together; returns the frame of their fall.

    Args:
        start: Where the fall is counted from; everybody is there now.
        origin: Where they were before: `start`, or above it if it was rock (then `start` is entered, too).
    """
    for seat in seats:
        game.drop_movement(seat)
    for thing in (*(game.seat(seat) for seat in seats), *tokens, *creatures):
        thing["cell"] = start
        thing["moving"] = True
    return {
        "do": "fall", "seats": seats, "tokens": [one["id"] for one in tokens],
        "creatures": [one["kind"] for one in creatures], "start": start, "origin": origin, "path": [],
    }  # fmt: skip


# -- the fall itself ------------------------------------------------------------------------------


def fall(game: Game, frame: Frame) -> None:
    """
    Handler: traces a fall, opening tiles for characters, then lands everybody and handles them one by one.

    Clauses: TD-050, TD-051, TD-056, TD-064, TD-065, TD-073, TD-074.
    """
    cells, seats, path = game.field.cells, frame["seats"], frame["path"]
    below = (path[-1] if path else frame["start"]) + DOWN
    while cells[below] in EMPTY:
        path.append(below)
        below += DOWN
    if cells[below] == CLOSED and seats:
        opener = next(seat for seat in game.priority() if seat in seats)
        game.push({"do": "open_tile", "seat": opener, "place": PLACE_OF[below], "by": "fall"}, frame)
        return
    _land(game, frame)
    entered = path if frame["origin"] == frame["start"] else [frame["start"], *path]
    landings = [
        {"do": "land", "mover": seat, "seat": seat, "origin": frame["origin"], "entered": entered, "length": len(path)}
        for seat in game.priority()
        if seat in seats
    ]
    game.push(*landings, {**frame, "do": "end_fall"})


def _land(game: Game, frame: Frame) -> None:
    """Puts everybody who fell where they land; a spider stops where it can cling (TD-073)."""
    path = frame["path"]
    end = path[-1] if path else frame["start"]
    for thing in _fallen(game, frame):
        thing["cell"] = end
        if thing.get("kind") == "spider":
            thing["cell"] = next(cell for cell in (frame["start"], *path) if can_cling(game.field, cell))
    if path:
        game.tell(
            "objects_fell", "TD-050", "TD-073", "TD-074", seats=frame["seats"], tokens=frame["tokens"],
            creatures=frame["creatures"], things=[one["kind"] for one in _fallen(game, frame) if "kind" in one],
            cells=[frame["start"], *path], length=len(path),
        )  # fmt: skip
        game.state["last_fall"] = {"seats": frame["seats"], "cells": [frame["start"], *path]}


def _fallen(game: Game, frame: Frame) -> list[dict[str, Any]]:
    """The objects of a fall that are still there."""
    state = game.state
    return [
        *(state["seats"][seat] for seat in frame["seats"]),
        *(token for token in state["tokens"] if token["id"] in frame["tokens"]),
        *(creature for creature in state["creatures"] if creature["kind"] in frame["creatures"]),
    ]


def land(game: Game, frame: Frame) -> None:
    """Handler: one character after a fall; first it may be asked for insurance. Clauses: TD-056, TD-057, TD-100."""
    seat = frame["seat"]
    about = {key: frame[key] for key in ("origin", "entered", "length")}
    back = insured_cell(game, seat)
    if frame["length"] >= 1 and back is not None and cards.is_asked(game, seat, ("insurance",)):
        game.ask(seat, "answer_fall", back=back, **about)
    else:
        _hit_ground(game, seat, about)


def insured_cell(game: Game, seat: int) -> Cell | None:
    """Where insurance would bring the character back to: a cell it rested on, if one still carries. Clauses: TD-057."""
    return next((cell for cell in game.seat(seat)["rests"] if is_standable(game.field, cell)), None)


def answer_fall(game: Game, pending: dict[str, Any], action: dict[str, Any]) -> None:
    """Carries out the answer. Clauses: TD-057, TD-137."""
    seat = pending["seat"]
    if action["card"] == "none":
        _hit_ground(game, seat, pending)
        return
    cards.spend(game, seat, "insurance", "TD-057", "TD-100")
    own = game.seat(seat)
    own["cell"], own["moving"] = pending["back"], False
    game.tell("fall_undone", "TD-057", seat=seat, cell=pending["back"])
    markers.follow(game, seat, pending["origin"], pending["back"])


def _hit_ground(game: Game, seat: int, about: dict[str, Any]) -> None:
    """Takes what the fall costs; then the cells are entered. Clauses: TD-052 to TD-055."""
    loss = game.content.health_lost_by_fall(about["length"])
    then = {
        "do": "enter_fallen", "mover": seat, "seat": seat, "origin": about["origin"], "entered": about["entered"],
    }  # fmt: skip
    if loss is None:
        game.tell("fall_killed", "TD-052", "TD-055", seat=seat, length=about["length"])
        die(game, seat, "fall")
    elif loss == 0:
        game.push({**then, "lost": False})
    else:
        game.push({"do": "lose", "seat": seat, "amount": loss, "cause": "fall", "then": then})


def enter_fallen(game: Game, frame: Frame) -> None:
    """Handler: the character lives; it enters the cells of its fall from top to bottom. Clauses: TD-056, TD-130."""
    game.push(*fall_entries(frame["seat"], frame["origin"], frame["entered"], harmless=not frame["lost"]))


def end_fall(game: Game, frame: Frame) -> None:
    """
    Handler: those who fell are at rest; tokens are taken, creatures hit whom they came down on.

    The rock below is looked at by the `settle` that is still to come.

    Clauses: TD-074, TD-077, TD-106.
    """
    fallen = _fallen(game, frame)
    for thing in fallen:
        thing["moving"] = False
    for cell in dict.fromkeys(thing["cell"] for thing in fallen if "id" in thing):
        first_takes_tokens(game, cell)
    game.push(
        *(
            {"do": "hit", "kind": creature["kind"], "seat": seat, "direction": None}
            for creature in fallen
            if creature.get("kind") in game.content.creature_kinds
            for seat in game.seats_at(creature["cell"])
            if seat not in frame["seats"] and not game.seat(seat)["moving"]
        )
    )
