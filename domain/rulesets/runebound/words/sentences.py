"""Which sentence of `texts.json` fits a fact, an action or a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.state import Action, top
from delvebook.domain.rulesets.runebound.words.actions import Desk, action_words
from delvebook.domain.rulesets.runebound.words.cards import NAMES, TEXTS
from delvebook.domain.rulesets.runebound.words.facts import fact_words
from delvebook.domain.rulesets.runebound.words.refusals import refusal_words
from delvebook.domain.rulesets.runebound.words.seen import table_of
from delvebook.domain.rulesets.runebound.words.shapes.facts.turn import FirstSeatThrown
from delvebook.domain.rulesets.runebound.words.shapes.table import View
from delvebook.domain.rulesets.runebound.words.stakes import stakes_of, tell_stakes
from delvebook.domain.stakes import Promise, tell_promise

_ROLLED: Final = ("roll_failed", "roll_succeeded")

_BRIEFLY_NEEDED: Final = ("attack", "defend", "roll_test", "try_escape")
"""The actions whose short form says what the die has to show."""

ECHOES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "rest": ("dice_rested",),
        "roll_movement": ("movement_dice_thrown",),
        "step_one": ("hero_moved",),
        "stay": ("hero_stayed",),
        "move": ("hero_moved", "hero_stayed"),
        "use_ability": ("ability_used",),
        "attempt_adventure": ("adventure_attempted", "unfinished_attempted"),
        "attack_hero": ("duel_began",),
        "decline_adventure": ("adventure_declined",),
        "roll_test": _ROLLED,
        "try_escape": _ROLLED,
        "retreat": ("hero_retreated", "hero_stayed"),
        "attack": _ROLLED,
        "defend": (*_ROLLED, "nothing_to_defend"),
        "roll_defence": ("target_thrown",),
        "choose_exhaust": ("card_turned_down",),
        "choose_town": ("hero_placed",),
        "choose_discard": ("card_given_up",),
        "choose_loot": ("card_gained", "loot_left"),
        "take_spoils": ("spoils_taken", "spoils_left"),
        "buy": ("card_bought",),
        "hire": ("ally_hired",),
        "sell": ("card_sold",),
        "heal": ("healing_paid",),
        "end_market": ("market_left",),
        "raise_stat": ("stat_raised",),
        "end_turn": ("turn_ended",),
    }
)
"""By action, the facts that repeat it."""


def phrasebook_of() -> Phrasebook:
    """The sentences of `texts.json`, with the names of all components and hexes."""
    return Phrasebook({**TEXTS, "names": NAMES})


def tell_fact(book: Phrasebook, fact: Fact, voice: Voice) -> str:
    """The fact as one sentence."""
    cases, words = fact_words(fact, voice)
    if fact["type"] == "first_seat_thrown":
        words["throws"] = _throws(book, cast("FirstSeatThrown", fact), voice)
    return book.fact({**fact, **words}, voice, *cases)


def _throws(book: Phrasebook, fact: FirstSeatThrown, voice: Voice) -> str:
    """The throws by which the first seat is found, each with its player."""
    thrown = zip(fact["seats"], fact["dice"], strict=True)
    return ", ".join(f"{book.value('seat', seat, voice)}: {dice}" for seat, dice in thrown)


def tell_action(
    book: Phrasebook,
    action: Action,
    voice: Voice,
    *,
    view: View | None = None,
    promises: Sequence[Promise] | None = None,
) -> str:
    """The action as one sentence, as a player would announce it; with a view it says what is at stake."""
    if view is None or view["question"] is None:
        cases, words = action_words(action, voice, None)
        return book.action({**action, "stakes": "", **words}, voice, *cases)
    table = table_of(view)
    cases, words = action_words(action, voice, Desk(table, top(table)))
    if voice.brief and action["type"] not in _BRIEFLY_NEEDED:
        promises = []
    elif promises is None:
        promises = stakes_of(action, view)
    needs = next((one for one in promises if one.kind.startswith("needs")), None)
    said = {**action, **words, "needs": "" if needs is None else tell_promise(book, needs, voice), "stakes": ""}
    if not voice.brief:
        said["stakes"] = tell_stakes(book, promises, voice, book.action(said, voice, *cases))
    return book.action(said, voice, *cases)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence."""
    return book.refusal(refusal, voice, **refusal_words(refusal, voice))
