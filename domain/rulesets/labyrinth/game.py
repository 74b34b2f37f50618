"""The title as the rest of Delvebook knows it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from marshmallow import Schema

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.facts import Facts, Seal, component
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, State, View
from delvebook.domain.rulesets.labyrinth.bot import greedy_bot
from delvebook.domain.rulesets.labyrinth.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.invariants import find_broken
from delvebook.domain.rulesets.labyrinth.ranking import rank_key
from delvebook.domain.rulesets.labyrinth.rules import carry_out, judge, legal_actions
from delvebook.domain.rulesets.labyrinth.schemas import ACTION_SCHEMAS, Options
from delvebook.domain.rulesets.labyrinth.setup import set_up
from delvebook.domain.rulesets.labyrinth.view import state_of, view_of
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class Labyrinth(Ruleset):
    """The solo game: one team against a deck. `cards` is the content the rules work with."""

    id: ClassVar[str] = "labyrinth"
    version: ClassVar[int] = 1
    title: ClassVar[Mapping[Language, str]] = MappingProxyType({"en": "Labyrinth", "ru": "Лабиринт"})
    seats_min: ClassVar[int] = 1
    seats_max: ClassVar[int] = 1
    options_schema: ClassVar[type[Schema]] = Options
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = ACTION_SCHEMAS
    end_reasons: ClassVar[tuple[str, ...]] = ("team_lost", "eight_locations", "deck_empty")
    bots: ClassVar[Mapping[str, Bot]] = MappingProxyType({"random": random_bot, "greedy": greedy_bot})
    actions_max: ClassVar[int] = 2 * CONTENT.deck_size + 3
    """Two a card drawn (a Duel has four for its two, three for the last one), one before and one after them."""
    package: ClassVar[str] = PACKAGE

    def __init__(self, cards: Content = CONTENT) -> None:
        super().__init__()
        self.cards = cards

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """A new table; the first question is who carries the first Trophy, or, for a team of one, to begin."""
        return set_up(self.cards, options, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """Seat 0 until the game is over: rivals follow rules."""
        return [] if state["phase"] == "over" else [0]

    def legal(self, state: State, seat: int) -> list[Action]:
        """Every action of the one player."""
        return legal_actions(self.cards, state)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out the action; nothing after the setup is left to chance."""
        judge(self.cards, state, action)
        course = Course(self.cards, state)
        carry_out(course, action)
        return course.facts

    def view(self, state: State, viewer: Viewer) -> View:
        """The table, and the deck face down."""
        return view_of(self.cards, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """The one player has won or lost; `details` is the whole result with the key that won games are ranked by."""
        result = state["result"]
        if result is None:
            return None
        won = result["outcome"] == "won"
        return Outcome(
            reason=result["ended_by"],
            winners=[0] if won else [],
            ranking=[[0]],
            scores=[result["place"]],
            details={**result, "team_size": state["options"]["team_size"], "rank_key": rank_key(result)},
            clauses=["LB-110", "LB-112", "LB-113"] if won else self._loss_clauses(result),
        )

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state with that view, the unseen cards in a random order."""
        return state_of(self.cards, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """The deck, each card by the position it was sealed at."""
        gone = self.cards.deck_size - len(state["deck"])
        return [component(f"deck/{at}", "deck", at, card) for at, card in enumerate(state["deck"], start=gone)]

    def check(self, state: State) -> None:
        """Returns if every invariant holds (LB-008 and the rest of `invariants.py`)."""
        try:
            broken = find_broken(self.cards, state)
        except (KeyError, IndexError, TypeError, StopIteration) as error:
            raise self.broken(f"a state of another shape: {type(error).__name__} {error}") from error
        if broken is not None:
            raise self.broken(broken)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence; a card laid the other way round has a sentence of its own."""
        if action.get("rotation") == 180:
            return super().tell_action({**action, "type": f"{action['type']}_turned"}, language)
        return super().tell_action(action, language)

    @staticmethod
    def _loss_clauses(result: Mapping[str, Any]) -> list[str]:
        return ["LB-110"] if result["ended_by"] == "team_lost" else ["LB-110", "LB-112"]
