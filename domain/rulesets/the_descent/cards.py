"""Cards in hand, deck and discard pile: when one may be used, what using and drawing does to the piles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.geometry import PLACE_OF
from delvebook.domain.rulesets.the_descent.state import Board, Game

# -- when a card may be used ----------------------------------------------------------------------


def card_bar(board: Board, seat: int) -> tuple[str, str] | None:
    """
    Why the seat may use no card now, as `(clause, sentence)`; None if it may. Public.

    Clauses: TD-080, TD-081, TD-084, TD-032, TD-063.
    """
    state = board.state
    own = board.seat(seat)
    window = state["window"]
    if window is None:
        return "TD-080", "no card can be used before the first round has begun"
    if own["arrived"]:
        return "TD-084", "a seat that has arrived uses no cards"
    if seat in window["used"]:
        return "TD-080", "this seat has used its one card of this window; it may use another one in the next"
    if seat in window["barred"]:
        return "TD-063", "who has opened a tile by moving uses no equipment until the next window"
    if board.is_own_turn(seat):
        if state["turn"]["weak"]:
            return "TD-032", "web or plant weakened this seat at the start of its turn; it may use no equipment in it"
    elif state["web"] is not None and own["cell"] is not None and PLACE_OF[own["cell"]] == state["web"]:
        return "TD-081", "on the tile with the web no equipment is used outside the own turn"
    return None


def is_asked(board: Board, seat: int, cards: Iterable[str]) -> bool:
    """
    Whether a decision about these cards is put to the seat at all. Depends on public facts only.

    Clauses: TD-085 (section 4 of the rules: a question must not betray a hand).
    """
    own = board.seat(seat)
    if board.hand_size(seat) == 0 or card_bar(board, seat) is not None:
        return False
    return bool(own["backpack"]) or any(card in own["kit"] for card in cards)


def answers(board: Board, seat: int, cards: Iterable[str]) -> list[str]:
    """What the seat may answer: the cards of these it holds, and `none`."""
    hand = board.hand(seat)
    return [*(card for card in cards if card in hand), "none"]


# -- envelopes ------------------------------------------------------------------------------------


def slot_key(slot: int) -> str:
    """The name of the envelope a deck card is sealed in. Slots are used again once their card is out of hand."""
    return f"card/{slot}"


def reveal(facts: Facts, key: str) -> None:
    """Opens an envelope to everybody; one sealed in this very event is not sealed after all."""
    for index in range(len(facts.seals) - 1, -1, -1):
        if facts.seals[index].key == key:
            del facts.seals[index]
            return
    facts.open(key)


def show(facts: Facts, seat: int, key: str) -> None:
    """Opens an envelope to one seat; one sealed in this very event is sealed for that seat."""
    for seal in reversed(facts.seals):
        if seal.key == key:
            seal.seats = (*seal.seats, seat)
            return
    facts.show(seat, key)


# -- using and losing -----------------------------------------------------------------------------


def spend(game: Game, seat: int, card: str, *clauses: str) -> None:
    """
    Uses a card: onto the discard pile, face up; the one card of this window; in the own turn its last act.

    Clauses: TD-080, TD-082, TD-034.
    """
    _put_away(game, seat, card)
    game.state["window"]["used"].append(seat)
    game.tell("card_used", "TD-080", *clauses, seat=seat, card=card, left=game.hand_size(seat))
    game.finish_turn(seat)


def _put_away(game: Game, seat: int, card: str) -> None:
    """Moves a card from hand to discard pile, the kit's own copy first, as that one is known to all (TD-085)."""
    own = game.seat(seat)
    if card in own["kit"]:
        own["kit"].remove(card)
    else:
        entry = next(entry for entry in own["drawn"] if entry[0] == card)
        own["drawn"].remove(entry)
        reveal(game.facts, slot_key(entry[1]))
    game.state["discard"].append(card)


def discard_hand(game: Game, seat: int) -> list[str]:
    """Discards everything the seat holds; returns the kinds. Clauses: TD-113."""
    hand = game.hand(seat)
    for card in hand:
        _put_away(game, seat, card)
    return hand


def show_hand(game: Game, seat: int) -> None:
    """Opens what the seat holds to everybody, at the end of the game."""
    for _, slot in game.seat(seat)["drawn"]:
        reveal(game.facts, slot_key(slot))


# -- drawing and shuffling ------------------------------------------------------------------------


def draw_cards(game: Game, seat: int, count: int) -> int:
    """
    Draws cards for the seat, which alone learns what they are; returns how many there were.

    Clauses: TD-103 (an empty deck), TD-105.
    """
    state = game.state
    drawn: list[str] = []
    for _ in range(count):
        if not state["deck"]:
            if not state["discard"]:
                break
            kinds, state["discard"] = state["discard"], []
            shuffle_deck(game, kinds, "discard pile", "TD-103")
        kind, slot = state["deck"].pop(0)
        game.seat(seat)["drawn"].append([kind, slot])
        show(game.facts, seat, slot_key(slot))
        drawn.append(kind)
    if drawn:
        game.facts.whisper(seat, "cards_looked_at", "TD-105", cards=drawn)
    return len(drawn)


def shuffle_deck(game: Game, kinds: list[str], what: str, *clauses: str) -> None:
    """Makes a deck of these cards and seals it anew, card by card, in slots no hand uses."""
    state = game.state
    taken = [slot for seat in state["seats"] for _, slot in seat["drawn"]]
    slots = [slot for slot in range(len(kinds) + len(taken)) if slot not in taken]
    shuffled = game.tape.shuffle(kinds, what)
    state["deck"] = [[kind, slot] for kind, slot in zip(shuffled, slots, strict=False)]
    for at, (kind, slot) in enumerate(state["deck"]):
        game.facts.seal("deck", at, kind, key=slot_key(slot))
    game.tell("deck_shuffled", *clauses, cards=len(shuffled))


def take_kit(game: Game, seat: int) -> list[str]:
    """
    Gives the seat its start kit from discard pile and deck, as far as it is there; returns what it got.

    Clauses: TD-113, TD-085 (all of it is public).
    """
    state = game.state
    kit: list[str] = []
    searched = False
    for card in game.content.kit:
        if card in state["discard"]:
            _remove_last(state["discard"], card)
            kit.append(card)
            continue
        entry: Any = next((entry for entry in state["deck"] if entry[0] == card), None)
        if entry is not None:
            state["deck"].remove(entry)
            reveal(game.facts, slot_key(entry[1]))
            kit.append(card)
            searched = True
    game.seat(seat)["kit"] = kit
    if searched:
        shuffle_deck(game, [kind for kind, _ in state["deck"]], "deck after a kit was taken", "TD-113")
    return kit


def _remove_last(pile: list[str], card: str) -> None:
    """Takes the topmost card of that kind off a pile."""
    del pile[len(pile) - 1 - pile[::-1].index(card)]
