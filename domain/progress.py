"""
The progress of a game: when it began, how many actions it has had, and since when it waits for each seat.

It follows from the events alone. How long a decision may take is the business of the clock (`clocks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from delvebook.domain.delays import Delay
from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    DisputeClockResumed,
    DisputeRuled,
    DisputeWithdrawn,
    GameCreated,
    NonceRevealed,
    SeatLeft,
    SeatReplaced,
    SeatResigned,
    SeatsClosed,
    SeatTaken,
    SeedRevealed,
)
from delvebook.domain.game_event import GameEvent

MICROSECOND: Final = timedelta(microseconds=1)
CLOCK_RESUMING_EVENTS: Final = (DisputeRuled, DisputeWithdrawn, DisputeClockResumed)
"""The types of events after which a stopped clock may run again."""
WITHOUT_DECISIONS: Final = (SeatTaken, SeatLeft, SeatsClosed, NonceRevealed, SeedRevealed)
"""The types of events that open and close no decision."""


class Turn(NamedTuple):
    """
    The decision that a seat owes, and the time that the seat has used.

    Attributes:
        decision: The decision; None if the seat owes none.
        since: The time at which the game began to wait for it.
        counted_from: The time from which the decision's time is counted; None while the clock is stopped.
        met_from: The `counted_from` of the seat's last action, in case it is taken back.
        runs_from: The time from which the seat's own time runs; None while it owes nothing, or the clock is stopped.
            Taking an action back does not turn it back.
        used: The time that the seat's player has used before `runs_from`, in microseconds.
        action_count: The seat's actions that were not taken back, without those of a bot that has taken it over.
        is_taken_over: Whether a bot has taken the seat over in the running game. Its time is not the player's.
    """

    decision: int | None = None
    since: str | None = None
    counted_from: str | None = None
    met_from: str | None = None
    runs_from: str | None = None
    used: int = 0
    action_count: int = 0
    is_taken_over: bool = False

    def after(self, event: GameEvent, *, seat: int, decision: int | None, is_stopped: bool) -> Turn:
        """
        The turn after an event. A decision that stays open keeps its time.

        A decision that is open again after a take-back keeps its first time, so taking back never gains time.

        Args:
            event: The event.
            seat: The seat whose turn this is.
            decision: The decision that the seat owes after the event.
            is_stopped: Whether the clock is stopped after the event.
        """
        is_its = event.data.get("seat") == seat
        is_reseated = isinstance(event, (SeatReplaced, SeatResigned)) and is_its
        was_stopped = isinstance(event, CLOCK_RESUMING_EVENTS) and self.counted_from is None
        is_resumed = decision is not None and was_stopped and not is_stopped
        is_stopping = is_stopped and self.counted_from is not None
        if self.decision == decision and not (is_reseated or is_resumed or is_stopping):
            return self
        starts = None if decision is None or is_stopped else event.at
        counted_from = starts
        if isinstance(event, ActionTakenBack) and is_its and counted_from is not None:
            counted_from = self.met_from or counted_from
        met_from = self.counted_from if isinstance(event, ActionTaken) and is_its else self.met_from
        return Turn(
            decision,
            None if decision is None else event.at,
            counted_from,
            met_from,
            runs_from=starts,
            used=self.used + self._run(event),
            action_count=self._actions_after(event) if is_its else self.action_count,
            is_taken_over=event.data["bot"] is not None if is_reseated else self.is_taken_over,
        )

    def _run(self, event: GameEvent) -> int:
        """How long the player's own time has run up to the event, in microseconds."""
        if self.runs_from is None or self.is_taken_over:
            return 0
        run = datetime.fromisoformat(event.at) - datetime.fromisoformat(self.runs_from)
        return run // MICROSECOND

    def _actions_after(self, event: GameEvent) -> int:
        """How many actions of the seat count after its event."""
        if self.is_taken_over:
            return self.action_count
        if isinstance(event, ActionTakenBack):
            return max(0, self.action_count - 1)
        return self.action_count + isinstance(event, ActionTaken)


class Progress(NamedTuple):
    """
    How far a game has come.

    Attributes:
        created_at: The time of event 1.
        action_count: How many actions have been taken, including those that were taken back.
        turns: By seat, the decision it owes.
        delay: The spectators' delay; None if nothing is held back.
    """

    created_at: str = ""
    action_count: int = 0
    turns: tuple[Turn, ...] = ()
    delay: Delay | None = None

    def after(self, event: GameEvent, metadata: Mapping[str, Any]) -> Progress:
        """
        The progress after an event.

        Args:
            event: The event.
            metadata: The metadata stored with it: `owes` and `stopped` (see `GameEvent`).
        """
        if isinstance(event, GameCreated):
            return Progress(event.at, 0, (Turn(),) * event.data["seats"], Delay.read(event.data))
        action_count = self.action_count + isinstance(event, ActionTaken)
        delay = None if self.delay is None else self.delay.after(event)
        if isinstance(event, WITHOUT_DECISIONS):
            return self._replace(action_count=action_count, delay=delay)
        owes = dict(metadata.get("owes", ()))
        turns = []
        for seat, turn in enumerate(self.turns):
            turns.append(turn.after(event, seat=seat, decision=owes.get(seat), is_stopped="stopped" in metadata))
        return self._replace(action_count=action_count, turns=tuple(turns), delay=delay)
