"""
What a seat may do now, and why it may not do the rest.

`legal_actions` lists, `refuse_illegal` judges one action and says what is wrong with it. Both are made
of the same predicates; a test holds them against each other over every action there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.rulesets.the_descent import cards
from delvebook.domain.rulesets.the_descent.geometry import (
    CLOSED,
    DIGGABLE,
    DIRECTIONS,
    DOWN,
    EMPTY,
    NEIGHBOURS,
    PLACE_OF,
    PLACES,
    THIN,
    UP,
    Cell,
    cell_at,
    corner_blocks,
    is_standable,
    reach,
    xy,
)
from delvebook.domain.rulesets.the_descent.markers import is_borne_by
from delvebook.domain.rulesets.the_descent.state import TURN, Board
from delvebook.domain.rulesets.the_descent.tiles import token_cells

Action = dict[str, Any]

WAYS: Final = ("down", "left", "right", "up_left", "up_right")
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
CARD_OF: Final = {
    "use_rope": "rope",
    "use_pick": "pick",
    "use_dynamite": "dynamite",
    "use_crossbow": "crossbow",
    "use_lure": "lure",
    "use_lamp": "lamp",
    "use_map": "map",
    "use_sword": "sword",
}
"""By card action of the own turn, the card it uses; `open_chest` names its own."""
CARD_CLAUSE: Final = {
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


def cell_of(action: Action) -> Cell:
    """The cell an action names."""
    x, y = action["cell"]
    return cell_at(x, y)


# -- the list -------------------------------------------------------------------------------------


def legal_actions(board: Board, seat: int) -> list[Action]:
    """Every action the seat may take now, decisions first, else moves, cards, end and surrender."""
    state = board.state
    pending = state["pending"]
    if pending is not None:
        return decision_actions(board, pending) if pending["seat"] == seat else []
    if state["phase"] != TURN or not board.is_in_play(seat):
        return []
    actions = _turn_actions(board, seat) if state["active"] == seat else []
    if seat not in state["window"]["surrendered"]:
        actions.append({"type": "surrender"})
    return actions


def decision_actions(board: Board, pending: dict[str, Any]) -> list[Action]:
    """The answers to a decision, as its owner sees them."""
    type_, seat = pending["type"], pending["seat"]
    if type_ == "place_character":
        return [{"type": type_, "cell": xy(cell)} for cell in board.start_cells()]
    if type_ == "place_token":
        cells = token_cells(board.field, pending["kind"], pending["place"])
        return [{"type": type_, "cell": xy(cell)} for cell in cells]
    if type_ == "rotate_tile":
        return [{"type": type_, "quarter_turns": turns} for turns in range(4)]
    if type_ == "confirm_step":
        return [{"type": type_, "choice": choice} for choice in ("continue", "cancel")]
    if type_ == "route_creature":
        return [{"type": type_, "option": option} for option in range(len(pending["moves"]))]
    return [{"type": type_, "card": card} for card in cards.answers(board, seat, decision_cards(pending))]


def decision_cards(pending: dict[str, Any]) -> tuple[str, ...]:
    """The cards a card decision takes. Clauses: TD-131, TD-057, TD-111, TD-126."""
    if pending["type"] == "answer_contact":
        return ("sword", "shield")
    if pending["type"] == "answer_fall":
        return ("insurance",)
    return ("shield", "lamp") if pending["cause"] == "collapse" else ("shield",)


def _turn_actions(board: Board, seat: int) -> list[Action]:
    """What the active seat may do: move, use a card, end its turn."""
    cell, endurance = board.seat(seat)["cell"], board.state["turn"]["endurance"]
    actions: list[Action] = []
    for type_, cost, problem in (
        ("step", board.content.step, step_problem),
        ("jump", board.content.jump, jump_problem),
    ):
        if endurance >= cost:
            actions += [
                {"type": type_, "dir": name}
                for name, direction in DIRECTIONS.items()
                if problem(board, cell, direction) is None
            ]
    if cards.card_bar(board, seat) is None:
        actions += _card_actions(board, seat)
    actions.append({"type": "end_turn"})
    return actions


def _card_actions(board: Board, seat: int) -> list[Action]:
    """Every use the seat has for the cards it holds, one kind after the other."""
    hand = board.hand(seat)
    found: list[Action] = []
    if "rope" in hand:
        found += [{"type": "use_rope", "cell": xy(cell)} for cell in rope_cells(board, seat)]
    if "pick" in hand:
        found += [{"type": "use_pick", "way": way} for way in WAYS if pick_problem(board, seat, way) is None]
    if "dynamite" in hand:
        found += [{"type": "use_dynamite", "cell": xy(cell)} for cell in dynamite_cells(board, seat)]
    if board.tokens_at(board.seat(seat)["cell"], "chest"):
        found += [{"type": "open_chest", "card": card} for card in ("key", "sword", "pick") if card in hand]
    if "crossbow" in hand:
        found += [{"type": "use_crossbow", "creature": kind} for kind in crossbow_targets(board, seat)]
    if "lure" in hand:
        found += [{"type": "use_lure", "cell": xy(cell)} for cell in lure_cells(board, seat)]
    if "lamp" in hand:
        found += [{"type": "use_lamp", "tile": PLACES[place]} for place in lamp_places(board, seat)]
    if "map" in hand:
        found += [{"type": "use_map", "tile": PLACES[place]} for place in map_places(board)]
    if "sword" in hand and shares_cell_with_worm(board, seat):
        found.append({"type": "use_sword", "creature": "worm"})
    return found


# -- what a card can be used on -------------------------------------------------------------------


def rope_cells(board: Board, seat: int) -> list[Cell]:
    """The empty cells a rope leads to. Clauses: TD-090, TD-009."""
    start = board.seat(seat)["cell"]
    found = reach(board.field, start, board.content.ranges["rope"])
    return sorted(cell for cell in found if cell != start and board.field.cells[cell] in EMPTY)


def dynamite_cells(board: Board, seat: int) -> list[Cell]:
    """The cells at exactly the distance of dynamite that are worth it, in cell order. Clauses: TD-093."""
    distance = board.content.ranges["dynamite"]
    found = reach(board.field, board.seat(seat)["cell"], distance)
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
    found = reach(board.field, board.seat(seat)["cell"], board.content.ranges["crossbow"])
    return [creature["kind"] for creature in board.state["creatures"] if creature["cell"] in found]


def lure_cells(board: Board, seat: int) -> list[Cell]:
    """Where a lure can lie, if anything hunts the character. Clauses: TD-098, TD-009."""
    if not any(is_borne_by(creature, seat) for creature in board.state["creatures"]):
        return []
    start = board.seat(seat)["cell"]
    found = reach(board.field, start, board.content.ranges["lure"])
    return sorted(cell for cell in found if cell != start and is_standable(board.field, cell))


def lamp_places(board: Board, seat: int) -> list[int]:
    """The face-down tiles beside the character's own. Clauses: TD-101, TD-012."""
    places = board.state["places"]
    return [place for place in NEIGHBOURS[PLACE_OF[board.seat(seat)["cell"]]] if not places[place]["open"]]


