"""What a seat may do, and why it may not do the rest. One function decides both."""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import Action
from tests.titles.bids.content import Content
from tests.titles.bids.flow import to_act
from tests.titles.bids.state import State


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """Everything the seat may do now, the look first, then the cards as they are held."""
    return [action for action in _candidates(state, seat) if _refusal(state, seat, action) is None]


def require_legal(content: Content, state: State, seat: int, action: Action) -> None:
    """
    Returns if the action is legal.

    Raises:
        IllegalActionError: Says why it is not, and names the clause.
    """
    refusal = _refusal(state, seat, action)
    if refusal is not None:
        raise refusal


def _candidates(state: State, seat: int) -> Iterator[Action]:
    yield {"type": "look"}
    for card in state["hands"][seat]:
        yield {"type": "bid", "card": card}


def _refusal(state: State, seat: int, action: Action) -> IllegalActionError | None:
    if seat not in to_act(state):
        return IllegalActionError("this seat has bid already", clause="BID-005")
    if action["type"] == "look" and (not state["look"] or seat != state["lookout"] or state["has_looked"]):
        return IllegalActionError("only the lookout may look, and only once", clause="BID-002")
    if action["type"] == "bid" and action["card"] not in state["hands"][seat]:
        return IllegalActionError("this card is spent", clause="BID-004")
    return None
