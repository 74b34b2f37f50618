"""Falling: what is left without support, what a fall does to those who fall, insurance, and coming to rest."""

from __future__ import annotations

from collections.abc import Iterable

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    CLOSED,
    DOWN,
    EMPTY,
    PLACE_OF,
    THIN,
    XS,
    YS,
    Cell,
    Field,
)
from delvebook.domain.rulesets.the_descent.box.geometry import can_cling, fall_path, is_carried, is_standable
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.characters.health import die, loss_frame
from delvebook.domain.rulesets.the_descent.characters.movement import fall_entries
from delvebook.domain.rulesets.the_descent.creatures.meeting import hit_frame
from delvebook.domain.rulesets.the_descent.ending import arrive
from delvebook.domain.rulesets.the_descent.exploring import cards, markers
from delvebook.domain.rulesets.the_descent.exploring.tokens import first_takes_tokens
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Action, Character, Creature, Frame, Pending, Thing, Token

# -- coming to rest -------------------------------------------------------------------------------


def settle(play: Play, frame: Frame) -> None:
    """
    Handler: lets thin rock give way and objects fall, one cell after the other, until nothing changes.

    Then every character at rest remembers its cell, and those on the bottom have arrived.

    Clauses: TD-075, TD-070, TD-050, TD-058, TD-056, TD-170.
    """
    cell = first_overloaded(play)
    if cell is not None:
        play.push({"do": "break_rock", "cell": cell, "cause": "weight"}, frame)
        return
    cell = first_unsupported(play)
    if cell is not None:
        play.push(_fall_of_unsupported(play, cell), frame)
        return
    for seat in play.priority():
        own = play.character(seat)
        if not own["moving"]:
            _rest(own, play.cell_of(seat))
            if PLACE_OF[play.cell_of(seat)] in BOTTOM:
                arrive(play, seat)


def _rest(own: Character, cell: Cell) -> None:
    """Remembers where the character has come to rest: the last two different cells (TD-058)."""
    if own["rests"][:1] != [cell]:
        own["rests"] = [cell, *own["rests"][:1]]


def _handled_first(cells: Iterable[Cell]) -> Cell | None:
    """The cell with the largest y, of several the one with the smallest x; None without cells (TD-075)."""
    return min(cells, key=lambda cell: (-YS[cell], XS[cell]), default=None)


def first_overloaded(board: Board) -> Cell | None:
    """The thin rock that breaks next under its weight, if any. Clauses: TD-070, TD-075."""
    cells = board.field.cells
    weights: dict[Cell, int] = {}
    for thing in board.objects():
        if thing["moving"]:
            continue
        cell = thing["cell"]
        if cells[cell + DOWN] == THIN and cells[cell] in EMPTY:
            weights[cell + DOWN] = weights.get(cell + DOWN, 0) + 1
        elif cells[cell] == THIN:  # the worm is inside it (TD-162)
            weights[cell] = weights.get(cell, 0) + 1
    least = board.content.thin_bears_less_than
    return _handled_first(cell for cell, weight in weights.items() if weight >= least)


def first_unsupported(board: Board) -> Cell | None:
    """The cell in which something falls next, if any. Clauses: TD-075."""
    return _handled_first(
        thing["cell"] for thing in board.objects() if not thing["moving"] and is_unsupported(board.field, thing)
    )


def is_unsupported(field: Field, thing: Thing) -> bool:
    """Whether an object at rest is not carried where it is. Clauses: TD-050, TD-073, TD-075, TD-006."""
    kind, cell = thing.get("kind"), thing["cell"]
    if kind is None:
        return not is_standable(field, cell)
    if kind == "dragon":
        return False
    if kind == "spider":
        return not can_cling(field, cell)
    return field.cells[cell] in EMPTY and not is_carried(field, cell)


def _falls(board: Board, thing: Thing) -> bool:
    return not thing["moving"] and is_unsupported(board.field, thing)


