"""The end of the game and its ranking."""

from __future__ import annotations

from typing import Final

from delvebook.domain.outcome import Outcome
from tests.titles.bids.content import Content
from tests.titles.bids.state import State, is_over

END_REASONS: Final = ("rounds_played",)


def outcome_of(content: Content, state: State) -> Outcome | None:
    """Returns the outcome by the worth of the prizes, or None while the game goes on. Clauses: BID-007."""
    if not is_over(state):
        return None
    scores = [sum(content.worth[prize] for prize in taken) for taken in state["taken"]]
    places = sorted(set(scores), reverse=True)
    ranking = [[seat for seat, score in enumerate(scores) if score == place] for place in places]
    return Outcome("rounds_played", ranking[0], ranking, scores, clauses=["BID-007"])
