"""Trophies on offer, explored or won in a duel: take one, swap it for another, or leave them (LB-036, LB-067)."""

from __future__ import annotations

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.judging import free_member, member_of
from delvebook.domain.rulesets.labyrinth.state import get_member


def offer(course: Course, *cards: str, clause: str) -> None:
    """
    The player may have one of these Trophies. The first of a kind is the one he would get.

    Clauses: LB-036 (explored), LB-067 (won in a duel).
    """
    course.state["pending"]["drawn"] = [None, None]
    course.state["pending"]["offer"] = list(cards)
    course.state["phase"] = "trophy"
    course.tell("trophies_offered", clause, seat=0, cards=list(cards))


def trophy_actions(content: Content, state: State) -> list[Action]:
    """Each kind on offer for each Character, and leaving them all."""
    kinds = list(dict.fromkeys(content.kinds[card] for card in state["pending"]["offer"]))
    return [
        *(
            {
                "type": "take_trophy" if member["trophy"] is None else "swap_trophy",
                "kind": kind,
                "character": member["card"],
            }
            for kind in kinds
            for member in state["team"]
        ),
        {"type": "leave_trophy"},
    ]


def judge_take(content: Content, state: State, action: Action) -> None:
    """Returns if the kind is on offer and the Character has a free slot."""
    _judge_kind(content, state, action["kind"])
    free_member(state, action["character"], clause="LB-036")


def take(course: Course, action: Action) -> None:
    """The Trophy goes under the Character, the others on offer to the discard."""
    member = get_member(course.state, action["character"])
    member["trophy"] = _chosen(course, action)
    course.tell("trophy_taken", "LB-036", seat=0, character=member["card"], card=member["trophy"])
    _close(course)


def judge_swap(content: Content, state: State, action: Action) -> None:
    """Returns if the kind is on offer and the Character has a Trophy to give up for it."""
    _judge_kind(content, state, action["kind"])
    member = member_of(state, action["character"], clause="LB-036")
    if member["trophy"] is None:
        raise IllegalActionError(f"{action['character']} has no Trophy to swap; it can take one", clause="LB-036")


def swap(course: Course, action: Action) -> None:
    """The Trophy goes under the Character; its old one and the others on offer go to the discard."""
    member = get_member(course.state, action["character"])
    old, member["trophy"] = member["trophy"], _chosen(course, action)
    course.tell("trophy_swapped", "LB-036", seat=0, character=member["card"], card=member["trophy"], old=old)
    course.discard(old, clause="LB-036")
    _close(course)


def leave(course: Course, action: Action) -> None:
    """All Trophies on offer go to the discard."""
    course.tell("trophies_left", "LB-036", seat=0, cards=list(course.state["pending"]["offer"]))
    _close(course)


def _clause(state: State) -> str:
    """The clause that put the Trophies on offer."""
    return "LB-036" if state["pending"]["rival"] is None else "LB-067"


def _judge_kind(content: Content, state: State, kind: str) -> None:
    kinds = [content.kinds[card] for card in state["pending"]["offer"]]
    if kind not in kinds:
        raise IllegalActionError(f"no {kind} is on offer, only {' and '.join(kinds)}", clause=_clause(state))


def _chosen(course: Course, action: Action) -> str:
    """The first Trophy of the kind, no longer on offer: the player's own drawn card comes first."""
    offered: list[str] = course.state["pending"]["offer"]
    card = next(card for card in offered if course.content.kinds[card] == action["kind"])
    offered.remove(card)
    return card


def _close(course: Course) -> None:
    """What is still on offer goes to the discard, and the turn is over."""
    course.discard_pending(clause=_clause(course.state))
    end_turn(course)
