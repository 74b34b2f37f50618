"""What a seat may do, and why it may not do the rest. One function decides both."""

from __future__ import annotations

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound import abilities
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.decision import Refusal
from delvebook.domain.rulesets.runebound.flow import DECISIONS
from delvebook.domain.rulesets.runebound.state import State, top


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """
    What the seat may answer now, abilities first; `[]` if nothing is asked of it.

    Of the paths to one hex one example is listed; any other that the dice pay for is legal, too (RB-033). So are the
    same boosts named in another order.
    """
    if state["result"] is not None or seat != top(state)["seat"]:
        return []
    frame = top(state)
    decision = DECISIONS[frame["do"]]
    found = list(abilities.usable(content, state, frame)) if decision.abilities else []
    for action in decision.candidates(content, state, frame):
        if decision.answers[action["type"]].objection(content, state, frame, action) is None:
            found.append(action)
    return found


def require_legal(content: Content, state: State, seat: int, action: Action) -> None:
    """
    Returns if the action is legal.

    Raises:
        IllegalActionError: Says why it is not, and names the clause.
    """
    refusal = _refusal(content, state, seat, action)
    if refusal is not None:
        raise IllegalActionError(refusal.message, clause=refusal.clause)


def _refusal(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    if state["result"] is not None:
        return Refusal("the game is over", "RB-210")
    frame = top(state)
    decision = DECISIONS[frame["do"]]
    if seat != frame["seat"]:
        return Refusal(f"seat {frame['seat']} decides now: {decision.asks}", "RB-020")
    if action["type"] == "use_ability" and decision.abilities:
        return abilities.objection(content, state, frame, action)
    if action["type"] in decision.answers:
        return decision.answers[action["type"]].objection(content, state, frame, action)
    expected = [*decision.answers, *(["use_ability"] if decision.abilities else [])]
    return Refusal(f"the seat now decides {decision.asks} ({', '.join(expected)})", decision.clause)
