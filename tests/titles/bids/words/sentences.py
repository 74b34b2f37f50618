"""The choice of sentences from `texts.json` for facts and actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from delvebook.domain.facts import Fact
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.stakes import Promise
from tests.titles.bids.state import Action
from tests.titles.bids.words.shapes import View

ECHOES: Final[Mapping[str, Collection[str]]] = {"look": ("looked",), "bid": ("bid_made",)}
"""By action type, the facts that repeat the action, or its public part."""


def tell_fact(book: Phrasebook, fact: Fact, voice: Voice) -> str:
    """Returns the fact as one sentence."""
    return book.fact(fact, voice)


def tell_action(
    book: Phrasebook,
    action: Action,
    voice: Voice,
    *,
    view: View | None = None,
    promises: Sequence[Promise] | None = None,
) -> str:
    """Returns the action as one sentence. The sentence for a face-down bid says only that it is made."""
    cases = ("hidden",) if action["type"] == "bid" and "card" not in action else ()
    return book.action(action, voice, *cases)


def tell_refusal(book: Phrasebook, refusal: Refusal, voice: Voice) -> str:
    """Returns the reason of a refusal as one sentence."""
    return book.refusal(refusal, voice)