def map_places(board: Board) -> list[int]:
    """All face-down tiles. Clauses: TD-102."""
    return [place for place, entry in enumerate(board.state["places"]) if not entry["open"]]


def shares_cell_with_worm(board: Board, seat: int) -> bool:
    """Whether the worm has fallen into the character's own cell. Clauses: TD-095, TD-161."""
    worm = board.creature("worm")
    return worm is not None and worm["cell"] == board.seat(seat)["cell"]


# -- why not --------------------------------------------------------------------------------------

Problem = tuple[str, str]
"""The clause that forbids it, and a sentence that says so."""


def step_problem(board: Board, cell: Cell, direction: int) -> Problem | None:
    """Why a step cannot be taken. Clauses: TD-040."""
    if board.field.cells[cell + direction] in EMPTY + CLOSED:
        return None
    return "TD-040", "a step leads into an empty or face-down cell; there is rock or the frame"


def jump_problem(board: Board, cell: Cell, direction: int) -> Problem | None:
    """Why a jump cannot be taken. Clauses: TD-043."""
    if board.field.cells[cell + direction + UP] not in EMPTY + CLOSED:
        return "TD-043", "a jump begins into an empty or face-down cell diagonally above; there is rock or the frame"
    return _corner_problem(board, cell, direction)


def _corner_problem(board: Board, cell: Cell, direction: int) -> Problem | None:
    if corner_blocks(board.field, cell, direction):
        return "TD-043", "there is no jump where both the cell above and the cell in front are solid"
    return None


