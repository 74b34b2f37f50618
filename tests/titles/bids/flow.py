"""The course of a game: the open decisions, and the effects of an action."""

from __future__ import annotations

from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.tape import Tape
from tests.titles.bids.content import Content
from tests.titles.bids.state import DECK, Action, State, bid_key, is_over


def to_act(state: State) -> list[int]:
    """Returns the seats that have not bid in this round."""
    return [] if is_over(state) else [seat for seat, bid in enumerate(state["bids"]) if bid is None]


def decision_scope(state: State, seat: int) -> Any:
    """Returns the round, so that a seat's decision stays open while the others bid."""
    return [state["round"]]


def play(content: Content, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
    """Carries out a legal action; with the last bid the round ends. Clauses: BID-002, BID-003."""
    facts = Facts()
    if action["type"] == "look":
        state["has_looked"] = True
        DECK.show(facts, seat, state["round"])
        facts.tell("looked", "BID-002", seat=seat)
        return facts
    state["bids"][seat] = action["card"]
    facts.tell("bid_made", "BID-003", seat=seat)
    if to_act(state):
        facts.conceal_action(seat, key=bid_key(seat))
    else:
        _end_round(state, seat, facts, tape=tape)
    return facts


def _end_round(state: State, last: int, facts: Facts, *, tape: Tape) -> None:
    """Opens the bids and gives the prize away. Clauses: BID-003, BID-004, BID-006."""
    bids = [bid for bid in state["bids"] if bid is not None]
    for seat, bid in enumerate(bids):
        if seat != last:
            facts.open(bid_key(seat))
        state["hands"][seat].remove(bid)
    DECK.turn_up(facts, state["round"])
    facts.tell("bids_opened", "BID-003", "BID-004", cards=bids)
    tied = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
    winner = tied[0] if len(tied) == 1 else tape.choose(tied, "tied bids")
    if len(tied) > 1:
        facts.tell("lots_drawn", "BID-006", tied_seats=tied, seat=winner)
    prize = state["deck"][state["round"]]
    state["taken"][winner].append(prize)
    facts.tell("prize_won", "BID-006", seat=winner, prize=prize)
    state["round"] += 1
    state["bids"] = [None] * len(bids)
    state["has_looked"] = False
    if not is_over(state):
        state["lookout"] = (state["lookout"] + 1) % len(bids)
        facts.tell("lookout_moved", "BID-002", seat=state["lookout"])
