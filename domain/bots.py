"""
Bots: what every bot is, and the one that needs no title.

A bot is given what its seat sees, what its seat may do, and a chance of its own that is never the
game's tape. It is never given a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from delvebook.domain.tape import Chance

Action = dict[str, Any]
View = dict[str, Any]


class Bot(Protocol):
    """Chooses one of the legal actions, of which there is at least one."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`, or another action the title accepts."""


def random_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """Any legal action, each as likely."""
    return legal[chance.below(len(legal), "action")]
