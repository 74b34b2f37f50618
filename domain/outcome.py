"""The result of a game: the reason of its end, the ranking and the scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    The result of a finished game.

    Attributes:
        reason: Why it ended, one of the title's `end_reasons`, or of `leaving.END_REASONS` if seats were given up.
        winners: The winning seats, ascending: the first group of the ranking, or none. A solo game that is lost has
            no winner.
        ranking: Groups of seats, best first; the seats of a group share the place. Every seat occurs once, even where
            nobody has won: the first place is not a win.
        scores: One integer for each seat, or None if the rules give the seat no score.
        details: Further results by the rules of the title, as plain data.
        clauses: The clauses that decided it.
    """

    reason: str
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int | None]
    details: dict[str, Any] = field(default_factory=dict)
    clauses: list[str] = field(default_factory=list)

    def to_plain(self) -> dict[str, object]:
        """The outcome as plain data of the record format."""
        return {
            "reason": self.reason,
            "winners": self.winners,
            "ranking": self.ranking,
            "scores": self.scores,
            "details": self.details,
            "clauses": self.clauses,
        }
