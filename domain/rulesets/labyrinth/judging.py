"""Refusals that several actions share, each with the sentence and the clause a player is told."""

from __future__ import annotations

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.grid import openings, turned
from delvebook.domain.rulesets.labyrinth.state import Member, Rival, cells_of, find_member, find_rival


def member_of(state: State, character: str, *, clause: str) -> Member:
    """The Character, if it is in the team. Raises IllegalActionError otherwise."""
    member = find_member(state, character)
    if member is None:
        team = ", ".join(member["card"] for member in state["team"])
        raise IllegalActionError(f"{character} is not in your team; your Characters are {team}", clause=clause)
    return member


def free_member(state: State, character: str, *, clause: str) -> Member:
    """The Character, if it is in the team and has a free slot (LB-005). Raises IllegalActionError otherwise."""
    member = member_of(state, character, clause=clause)
    if member["trophy"] is not None:
        raise IllegalActionError(
            f"{character} has {member['trophy']} under it already, and a Character has one slot", clause="LB-005"
        )
    return member


def rival_with_trophy(state: State, colour: str, *, clause: str) -> Rival:
    """The rival, if it is in play and holds a Trophy. Raises IllegalActionError otherwise."""
    rival = find_rival(state, colour)
    if rival is None:
        raise IllegalActionError(f"there is no {colour} rival in the labyrinth", clause=clause)
    if rival["trophy"] is None:
        raise IllegalActionError(f"the {colour} rival holds no Trophy", clause=clause)
    return rival


def judge_placement(content: Content, state: State, card: str, *, x: int, y: int, rotation: int) -> None:
    """
    Returns if the Location may be laid there.

    Raises:
        IllegalActionError: The cell is taken, the rotation makes no difference, or there would be no passage.

    Clauses: LB-032, LB-033.
    """
    cells = cells_of(content, state["table"])
    if (x, y) in cells:
        raise IllegalActionError(f"another Location lies at ({x}, {y}); an empty cell is needed", clause="LB-033")
    if rotation not in content.rotations[card]:
        raise IllegalActionError(f"{card} is the same turned by 180; lay it with rotation 0", clause="LB-032")
    if not openings(cells).get((x, y), 0) & turned(content.exits[card], rotation):
        raise IllegalActionError(
            f"at ({x}, {y}) with rotation {rotation}, {card} would have no passage to the labyrinth", clause="LB-033"
        )


def armed_member(state: State, character: str, *, clause: str) -> Member:
    """The Character, if it is in the team and has a Trophy. Raises IllegalActionError otherwise."""
    member = member_of(state, character, clause=clause)
    if member["trophy"] is None:
        raise IllegalActionError(f"{character} has no Trophy", clause=clause)
    return member
