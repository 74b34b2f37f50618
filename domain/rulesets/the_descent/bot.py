"""The greedy bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.tape import Chance


def greedy_bot(view: dict[str, Any], legal: Sequence[dict[str, Any]], *, chance: Chance) -> dict[str, Any]:
    """Any legal action."""
    return legal[chance.below(len(legal), "action")]
