"""
The course of a game as level `chain` sees it: its seating and start, and what must and what cannot follow the end
(record-format §3 and §4).

It needs neither the seed nor the rules of a title.
"""

from __future__ import annotations

from typing import NamedTuple

from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import EventLine
from delvebook.replays.checks.seating import Seating


class Misplaced(NamedTuple):
    """An event that cannot come where it is: the code of the finding, and what is wrong."""

    code: str
    sentence: str


class Course:
    """The events so far, as far as they decide what can come next."""

    def __init__(self) -> None:
        self._is_started = False
        self._is_resumption = False
        self._end = 0
        self._is_seed_due = False
        self._can_reveal = False
        self._seating = Seating()

    def follow(self, event: EventLine) -> Misplaced | None:
        """Takes the next event. Returns what is wrong with its place; None if nothing is."""
        misplaced = self._judge(event)
        wrong = self._seating.follow(event)
        if misplaced is None and wrong is not None:
            misplaced = Misplaced("chain/seating", wrong)
        type_, data = event["type"], event["data"]
        self._is_seed_due = False
        if type_ == "GameCreated":
            self._is_resumption = "ruling" in data.get("parent", ())
        elif type_ == "GameStarted":
            self._is_started = True
        elif type_ == "SeedRevealed":
            self._can_reveal = False
        elif type_ in ("GameFinished", "GameAborted"):
            self._end = event["n"]
            self._can_reveal = True
            has_secrets = self._is_started or self._is_resumption
            self._is_seed_due = type_ == "GameFinished" or (has_secrets and "resumed_by" not in data)
        return misplaced

    def lose_track(self) -> None:
        """Takes note that events are missing or unreadable here. The seed may have been revealed by one of them."""
        self._is_seed_due = False
        self._can_reveal = True
        self._seating.lose_track()

    def finish(self) -> Misplaced | None:
        """Returns what is wrong if the record ends here; None if nothing is."""
        wrong = self._seating.finish()
        if not self._is_seed_due:
            return None if wrong is None else Misplaced("chain/seating", wrong)
        return Misplaced(
            "chain/seed", f"the game ended with event {self._end}, and SeedRevealed must follow at once; it is missing"
        )

    def _judge(self, event: EventLine) -> Misplaced | None:
        n, type_ = event["n"], event["type"]
        if self._is_seed_due and type_ != "SeedRevealed":
            return Misplaced("chain/seed", f"{self._after_end(event)}; SeedRevealed must follow it at once")
        if type_ == "SeedRevealed" and not self._can_reveal:
            why = "the seed was revealed before" if self._end else "the game has not ended"
            return Misplaced("chain/seed", f"event {n} reveals the seed, but {why}")
        declared = EVENT_TYPES.get(type_)  # a type that is unknown here can follow the end
        if self._end and declared is not None and not declared.can_follow_end:
            return Misplaced("chain/after_end", f"{self._after_end(event)}; nothing is played any more")
        return None

    def _after_end(self, event: EventLine) -> str:
        return f"event {event['n']}, {event['type']}, comes after the end of the game, event {self._end}"
