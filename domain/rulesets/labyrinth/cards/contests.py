"""The contests: Trophies against Steambots (LB-040, LB-041), and against each other in a draw (LB-065)."""

from __future__ import annotations

from collections.abc import Sequence

from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State, has_mage, resolving_of


def is_suitable(content: Content, trophy: str | None, steambot: str, *, mage: bool) -> bool:
    """
    Whether the Trophy beats the Steambot. No other card does.

    Clauses: LB-040 (without the Mage), LB-041 (with the Mage).
    """
    return trophy is not None and content.kinds.get(trophy) in _suitable(content, steambot, mage=mage)


def suitable_kinds(content: Content, state: State, steambot: str) -> list[str]:
    """The kinds of Trophy that beat the Steambot for the player now. Clauses: LB-040, LB-041."""
    return list(_suitable(content, steambot, mage=has_mage(content, state)))


def _suitable(content: Content, steambot: str, *, mage: bool) -> Sequence[str]:
    return content.suitable_with_mage if mage else content.suitable[content.models[steambot]]


def suitability_clause(content: Content, state: State) -> str:
    """The clause that says which Trophies beat a Steambot for the player now."""
    return "LB-041" if has_mage(content, state) else "LB-040"


def fighters(content: Content, state: State, steambot: str) -> list[str]:
    """The Characters whose Trophy beats the Steambot, in team order."""
    mage = has_mage(content, state)
    return [
        member["character"] for member in state["team"] if is_suitable(content, member["trophy"], steambot, mage=mage)
    ]


def winning_clauses(content: Content, state: State) -> list[str]:
    """The clauses by which a drawn Trophy wins: LB-067, and with the Mage in the team also LB-068."""
    return ["LB-067", "LB-068"] if has_mage(content, state) else ["LB-067"]


def duel_changers(content: Content, state: State) -> list[str]:
    """
    The Characters whose Trophy beats the kind that both sides drew, in team order; none if they drew no Trophies.

    Clauses: LB-065.
    """
    tied = content.kinds.get(str(resolving_of(state)["rival_card"]))
    return [
        member["character"]
        for member in state["team"]
        if member["trophy"] is not None and content.beats[content.kinds[member["trophy"]]] == tied
    ]
