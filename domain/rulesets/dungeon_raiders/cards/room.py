"""Which single card may be played in an ordinary room, and for the chest of a beaten boss."""

from __future__ import annotations

from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.refusals import refusal_if_absent
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, State, current_card, held

_KIND_CLAUSES: Final = {"treasure": "DR-040", "monster": "DR-041"}


def refusal_of_card(content: Content, state: State, sheet: Sheet, card: str) -> Refusal | None:
    """
    Why the card cannot be played in the current ordinary room; None if it can.

    Clauses: DR-021, DR-025, DR-036, DR-040, DR-041.
    """
    absent = refusal_if_absent(sheet, card)
    if absent is not None:
        return absent
    if card in POWER_VALUE or card == content.sight:
        return None
    kind = content.items[card].counts_in
    if kind is None:
        raise TypeError(f"a {card} is no card to play; the schema refuses it")
    if kind != content.kind(current_card(state)):
        return Refusal("wrong_room", _KIND_CLAUSES[kind], {"card": card})
    return None


def refusal_of_bonus(content: Content, state: State, sheet: Sheet, card: str) -> Refusal | None:
    """
    Why the card cannot be played for the boss's chest; None if it can.

    Cards laid in the fight are spent. Every seat that is asked holds a power card or a key, so it has a card to play
    after a crystal ball. Clauses: DR-127, DR-129.
    """
    absent = refusal_if_absent(sheet, card)
    if absent is not None:
        return absent
    if card in POWER_VALUE or card == content.sight or content.items[card].counts_in == "treasure":
        return None
    return Refusal("opens_no_chest", "DR-127", {"card": card})


def can_open_chest(content: Content, sheet: Sheet) -> bool:
    """Whether the hand holds a card that counts for a chest. Clauses: DR-127."""
    keys = (item for item in ITEMS if content.items[item].counts_in == "treasure")
    return bool(sheet["power"]) or any(held(sheet, key) for key in keys)
