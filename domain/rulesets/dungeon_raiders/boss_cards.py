"""What may be laid against a boss, what each card counts there, and which of them are used for sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.components import CARDS, POWER_VALUE, Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.refusals import refuse_absent
from delvebook.domain.rulesets.dungeon_raiders.state import Sheet, State, current_card, held

_BANNED: Final = {
    "sword": Refusal.plain("swords cannot be used against this boss", "DR-122"),
    "ball": Refusal.plain("crystal balls cannot be used against this boss", "DR-124"),
}


def current_boss(content: Content, state: State) -> Boss:
    """The boss being fought."""
    return content.bosses[current_card(state)]


def is_strength_in_itself(content: Content, card: str) -> bool:
    """Whether the card is strength against every boss: a power card or a sword. Clauses: DR-112, DR-138."""
    return card in POWER_VALUE or content.items[card].counts_in == "monster"


def value_against(content: Content, boss: Boss, card: str) -> int:
    """What a laid card counts against this boss. Clauses: DR-113, DR-123, DR-125."""
    if card in POWER_VALUE:
        return POWER_VALUE[card]
    if card in boss.item_values:
        return boss.item_values[card]
    return content.items[card].value if is_strength_in_itself(content, card) else 0


def is_strength_card(content: Content, boss: Boss, card: str) -> bool:
    """Whether the card satisfies the duty to lay strength in a first fight. Clauses: DR-112, DR-123, DR-125."""
    return card in boss.item_values or is_strength_in_itself(content, card)


def is_sight(boss: Boss, card: str) -> bool:
    """Whether the card is a crystal ball that is looked into, not laid. Clauses: DR-114, DR-125."""
    return card == "ball" and card not in boss.item_values


def can_be_laid(boss: Boss, card: str) -> bool:
    """Whether the card could take one of the places. Clauses: DR-113, DR-116, DR-122, DR-125."""
    return not is_sight(boss, card) and card not in boss.banned


def can_lay_something(boss: Boss, sheet: Sheet) -> bool:
    """Whether the hand holds a card that could be laid. Clauses: DR-116, DR-135."""
    return any(held(sheet, card) and can_be_laid(boss, card) for card in CARDS)


def refuse_cards(content: Content, state: State, sheet: Sheet, cards: Sequence[str]) -> Refusal | None:
    """
    Why these cards cannot be laid against the boss now; None if they can.

    Clauses: DR-112 to DR-117, DR-122, DR-124, DR-135.
    """
    boss = current_boss(content, state)
    for card in dict.fromkeys(cards):
        if cards.count(card) > held(sheet, card):
            return refuse_absent(sheet, card) or Refusal.plain(
                f"you do not hold {cards.count(card)} {card} cards", "DR-021"
            )
    for item in boss.banned:
        if item in cards:
            return _BANNED[item]
    laid = [*sheet["laid"], *(card for card in cards if not is_sight(boss, card))]
    sights = sum(is_sight(boss, card) for card in cards)
    places = content.counts.boss_places
    if len(laid) > places:
        already = len(sheet["laid"])
        return Refusal.plain(
            f"at most {places} cards are laid in one fight, and you have laid {already} already", "DR-115"
        )
    if sights:
        return _refuse_sight(content, boss, state, sheet, cards, laid=laid)
    if state["fight"] == 1 and not any(is_strength_card(content, boss, card) for card in laid):
        what = "a power card, a sword, or an item to which this boss gives a value"
        return Refusal.plain(f"lay at least one card of strength: {what}", "DR-115" if sheet["laid"] else "DR-112")
    return None


def _refuse_sight(
    content: Content, boss: Boss, state: State, sheet: Sheet, cards: Sequence[str], *, laid: Sequence[str]
) -> Refusal | None:
    """
    Why the crystal ball among the cards cannot be looked into; None if it can.

    After it the seat must be able to finish its play: with any card it could lay, and with a card of strength if it
    still owes one in a first fight.

    Clauses: DR-114, DR-116.
    """
    if cards.count("ball") > 1:
        return Refusal.plain("look into one crystal ball at a time", "DR-114")
    if len(laid) == content.counts.boss_places:
        return Refusal.plain("leave a place free for what you lay after looking into the crystal ball", "DR-114")
    owes_strength = state["fight"] == 1 and not any(is_strength_card(content, boss, card) for card in laid)
    for card in CARDS:
        left = held(sheet, card) - cards.count(card)
        if left > 0 and can_be_laid(boss, card) and (is_strength_card(content, boss, card) or not owes_strength):
            return None
    return Refusal.plain("the crystal ball needs a card left in your hand that you could lay afterwards", "DR-116")
