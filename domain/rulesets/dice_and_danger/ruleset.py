"""The title's implementation of the ruleset contract. One module answers each question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.kit.levels import bots_of
from delvebook.domain.phrases import Language
from delvebook.domain.ruleset import Ruleset, with_box, with_phrasebook
from delvebook.domain.rulesets.dice_and_danger.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.dice_and_danger.bots.greedy import greedy_bot
from delvebook.domain.rulesets.dice_and_danger.bots.strong import STRONG
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.dice_and_danger.determinize import determinize
from delvebook.domain.rulesets.dice_and_danger.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.dice_and_danger.flow import decision_scope, play, round_of, to_act
from delvebook.domain.rulesets.dice_and_danger.invariants import broken_invariants
from delvebook.domain.rulesets.dice_and_danger.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.dice_and_danger.sealed import face_down
from delvebook.domain.rulesets.dice_and_danger.setup import set_up
from delvebook.domain.rulesets.dice_and_danger.state import Action, Options, State
from delvebook.domain.rulesets.dice_and_danger.view import view_of
from delvebook.domain.rulesets.dice_and_danger.words.catalogue import catalogue_of
from delvebook.domain.rulesets.dice_and_danger.words.cover import COVER
from delvebook.domain.rulesets.dice_and_danger.words.picture import picture_of
from delvebook.domain.rulesets.dice_and_danger.words.sentences import (
    ECHOES,
    TOLD_BY_FACTS,
    retold,
    tell_action,
    tell_fact,
    tell_refusal,
)
from delvebook.domain.rulesets.dice_and_danger.words.shapes import DETAILS, FACTS, TABLE, View
from delvebook.domain.rulesets.dice_and_danger.words.stakes import WEIGHED, stakes_of
from delvebook.domain.shapes import Shapes


class DiceAndDanger(Ruleset[Content, Options, State, View, Action]):
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
    weighed = WEIGHED
    echo_types = ECHOES
    told_by_facts = TOLD_BY_FACTS
    score_fact = "sheet_scored"
    end_facts = ("winners_found", "nobody_won", "solo_rated")
    action_space = with_box(action_space)
    describe = with_box(catalogue_of)
    picture = with_phrasebook(picture_of)
    retold = staticmethod(retold)

    def __init__(self, box: Content | None = None) -> None:
        super().__init__(box)
        self.bots = bots_of(self, greedy_bot, STRONG)

    def check_options(self, options: Options, *, seats: int) -> None:
        """Refuses a first seat that the game does not have. Solo games ignore the option. Clauses: DD-004."""
        first = options["first_seat"]
        if first is not None and seats > 1 and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is one of the seats 0 to {seats - 1}, not {first}",
                fields={"first_seat": [f"must be below {seats}"]},
            )
