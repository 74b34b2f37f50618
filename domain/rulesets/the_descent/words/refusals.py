"""Why an action is not legal: the sentence that says so, what it names, and the clause that forbids the action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.the_descent.box.cells import (
    CLOSED,
    DIRECTIONS,
    EMPTY,
    FRAME,
    PLACES,
    ROCK,
    THIN,
    UP,
    Cell,
    cell_at,
    xy,
)
from delvebook.domain.rulesets.the_descent.box.geometry import corner_blocks, reach
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.characters.movement import is_pick_jump, pick_target
from delvebook.domain.rulesets.the_descent.ending import ROUND_LIMIT
from delvebook.domain.rulesets.the_descent.exploring.cards import answering_cards, card_refusal
from delvebook.domain.rulesets.the_descent.exploring.tokens import placing_clause, token_cells
from delvebook.domain.rulesets.the_descent.state import FINISHED, Action, Pending
from delvebook.domain.rulesets.the_descent.turns.targets import is_hunted

DECISIONS: Final[Mapping[str, str]] = {
    "place_character": "TD-024",
    "place_token": "TD-060",
    "rotate_tile": "TD-102",
    "confirm_step": "TD-062",
    "answer_contact": "TD-131",
    "answer_loss": "TD-111",
    "answer_fall": "TD-057",
    "route_creature": "TD-149",
}
"""By decision, the clause that opens it."""
CARD_OF: Final[Mapping[str, str]] = {
    "use_rope": "rope",
    "use_pick": "pick",
    "use_dynamite": "dynamite",
    "use_crossbow": "crossbow",
    "use_lure": "lure",
    "use_lamp": "lamp",
    "use_map": "map",
    "use_sword": "sword",
}
"""By card action of the own turn, the card it uses. `open_chest` names its own."""
_CARD_CLAUSES: Final[Mapping[str, str]] = {
    "use_rope": "TD-090",
    "use_pick": "TD-091",
    "use_dynamite": "TD-093",
    "open_chest": "TD-094",
    "use_crossbow": "TD-096",
    "use_lure": "TD-098",
    "use_lamp": "TD-101",
    "use_map": "TD-102",
    "use_sword": "TD-095",
}
_OBSTACLES: Final = {ROCK: "rock", THIN: "thin_rock", FRAME: "frame"}
"""By mark, what stands in the way."""

# -- moves ----------------------------------------------------------------------------------------


def step_refusal(board: Board, seat: int, direction: int) -> Refusal | None:
    """Why a step cannot be taken; None if it can. Clauses: TD-033, TD-040, TD-003."""
    return _endurance_refusal(board, board.content.step) or _obstacle_refusal(
        board, board.cell_of(seat) + direction, "step_blocked", "TD-040"
    )


def jump_refusal(board: Board, seat: int, direction: int) -> Refusal | None:
    """Why a jump cannot be taken; None if it can. Clauses: TD-033, TD-043, TD-003."""
    return (
        _endurance_refusal(board, board.content.jump)
        or _obstacle_refusal(board, board.cell_of(seat) + direction + UP, "jump_blocked", "TD-043")
        or _corner_refusal(board, seat, direction)
    )


def pick_refusal(board: Board, seat: int, way: str) -> Refusal | None:
    """Why the pick cannot be used that way; None if it can. Clauses: TD-091, TD-033, TD-043."""
    if board.field.cells[pick_target(board.cell_of(seat), way)] != THIN:
        return Refusal("no_thin_rock", "TD-091", {"way": way})
    if way == "down":
        return None
    refusal = _endurance_refusal(board, board.content.jump if is_pick_jump(way) else board.content.step)
    if refusal is not None or not is_pick_jump(way):
        return refusal
    return _corner_refusal(board, seat, DIRECTIONS[way.removeprefix("up_")])


def _endurance_refusal(board: Board, cost: int) -> Refusal | None:
    left = board.state["turn"]["endurance"]
    return Refusal("endurance_lacking", "TD-033", {"cost": cost, "left": left}) if left < cost else None


def _obstacle_refusal(board: Board, target: Cell, key: str, clause: str) -> Refusal | None:
    """Why a move cannot lead into that cell. The frame blocks by a clause of its own (TD-003)."""
    mark = board.field.cells[target]
    if mark in EMPTY + CLOSED:
        return None
    return Refusal(key, "TD-003" if mark == FRAME else clause, {"obstacle": _OBSTACLES[mark]})


def _corner_refusal(board: Board, seat: int, direction: int) -> Refusal | None:
    return Refusal("jump_cornered", "TD-043") if corner_blocks(board.field, board.cell_of(seat), direction) else None


# -- any action -----------------------------------------------------------------------------------


def why_not(board: Board, seat: int, action: Action) -> Refusal:
    """Why an action that is not listed cannot be taken."""
    state, type_ = board.state, action["type"]
    pending = state["pending"]
    if state["phase"] == FINISHED:
        return Refusal("game_over", "TD-176" if state["ended"] == ROUND_LIMIT else "TD-173")
    if pending is not None:
        clause = _deciding(pending)
        if pending["seat"] != seat:
            return Refusal("other_answers_first", clause, {"seat": pending["seat"], "question": pending["type"]})
        if pending["type"] != type_:
            return Refusal("answer_first", clause, {"question": pending["type"]})
        return _answer_refusal(board, pending, action)
    if type_ in DECISIONS:
        return Refusal("not_asked", DECISIONS[type_])
    if not board.is_in_play(seat):
        return Refusal("out_of_play", "TD-170")
    if type_ == "surrender":
        return Refusal("surrendered_already", "TD-120")
    if state["active"] != seat:
        return Refusal("not_your_turn", "TD-030", {"seat": board.active()})
    if type_ in ("step", "jump"):
        refusal = step_refusal if type_ == "step" else jump_refusal
        return cast("Refusal", refusal(board, seat, DIRECTIONS[action["dir"]]))
    return _card_refusal(board, seat, action)


def _deciding(pending: Pending) -> str:
    """The clause that decides what may be answered."""
    if pending["type"] == "place_token":
        return placing_clause(pending["token"])
    return DECISIONS[pending["type"]]


def _answer_refusal(board: Board, pending: Pending, action: Action) -> Refusal:
    """Why this does not answer the open decision."""
    type_, clause = pending["type"], _deciding(pending)
    if type_ == "place_character":
        cells = [xy(cell) for cell in board.start_cells()]
        return Refusal("character_not_there", clause, {"cell": action["cell"], "cells": cells})
    if type_ == "place_token":
        token = pending["token"]
        cells = [xy(cell) for cell in token_cells(board.field, token, pending["place"])]
        return Refusal("token_not_there", clause, {"token": token, "cell": action["cell"], "cells": cells})
    if type_ == "route_creature":
        moves = len(pending["moves"])
        return Refusal("no_such_way", clause, {"creature": pending["kind"], "last": moves - 1})
    card = action["card"]
    if card == "lamp" and card not in answering_cards(type_, pending["cause"]):
        return Refusal("lamp_saves_in_collapse_only", "TD-126")
    return Refusal("card_lacking", clause, {"card": card})


# -- cards ----------------------------------------------------------------------------------------


def _card_refusal(board: Board, seat: int, action: Action) -> Refusal:
    """Why a card of the own turn cannot be used in that way."""
    type_ = action["type"]
    card = action["card"] if type_ == "open_chest" else CARD_OF[type_]
    if card not in board.hand(seat):
        return Refusal("card_lacking", _CARD_CLAUSES[type_], {"card": card})
    return card_refusal(board, seat) or _TARGET_PROBLEMS[type_](board, seat, action)


def _cell_of(action: Action) -> dict[str, list[int]]:
    return {"cell": action["cell"]}


def _distance_refusal(board: Board, seat: int, action: Action, card: str) -> Refusal | None:
    """Why a cell is out of the card's reach. Clauses: TD-009."""
    x, y = action["cell"]
    target, limit = cell_at(x, y), board.content.ranges[card]
    if board.field.cells[target] == CLOSED:
        return Refusal("target_face_down", "TD-009", _cell_of(action))
    if target not in reach(board.field, board.cell_of(seat), limit):
        return Refusal(
            "target_too_far", _CARD_CLAUSES[action["type"]], {"card": card, "cell": action["cell"], "limit": limit}
        )
    return None


