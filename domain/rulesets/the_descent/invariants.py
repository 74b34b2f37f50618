"""What must hold in every state of the title."""

from __future__ import annotations

from collections import Counter
from typing import Any

from delvebook.domain.rulesets.the_descent.content import CREATURES as CREATURE_KINDS
from delvebook.domain.rulesets.the_descent.content import THINGS
from delvebook.domain.rulesets.the_descent.engine import ANSWERS, HANDLERS
from delvebook.domain.rulesets.the_descent.falling import first_overloaded, first_unsupported
from delvebook.domain.rulesets.the_descent.geometry import (
    BOTTOM,
    CELLS_OF,
    DESTROYED,
    DIGGABLE,
    EMPTY,
    PLACE_OF,
    Field,
    closed_rows,
)
from delvebook.domain.rulesets.the_descent.legality import legal_actions
from delvebook.domain.rulesets.the_descent.state import FINISHED, PHASES, SETUP, TURN, Board


def find_broken(board: Board) -> str | None:
    """The first invariant that does not hold, in words; None if all do."""
    for find in (_broken_components, _broken_field, _broken_objects, _broken_seats, _broken_course, _broken_rest):
        problem = find(board)
        if problem is not None:
            return problem
    return None


def _broken_components(board: Board) -> str | None:
    """Tiles, cards and tokens are conserved."""
    state, content = board.state, board.content
    if sorted(entry["tile"] for entry in state["places"]) != sorted(content.tiles):
        return "each of the 20 tiles lies in exactly one place"
    cards = [kind for kind, _ in state["deck"]] + state["discard"]
    for seat in range(len(state["seats"])):
        cards += board.hand(seat)
    if Counter(cards) != Counter(content.cards):
        return "deck, discard pile and hands are the 40 equipment cards"
    slots = [slot for _, slot in state["deck"]] + [slot for own in state["seats"] for _, slot in own["drawn"]]
    if len(set(slots)) != len(slots):
        return "no two face-down cards share an envelope"
    tokens = Counter([*state["stack"], *(one["kind"] for one in (*state["tokens"], *state["creatures"]))])
    tokens.update(state["gone"])
    pending = state["pending"]
    if pending is not None and pending["type"] == "place_token":
        tokens[pending["kind"]] += 1
    if tokens != Counter(content.tokens):
        return "stack, field and what is gone are the 24 exploration tokens"
    return None


def _broken_field(board: Board) -> str | None:
    """The rows show each open tile as it lies, destroyed rock aside, and nothing of the others."""
    state = board.state
    if board.field.rows() != state["field"]:
        return "the field has 28 rows of 12 cells"
    expected = Field(closed_rows())
    for place, entry in enumerate(state["places"]):
        if entry["open"]:
            expected.lay(place, board.content.face(entry["tile"], entry["turns"]))
    for cells in CELLS_OF:
        for cell in cells:
            shown, printed = board.field.cells[cell], expected.cells[cell]
            if shown != printed and not (shown == DESTROYED and printed in DIGGABLE):
                return "a cell is what its tile shows, or destroyed rock"
    return None


def _broken_objects(board: Board) -> str | None:
    """Tokens and creatures are what and where they may be; markers point at somebody."""
    state = board.state
    for token in state["tokens"]:
        if token["kind"] not in THINGS or board.field.cells[token["cell"]] not in EMPTY:
            return "a token lies in an empty cell"
    if len({token["id"] for token in state["tokens"]}) != len(state["tokens"]):
        return "no two tokens are the same"
    for creature in state["creatures"]:
        mark = board.field.cells[creature["cell"]]
        if creature["kind"] not in CREATURE_KINDS or (
            mark not in EMPTY and not (creature["kind"] == "worm" and mark in DIGGABLE)
        ):
            return "a creature is in an empty cell, the worm in rock"
        if not _is_sound_marker(board, creature["marker"]):
            return "a target marker is off the field, on a character in play, an open tile or a lure"
    spider = board.creature("spider")
    if (state["web"] is None) != (spider is None):
        return "the web lies as long as the spider lives"
    return None


def _is_sound_marker(board: Board, marker: dict[str, Any] | None) -> bool:
    if marker is None:
        return True
    if marker["on"] == "seat":
        return board.is_in_play(marker["seat"])
    if marker["on"] == "tile":
        return bool(board.state["places"][marker["place"]]["open"])
    return int(PLACE_OF[marker["cell"]]) >= 0


def _broken_seats(board: Board) -> str | None:
    """Health, points and places of the characters."""
    state = board.state
    for own in state["seats"]:
        if own["health"] < 1 or own["points"] < 0:
            return "everybody has at least 1 health and 0 points"
        if own["cell"] is not None and board.field.cells[own["cell"]] not in EMPTY:
            return "no character is inside rock or a face-down tile"
        if own["arrived"] and PLACE_OF[own["cell"]] not in BOTTOM:
            return "who has arrived is on a bottom tile"
        if len(own["rests"]) > 2 or (len(own["rests"]) == 2 and own["rests"][0] == own["rests"][1]):
            return "the last two different resting cells are remembered"
        if any(PLACE_OF[cell] < 0 for cell in own["rests"]):
            return "a resting cell is a cell of a tile"
    return None


def _broken_course(board: Board) -> str | None:
    """Phases, turns and decisions."""
    state = board.state
    seats = range(len(state["seats"]))
    if state["phase"] not in PHASES or sorted(state["order"]) != list(seats):
        return "the game is in one of its phases, and each seat has its place in the turn order"
    if (state["active"] is not None) != (state["phase"] == TURN):
        return "there is an active seat during turns only"
    if (state["ended"] is not None) != (state["phase"] == FINISHED):
        return "a finished game says why it ended"
    if state["turn"]["endurance"] < 0 or state["turn"]["endurance"] > board.content.endurance:
        return "endurance is 0 to 5"
    if any(frame["do"] not in HANDLERS for frame in state["agenda"]):
        return "everything under way has somebody to carry it out"
    if (state["window"] is None) != (state["phase"] == SETUP) and state["phase"] != FINISHED:
        return "a window is open whenever a round is under way"
    if state["phase"] == FINISHED:
        return None
    pending = state["pending"]
    if pending is None:
        if state["phase"] != TURN or state["agenda"] or state["turn"]["over"]:
            return "without a decision open, it is an active seat's turn to act"
        return None if legal_actions(board, state["active"]) else "the active seat can act"
    if pending["type"] not in ANSWERS or not legal_actions(board, pending["seat"]):
        return "an open decision can be answered by its owner"
    if not board.is_in_play(pending["seat"]):
        return "only a seat in play is asked"
    return None


def _broken_rest(board: Board) -> str | None:
    """While nothing is under way, everybody and everything rests where it may."""
    state = board.state
    if state["pending"] is not None or state["agenda"] or state["phase"] != TURN:
        return None
    if any(thing["moving"] for thing in board.objects()):
        return "nothing is under way when a seat is free to act"
    if first_overloaded(board) is not None:
        return "no thin rock bears two objects"
    if first_unsupported(board) is not None:
        return "everybody stands, everything lies, and the spider clings"
    for own in state["seats"]:
        if own["cell"] is None:
            return "every character is on the field"
        if not own["arrived"] and PLACE_OF[own["cell"]] in BOTTOM:
            return "who rests on a bottom tile has arrived"
        if not own["arrived"] and own["rests"][0] != own["cell"]:
            return "a character remembers where it rests"
    return None
