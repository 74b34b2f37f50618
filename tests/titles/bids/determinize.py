"""A whole state for a view: what the viewer cannot know is dealt at random."""

from __future__ import annotations

from delvebook.domain.bots import View
from delvebook.domain.tape import Chance
from tests.titles.bids.content import Content
from tests.titles.bids.state import State


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """A state that has this view: unknown bids from the hands they come from, unknown prizes in any order."""
    top = [] if view["top_prize"] is None else [view["top_prize"]]
    unseen = [prize for prize in content.prizes if prize not in (*view["turned_up"], *top)]
    bids = [
        chance.choose(hand, "bid") if has_bid and bid is None else bid
        for hand, has_bid, bid in zip(view["hands"], view["has_bid"], view["bids"], strict=True)
    ]
    return {
        "rounds": view["rounds"],
        "look": view["look"],
        "round": view["round"],
        "lookout": view["lookout"],
        "has_looked": view["has_looked"],
        "hands": view["hands"],
        "taken": view["taken"],
        "deck": [*view["turned_up"], *top, *chance.shuffle(unseen, "deck")],
        "bids": bids,
    }
