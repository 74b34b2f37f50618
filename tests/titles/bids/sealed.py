"""The face-down components of a state."""

from __future__ import annotations

from delvebook.domain.facts import Seal
from delvebook.domain.kit.sealed_decks import FaceDown
from tests.titles.bids.content import Content
from tests.titles.bids.state import DECK, State, bid_key


def face_down(content: Content, state: State) -> list[Seal]:
    """Returns the envelopes of the prizes to come, then those of the bids of this round."""
    prizes = [FaceDown(at, at, prize) for at, prize in enumerate(state["deck"]) if at >= state["round"]]
    bids = [
        Seal(bid_key(seat), {"action": {"type": "bid", "card": bid}}, (seat,))
        for seat, bid in enumerate(state["bids"])
        if bid is not None
    ]
    return [*DECK.face_down(prizes), *bids]
