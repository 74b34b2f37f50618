"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from marshmallow import Schema

from delvebook.domain.bots import Bot
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.kit.levels import bots_of
from delvebook.domain.kit.planned import Plan, PlannedRuleset
from delvebook.domain.phrases import Language
from delvebook.domain.rulesets.the_descent.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.the_descent.bots.greedy import greedy_bot
from delvebook.domain.rulesets.the_descent.bots.strong import STRONG
from delvebook.domain.rulesets.the_descent.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.the_descent.determinize import determinize
from delvebook.domain.rulesets.the_descent.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.the_descent.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.the_descent.invariants import broken_invariants
from delvebook.domain.rulesets.the_descent.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.the_descent.sealed import face_down
from delvebook.domain.rulesets.the_descent.setup import set_up
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.rulesets.the_descent.words.catalogue import catalogue_of
from delvebook.domain.rulesets.the_descent.words.sentences import ECHOES, tell_action, tell_fact, tell_refusal
from delvebook.domain.rulesets.the_descent.words.shapes import DETAILS, FACTS, TABLE
from delvebook.domain.shapes import Shapes


class TheDescent(PlannedRuleset):
    """The rules of The Descent: 1 to 4 climbers on their way down through a cave, and whatever lives there."""

    id: ClassVar[str] = "the-descent"
    version: ClassVar[int] = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "The Descent", "ru": "Спуск"}
    seats_min: ClassVar[int] = CONTENT.seats_min
    seats_max: ClassVar[int] = CONTENT.seats_max
    options_schema: ClassVar[type[Schema]] = OptionsSchema
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = ACTION_SCHEMAS
    end_reasons: ClassVar[Sequence[str]] = END_REASONS
    actions_max: ClassVar[int] = 40_000
    endless_options: ClassVar[Mapping[str, Sequence[Any]]] = MappingProxyType({"round_limit": (0,)})
    brief_options: ClassVar[Mapping[str, Any]] = MappingProxyType({"round_limit": 20})
    package: ClassVar[str] = PACKAGE
    shapes: ClassVar[Shapes] = Shapes(TABLE, FACTS, DETAILS)
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
    bots: ClassVar[Mapping[str, Bot]] = bots_of(plan, greedy_bot, STRONG)

    def check_options(self, options: Mapping[str, Any], *, seats: int) -> None:
        """The first seat must be one of the game's seats."""
        first = options["first_seat"]
        if first != "random" and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is {first}, but the seats are 0 to {seats - 1}",
                fields={"first_seat": [f"Must be random or 0 to {seats - 1}."]},
            )
