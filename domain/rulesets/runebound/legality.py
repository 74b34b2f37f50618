"""What a seat may do, and why it may not do the rest. One function decides both."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.flow import DECISIONS
from delvebook.domain.rulesets.runebound.heroes import abilities
from delvebook.domain.rulesets.runebound.state import Action, State, top
from delvebook.domain.rulesets.runebound.table.decision import refuse


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """
    The actions that the seat may take now, abilities first; `[]` if nothing is asked of it.

    The list has one example path to each hex; any other that the dice pay for is legal, too (RB-033). So are the same
    boosts named in another order.
    """
    if state["result"] is not None or seat != top(state)["seat"]:
        return []
    frame = top(state)
    decision = DECISIONS[frame["do"]]
    found = list(abilities.usable(content, state, frame)) if decision.abilities else []
    candidates = decision.candidates(content, state, frame)
    if decision.is_exact:
        return found + candidates
    for action in candidates:
        if decision.answers[action["type"]].refusal(content, state, frame, action) is None:
            found.append(action)
    return found


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat may not take this action now; None if it may."""
    if state["result"] is not None:
        return refuse("game_is_over", state["result"]["clause"])
    frame = top(state)
    decision = DECISIONS[frame["do"]]
    if seat != frame["seat"]:
        in_turn = frame["seat"] == state["active"]
        clause = "RB-020" if in_turn else decision.clause_of(content, state, frame)
        return refuse("another_seat_decides", clause, seat=frame["seat"], asks=frame["do"])
    if action["type"] == "use_ability" and decision.abilities:
        return abilities.refusal(content, state, frame, action)
    if action["type"] in decision.answers:
        return decision.answers[action["type"]].refusal(content, state, frame, action)
    return refuse("another_question", decision.clause_of(content, state, frame), asks=frame["do"])
