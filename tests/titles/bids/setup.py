"""The setup: the prizes are shuffled, and everybody takes their bid cards."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.kit.sealed_decks import FaceDown
from delvebook.domain.tape import Tape
from tests.titles.bids.content import Content
from tests.titles.bids.state import DECK, Options, State


def set_up(content: Content, options: Options, *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """Returns the state before the first bid. Clauses: BID-001."""
    facts = Facts()
    deck = tape.shuffle(content.prizes, "prizes")
    DECK.seal(facts, (FaceDown(at, at, prize) for at, prize in enumerate(deck)), whole=True)
    facts.tell("set_out", "BID-001", count=len(deck), rounds=options["rounds"])
    state: State = {
        "rounds": options["rounds"],
        "look": options["look"],
        "round": 0,
        "lookout": 0,
        "has_looked": False,
        "deck": deck,
        "hands": [list(content.bids) for _ in range(seats)],
        "bids": [None] * seats,
        "taken": [[] for _ in range(seats)],
    }
    return state, facts
