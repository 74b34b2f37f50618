"""What clients get to see: the table, the facts, the details of the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, TypedDict

from delvebook.domain.shapes import Fact, Meta

Seat = Annotated[int, Meta(description="A seat, counted from 0", ge=0, le=3)]
Card = Annotated[int, Meta(description="A bid card by its strength", ge=1, le=6)]
Prize = Annotated[str, Meta(description="A prize; see the catalogue's components")]


class Table(TypedDict):
    """The table of Bids, the same for every kind of viewer but for what is null."""

    rounds: Annotated[Literal[2, 3, 5], Meta(description="How many rounds are played")]
    look: Annotated[bool, Meta(description="Whether the lookout may look at the top prize")]
    round: Annotated[int, Meta(description="How many rounds are over", ge=0, le=5)]
    lookout: Annotated[Seat, Meta(description="The seat that is the lookout")]
    has_looked: Annotated[bool, Meta(description="Whether the lookout has looked in this round")]
    turned_up: Annotated[list[Prize], Meta(description="The prizes given away so far, in order", max_length=5)]
    hands: Annotated[
        list[Annotated[list[Card], Meta(max_length=6)]],
        Meta(description="By seat, its unspent cards; a bid face down is among them", max_length=4),
    ]
    has_bid: Annotated[list[bool], Meta(description="By seat, whether it has bid in this round", max_length=4)]
    bids: Annotated[
        list[Card | None],
        Meta(description="By seat, its bid of this round; null if unknown or not made", max_length=4),
    ]
    taken: Annotated[
        list[Annotated[list[Prize], Meta(max_length=5)]],
        Meta(description="By seat, the prizes it has won, in order", max_length=4),
    ]
    top_prize: Annotated[Prize | None, Meta(description="The prize of this round; null to those who have not seen it")]


View: TypeAlias = Table

TABLE: Final[Mapping[str, type]] = dict.fromkeys(("seat", "spectator", "arbiter", "public"), Table)


class SetOut(Fact):
    """The prizes are shuffled and laid out."""

    count: Annotated[int, Meta(description="How many prizes there are", ge=9, le=9)]
    rounds: Annotated[Literal[2, 3, 5], Meta(description="How many rounds will be played")]


class Looked(Fact):
    """The lookout looks at the top prize."""

    seat: Seat


class BidMade(Fact):
    """A seat bids, face down."""

    seat: Seat


class BidsOpened(Fact):
    """The bids of the round are opened."""

    cards: Annotated[list[Card], Meta(description="By seat, its bid")]


class LotsDrawn(Fact):
    """Bids are tied, and the lot decides."""

    tied_seats: Annotated[list[Seat], Meta(description="The seats with the highest bid", min_length=2)]
    seat: Annotated[Seat, Meta(description="The seat on which the lot falls")]


class PrizeWon(Fact):
    """A seat wins the prize of the round."""

    seat: Seat
    prize: Prize


class LookoutMoved(Fact):
    """The next seat is the lookout."""

    seat: Seat


FACTS: Final[Mapping[str, type]] = {
    "set_out": SetOut,
    "looked": Looked,
    "bid_made": BidMade,
    "bids_opened": BidsOpened,
    "lots_drawn": LotsDrawn,
    "prize_won": PrizeWon,
    "lookout_moved": LookoutMoved,
}


class Details(TypedDict):
    """The outcome of Bids has no details."""


DETAILS: Final = Details
