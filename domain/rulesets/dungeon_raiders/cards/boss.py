"""The cards that may be laid against a boss, their values there, and those used for sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, POWER_VALUE, Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.refusals import refusal_if_absent
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, State, current_card, held

_CLAUSES_OF_BANS: Final = {"sword": "DR-122", "ball": "DR-124"}


def current_boss(content: Content, state: State) -> Boss:
    """The boss being fought."""
    return content.bosses[current_card(state)]


def is_strength_in_itself(content: Content, card: str) -> bool:
    """Whether the card is strength against every boss: a power card or a sword. Clauses: DR-112, DR-138."""
    return card in POWER_VALUE or content.items[card].counts_in == "monster"


def value_against(content: Content, boss: Boss, card: str) -> int:
    """The value of a laid card against this boss. Clauses: DR-113, DR-123, DR-125."""
    if card in POWER_VALUE:
        return POWER_VALUE[card]
    if card in boss.item_values:
        return boss.item_values[card]
    return content.items[card].value if is_strength_in_itself(content, card) else 0


def is_strength_card(content: Content, boss: Boss, card: str) -> bool:
    """Whether the card satisfies the duty to lay strength in a first fight. Clauses: DR-112, DR-123, DR-125."""
    return card in boss.item_values or is_strength_in_itself(content, card)


def strength_cards(content: Content, boss: Boss) -> list[str]:
    """The cards that satisfy the duty to lay strength, in the usual order. Clauses: DR-112, DR-122 to DR-125."""
    return [card for card in CARDS if is_strength_card(content, boss, card) and can_be_laid(content, boss, card)]


def is_sight(content: Content, boss: Boss, card: str) -> bool:
    """Whether the card is a crystal ball that is looked into, not laid. Clauses: DR-114, DR-125."""
    return card == content.sight and card not in boss.item_values


def can_be_laid(content: Content, boss: Boss, card: str) -> bool:
    """Whether the card could be laid against the boss. Clauses: DR-113, DR-116, DR-122, DR-125."""
    return not is_sight(content, boss, card) and card not in boss.banned


def can_lay_something(content: Content, boss: Boss, sheet: Sheet) -> bool:
    """Whether the hand holds a card that could be laid. Clauses: DR-116, DR-135."""
    return any(held(sheet, card) and can_be_laid(content, boss, card) for card in CARDS)


def refusal_of_cards(content: Content, state: State, sheet: Sheet, cards: Sequence[str]) -> Refusal | None:
    """
    Why these cards cannot be laid against the boss now; None if they can.

    Clauses: DR-112 to DR-117, DR-122, DR-124, DR-135.
    """
    boss = current_boss(content, state)
    for card in dict.fromkeys(cards):
        if cards.count(card) > held(sheet, card):
            return refusal_if_absent(sheet, card) or Refusal("only_one", "DR-021", {"card": card})
    for item in boss.banned:
        if item in cards:
            return Refusal("banned", _CLAUSES_OF_BANS[item], {"card": item, "boss": boss.id})
    laid = [*sheet["laid"], *(card for card in cards if not is_sight(content, boss, card))]
    places = content.counts.boss_places
    if len(laid) > places:
        return Refusal("no_place", "DR-115", {"laid": len(sheet["laid"]), "places": places})
    if any(is_sight(content, boss, card) for card in cards):
        return _refusal_of_sight(content, boss, sheet, cards, laid=laid)
    if state["fight"] == 1 and not any(is_strength_card(content, boss, card) for card in laid):
        clause = "DR-115" if state["wave"] > 1 else "DR-112"
        return Refusal("strength_first", clause, {"boss": boss.id, "strengths": _strengths(content, boss)})
    return None


def _strengths(content: Content, boss: Boss) -> list[str]:
    """The cards that count as strength, with one word for all power cards."""
    return ["power_card", *(card for card in strength_cards(content, boss) if card not in POWER_VALUE)]


def _refusal_of_sight(
    content: Content, boss: Boss, sheet: Sheet, cards: Sequence[str], *, laid: Sequence[str]
) -> Refusal | None:
    """
    Why the crystal ball among the cards cannot be looked into; None if it can.

    The seat must be able to lay a card afterwards. If it has laid no strength in a first fight, it has a power card
    for that: at most four were played earlier on the level. Clauses: DR-114, DR-116.
    """
    if cards.count(content.sight) > 1:
        return Refusal("one_ball", "DR-114")
    if len(laid) == content.counts.boss_places:
        return Refusal("no_place_after_ball", "DR-114", {"places": content.counts.boss_places})
    if any(held(sheet, card) > cards.count(card) for card in CARDS if can_be_laid(content, boss, card)):
        return None
    return Refusal("nothing_after_ball", "DR-116")
