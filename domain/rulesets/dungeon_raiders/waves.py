"""
Laying cards: face down and together, or openly in turn; and asking again those who looked into a ball.

Knows which cards are looked into and which are laid, but not what any of them does in the room.
"""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.boss import resolve_bonus, resolve_fight
from delvebook.domain.rulesets.dungeon_raiders.boss_cards import current_boss, is_sight
from delvebook.domain.rulesets.dungeon_raiders.content import Content
from delvebook.domain.rulesets.dungeon_raiders.rooms import resolve_room
from delvebook.domain.rulesets.dungeon_raiders.state import is_tactical, lay_open, take_from_hand


def commitment_key(seat: int) -> str:
    """The key of the envelope that holds the seat's face-down cards."""
    return f"committed/{seat}"


def lay_cards(content: Content, state: State, facts: Facts, seat: int, cards: list[str]) -> None:
    """
    Takes the cards from the seat's hand and lays them as the mode has it; resolves when nobody owes.

    Clauses: DR-022, DR-030 (a torch lit meanwhile changes nothing here), DR-161, DR-164.
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
    for number, seat in enumerate(state["seats"]):
        if seat["committed"] is None:
            continue
        if number != last:
            facts.open(commitment_key(number))
        cards, seat["committed"] = seat["committed"], None
        _turn_up(content, state, facts, number, cards)


def _turn_up(content: Content, state: State, facts: Facts, seat: int, cards: list[str]) -> None:
    """
    Puts the cards face up; a ball looked into makes its seat owe again.

    Clauses: DR-023, DR-024, DR-035, DR-038, DR-114, DR-162.
    """
    boss = current_boss(content, state) if state["phase"] == "boss_play" else None
    looked = False
    for card in cards:
        sight = card == "ball" if boss is None else is_sight(boss, card)
        looked = looked or sight
        lay_open(state, seat, card, counts=not sight)
    if looked:
        state["again"].append(seat)
    fact, clause = ("cards_played", "DR-161") if is_tactical(state) else ("cards_revealed", "DR-022")
    facts.tell(fact, clause, *(["DR-035"] if looked else []), seat=seat, cards=cards, looks=looked)


def _ask_again(state: State, facts: Facts) -> None:
    """
    Asks those who looked into a crystal ball for what follows it.

    Clauses: DR-035, DR-036, DR-037, DR-115, DR-162, DR-163.
    """
    state["owing"], state["again"] = state["again"], []
    state["wave"] += 1
    facts.tell("balls_followed", "DR-035", "DR-037", wave=state["wave"], seats=list(state["owing"]))


def _resolve(content: Content, state: State, facts: Facts) -> None:
    """Resolves what everybody has played for. Clauses: DR-026."""
    if state["phase"] == "play":
        resolve_room(content, state, facts)
    elif state["phase"] == "boss_play":
        resolve_fight(content, state, facts)
    else:
        resolve_bonus(content, state, facts)
