"""Makes a whole state for a view: everything that the viewer cannot know is dealt at random."""

from __future__ import annotations

from delvebook.domain.tape import Chance
from tests.titles.bids.content import Content
from tests.titles.bids.state import State
from tests.titles.bids.words.shapes import View


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """Returns a state with this view: unknown bids come from their hands, unknown prizes in any order."""
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
