"""A title with a fault in its first version, mended in its second: for disputes."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.tape import Tape
from tests.titles.bids import Bids


class SkewedBids(Bids):
    """Bids, but every prize goes to the first seat, whoever bid more (BID-006 says otherwise)."""

    id = "skewed-bids"

    def _open_bids(self, state: State, last: int, facts: Facts, *, tape: Tape) -> None:
        super()._open_bids(state, last, facts, tape=tape)
        won = next(fact for fact in facts.public if fact["type"] == "prize_won")
        state["taken"][won["seat"]].remove(won["prize"])
        state["taken"][0].append(won["prize"])
        won["seat"] = 0


class MendedBids(Bids):
    """The same title, mended."""

    id = "skewed-bids"
    version = 2
