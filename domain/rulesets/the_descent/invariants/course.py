"""Invariants of phases, turns, decisions and the agenda, in every state between two actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import EMPTY, PLACES, SIDES
from delvebook.domain.rulesets.the_descent.box.geometry import is_standable
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.characters.health import BY_CREATURES, LOSSES
from delvebook.domain.rulesets.the_descent.content import CREATURE_KINDS
from delvebook.domain.rulesets.the_descent.ending import ALL_ARRIVED, END_REASONS
from delvebook.domain.rulesets.the_descent.exploring.cards import answering_cards, is_asked
from delvebook.domain.rulesets.the_descent.flow import ANSWERS, HANDLERS
from delvebook.domain.rulesets.the_descent.legality import legal_actions
from delvebook.domain.rulesets.the_descent.state import COLLAPSE, CREATURE_PHASE, FINISHED, PHASES, SETUP, TURN, Pending

_PHASES_OF: Final = {
    "rotate_tile": (TURN,),
    "confirm_step": (TURN,),
    "route_creature": (CREATURE_PHASE,),
    "answer_contact": (TURN, CREATURE_PHASE, COLLAPSE),
    "answer_loss": (TURN, CREATURE_PHASE, COLLAPSE),
    "answer_fall": (TURN, CREATURE_PHASE, COLLAPSE),
    "place_character": (SETUP, TURN, CREATURE_PHASE, COLLAPSE),
    "place_token": (SETUP, TURN, CREATURE_PHASE, COLLAPSE),
}
"""By decision, the phases in which it can be open. No card is used in setup (TD-080)."""
_TWO_OR_MORE: Final = ("place_character", "place_token", "rotate_tile", "confirm_step", "route_creature")
"""The mandatory decisions. If only one answer is legal, nobody is asked."""


def broken_course(board: Board) -> Iterator[str]:
    """Every invariant of the game's course that does not hold, as a sentence that says what should be."""
    yield from _broken_round(board)
    yield from _broken_turn(board)
    yield from _broken_queue(board)
    yield from _broken_window(board)
    yield from _broken_agenda(board)
    yield from _broken_end(board) if board.state["phase"] == FINISHED else _broken_decision(board)


def _broken_round(board: Board) -> Iterator[str]:
    """The turn order, the phase and the round."""
    state = board.state
    seats = len(state["seats"])
    first, limit = state["options"]["first_seat"], state["options"]["round_limit"]
    if state["order"] != [(state["order"][0] + offset) % seats for offset in range(seats)]:
        yield "the turn order is ascending from the first seat, cyclically"
    if first not in ("random", state["order"][0]):
        yield "the first seat is the one that the options name"
    if state["phase"] not in PHASES:
        yield "the game is in one of its phases"
    if state["ended"] is not None and state["phase"] != FINISHED:
        yield "a game that goes on has not ended"
    if (state["round"] == 0) != (state["phase"] == SETUP) and state["phase"] != FINISHED:
        yield "rounds are counted from 1 after setup"
    if limit not in board.content.round_limits or (limit and state["round"] > limit):
        yield "no round is played beyond the limit"
    if any(not 1 <= die <= board.content.die or seat not in range(seats) for seat, die in state["last_dice"]):
        yield "the last dice are a seat and a number from 1 to 6 each"


def _broken_turn(board: Board) -> Iterator[str]:
    """The active seat and its turn."""
    state, turn = board.state, board.state["turn"]
    if (state["active"] is not None) != (state["phase"] == TURN):
        yield "there is an active seat during turns only"
    if not 0 <= turn["endurance"] <= (board.content.endurance_weak if turn["weak"] else board.content.endurance):
        yield "endurance is 0 to 5, or 0 to 1 for a weakened character"
    if state["phase"] in (SETUP, CREATURE_PHASE, COLLAPSE) and turn != {"endurance": 0, "weak": False, "over": False}:
        yield "nobody has endurance outside turns"
    if state["phase"] == TURN and state["active"] is not None and board.character(state["active"])["weakened"]:
        yield "the plant's effect is used up when the turn begins"


def _broken_queue(board: Board) -> Iterator[str]:
    """The queue of those that still have their placement, move or die in this phase."""
    state, queue = board.state, board.state["queue"]
    if state["phase"] in (TURN, FINISHED) and queue:
        yield "nothing waits for its move in a turn or after the end"
    if state["phase"] == CREATURE_PHASE and len(set(queue) & set(CREATURE_KINDS)) != len(queue):
        yield "in the creature phase creatures wait for their moves"
    if state["phase"] in (SETUP, COLLAPSE) and [seat for seat in state["order"] if seat in queue] != queue:
        yield "seats wait for their placement or die in turn order"


