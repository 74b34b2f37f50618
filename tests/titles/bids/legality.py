"""The legal actions of a seat, and the refusals of all others. One function decides both."""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.refusals import Refusal
from tests.titles.bids.content import Content
from tests.titles.bids.flow import to_act
from tests.titles.bids.state import Action, State, is_over


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """Returns the seat's legal actions, the look first, then the cards in the order of the hand."""
    return [action for action in _candidates(state, seat) if refusal_of(content, state, seat, action) is None]


def _candidates(state: State, seat: int) -> Iterator[Action]:
    yield {"type": "look"}
    for card in state["hands"][seat]:
        yield {"type": "bid", "card": card}


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Returns the reason why the seat may not take this action now, or None if it may."""
    if seat not in to_act(state):
        return Refusal("over", "BID-007") if is_over(state) else Refusal("bid_already", "BID-005")
    if action["type"] == "look":
        return _refusal_to_look(state, seat)
    hand = state["hands"][seat]
    return None if action["card"] in hand else Refusal("spent", "BID-004", {"card": action["card"], "cards": hand})


def _refusal_to_look(state: State, seat: int) -> Refusal | None:
    if not state["look"]:
        return Refusal("no_looking", "BID-002")
    if seat != state["lookout"]:
        return Refusal("not_lookout", "BID-002", {"lookout_seat": state["lookout"]})
    return Refusal("looked_already", "BID-002") if state["has_looked"] else None
