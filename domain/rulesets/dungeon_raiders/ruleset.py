"""The title as the rest of Delvebook knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import fields, post_load, validate

from delvebook.domain.bots import Bot, random_bot
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.kit.phrases import Language
from delvebook.domain.outcome import Outcome
from delvebook.domain.ruleset import Action, Ruleset, State, StrictSchema, View, load_data
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import layable, refuse_cards
from delvebook.domain.rulesets.dungeon_raiders.bot import GreedyBot
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, Content, in_order, parse_content
from delvebook.domain.rulesets.dungeon_raiders.determinize import determinize
from delvebook.domain.rulesets.dungeon_raiders.ending import REASONS, outcome_of
from delvebook.domain.rulesets.dungeon_raiders.invariants import broken_invariants
from delvebook.domain.rulesets.dungeon_raiders.refusals import Refusal, refuse_seat, refuse_turn
from delvebook.domain.rulesets.dungeon_raiders.room_cards import playable, refuse_bonus, refuse_card
from delvebook.domain.rulesets.dungeon_raiders.sealed import face_down
from delvebook.domain.rulesets.dungeon_raiders.setup import set_up
from delvebook.domain.rulesets.dungeon_raiders.state import owing
from delvebook.domain.rulesets.dungeon_raiders.telling import action_variant, fact_variant, with_counts
from delvebook.domain.rulesets.dungeon_raiders.torch import light_torch, refuse_torch
from delvebook.domain.rulesets.dungeon_raiders.view import view_of
from delvebook.domain.rulesets.dungeon_raiders.waves import lay_cards
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer

PACKAGE: Final = "delvebook.domain.rulesets.dungeon_raiders"
ROOM_CARDS: Final = tuple(card for card in CARDS if card != "torch")


class OptionsSchema(StrictSchema):
    """What a game is created with, besides its seats."""

    mode = fields.String(load_default="standard", validate=validate.OneOf(["standard", "tactical"]))
    difficulty = fields.String(load_default="standard", validate=validate.OneOf(["standard", "introductory"]))


class PlayCardSchema(StrictSchema):
    """One card, in an ordinary room or for the boss's chest."""

    card = fields.String(required=True, validate=validate.OneOf(ROOM_CARDS))


class PlayBossCardsSchema(StrictSchema):
    """Up to two cards against the boss, in any order; kept in the order of the code list."""

    cards = fields.List(fields.String(validate=validate.OneOf(CARDS)), required=True, validate=validate.Length(max=2))

    @post_load
    def _sort(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "cards": in_order(data["cards"])}


class LightTorchSchema(StrictSchema):
    """A torch needs no parameters."""


class DungeonRaiders(Ruleset):
    """Dungeon Raiders: five levels of five rooms, one card each, and the weakest collapses at the end."""

    id = "dungeon-raiders"
    version = 1
    title: ClassVar[Mapping[Language, str]] = {"en": "Dungeon Raiders", "ru": "Dungeon Raiders"}
    seats_min = 2
    seats_max = 5
    options_schema = OptionsSchema
    action_schemas: ClassVar = {
        "play_card": PlayCardSchema,
        "play_boss_cards": PlayBossCardsSchema,
        "light_torch": LightTorchSchema,
    }
    end_reasons = REASONS
    bots: ClassVar[Mapping[str, Bot]] = {
        "random": random_bot,
        "greedy": GreedyBot(parse_content(load_data(PACKAGE, "content.json"))),
    }
    actions_max = 160
    """24 rooms and two fights of five cards make 130; each of at most 20 items ever held adds one."""
    package = PACKAGE

    def __init__(self) -> None:
        super().__init__()
        self.cards: Content = parse_content(self.content)
        self._nouns = load_data(self.package, "texts.json")["counted"]

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """The state in which the first room is entered."""
        return set_up(self.cards, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seats that owe a card; never those that merely could light a torch. Clauses: DR-042."""
        return owing(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """What the seat may play, and at the end whether it may light a torch. Clauses: DR-030, DR-042."""
        if refuse_seat(state, seat) is not None:
            return []
        actions: list[Action] = []
        sheet = state["seats"][seat]
        if seat in owing(state):
            if state["phase"] == "boss_play":
                actions = [{"type": "play_boss_cards", "cards": cards} for cards in layable(self.cards, state, sheet)]
            else:
                actions = [{"type": "play_card", "card": card} for card in playable(self.cards, state, sheet)]
        if refuse_torch(state, seat) is None:
            actions.append({"type": "light_torch"})
        return actions

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Carries out the action and all that follows; the tape is never read after the setup."""
        refusal = refuse_seat(state, seat) or self._refuse(state, seat, action)
        if refusal is not None:
            raise IllegalActionError(refusal.sentence, clause=refusal.clause)
        facts = Facts()
        if action["type"] == "light_torch":
            light_torch(state, facts, seat)
        else:
            cards = [action["card"]] if action["type"] == "play_card" else in_order(action["cards"])
            lay_cards(self.cards, state, facts, seat, cards)
        return facts

    def _refuse(self, state: State, seat: int, action: Action) -> Refusal | None:
        sheet = state["seats"][seat]
        if action["type"] == "light_torch":
            return refuse_torch(state, seat)
        turn = refuse_turn(state, seat)
        if turn is not None:
            return turn
        if action["type"] == "play_boss_cards":
            if state["phase"] != "boss_play":
                return Refusal("here everybody plays a single card, with play_card", "DR-020")
            return refuse_cards(self.cards, state, sheet, action["cards"])
        if state["phase"] == "boss_play":
            return Refusal("against a boss cards are laid with play_boss_cards", "DR-112")
        refuse = refuse_bonus if state["phase"] == "bonus_play" else refuse_card
        return refuse(self.cards, state, sheet, action["card"])

    def view(self, state: State, viewer: Viewer) -> View:
        """The table as the viewer sees it."""
        return view_of(self.cards, state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome_of(state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A state that this view could be of."""
        return determinize(self.cards, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """What is sealed and not yet shown to everybody; see `sealed.py`."""
        return face_down(state)

    def check(self, state: State) -> None:
        """Returns if every invariant holds."""
        for invariant in broken_invariants(self.cards, state):
            raise self.broken(invariant)

    def tell_fact(self, fact: Mapping[str, Any], language: Language) -> str:
        """The fact as one sentence, in the variant that fits it."""
        return self.phrasebook.fact({**with_counts(fact, self._nouns, language), "type": fact_variant(fact)}, language)

    def tell_action(self, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
        """The action as one would announce it."""
        return self.phrasebook.action({**action, "type": action_variant(action)}, language)

    def decision_scope(self, state: State, seat: int) -> list[Any]:
        """
        Where the game stands, and whether the seat owes a card there: all of it public.

        So another seat's face-down card or torch leaves an open decision as it is. Clauses: DR-022, DR-042.
        """
        return [*(state[key] for key in ("phase", "level", "room", "wave", "fight")), seat in owing(state)]
