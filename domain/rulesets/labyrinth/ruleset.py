"""The title's implementation of the ruleset contract. One module answers each question."""

from __future__ import annotations

from types import MappingProxyType

from delvebook.domain.kit.levels import bots_of
from delvebook.domain.ruleset import Ruleset, with_box, with_phrasebook
from delvebook.domain.rulesets.labyrinth.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.bots.strong import STRONG
from delvebook.domain.rulesets.labyrinth.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.labyrinth.determinize import determinize
from delvebook.domain.rulesets.labyrinth.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.labyrinth.flow import decision_scope, play, round_of, to_act
from delvebook.domain.rulesets.labyrinth.invariants import broken_invariants
from delvebook.domain.rulesets.labyrinth.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.labyrinth.sealed import face_down
from delvebook.domain.rulesets.labyrinth.setup import set_up
from delvebook.domain.rulesets.labyrinth.state import Action, Options, State
from delvebook.domain.rulesets.labyrinth.view import view_of
from delvebook.domain.rulesets.labyrinth.words.catalogue import catalogue_of
from delvebook.domain.rulesets.labyrinth.words.cover import COVER
from delvebook.domain.rulesets.labyrinth.words.picture import picture_of
from delvebook.domain.rulesets.labyrinth.words.sentences import ECHOES, tell_action, tell_fact, tell_refusal
from delvebook.domain.rulesets.labyrinth.words.shapes import DETAILS, FACTS, TABLE, View
from delvebook.domain.rulesets.labyrinth.words.stakes import WEIGHED, stakes_of
from delvebook.domain.shapes import Shapes


class Labyrinth(Ruleset[Content, Options, State, View, Action]):
    """The rules of Labyrinth for one player."""

    id = "labyrinth"
    version = 1
    title = MappingProxyType({"en": "Labyrinth", "ru": "Лабиринт"})
    seats_min = 1
    seats_max = 1
    options_schema = OptionsSchema
    action_schemas = ACTION_SCHEMAS
    end_reasons = END_REASONS
    end_facts = ("game_won", "game_lost")
    actions_max = 2 * CONTENT.deck_size + 3
    """Two for each card drawn (a Duel has four for its two, three for the last one), one before and one after them."""
    cover = COVER
    package = PACKAGE
    shapes = Shapes(TABLE, FACTS, DETAILS)
    box = CONTENT
    setup = with_box(set_up)
    to_act = staticmethod(to_act)
    round_of = staticmethod(round_of)
    legal = with_box(legal_actions)
    refusal = with_box(refusal_of)
    carry_out = with_box(play)
    decision_scope = staticmethod(decision_scope)
    view = with_box(view_of)
    outcome = with_box(outcome_of)
    determinize = with_box(determinize)
    face_down = with_box(face_down)
    broken_invariants = with_box(broken_invariants)
    weighed = WEIGHED
    stakes = staticmethod(stakes_of)
    tell_fact = with_phrasebook(tell_fact)
    tell_action = with_phrasebook(tell_action)
    tell_refusal = with_phrasebook(tell_refusal)
    echo_types = ECHOES
    action_space = with_box(action_space)
    describe = with_box(catalogue_of)
    picture = with_phrasebook(picture_of)

    def __init__(self, box: Content | None = None) -> None:
        super().__init__(box)
        self.bots = bots_of(self, greedy_bot, STRONG)
