"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, View
from delvebook.domain.rulesets.dice_and_danger.actions import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.dice_and_danger.bot import greedy_bot
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.dice_and_danger.determinize import determinize
from delvebook.domain.rulesets.dice_and_danger.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.dice_and_danger.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.dice_and_danger.invariants import broken_invariants
from delvebook.domain.rulesets.dice_and_danger.legality import legal_actions, require_legal
from delvebook.domain.rulesets.dice_and_danger.sealed import face_down
from delvebook.domain.rulesets.dice_and_danger.sentences import tell_action, tell_fact
from delvebook.domain.rulesets.dice_and_danger.setup import set_up
from delvebook.domain.rulesets.dice_and_danger.state import State
from delvebook.domain.rulesets.dice_and_danger.view import view_of
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class DiceAndDanger(Ruleset):
    """The rules of Dungeons, Dice & Danger: four adventures, one to four seats."""

    id = "dice-and-danger"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Dungeons, Dice & Danger", "ru": "Dungeons, Dice & Danger"}
    seats_min = 1
    seats_max = 4
    options_schema = OptionsSchema
    action_schemas: ClassVar = ACTION_SCHEMAS
    end_reasons = END_REASONS
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max = 4 * 8 + 118 + 4 * (59 * 4 + 16)
    """Cloud numbers; rolls; for each seat three steps and a `done` a round, and its torches and chests."""
    package = PACKAGE

    def check_options(self, options: Mapping[str, Any], *, seats: int) -> None:
        """Refuses a first seat that the game does not have. Solo games ignore the option. Clauses: DD-004."""
        first = options["first_seat"]
        if first is not None and seats > 1 and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is one of the seats 0 to {seats - 1}, not {first}",
                fields={"first_seat": [f"Must be below {seats}."]},
            )

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The state before the first decision, and the facts of the setup."""
        return set_up(CONTENT, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seats whose decisions are open."""
        return to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """Everything the seat may do now."""
        return legal_actions(CONTENT, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out the action and what follows from it."""
        require_legal(CONTENT, state, seat, action)
        return play(CONTENT, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        """What keeps the seat's decision open."""
        return decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """The table as the viewer sees it."""
        return view_of(CONTENT, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Points, places and, in solo, the rating."""
        return outcome_of(CONTENT, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A whole state that has this view."""
        return determinize(CONTENT, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """The hidden steps and cloud numbers."""
        return face_down(CONTENT, state)

    def check(self, state: State) -> None:
        """Raises the first invariant that does not hold."""
        for invariant in broken_invariants(CONTENT, state):
            raise self.broken(invariant)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence."""
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence."""
        return tell_action(self.phrasebook, action, language, view=view)
