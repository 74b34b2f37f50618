"""
Bids: a small game with everything the contract knows, for tests alone.

A shuffled deck, a look that is one seat's secret, choices made at the same time and face down, an
opening of both, and a lot that decides ties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import fields, validate

from delvebook.domain.bots import random_bot
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts, Seal, component
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, State, StrictSchema, View
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer

WORTH_OF_A_HIGH_BID = 6


class BidsOptions(StrictSchema):
    """The options of Bids."""

    rounds = fields.Integer(load_default=3, strict=True, validate=validate.OneOf((2, 3, 5)))
    look = fields.Boolean(load_default=True)


class LookSchema(StrictSchema):
    """Look takes no parameters."""


class BidSchema(StrictSchema):
    """Bid names the card."""

    card = fields.Integer(required=True, strict=True, validate=validate.Range(1, 6))


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    """Looks if it may, bids high for a prize it knows to be good, and else low."""
    if legal[0]["type"] == "look":
        return legal[0]
    prize = view["top_prize"]
    is_high = prize is not None and int(prize.removeprefix("prize-")) >= WORTH_OF_A_HIGH_BID
    return legal[-1] if is_high else legal[0]


class Bids(Ruleset):
    """The rules of Bids."""

    id = "bids"
    version = 1
    title = {"en": "Bids", "ru": "Ставки"}  # noqa: RUF012
    seats_min = 2
    seats_max = 4
    options_schema = BidsOptions
    action_schemas = {"look": LookSchema, "bid": BidSchema}  # noqa: RUF012
    end_reasons = ("rounds_played",)
    bots = {"random": random_bot, "greedy": greedy_bot}  # noqa: RUF012
    actions_max = 5 * (4 + 1)
    package = "tests.titles.bids"

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        facts = Facts()
        deck = tape.shuffle(self._prizes(), "prizes")
        facts.seal_zone("deck", deck)
        facts.tell("set_out", "BID-001", count=len(deck), rounds=options["rounds"])
        return {
            "rounds": options["rounds"],
            "look": options["look"],
            "round": 0,
            "lookout": 0,
            "has_looked": False,
            "deck": deck,
            "hands": [list(self.content["bids"]) for _ in range(seats)],
            "bids": [None] * seats,
            "taken": [[] for _ in range(seats)],
        }, facts

    def to_act(self, state: State) -> list[int]:
        if state["round"] == state["rounds"]:
            return []
        return [seat for seat, bid in enumerate(state["bids"]) if bid is None]

    def legal(self, state: State, seat: int) -> list[Action]:
        if seat not in self.to_act(state):
            return []
        looks = [{"type": "look"}] if self._may_look(state, seat) else []
        return [*looks, *({"type": "bid", "card": card} for card in state["hands"][seat])]

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        if seat not in self.to_act(state):
            raise IllegalActionError("this seat has bid already", clause="BID-005")
        facts = Facts()
        if action["type"] == "look":
            if not self._may_look(state, seat):
                raise IllegalActionError("only the lookout may look, and only once", clause="BID-002")
            state["has_looked"] = True
            facts.show(seat, self._top(state))
            facts.tell("looked", "BID-002", seat=seat)
            return facts
        if action["card"] not in state["hands"][seat]:
            raise IllegalActionError("this card is spent", clause="BID-004")
        state["bids"][seat] = action["card"]
        facts.tell("bid_made", "BID-003", seat=seat)
        if self.to_act(state):
            facts.conceal_action(seat, key=f"bids/{seat}")
        else:
            self._open_bids(state, seat, facts, tape=tape)
        return facts

    def _open_bids(self, state: State, last: int, facts: Facts, *, tape: Tape) -> None:
        """Ends the round: BID-003, BID-004, BID-006."""
        bids = state["bids"]
        for seat in range(len(bids)):
            if seat != last:
                facts.open(f"bids/{seat}")
            state["hands"][seat].remove(bids[seat])
        facts.open(self._top(state))
        facts.tell("bids_opened", "BID-003", "BID-004", cards=list(bids))
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
        if state["round"] < state["rounds"]:
            state["lookout"] = (state["lookout"] + 1) % len(bids)
            facts.tell("lookout_moved", "BID-002", seat=state["lookout"])

    def view(self, state: State, viewer: Viewer) -> View:
        is_looking = viewer.sees_all or (viewer.seat == state["lookout"] and state["has_looked"])
        is_running = state["round"] < state["rounds"]
        return {
            "rounds": state["rounds"],
            "look": state["look"],
            "round": state["round"],
            "lookout": state["lookout"],
            "has_looked": state["has_looked"],
            "turned_up": state["deck"][: state["round"]],
            "hands": state["hands"],
            "has_bid": [bid is not None for bid in state["bids"]],
            "bids": [bid if viewer.may_see(seat) else None for seat, bid in enumerate(state["bids"])],
            "taken": state["taken"],
            "top_prize": state["deck"][state["round"]] if is_looking and is_running else None,
        }

    def outcome(self, state: State) -> Outcome | None:
        if state["round"] < state["rounds"]:
            return None
        worth = {prize["id"]: prize["worth"] for prize in self.content["prizes"]}
        scores = [sum(worth[prize] for prize in taken) for taken in state["taken"]]
        places = sorted(set(scores), reverse=True)
        ranking = [[seat for seat, score in enumerate(scores) if score == place] for place in places]
        return Outcome("rounds_played", ranking[0], ranking, [*scores], clauses=["BID-007"])

    def determinize(self, view: View, *, chance: Chance) -> State:
        top = [] if view["top_prize"] is None else [view["top_prize"]]
        unseen = [prize for prize in self._prizes() if prize not in (*view["turned_up"], *top)]
        bids = [
            chance.choose(hand, "bid") if has_bid and bid is None else bid
            for hand, has_bid, bid in zip(view["hands"], view["has_bid"], view["bids"], strict=True)
        ]
        return {
            **{name: view[name] for name in ("rounds", "look", "round", "lookout", "has_looked", "hands", "taken")},
            "deck": [*view["turned_up"], *top, *chance.shuffle(unseen, "deck")],
            "bids": bids,
        }

    def check(self, state: State) -> None:
        if sorted(state["deck"]) != self._prizes():
            raise self.broken("the deck holds every prize once")
        if sorted(prize for taken in state["taken"] for prize in taken) != sorted(state["deck"][: state["round"]]):
            raise self.broken("every prize turned up is somebody's")
        for hand, bid in zip(state["hands"], state["bids"], strict=True):
            if len(hand) != len(self.content["bids"]) - state["round"]:
                raise self.broken("a card is spent each round")
            if bid is not None and bid not in hand:
                raise self.broken("a bid is a card in hand")

    def face_down(self, state: State) -> list[Seal]:
        deck = [
            component(f"deck/{at}", "deck", at, prize) for at, prize in enumerate(state["deck"]) if at >= state["round"]
        ]
        bids = [
            Seal(f"bids/{seat}", {"action": {"type": "bid", "card": bid}}, (seat,))
            for seat, bid in enumerate(state["bids"])
            if bid is not None
        ]
        return [*deck, *bids]

    def decision_scope(self, state: State, seat: int) -> Any:
        return [state["round"]]

    def _may_look(self, state: State, seat: int) -> bool:
        return bool(state["look"]) and seat == state["lookout"] and not state["has_looked"]

    def _top(self, state: State) -> str:
        return f"deck/{state['round']}"

    def _prizes(self) -> list[str]:
        return sorted(prize["id"] for prize in self.content["prizes"])
