"""Why an action is not legal: the clause that forbids it, and a sentence that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.the_descent.board import Board
from delvebook.domain.rulesets.the_descent.cards import answering_cards, card_bar
from delvebook.domain.rulesets.the_descent.geometry import (
    CLOSED,
    DIRECTIONS,
    EMPTY,
    PLACES,
    THIN,
    UP,
    cell_at,
    corner_blocks,
)
from delvebook.domain.rulesets.the_descent.movement import is_pick_jump, pick_target
from delvebook.domain.rulesets.the_descent.state import TURN, Pending
from delvebook.domain.rulesets.the_descent.targets import is_hunted
from delvebook.domain.rulesets.the_descent.tokens import placing_clause

WAYS: Final = ("down", "left", "right", "up_left", "up_right")
"""The ways to use a pick (TD-091)."""
DECISIONS: Final[Mapping[str, str]] = {
    "place_character": "TD-024",
    "place_token": "TD-066",
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

# -- moves ----------------------------------------------------------------------------------------


def step_problem(board: Board, seat: int, direction: int) -> Refusal | None:
    """Why a step cannot be taken; None if it can. Clauses: TD-033, TD-040."""
    problem = _endurance_problem(board, "a step", board.content.step)
    if problem is not None:
        return problem
    if board.field.cells[board.cell_of(seat) + direction] in EMPTY + CLOSED:
        return None
    return Refusal.plain("a step leads into an empty or face-down cell; there is rock or the frame", "TD-040")


def jump_problem(board: Board, seat: int, direction: int) -> Refusal | None:
    """Why a jump cannot be taken; None if it can. Clauses: TD-033, TD-043."""
    problem = _endurance_problem(board, "a jump", board.content.jump)
    if problem is not None:
        return problem
    if board.field.cells[board.cell_of(seat) + direction + UP] not in EMPTY + CLOSED:
        return Refusal.plain(
            "a jump begins into an empty or face-down cell diagonally above; there is rock or the frame", "TD-043"
        )
    return _corner_problem(board, seat, direction)


def pick_problem(board: Board, seat: int, way: str) -> Refusal | None:
    """Why the pick cannot be used that way; None if it can. Clauses: TD-091, TD-033, TD-043."""
    if board.field.cells[pick_target(board.cell_of(seat), way)] != THIN:
        return Refusal.plain("the pick breaks thin rock of an open tile; there is none that way", "TD-091")
    if way == "down":
        return None
    problem = _endurance_problem(board, "that", board.content.jump if is_pick_jump(way) else board.content.step)
    if problem is not None or not is_pick_jump(way):
        return problem
    return _corner_problem(board, seat, DIRECTIONS[way.removeprefix("up_")])


def _endurance_problem(board: Board, move: str, cost: int) -> Refusal | None:
    endurance = board.state["turn"]["endurance"]
    return (
        Refusal.plain(f"{move} costs {cost} endurance, and {endurance} is left", "TD-033") if endurance < cost else None
    )


def _corner_problem(board: Board, seat: int, direction: int) -> Refusal | None:
    if corner_blocks(board.field, board.cell_of(seat), direction):
        return Refusal.plain("there is no jump where both the cell above and the cell in front are solid", "TD-043")
    return None


# -- any action -----------------------------------------------------------------------------------


def why_not(board: Board, seat: int, action: Action) -> Refusal:
    """Why an action that is not listed cannot be taken."""
    state, type_ = board.state, action["type"]
    pending = state["pending"]
    if pending is not None:
        clause = DECISIONS[pending["type"]]
        if pending["seat"] != seat:
            return Refusal.plain(f"seat {pending['seat'] + 1} has to answer first: {pending['type']}", clause)
        if pending["type"] != type_:
            return Refusal.plain(f"this seat has to answer {pending['type']} before anything else", clause)
        return _answer_problem(pending, action)
    if type_ in DECISIONS:
        return Refusal.plain(f"this seat is not asked for {type_} now", DECISIONS[type_])
    if state["phase"] != TURN or state["active"] is None:
        return Refusal.plain("it is nobody's turn", "TD-030")
    if type_ == "surrender":
        return _surrender_problem(board, seat)
    if state["active"] != seat:
        return Refusal.plain(f"it is the turn of seat {state['active'] + 1}", "TD-030")
    if type_ in ("step", "jump"):
        problem = step_problem if type_ == "step" else jump_problem
        return problem(board, seat, DIRECTIONS[action["dir"]]) or _UNLISTED
    return _card_problem(board, seat, action)


_UNLISTED: Final = Refusal.plain("this action is not among the legal ones", "TD-030")


def _answer_problem(pending: Pending, action: Action) -> Refusal:
    """Why this does not answer the open decision."""
    type_, clause = pending["type"], DECISIONS[pending["type"]]
    if type_ == "place_character":
        return Refusal.plain("a character starts on a cell of the Start tile it can stand on", clause)
    if type_ == "place_token":
        kind = pending["kind"]
        return Refusal.plain(
            f"the {kind} cannot be placed there; a central cell that fits it comes first", placing_clause(kind)
        )
    if type_ == "route_creature":
        return Refusal.plain(f"there are {len(pending['moves'])} moves to choose from, numbered from 0", clause)
    card = action["card"]
    if card == "lamp" and card not in answering_cards(type_, pending.get("cause")):
        return Refusal.plain("the helmet-lamp saves health only in a collapse", "TD-126")
    return Refusal.plain(f"this seat holds no {card}", clause)


def _surrender_problem(board: Board, seat: int) -> Refusal:
    if not board.is_in_play(seat):
        return Refusal.plain("a seat that has arrived is out of play and cannot surrender", "TD-170")
    return Refusal.plain("a seat surrenders at most once in one turn", "TD-120")


# -- cards ----------------------------------------------------------------------------------------


def _card_problem(board: Board, seat: int, action: Action) -> Refusal:
    """Why a card of the own turn cannot be used in that way."""
    type_ = action["type"]
    card = action["card"] if type_ == "open_chest" else CARD_OF[type_]
    if card not in board.hand(seat):
        return Refusal.plain(f"this seat holds no {card}", _CARD_CLAUSES[type_])
    bar = card_bar(board, seat)
    if bar is not None:
        return bar
    return _TARGET_PROBLEMS[type_](board, seat, action)


def _cell_problem(board: Board, action: Action, wanted: str) -> Refusal:
    """Why a cell is not a target of the card. Clauses: TD-009."""
    x, y = action["cell"]
    if board.field.cells[cell_at(x, y)] == CLOSED:
        return Refusal.plain("a cell of a face-down tile cannot be chosen", "TD-009")
    return Refusal.plain(wanted, _CARD_CLAUSES[action["type"]])


def _rope_problem(board: Board, seat: int, action: Action) -> Refusal:
    away = board.content.ranges["rope"]
    return _cell_problem(board, action, f"the rope leads to an empty cell at most {away} cells away, not through rock")


def _pick_problem(board: Board, seat: int, action: Action) -> Refusal:
    return pick_problem(board, seat, action["way"]) or _UNLISTED


def _dynamite_problem(board: Board, seat: int, action: Action) -> Refusal:
    away = board.content.ranges["dynamite"]
    wanted = f"dynamite destroys rock, tokens or creatures exactly {away} cells away, where no character is"
    return _cell_problem(board, action, wanted)


def _chest_problem(board: Board, seat: int, action: Action) -> Refusal:
    return Refusal.plain("there is no chest in this character's cell", "TD-094")


def _crossbow_problem(board: Board, seat: int, action: Action) -> Refusal:
    away = board.content.ranges["crossbow"]
    return Refusal.plain(f"there is no {action['creature']} within {away} cells, not through rock", "TD-096")


def _lure_problem(board: Board, seat: int, action: Action) -> Refusal:
    if not is_hunted(board, seat):
        return Refusal.plain("a lure needs a target marker on the own character, and there is none", "TD-098")
    away = board.content.ranges["lure"]
    return _cell_problem(board, action, f"a lure lies on a cell to stand on, at most {away} cells away")


def _lamp_problem(board: Board, seat: int, action: Action) -> Refusal:
    if board.state["places"][PLACES.index(action["tile"])]["open"]:
        return Refusal.plain("that tile is open already", "TD-101")
    return Refusal.plain("the helmet-lamp opens a tile that shares an edge with the character's own", "TD-012")


def _map_problem(board: Board, seat: int, action: Action) -> Refusal:
    return Refusal.plain("that tile is open already", "TD-102")


def _sword_problem(board: Board, seat: int, action: Action) -> Refusal:
    return Refusal.plain("the sword attacks the worm in the character's own cell; it is not there", "TD-095")


_TARGET_PROBLEMS: Final[Mapping[str, Callable[[Board, int, Action], Refusal]]] = {
    "use_rope": _rope_problem,
    "use_pick": _pick_problem,
    "use_dynamite": _dynamite_problem,
    "open_chest": _chest_problem,
    "use_crossbow": _crossbow_problem,
    "use_lure": _lure_problem,
    "use_lamp": _lamp_problem,
    "use_map": _map_problem,
    "use_sword": _sword_problem,
}
