"""The Specials that work alone: the Dragon, the Thief and the Market (LB-039, LB-050, LB-063)."""

from __future__ import annotations

from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.judging import armed_member, free_member, rival_with_trophy
from delvebook.domain.rulesets.labyrinth.state import Rival, get_member, get_rival


def burn_papers(course: Course, rivals: list[Rival], *, clause: str) -> None:
    """
    Every Paper of the player and of these rivals goes to the discard.

    Clauses: LB-050 (all rivals), LB-063 (in a duel only the duellist).
    """
    for member in course.state["team"]:
        card = member["trophy"]
        if course.content.kinds.get(card) == course.content.burns:
            member["trophy"] = None
            course.tell("paper_burnt", clause, seat=0, character=member["card"], card=card)
            course.discard(card, clause=clause)
    for rival in rivals:
        card = rival["trophy"]
        if course.content.kinds.get(card) == course.content.burns:
            rival["trophy"] = None
            course.tell("rival_paper_burnt", clause, rival=rival["colour"], card=card)
            course.discard(card, clause=clause)


def explore_dragon(course: Course, card: str) -> None:
    """The Dragon burns all Paper; the player is asked which Character it scares away (LB-050)."""
    course.tell("dragon_struck", "LB-050", card=card)
    burn_papers(course, course.state["rivals"], clause="LB-050")
    course.state["phase"] = "dragon"


def meet_dragon(course: Course, rival: Rival, card: str) -> None:
    """
    The Dragon works on both duellists: Paper, then the rival's Knight, then a Character of the player's choice.

    Clauses: LB-063.
    """
    course.tell("dragon_struck_duellists", "LB-063", card=card, rival=rival["colour"])
    burn_papers(course, [rival], clause="LB-063")
    course.lose_rival(rival)
    course.state["phase"] = "dragon"


def explore_thief(course: Course, card: str) -> None:
    """The player is asked what to steal, if there is something to steal and room for it (LB-039)."""
    free = any(member["trophy"] is None for member in course.state["team"])
    _explore_dealer(course, card, possible=free and _rivals_hold(course.state), phase="thief")


def explore_market(course: Course, card: str) -> None:
    """The player is asked what to trade, if both sides hold a Trophy (LB-039)."""
    held = any(member["trophy"] is not None for member in course.state["team"])
    _explore_dealer(course, card, possible=held and _rivals_hold(course.state), phase="market")


def thief_actions(content: Content, state: State) -> list[Action]:
    """Each theft, and declining."""
    return [
        *(
            {"type": "steal_trophy", "rival": rival["colour"], "character": member["card"]}
            for rival in state["rivals"]
            if rival["trophy"] is not None
            for member in state["team"]
            if member["trophy"] is None
        ),
        {"type": "decline"},
    ]


def judge_steal(content: Content, state: State, action: Action) -> None:
    """Returns if the rival has a Trophy and the Character a free slot (LB-039, LB-005)."""
    rival_with_trophy(state, action["rival"], clause="LB-039")
    free_member(state, action["character"], clause="LB-039")


def steal(course: Course, action: Action) -> None:
    """The rival's Trophy goes under the Character."""
    rival, member = get_rival(course.state, action["rival"]), get_member(course.state, action["character"])
    member["trophy"], rival["trophy"] = rival["trophy"], None
    course.tell(
        "trophy_stolen",
        "LB-039",
        seat=0,
        rival=rival["colour"],
        character=member["card"],
        card=member["trophy"],
    )
    _close(course, clause="LB-039")


def market_actions(content: Content, state: State) -> list[Action]:
    """Each trade, and declining."""
    return [
        *(
            {"type": "trade_trophy", "rival": rival["colour"], "character": member["card"]}
            for rival in state["rivals"]
            if rival["trophy"] is not None
            for member in state["team"]
            if member["trophy"] is not None
        ),
        {"type": "decline"},
    ]


def judge_trade(content: Content, state: State, action: Action) -> None:
    """Returns if the rival and the Character both have a Trophy (LB-039)."""
    rival_with_trophy(state, action["rival"], clause="LB-039")
    armed_member(state, action["character"], clause="LB-039")


def trade(course: Course, action: Action) -> None:
    """The two Trophies change places."""
    rival, member = get_rival(course.state, action["rival"]), get_member(course.state, action["character"])
    member["trophy"], rival["trophy"] = rival["trophy"], member["trophy"]
    course.tell(
        "trophies_traded",
        "LB-039",
        seat=0,
        rival=rival["colour"],
        character=member["card"],
        given=rival["trophy"],
        card=member["trophy"],
    )
    _close(course, clause="LB-039")


def decline(course: Course, action: Action) -> None:
    """The Special goes to the discard and nothing else happens."""
    course.tell("special_declined", "LB-039", seat=0, card=course.state["pending"]["drawn"][0])
    _close(course, clause="LB-039")


def _rivals_hold(state: State) -> bool:
    return any(rival["trophy"] is not None for rival in state["rivals"])


def _explore_dealer(course: Course, card: str, *, possible: bool, phase: str) -> None:
    if possible:
        course.state["phase"] = phase
    else:
        course.tell("special_without_effect", "LB-039", card=card)
        _close(course, clause="LB-039")


def _close(course: Course, *, clause: str) -> None:
    course.discard_pending(clause=clause)
    end_turn(course)
