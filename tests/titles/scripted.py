"""A ruleset that does what a test tells it, so that a test can say exactly which facts an event has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import fields

from delvebook.domain.bots import Action, View, random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.facts import Facts
from delvebook.domain.outcome import Outcome
from delvebook.domain.playout import seed_of
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.schemas import StrictSchema
from delvebook.domain.table import EventContent, Table
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer

GAME = "00000000-0000-4000-8000-000000000001"
State = dict[str, Any]
Deed = Callable[[State, Facts, Tape], None]


class NoOptions(StrictSchema):
    """The title has no options."""


class DoSchema(StrictSchema):
    """Does something that the test defines."""

    card = fields.Integer(strict=True)


class Scripted(Ruleset[None, Mapping[str, Any], State, View, Action]):
    """
    Plays what is next in `deeds`.

    The state says who owes (`owes`), who may (`may`), what each seat is asked (`asks`), and whether it is over.
    """

    id = "scripted"
    version = 1
    title = {"en": "Scripted", "ru": "По сценарию"}  # noqa: RUF012
    seats_min = 2
    seats_max = 4
    options_schema = NoOptions
    action_schemas = {"do": DoSchema}  # noqa: RUF012
    end_reasons = ("over",)
    bots = {"random": random_bot}  # noqa: RUF012
    actions_max = 10
    package = "tests.titles.bids"

    def __init__(self) -> None:
        super().__init__()
        self.deeds: list[Deed] = []

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        state: State = {"owes": list(range(seats)), "may": [], "asks": ["?"] * seats, "over": False}
        return state, self._next(state, tape)

    def to_act(self, state: State) -> list[int]:
        return [] if state["over"] else list(state["owes"])

    def legal(self, state: State, seat: int) -> list[Action]:
        return [{"type": "do"}] if seat in (*state["owes"], *state["may"]) else []

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        return None

    def carry_out(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        return self._next(state, tape)

    def view(self, state: State, viewer: Viewer) -> View:
        return {}

    def outcome(self, state: State) -> Outcome | None:
        return Outcome("over", [0], [[0], [1]], [1, 0]) if state["over"] else None

    def determinize(self, view: View, *, chance: Chance) -> State:
        return {}

    def broken_invariants(self, state: State) -> list[str]:
        return []

    def decision_scope(self, state: State, seat: int) -> Any:
        return state["asks"][seat]

    def _next(self, state: State, tape: Tape) -> Facts:
        facts = Facts()
        self.deeds.pop(0)(state, facts, tape)
        return facts


def body_bytes(body: EventContent) -> bytes:
    """Returns the contents of an event as bytes, so that later changes do not affect them."""
    return jcs([body.data, [list(envelope) for envelope in body.sealed], body.opens])


class ScriptedTable:
    """A table of the scripted title; every event is given as what happens in it."""

    def __init__(self, *, seats: int = 3) -> None:
        self.ruleset = Scripted()
        self.table = Table(self.ruleset, seed=seed_of("scripted"), game=GAME, nonces=[""] * seats)
        self.n = 0

    def start(self, deed: Deed = lambda state, facts, tape: None) -> EventContent:
        """Starts the game, with this deed."""
        self.n += 1
        self.ruleset.deeds.append(deed)
        return self.table.start({}, n=self.n)

    def act(self, seat: int, deed: Deed = lambda state, facts, tape: None, **parameters: Any) -> EventContent:
        """Acts for the seat, with this deed."""
        self.n += 1
        self.ruleset.deeds.append(deed)
        return self.table.take_action(seat, {"type": "do", **parameters}, n=self.n)
