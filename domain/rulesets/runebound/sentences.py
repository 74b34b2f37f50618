"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from delvebook.domain.kit.phrases import Language, Phrasebook
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


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """The fact as one sentence."""
    cases, words = fact_words(fact, language)
    if fact["type"] == "first_seat_thrown":
        thrown = zip(fact["seats"], fact["dice"], strict=True)
        words["throws"] = ", ".join(f"{book.value('seat', seat, language)}: {dice}" for seat, dice in thrown)
    return book.fact({**fact, **words}, language, *cases)


def tell_action(book: Phrasebook, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
    """The action as one sentence, as a player would announce it; with a view it says what is at stake."""
    desk = None
    if view is not None and view["decision"] is not None:
        desk = Desk(cast("State", view), view["decision"])
    cases, words = action_words(action, language, desk)
    return book.action({**action, **words}, language, *cases)
