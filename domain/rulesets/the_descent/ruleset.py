"""The title as the rest of the service knows it: the ruleset contract, carried out by its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import Schema

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, State, View, copy_state
from delvebook.domain.rulesets.the_descent import engine, legality
from delvebook.domain.rulesets.the_descent.actions import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.the_descent.bot import greedy_bot
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.ending import ALL_ARRIVED, ROUND_LIMIT, outcome_of
from delvebook.domain.rulesets.the_descent.invariants import find_broken
from delvebook.domain.rulesets.the_descent.sealed import face_down
from delvebook.domain.rulesets.the_descent.setup import lay_table
from delvebook.domain.rulesets.the_descent.state import FINISHED, TURN, Board, Game
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.rulesets.the_descent.wording import worded
from delvebook.domain.rulesets.the_descent.worlds import deal_world
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class TheDescent(Ruleset):
    """Down through a cave seen from the side: 1 to 4 climbers, and whatever lives there."""

    id: ClassVar[str] = "the-descent"
    version: ClassVar[int] = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "The Descent", "ru": "Спуск"}
    seats_min: ClassVar[int] = 1
    seats_max: ClassVar[int] = 4
    options_schema: ClassVar[type[Schema]] = OptionsSchema
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = ACTION_SCHEMAS
    end_reasons: ClassVar[Sequence[str]] = (ALL_ARRIVED, ROUND_LIMIT)
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max: ClassVar[int] = 40_000
    package: ClassVar[str] = "delvebook.domain.rulesets.the_descent"

    def __init__(self) -> None:
        super().__init__()
        self.figures = Content(self.content)

    def check_options(self, options: Mapping[str, Any], *, seats: int) -> None:
        """A first seat must sit at the table."""
        first = options["first_seat"]
        if first != "random" and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is {first}, but the seats are 0 to {seats - 1}",
                fields={"first_seat": [f"Must be random or 0 to {seats - 1}."]},
            )

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The table laid, as far as the first choice of a starting cell."""
        game = lay_table(self.figures, options, seats=seats, tape=tape)
        engine.run(game)
        return game.state, game.facts

    def to_act(self, state: State) -> list[int]:
        """The owner of the open decision, else the active seat."""
        if state["phase"] == FINISHED:
            return []
        pending = state["pending"]
        return [state["active"] if pending is None else pending["seat"]]

    def legal(self, state: State, seat: int) -> list[Action]:
        """What the seat may do now; in another seat's turn that is to surrender (TD-120)."""
        return [] if state["phase"] == FINISHED else legality.legal_actions(Board(self.figures, state), seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out one action."""
        game = Game(self.figures, state, tape=tape, facts=Facts())
        legality.refuse_illegal(game, seat, action)
        engine.carry_out(game, seat, action)
        return game.facts

    def view(self, state: State, viewer: Viewer) -> View:
        """What the viewer may see."""
        return copy_state(view_of(self.figures, state, viewer))

    def outcome(self, state: State) -> Outcome | None:
        """The ranking by TD-174 and TD-176, once the game is over."""
        return outcome_of(state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state that looks the same, the unseen tiles, tokens and cards dealt at random."""
        return copy_state(deal_world(self.figures, view, chance=chance))

    def face_down(self, state: State) -> list[Seal]:
        """What is sealed and not yet shown to everybody; see `sealed.py`."""
        return face_down(self.figures, state)

    def check(self, state: State) -> None:
        """Holds the state against every invariant."""
        problem = find_broken(Board(self.figures, state))
        if problem is not None:
            raise self.broken(problem)

    def decision_scope(self, state: State, seat: int) -> Any:
        """
        Who owes a decision is asked anew by every event; who may only surrender, not before its own fate changes.

        Clauses: TD-120.
        """
        if seat in self.to_act(state) or (state["phase"] == TURN and state["active"] == seat):
            return None
        own = state["seats"][seat]
        fate = ("cell", "health", "points", "arrived", "backpack", "weakened")
        return {"surrender": {name: own[name] for name in fate}, "cards": len(own["kit"]) + len(own["drawn"])}

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence, the one that fits its case."""
        return self.phrasebook.fact(worded(self.phrasebook, "facts", fact, language), language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence, the one that fits its case."""
        return self.phrasebook.action(worded(self.phrasebook, "actions", action, language), language)
