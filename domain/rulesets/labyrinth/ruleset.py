"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from marshmallow import Schema

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, View
from delvebook.domain.rulesets.labyrinth.actions import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.labyrinth.bot import greedy_bot
from delvebook.domain.rulesets.labyrinth.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.labyrinth.determinize import determinize
from delvebook.domain.rulesets.labyrinth.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.labyrinth.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.labyrinth.invariants import broken_invariants
from delvebook.domain.rulesets.labyrinth.legality import legal_actions, require_legal
from delvebook.domain.rulesets.labyrinth.sealed import face_down
from delvebook.domain.rulesets.labyrinth.sentences import tell_action, tell_fact
from delvebook.domain.rulesets.labyrinth.setup import set_up
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.rulesets.labyrinth.view import view_of
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class Labyrinth(Ruleset):
    """
    The rules of Labyrinth for one player.

    Args:
        cards: The content that the rules work with.
    """

    id: ClassVar[str] = "labyrinth"
    version: ClassVar[int] = 1
    title: ClassVar[Mapping[Language, str]] = MappingProxyType({"en": "Labyrinth", "ru": "Лабиринт"})
    seats_min: ClassVar[int] = 1
    seats_max: ClassVar[int] = 1
    options_schema: ClassVar[type[Schema]] = OptionsSchema
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = ACTION_SCHEMAS
    end_reasons: ClassVar[tuple[str, ...]] = END_REASONS
    bots: ClassVar[Mapping[str, Bot]] = MappingProxyType({"random": random_bot, "greedy": greedy_bot})
    actions_max: ClassVar[int] = 2 * CONTENT.deck_size + 3
    """Two for each card drawn (a Duel has four for its two, three for the last one), one before and one after them."""
    package: ClassVar[str] = PACKAGE

    def __init__(self, cards: Content = CONTENT) -> None:
        super().__init__()
        self.cards = cards

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The table before the first decision."""
        return set_up(self.cards, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """Seat 0 until the game is over."""
        return to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """Every action the player may take now."""
        return legal_actions(self.cards, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out a legal action; refuses any other."""
        require_legal(self.cards, state, seat, action)
        return play(self.cards, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        """None: one seat decides one thing at a time."""
        return decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """The table, with the deck face down."""
        return view_of(self.cards, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Whether the player has won."""
        return outcome_of(self.cards, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state that has this view."""
        return determinize(self.cards, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """The cards of the deck."""
        return face_down(self.cards, state)

    def check(self, state: State) -> None:
        """Returns if every invariant holds."""
        try:
            broken = next(broken_invariants(self.cards, state), None)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise self.broken(f"the state has the shape of State: {type(error).__name__} {error}") from error
        if broken is not None:
            raise self.broken(broken)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence."""
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence."""
        return tell_action(self.phrasebook, action, language, view=view)
