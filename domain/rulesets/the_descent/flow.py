"""
The course of a game: whose decision is open, and what follows from an action.

An action or an answer starts something, and what it cannot finish at once lies on the state's agenda as frames.
A frame's `do` names its handler. So a game can stop for a decision anywhere, be stored, and go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from delvebook.domain.facts import Facts
from delvebook.domain.kit.agenda import work_off
from delvebook.domain.rulesets.the_descent.box.cells import Cell, cell_at
from delvebook.domain.rulesets.the_descent.characters import health, movement
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.creatures import meeting, phase
from delvebook.domain.rulesets.the_descent.exploring import tiles, tokens
from delvebook.domain.rulesets.the_descent.falling import falls, gaps
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import FINISHED, Action, Frame, Pending, State
from delvebook.domain.rulesets.the_descent.turns import equipment, rounds
from delvebook.domain.tape import Tape

HANDLERS: Final[Mapping[str, Callable[[Play, Frame], None]]] = {
    "place": health.place,
    "lose": health.lose,
    "hit": meeting.hit,
    "settle": falls.settle,
    "break_rock": gaps.break_rock,
    "fall": falls.fall,
    "land": falls.land,
    "enter_fallen": falls.enter_fallen,
    "end_fall": falls.end_fall,
    "open_tile": tiles.open_tile,
    "draw_token": tokens.draw_token,
    "step": movement.step,
    "jump": movement.jump,
    "jump_over": movement.jump_over,
    "enter": meeting.enter,
    "contact": meeting.contact,
    "pick_up": meeting.pick_up,
    "finish_move": movement.finish_move,
    "put_in": gaps.put_in,
    "let_go": gaps.let_go,
    "shove": movement.shove,
    "creature": phase.begin_move,
    "creature_move": phase.creature_move,
    "roll": rounds.roll,
}
"""By `do`, the function that carries out a frame of the agenda."""

# -- whose decision is open -----------------------------------------------------------------------


def to_act(state: State) -> list[int]:
    """The owner of the open decision, else the active seat."""
    if state["pending"] is not None:
        return [state["pending"]["seat"]]
    return [] if state["active"] is None else [state["active"]]


def round_of(state: State) -> int:
    """The round; 0 during the setup."""
    return state["round"]


def decision_scope(state: State, seat: int) -> object:
    """
    The scope of the seat's decision; None if every event opens a new one.

    It is None for the active seat and for one that owes a decision. The others may only surrender, and their decision
    stays open until the fate of their own character changes.

    Clauses: TD-120.
    """
    if seat in to_act(state) or state["active"] == seat:
        return None
    own = state["seats"][seat]
    fate = {
        "cell": own["cell"],
        "health": own["health"],
        "points": own["points"],
        "arrived": own["arrived"],
        "backpack": own["backpack"],
        "weakened": own["weakened"],
    }
    return {"surrender": fate, "cards": len(own["kit"]) + len(own["drawn"])}


# -- carrying out ---------------------------------------------------------------------------------


def play(content: Content, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
    """Carries out a legal action or answer, and everything that follows from it by itself."""
    course = Play(content, state, tape=tape, facts=Facts())
    begin(course, seat, action)
    run(course)
    return course.facts


def begin(course: Play, seat: int, action: Action) -> None:
    """Starts what an action or answer leads to."""
    pending = course.state["pending"]
    if pending is not None:
        course.state["pending"] = None
        ANSWERS[action["type"]](course, pending, action)
    else:
        ACTIONS[action["type"]](course, seat, action)


def run(course: Play, *, stops: Callable[[], bool] = lambda: False) -> None:
    """Goes on until a seat must decide, or the game is over, or it `stops` before the frame on top of the agenda."""
    state = course.state
    work_off(
        lambda: state["agenda"],
        waits=lambda: state["pending"] is not None or state["phase"] == FINISHED or stops(),
        carry_out=lambda frame: HANDLERS[frame["do"]](course, frame),
        advance=lambda: rounds.advance(course),
    )
    course.save()


def cell_of(action: Action) -> Cell:
    """The cell that an action names."""
    x, y = action["cell"]
    return cell_at(x, y)


def _place_character(course: Play, pending: Pending, action: Action) -> None:
    health.put_character(course, pending["seat"], cell_of(action))


def _place_token(course: Play, pending: Pending, action: Action) -> None:
    tokens.put_token(
        course, pending["seat"], cell_of(action), kind=pending["token"], number=pending["id"], place=pending["place"],
        by=pending["by"],
    )  # fmt: skip


ANSWERS: Final[Mapping[str, Callable[[Play, Pending, Action], None]]] = {
    "place_character": _place_character,
    "place_token": _place_token,
    "rotate_tile": tiles.rotate_tile,
    "confirm_step": movement.confirm_step,
    "answer_contact": meeting.answer_contact,
    "answer_loss": health.answer_loss,
    "answer_fall": falls.answer_fall,
    "route_creature": phase.route_creature,
}
"""By decision, the function that carries out its answer."""


def _end_turn(course: Play, seat: int, action: Action) -> None:
    course.finish_turn(seat)


def _at_cell(use: Callable[[Play, int, Cell], None]) -> Callable[[Play, int, Action], None]:
    """An action that needs nothing but its cell."""
    return lambda course, seat, action: use(course, seat, cell_of(action))


ACTIONS: Final[Mapping[str, Callable[[Play, int, Action], None]]] = {
    "step": movement.begin_step,
    "jump": movement.begin_jump,
    "end_turn": _end_turn,
    "surrender": health.surrender,
    "use_rope": _at_cell(movement.use_rope),
    "use_pick": movement.use_pick,
    "use_dynamite": _at_cell(equipment.use_dynamite),
    "open_chest": equipment.open_chest,
    "use_crossbow": equipment.use_crossbow,
    "use_lure": _at_cell(equipment.use_lure),
    "use_lamp": equipment.use_lamp,
    "use_map": equipment.use_map,
    "use_sword": equipment.use_sword,
}
"""By type, the function that carries out an action of a turn."""
