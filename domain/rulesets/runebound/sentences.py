"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from delvebook.domain.kit.phrases import Phrasebook, Voice
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import View
from delvebook.domain.rulesets.runebound.action_texts import Desk, action_words
from delvebook.domain.rulesets.runebound.card_texts import (
    NAMES,
    TEXTS,
)
from delvebook.domain.rulesets.runebound.fact_texts import fact_words
from delvebook.domain.rulesets.runebound.state import State


def phrasebook_of() -> Phrasebook:
    """The sentences of `texts.json`, with the names of all hexes."""
    return Phrasebook({**TEXTS, "names": NAMES})


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], voice: Voice) -> str:
    """The fact as one sentence."""
    cases, words = fact_words(fact, voice)
    if fact["type"] == "first_seat_thrown":
        thrown = zip(fact["seats"], fact["dice"], strict=True)
        words["throws"] = ", ".join(f"{book.value('seat', seat, voice)}: {dice}" for seat, dice in thrown)
    return book.fact({**fact, **words}, voice, *cases)


def tell_action(book: Phrasebook, action: Mapping[str, Any], voice: Voice, *, view: View | None = None) -> str:
    """The action as one sentence, as a player would announce it; with a view it says what is at stake."""
    desk = None
    if view is not None and view["decision"] is not None:
        desk = Desk(cast("State", view), view["decision"])
    cases, words = action_words(action, voice, desk)
    return book.action({**action, **words}, voice, *cases)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence."""
    return book.refusal(refusal, voice)
