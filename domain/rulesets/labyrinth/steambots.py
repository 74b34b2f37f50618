"""The player against a Steambot, explored or in a Duel, and the loss of a Character (LB-040 to LB-043, LB-071)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.judging import armed_member, member_of
from delvebook.domain.rulesets.labyrinth.rivals import fend_off
from delvebook.domain.rulesets.labyrinth.state import (
    attacker,
    fighters,
    get_member,
    get_rival,
    has_mage,
    is_suitable,
)

LOSS_CLAUSES: Final = MappingProxyType({"steambot": "LB-043", "defend": "LB-071", "dragon": "LB-050"})


def face(course: Course, *, phase: str, clause: str) -> None:
    """The player is asked how to meet the Steambot: explored (`steambot`) or attacking in a duel (`defend`)."""
    course.state["phase"] = phase
    course.tell("steambot_attacked", clause, seat=0, steambot=attacker(course.content, course.state))


def steambot_actions(content: Content, state: State) -> list[Action]:
    """Each suitable Trophy, and each Character to lose instead (LB-042)."""
    return [*_fights(content, state), *loss_actions(content, state)]


def defend_actions(content: Content, state: State) -> list[Action]:
    """Each suitable Trophy; only if there is none, each Character to lose (LB-071)."""
    return _fights(content, state) or loss_actions(content, state)


def loss_actions(content: Content, state: State) -> list[Action]:
    """Each Character to lose."""
    return [{"type": "lose_character", "character": member["card"]} for member in state["team"]]


def judge_fight(content: Content, state: State, action: Action) -> None:
    """
    Returns if the Character's Trophy beats the Steambot.

    Clauses: LB-042, LB-071, LB-040 and LB-041 (what beats what).
    """
    clause = "LB-042" if state["phase"] == "steambot" else "LB-071"
    member = armed_member(state, action["character"], clause=clause)
    steambot = attacker(content, state)
    mage = has_mage(content, state)
    if not is_suitable(content, member["trophy"], steambot, mage=mage):
        needed = content.suitable_with_mage if mage else content.suitable[content.models[steambot]]
        raise IllegalActionError(
            f"{member['trophy']} does not beat {steambot}"
            + (" while the Mage is in the team" if mage else "")
            + f"; {' or '.join(needed)} would",
            clause="LB-041" if mage else "LB-040",
        )


def fight(course: Course, action: Action) -> None:
    """
    The Trophy and the Steambot go to the discard; the Character stays.

    Clauses: LB-043 (explored), LB-071 (in a duel).
    """
    state = course.state
    clause = "LB-043" if state["phase"] == "steambot" else "LB-071"
    member = get_member(state, action["character"])
    steambot = attacker(course.content, state)
    trophy, member["trophy"] = member["trophy"], None
    course.take_drawn(steambot)
    course.tell("steambot_beaten", clause, seat=0, character=member["card"], steambot=steambot, card=trophy)
    course.discard(steambot, trophy, clause=clause)
    _go_on(course)


def judge_loss(content: Content, state: State, action: Action) -> None:
    """
    Returns if the Character may be lost now.

    Clauses: LB-042 (an explored Steambot: always), LB-050 and LB-063 (Dragon: always), LB-071 (in a duel: only
    if nothing beats the Steambot).
    """
    member_of(state, action["character"], clause=LOSS_CLAUSES[state["phase"]])
    if state["phase"] == "defend" and (able := fighters(content, state, attacker(content, state))):
        raise IllegalActionError(
            f"in a duel you must fight while you can; {' and '.join(able)} can", clause="LB-071", characters=able
        )


def lose(course: Course, action: Action) -> None:
    """
    The Character and the Trophy under it go to the discard, and the Steambot, if it was one.

    Clauses: LB-043, LB-050, LB-063, LB-071.
    """
    state = course.state
    clause = "LB-063" if state["phase"] == "dragon" and state["pending"]["rival"] else LOSS_CLAUSES[state["phase"]]
    course.lose_member(get_member(state, action["character"]), clause=clause)
    if state["phase"] != "dragon":
        steambot = attacker(course.content, state)
        course.take_drawn(steambot)
        course.discard(steambot, clause=clause)
    _go_on(course)


def _fights(content: Content, state: State) -> list[Action]:
    able = fighters(content, state, attacker(content, state))
    return [{"type": "fight_steambot", "character": character} for character in able]


def _go_on(course: Course) -> None:
    """
    After the player's part: the rival meets the player's own Steambot if there is one, and the turn is over.

    Clauses: LB-072 (not if the game has ended with the player's part), LB-114.
    """
    state = course.state
    if not state["team"]:
        end_turn(course)
        return
    pending = state["pending"]
    if state["phase"] == "defend" and pending["drawn"][0] in course.content.models:
        rival = get_rival(state, pending["rival"])
        fend_off(course, rival, pending["drawn"][0], drawn=None, clause="LB-072")
    course.discard_pending(clause=_closing_clause(state))
    end_turn(course)


def _closing_clause(state: State) -> str:
    """Why the cards that are left over go to the discard."""
    if state["phase"] == "dragon":
        return "LB-050" if state["pending"]["rival"] is None else "LB-062"
    return "LB-070"
