"""
What is sure to follow from an action.

The rules themselves carry it out on the state that the view shows. They stop where a card is drawn, because nobody
knows the deck.
"""

from __future__ import annotations

from typing import Final, cast

from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.flow import carry_out
from delvebook.domain.rulesets.labyrinth.play import Play
from delvebook.domain.rulesets.labyrinth.state import Action
from delvebook.domain.rulesets.labyrinth.words.reading import read_state
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View
from delvebook.domain.stakes import Foreseen

_UNKNOWN: Final = "unknown"


class _CardDrawnError(Exception):
    """The rules draw a card, which nobody knows."""


class _Ahead(Play):
    """A play that stops before the first card is drawn."""

    def draw(self) -> str:
        raise _CardDrawnError


def foresee(action: Action, view: View) -> tuple[list[Foreseen], bool]:
    """The facts that follow from the legal action, and whether a card is drawn after them."""
    ahead = _Ahead(CONTENT, read_state(CONTENT, view, deck=[_UNKNOWN] * view["deck_count"]))
    draws = False
    try:
        carry_out(ahead, action)
    except _CardDrawnError:
        draws = True
    return cast("list[Foreseen]", ahead.facts.public), draws
