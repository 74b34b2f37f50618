"""What may be laid against a boss, what each card is worth there, and which of them are for sight."""

from __future__ import annotations

from collections.abc import Sequence

from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, Boss, Content
from delvebook.domain.rulesets.dungeon_raiders.refusals import Refusal, refuse_absent
from delvebook.domain.rulesets.dungeon_raiders.state import POWER_VALUE, Seat, current_card, held


def current_boss(content: Content, state: State) -> Boss:
    """The boss being fought."""
    return content.bosses[current_card(state)]


def value_against(content: Content, boss: Boss, card: str) -> int:
    """
    What a laid card counts against this boss.

    Clauses: DR-113, DR-123, DR-125.
    """
    if card in POWER_VALUE:
        return POWER_VALUE[card]
    if card == "torch":
        return boss.torch_value or 0
    if card == "ball":
        return boss.ball_value or 0
    return content.items["sword"].value if card == "sword" else 0


def is_strength_card(boss: Boss, card: str) -> bool:
    """
    Whether the card satisfies the duty to lay strength in a first fight.

    Clauses: DR-112, DR-123, DR-125.
    """
    if card == "torch":
        return boss.torch_value is not None
    if card == "ball":
        return boss.ball_value is not None
    return card in POWER_VALUE or card == "sword"


def is_sight(boss: Boss, card: str) -> bool:
    """Whether the card is a crystal ball that is looked into, not laid. Clauses: DR-114, DR-125."""
    return card == "ball" and boss.ball_value is None


def can_be_laid(boss: Boss, card: str) -> bool:
    """Whether such a card could take one of the places. Clauses: DR-113, DR-116, DR-122, DR-125."""
    return not is_sight(boss, card) and not (card == "sword" and boss.no_sword)


def can_lay_something(boss: Boss, seat: Seat) -> bool:
    """Whether the hand holds a card that could be laid. Clauses: DR-116, DR-135."""
    return any(held(seat, card) and can_be_laid(boss, card) for card in CARDS)


def layable(content: Content, state: State, seat: Seat) -> list[list[str]]:
    """
    Every multiset of cards the hand may lay now, by size and then in the order of the code list.

    Clauses: DR-112 to DR-117, DR-135.
    """
    hand = [card for card in CARDS if held(seat, card)]
    pairs = [[first, second] for at, first in enumerate(hand) for second in hand[at:]]
    candidates: list[list[str]] = [[], *([card] for card in hand), *pairs]
    return [cards for cards in candidates if refuse_cards(content, state, seat, cards) is None]


def refuse_cards(content: Content, state: State, seat: Seat, cards: Sequence[str]) -> Refusal | None:
    """
    Why these cards cannot be laid against the boss now; None if they can.

    Clauses: DR-112 to DR-117, DR-122, DR-124, DR-135.
    """
    boss = current_boss(content, state)
    for card in dict.fromkeys(cards):
        if cards.count(card) > held(seat, card):
            return refuse_absent(seat, card) or Refusal(f"you do not hold {cards.count(card)} {card} cards", "DR-021")
    if "sword" in cards and boss.no_sword:
        return Refusal("swords cannot be used against this boss", "DR-122")
    if "ball" in cards and boss.no_ball:
        return Refusal("crystal balls cannot be used against this boss", "DR-124")
    laid = [*seat["laid"], *(card for card in cards if not is_sight(boss, card))]
    sights = sum(is_sight(boss, card) for card in cards)
    places = content.counts.boss_places
    if len(laid) > places:
        return Refusal(f"at most {places} cards are laid in one fight, and {len(seat['laid'])} lie there", "DR-115")
    if sights:
        return _refuse_sight(boss, state, seat, cards, laid=laid, free=places - len(laid))
    if state["fight"] == 1 and not any(is_strength_card(boss, card) for card in laid):
        what = "a power card, a sword, or an item this boss gives a value"
        return Refusal(f"lay at least one card of strength: {what}", "DR-115" if seat["laid"] else "DR-112")
    return None


def _refuse_sight(
    boss: Boss, state: State, seat: Seat, cards: Sequence[str], *, laid: Sequence[str], free: int
) -> Refusal | None:
    """
    Why the crystal ball among the cards cannot be looked into; None if it can.

    After it the seat must be able to finish its play: with any card it could lay, and if it still owes
    one of strength in a first fight, with such a card.

    Clauses: DR-114, DR-116.
    """
    if cards.count("ball") > 1:
        return Refusal("look into one crystal ball at a time", "DR-114")
    if free < 1:
        return Refusal("leave a place free for what you lay after looking into the crystal ball", "DR-114")
    owes_strength = state["fight"] == 1 and not any(is_strength_card(boss, card) for card in laid)
    for card in CARDS:
        left = held(seat, card) - cards.count(card)
        if left > 0 and can_be_laid(boss, card) and (is_strength_card(boss, card) or not owes_strength):
            return None
    return Refusal("the crystal ball needs a card left in your hand that you could lay afterwards", "DR-116")
