"""The title's implementation of the ruleset contract. One module answers each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.phrases import Language
from delvebook.domain.ruleset import Ruleset, with_box, with_phrasebook
from delvebook.domain.shapes import Shapes
from tests.titles.bids.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from tests.titles.bids.bots.greedy import greedy_bot
from tests.titles.bids.content import CONTENT, PACKAGE, Content
from tests.titles.bids.determinize import determinize
from tests.titles.bids.ending import END_REASONS, outcome_of
from tests.titles.bids.flow import decision_scope, play, to_act
from tests.titles.bids.invariants import broken_invariants
from tests.titles.bids.legality import legal_actions, refusal_of
from tests.titles.bids.sealed import face_down
from tests.titles.bids.setup import set_up
from tests.titles.bids.state import Action, Options, State
from tests.titles.bids.view import view_of
from tests.titles.bids.words.catalogue import catalogue_of
from tests.titles.bids.words.sentences import ECHOES, tell_action, tell_fact, tell_refusal
from tests.titles.bids.words.shapes import DETAILS, FACTS, TABLE, View


class Bids(Ruleset[Content, Options, State, View, Action]):
    """The rules of Bids."""

    id = "bids"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Bids", "ru": "Ставки"}
    seats_min = 2
    seats_max = 4
    options_schema = OptionsSchema
    action_schemas: ClassVar = ACTION_SCHEMAS
    end_reasons = END_REASONS
    bots: ClassVar[Mapping[str, Bot[View, Action]]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max = 5 * (4 + 1)
    package = PACKAGE
    shapes = Shapes(TABLE, FACTS, DETAILS)
    box = CONTENT
    setup = with_box(set_up)
    to_act = staticmethod(to_act)
    legal = with_box(legal_actions)
    refusal = with_box(refusal_of)
    carry_out = with_box(play)
    decision_scope = staticmethod(decision_scope)
    view = with_box(view_of)
    outcome = with_box(outcome_of)
    determinize = with_box(determinize)
    face_down = with_box(face_down)
    broken_invariants = with_box(broken_invariants)
    tell_fact = with_phrasebook(tell_fact)
    tell_action = with_phrasebook(tell_action)
    tell_refusal = with_phrasebook(tell_refusal)
    echo_types = ECHOES
    action_space = with_box(action_space)
    describe = with_box(catalogue_of)
