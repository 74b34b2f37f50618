"""The title's implementation of the ruleset contract. One module answers each question."""

from __future__ import annotations

from types import MappingProxyType

from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.kit.levels import bots_of
from delvebook.domain.ruleset import Ruleset, with_box, with_phrasebook
from delvebook.domain.rulesets.the_descent.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.the_descent.bots.greedy import greedy_bot
from delvebook.domain.rulesets.the_descent.bots.strong import STRONG
from delvebook.domain.rulesets.the_descent.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.the_descent.determinize import determinize
from delvebook.domain.rulesets.the_descent.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.the_descent.flow import decision_scope, play, round_of, to_act
from delvebook.domain.rulesets.the_descent.invariants import broken_invariants
from delvebook.domain.rulesets.the_descent.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.the_descent.sealed import face_down
from delvebook.domain.rulesets.the_descent.setup import set_up
from delvebook.domain.rulesets.the_descent.state import Action, Options, State
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.rulesets.the_descent.words.catalogue import catalogue_of
from delvebook.domain.rulesets.the_descent.words.cover import COVER
from delvebook.domain.rulesets.the_descent.words.picture import picture_of
from delvebook.domain.rulesets.the_descent.words.sentences import ECHOES, tell_action, tell_fact, tell_refusal
from delvebook.domain.rulesets.the_descent.words.shapes import DETAILS, FACTS, TABLE, View
from delvebook.domain.rulesets.the_descent.words.stakes import WEIGHED, stakes_of
from delvebook.domain.shapes import Shapes


class TheDescent(Ruleset[Content, Options, State, View, Action]):
    """The rules of The Descent: 1 to 4 climbers on their way down through a cave full of creatures."""

    id = "the-descent"
    version = 1
    title = MappingProxyType({"en": "The Descent", "ru": "Спуск"})
    seats_min = CONTENT.seats_min
    seats_max = CONTENT.seats_max
    options_schema = OptionsSchema
    action_schemas = ACTION_SCHEMAS
    end_reasons = END_REASONS
    actions_max = 40_000
    endless_options = MappingProxyType({"round_limit": (0,)})
    brief_options = MappingProxyType({"round_limit": 20})
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
    score_fact = "character_scored"
    end_facts = ("game_ended",)
    action_space = with_box(action_space)
    describe = with_box(catalogue_of)
    picture = with_phrasebook(picture_of)

    def __init__(self, box: Content | None = None) -> None:
        super().__init__(box)
        self.bots = bots_of(self, greedy_bot, STRONG)

    def check_options(self, options: Options, *, seats: int) -> None:
        """The first seat must be one of the game's seats."""
        first = options["first_seat"]
        if isinstance(first, int) and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is {first}, but the seats are 0 to {seats - 1}",
                fields={"first_seat": [f"must be random or 0 to {seats - 1}"]},
            )
