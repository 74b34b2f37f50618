"""The title's implementation of the ruleset contract. One module answers each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from delvebook.domain.kit.levels import bots_of
from delvebook.domain.phrases import Language
from delvebook.domain.ruleset import Ruleset, with_box, with_phrasebook
from delvebook.domain.rulesets.dungeon_raiders.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.dungeon_raiders.bots.greedy import greedy_bot
from delvebook.domain.rulesets.dungeon_raiders.bots.strong import STRONG
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.dungeon_raiders.determinize import determinize
from delvebook.domain.rulesets.dungeon_raiders.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.dungeon_raiders.flow import decision_scope, play, round_of, to_act
from delvebook.domain.rulesets.dungeon_raiders.invariants import broken_invariants
from delvebook.domain.rulesets.dungeon_raiders.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.dungeon_raiders.sealed import face_down
from delvebook.domain.rulesets.dungeon_raiders.setup import set_up
from delvebook.domain.rulesets.dungeon_raiders.state import Action, Options, State
from delvebook.domain.rulesets.dungeon_raiders.view import view_of
from delvebook.domain.rulesets.dungeon_raiders.words.catalogue import catalogue_of
from delvebook.domain.rulesets.dungeon_raiders.words.cover import COVER
from delvebook.domain.rulesets.dungeon_raiders.words.picture import picture_of
from delvebook.domain.rulesets.dungeon_raiders.words.sentences import (
    ECHOES,
    retold,
    tell_action,
    tell_fact,
    tell_refusal,
)
from delvebook.domain.rulesets.dungeon_raiders.words.shapes import DETAILS, FACTS, TABLE, View
from delvebook.domain.rulesets.dungeon_raiders.words.stakes import WEIGHED, stakes_of
from delvebook.domain.shapes import Shapes


class DungeonRaiders(Ruleset[Content, Options, State, View, Action]):
    """Dungeon Raiders: five levels of five rooms, one card each, and the weakest collapses at the end."""

    id = "dungeon-raiders"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Dungeon Raiders", "ru": "Dungeon Raiders"}
    seats_min = 2
    seats_max = 5
    options_schema = OptionsSchema
    action_schemas: ClassVar = ACTION_SCHEMAS
    end_reasons = END_REASONS
    actions_max = 160
    """24 rooms and two fights of five cards make 130; each of at most 20 items ever held adds one."""
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
    tell_fact = with_phrasebook(tell_fact)
    tell_action = with_phrasebook(tell_action)
    tell_refusal = with_phrasebook(tell_refusal)
    stakes = staticmethod(stakes_of)
    retold = staticmethod(retold)
    weighed = WEIGHED
    score_fact = "character_scored"
    end_facts = ("game_finished",)
    echo_types = ECHOES
    action_space = with_box(action_space)
    describe = with_box(catalogue_of)
    picture = with_phrasebook(picture_of)

    def __init__(self, box: Content | None = None) -> None:
        super().__init__(box)
        self.bots = bots_of(self, greedy_bot, STRONG)
