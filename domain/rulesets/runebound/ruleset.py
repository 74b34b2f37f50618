"""The title as the rest of Delvebook knows it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from delvebook.domain.bots import random_bot
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, State, View
from delvebook.domain.rulesets.runebound import decks, ending, engine
from delvebook.domain.rulesets.runebound.actions import ACTIONS, Options
from delvebook.domain.rulesets.runebound.bot import greedy_bot
from delvebook.domain.rulesets.runebound.content import printed
from delvebook.domain.rulesets.runebound.invariants import check_state
from delvebook.domain.rulesets.runebound.setup import set_up
from delvebook.domain.rulesets.runebound.state import Play, top
from delvebook.domain.rulesets.runebound.telling import tell_action, tell_fact
from delvebook.domain.rulesets.runebound.view import make_state, make_view
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class Runebound(Ruleset):
    """Runebound, second edition."""

    id = "runebound"
    version = 1
    title = MappingProxyType({"en": "Runebound", "ru": "Runebound"})
    seats_min = 1
    seats_max = 6
    options_schema = Options
    action_schemas = ACTIONS
    end_reasons = ending.REASONS
    bots = MappingProxyType({"random": random_bot, "greedy": greedy_bot})
    actions_max = 400_000
    brief_options = MappingProxyType({"round_limit": 40})
    package = "delvebook.domain.rulesets.runebound"

    def __init__(self) -> None:
        super().__init__()
        self.book = printed()

    def parse_options(self, options: Mapping[str, Any], *, seats: int) -> dict[str, Any]:
        """
        The options with all defaults filled in.

        A round limit is the default for one who plays alone (R-30), and for a game whose adventures can run
        out: the rulebook's letter lets it become unwinnable (R-08, R-09), and a game should end (R-29).

        Clauses: RB-052, RB-054, RB-213.
        """
        parsed = super().parse_options(options, seats=seats)
        endless = parsed["recycle_adventure_decks"] and parsed["refill_exhausted_colours"]
        if "round_limit" not in options and (seats == 1 or not endless):
            parsed["round_limit"] = self.book.decided["default_round_limit"]
        return parsed

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The table at the first decision; see `setup.py`."""
        return set_up(self.book, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seat of the pending decision."""
        return [] if state["result"] is not None else [top(state)["seat"]]

    def legal(self, state: State, seat: int) -> list[Action]:
        """The answers to the pending decision, if it is the seat's."""
        return engine.legal(self.book, state, seat)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Answers the pending decision; see `engine.py`."""
        play = Play(self.book, state, Facts(), tape)
        engine.answer(play, seat, action)
        return play.facts

    def view(self, state: State, viewer: Viewer) -> View:
        """The open table; only the order of hidden cards is left out. See `view.py`."""
        return make_view(self.book, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; see `ending.py`."""
        return ending.outcome(state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """The view again as a state, hidden cards dealt at random."""
        return make_state(self.book, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """The unseen cards of the five decks; see `decks.py`."""
        return decks.face_down(state)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence; see `telling.py`."""
        return tell_fact(self.phrasebook, fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence; see `telling.py`."""
        return tell_action(self.phrasebook, action, language)

    def check(self, state: State) -> None:
        """Holds the state to the invariants of `invariants.py`."""
        check_state(self.book, state, self.broken)
