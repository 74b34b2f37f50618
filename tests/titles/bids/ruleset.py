"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, View
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer
from tests.titles.bids.actions import ACTION_SCHEMAS, OptionsSchema
from tests.titles.bids.bot import greedy_bot
from tests.titles.bids.content import CONTENT, PACKAGE
from tests.titles.bids.determinize import determinize
from tests.titles.bids.ending import END_REASONS, outcome_of
from tests.titles.bids.flow import decision_scope, play, to_act
from tests.titles.bids.invariants import broken_invariants
from tests.titles.bids.legality import legal_actions, require_legal
from tests.titles.bids.sealed import face_down
from tests.titles.bids.sentences import tell_action, tell_fact
from tests.titles.bids.setup import set_up
from tests.titles.bids.state import State
from tests.titles.bids.view import view_of


class Bids(Ruleset):
    """The rules of Bids."""

    id = "bids"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Bids", "ru": "Ставки"}
    seats_min = 2
    seats_max = 4
    options_schema = OptionsSchema
    action_schemas: ClassVar = ACTION_SCHEMAS
    end_reasons = END_REASONS
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max = 5 * (4 + 1)
    package = PACKAGE

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        return set_up(CONTENT, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        return to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        return legal_actions(CONTENT, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        require_legal(CONTENT, state, seat, action)
        return play(CONTENT, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        return decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(CONTENT, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(CONTENT, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        return determinize(CONTENT, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        return face_down(CONTENT, state)

    def check(self, state: State) -> None:
        for invariant in broken_invariants(CONTENT, state):
            raise self.broken(invariant)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        return tell_action(self.phrasebook, action, language, view=view)
