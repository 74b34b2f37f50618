"""What holds in every state between two actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from delvebook.domain.rulesets.the_descent.board import Board
from delvebook.domain.rulesets.the_descent.content import CREATURE_KINDS, FINDS, Content
from delvebook.domain.rulesets.the_descent.falling import first_overloaded, first_unsupported
from delvebook.domain.rulesets.the_descent.flow import ANSWERS, HANDLERS
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
from delvebook.domain.rulesets.the_descent.state import FINISHED, PHASES, SETUP, TURN, Marker, State


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Every invariant that does not hold, as a sentence that says what should be."""
    board = Board(content, state)
    yield from _broken_components(board)
    yield from _broken_field(board)
    yield from _broken_objects(board)
    yield from _broken_seats(board)
    yield from _broken_course(board)
    yield from _broken_rest(board)


def _broken_components(board: Board) -> Iterator[str]:
    """Tiles, cards and tokens are conserved."""
    state, content = board.state, board.content
    if sorted(entry["tile"] for entry in state["places"]) != sorted(content.tiles):
        yield "each of the 20 tiles lies in exactly one place"
    cards = [kind for kind, _ in state["deck"]] + state["discard"]
    for seat in range(len(state["seats"])):
        cards += board.hand(seat)
    if Counter(cards) != Counter(content.cards):
        yield "deck, discard pile and hands are the 40 equipment cards"
    slots = [slot for _, slot in state["deck"]] + [slot for own in state["seats"] for _, slot in own["drawn"]]
    if len(set(slots)) != len(slots):
        yield "no two face-down cards share an envelope"
    on_field = [*(token["kind"] for token in state["tokens"]), *(one["kind"] for one in state["creatures"])]
    tokens = Counter([*state["stack"], *on_field])
    tokens.update(state["gone"])
    pending = state["pending"]
    if pending is not None and pending["type"] == "place_token":
        tokens[pending["kind"]] += 1
    if tokens != Counter(content.tokens):
        yield "stack, field and what is gone are the 24 exploration tokens"


def _broken_field(board: Board) -> Iterator[str]:
    """The rows show each open tile as it lies, except for destroyed rock, and nothing of the others."""
    state = board.state
    if board.field.rows() != state["field"]:
        yield "the field has 28 rows of 12 cells"
    expected = Field(closed_rows())
    for place, entry in enumerate(state["places"]):
        if entry["open"]:
            expected.lay(place, board.content.face(entry["tile"], entry["turns"]))
    for cells in CELLS_OF:
        for cell in cells:
            shown, printed = board.field.cells[cell], expected.cells[cell]
            if shown != printed and not (shown == DESTROYED and printed in DIGGABLE):
                yield "a cell is what its tile shows, or destroyed rock"


def _broken_objects(board: Board) -> Iterator[str]:
    """Tokens and creatures are what and where they may be; markers point at something."""
    state = board.state
    for token in state["tokens"]:
        if token["kind"] not in FINDS or board.field.cells[token["cell"]] not in EMPTY:
            yield "a token lies in an empty cell"
    if len({token["id"] for token in state["tokens"]}) != len(state["tokens"]):
        yield "no two tokens are the same"
    for creature in state["creatures"]:
        mark = board.field.cells[creature["cell"]]
        if creature["kind"] not in CREATURE_KINDS or (
            mark not in EMPTY and not (creature["kind"] == "worm" and mark in DIGGABLE)
        ):
            yield "a creature is in an empty cell, the worm in rock"
        if creature["marker"] is not None and not _is_sound(board, creature["marker"]):
            yield "a target marker is off the field, on a character in play, an open tile or a lure"
    if (state["web"] is None) != (board.creature("spider") is None):
        yield "the web lies as long as the spider lives"


def _is_sound(board: Board, marker: Marker) -> bool:
    """Whether a marker is on something that can bear it."""
    if marker["on"] == "seat":
        return board.is_in_play(marker["seat"])
    if marker["on"] == "tile":
        return board.state["places"][marker["place"]]["open"]
    return PLACE_OF[marker["cell"]] >= 0


def _broken_seats(board: Board) -> Iterator[str]:
    """Health, points and cells of the characters."""
    for own in board.state["seats"]:
        cell = own["cell"]
        if own["health"] < 1 or own["points"] < 0:
            yield "everybody has at least 1 health and 0 points"
        if cell is not None and board.field.cells[cell] not in EMPTY:
            yield "no character is inside rock or a face-down tile"
        if own["arrived"] and (cell is None or PLACE_OF[cell] not in BOTTOM):
            yield "a seat that has arrived is on a bottom tile"
        if len(own["rests"]) > 2 or (len(own["rests"]) == 2 and own["rests"][0] == own["rests"][1]):
            yield "the last two different resting cells are remembered"
        if any(PLACE_OF[rest] < 0 for rest in own["rests"]):
            yield "a resting cell is a cell of a tile"


def _broken_course(board: Board) -> Iterator[str]:
    """Phases, turns and decisions."""
    state = board.state
    if state["phase"] not in PHASES or sorted(state["order"]) != list(range(len(state["seats"]))):
        yield "the game is in one of its phases, and each seat has its place in the turn order"
    if (state["active"] is not None) != (state["phase"] == TURN):
        yield "there is an active seat during turns only"
    if (state["ended"] is not None) != (state["phase"] == FINISHED):
        yield "a finished game says why it ended"
    if not 0 <= state["turn"]["endurance"] <= board.content.endurance:
        yield "endurance is 0 to 5"
    if any(frame["do"] not in HANDLERS for frame in state["agenda"]):
        yield "every frame of the agenda has a handler"
    if (state["window"] is None) != (state["phase"] == SETUP) and state["phase"] != FINISHED:
        yield "a window is open whenever a round is under way"
    if state["phase"] == FINISHED:
        return
    pending = state["pending"]
    if pending is None:
        if state["active"] is None or state["agenda"] or state["turn"]["over"]:
            yield "without a decision open, the active seat has to act"
        elif not legal_actions(board.content, state, state["active"]):
            yield "the active seat can act"
    elif pending["type"] not in ANSWERS or not legal_actions(board.content, state, pending["seat"]):
        yield "an open decision can be answered by its owner"
    elif not board.is_in_play(pending["seat"]):
        yield "only a seat in play is asked"


def _broken_rest(board: Board) -> Iterator[str]:
    """While nothing is under way, everything rests where it may."""
    state = board.state
    if state["pending"] is not None or state["agenda"] or state["phase"] != TURN:
        return
    if any(thing["moving"] for thing in board.objects()):
        yield "nothing is under way when the active seat has to act"
    if first_overloaded(board) is not None:
        yield "no thin rock bears two objects"
    if first_unsupported(board) is not None:
        yield "every character stands, every token lies, and the spider clings"
    for own in state["seats"]:
        cell = own["cell"]
        if cell is None:
            yield "every character is on the field"
        elif not own["arrived"] and PLACE_OF[cell] in BOTTOM:
            yield "a seat that rests on a bottom tile has arrived"
        elif not own["arrived"] and own["rests"][:1] != [cell]:
            yield "a character remembers where it rests"
