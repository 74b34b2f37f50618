"""The view of a viewer, each part by name."""

from __future__ import annotations

from delvebook.domain.viewers import Viewer
from tests.titles.bids.content import Content
from tests.titles.bids.state import State, is_over
from tests.titles.bids.words.shapes import View


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """Returns the viewer's table: the next prize only if the seat has looked at it, and only its own bids."""
    knows_prize = viewer.sees_all or (viewer.seat == state["lookout"] and state["has_looked"])
    return {
        "rounds": state["rounds"],
        "look": state["look"],
        "round": state["round"],
        "lookout": state["lookout"],
        "has_looked": state["has_looked"],
        "turned_up": state["deck"][: state["round"]],
        "hands": state["hands"],
        "has_bid": [bid is not None for bid in state["bids"]],
        "bids": [bid if viewer.may_see(seat) else None for seat, bid in enumerate(state["bids"])],
        "taken": state["taken"],
        "top_prize": state["deck"][state["round"]] if knows_prize and not is_over(state) else None,
    }
