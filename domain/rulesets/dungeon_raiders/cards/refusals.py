"""Refusals that several modules share. The first argument of each is the key of its sentence in `texts.json`."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.box.components import POWER_VALUE
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, held


def refusal_if_absent(sheet: Sheet, card: str) -> Refusal | None:
    """Why a card cannot be played from this hand; None if it can. Clauses: DR-021, DR-025."""
    if held(sheet, card):
        return None
    if card in POWER_VALUE:
        return Refusal("card_spent", "DR-025", {"card": card})
    return Refusal("card_absent", "DR-021", {"card": card})
