"""Cards in hands and piles: when a card may be used, and what using and drawing does to the piles."""

from __future__ import annotations

from collections.abc import Iterable

from delvebook.domain.kit.sealed_decks import FaceDown
from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.the_descent.box.cells import PLACE_OF
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import DECK

# -- when a card may be used ----------------------------------------------------------------------


def card_refusal(board: Board, seat: int) -> Refusal | None:
    """
    Why the seat may use no card in this window; None if it may, as far as the window goes. Public.

    Clauses: TD-080, TD-032, TD-063.
    """
    window = board.window()
    if seat in window["used"]:
        return Refusal("card_used_already", "TD-080")
    if seat in window["barred"]:
        return Refusal("no_cards_after_opening", "TD-063")
    if board.is_own_turn(seat) and board.state["turn"]["weak"]:
        return Refusal("no_cards_when_weak", "TD-032")
    return None


def may_use_card(board: Board, seat: int) -> bool:
    """Whether the seat may use a card now. Public. Clauses: TD-080, TD-081, TD-084."""
    state, own = board.state, board.character(seat)
    if state["window"] is None or own["arrived"] or card_refusal(board, seat) is not None:
        return False
    in_web = own["cell"] is not None and PLACE_OF[own["cell"]] == state["web"]
    return board.is_own_turn(seat) or not in_web


def answering_cards(type_: str, cause: str | None = None) -> tuple[str, ...]:
    """
    The cards that a decision takes as an answer.

    Args:
        type_: The decision: `answer_contact`, `answer_fall` or `answer_loss`.
        cause: The cause of a loss.

    Clauses: TD-131, TD-057, TD-097, TD-126.
    """
    if type_ == "answer_contact":
        return ("sword", "shield")
    if type_ == "answer_fall":
        return ("insurance",)
    return ("shield", "lamp") if cause == "collapse" else ("shield",)


def is_asked(board: Board, seat: int, cards: Iterable[str]) -> bool:
    """
    Whether the seat is asked for one of these cards. Depends on public facts only.

    Clauses: TD-085 (section 4 of the rules: a question must not betray a hand).
    """
    own = board.character(seat)
    if board.hand_size(seat) == 0 or not may_use_card(board, seat):
        return False
    return own["backpack"] or any(card in own["kit"] for card in cards)


def answers(board: Board, seat: int, cards: Iterable[str]) -> list[str]:
    """The answers open to the seat: those of the cards that it holds, and `none`."""
    hand = board.hand(seat)
    return [*(card for card in cards if card in hand), "none"]


# -- using and losing -----------------------------------------------------------------------------


def spend(play: Play, seat: int, card: str, *clauses: str) -> None:
    """
    Uses a card: it goes onto the discard pile, is the seat's one card of this window, and ends its own turn.

    Clauses: TD-080, TD-082, TD-034.
    """
    _put_away(play, seat, card)
    play.window()["used"].append(seat)
    play.tell("card_used", "TD-080", *clauses, seat=seat, card=card, left=play.hand_size(seat))
    play.finish_turn(seat)


def _put_away(play: Play, seat: int, card: str) -> None:
    """Moves a card from hand to discard pile; the kit's copy goes first, as everybody knows it (TD-085)."""
    own = play.character(seat)
    if card in own["kit"]:
        own["kit"].remove(card)
    else:
        entry = next(entry for entry in own["drawn"] if entry[0] == card)
        own["drawn"].remove(entry)
        DECK.turn_up(play.facts, entry[1])
    play.state["discard"].append(card)


def discard_hand(play: Play, seat: int) -> list[str]:
    """Discards the seat's whole hand and returns its kinds. Clauses: TD-113."""
    hand = play.hand(seat)
    for card in hand:
        _put_away(play, seat, card)
    return hand


def show_hand(play: Play, seat: int) -> None:
    """Opens the seat's hand to everybody, at the end of the game."""
    for _, slot in play.character(seat)["drawn"]:
        DECK.turn_up(play.facts, slot)


# -- drawing and shuffling ------------------------------------------------------------------------


def draw_cards(play: Play, seat: int, count: int) -> int:
    """
    Draws cards for the seat, which alone learns what they are. Returns how many there were.

    Clauses: TD-103 (an empty deck), TD-105.
    """
    state = play.state
    drawn: list[str] = []
    for _ in range(count):
        if not state["deck"]:
            if not state["discard"]:
                break
            kinds, state["discard"] = state["discard"], []
            shuffle_deck(play, kinds, "discard pile", "TD-103")
        kind, slot = state["deck"].pop(0)
        play.character(seat)["drawn"].append([kind, slot])
        DECK.show(play.facts, seat, slot)
        drawn.append(kind)
    if drawn:
        play.facts.whisper(seat, "cards_looked_at", "TD-105", seat=seat, cards=drawn)
    return len(drawn)


def shuffle_deck(play: Play, kinds: list[str], what: str, *clauses: str) -> None:
    """Makes a deck of these cards and seals each of them again, in slots that no hand uses."""
    state = play.state
    taken = [slot for seat in state["seats"] for _, slot in seat["drawn"]]
    slots = [slot for slot in range(len(kinds) + len(taken)) if slot not in taken]
    shuffled = play.tape.shuffle(kinds, what)
    state["deck"] = [[kind, slot] for kind, slot in zip(shuffled, slots, strict=False)]
    DECK.seal(play.facts, (FaceDown(slot, at, kind) for at, (kind, slot) in enumerate(state["deck"])))
    play.tell("deck_shuffled", *clauses, cards=len(shuffled))


def take_kit(play: Play, seat: int) -> list[str]:
    """
    Gives the seat what can be found of a start kit in discard pile and deck, and returns it.

    Clauses: TD-113, TD-085 (all of it is public).
    """
    state = play.state
    kit: list[str] = []
    searched = False
    for card in play.content.kit:
        if card in state["discard"]:
            _remove_last(state["discard"], card)
            kit.append(card)
            continue
        entry = next((entry for entry in state["deck"] if entry[0] == card), None)
        if entry is not None:
            state["deck"].remove(entry)
            DECK.turn_up(play.facts, entry[1])
            kit.append(card)
            searched = True
    play.character(seat)["kit"] = kit
    if searched:
        shuffle_deck(play, [kind for kind, _ in state["deck"]], "deck after a kit was taken", "TD-113")
    return kit


def _remove_last(pile: list[str], card: str) -> None:
    """Takes the topmost card of that kind off a pile."""
    del pile[len(pile) - 1 - pile[::-1].index(card)]
