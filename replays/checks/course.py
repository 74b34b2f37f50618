"""
The course of a game as level `chain` sees it: what may come when, and by whom (record-format §4).

It needs neither the seed nor the rules of a title, so anyone can check it in any record, before the game is over.
The events move the same `Lifecycle` as in a game that is played, and `rights` judges each of them against it.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

from delvebook.domain.errors import DelvebookError, NotYoursError
from delvebook.domain.events import EVENT_TYPES
from delvebook.domain.game_event import EventLine, GameEvent
from delvebook.domain.lifecycle import Lifecycle, evolve
from delvebook.replays.checks.rights import BEFORE_START, JUDGES, PLAYED, Misplaced, MisplacedError, Moment
from delvebook.replays.sentences import subject_of

STANDING: Final = frozenset(
    (
        "ActionTaken",
        "ActionTakenBack",
        "EndAnswered",
        "EndProposed",
        "TakeBackAnswered",
        "TakeBackAsked",
        "TimeExpired",
    )
)
"""The types of events that change nothing of what is followed here."""


class Due(NamedTuple):
    """An event that must follow at once: its type and author, and for the finding its code and why."""

    type: str
    code: str
    why: str
    by: str | None = "service"
    data: tuple[tuple[str, object], ...] = ()

    def is_met_by(self, event: EventLine) -> bool:
        """Whether this is the event."""
        return (
            event["type"] == self.type
            and self.by in (None, event["by"])
            and all(event["data"].get(key) == value for key, value in self.data)
        )


class Course:
    """The events so far, as far as they decide what can come next."""

    def __init__(self) -> None:
        self._lifecycle = Lifecycle()
        self._before: EventLine | None = None
        self._end = 0
        self._due: Due | None = None
        self._is_known = True

    def follow(self, event: EventLine) -> Misplaced | None:
        """Takes the next event. Returns what is wrong with its place or its author; None if nothing is."""
        if not self._is_known:
            return None
        misplaced = self._judge(event)
        self._move(event)
        if misplaced is not None and event["n"] == 1:
            self._is_known = False  # Nothing can be judged by a beginning that is wrong.
        return misplaced

    def lose_track(self) -> None:
        """Takes note that events are missing or unreadable here, so that nothing can be followed any further."""
        self._is_known = False

    def finish(self) -> Misplaced | None:
        """Returns what is wrong if the record ends here; None if nothing is."""
        if not self._is_known or self._due is None:
            return None
        return Misplaced(self._due.code, f"{self._due.why}; it is missing")

    # -- judging --------------------------------------------------------------------------------

    def _judge(self, event: EventLine) -> Misplaced | None:
        n, type_ = event["n"], event["type"]
        if self._due is not None and not self._due.is_met_by(event):
            return Misplaced(self._due.code, f"event {n} is a {type_} by {event['by']}; {self._due.why}")
        if event["by"].startswith("seat:") and int(event["by"][5:]) >= len(self._lifecycle.seats) and n > 1:
            return Misplaced("chain/by", f"event {n} is by {event['by']}, and the game has no such seat")
        declared = EVENT_TYPES.get(type_)
        if declared is None:
            return None  # A type that is unknown here can come anywhere else.
        if type_ == "SeedRevealed" and (not self._end or self._lifecycle.is_seed_revealed):
            why = "the seed was revealed before" if self._end else "the game has not ended"
            return Misplaced("chain/seed", f"event {n} reveals the seed, but {why}")
        if self._end and not declared.can_follow_end:
            sentence = f"event {n}, {type_}, comes after the end of the game, event {self._end}"
            return Misplaced("chain/after_end", f"{sentence}; nothing is played any more")
        if type_ in BEFORE_START and self._lifecycle.status != "open":
            return Misplaced("chain/seating", f"event {n} is a {type_}, which cannot come after the start of the game")
        if type_ in PLAYED and self._lifecycle.status != "running":
            return Misplaced("chain/course", f"event {n} is a {type_}, which cannot come before the start of the game")
        return self._judge_type(event, declared)

    def _judge_type(self, event: EventLine, declared: type[GameEvent]) -> Misplaced | None:
        """Judges an event that can come here against the table of who may do what."""
        data, seats = event["data"], len(self._lifecycle.seats)
        for key in ("seat", "seats", "of"):
            is_declared = event["type"] != "GameCreated" and (key in declared.required or key in declared.optional)
            named = data.get(key) if is_declared else None
            if named is not None:
                for seat in named if type(named) is list else (named,):
                    if seat >= seats:
                        sentence = f"event {event['n']} names seat {seat}, but the game has seats 0 to {seats - 1}"
                        return Misplaced("chain/seating", sentence)
        judge = JUDGES.get(event["type"])
        if judge is None:
            return None
        try:
            judge.of(Moment(self._lifecycle, self._before), event)
        except MisplacedError as error:
            return Misplaced(error.code or judge.code, f"{subject_of(event)}: {error}")
        except NotYoursError as error:
            return Misplaced("chain/by", f"{subject_of(event)} is refused: {error}")
        except DelvebookError as error:
            return Misplaced(judge.code, f"{subject_of(event)} is refused: {error}")
        return None

    # -- following ------------------------------------------------------------------------------

    def _move(self, event: EventLine) -> None:
        """Moves over the event, even if it is out of place. If that is impossible, loses track."""
        self._due = None
        kind = EVENT_TYPES.get(event["type"])
        if kind is not None and event["type"] not in STANDING:
            try:
                self._lifecycle = evolve(self._lifecycle, _stored(event, kind))
            except (DelvebookError, LookupError):
                self._is_known = False
                return
        if event["type"] in ("GameFinished", "GameAborted"):
            self._end = event["n"]
        self._due = self._due_after(event)
        self._before = event

    def _due_after(self, event: EventLine) -> Due | None:
        n, data = event["n"], event["data"]
        match event["type"]:
            case "GameFinished" | "GameAborted" if "resumed_by" not in data:
                why = f"the game ended with event {n}, and SeedRevealed must follow at once"
                return Due("SeedRevealed", "chain/seed", why)
            case "SeatTaken" if not any(seat.is_free for seat in self._lifecycle.seats):
                return Due("SeatsClosed", "chain/seating", "every seat is taken, and SeatsClosed must follow at once")
            case "DisputeRuled" if data["remedy"] is not None and not self._end:
                why = f"the remedy of event {n} breaks the game off, and GameAborted must follow at once"
                return Due("GameAborted", "chain/dispute", why)
            case "SeatResigned" if data["bot"] is None:
                why = f"nobody plays on after event {n}, and GameFinished must follow at once"
                return Due("GameFinished", "chain/course", why)
            case "TimeExpired":
                why = f"the clock decides for seat {data['seat']}, and its ActionTaken must follow event {n} at once"
                answer = tuple((key, data[key]) for key in ("seat", "decision"))
                return Due("ActionTaken", "chain/course", why, by=None, data=answer)
        return None


def _stored(event: EventLine, kind: type[GameEvent]) -> GameEvent:
    return kind(
        originator_id=UUID(event["game"]),
        originator_version=event["n"],
        at=event["at"],
        by=event["by"],
        data=dict(event["data"]),
        prev=event["prev"],
        hash=event["hash"],
    )
