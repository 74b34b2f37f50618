"""The greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.bots import Weighed
from delvebook.domain.tape import Chance
from tests.titles.bids.content import CONTENT
from tests.titles.bids.state import Action
from tests.titles.bids.words.shapes import View

GOOD_PRIZE: Final = 6
"""A prize of at least this worth deserves the highest card."""


class GreedyBot:
    """Looks if it may. Bids its highest card for a prize that it knows to be good, and otherwise its lowest."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """Returns one of the actions in `legal`."""
        return max(self.weigh(view, legal, chance=chance), key=lambda weighed: weighed.score).action

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed[Action]]:
        """Returns the order of actions: a look first, then bids by rank, upwards or downwards."""
        prize = view["top_prize"]
        is_good = prize is not None and CONTENT.worth[prize] >= GOOD_PRIZE
        sign = 1 if is_good else -1
        looks = [action["type"] == "look" for action in legal]
        return [Weighed(one, len(legal) if looks[at] else sign * at) for at, one in enumerate(legal)]


greedy_bot: Final = GreedyBot()
