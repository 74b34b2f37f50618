"""
What a seat may do now, and why it may not do the rest.

`_listed` decides both: an action is legal if and only if it is listed. `words.refusals` only says why one is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.the_descent.actions import CHEST_CARDS, WAYS
from delvebook.domain.rulesets.the_descent.box.cells import DIRECTIONS, PLACES, xy
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.exploring.cards import answering_cards, answers, card_refusal
from delvebook.domain.rulesets.the_descent.exploring.tokens import token_cells
from delvebook.domain.rulesets.the_descent.state import TURN, Action, Pending, State
from delvebook.domain.rulesets.the_descent.turns import targets
from delvebook.domain.rulesets.the_descent.words.refusals import (
    CARD_OF,
    jump_refusal,
    pick_refusal,
    step_refusal,
    why_not,
)


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """Every action the seat may take now: the answers to its decision, else moves, cards, end and surrender."""
    board = Board(content, state)
    return [action for type_ in _open_types(board, seat) for action in _listed(board, seat, type_)]


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat may not take this action now; None if it may."""
    board = Board(content, state)
    type_ = action["type"]
    if type_ in _open_types(board, seat) and action in _listed(board, seat, type_):
        return None
    return why_not(board, seat, action)


def _open_types(board: Board, seat: int) -> list[str]:
    """The types of which the seat may have an action now, in the order in which they are listed."""
    state = board.state
    pending = state["pending"]
    if pending is not None:
        return [pending["type"]] if pending["seat"] == seat else []
    if state["phase"] != TURN or not board.is_in_play(seat):
        return []
    types: list[str] = []
    if state["active"] == seat:
        types = ["step", "jump"]
        if card_refusal(board, seat) is None:
            held = (None, *board.hand(seat))
            types += [type_ for type_ in _CARD_ACTIONS if CARD_OF.get(type_) in held]
        types.append("end_turn")
    if seat not in board.window()["surrendered"]:
        types.append("surrender")
    return types


def _listed(board: Board, seat: int, type_: str) -> list[Action]:
    """Every legal action of a type that is open to the seat."""
    pending = board.state["pending"]
    if pending is not None:
        return _answers(board, pending)
    choice = _CHOICES.get(type_)
    if choice is None:
        return [{"type": type_}]
    name, values = choice
    return [cast("Action", {"type": type_, name: value}) for value in values(board, seat)]


# -- answers --------------------------------------------------------------------------------------


def _answers(board: Board, pending: Pending) -> list[Action]:
    """The answers to a decision."""
    type_ = pending["type"]
    if type_ == "place_character":
        return [{"type": type_, "cell": xy(cell)} for cell in board.start_cells()]
    if type_ == "place_token":
        cells = token_cells(board.field, pending["token"], pending["place"])
        return [{"type": type_, "cell": xy(cell)} for cell in cells]
    if type_ == "rotate_tile":
        return [{"type": type_, "quarter_turns": turns} for turns in range(4)]
    if type_ == "confirm_step":
        return [{"type": type_, "choice": choice} for choice in ("continue", "cancel")]
    if type_ == "route_creature":
        return [{"type": type_, "option": option} for option in range(len(pending["moves"]))]
    taken = answers(board, pending["seat"], answering_cards(type_, pending.get("cause")))
    return [{"type": type_, "card": card} for card in taken]


# -- actions of the own turn ----------------------------------------------------------------------


def _step_directions(board: Board, seat: int) -> list[str]:
    return [name for name, direction in DIRECTIONS.items() if step_refusal(board, seat, direction) is None]


def _jump_directions(board: Board, seat: int) -> list[str]:
    return [name for name, direction in DIRECTIONS.items() if jump_refusal(board, seat, direction) is None]


def _pick_ways(board: Board, seat: int) -> list[str]:
    return [way for way in WAYS if pick_refusal(board, seat, way) is None]


def _chest_cards(board: Board, seat: int) -> list[str]:
    hand = board.hand(seat)
    return [card for card in CHEST_CARDS if card in hand] if targets.has_chest(board, seat) else []


_CARD_ACTIONS: Final = (
    "use_rope",
    "use_pick",
    "use_dynamite",
    "open_chest",
    "use_crossbow",
    "use_lure",
    "use_lamp",
    "use_map",
    "use_sword",
)
"""The card actions in the order in which they are listed."""
_CHOICES: Final[Mapping[str, tuple[str, Callable[[Board, int], list[object]]]]] = {
    "step": ("dir", lambda board, seat: [*_step_directions(board, seat)]),
    "jump": ("dir", lambda board, seat: [*_jump_directions(board, seat)]),
    "use_rope": ("cell", lambda board, seat: [xy(cell) for cell in targets.rope_cells(board, seat)]),
    "use_pick": ("way", lambda board, seat: [*_pick_ways(board, seat)]),
    "use_dynamite": ("cell", lambda board, seat: [xy(cell) for cell in targets.dynamite_cells(board, seat)]),
    "open_chest": ("card", lambda board, seat: [*_chest_cards(board, seat)]),
    "use_crossbow": ("creature", lambda board, seat: [*targets.crossbow_targets(board, seat)]),
    "use_lure": ("cell", lambda board, seat: [xy(cell) for cell in targets.lure_cells(board, seat)]),
    "use_lamp": ("tile", lambda board, seat: [PLACES[place] for place in targets.lamp_places(board, seat)]),
    "use_map": ("tile", lambda board, _seat: [PLACES[place] for place in targets.map_places(board)]),
    "use_sword": ("creature", lambda board, seat: [*targets.sword_targets(board, seat)]),
}
"""By type, the parameter that an action of the own turn names, and its legal values; the other types have none."""
