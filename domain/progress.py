"""
How far a game has come in time: when it began, how many actions it has had, and since when it waits for which seat.

It follows from the events alone, and nothing here knows how long a decision may take: whoever shows a deadline adds
the game's own seconds to `counted_from`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Self

from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    DisputeClockResumed,
    DisputeRuled,
    DisputeWithdrawn,
    GameCreated,
    GameEvent,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatsClosed,
    SeatTaken,
    SeedRevealed,
)

CLOCK_RESUMING_EVENTS: Final = (DisputeRuled, DisputeWithdrawn, DisputeClockResumed)
"""The types of events after which a stopped clock may run again."""
WITHOUT_DECISIONS: Final = (SeatTaken, SeatLeft, SeatsClosed, NonceRevealed, SeedRevealed)
"""The types of events that open and close no decision."""


class Turn(NamedTuple):
    """
    The decision that a seat owes.

    Attributes:
        decision: The decision; None if the seat owes none.
        since: When the game began to wait for it.
        counted_from: From when its time is counted; None while the clock is stopped.
        met_from: From when the time of the seat's last action was counted, in case it is taken back.
    """

    decision: int | None = None
    since: str | None = None
    counted_from: str | None = None
    met_from: str | None = None

    def after(self, event: GameEvent, *, seat: int, decision: int | None, is_stopped: bool) -> Turn:
        """
        The turn after an event. A decision that stays open keeps its time.

        A seat that takes an action back keeps the time it had for it, so taking back never wins time.

        Args:
            event: The event.
            seat: Whose turn this is.
            decision: The decision that the seat owes after the event.
            is_stopped: Whether the clock is stopped after the event.
        """
        is_its = event.data.get("seat") == seat
        is_reseated = isinstance(event, SeatReplaced) and is_its
        was_stopped = isinstance(event, CLOCK_RESUMING_EVENTS) and self.counted_from is None
        is_resumed = decision is not None and was_stopped and not is_stopped
        is_stopping = is_stopped and self.counted_from is not None
        if self.decision == decision and not (is_reseated or is_resumed or is_stopping):
            return self
        counted_from = None if decision is None or is_stopped else event.at
        if isinstance(event, ActionTakenBack) and is_its and counted_from is not None:
            counted_from = self.met_from or counted_from
        met_from = self.counted_from if isinstance(event, ActionTaken) and is_its else self.met_from
        return Turn(decision, None if decision is None else event.at, counted_from, met_from)


class Progress(NamedTuple):
    """
    How far a game has come.

    Attributes:
        created_at: The time of event 1.
        action_count: How many actions have been taken, also those that were taken back.
        turns: By seat, the decision it owes.
    """

    created_at: str = ""
    action_count: int = 0
    turns: tuple[Turn, ...] = ()

    def after(self, event: GameEvent, metadata: Mapping[str, Any]) -> Progress:
        """
        The progress after an event.

        Args:
            event: The event.
            metadata: What is stored with it: `owes` and `stopped` (see `GameEvent`).
        """
        if isinstance(event, GameCreated):
            return Progress(event.at, 0, (Turn(),) * event.data["seats"])
        action_count = self.action_count + isinstance(event, ActionTaken)
        if isinstance(event, WITHOUT_DECISIONS):
            return self._replace(action_count=action_count)
        owes = dict(metadata.get("owes", ()))
        turns = tuple(
            turn.after(event, seat=seat, decision=owes.get(seat), is_stopped="stopped" in metadata)
            for seat, turn in enumerate(self.turns)
        )
        return self._replace(action_count=action_count, turns=turns)

    def to_plain(self) -> list[Any]:
        """The progress as plain data."""
        return [self.created_at, self.action_count, [list(turn) for turn in self.turns]]

    @classmethod
    def from_plain(cls, plain: list[Any]) -> Self:
        """The progress that `to_plain` described."""
        created_at, action_count, turns = plain
        return cls(created_at, action_count, tuple(Turn(*turn) for turn in turns))