def _broken_window(board: Board) -> Iterator[str]:
    """The window, and what its seats have done in it."""
    state, window = board.state, board.state["window"]
    if window is None:
        if state["phase"] not in (SETUP, FINISHED):
            yield "a window is open whenever a round is under way"
        return
    if state["phase"] == SETUP:
        yield "no window is open during setup"
    for seats in (window["used"], window["barred"], window["surrendered"]):
        if len(set(seats) & set(range(len(state["seats"])))) != len(seats):
            yield "a window lists seats, each once"
    if state["phase"] in (CREATURE_PHASE, COLLAPSE) and window["surrendered"]:
        yield "seats surrender in turns only"
    over = state["phase"] != TURN or state["turn"]["over"]
    if not over and state["active"] in (*window["used"], *window["barred"], *window["surrendered"]):
        yield "a turn is over once its seat has used a card, opened a tile or surrendered"


def _broken_agenda(board: Board) -> Iterator[str]:
    """The agenda."""
    state = board.state
    seats, kinds, places = range(len(state["seats"])), CREATURE_KINDS, range(len(PLACES))
    for frame in state["agenda"]:
        if frame["do"] not in HANDLERS:
            yield "every frame of the agenda has a handler"
        if frame.get("seat", 0) not in seats or frame.get("mover", frame.get("seat")) != frame.get("seat"):
            yield "a frame of the agenda is about a seat of the game"
        if frame.get("kind", kinds[0]) not in kinds or frame.get("place", 0) not in places:
            yield "a frame of the agenda is about a creature and a place that exist"
    if state["pending"] is None and state["agenda"]:
        yield "while something is under way, a decision is open"


# -- decisions ------------------------------------------------------------------------------------


def _broken_decision(board: Board) -> Iterator[str]:
    """Whose decision is open, and what it is about."""
    state, pending = board.state, board.state["pending"]
    if all(own["arrived"] for own in state["seats"]):
        yield "the game is over when every seat has arrived"
    if pending is None:
        if state["active"] is None or state["turn"]["over"] or not board.is_in_play(state["active"]):
            yield "without a decision open, an active seat in play has to act"
        return
    type_, seat = pending["type"], pending["seat"]
    if type_ not in ANSWERS or seat not in range(len(state["seats"])):
        yield "an open decision has a type and belongs to a seat"
        return
    if not board.is_in_play(seat):
        yield "only a seat in play is asked"
    if state["phase"] not in _PHASES_OF[type_]:
        yield "a decision is open in a phase of its own"
    if not _is_sound(board, pending):
        yield "a decision is about what is on the field"
    elif type_ in _TWO_OR_MORE:
        if len(legal_actions(board.content, state, seat)) < 2:
            yield "nobody is asked where there is no choice"
    elif not is_asked(board, seat, answering_cards(type_, pending.get("cause"))):
        yield "a seat is asked for a card only where it may use one"


def _is_sound(board: Board, pending: Pending) -> bool:
    """Whether a decision is about what is there."""
    state, seat, type_ = board.state, pending["seat"], pending["type"]
    if type_ == "place_character":
        return not board.is_on_field(seat)
    if type_ in ("place_token", "rotate_tile"):
        entry = state["places"][pending["place"]]
        if type_ == "place_token":
            return entry["open"] and pending["token"] in board.content.tokens
        return not entry["open"] and entry["tile"] == pending["tile"] and seat == state["active"]
    if type_ == "route_creature":
        creature = board.creature(pending["kind"])
        return creature is not None and creature["marker"] is not None and creature["marker"]["seat"] == seat
    if not board.is_on_field(seat):
        return False
    if type_ == "confirm_step":
        beside = pending["target"] - pending["origin"] in SIDES[:2]
        at_home = board.cell_of(seat) == pending["origin"] and seat == state["active"]
        return beside and at_home and board.field.cells[pending["target"]] in EMPTY
    if type_ == "answer_contact":
        return board.creature(pending["kind"]) is not None
    if type_ == "answer_loss":
        return _is_sound_loss(pending)
    return (
        pending["length"] >= 1
        and pending["back"] in board.character(seat)["rests"]
        and is_standable(board.field, pending["back"])
    )


def _is_sound_loss(pending: Pending) -> bool:
    """Whether a loss has a cause of its own; a contact is answered before it becomes a loss (TD-111)."""
    cause, creature = pending["cause"], pending.get("creature")
    if cause not in LOSSES or cause == "contact" or pending["amount"] < 1:
        return False
    if cause == "attack":
        return creature == "plant"
    return creature in CREATURE_KINDS if cause in BY_CREATURES else creature is None


# -- the end --------------------------------------------------------------------------------------


def _broken_end(board: Board) -> Iterator[str]:
    """A finished game."""
    state = board.state
    if state["ended"] not in END_REASONS:
        yield "a finished game says why it ended"
    if all(own["arrived"] for own in state["seats"]) != (state["ended"] == ALL_ARRIVED):
        yield "a game ends by arrival when every seat has arrived, and else by the round limit"
    if state["ended"] != ALL_ARRIVED and state["round"] != state["options"]["round_limit"]:
        yield "the round limit ends the game in its last round"
    if state["pending"] is not None or state["agenda"]:
        yield "nothing is open or under way when the game is over"
