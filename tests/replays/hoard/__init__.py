"""A title for tests only: small, and with every kind of secret, chance and ending a record can hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import Schema, fields, validate

from domain.bots import Bot, random_bot
from domain.errors import IllegalActionError
from domain.facts import Facts
from domain.outcome import Outcome
from domain.ruleset import Action, Ruleset, State, StrictSchema, View
from domain.tape import Chance, Tape
from domain.telling import Language
from domain.viewers import Viewer

HAND = [1, 2, 3, 4]


class Options(StrictSchema):
    rounds = fields.Integer(strict=True, load_default=3, validate=validate.Range(min=1, max=4))
    cave = fields.String(load_default="calm", validate=validate.OneOf(["calm", "shaky"]))
    spying = fields.Boolean(load_default=False)
    limit = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(min=6, max=8))


class Bid(StrictSchema):
    card = fields.Integer(strict=True, required=True)


def greedy_bot(view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
    return legal[-1]


class Hoard(Ruleset):
    """Treasures lie face down; each round everybody bids a card in secret, and the highest takes the treasure."""

    id = "hoard"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Hoard", "ru": "Клад"}
    seats_min = 2
    seats_max = 4
    options_schema: ClassVar[type[Schema]] = Options
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = {"bid": Bid}
    end_reasons: ClassVar[Sequence[str]] = ("rounds_over", "collapse")
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max = 20
    package = "tests.replays.hoard"

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        facts = Facts()
        deck = tape.shuffle(self.content["treasures"], "treasures")
        facts.seal_zone("hoard", deck)
        state: State = {
            "options": dict(options),
            "deck": deck,
            "turned": 0,
            "hands": [],
            "bids": [None] * seats,
            "gold": [0] * seats,
            "end": None,
        }
        for seat in range(seats):
            hand = [*HAND, tape.die(6, "luck")]
            state["hands"].append(hand)
            facts.whisper(seat, "hand_dealt", "HO-1", seat=seat, cards=list(hand))
        return state, facts

    def _turn_up(self, state: State, facts: Facts) -> None:
        treasure = state["deck"][state["turned"]]
        facts.open(f"hoard/{state['turned']}")
        facts.tell("treasure_shown", "HO-2", value=treasure)
        if treasure == 6 and state["options"]["cave"] == "shaky":
            facts.tell("cave_collapsed", "HO-5")
            state["end"] = "collapse"

    def to_act(self, state: State) -> list[int]:
        return [] if state["end"] else [seat for seat, bid in enumerate(state["bids"]) if bid is None]

    def legal(self, state: State, seat: int) -> list[Action]:
        if seat not in self.to_act(state):
            return []
        return [{"type": "bid", "card": card} for card in sorted(set(state["hands"][seat]))]

    def question(self, state: State, seat: int) -> Any:
        return ["bid", state["turned"]]

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        if state["bids"][seat] is not None:
            raise IllegalActionError("you have bid already", clause="HO-3")
        if action["card"] not in state["hands"][seat]:
            raise IllegalActionError("you do not hold that card", clause="HO-3")
        facts = Facts()
        facts.conceal_action(seat, key=f"bid-{seat}")
        facts.tell("bid_placed", "HO-3", seat=seat)
        if state["options"]["spying"] and state["turned"] + 1 < len(state["deck"]) - seat:
            facts.show(seat, f"hoard/{len(state['deck']) - 1 - seat}")
        state["hands"][seat].remove(action["card"])
        state["bids"][seat] = action["card"]
        if None not in state["bids"]:
            self._award(state, facts, seat, action, tape)
        return facts

    def _award(self, state: State, facts: Facts, last: int, action: Action, tape: Tape) -> None:
        self._turn_up(state, facts)
        bids = state["bids"]
        for seat in range(len(bids)):
            if seat != last:
                facts.open(f"bid-{seat}")
            facts.tell("bid_shown", "HO-4", seat=seat, card=bids[seat])
        best = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
        winner = best[0] if len(best) == 1 else tape.choose(best, "tie")
        value = state["deck"][state["turned"]]
        limit = state["options"]["limit"]
        state["gold"][winner] += value if limit is None else min(value, limit - 5)
        facts.tell("treasure_taken", "HO-4", seat=winner, value=value)
        state["bids"] = [None] * len(bids)
        state["turned"] += 1
        if state["end"] is None and state["turned"] == state["options"]["rounds"]:
            state["end"] = "rounds_over"

    def view(self, state: State, viewer: Viewer) -> View:
        shown = state["turned"]
        return {
            "options": state["options"],
            "hoard": [
                value if index < shown or viewer.sees_all or state["end"] else None
                for index, value in enumerate(state["deck"])
            ],
            "hands": [
                hand if viewer.may_see(seat) or state["end"] else len(hand) for seat, hand in enumerate(state["hands"])
            ],
            "gold": state["gold"],
            "end": state["end"],
        }

    def outcome(self, state: State) -> Outcome | None:
        if state["end"] is None:
            return None
        gold = state["gold"]
        places = sorted(set(gold), reverse=True)
        ranking = [[seat for seat in range(len(gold)) if gold[seat] == place] for place in places]
        return Outcome(state["end"], ranking[0], ranking, list(gold), {"left": len(state["deck"])}, ["HO-6"])

    def determinize(self, view: View, *, chance: Chance) -> State:
        raise AssertionError

    def check(self, state: State) -> None:
        if sum(state["gold"]) > sum(self.content["treasures"]):
            raise self.broken("there is no more gold than there was")
