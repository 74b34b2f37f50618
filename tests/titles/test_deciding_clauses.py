"""Which clause decides in which circumstance of Bids; also an example of how a title's rows are written."""

from __future__ import annotations

from typing import Any, Final

import pytest

from delvebook.domain.refusals import Refusal
from tests.domain.rulesets.deciding import Case, cited_in, require_complete
from tests.titles import TEST_TITLES
from tests.titles.tables import BidsTable

BIDS = TEST_TITLES["bids@1"]


def facts(game: BidsTable) -> Any:
    """What the last event has told everybody."""
    return game.bodies[-1].data["facts"]


def set_out() -> Any:
    return facts(BidsTable())


def looked() -> Any:
    game = BidsTable()
    game.look(0)
    return facts(game)


def bid(*cards: int) -> Any:
    game = BidsTable(seats=2)
    for seat, card in enumerate(cards):
        game.bid(seat, card)
    return facts(game)


def refused(action: dict[str, Any], *before: int, seat: int = 0, looks: int = 0, **options: Any) -> Refusal:
    """Why the seat may not do that after these bids, round by round, and looks of the lookout."""
    game = BidsTable(seats=2, **options)
    for index, card in enumerate(before):
        game.bid(index % 2, card)
    for _ in range(looks):
        game.look(game.table.state["lookout"])
    refusal = BIDS.refusal(game.table.state, seat, action)
    assert refusal is not None
    return refusal


LOOK: Final = {"type": "look"}
BID_ONE: Final = {"type": "bid", "card": 1}
CASES: Final = (
    Case("set_out", "the prizes are shuffled", ("BID-001",), set_out),
    Case("looked", "the lookout looks", ("BID-002",), looked),
    Case("bid_made", "a seat bids", ("BID-003",), lambda: bid(3)),
    Case("bids_opened", "the last bid is made", ("BID-003", "BID-004"), lambda: bid(3, 2)),
    Case("lots_drawn", "the highest bids are equal", ("BID-006",), lambda: bid(3, 3)),
    Case("prize_won", "one bid is the highest", ("BID-006",), lambda: bid(3, 2)),
    Case("prize_won", "the lot has decided", ("BID-006",), lambda: bid(3, 3)),
    Case("lookout_moved", "another round follows", ("BID-002",), lambda: bid(3, 2)),
    Case("over", "all rounds are played", ("BID-007",), lambda: refused(LOOK, 1, 1, 2, 2, rounds=2), "refusal"),
    Case("bid_already", "the seat has bid", ("BID-005",), lambda: refused(LOOK, 1), "refusal"),
    Case(
        "spent",
        "the card was opened before",
        ("BID-004",),
        lambda: refused(BID_ONE, 1, 2),
        "refusal",
    ),
    Case("no_looking", "the option is off", ("BID-002",), lambda: refused(LOOK, look=False), "refusal"),
    Case("not_lookout", "another seat is the lookout", ("BID-002",), lambda: refused(LOOK, seat=1), "refusal"),
    Case("looked_already", "the lookout has looked", ("BID-002",), lambda: refused(LOOK, looks=1), "refusal"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_clause_that_decides_is_cited(case: Case) -> None:
    assert cited_in(case) == case.clauses


def test_every_fact_and_refusal_has_a_row() -> None:
    require_complete(BIDS, CASES)
