"""The greedy bot."""

from __future__ import annotations

from collections.abc import Sequence

from domain.bots import Action, View
from domain.tape import Chance


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """The first legal action."""
    return legal[0]
