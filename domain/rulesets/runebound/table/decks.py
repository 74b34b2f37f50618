"""
The five decks, which are sealed card by card. A card is opened when it is drawn.

The cards known at either end of a deck have no envelope. An envelope is named by its card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.kit.sealed_decks import FaceDown, SealedDeck
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import Deck, Play, State

MARKET: Final = "market"
ENVELOPES: Final = {zone: SealedDeck(zone) for zone in (MARKET, *COLOURS)}
HEROES: Final = SealedDeck("heroes")


def shuffle(play: Play, zone: str, cards: Sequence[str]) -> None:
    """Makes these cards the zone's deck, in a random order; it is sealed when the event is over (`seal_fresh`)."""
    order = play.tape.shuffle(cards, f"{zone} deck")
    play.state["decks"][zone] = {"cards": order, "top": 0, "bottom": 0}
    play.fresh.append(zone)


def seal_fresh(play: Play) -> None:
    """
    Seals what is still hidden in the decks shuffled in this event, card by card.

    A card turned up in the same event gets no envelope, since everybody has seen it.
    """
    for zone in play.fresh:
        ENVELOPES[zone].seal(play.facts, unseen(play.state["decks"][zone]), whole=True)
    play.fresh.clear()


def unseen(deck: Deck) -> list[FaceDown]:
    """The cards of the deck whose places no viewer knows."""
    hidden = range(deck["top"], len(deck["cards"]) - deck["bottom"])
    return [FaceDown(deck["cards"][at], at, deck["cards"][at]) for at in hidden]


def undealt(heroes: Sequence[str]) -> list[FaceDown]:
    """The hero cards that were not dealt; their order stays hidden."""
    return [FaceDown(at, at, hero) for at, hero in enumerate(heroes)]


def draw(play: Play, zone: str) -> str:
    """Turns up the top card for all to see, and returns it. The deck must not be empty."""
    return _take(play, zone, 0)


def put_under(play: Play, zone: str, card: str) -> None:
    """Puts a card that everybody sees under the deck; everybody knows that it is there."""
    deck = play.state["decks"][zone]
    deck["cards"].append(card)
    deck["bottom"] += 1


def put_on_top(play: Play, zone: str, card: str) -> bool:
    """
    Fetches the card from wherever it lies in the deck and puts it on top; False if it is not there.

    The order of the others stays. The card is shown to everybody.
    """
    deck = play.state["decks"][zone]
    if card not in deck["cards"]:
        return False
    deck["cards"].insert(0, _take(play, zone, deck["cards"].index(card)))
    deck["top"] += 1
    return True


def _take(play: Play, zone: str, at: int) -> str:
    """Takes a card out of the deck in sight of everybody, and opens its envelope if it has one."""
    deck = play.state["decks"][zone]
    card = deck["cards"][at]
    if at < deck["top"]:
        deck["top"] -= 1
    elif at >= len(deck["cards"]) - deck["bottom"]:
        deck["bottom"] -= 1
    elif zone not in play.fresh:
        ENVELOPES[zone].turn_up(play.facts, card)
    del deck["cards"][at]
    return card


def set_aside(play: Play, card: str, clause: str) -> None:
    """
    Puts a card that a hero no longer has where it belongs: under the Market deck, or on its colour's out pile.

    Args:
        clause: The clause by which the hero loses it: RB-019, RB-094, RB-186 or RB-187.
    """
    colour = play.content.colour_of(card)
    if colour is None:
        put_under(play, MARKET, card)
        play.tell("card_put_under_deck", clause, card=card, deck=MARKET)
    else:
        put_out(play, colour, card, clause, "RB-053")


def put_out(play: Play, colour: str, card: str, *clauses: str) -> None:
    """Puts an adventure card on its colour's out pile."""
    play.state["out"][colour].append(card)
    play.tell("card_left_the_game", *clauses, card=card, colour=colour)


def can_draw(content: Content, state: State, colour: str) -> bool:
    """Whether a card of the colour can be drawn, from its deck or its reshuffled out pile. Clauses: RB-052."""
    if state["decks"][colour]["cards"]:
        return True
    return state["options"]["recycle_adventure_decks"] and any(
        content.adventures[card]["category"] == "challenge" for card in state["out"][colour]
    )


def recycle(play: Play, colour: str) -> None:
    """Shuffles the colour's out pile, taken in card-id order, into a new deck. Clauses: RB-052."""
    cards = sorted(play.state["out"][colour])
    play.state["out"][colour] = []
    shuffle(play, colour, cards)
    play.tell("deck_renewed", "RB-052", colour=colour, cards=len(cards))
