"""The greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.ruleset import Action, View
from delvebook.domain.tape import Chance
from tests.titles.bids.content import CONTENT

GOOD_PRIZE: Final = 6
"""A prize of at least this worth deserves the highest card."""


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """Looks if it may, bids its highest card for a prize it knows to be good, and else its lowest."""
    if legal[0]["type"] == "look":
        return legal[0]
    prize = view["top_prize"]
    is_good = prize is not None and CONTENT.worth[prize] >= GOOD_PRIZE
    return legal[-1] if is_good else legal[0]
