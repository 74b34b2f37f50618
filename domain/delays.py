"""
Spectators' delay: the number of actions by which others see a running game later than its players.

It is agreed when a game is created, stands in its first event, and is counted in actions, so that it follows from the
events alone and is the same at every replay. The rules of the titles know nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from delvebook.domain.events import ActionTaken, GameAborted, GameFinished, GameStarted
from delvebook.domain.game_event import GameEvent

ACTIONS_MAX = 200
"""The most actions that a game may be delayed by."""


class Delay(NamedTuple):
    """
    The state of a game's delay: which events only the players may see.

    Attributes:
        actions: How many actions are held back.
        started_at: The event that started the game.
        held: The numbers of the last `actions` actions, also of those that were taken back.
    """

    actions: int
    started_at: int | None = None
    held: tuple[int, ...] = ()

    @classmethod
    def read(cls, created: Mapping[str, Any]) -> Self | None:
        """The delay of the game with this data of event 1; None if it has none."""
        agreed = created.get("spectator_delay")
        return None if agreed is None else cls(agreed["actions"])

    @property
    def shown_until(self) -> int | None:
        """
        The number of the last event that everybody may see; None if everybody may see all of them.

        Everything up to the start is shown. Each later event is shown once `actions` actions have followed it. So the
        number never decreases, even when an action is taken back.
        """
        if self.started_at is None:
            return None
        return self.started_at if len(self.held) < self.actions else self.held[0] - 1

    def after(self, event: GameEvent) -> Delay | None:
        """The delay after an event; None once the game is over and everything is shown."""
        if isinstance(event, (GameFinished, GameAborted)):
            return None
        if isinstance(event, GameStarted):
            return self._replace(started_at=event.n)
        if isinstance(event, ActionTaken):
            return self._replace(held=(*self.held, event.n)[-self.actions :])
        return self