def _rope_refusal(board: Board, seat: int, action: Action) -> Refusal:
    key = "rope_leads_nowhere" if cell_at(*action["cell"]) == board.cell_of(seat) else "rope_into_rock"
    return _distance_refusal(board, seat, action, "rope") or Refusal(key, "TD-090", _cell_of(action))


def _pick_refusal(board: Board, seat: int, action: Action) -> Refusal:
    return cast("Refusal", pick_refusal(board, seat, action["way"]))


def _dynamite_refusal(board: Board, seat: int, action: Action) -> Refusal:
    target, limit = cell_at(*action["cell"]), board.content.ranges["dynamite"]
    refusal = _distance_refusal(board, seat, action, "dynamite")
    if refusal is not None:
        return refusal
    cell = _cell_of(action)
    if reach(board.field, board.cell_of(seat), limit)[target] != limit:
        return Refusal("dynamite_too_near", "TD-093", {**cell, "limit": limit})
    return Refusal("dynamite_at_character" if board.seats_at(target) else "dynamite_at_nothing", "TD-093", cell)


def _chest_refusal(board: Board, seat: int, action: Action) -> Refusal:
    return Refusal("no_chest", "TD-094")


def _crossbow_refusal(board: Board, seat: int, action: Action) -> Refusal:
    kind = action["creature"]
    if board.creature(kind) is None:
        return Refusal("creature_absent", "TD-096", {"creature": kind})
    return Refusal("creature_too_far", "TD-096", {"creature": kind, "limit": board.content.ranges["crossbow"]})


def _lure_refusal(board: Board, seat: int, action: Action) -> Refusal:
    if not is_hunted(board, seat):
        return Refusal("not_hunted", "TD-098")
    return _distance_refusal(board, seat, action, "lure") or Refusal("lure_not_there", "TD-098", _cell_of(action))


def _lamp_refusal(board: Board, seat: int, action: Action) -> Refusal:
    tile = action["tile"]
    if board.state["places"][PLACES.index(tile)]["open"]:
        return Refusal("tile_open", "TD-101", {"tile": tile})
    return Refusal("tile_not_beside", "TD-012", {"tile": tile})


def _map_refusal(board: Board, seat: int, action: Action) -> Refusal:
    return Refusal("tile_open", "TD-102", {"tile": action["tile"]})


def _sword_refusal(board: Board, seat: int, action: Action) -> Refusal:
    return Refusal("no_worm_here", "TD-095")


_TARGET_PROBLEMS: Final[Mapping[str, Callable[[Board, int, Action], Refusal]]] = {
    "use_rope": _rope_refusal,
    "use_pick": _pick_refusal,
    "use_dynamite": _dynamite_refusal,
    "open_chest": _chest_refusal,
    "use_crossbow": _crossbow_refusal,
    "use_lure": _lure_refusal,
    "use_lamp": _lamp_refusal,
    "use_map": _map_refusal,
    "use_sword": _sword_refusal,
}
