"""Statements that hold in every state between two actions."""

from __future__ import annotations

from collections.abc import Iterator

from tests.titles.bids.content import Content
from tests.titles.bids.state import State


def broken_invariants(content: Content, state: State) -> Iterator[str]:
    """Yields every invariant that does not hold, as a sentence that says what should be."""
    if sorted(state["deck"]) != content.prizes:
        yield "the deck holds every prize once"
    if sorted(prize for taken in state["taken"] for prize in taken) != sorted(state["deck"][: state["round"]]):
        yield "every prize turned up is somebody's"
    for hand, bid in zip(state["hands"], state["bids"], strict=True):
        if len(hand) != len(content.bids) - state["round"]:
            yield "a card is spent each round"
        if bid is not None and bid not in hand:
            yield "a bid is a card in hand"