def _fall_of_unsupported(play: Play, cell: Cell) -> Frame:
    """The fall of everything in that cell that is unsupported, together (TD-074)."""
    seats = [seat for seat in play.seats_at(cell) if _falls(play, play.object_of(seat))]
    tokens = [token for token in play.state["tokens"] if token["cell"] == cell and _falls(play, token)]
    creatures = [creature for creature in play.creatures_at(cell) if _falls(play, creature)]
    return begin_fall(play, seats, tokens, creatures, start=cell, origin=cell)


# -- the fall itself ------------------------------------------------------------------------------


def begin_fall(
    play: Play, seats: list[int], tokens: list[Token], creatures: list[Creature], *, start: Cell, origin: Cell
) -> Frame:
    """
    Sets objects under way to fall together. Returns the frame of their fall.

    Args:
        start: The cell the fall is counted from. All of them are put there.
        origin: The cell they were in before: `start`, or the one above if `start` was rock (then it is entered, too).
    """
    for seat in seats:
        play.drop_movement(seat)
        play.character(seat).update({"cell": start, "moving": True})
    for thing in (*tokens, *creatures):
        thing.update({"cell": start, "moving": True})
    return {
        "do": "fall", "seats": seats, "tokens": [one["id"] for one in tokens],
        "creatures": [one["kind"] for one in creatures], "start": start, "origin": origin, "path": [],
    }  # fmt: skip


def fall(play: Play, frame: Frame) -> None:
    """
    Handler: traces a fall, opening tiles for characters; then lands everybody and deals with them one by one.

    Args:
        frame: `seats`, `tokens` and `creatures` that fall together; `start`, `origin` (see `begin_fall`); `path`, the
            cells traced so far.

    Clauses: TD-050, TD-051, TD-056, TD-064, TD-065, TD-073, TD-074.
    """
    seats, path = frame["seats"], frame["path"]
    path += fall_path(play.field, path[-1] if path else frame["start"])
    below = (path[-1] if path else frame["start"]) + DOWN
    by_priority = [seat for seat in play.priority() if seat in seats]
    if play.field.cells[below] == CLOSED and by_priority:
        clauses = ["TD-051", *(["TD-065"] if len(by_priority) > 1 else [])]
        place = PLACE_OF[below]
        opening: Frame = {"do": "open_tile", "seat": by_priority[0], "place": place, "by": "fall", "clauses": clauses}
        play.push(opening, frame)
        return
    _land_together(play, frame)
    entered = path if frame["origin"] == frame["start"] else [frame["start"], *path]
    landings: list[Frame] = [
        {"do": "land", "mover": seat, "seat": seat, "origin": frame["origin"], "entered": entered, "length": len(path)}
        for seat in by_priority
    ]
    play.push(*landings, {**frame, "do": "end_fall"})


def _land_together(play: Play, frame: Frame) -> None:
    """Puts everything that fell where it lands; a spider stops at the first cell where it can cling (TD-073)."""
    path = frame["path"]
    end = path[-1] if path else frame["start"]
    things = _fallen_things(play, frame)
    for seat in frame["seats"]:
        play.character(seat)["cell"] = end
    for thing in things:
        thing["cell"] = end
        if thing["kind"] == "spider":
            thing["cell"] = next(cell for cell in (frame["start"], *path) if can_cling(play.field, cell))
    if path:
        together = len(frame["seats"]) + len(things) > 1
        clauses = [
            *(["TD-050"] if frame["seats"] else []),
            *(["TD-073"] if things else []),
            *(["TD-074"] if together else []),
        ]
        play.tell(
            "objects_fell", *clauses, seats=frame["seats"], tokens=frame["tokens"],
            creatures=frame["creatures"], things=[thing["kind"] for thing in things],
            cells=[frame["start"], *path], length=len(path),
        )  # fmt: skip
        play.state["last_fall"] = {"seats": frame["seats"], "cells": [frame["start"], *path]}


def _fallen_things(play: Play, frame: Frame) -> list[Token | Creature]:
    """The tokens and creatures of a fall that are still there."""
    return [*_fallen_tokens(play, frame), *_fallen_creatures(play, frame)]


