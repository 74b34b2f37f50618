"""Tables of the test titles: started, and played action by action."""

from __future__ import annotations

from typing import Any

from delvebook.domain.playout import seed_of
from delvebook.domain.table import EventContent, Table
from tests.titles.bids import Bids

GAME = "00000000-0000-4000-8000-000000000001"


class BidsTable:
    """A game of Bids being played; events are numbered from 1."""

    def __init__(self, *, seats: int = 2, seed: str = "bids", **options: Any) -> None:
        self.ruleset = Bids()
        self.table = Table(self.ruleset, seed=seed_of(seed), game=GAME, nonces=[""] * seats)
        self.n = 1
        self.bodies = [self.table.start(self.ruleset.parse_options(options, seats=seats), n=1)]

    def look(self, seat: int) -> EventContent:
        """The seat looks at the top prize."""
        return self._act(seat, {"type": "look"})

    def bid(self, seat: int, card: int) -> EventContent:
        """The seat bids."""
        return self._act(seat, {"type": "bid", "card": card})

    def bid_all(self, *cards: int) -> EventContent:
        """Every seat bids, in seat order. Returns the event of the last bid."""
        return [self.bid(seat, card) for seat, card in enumerate(cards)][-1]

    def types(self, body: EventContent) -> list[str]:
        """What the event tells everybody, by type."""
        return [fact["type"] for fact in body.data["facts"]]

    def _act(self, seat: int, action: dict[str, Any]) -> EventContent:
        body = self.table.take_action(seat, self.ruleset.parse_action(action), n=self.n + 1)
        self.n += 1
        self.bodies.append(body)
        return body
