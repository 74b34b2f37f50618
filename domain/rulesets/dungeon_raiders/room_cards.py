"""Which single card may be played in an ordinary room, and for the chest of a beaten boss."""

from __future__ import annotations

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, Content
from delvebook.domain.rulesets.dungeon_raiders.refusals import Refusal, refuse_absent
from delvebook.domain.rulesets.dungeon_raiders.state import POWER_VALUE, Seat, current_card, held


def playable(content: Content, state: State, seat: Seat) -> list[str]:
    """The cards of this hand that may be played now, in the order of the code list."""
    refuse = refuse_bonus if state["phase"] == "bonus_play" else refuse_card
    return [card for card in CARDS if held(seat, card) and refuse(content, state, seat, card) is None]


def refuse_card(content: Content, state: State, seat: Seat, card: str) -> Refusal | None:
    """
    Why the card cannot be played in the current ordinary room; None if it can.

    Clauses: DR-021, DR-025, DR-036, DR-040, DR-041.
    """
    absent = refuse_absent(seat, card)
    if absent is not None:
        return absent
    if card == "torch":
        return Refusal("a torch is lit, not played; play a power card", "DR-021")
    counts_in = "anywhere" if card in POWER_VALUE or card == "ball" else content.items[card].counts_in
    if counts_in not in ("anywhere", content.kind(current_card(state))):
        clause = "DR-040" if card == "key" else "DR-041"
        return Refusal(f"a {card} is played only in a {counts_in} room", clause)
    return None


def refuse_bonus(content: Content, state: State, seat: Seat, card: str) -> Refusal | None:
    """
    Why the card cannot be played for the boss's chest; None if it can.

    Clauses: DR-127, DR-129 (what was laid in the fight is spent).
    """
    absent = refuse_absent(seat, card)
    if absent is not None:
        return absent
    if card in ("sword", "torch"):
        return Refusal(f"a {card} opens no chest; play a power card or a key", "DR-127")
    if card == "ball" and not can_open_chest(seat):
        return Refusal("you need a power card or a key to follow the crystal ball", "DR-127")
    return None


def can_open_chest(seat: Seat) -> bool:
    """Whether the seat holds a card that counts for a chest. Clauses: DR-127."""
    return bool(seat["power"]) or held(seat, "key") > 0
