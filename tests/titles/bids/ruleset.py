"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.kit.planned import Plan, PlannedRuleset
from delvebook.domain.phrases import Language
from delvebook.domain.shapes import Shapes
from tests.titles.bids.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from tests.titles.bids.bots.greedy import greedy_bot
from tests.titles.bids.content import CONTENT, PACKAGE
from tests.titles.bids.determinize import determinize
from tests.titles.bids.ending import END_REASONS, outcome_of
from tests.titles.bids.flow import decision_scope, play, to_act
from tests.titles.bids.invariants import broken_invariants
from tests.titles.bids.legality import legal_actions, refusal_of
from tests.titles.bids.sealed import face_down
from tests.titles.bids.setup import set_up
from tests.titles.bids.view import view_of
from tests.titles.bids.words.catalogue import catalogue_of
from tests.titles.bids.words.sentences import ECHOES, tell_action, tell_fact, tell_refusal
from tests.titles.bids.words.shapes import DETAILS, FACTS, TABLE


class Bids(PlannedRuleset):
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
    shapes = Shapes(TABLE, FACTS, DETAILS)
    plan = Plan(
        content=CONTENT,
        set_up=set_up,
        to_act=to_act,
        legal_actions=legal_actions,
        refusal_of=refusal_of,
        play=play,
        decision_scope=decision_scope,
        view_of=view_of,
        outcome_of=outcome_of,
        determinize=determinize,
        face_down=face_down,
        broken_invariants=broken_invariants,
        tell_fact=tell_fact,
        tell_action=tell_action,
        tell_refusal=tell_refusal,
        echoes=ECHOES,
        action_space=action_space,
        catalogue_of=catalogue_of,
    )
