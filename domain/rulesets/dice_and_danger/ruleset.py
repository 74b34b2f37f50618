"""The title as the rest of Delvebook knows it: each question of the contract is answered by one module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from delvebook.domain.bots import Bot
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.kit.levels import bots_of
from delvebook.domain.kit.planned import Plan, PlannedRuleset
from delvebook.domain.phrases import Language
from delvebook.domain.rulesets.dice_and_danger.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.dice_and_danger.bots.greedy import greedy_bot
from delvebook.domain.rulesets.dice_and_danger.bots.strong import STRONG
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, PACKAGE
from delvebook.domain.rulesets.dice_and_danger.determinize import determinize
from delvebook.domain.rulesets.dice_and_danger.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.dice_and_danger.flow import decision_scope, play, to_act
from delvebook.domain.rulesets.dice_and_danger.invariants import broken_invariants
from delvebook.domain.rulesets.dice_and_danger.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.dice_and_danger.sealed import face_down
from delvebook.domain.rulesets.dice_and_danger.setup import set_up
from delvebook.domain.rulesets.dice_and_danger.view import view_of
from delvebook.domain.rulesets.dice_and_danger.words.catalogue import catalogue_of
from delvebook.domain.rulesets.dice_and_danger.words.sentences import (
    ECHOES,
    retold,
    tell_action,
    tell_fact,
    tell_refusal,
)
from delvebook.domain.rulesets.dice_and_danger.words.shapes import DETAILS, FACTS, TABLE
from delvebook.domain.shapes import Shapes


class DiceAndDanger(PlannedRuleset):
    """The rules of Dungeons, Dice & Danger: four adventures, one to four seats."""

    id = "dice-and-danger"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Dungeons, Dice & Danger", "ru": "Dungeons, Dice & Danger"}
    seats_min = 1
    seats_max = 4
    options_schema = OptionsSchema
    action_schemas: ClassVar = ACTION_SCHEMAS
    end_reasons = END_REASONS
    actions_max = 4 * 8 + 118 + 4 * (59 * 4 + 16)
    """Cloud numbers; rolls; for each seat three steps and a `done` a round, and its torches and chests."""
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
        retold=retold,
    )
    bots: ClassVar[Mapping[str, Bot]] = bots_of(plan, greedy_bot, STRONG)

    def check_options(self, options: Mapping[str, Any], *, seats: int) -> None:
        """Refuses a first seat that the game does not have. Solo games ignore the option. Clauses: DD-004."""
        first = options["first_seat"]
        if first is not None and seats > 1 and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is one of the seats 0 to {seats - 1}, not {first}",
                fields={"first_seat": [f"Must be below {seats}."]},
            )
