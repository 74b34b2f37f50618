"""
Open decisions and what is under way, in the words of a view, and back again.

A state holds both with the engine's cells, places and directions. A view names each part: cells as `[x, y]`, places and
directions by their ids. All of it is public, so nothing is lost on the way, and `determinize` reads it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, cast

from delvebook.domain.rulesets.the_descent.box.cells import DOWN, LEFT, PLACES, RIGHT, UP, Cell, cell_at, xy
from delvebook.domain.rulesets.the_descent.state import Frame, Pending, RouteMove, State
from delvebook.domain.rulesets.the_descent.words.shapes.table import PendingView, RouteView, UnderWayItem, UnderWayView

_COMPASS: Final[Mapping[str, int]] = {
    "left": LEFT,
    "right": RIGHT,
    "up": UP,
    "down": DOWN,
    "up_left": UP + LEFT,
    "up_right": UP + RIGHT,
    "down_left": DOWN + LEFT,
    "down_right": DOWN + RIGHT,
}
"""By name, the way from a cell to one of the eight around it."""


class _Part(NamedTuple):
    """One part of a frame or decision: its name in a view, and how it is shown and read."""

    name: str
    show: Callable[[Any], Any] = lambda value: value
    read: Callable[[Any], Any] = lambda value: value


def _direction(step: int) -> str:
    return next(name for name, way in _COMPASS.items() if way == step)


def _maybe(convert: Callable[[Any], Any]) -> Callable[[object], object]:
    return lambda value: None if value is None else convert(value)


def _cell(point: list[int]) -> Cell:
    return cell_at(*point)


def _cells(points: list[list[int]]) -> list[Cell]:
    return [_cell(point) for point in points]


def _points(cells: list[Cell]) -> list[list[int]]:
    return [xy(cell) for cell in cells]


def _show_moves(moves: list[RouteMove]) -> list[RouteView]:
    return [
        {"move": move["kind"], "cells": _points(move["via"]), "to": xy(move["to"]), "endurance": move["cost"]}
        for move in moves
    ]


def _read_moves(moves: list[RouteView]) -> list[RouteMove]:
    return [
        {"kind": move["move"], "via": _cells(move["cells"]), "to": _cell(move["to"]), "cost": move["endurance"]}
        for move in moves
    ]


_PARTS: Final[Mapping[str, _Part]] = {
    "amount": _Part("health"),
    "back": _Part("back_cell", xy, _cell),
    "by": _Part("by"),
    "cause": _Part("cause"),
    "cell": _Part("cell", xy, _cell),
    "clause": _Part("clause"),
    "clauses": _Part("clauses"),
    "creature": _Part("creature"),
    "creatures": _Part("creatures"),
    "direction": _Part("direction", _maybe(_direction), _maybe(_COMPASS.__getitem__)),
    "endurance": _Part("endurance"),
    "entered": _Part("cells", _points, _cells),
    "harmless": _Part("harmless"),
    "how": _Part("how"),
    "id": _Part("id"),
    "kind": _Part("creature"),
    "length": _Part("length"),
    "lost": _Part("lost"),
    "moves": _Part("moves", _show_moves, _read_moves),
    "opened": _Part("opened"),
    "origin": _Part("from_cell", xy, _cell),
    "path": _Part("cells", _points, _cells),
    "place": _Part("place", PLACES.__getitem__, PLACES.index),
    "seat": _Part("seat"),
    "seats": _Part("seats"),
    "start": _Part("start_cell", xy, _cell),
    "stops": _Part("stops"),
    "target": _Part("to_cell", xy, _cell),
    "then": _Part("then", _maybe(lambda frame: show_frame(frame)), _maybe(lambda item: read_frame(item))),  # noqa: PLW0108
    "tile": _Part("tile"),
    "token": _Part("token"),
    "tokens": _Part("tokens"),
}
"""By the name of a part in the state, its form in a view."""
_ENTERING: Final = ("seat", "origin", "cell", "how", "harmless")
_FALLING: Final = ("seats", "tokens", "creatures", "start", "origin", "path")


class _Kind(NamedTuple):
    """
    A kind of frame.

    Attributes:
        what: Its name in a view.
        parts: The names of its parts.
        moves: Whether it belongs to the movement of its seat.
    """

    what: str
    parts: tuple[str, ...] = ()
    moves: bool = False


FRAMES: Final[Mapping[str, _Kind]] = {
    "place": _Kind("placing", ("seat",)),
    "lose": _Kind("losing", ("seat", "amount", "cause", "creature", "then")),
    "hit": _Kind("hitting", ("kind", "seat", "clause", "direction")),
    "settle": _Kind("settling"),
    "break_rock": _Kind("breaking", ("cell", "cause")),
    "fall": _Kind("falling", _FALLING),
    "end_fall": _Kind("ending_fall", _FALLING),
    "land": _Kind("landing", ("seat", "origin", "entered", "length"), moves=True),
    "enter_fallen": _Kind("entering_fallen", ("seat", "origin", "entered"), moves=True),
    "open_tile": _Kind("opening", ("seat", "place", "by", "clauses")),
    "draw_token": _Kind("drawing", ("seat", "place", "by")),
    "step": _Kind("stepping", ("seat", "origin", "target", "opened"), moves=True),
    "jump": _Kind("jumping", ("seat", "origin", "direction"), moves=True),
    "jump_over": _Kind("jumping_on", ("seat", "origin", "direction"), moves=True),
    "enter": _Kind("entering", _ENTERING, moves=True),
    "contact": _Kind("meeting", (*_ENTERING, "kind"), moves=True),
    "pick_up": _Kind("taking", ("seat", "cell"), moves=True),
    "finish_move": _Kind("ending_move", ("seat",)),
    "put_in": _Kind("dropping_in", ("cell", "cause")),
    "let_go": _Kind("coming_to_rest", ("cell",)),
    "shove": _Kind("pushing", ("seat", "direction"), moves=True),
    "creature": _Kind("creature_turn", ("kind",)),
    "creature_move": _Kind("creature_moving", ("kind", "endurance", "place", "stops")),
    "roll": _Kind("rolling", ("seat",)),
}
"""By `do`, the form of a frame in a view."""
QUESTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "place_character": (),
    "place_token": ("token", "id", "place", "by"),
    "rotate_tile": ("place", "tile"),
    "confirm_step": ("origin", "target"),
    "answer_contact": ("kind", "cell", "origin", "how", "harmless"),
    "answer_loss": ("amount", "cause", "creature", "then"),
    "answer_fall": ("length", "origin", "entered", "back"),
    "route_creature": ("kind", "endurance", "moves"),
}
"""By decision, its parts."""
_DO_OF: Final = {kind.what: do for do, kind in FRAMES.items()}


def _show(parts: tuple[str, ...], held: Mapping[str, object]) -> dict[str, object]:
    return {_PARTS[part].name: _PARTS[part].show(held[part]) for part in parts}


def _read(parts: tuple[str, ...], shown: Mapping[str, object]) -> dict[str, object]:
    return {part: _PARTS[part].read(shown[_PARTS[part].name]) for part in parts}


# -- decisions ------------------------------------------------------------------------------------


def show_pending(pending: Pending) -> PendingView:
    """The open decision: its type, its owner, and what it is about."""
    about = _show(QUESTIONS[pending["type"]], pending)
    return cast("PendingView", {"type": pending["type"], "seat": pending["seat"], **about})


def read_pending(shown: PendingView) -> Pending:
    """The decision that a view shows."""
    about = _read(QUESTIONS[shown["type"]], shown)
    return cast("Pending", {"type": shown["type"], "seat": shown["seat"], **about})


# -- what is under way ----------------------------------------------------------------------------


def show_frame(frame: Frame) -> UnderWayItem:
    """A frame as a view shows it."""
    kind = FRAMES[frame["do"]]
    return cast("UnderWayItem", {"what": kind.what, **_show(kind.parts, frame)})


def read_frame(item: UnderWayItem) -> Frame:
    """The frame that a view shows."""
    do = _DO_OF[item["what"]]
    kind = FRAMES[do]
    frame = cast("Frame", {"do": do, **_read(kind.parts, item)})
    return {**frame, "mover": frame["seat"]} if kind.moves else frame


def show_under_way(state: State) -> UnderWayView | None:
    """The objects in the middle of a move or fall, and the frames that follow the open decision, the next first."""
    shown: UnderWayView = {
        "seats": [seat for seat, own in enumerate(state["seats"]) if own["moving"]],
        "tokens": [token["id"] for token in state["tokens"] if token["moving"]],
        "creatures": [creature["kind"] for creature in state["creatures"] if creature["moving"]],
        "next": [show_frame(frame) for frame in reversed(state["agenda"])],
    }
    return shown if any(shown.values()) else None


def read_agenda(shown: UnderWayView | None) -> list[Frame]:
    """The agenda that a view shows."""
    return [] if shown is None else [read_frame(item) for item in reversed(shown["next"])]
