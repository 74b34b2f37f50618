"""The table before turn 1: LB-001 to LB-004, and the choice of who carries the first Trophy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import begin_turn
from delvebook.domain.rulesets.labyrinth.judging import member_of
from delvebook.domain.rulesets.labyrinth.state import get_member, new_pending
from delvebook.domain.tape import Tape


def set_up(content: Content, options: Mapping[str, Any], *, tape: Tape) -> tuple[State, Facts]:
    """
    A new game's state and what the setup tells; the deck is sealed card by card.

    Two shuffles: the Knights in id order, then the deck in base order.

    Clauses: LB-002 (who is in the team, the deck and the discard), LB-003, LB-004 (what is in no deck).
    """
    shuffled = tape.shuffle(content.knights, "knights")
    size = options["team_size"]
    team, rest = shuffled[:size], shuffled[size:]
    chosen, unused = rest[: content.deck_knights], rest[content.deck_knights :]
    base = [*(card for card in content.knights if card in chosen), *content.deck_rest]
    state: State = {
        "game": "labyrinth",
        "content_version": content.version,
        "options": {"team_size": size, "colour": options["colour"]},
        "phase": "setup_trophy",
        "turn": 0,
        "at": [0, 0],
        "laid": 0,
        "team": [{"card": card, "trophy": None} for card in team],
        "rivals": [],
        "table": [{"card": content.start, "at": [0, 0], "rotation": 0}],
        "deck": tape.shuffle(base, "deck"),
        "discard": [],
        "removed": list(content.removed),
        "pending": new_pending(offer=[content.starting_trophy]),
        "result": None,
    }
    course = Course(content, state)
    _tell_setup(course, unused)
    course.facts.seal_zone("deck", state["deck"])
    if size == 1:
        _give_starting_trophy(course, team[0])
    return state, course.facts


def _tell_setup(course: Course, unused: list[str]) -> None:
    """Everything but the order of the deck is public."""
    content, state = course.content, course.state
    colour = state["options"]["colour"]
    course.tell("hero_chosen", "LB-001", seat=0, hero=content.heroes[colour], colour=colour)
    course.tell("cards_removed", "LB-004", cards=list(content.removed))
    course.tell("labyrinth_begun", "LB-004", card=content.start, x=0, y=0, chest=content.chest)
    course.tell("team_gathered", "LB-002", seat=0, cards=[member["card"] for member in state["team"]])
    course.discard(*unused, clause="LB-002")
    course.tell("deck_shuffled", "LB-002", count=len(state["deck"]), knights=content.deck_knights)


def trophy_bearers(content: Content, state: State) -> list[Action]:
    """Each Knight of the team (LB-003)."""
    return [{"type": "place_starting_trophy", "character": member["card"]} for member in state["team"]]


def judge_place_starting_trophy(content: Content, state: State, action: Action) -> None:
    """Returns if the Knight is in the team (LB-003)."""
    member_of(state, action["character"], clause="LB-003")


def place_starting_trophy(course: Course, action: Action) -> None:
    """The first Trophy goes under the Knight and turn 1 begins."""
    _give_starting_trophy(course, action["character"])


def _give_starting_trophy(course: Course, character: str) -> None:
    """Clauses: LB-003 (one Scissors under one Knight, whatever the team size)."""
    member = get_member(course.state, character)
    member["trophy"] = course.content.starting_trophy
    course.state["pending"] = None
    course.tell("starting_trophy_placed", "LB-003", seat=0, character=character, card=member["trophy"])
    begin_turn(course)
