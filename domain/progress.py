"""
The progress of a game: when it began, how many actions it has had, and since when it waits for each seat.

It follows from the events alone. How long a decision may take is the business of the clock (`clocks`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class Spent(NamedTuple):
    """
    The time that a seat had spent when an action was taken.

    Attributes:
        thought: As in `Turn`.
        used: As in `Turn`.
        played: As in `Turn`.
        action_count: As in `Turn`.
        last: As in `Turn`.
    """

    thought: int
    used: int
    played: int
    action_count: int
    last: int | None


class Mark(NamedTuple):
    """
    What every seat had spent before an action, in case the action is taken back.

    Attributes:
        action: The action's event.
        seats: By seat, the time that it had spent.
    """

    action: int
    seats: tuple[Spent, ...]


class Turn(NamedTuple):
    """
    The decision that a seat owes, and the time that the seat has used. Times are in microseconds.

    Attributes:
        decision: The decision; None if the seat owes none.
        since: The time at which the game began to wait for it.
        runs_from: When its time began to run; None while the seat owes nothing, or `played_from` is None.
        thought: The time that the player had for this decision before `runs_from`. If a take-back has closed the
            decision, the next one begins with it.
        used: The time that the player has used for all decisions before `runs_from`.
        played: The time before `played_from` in which the clock was running and the player had the seat.
        played_from: The time from which that time runs; None while it does not.
        action_count: The seat's actions that were not taken back, without those of a bot that has taken it over.
        last: The seat's last action that was not taken back; None if there is none.
        marks: For each of the seat's actions that may be taken back, what every seat had spent before it.
        is_taken_over: Whether a bot has taken the seat over in the running game. Its time is not the player's.
    """

    decision: int | None = None
    since: str | None = None
    runs_from: str | None = None
    thought: int = 0
    used: int = 0
    played: int = 0
    played_from: str | None = None
    action_count: int = 0
    last: int | None = None
    marks: tuple[Mark, ...] = ()
    is_taken_over: bool = False

    def after(
        self, event: GameEvent, *, seat: int, decision: int | None, is_stopped: bool, turns: Sequence[Turn]
    ) -> Turn:
        """
        The turn after an event. A decision that stays open keeps its time, also while a bot has the seat.

        Args:
            event: The event.
            seat: The seat whose turn this is.
            decision: The decision that the seat owes after the event.
            is_stopped: Whether the clock is stopped after the event.
            turns: By seat, the turns before the event.
        """
        is_its = event.data.get("seat") == seat
        is_reseated = isinstance(event, (SeatReplaced, SeatResigned)) and is_its
        is_taken_over = event.data["bot"] is not None if is_reseated else self.is_taken_over
        is_played = not is_taken_over and not is_stopped
        is_waited_for = is_played and decision is not None
        is_the_same = (
            decision == self.decision
            and is_waited_for == (self.runs_from is not None)
            and is_played == (self.played_from is not None)
        )
        is_acting = isinstance(event, ActionTaken) and is_its
        if is_the_same and not (is_reseated or is_acting or isinstance(event, ActionTakenBack)):
            return self
        spent = self.spent(event.at)
        marks = self.marks
        if is_acting:
            marks = self._marked(event, turns)
            count = spent.action_count + (not self.is_taken_over)
            spent = spent._replace(thought=0, action_count=count, last=event.n)
        elif isinstance(event, ActionTakenBack):
            spent = _after_take_back(spent, event, seat=seat, turns=turns)
            marks = tuple(mark for mark in marks if mark.action != event.data["action"])
        elif decision != self.decision and self.decision is not None:
            spent = spent._replace(thought=0)
        return Turn(
            decision,
            self.since if is_the_same and not is_reseated else None if decision is None else event.at,
            runs_from=event.at if is_waited_for else None,
            played_from=event.at if is_played else None,
            marks=marks,
            is_taken_over=is_taken_over,
            **spent._asdict(),
        )

    def spent(self, at: str) -> Spent:
        """The time that the seat has spent by then."""
        run = _between(self.runs_from, at)
        played = self.played + _between(self.played_from, at)
        return Spent(self.thought + run, self.used + run, played, self.action_count, self.last)

    def _marked(self, event: GameEvent, turns: Sequence[Turn]) -> tuple[Mark, ...]:
        """The marks after an action of the seat. One that drew or revealed something stands, and so do those before."""
        if event.data.get("draws") or event.opens:
            return ()
        return (*self.marks, Mark(event.n, tuple(turn.spent(event.at) for turn in turns)))


def _after_take_back(now: Spent, event: GameEvent, *, seat: int, turns: Sequence[Turn]) -> Spent:
    """
    What a seat has spent once an action is taken back. What was thought is spent, so nobody gains time by it.

    The seat that acted is in the same position as if it had not acted: its time has run on since. For another seat that
    has not acted since, the time before the action counts for the decision that is open again, and so does the time
    that it has thought since.

    Args:
        now: What it has spent by the time of the event.
        event: The event.
        seat: The seat.
        turns: By seat, the turns before the event.
    """
    action, actor = event.data["action"], event.data["seat"]
    mark = next((mark for mark in turns[actor].marks if mark.action == action), None)
    if mark is None:
        return now
    then = mark.seats[seat]
    if seat == actor:
        run = now.played - then.played
        return Spent(then.thought + run, then.used + run, now.played, then.action_count, then.last)
    thought = now.thought if now.last != then.last else then.thought + now.used - then.used
    return now._replace(thought=thought)


def _between(since: str | None, at: str) -> int:
    """The microseconds from `since` to `at`; 0 if nothing runs."""
    if since is None:
        return 0
    return (datetime.fromisoformat(at) - datetime.fromisoformat(since)) // MICROSECOND


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
        is_stopped = "stopped" in metadata
        turns = tuple(
            turn.after(event, seat=seat, decision=owes.get(seat), is_stopped=is_stopped, turns=self.turns)
            for seat, turn in enumerate(self.turns)
        )
        return self._replace(action_count=action_count, turns=turns, delay=delay)
