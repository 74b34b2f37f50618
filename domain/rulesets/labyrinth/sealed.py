"""The face-down cards of a state: the deck, each card in an envelope named by the place it was shuffled to."""

from __future__ import annotations

from typing import Final

from delvebook.domain.facts import Seal
from delvebook.domain.kit.sealed_decks import FaceDown, SealedDeck
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State

DECK: Final = SealedDeck("deck")


def face_down(content: Content, state: State) -> list[Seal]:
    """The cards of the deck, from the top."""
    return DECK.face_down(deck_of(content, state))


def deck_of(content: Content, state: State) -> list[FaceDown]:
    """The cards of the deck as they are sealed, from the top."""
    top = label_of_top(content, state)
    return [FaceDown(at, at, card) for at, card in enumerate(state["deck"], start=top)]


def label_of_top(content: Content, state: State) -> int:
    """The place that the top card of the deck was shuffled to, which is the number of cards drawn."""
    return content.deck_size - len(state["deck"])
