"""
Bots: the protocol that every bot follows, and the bot that works for every title.

A bot gets the view of its seat, the legal actions of its seat, and its own source of chance, which is never the
game's tape. It never gets a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from delvebook.domain.tape import Chance

Action = dict[str, Any]
View = dict[str, Any]


class Bot(Protocol):
    """Chooses one of the legal actions; there is at least one."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`, or another action the title accepts."""


def random_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """Any legal action, all with the same probability."""
    return legal[chance.below(len(legal), "action")]
