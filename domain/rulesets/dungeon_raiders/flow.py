"""
The course of a room: laying cards face down and together, or openly in turn, until the room is resolved.

This module knows which cards are looked into and which are laid, but not their effects in the room.
"""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import POWER_VALUE, Content, in_order
from delvebook.domain.rulesets.dungeon_raiders.cards.boss import current_boss, is_sight
from delvebook.domain.rulesets.dungeon_raiders.cards.torch import light_torch
from delvebook.domain.rulesets.dungeon_raiders.rooms.boss import resolve_bonus, resolve_fight
from delvebook.domain.rulesets.dungeon_raiders.rooms.ordinary import resolve_room
from delvebook.domain.rulesets.dungeon_raiders.state import Action, State, commitment_key, is_tactical, take_from_hand
from delvebook.domain.tape import Tape


def to_act(state: State) -> list[int]:
    """
    The seats that owe a card now, ascending. A seat that could only light a torch is not among them.

    Clauses: DR-022, DR-042, DR-161.
    """
    return state["owing"][:1] if is_tactical(state) else list(state["owing"])


def round_of(state: State) -> int:
    """How many rooms have been entered, on all levels."""
    return (state["level"] - 1) * len(state["dungeon"][0]) + state["room"]


def decision_scope(state: State, seat: int) -> object:
    """
    The current wave, and whether the seat owes a card in it. Both are public.

    Another seat's face-down card or torch therefore leaves an open decision unchanged. Clauses: DR-022, DR-042.
    """
    wave = [state["phase"], state["level"], state["room"], state["wave"], state["fight"]]
    return [*wave, seat in to_act(state)]


def play(content: Content, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
    """
    Carries out a legal action; with the last card of the last wave the room is resolved.

    Nothing is drawn after the setup. Clauses: DR-022, DR-030, DR-161, DR-164.
    """
    facts = Facts()
    if action["type"] == "light_torch":
        light_torch(content, state, facts, seat)
    else:
        cards = [action["card"]] if action["type"] == "play_card" else in_order(action["cards"])
        _lay_cards(content, state, facts, seat, cards)
    return facts


def _lay_cards(content: Content, state: State, facts: Facts, seat: int, cards: list[str]) -> None:
    """
    Lays cards from the seat's hand as the mode requires; resolves the room if no seat owes a card.

    Clauses: DR-022, DR-161, DR-164.
    """
    for card in cards:
        take_from_hand(state["seats"][seat], card)
    state["owing"].remove(seat)
    if is_tactical(state):
        _turn_up(content, state, facts, seat, cards)
    else:
        state["seats"][seat]["committed"] = cards
        if state["owing"]:
            clauses = ["DR-022", *([] if cards else [_clause_of_no_card(state)])]
            facts.tell("cards_committed", *clauses, seat=seat, card_count=len(cards))
            facts.conceal_action(seat, key=commitment_key(seat))
            return
        _reveal(content, state, facts, last=seat)
    if not state["owing"] and state["again"]:
        _ask_again(state, facts)
    if not state["owing"]:
        _resolve(content, state, facts)


def _reveal(content: Content, state: State, facts: Facts, *, last: int) -> None:
    """
    Turns up all cards of the wave together. `last` is the seat that laid its cards last.

    The last seat to commit needs no envelope: its cards are face up in the same event.

    Clauses: DR-022, DR-024, DR-026, DR-037.
    """
    wave = {seat: sheet["committed"] for seat, sheet in enumerate(state["seats"]) if sheet["committed"] is not None}
    for seat, cards in wave.items():
        if seat != last:
            facts.open(commitment_key(seat))
        state["seats"][seat]["committed"] = None
        state["seats"][seat]["lit_since"] = 0
        _turn_up(content, state, facts, seat, cards, together=len(wave) > 1)


def _turn_up(
    content: Content, state: State, facts: Facts, seat: int, cards: list[str], *, together: bool = False
) -> None:
    """
    Puts the cards face up. A seat that used a ball for sight owes a card again.

    `together` says whether other seats turn up cards of the same wave. Clauses: DR-023, DR-024, DR-035, DR-038, DR-114.
    """
    boss = current_boss(content, state) if state["phase"] == "boss_play" else None
    looked = False
    for card in cards:
        sight = card == content.sight if boss is None else is_sight(content, boss, card)
        looked = looked or sight
        _lay_open(state, seat, card, counts=not sight)
    if looked:
        state["again"].append(seat)
    clauses = [_clause_of_play(state, together=together)]
    clauses += [_clause_of_sight(state)] if looked else []
    clauses += [] if cards else [_clause_of_no_card(state)]
    fact = "cards_played" if is_tactical(state) else "cards_revealed"
    facts.tell(fact, *dict.fromkeys(clauses), seat=seat, cards=cards, looks=looked)


def _clause_of_play(state: State, *, together: bool) -> str:
    """The clause that turns the cards up now. Clauses: DR-022, DR-035, DR-037, DR-115, DR-161, DR-162, DR-164."""
    is_boss = state["phase"] == "boss_play"
    if state["wave"] > 1:
        if is_boss:
            return "DR-115"
        return "DR-162" if is_tactical(state) else "DR-037" if together else "DR-035"
    if is_tactical(state):
        return "DR-161" if state["phase"] == "play" else "DR-164"
    return "DR-022"


def _clause_of_sight(state: State) -> str:
    """The clause by which a ball may be looked into now. Clauses: DR-035, DR-036, DR-114, DR-127, DR-162, DR-163."""
    if state["phase"] != "play":
        return "DR-114" if state["phase"] == "boss_play" else "DR-127"
    if state["wave"] > 1:
        return "DR-163" if is_tactical(state) else "DR-036"
    return "DR-162" if is_tactical(state) else "DR-035"


def _clause_of_no_card(state: State) -> str:
    """The clause by which a seat may lay nothing against the boss. Clauses: DR-115, DR-135."""
    return "DR-135" if state["fight"] == 2 else "DR-115"


def _lay_open(state: State, seat: int, card: str, *, counts: bool) -> None:
    """Puts a card that has left the hand face up before its seat; it counts unless it is a ball used for sight."""
    sheet = state["seats"][seat]
    if card in POWER_VALUE:
        sheet["played"].append(POWER_VALUE[card])  # DR-024
    else:
        state["in_play"].append({"item": card, "seat": seat})
    if counts:
        sheet["laid"].append(card)


def _ask_again(state: State, facts: Facts) -> None:
    """
    Asks the seats that looked into a crystal ball for their next play.

    Clauses: DR-035, DR-036, DR-037, DR-115, DR-162, DR-163.
    """
    state["owing"], state["again"] = state["again"], []
    state["wave"] += 1
    clauses = ["DR-115" if state["phase"] == "boss_play" else "DR-162" if is_tactical(state) else "DR-035"]
    if len(state["owing"]) > 1:
        clauses += ["DR-163" if is_tactical(state) else "DR-037"]
    facts.tell("balls_followed", *clauses, wave=state["wave"], seats=list(state["owing"]))


def _resolve(content: Content, state: State, facts: Facts) -> None:
    """Resolves the room, the fight or the bonus play in which every card is face up. Clauses: DR-026."""
    if state["phase"] == "play":
        resolve_room(content, state, facts)
    elif state["phase"] == "boss_play":
        resolve_fight(content, state, facts)
    else:
        resolve_bonus(content, state, facts)
