"""Invariants of the table, in every state between two actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOTTOM,
    CELLS_OF,
    DESTROYED,
    DIGGABLE,
    EMPTY,
    PLACE_OF,
    START_PLACE,
    Field,
    closed_rows,
)
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.content import CREATURE_KINDS, FINDS, Content
from delvebook.domain.rulesets.the_descent.falling.falls import first_overloaded, first_unsupported
from delvebook.domain.rulesets.the_descent.invariants.course import broken_course
from delvebook.domain.rulesets.the_descent.state import (
    COLLAPSE,
    CREATURE_PHASE,
    FINISHED,
    SETUP,
    TURN,
    Creature,
    Marker,
    State,
)


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Every invariant that does not hold, as a sentence that says what should be."""
    board = Board(content, state)
    yield from _broken_components(board)
    yield from _broken_field(board)
    yield from _broken_objects(board)
    yield from _broken_seats(board)
    yield from broken_course(board)
    yield from _broken_rest(board)


def _broken_components(board: Board) -> Iterator[str]:
    """Tiles, cards and tokens are conserved."""
    state, content = board.state, board.content
    yield from _broken_tiles(board)
    cards = [kind for kind, _ in state["deck"]] + state["discard"]
    for seat in range(len(state["seats"])):
        cards += board.hand(seat)
    if Counter(cards) != Counter(content.cards):
        yield "deck, discard pile and hands are the 40 equipment cards"
    slots = [slot for _, slot in state["deck"]] + [slot for own in state["seats"] for _, slot in own["drawn"]]
    if len(set(slots)) != len(slots) or not set(slots) <= set(range(sum(content.cards.values()))):
        yield "each face-down card has an envelope of its own, numbered from 0 to 39"
    on_field = [*(token["kind"] for token in state["tokens"]), *(one["kind"] for one in state["creatures"])]
    tokens = Counter([*state["stack"], *on_field])
    tokens.update(state["gone"])
    pending = state["pending"]
    if pending is not None and pending["type"] == "place_token":
        tokens[pending["token"]] += 1
    if tokens != Counter(content.tokens) or min(state["gone"].values(), default=1) < 1:
        yield "stack, field and what is gone are the 24 exploration tokens"


def _broken_tiles(board: Board) -> Iterator[str]:
    """Each tile has its place; the Start tile is open, and the anchored ones are where they belong."""
    state, content = board.state, board.content
    places = state["places"]
    if sorted(entry["tile"] for entry in places) != sorted(content.tiles):
        yield "each of the 20 tiles lies in exactly one place"
    if any(entry["turns"] not in range(4) for entry in places):
        yield "a tile is rotated by 0 to 3 quarter turns"
    if not places[START_PLACE]["open"]:
        yield "the Start tile is open"
    if state["options"]["layout"] == "anchored":
        start, bottom = places[START_PLACE], [places[place] for place in BOTTOM]
        if start["tile"] != content.anchored_start or {one["tile"] for one in bottom} != set(content.anchored_bottom):
            yield "the anchored tiles are at the start and at the bottom"
        if start["turns"] or any(one["turns"] and not one["open"] for one in bottom):
            yield "anchored tiles are not rotated, unless by the map"


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
    numbers = {token["id"] for token in state["tokens"]}
    if len(numbers) != len(state["tokens"]) or not numbers <= set(range(sum(board.content.tokens.values()))):
        yield "tokens are numbered from 0 to 23, each with a number of its own"
    for creature in state["creatures"]:
        mark = board.field.cells[creature["cell"]]
        if creature["kind"] not in CREATURE_KINDS or (
            mark not in EMPTY and not (creature["kind"] == "worm" and mark in DIGGABLE)
        ):
            yield "a creature is in an empty cell, the worm in rock"
        if creature["marker"] is not None and not _is_sound(board, creature, creature["marker"]):
            yield "a target marker is off the field, on a character in play, an open tile or a lure"
        least, most = (1, board.content.monster_health) if creature["kind"] == "monster" else (0, 0)
        if not least <= creature["health"] <= most:
            yield "a living monster has 1 or 2 health, and no other creature has any"
        if len(set(creature["hits"]) & set(range(len(state["seats"])))) != len(creature["hits"]):
            yield "a creature has hit seats of the game, each once"
        if creature["hits"] and state["phase"] not in (CREATURE_PHASE, FINISHED):
            yield "the hits of a creature are remembered in its phase only"
    if (state["web"] is None) != (board.creature("spider") is None):
        yield "the web lies as long as the spider lives"
    if state["web"] is not None and not state["places"][state["web"]]["open"]:
        yield "the web lies on an open tile"


def _is_sound(board: Board, creature: Creature, marker: Marker) -> bool:
    """Whether a marker is on something that can bear it. Clauses: TD-098, TD-099, TD-140, TD-143, TD-146."""
    if marker["seat"] not in range(len(board.state["seats"])):
        return False
    if marker["on"] == "seat":
        return board.is_in_play(marker["seat"]) and board.is_on_field(marker["seat"])
    if marker["on"] == "tile":
        return creature["kind"] != "plant" and board.state["places"][marker["place"]]["open"]
    place = PLACE_OF[marker["cell"]]
    is_open = place >= 0 and board.state["places"][place]["open"]
    return marker["on"] == "lure" and is_open and board.state["phase"] not in (SETUP, COLLAPSE)


def _broken_seats(board: Board) -> Iterator[str]:
    """Health, points, hands and cells of the characters."""
    state, kit = board.state, board.content.kit
    waiting = [frame["seat"] for frame in state["agenda"] if frame["do"] == "place"]
    if state["phase"] == SETUP:
        waiting += state["queue"]
    if state["pending"] is not None and state["pending"]["type"] == "place_character":
        waiting.append(state["pending"]["seat"])
    for seat, own in enumerate(state["seats"]):
        cell = own["cell"]
        if own["health"] < 1 or own["points"] < 0:
            yield "everybody has at least 1 health and 0 points"
        if [card for card in kit if card in own["kit"]] != own["kit"]:
            yield "what is left of a start kit is different cards of it, in their order"
        if own["drawn"] and not own["backpack"]:
            yield "a seat without a backpack holds nothing but its kit"
        if (cell is None) != (seat in waiting):
            yield "a character is on the field, or waits to be placed"
        if cell is None and (own["moving"] or own["arrived"] or own["rests"] or own["weakened"]):
            yield "a character that is not on the field does nothing"
        if own["weakened"] and own["arrived"]:
            yield "a seat that has arrived is not weakened"
        if cell is not None and board.field.cells[cell] not in EMPTY:
            yield "no character is inside rock or a face-down tile"
        if own["arrived"] and (cell is None or PLACE_OF[cell] not in BOTTOM):
            yield "a seat that has arrived is on a bottom tile"
        if len(own["rests"]) > 2 or (len(own["rests"]) == 2 and own["rests"][0] == own["rests"][1]):
            yield "the last two different resting cells are remembered"
        if any(PLACE_OF[rest] < 0 or board.field.cells[rest] not in EMPTY for rest in own["rests"]):
            yield "a resting cell is an empty cell of an open tile"


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
            continue
        if not own["arrived"] and PLACE_OF[cell] in BOTTOM:
            yield "a seat that rests on a bottom tile has arrived"
        if not own["arrived"] and own["rests"][:1] != [cell]:
            yield "a character remembers where it rests"
