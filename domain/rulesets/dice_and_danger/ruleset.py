"""Dungeons, Dice & Danger as Delvebook plays it: the contract, answered by the modules of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from marshmallow import Schema

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, State, View, load_data
from delvebook.domain.rulesets.dice_and_danger import clouds, rounds
from delvebook.domain.rulesets.dice_and_danger.bot import greedy_bot
from delvebook.domain.rulesets.dice_and_danger.content import PACKAGE
from delvebook.domain.rulesets.dice_and_danger.desk import desk_of
from delvebook.domain.rulesets.dice_and_danger.invariants import ENDS_NORMAL, ENDS_SOLO, broken_invariants
from delvebook.domain.rulesets.dice_and_danger.marking import legal_steps
from delvebook.domain.rulesets.dice_and_danger.schemas import (
    MarkSchema,
    OptionsSchema,
    RollDiceSchema,
    WriteCloudSchema,
)
from delvebook.domain.rulesets.dice_and_danger.scoring import outcome_of
from delvebook.domain.rulesets.dice_and_danger.sealed import face_down
from delvebook.domain.rulesets.dice_and_danger.setup import lay_out
from delvebook.domain.rulesets.dice_and_danger.state import CLOUDS, MARK, ROLL
from delvebook.domain.rulesets.dice_and_danger.view import Maps, owing, view_of
from delvebook.domain.rulesets.dice_and_danger.wording import Wording
from delvebook.domain.rulesets.dice_and_danger.worlds import invent_world
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer


class DiceAndDanger(Ruleset):
    """Dungeons, Dice & Danger, version 1: four adventures, one to four seats."""

    id = "dice-and-danger"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Dungeons, Dice & Danger", "ru": "Dungeons, Dice & Danger"}
    seats_min = 1
    seats_max = 4
    options_schema = OptionsSchema
    action_schemas: ClassVar[Mapping[str, type[Schema]]] = {
        "roll_dice": RollDiceSchema,
        "write_cloud": WriteCloudSchema,
        "mark": MarkSchema,
    }
    end_reasons = (*ENDS_NORMAL, *ENDS_SOLO)
    bots: ClassVar[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy_bot}
    actions_max = 4 * 8 + 118 + 4 * (59 * 4 + 16)
    """Cloud numbers; rolls; for each seat three steps and a `done` a round, and its torches and chests."""
    package = PACKAGE

    def __init__(self) -> None:
        super().__init__()
        texts = load_data(self.package, "texts.json")
        self._wording = Wording(self.phrasebook, texts)
        self._maps = Maps(texts["names"])

    def check_options(self, options: Mapping[str, Any], *, seats: int) -> None:
        """Refuses a first seat nobody sits on; in solo the option is ignored. Clauses: DD-004."""
        first = options["first_seat"]
        if first is not None and seats > 1 and first >= seats:
            raise InvalidOptionsError(
                f"first_seat is one of the seats 0 to {seats - 1}, not {first}",
                fields={"first_seat": [f"Must be below {seats}."]},
            )

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """Fresh sheets for everybody, and the first active seat."""
        return lay_out(options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seats still writing, the active seat before a roll, or the seats still marking."""
        return owing(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """What the seat may do; depends on its own sheet and the dice alone."""
        phase = state["phase"]
        if phase == MARK:
            return legal_steps(desk_of(state, seat)) if state["sheets"][seat]["alive"] else []
        if phase == ROLL:
            return [{"type": "roll_dice"}] if state["active"] == seat else []
        return clouds.legal_writings(state, seat) if phase == CLOUDS else []

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Rolls, writes a cloud number or takes a step; the last step of a round settles it."""
        if action["type"] == "roll_dice":
            rounds.refuse_roll(state, seat)
            return rounds.roll(state, seat, tape=tape)
        if action["type"] == "write_cloud":
            clouds.refuse_writing(state, seat, action)
            return clouds.write(state, seat, action)
        rounds.refuse_mark(state, seat, action)
        return rounds.mark(state, seat, action)

    def view(self, state: State, viewer: Viewer) -> View:
        """The map, and every sheet as far as the viewer may know it."""
        return view_of(state, viewer, maps=self._maps)

    def outcome(self, state: State) -> Outcome | None:
        """Points, places and, in solo, the rating."""
        return outcome_of(state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state with hidden steps and cloud numbers invented."""
        return invent_world(view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """What is sealed and not yet shown to everybody; see `sealed.py`."""
        return face_down(state)

    def check(self, state: State) -> None:
        """Raises the first invariant that does not hold."""
        for invariant in broken_invariants(state):
            raise self.broken(invariant)

    def decision_scope(self, state: State, seat: int) -> Any:
        """
        The phase, the round, and how many steps the seat has made in it.

        So a seat's decision stands by itself: what others mark meanwhile does not stale it.
        """
        phase = state["phase"]
        if phase == CLOUDS:
            return [phase, 0, clouds.written(state, seat)]
        if phase == MARK and state["turns"][seat] is not None:
            return [phase, state["round"], len(state["turns"][seat]["steps"])]
        return [phase, state["round"], 0]

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence, counted things in the right form."""
        return self._wording.fact(fact, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one sentence, by step."""
        return self._wording.action(action, language)
