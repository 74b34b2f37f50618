"""Second versions of Bids, each with one difference from the first, for tests that compare versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from marshmallow import fields, validate

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.schemas import StrictSchema
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, Viewer
from tests.titles.bids import Bids
from tests.titles.bids.state import Action, State
from tests.titles.bids.words.shapes import View


class Renaming(Bids):
    """Differs only in the number."""

    version = 2


class ActionRefusing(Bids):
    """Lists the card 5, and refuses it."""

    version = 2
    refused: ClassVar[int] = 5

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        if action.get("card") == self.refused:
            raise IllegalActionError("this card is not for bidding", clause="BID-001")
        return super().play(state, seat, action, tape=tape)


class LowRefusing(ActionRefusing):
    """Lists the card 2, and refuses it."""

    refused = 2


class LegalShortening(ActionRefusing):
    """Neither lists nor takes the card 5."""

    def legal(self, state: State, seat: int) -> list[Action]:
        return [action for action in super().legal(state, seat) if action.get("card") != self.refused]


class LegalReordering(Bids):
    """Lists the cards from the highest down."""

    version = 2

    def legal(self, state: State, seat: int) -> list[Action]:
        return super().legal(state, seat)[::-1]


class Unlocked(Bids):
    """Lets every seat look."""

    version = 2

    def legal(self, state: State, seat: int) -> list[Action]:
        return super().legal({**state, "lookout": seat}, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        if action["type"] != "look":
            return super().play(state, seat, action, tape=tape)
        lookout, state["lookout"] = state["lookout"], seat
        facts = super().play(state, seat, action, tape=tape)
        state["lookout"] = lookout
        return facts


class FactsTurned(Bids):
    """Tells of the prize before the bids."""

    version = 2

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        facts = super().play(state, seat, action, tape=tape)
        if any(fact["type"] == "prize_won" for fact in facts.public):
            facts.public.sort(key=lambda fact: fact["type"] != "prize_won")
        return facts


class ClauseMended(Bids):
    """Cites another clause for a bid."""

    version = 2

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        facts = super().play(state, seat, action, tape=tape)
        for fact in facts.public:
            if fact["type"] == "bid_made":
                fact["clauses"] = ["BID-005"]
        return facts


class Chatty(Bids):
    """Whispers to every viewer."""

    version = 2

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        facts = super().play(state, seat, action, tape=tape)
        if action["type"] == "look":
            facts.whisper(seat, "looked", "BID-002", seat=seat)
        return facts


class Reticent(Bids):
    """Gives the prize away without turning it up."""

    version = 2

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        facts = super().play(state, seat, action, tape=tape)
        if facts.opened:
            facts.opened.pop()
        return facts


class Superstitious(Bids):
    """Throws a die for nothing, after everything else is decided."""

    version = 2

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        made = super().setup(options, seats=seats, tape=tape)
        tape.die(6, "luck")
        return made


class Consoling(Bids):
    """The last wins."""

    version = 2

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return None if outcome is None else replace(outcome, winners=outcome.ranking[-1])


class Showing(Bids):
    """Tells spectators alone the time."""

    version = 2

    def view(self, state: State, viewer: Viewer) -> View:
        shown = super().view(state, viewer)
        return {**shown, "time": "noon"} if viewer == SPECTATOR else shown


class Remembering(Bids):
    """Keeps in its state a member that no view shows."""

    version = 2

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        state, facts = super().setup(options, seats=seats, tape=tape)
        return {**state, "memory": []}, facts


class Asking(Bids):
    """Asks again after every event, so that the numbers of decisions are others."""

    version = 2

    def decision_scope(self, state: State, seat: int) -> Any:
        return None


class ShortOptions(StrictSchema):
    """The options of Bids, but for the game of three rounds."""

    rounds = fields.Integer(load_default=2, strict=True, validate=validate.OneOf((2, 5)))
    look = fields.Boolean(load_default=True)


class Short(Bids):
    """Has no game of three rounds."""

    version = 2
    options_schema = ShortOptions


class Falling(Bids):
    """Falls over the first bid."""

    version = 2

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        if action["type"] == "bid":
            raise KeyError("bids")
        return super().play(state, seat, action, tape=tape)


class Blind(Bids):
    """Cannot show anything."""

    version = 2

    def view(self, state: State, viewer: Viewer) -> View:
        raise ZeroDivisionError("nothing to see")


class BlindFirst(Bids):
    """A first version that cannot show anything."""

    def view(self, state: State, viewer: Viewer) -> View:
        raise ZeroDivisionError("nothing to see")


class Other(Bids):
    """Another title."""

    id = "other-bids"
