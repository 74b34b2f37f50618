"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, View
from delvebook.domain.rulesets.dungeon_raiders.actions import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.dungeon_raiders.bot import greedy_bot
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.dungeon_raiders.determinize import determinize
from delvebook.domain.rulesets.dungeon_raiders.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.dungeon_raiders.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.dungeon_raiders.invariants import broken_invariants
from delvebook.domain.rulesets.dungeon_raiders.legality import legal_actions, require_legal
from delvebook.domain.rulesets.dungeon_raiders.sealed import face_down
from delvebook.domain.rulesets.dungeon_raiders.sentences import tell_action, tell_fact
from delvebook.domain.rulesets.dungeon_raiders.setup import set_up
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.rulesets.dungeon_raiders.view import view_of
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class DungeonRaiders(Ruleset):
    """Dungeon Raiders: five levels of five rooms, one card each, and the weakest collapses at the end."""

    id = "dungeon-raiders"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Dungeon Raiders", "ru": "Dungeon Raiders"}
    seats_min = 2
    seats_max = 5
    options_schema = OptionsSchema
    action_schemas: ClassVar = ACTION_SCHEMAS
    end_reasons = END_REASONS
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max = 160
    """24 rooms and two fights of five cards make 130; each of at most 20 items ever held adds one."""
    package = PACKAGE

    def __init__(self) -> None:
        super().__init__()
        self.box = CONTENT

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The state in which the first room is entered."""
        return set_up(self.box, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seats that owe a card."""
        return to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """Everything the seat may do now."""
        return legal_actions(self.box, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out the action and everything that follows from it."""
        require_legal(self.box, state, seat, action)
        return play(self.box, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        """The wave that is being played."""
        return decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """The table as the viewer sees it."""
        return view_of(self.box, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome_of(self.box, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A whole state that has this view."""
        return determinize(self.box, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """Every envelope that is still closed."""
        return face_down(self.box, state)

    def check(self, state: State) -> None:
        """Returns if every invariant holds."""
        for invariant in broken_invariants(self.box, state):
            raise self.broken(invariant)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence."""
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence."""
        return tell_action(self.phrasebook, action, language, view=view)
