"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.kit.phrases import Language, Phrasebook
from delvebook.domain.ruleset import View


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], language: Language) -> str:
    """The fact as one sentence."""
    return book.fact(fact, language)


def tell_action(book: Phrasebook, action: Mapping[str, Any], language: Language, *, view: View | None = None) -> str:
    """The action as one sentence; a card laid turned by 180 has a sentence of its own."""
    cases = ("turned",) if action.get("rotation") == 180 else ()
    return book.action(action, language, *cases)
