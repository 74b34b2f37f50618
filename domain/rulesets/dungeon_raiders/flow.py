"""
The course of a room: laying cards face down and together, or openly in turn, until the room is resolved.

Knows which cards are looked into and which are laid, but not what any of them does in the room.
"""

from __future__ import annotations

from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.dungeon_raiders.boss import resolve_bonus, resolve_fight
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import current_boss, is_sight
from delvebook.domain.rulesets.dungeon_raiders.components import POWER_VALUE, Content, in_order
from delvebook.domain.rulesets.dungeon_raiders.rooms import resolve_room
from delvebook.domain.rulesets.dungeon_raiders.state import State, commitment_key, is_tactical, take_from_hand
from delvebook.domain.rulesets.dungeon_raiders.torch import light_torch
from delvebook.domain.tape import Tape


def to_act(state: State) -> list[int]:
    """
    The seats that owe a card now, ascending; never those that merely could light a torch.

    Clauses: DR-022, DR-042, DR-161.
    """
    return state["owing"][:1] if is_tactical(state) else list(state["owing"])


def decision_scope(state: State, seat: int) -> Any:
    """
    The wave that is being played, and whether the seat owes a card in it: all of it public.

    So another seat's face-down card or torch leaves an open decision as it is. Clauses: DR-022, DR-042.
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
        light_torch(state, facts, seat)
    else:
        cards = [action["card"]] if action["type"] == "play_card" else in_order(action["cards"])
        _lay_cards(content, state, facts, seat, cards)
    return facts


def _lay_cards(content: Content, state: State, facts: Facts, seat: int, cards: list[str]) -> None:
    """
    Takes the cards from the seat's hand and lays them as the mode has it; resolves the room if no seat owes.

    Clauses: DR-022, DR-161, DR-164.
    """
    for card in cards:
        take_from_hand(state["seats"][seat], card)
    state["owing"].remove(seat)
    if is_tactical(state):
        _turn_up(content, state, facts, seat, cards)
    else:
        state["seats"][seat]["committed"] = cards
        facts.tell("cards_committed", "DR-022", seat=seat, card_count=len(cards))
        if state["owing"]:
            facts.conceal_action(seat, key=commitment_key(seat))
            return
        _reveal(content, state, facts, last=seat)
    if not state["owing"] and state["again"]:
        _ask_again(state, facts)
    if not state["owing"]:
        _resolve(content, state, facts)


def _reveal(content: Content, state: State, facts: Facts, *, last: int) -> None:
    """
    Turns up all cards of the wave together.

    The last seat to commit needs no envelope: its cards are face up in the same event.

    Clauses: DR-022, DR-024, DR-026, DR-037.
    """
    for seat, sheet in enumerate(state["seats"]):
        cards = sheet["committed"]
        if cards is None:
            continue
        if seat != last:
            facts.open(commitment_key(seat))
        sheet["committed"] = None
        _turn_up(content, state, facts, seat, cards)


def _turn_up(content: Content, state: State, facts: Facts, seat: int, cards: list[str]) -> None:
    """
    Puts the cards face up; a ball used for sight makes its seat owe again.

    Clauses: DR-023, DR-024, DR-035, DR-038, DR-114, DR-162.
    """
    boss = current_boss(content, state) if state["phase"] == "boss_play" else None
    looked = False
    for card in cards:
        sight = card == "ball" if boss is None else is_sight(boss, card)
        looked = looked or sight
        _lay_open(state, seat, card, counts=not sight)
    if looked:
        state["again"].append(seat)
    fact, clause = ("cards_played", "DR-161") if is_tactical(state) else ("cards_revealed", "DR-022")
    facts.tell(fact, clause, *(["DR-035"] if looked else []), seat=seat, cards=cards, looks=looked)


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
    facts.tell("balls_followed", "DR-035", "DR-037", wave=state["wave"], seats=list(state["owing"]))


def _resolve(content: Content, state: State, facts: Facts) -> None:
    """Resolves the room, the fight or the bonus play in which every card is face up. Clauses: DR-026."""
    if state["phase"] == "play":
        resolve_room(content, state, facts)
    elif state["phase"] == "boss_play":
        resolve_fight(content, state, facts)
    else:
        resolve_bonus(content, state, facts)