def pick_problem(board: Board, seat: int, way: str) -> Problem | None:
    """Why the pick cannot be used that way. Clauses: TD-091, TD-033, TD-043."""
    cell, endurance, content = board.seat(seat)["cell"], board.state["turn"]["endurance"], board.content
    direction = 0 if way == "down" else DIRECTIONS[way.removeprefix("up_")]
    target = cell + DOWN if way == "down" else cell + direction + (UP if way.startswith("up_") else 0)
    if board.field.cells[target] != THIN:
        return "TD-091", "the pick breaks thin rock of an open tile; there is none that way"
    cost = 0 if way == "down" else content.jump if way.startswith("up_") else content.step
    if endurance < cost:
        return "TD-033", f"that costs {cost} endurance, and {endurance} is left"
    return _corner_problem(board, cell, direction) if way.startswith("up_") else None


def refuse_illegal(board: Board, seat: int, action: Action) -> None:
    """
    Returns if the seat may take this action now.

    Raises:
        IllegalActionError: Says why not, and names the clause.
    """
    problem = _problem(board, seat, action)
    if problem is not None:
        raise IllegalActionError(problem[1], clause=problem[0])


def _problem(board: Board, seat: int, action: Action) -> Problem | None:
    state, type_ = board.state, action["type"]
    pending = state["pending"]
    if pending is not None:
        clause = DECISIONS[pending["type"]]
        if pending["seat"] != seat:
            return clause, f"first seat {pending['seat'] + 1} must answer: {pending['type']}"
        if pending["type"] != type_:
            return clause, f"this seat is asked for {pending['type']}, and nothing else until it has answered"
        return _answer_problem(board, pending, action)
    if type_ in DECISIONS:
        return DECISIONS[type_], f"nothing asks this seat for {type_} now"
    if state["phase"] != TURN:
        return "TD-030", "it is nobody's turn"
    if type_ == "surrender":
        return _surrender_problem(board, seat)
    if state["active"] != seat:
        return "TD-030", f"it is the turn of seat {state['active'] + 1}"
    return _turn_problem(board, seat, action)


def _answer_problem(board: Board, pending: dict[str, Any], action: Action) -> Problem | None:
    """Why this is no answer to the open decision."""
    if action in decision_actions(board, pending):
        return None
    type_, clause = pending["type"], DECISIONS[pending["type"]]
    if type_ == "place_character":
        return clause, "a character starts on a cell of the Start tile it can stand on"
    if type_ == "place_token":
        clause = {"spider": "TD-067", "worm": "TD-068"}.get(pending["kind"], "TD-066")
        return clause, f"the {pending['kind']} cannot be placed there; a central cell that fits it comes first"
    if type_ == "route_creature":
        return clause, f"there are {len(pending['moves'])} moves to choose from, numbered from 0"
    if type_ == "answer_loss" and action["card"] == "lamp" and pending["cause"] != "collapse":
        return "TD-126", "the helmet-lamp saves health only in a collapse"
    return clause, f"this seat holds no {action['card']}"


def _surrender_problem(board: Board, seat: int) -> Problem | None:
    if not board.is_in_play(seat):
        return "TD-170", "who has arrived is out of play and cannot surrender"
    if seat in board.state["window"]["surrendered"]:
        return "TD-120", "a seat surrenders at most once in one turn"
    return None


