"""
The five decks: sealed card by card, opened as drawn, known at both ends as far as everybody saw.

A deck is `{"cards": […], "top": k, "bottom": m}`, the top card first; its first `top` and last `bottom`
cards are known to everybody and have no envelope. An envelope is named by its card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from delvebook.domain.facts import Seal, component
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.state import Play

MARKET: Final = "market"


def shuffle(play: Play, zone: str, cards: Sequence[str]) -> None:
    """Makes these cards the zone's deck, in a random order; it is sealed when the event is over (`seal_fresh`)."""
    order = play.tape.shuffle(cards, f"{zone} deck")
    play.state["decks"][zone] = {"cards": order, "top": 0, "bottom": 0}
    play.fresh.append(zone)


def seal_fresh(play: Play) -> None:
    """
    Seals what is still hidden in the decks shuffled in this event, card by card.

    Whatever was turned up in the same event was never hidden from anybody after it.
    """
    for zone in play.fresh:
        deck = play.state["decks"][zone]
        play.facts.reset_zones.append(zone)
        for at, card in _unseen(deck):
            play.facts.seal(zone, at, card, key=_key(zone, card))
    play.fresh.clear()


def face_down(state: State) -> list[Seal]:
    """The cards of every deck whose places nobody knows."""
    return [
        component(_key(zone, card), zone, at, card)
        for zone in sorted(state["decks"])
        for at, card in _unseen(state["decks"][zone])
    ]


def draw(play: Play, zone: str) -> str:
    """Turns up the top card, in sight of everybody; returns it. The deck holds one."""
    deck = play.state["decks"][zone]
    card: str = deck["cards"][0]
    if deck["top"]:
        deck["top"] -= 1
    elif len(deck["cards"]) <= deck["bottom"]:
        deck["bottom"] -= 1
    elif zone not in play.fresh:
        play.facts.open(_key(zone, card))
    del deck["cards"][0]
    return card


def put_under(play: Play, zone: str, card: str) -> None:
    """Puts a card that everybody sees under the deck; everybody knows that it is there."""
    deck = play.state["decks"][zone]
    deck["cards"].append(card)
    deck["bottom"] += 1


def put_on_top(play: Play, zone: str, card: str) -> bool:
    """
    Fetches the card from wherever it lies in the deck and puts it on top; False if it is not there.

    The order of the others stays. Fetched in sight of everybody, the card is shown.
    """
    deck = play.state["decks"][zone]
    if card not in deck["cards"]:
        return False
    at = deck["cards"].index(card)
    if at < deck["top"]:
        deck["top"] -= 1
    elif at >= len(deck["cards"]) - deck["bottom"]:
        deck["bottom"] -= 1
    elif zone not in play.fresh:
        play.facts.open(_key(zone, card))
    deck["cards"].remove(card)
    deck["cards"].insert(0, card)
    deck["top"] += 1
    return True


def set_aside(play: Play, card: str) -> None:
    """
    Puts a card a hero no longer has where it belongs: under the Market deck, or on its colour's out pile.

    Clauses: RB-053, RB-094, RB-186.
    """
    colour = play.book.colour_of(card)
    if colour is None:
        put_under(play, MARKET, card)
        play.tell("card_put_under_deck", "RB-186", card=card, deck=MARKET)
    else:
        play.state["out"][colour].append(card)
        play.tell("card_left_the_game", "RB-053", card=card, colour=colour)


def can_draw(book: Book, state: Any, colour: str) -> bool:
    """
    Whether a card of the colour can be had: from its deck, or from its out pile shuffled anew.

    Clauses: RB-052.
    """
    if state["decks"][colour]["cards"]:
        return True
    return bool(state["options"]["recycle_adventure_decks"]) and any(
        book.adventures[card]["category"] == "challenge" for card in state["out"][colour]
    )


def recycle(play: Play, colour: str) -> None:
    """Shuffles the colour's out pile, taken in card-id order, into a new deck (RB-052)."""
    cards = sorted(play.state["out"][colour])
    play.state["out"][colour] = []
    shuffle(play, colour, cards)
    play.tell("deck_renewed", "RB-052", colour=colour, cards=len(cards))


def _unseen(deck: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The cards nobody has seen since they were shuffled, each with its index."""
    return list(enumerate(deck["cards"]))[deck["top"] : len(deck["cards"]) - deck["bottom"]]


def _key(zone: str, card: str) -> str:
    return f"{zone}/{card}"
