"""
Clocks: how long a seat may take, and what happens when its time is over.

A clock is agreed when a game is created and stands in its first event. The time that a seat has used follows from
the times of the events (`progress`). When a deadline has passed, the clock makes an event of its own. A replay takes
that event from the record, and only checks that it does not come too early.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Self

from delvebook.domain.errors import DecisionNotDueError
from delvebook.domain.progress import Turn
from delvebook.domain.times import MICROSECONDS, later

PER_DECISION: Final = "per_decision"
BUDGET: Final = "budget"
DAYS: Final = "days"
KINDS: Final = (PER_DECISION, BUDGET, DAYS)

BOT: Final = "bot"
DEFAULT_ACTION: Final = "default_action"
FORFEIT: Final = "forfeit"
EXPIRY_KINDS: Final = (BOT, DEFAULT_ACTION, FORFEIT)

DAY_SECONDS: Final = 24 * 3600


class Clock(NamedTuple):
    """
    A game's clock.

    Attributes:
        kind: `per_decision` and `days`: each decision has the same time. `budget`: a seat has one stock of time for the
            whole game, and every action that it takes adds to it.
        seconds: The time of a decision, or the stock at the start.
        increment: The seconds that each action adds to the stock.
        on_expiry: `bot`: a bot takes the seat until its player comes back. `default_action`: the clock takes one of the
            seat's legal actions, drawn by chance. `forfeit`: the seat is given up for good.
        bot: The program that plays on; "" for `default_action`.
    """

    kind: str
    seconds: int
    increment: int
    on_expiry: str
    bot: str

    @classmethod
    def read(cls, created: Mapping[str, Any]) -> Self | None:
        """The clock of the game with this data of event 1; None if it has none."""
        clock = created.get("clock")
        if clock is None:
            return None
        seconds = clock["days"] * DAY_SECONDS if clock["kind"] == DAYS else clock["seconds"]
        expiry = clock["on_expiry"]
        return cls(clock["kind"], seconds, clock.get("increment", 0), expiry["kind"], expiry.get("bot", ""))

    def to_plain(self) -> dict[str, object]:
        """The clock as clients set it and as event 1 holds it."""
        expiry = (
            {"kind": self.on_expiry} if self.on_expiry == DEFAULT_ACTION else {"kind": self.on_expiry, "bot": self.bot}
        )
        match self.kind:
            case "days":
                return {"kind": self.kind, "days": self.seconds // DAY_SECONDS, "on_expiry": expiry}
            case "budget":
                stock = {"seconds": self.seconds, "increment": self.increment}
                return {"kind": self.kind, **stock, "on_expiry": expiry}
            case _:
                return {"kind": self.kind, "seconds": self.seconds, "on_expiry": expiry}

    def left(self, turn: Turn) -> int | None:
        """
        The seat's remaining stock of time in microseconds, without the time of the pending decision; 0 or more.

        None for a clock without a stock.
        """
        return self._rest(turn) if self.kind == BUDGET else None

    def deadline(self, turn: Turn) -> str | None:
        """The time by which the seat must decide; None if it owes no decision or the clock is stopped."""
        return None if turn.runs_from is None else later(turn.runs_from, 0, microseconds=self._rest(turn))

    def is_used_up(self, turn: Turn) -> bool:
        """Whether no time is left: of the seat's stock, or for the pending decision."""
        return self._rest(turn) == 0 and (self.kind == BUDGET or turn.decision is not None)

    def _rest(self, turn: Turn) -> int:
        """The microseconds that the seat still had at `turn.runs_from`; 0 or more."""
        if self.kind == BUDGET:
            return max(0, (self.seconds + self.increment * turn.action_count) * MICROSECONDS - turn.used)
        return max(0, self.seconds * MICROSECONDS - turn.thought)


def require_due(clock: Clock | None, turn: Turn, *, at: str) -> Clock:
    """
    The clock, if the deadline of the seat's pending decision has passed.

    Args:
        clock: The game's clock.
        turn: The seat's turn.
        at: Now.

    Raises:
        DecisionNotDueError
    """
    deadline = None if clock is None else clock.deadline(turn)
    if clock is None or deadline is None or at <= deadline:
        raise DecisionNotDueError("no deadline of this seat has passed", deadline=deadline)
    return clock
