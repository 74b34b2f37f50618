"""A title with a fault in its first version, mended in its second: for disputes."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.tape import Tape
from tests.titles.bids import Bids
from tests.titles.bids.state import Action, State


class SkewedBids(Bids):
    """Bids, but every prize goes to the first seat, no matter which seat bid more (BID-006 says otherwise)."""

    id = "skewed-bids"

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        facts = super().play(state, seat, action, tape=tape)
        for won in facts.public:
            if won["type"] == "prize_won":
                state["taken"][won["seat"]].remove(won["prize"])
                state["taken"][0].append(won["prize"])
                won["seat"] = 0
        return facts


class MendedBids(Bids):
    """The same title, mended."""

    id = "skewed-bids"
    version = 2
