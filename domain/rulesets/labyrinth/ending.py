"""The end of a turn and of the game: LB-110 to LB-114, the Chest, and the result."""

from __future__ import annotations

from typing import Any

from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.grid import distances
from delvebook.domain.rulesets.labyrinth.judging import judge_placement
from delvebook.domain.rulesets.labyrinth.state import cells_of, ended_by, placements_of, position


def begin_turn(course: Course) -> None:
    """The next turn begins; the player is asked where to go."""
    state = course.state
    state["turn"] += 1
    state["phase"] = "choose_move"
    course.tell("turn_began", "LB-020", turn=state["turn"])


def end_turn(course: Course) -> None:
    """
    The turn is over: the game ends, the Chest is to be laid, or the next turn begins.

    Clauses: LB-110 (the order of the checks), LB-111, LB-112 (no place for the Chest), LB-114 (cards left over).
    """
    state = course.state
    course.discard_pending(clause="LB-114")
    reason = ended_by(course.content, state)
    if reason is None:
        begin_turn(course)
        return
    course.tell("end_reached", "LB-110", reason=reason, laid=state["laid"], deck=len(state["deck"]))
    if reason == "team_lost":
        _finish(course, won=False)
    elif placements_of(course.content, state, course.content.chest):
        state["phase"] = "place_chest"
    else:
        course.tell("chest_shut_out", "LB-112", card=course.content.chest)
        _finish(course, won=False)


def chest_actions(content: Content, state: State) -> list[Action]:
    """Every way to lay the Chest."""
    return [
        {"type": "place_chest", "x": x, "y": y, "rotation": rotation}
        for x, y, rotation in placements_of(content, state, content.chest)
    ]


def judge_place_chest(content: Content, state: State, action: Action) -> None:
    """Returns if the Chest may be laid there (LB-112)."""
    judge_placement(content, state, content.chest, x=action["x"], y=action["y"], rotation=action["rotation"])


def place_chest(course: Course, action: Action) -> None:
    """
    The Chest joins the labyrinth and the game is won.

    Clauses: LB-112, LB-113.
    """
    laid = {"card": course.content.chest, "at": [action["x"], action["y"]], "rotation": action["rotation"]}
    course.state["table"].append(laid)
    course.tell("chest_laid", "LB-112", card=laid["card"], x=action["x"], y=action["y"], rotation=action["rotation"])
    _finish(course, won=True)


def moves_to_chest(content: Content, state: State) -> int | None:
    """
    The least number of passages from the player's cell to the Chest; None while it is not on the table.

    Clauses: LB-113 (over all paths), LB-106 (rivals in the way make no difference).
    """
    chest = next((laid for laid in state["table"] if laid["card"] == content.chest), None)
    if chest is None:
        return None
    return distances(cells_of(content, state["table"]), position(state))[chest["at"][0], chest["at"][1]]


def result_of(content: Content, state: State) -> dict[str, Any]:
    """The result of a game whose last turn is over, from what lies on the table."""
    moves = moves_to_chest(content, state)
    members = [member["card"] for member in state["team"]]
    return {
        "outcome": "lost" if moves is None else "won",
        "ended_by": ended_by(content, state),
        "chest_placed": moves is not None,
        "moves": moves,
        "place": moves,
        "knights": sum(member != content.mage for member in members),
        "mage": content.mage in members,
        "trophies": sum(member["trophy"] is not None for member in state["team"]),
        "turns": state["turn"],
    }


def _finish(course: Course, *, won: bool) -> None:
    result = result_of(course.content, course.state)
    course.state["result"] = result
    course.state["phase"] = "over"
    counted = {key: result[key] for key in ("knights", "trophies", "turns")}
    if won:
        course.tell("game_won", "LB-112", "LB-113", seat=0, moves=result["moves"], place=result["place"], **counted)
    else:
        clause = "LB-110" if result["ended_by"] == "team_lost" else "LB-112"
        course.tell("game_lost", clause, seat=0, reason=result["ended_by"], **counted)
