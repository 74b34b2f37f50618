"""Which sentence of `texts.json` fits a fact or an action."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from delvebook.domain.bots import View
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal

ECHOES: Final[Mapping[str, Collection[str]]] = {"look": ("looked",), "bid": ("bid_made",)}
"""By action type, the facts that say again what the action says, or all of it that is public."""


def tell_fact(book: Phrasebook, fact: Mapping[str, Any], voice: Voice) -> str:
    """The fact as one sentence."""
    return book.fact(fact, voice)


def tell_action(book: Phrasebook, action: Mapping[str, Any], voice: Voice, *, view: View | None = None) -> str:
    """The action as one sentence; of a bid that is face down, only that it is made."""
    cases = ("hidden",) if action["type"] == "bid" and "card" not in action else ()
    return book.action(action, voice, *cases)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Why an action is refused, as one sentence."""
    return book.refusal(refusal, voice)
