"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from marshmallow import Schema

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, View, copy_state
from delvebook.domain.rulesets.the_descent.actions import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.the_descent.bot import greedy_bot
from delvebook.domain.rulesets.the_descent.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.the_descent.determinize import determinize
from delvebook.domain.rulesets.the_descent.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.the_descent.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.the_descent.invariants import broken_invariants
from delvebook.domain.rulesets.the_descent.legality import legal_actions, require_legal
from delvebook.domain.rulesets.the_descent.sealed import face_down
from delvebook.domain.rulesets.the_descent.sentences import tell_action, tell_fact
from delvebook.domain.rulesets.the_descent.setup import set_up
from delvebook.domain.rulesets.the_descent.state import State
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class TheDescent(Ruleset):
    """The rules of The Descent: 1 to 4 climbers on their way down through a cave, and whatever lives there."""

    id: ClassVar[str] = "the-descent"
    version: ClassVar[int] = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "The Descent", "ru": "Спуск"}
    seats_min: ClassVar[int] = CONTENT.seats_min
    seats_max: ClassVar[int] = CONTENT.seats_max
    options_schema: ClassVar[type[Schema]] = OptionsSchema
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = ACTION_SCHEMAS
    end_reasons: ClassVar[Sequence[str]] = END_REASONS
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max: ClassVar[int] = 40_000
    package: ClassVar[str] = PACKAGE

    def check_options(self, options: Mapping[str, Any], *, seats: int) -> None:
        """The first seat must be one of the game's seats."""
        first = options["first_seat"]
        if first != "random" and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is {first}, but the seats are 0 to {seats - 1}",
                fields={"first_seat": [f"Must be random or 0 to {seats - 1}."]},
            )

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The table laid, as far as the first choice of a starting cell."""
        return set_up(CONTENT, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The owner of the open decision, else the active seat."""
        return to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """The answers to the seat's decision, else its actions; out of its turn it may surrender (TD-120)."""
        return legal_actions(CONTENT, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out one action."""
        require_legal(CONTENT, state, seat, action)
        return play(CONTENT, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        """What the seat is being asked; see `flow.decision_scope`."""
        return decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """What the viewer may see."""
        shown: View = copy_state(cast("View", view_of(CONTENT, state, viewer)))
        return shown

    def outcome(self, state: State) -> Outcome | None:
        """The ranking, once the game is over."""
        return outcome_of(CONTENT, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state that has this view, with the rest dealt at random."""
        return copy_state(determinize(CONTENT, view, chance=chance))

    def face_down(self, state: State) -> list[Seal]:
        """Every envelope that is still closed."""
        return face_down(CONTENT, state)

    def check(self, state: State) -> None:
        """Raises unless every invariant holds."""
        for invariant in broken_invariants(CONTENT, state):
            raise self.broken(invariant)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence."""
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence."""
        return tell_action(self.phrasebook, action, language, view=view)