def _fallen_tokens(play: Play, frame: Frame) -> list[Token]:
    return [token for token in play.state["tokens"] if token["id"] in frame["tokens"]]


def _fallen_creatures(play: Play, frame: Frame) -> list[Creature]:
    return [creature for creature in play.state["creatures"] if creature["kind"] in frame["creatures"]]


def end_fall(play: Play, frame: Frame) -> None:
    """
    Handler: those who fell are at rest; tokens are taken, and creatures hit the characters they came down on.

    The `settle` that is still on the agenda looks at the rock below.

    Clauses: TD-074, TD-077, TD-106.
    """
    tokens, creatures = _fallen_tokens(play, frame), _fallen_creatures(play, frame)
    for seat in frame["seats"]:
        play.character(seat)["moving"] = False
    for thing in (*tokens, *creatures):
        thing["moving"] = False
    for cell in dict.fromkeys(token["cell"] for token in tokens):
        first_takes_tokens(play, cell)
    play.push(
        *(
            hit_frame(creature["kind"], seat, "TD-077")
            for creature in creatures
            for seat in play.seats_at(creature["cell"])
            if seat not in frame["seats"] and not play.character(seat)["moving"]
        )
    )


# -- one character after a fall -------------------------------------------------------------------


def land(play: Play, frame: Frame) -> None:
    """
    Handler: deals with one character that has fallen; first it may be asked for insurance.

    Args:
        frame: `seat`; `origin`, the cell before the fall; `entered`, the cells it enters; `length` of the fall.

    Clauses: TD-056, TD-057, TD-100.
    """
    seat, origin, entered, length = frame["seat"], frame["origin"], frame["entered"], frame["length"]
    back = insured_cell(play, seat)
    if length >= 1 and back is not None and cards.is_asked(play, seat, cards.answering_cards("answer_fall")):
        play.ask(seat, "answer_fall", back=back, origin=origin, entered=entered, length=length)
    else:
        _hit_ground(play, seat, origin, entered, length)


def insured_cell(board: Board, seat: int) -> Cell | None:
    """The cell that insurance leads back to: the latest resting cell that still carries. Clauses: TD-057."""
    return next((cell for cell in board.character(seat)["rests"] if is_standable(board.field, cell)), None)


def answer_fall(play: Play, pending: Pending, action: Action) -> None:
    """Answer: undoes the fall, or lets it have its effect. Clauses: TD-057, TD-137."""
    seat, origin = pending["seat"], pending["origin"]
    if action["card"] == "none":
        _hit_ground(play, seat, origin, pending["entered"], pending["length"])
        return
    cards.spend(play, seat, "insurance", "TD-057", "TD-100")
    play.character(seat).update({"cell": pending["back"], "moving": False})
    play.tell("fall_undone", "TD-057", seat=seat, cell=pending["back"])
    markers.follow_character(play, seat, origin, pending["back"])


def _hit_ground(play: Play, seat: int, origin: Cell, entered: list[Cell], length: int) -> None:
    """Takes the health that the fall costs; then its cells are entered. Clauses: TD-052 to TD-055."""
    loss = play.content.health_lost_by_fall(length)
    then: Frame = {"do": "enter_fallen", "mover": seat, "seat": seat, "origin": origin, "entered": entered}
    if loss is None:
        play.tell("fall_killed", "TD-052", "TD-055", seat=seat, length=length)
        die(play, seat, "TD-052", "fall")
    elif loss == 0:
        play.push({**then, "lost": False})
    else:
        play.push(loss_frame(seat, loss, "fall", then=then))


def enter_fallen(play: Play, frame: Frame) -> None:
    """
    Handler: the character lives, and enters the cells of its fall from top to bottom.

    Args:
        frame: `seat`, `origin`, `entered`; `lost`: whether the fall cost health.

    Clauses: TD-056, TD-130.
    """
    play.push(*fall_entries(frame["seat"], frame["origin"], frame["entered"], harmless=not frame["lost"]))
