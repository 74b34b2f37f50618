"""What a seat is told when it may not play something: one sentence, and the clause that forbids it."""

from __future__ import annotations

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.components import POWER_VALUE
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, held


def refuse_absent(sheet: Sheet, card: str) -> Refusal | None:
    """Why a card cannot come from this hand; None if it can. Clauses: DR-021, DR-025."""
    if held(sheet, card):
        return None
    if card in POWER_VALUE:
        return Refusal.plain(f"your {POWER_VALUE[card]} is spent until the end of the level", "DR-025")
    return Refusal.plain(f"you hold no {card} card", "DR-021")
