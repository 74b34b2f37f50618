"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from delvebook.domain.bots import random_bot
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, View
from delvebook.domain.rulesets.runebound.actions import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.runebound.bot import greedy_bot
from delvebook.domain.rulesets.runebound.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.runebound.determinize import determinize
from delvebook.domain.rulesets.runebound.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.runebound.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.runebound.invariants import broken_invariants
from delvebook.domain.rulesets.runebound.legality import legal_actions, require_legal
from delvebook.domain.rulesets.runebound.sealed import face_down
from delvebook.domain.rulesets.runebound.sentences import phrasebook_of, tell_action, tell_fact
from delvebook.domain.rulesets.runebound.setup import set_up
from delvebook.domain.rulesets.runebound.state import State
from delvebook.domain.rulesets.runebound.view import view_of
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class Runebound(Ruleset):
    """The rules of Runebound, second edition."""

    id = "runebound"
    version = 1
    title = MappingProxyType({"en": "Runebound", "ru": "Runebound"})
    seats_min = 1
    seats_max = 6
    options_schema = OptionsSchema
    action_schemas = ACTION_SCHEMAS
    end_reasons = END_REASONS
    bots = MappingProxyType({"random": random_bot, "greedy": greedy_bot})
    actions_max = 400_000
    brief_options = MappingProxyType({"round_limit": 40})
    package = PACKAGE

    def __init__(self) -> None:
        super().__init__()
        self.components = CONTENT
        self.phrasebook = phrasebook_of()

    def parse_options(self, options: Mapping[str, Any], *, seats: int) -> dict[str, Any]:
        """
        The options with all defaults filled in.

        A round limit is the default for one seat (ruling R-30), and where the adventures can run out: then nobody may
        be able to win any more (R-08, R-09), and a game should end (R-29).

        Clauses: RB-052, RB-054, RB-213.
        """
        parsed = super().parse_options(options, seats=seats)
        endless = parsed["recycle_adventure_decks"] and parsed["refill_exhausted_colours"]
        if "round_limit" not in options and (seats == 1 or not endless):
            parsed["round_limit"] = self.components.decided["default_round_limit"]
        return parsed

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """From the box to the first decision; see `setup.py`."""
        return set_up(self.components, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seat of the pending decision."""
        return to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """The legal answers to the pending decision; see `legality.py`."""
        return legal_actions(self.components, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Judges the answer, then carries it out; see `flow.py`."""
        require_legal(self.components, state, seat, action)
        return play(self.components, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        """None: one seat decides at a time."""
        return decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """The open table; see `view.py`."""
        return view_of(self.components, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; see `ending.py`."""
        return outcome_of(self.components, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state that has this view; see `determinize.py`."""
        return determinize(self.components, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """Every envelope that is still closed; see `sealed.py`."""
        return face_down(self.components, state)

    def check(self, state: State) -> None:
        """Holds the state to the invariants; see `invariants.py`."""
        for invariant in broken_invariants(self.components, state):
            raise self.broken(invariant)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence; see `sentences.py`."""
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence; see `sentences.py`."""
        return tell_action(self.phrasebook, action, language, view=view)