def _turn_problem(board: Board, seat: int, action: Action) -> Problem | None:
    type_ = action["type"]
    if type_ == "end_turn":
        return None
    if type_ in ("step", "jump"):
        cost = board.content.step if type_ == "step" else board.content.jump
        endurance = board.state["turn"]["endurance"]
        if endurance < cost:
            return "TD-033", f"a {type_} costs {cost} endurance, and {endurance} is left"
        problem = step_problem if type_ == "step" else jump_problem
        return problem(board, board.seat(seat)["cell"], DIRECTIONS[action["dir"]])
    card = action["card"] if type_ == "open_chest" else CARD_OF[type_]
    if card not in board.hand(seat):
        return CARD_CLAUSE[type_], f"this seat holds no {card}"
    bar = cards.card_bar(board, seat)
    return bar if bar is not None else _TARGET_PROBLEMS[type_](board, seat, action)


# -- why not there --------------------------------------------------------------------------------


def _target_problem(board: Board, action: Action, targets: list[Cell], type_: str, wanted: str) -> Problem | None:
    """Why a cell is no target, where a card names one. Clauses: TD-009."""
    cell = cell_of(action)
    if cell in targets:
        return None
    if board.field.cells[cell] == CLOSED:
        return "TD-009", "a cell of a face-down tile cannot be chosen"
    return CARD_CLAUSE[type_], wanted


def _rope_problem(board: Board, seat: int, action: Action) -> Problem | None:
    away = board.content.ranges["rope"]
    wanted = f"the rope leads to an empty cell at most {away} cells away, not through rock"
    return _target_problem(board, action, rope_cells(board, seat), "use_rope", wanted)


def _pick_problem(board: Board, seat: int, action: Action) -> Problem | None:
    return pick_problem(board, seat, action["way"])


def _dynamite_problem(board: Board, seat: int, action: Action) -> Problem | None:
    away = board.content.ranges["dynamite"]
    wanted = f"dynamite destroys rock, tokens or creatures exactly {away} cells away, where no character is"
    return _target_problem(board, action, dynamite_cells(board, seat), "use_dynamite", wanted)


def _chest_problem(board: Board, seat: int, action: Action) -> Problem | None:
    if board.tokens_at(board.seat(seat)["cell"], "chest"):
        return None
    return "TD-094", "there is no chest in this character's cell"


def _crossbow_problem(board: Board, seat: int, action: Action) -> Problem | None:
    if action["creature"] in crossbow_targets(board, seat):
        return None
    return (
        "TD-096",
        f"there is no {action['creature']} within {board.content.ranges['crossbow']} cells, not through rock",
    )


def _lure_problem(board: Board, seat: int, action: Action) -> Problem | None:
    if not any(is_borne_by(creature, seat) for creature in board.state["creatures"]):
        return "TD-098", "a lure is for who bears a target marker; this character bears none"
    wanted = f"a lure lies on a cell to stand on, at most {board.content.ranges['lure']} cells away"
    return _target_problem(board, action, lure_cells(board, seat), "use_lure", wanted)


def _lamp_problem(board: Board, seat: int, action: Action) -> Problem | None:
    place = PLACES.index(action["tile"])
    if place in lamp_places(board, seat):
        return None
    if board.state["places"][place]["open"]:
        return "TD-101", "that tile is open already"
    return "TD-012", "the helmet-lamp opens a tile that shares an edge with the character's own"


def _map_problem(board: Board, seat: int, action: Action) -> Problem | None:
    if PLACES.index(action["tile"]) in map_places(board):
        return None
    return "TD-102", "that tile is open already"


def _sword_problem(board: Board, seat: int, action: Action) -> Problem | None:
    if shares_cell_with_worm(board, seat):
        return None
    return "TD-095", "the sword attacks the worm in the character's own cell; it is not there"


_TARGET_PROBLEMS: Final[Mapping[str, Callable[[Board, int, Action], Problem | None]]] = {
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
