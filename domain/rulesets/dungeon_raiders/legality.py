"""The legal actions of a seat, and the refusals of all others. The same four functions decide both."""

from __future__ import annotations

from collections.abc import Iterator

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.dungeon_raiders.actions import ROOM_CARDS
from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import refusal_of_cards
from delvebook.domain.rulesets.dungeon_raiders.cards.room import refusal_of_bonus, refusal_of_card
from delvebook.domain.rulesets.dungeon_raiders.flow import to_act
from delvebook.domain.rulesets.dungeon_raiders.state import Action, Sheet, State, current_card, held, is_tactical


def legal_actions(content: Content, state: State, seat: int) -> list[Action]:
    """
    Every action the seat may take now: plays by size and in the order of `CARDS`, then the torch.

    Clauses: DR-030, DR-042 (known to that seat alone).
    """
    if _refusal_of_seat(state, seat):
        return []
    plays = [] if _refusal_of_turn(state, seat) else possible_plays(content, state, state["seats"][seat])
    return plays if _refusal_of_torch(content, state, seat) else [*plays, {"type": "light_torch"}]


def refusal_of(content: Content, state: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat may not take this action now; None if it may."""
    refusal = _refusal_of_seat(state, seat)
    if refusal is None and action["type"] == "light_torch":
        refusal = _refusal_of_torch(content, state, seat)
    elif refusal is None:
        refusal = _refusal_of_turn(state, seat) or _refusal_of_play(content, state, state["seats"][seat], action)
    return refusal


def possible_plays(content: Content, state: State, sheet: Sheet) -> list[Action]:
    """The plays that the cards of this sheet allow now, whichever seat's turn it is."""
    return [action for action in _plays(state, sheet) if _refusal_of_play(content, state, sheet, action) is None]


def face_down_plays(content: Content, state: State, seat: int) -> list[list[str]]:
    """
    The cards that may lie face down before a seat, given all the cards it has in its hand and face down.

    A torch lit since then was still in hand when the cards were laid, so it may have been the card that a crystal
    ball requires. Clauses: DR-022, DR-030, DR-116.
    """
    sheet = state["seats"][seat]
    face_down = sheet["committed"] or []
    items = {item: sheet["items"][item] + face_down.count(item) for item in ITEMS}
    before: Sheet = {
        **sheet,
        "power": sorted([*sheet["power"], *(POWER_VALUE[card] for card in face_down if card in POWER_VALUE)]),
        "items": {**items, content.light: items[content.light] + sheet["lit_since"]},
    }
    plays = possible_plays(content, state, before)
    cards = [action["cards"] if "cards" in action else [action["card"]] for action in plays]
    return [laid for laid in cards if laid.count(content.light) <= items[content.light]]


def _plays(state: State, sheet: Sheet) -> Iterator[Action]:
    """Every play that uses the cards in hand, legal or not."""
    if state["phase"] != "boss_play":
        for card in ROOM_CARDS:
            if held(sheet, card):
                yield {"type": "play_card", "card": card}
        return
    hand = [card for card in CARDS if held(sheet, card)]
    pairs = [[first, second] for at, first in enumerate(hand) for second in hand[at:]]
    for cards in ([], *([card] for card in hand), *pairs):
        yield {"type": "play_boss_cards", "cards": cards}


def _refusal_of_seat(state: State, seat: int) -> Refusal | None:
    """Why the seat can do nothing at all, not even light a torch. Clauses: DR-003, DR-093, DR-100, DR-104, DR-132."""
    result = state["result"]
    if result is not None:
        return Refusal("over", "DR-093" if result["reason"] == "dungeon_explored" else "DR-104")
    status = state["seats"][seat]["status"]
    if status == "alive":
        return None
    return Refusal(status, "DR-100" if status == "dead" else "DR-132")


def _refusal_of_torch(content: Content, state: State, seat: int) -> Refusal | None:
    """Why this living seat cannot light a torch. Clauses: DR-030, DR-033."""
    return None if held(state["seats"][seat], content.light) else Refusal("no_torch", "DR-030")


def _refusal_of_turn(state: State, seat: int) -> Refusal | None:
    """
    Why the seat owes no card now.

    Clauses: DR-022, DR-035, DR-115, DR-127, DR-135, DR-161, DR-163, DR-164.
    """
    asked = to_act(state)
    if seat in asked:
        return None
    sheet = state["seats"][seat]
    in_turn = "DR-161" if state["phase"] == "play" else "DR-164"
    if sheet["committed"] is not None:
        return Refusal("laid_already", "DR-022")
    if seat in state["owing"] + state["again"]:
        clause = "DR-163" if state["wave"] > 1 or seat in state["again"] else in_turn
        return Refusal("not_your_turn", clause, {"asked_seat": asked[0]})
    if state["phase"] == "bonus_play" and not sheet["laid"]:
        return Refusal("no_chest_card", "DR-127")
    if state["fight"] == 2 and not sheet["laid"]:
        return Refusal("second_fight_without_you", "DR-135")
    if is_tactical(state) and state["wave"] == 1:
        return Refusal("turn_over", in_turn)
    return Refusal("no_ball", {"play": "DR-035", "boss_play": "DR-115"}.get(state["phase"], "DR-127"))


def _refusal_of_play(content: Content, state: State, sheet: Sheet, action: Action) -> Refusal | None:
    """Why these cards cannot be played now. Clauses: DR-020, DR-112, DR-127, and those of the cards."""
    if action["type"] == "play_boss_cards":
        if state["phase"] == "boss_play":
            return refusal_of_cards(content, state, sheet, action["cards"])
        return Refusal("single_card", "DR-020" if state["phase"] == "play" else "DR-127")
    if state["phase"] == "boss_play":
        return Refusal("cards_together", "DR-112", {"boss": current_card(state), "places": content.counts.boss_places})
    refuse = refusal_of_bonus if state["phase"] == "bonus_play" else refusal_of_card
    return refuse(content, state, sheet, action["card"])
