"""The start of a turn: where the token goes, and whether that means a Duel or exploring (LB-020 to LB-026)."""

from __future__ import annotations

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.duel import begin_duel
from delvebook.domain.rulesets.labyrinth.explore import explore
from delvebook.domain.rulesets.labyrinth.grid import joined
from delvebook.domain.rulesets.labyrinth.state import cells_of, new_pending, position, rivals_at


def move_actions(content: Content, state: State) -> list[Action]:
    """Each cell joined to the player's; with the start alone on the table, staying (LB-021)."""
    if len(state["table"]) == 1:
        return [{"type": "stay"}]
    cells = joined(cells_of(content, state["table"]), position(state))
    return [{"type": "move", "x": x, "y": y} for x, y in cells]


def judge_move(content: Content, state: State, action: Action) -> None:
    """
    Returns if the token may go there.

    Clauses: LB-020 (a different Location), LB-021 (not while there is but one), LB-025 (a passage).
    """
    to, at = (action["x"], action["y"]), position(state)
    cells = cells_of(content, state["table"])
    if len(cells) == 1:
        raise IllegalActionError("there is only one Location on the table: you stay on it", clause="LB-021")
    if to == at:
        raise IllegalActionError(f"you stand on {to} and must go to a different Location", clause="LB-020")
    ways = joined(cells, at)
    if to not in ways:
        why = "there is no passage to it" if to in cells else "no Location lies there"
        raise IllegalActionError(
            f"you cannot go from {at} to {to}: {why}; you can go to {' or '.join(map(str, ways))}", clause="LB-025"
        )


def move(course: Course, action: Action) -> None:
    """
    The token moves; a rival there means a Duel, nobody there means exploring.

    Clauses: LB-020, LB-022, LB-023 (several rivals).
    """
    state = course.state
    from_x, from_y = state["at"]
    state["at"] = [action["x"], action["y"]]
    course.tell("token_moved", "LB-020", seat=0, x=action["x"], y=action["y"], from_x=from_x, from_y=from_y)
    met = rivals_at(state, position(state))
    if not met:
        explore(course)
    elif len(met) == 1:
        begin_duel(course, met[0]["colour"])
    else:
        state["pending"] = new_pending()
        state["phase"] = "choose_rival"
        course.tell("rivals_met", "LB-023", seat=0, rivals=[rival["colour"] for rival in met])


def judge_stay(content: Content, state: State, action: Action) -> None:
    """Returns if the start is the only Location on the table (LB-021)."""
    if len(state["table"]) > 1:
        raise IllegalActionError(
            "you may stay only while the starting Location is alone on the table; move through a passage",
            clause="LB-021",
        )


def stay(course: Course, action: Action) -> None:
    """The player explores where he stands, rivals beside him or not (LB-024)."""
    x, y = course.state["at"]
    course.tell("token_stayed", "LB-021", "LB-024", seat=0, x=x, y=y)
    explore(course)


def rival_actions(content: Content, state: State) -> list[Action]:
    """Each rival on the player's cell (LB-023)."""
    return [{"type": "choose_rival", "rival": rival["colour"]} for rival in rivals_at(state, position(state))]


def judge_choose_rival(content: Content, state: State, action: Action) -> None:
    """Returns if the rival stands on the player's cell (LB-023)."""
    met = [rival["colour"] for rival in rivals_at(state, position(state))]
    if action["rival"] not in met:
        raise IllegalActionError(
            f"the {action['rival']} rival is not on your cell; {' and '.join(met)} are", clause="LB-023"
        )


def choose_rival(course: Course, action: Action) -> None:
    """The Duel is with that rival alone (LB-023)."""
    begin_duel(course, action["rival"])
