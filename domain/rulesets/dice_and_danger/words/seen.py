"""What a view shows of its own seat, in the shapes that the rules use."""

from __future__ import annotations

from typing import cast

from delvebook.domain.bots import seat_of
from delvebook.domain.rulesets.dice_and_danger.state import Action, Sheet
from delvebook.domain.rulesets.dice_and_danger.words.shapes import table as shapes


def marking_of(view: shapes.View) -> shapes.Marking:
    """The round so far of the view's own seat. Raises TypeError for a view without one."""
    marking = view["turns"][seat_of(view)]["marking"]
    if marking is None:
        raise TypeError("this view shows no round of its own seat")
    return marking


def sheet_of(seen: shapes.Sheet) -> Sheet:
    """The sheet with its marks. A view's sheet has all of them, and sums besides."""
    return cast("Sheet", seen)


def steps_of(marking: shapes.Marking) -> list[Action]:
    """The steps of the round so far, as the actions that made them."""
    return [cast("Action", {"type": "mark", **step}) for step in marking["steps"]]
