"""The targets of each card of the own turn: cells, creatures and tiles within its reach."""

from __future__ import annotations

from delvebook.domain.rulesets.the_descent.box.cells import DIGGABLE, EMPTY, NEIGHBOURS, PLACE_OF, Cell, Place
from delvebook.domain.rulesets.the_descent.box.geometry import is_standable, reach
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.exploring.markers import is_borne_by


def rope_cells(board: Board, seat: int) -> list[Cell]:
    """The empty cells that a rope leads to. Clauses: TD-090, TD-009."""
    start = board.cell_of(seat)
    found = reach(board.field, start, board.content.ranges["rope"])
    return sorted(cell for cell in found if cell != start and board.field.cells[cell] in EMPTY)


def dynamite_cells(board: Board, seat: int) -> list[Cell]:
    """The cells at exactly the distance of dynamite that hold something to destroy. Clauses: TD-093."""
    distance = board.content.ranges["dynamite"]
    found = reach(board.field, board.cell_of(seat), distance)
    return sorted(cell for cell, away in found.items() if away == distance and is_worth_dynamite(board, cell))


def is_worth_dynamite(board: Board, cell: Cell) -> bool:
    """Whether a cell holds rock, thin rock, a token or a creature, and no character. Clauses: TD-093."""
    if board.field.cells[cell] in DIGGABLE:
        return True
    state = board.state
    holds = any(thing["cell"] == cell for thing in (*state["tokens"], *state["creatures"]))
    return holds and not board.seats_at(cell)


def crossbow_targets(board: Board, seat: int) -> list[str]:
    """The creatures in range, in the order of placement. Clauses: TD-096, TD-009."""
    found = reach(board.field, board.cell_of(seat), board.content.ranges["crossbow"])
    return [creature["kind"] for creature in board.state["creatures"] if creature["cell"] in found]


def sword_targets(board: Board, seat: int) -> list[str]:
    """The worm, if it has fallen into the character's own cell. Clauses: TD-095, TD-161."""
    worm = board.creature("worm")
    return ["worm"] if worm is not None and worm["cell"] == board.cell_of(seat) else []


def is_hunted(board: Board, seat: int) -> bool:
    """Whether the character bears a target marker. Clauses: TD-098."""
    return any(is_borne_by(creature, seat) for creature in board.state["creatures"])


def lure_cells(board: Board, seat: int) -> list[Cell]:
    """The cells for a lure, if the character bears a marker. Clauses: TD-098, TD-009."""
    if not is_hunted(board, seat):
        return []
    start = board.cell_of(seat)
    found = reach(board.field, start, board.content.ranges["lure"])
    return sorted(cell for cell in found if cell != start and is_standable(board.field, cell))


def lamp_places(board: Board, seat: int) -> list[Place]:
    """The face-down tiles that share an edge with the character's own. Clauses: TD-101, TD-012."""
    places = board.state["places"]
    return [place for place in NEIGHBOURS[PLACE_OF[board.cell_of(seat)]] if not places[place]["open"]]


def map_places(board: Board) -> list[Place]:
    """All face-down tiles. Clauses: TD-102."""
    return [place for place, entry in enumerate(board.state["places"]) if not entry["open"]]


def has_chest(board: Board, seat: int) -> bool:
    """Whether there is a chest in the character's own cell. Clauses: TD-094."""
    return bool(board.tokens_at(board.cell_of(seat), "chest"))
