"""Which single card may be played in an ordinary room, and for the chest of a beaten boss."""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.components import ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.refusals import refuse_absent
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, State, current_card, held

_KIND_CLAUSES: Final = {"treasure": "DR-040", "monster": "DR-041"}


def refuse_card(content: Content, state: State, sheet: Sheet, card: str) -> Refusal | None:
    """
    Why the card cannot be played in the current ordinary room; None if it can.

    Clauses: DR-021, DR-025, DR-036, DR-040, DR-041.
    """
    absent = refuse_absent(sheet, card)
    if absent is not None:
        return absent
    if card in POWER_VALUE or card == "ball":
        return None
    kind = content.items[card].counts_in
    if kind is None:
        return Refusal.plain(f"a {card} is lit, not played; play a power card", "DR-021")
    if kind != content.kind(current_card(state)):
        return Refusal.plain(f"a {card} is played only in a {kind} room", _KIND_CLAUSES[kind])
    return None


def refuse_bonus(content: Content, state: State, sheet: Sheet, card: str) -> Refusal | None:
    """
    Why the card cannot be played for the boss's chest; None if it can.

    What was laid in the fight is spent. Clauses: DR-127, DR-129.
    """
    absent = refuse_absent(sheet, card)
    if absent is not None:
        return absent
    if card == "ball":
        if can_open_chest(content, sheet):
            return None
        return Refusal.plain("you need a power card or a key to follow the crystal ball", "DR-127")
    if card in POWER_VALUE or content.items[card].counts_in == "treasure":
        return None
    return Refusal.plain(f"a {card} opens no chest; play a power card or a key", "DR-127")


def can_open_chest(content: Content, sheet: Sheet) -> bool:
    """Whether the hand holds a card that counts for a chest. Clauses: DR-127."""
    keys = (item for item in ITEMS if content.items[item].counts_in == "treasure")
    return bool(sheet["power"]) or any(held(sheet, key) for key in keys)
