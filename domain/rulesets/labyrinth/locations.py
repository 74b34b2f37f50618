"""Laying Locations drawn from the deck: LB-030 to LB-035, and LB-061 for those of a duel."""

from __future__ import annotations

from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.judging import judge_placement
from delvebook.domain.rulesets.labyrinth.state import pending_location, placements_of


def lay_next(course: Course) -> None:
    """
    The player is asked to lay the next drawn Location; those that fit nowhere are discarded.

    Clauses: LB-030, LB-034 (no legal placement), LB-061 (the player's first; none after the last one counted).
    """
    state = course.state
    for card in state["pending"]["drawn"]:
        if card is None or state["laid"] >= course.content.location_limit:
            continue
        if placements_of(course.content, state, card):
            state["phase"] = "place_location"
            return
        course.take_drawn(card)
        course.tell("location_shut_out", "LB-034", card=card)
        course.discard(card, clause="LB-034")
    course.discard_pending(clause="LB-061")
    end_turn(course)


def location_actions(content: Content, state: State) -> list[Action]:
    """Every way to lay the Location that is next."""
    return [
        {"type": "place_location", "x": x, "y": y, "rotation": rotation}
        for x, y, rotation in placements_of(content, state, pending_location(content, state))
    ]


def judge_place_location(content: Content, state: State, action: Action) -> None:
    """Returns if the Location may be laid there (LB-032, LB-033)."""
    card = pending_location(content, state)
    judge_placement(content, state, card, x=action["x"], y=action["y"], rotation=action["rotation"])


def place_location(course: Course, action: Action) -> None:
    """
    The Location joins the labyrinth; the token stays where it is.

    Clauses: LB-030, LB-035 (it counts).
    """
    state = course.state
    card = pending_location(course.content, state)
    course.take_drawn(card)
    state["table"].append({"card": card, "at": [action["x"], action["y"]], "rotation": action["rotation"]})
    state["laid"] += 1
    course.tell(
        "location_laid",
        "LB-030",
        "LB-035",
        card=card,
        x=action["x"],
        y=action["y"],
        rotation=action["rotation"],
        laid=state["laid"],
    )
    lay_next(course)
