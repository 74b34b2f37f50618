"""What a game asks of a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from .models import LegalAction


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """
    A decision that the game waits for. Answer it with one of its actions: `game.act(asked.actions[0], …)`.

    Attributes:
        n: The game's last event.
        seat: Your seat.
        decision: The decision; give it to `act`.
        actions: All that your seat may do now, each with a sentence.
        deadline: Until when the game waits; None without a clock.
    """

    n: int
    seat: int
    decision: int
    actions: Sequence[LegalAction] = field(repr=False)
    deadline: datetime | None
