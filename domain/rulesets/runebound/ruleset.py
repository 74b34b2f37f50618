"""The title's implementation of the ruleset contract. One module answers each question."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from delvebook.domain.kit.levels import bots_of
from delvebook.domain.ruleset import Ruleset, with_box, with_phrasebook
from delvebook.domain.rulesets.runebound.actions import ACTION_SCHEMAS, OptionsSchema, action_space
from delvebook.domain.rulesets.runebound.bots.greedy import greedy_bot
from delvebook.domain.rulesets.runebound.bots.strong import STRONG
from delvebook.domain.rulesets.runebound.content import CONTENT, PACKAGE, Content
from delvebook.domain.rulesets.runebound.determinize import determinize
from delvebook.domain.rulesets.runebound.ending import END_REASONS, outcome_of
from delvebook.domain.rulesets.runebound.flow import decision_scope, play, round_of, to_act
from delvebook.domain.rulesets.runebound.invariants import broken_invariants
from delvebook.domain.rulesets.runebound.legality import legal_actions, refusal_of
from delvebook.domain.rulesets.runebound.sealed import face_down
from delvebook.domain.rulesets.runebound.setup import set_up
from delvebook.domain.rulesets.runebound.state import Action, Options, State
from delvebook.domain.rulesets.runebound.view import view_of
from delvebook.domain.rulesets.runebound.words.catalogue import catalogue_of
from delvebook.domain.rulesets.runebound.words.cover import COVER
from delvebook.domain.rulesets.runebound.words.picture import picture_of
from delvebook.domain.rulesets.runebound.words.sentences import (
    ECHOES,
    phrasebook_of,
    tell_action,
    tell_fact,
    tell_refusal,
)
from delvebook.domain.rulesets.runebound.words.shapes import DETAILS, FACTS, TABLE, View
from delvebook.domain.rulesets.runebound.words.stakes import WEIGHED, stakes_of
from delvebook.domain.shapes import Shapes


class Runebound(Ruleset[Content, Options, State, View, Action]):
    """The rules of Runebound, second edition."""

    id = "runebound"
    version = 1
    title = MappingProxyType({"en": "Runebound", "ru": "Runebound"})
    seats_min = 1
    seats_max = 6
    options_schema = OptionsSchema
    action_schemas = ACTION_SCHEMAS
    end_reasons = END_REASONS
    actions_max = 400_000
    brief_options = MappingProxyType({"round_limit": 40})
    cover = COVER
    package = PACKAGE
    shapes = Shapes(table=TABLE, facts=FACTS, details=DETAILS)
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
    echo_types = ECHOES
    score_fact = "hero_scored"
    end_facts = ("game_won", "game_ended")
    weighed = WEIGHED
    stakes = staticmethod(stakes_of)
    action_space = with_box(action_space)
    describe = with_box(catalogue_of)
    picture = with_phrasebook(picture_of)

    def __init__(self, box: Content | None = None) -> None:
        super().__init__(box)
        self.bots = bots_of(self, greedy_bot, STRONG)
        self.phrasebook = phrasebook_of()

    def parse_options(self, options: Mapping[str, object], *, seats: int) -> Options:
        """
        The options with all defaults filled in.

        A round limit is the default for one seat (ruling R-30), and where the adventures can run out: then nobody may
        be able to win any more (R-08, R-09), and a game should end (R-29).

        Clauses: RB-052, RB-054, RB-213.
        """
        parsed = super().parse_options(options, seats=seats)
        endless = parsed["recycle_adventure_decks"] and parsed["refill_exhausted_colours"]
        if "round_limit" not in options and (seats == 1 or not endless):
            parsed["round_limit"] = self.box.decided["default_round_limit"]
        return parsed
