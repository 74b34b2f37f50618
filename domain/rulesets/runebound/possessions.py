"""Cards coming to a hero and leaving it."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.runebound.decks import set_aside
from delvebook.domain.rulesets.runebound.ending import check_runes
from delvebook.domain.rulesets.runebound.state import Play


def gain(play: Play, seat: int, card: str) -> None:
    """The hero gets the card, and must at once keep to its limits (RB-186, RB-187)."""
    play.push("choose_discard", seat=seat)
    receive(play, seat, card)


def receive(play: Play, seat: int, card: str, *, wounds: int = 0, fatigue: int = 0, down: bool = False) -> None:
    """
    The hero gets the card as it is; a third rune wins.

    Clauses: RB-160, RB-210, RB-211.
    """
    hero, item = play.hero(seat), play.book.items[card]
    if item["type"] == "ally":
        hero["allies"].append({"id": card, "wounds": wounds, "fatigue": fatigue})
    else:
        (hero["runes"] if item["type"] == "rune" else hero["artifacts"]).append(card)
    if down:
        hero["down"].append(card)
    play.tell("card_gained", "RB-096", seat=seat, card=card)
    check_runes(play, seat)


def turn_down(play: Play, seat: int, card: str) -> None:
    """Turns the seat's card face down (RB-008)."""
    play.hero(seat)["down"].append(card)
    play.tell("card_turned_down", "RB-008", seat=seat, card=card)


def lose(play: Play, seat: int, card: str) -> None:
    """The seat gives the card up: it goes where such cards go, without markers (RB-186)."""
    take_from(play, seat, card)
    play.tell("card_given_up", "RB-186", seat=seat, card=card)
    set_aside(play, card)


def take_from(play: Play, seat: int, card: str) -> dict[str, Any]:
    """
    Removes the card from the seat's hero; returns `{"id", "wounds", "fatigue", "down"}`.

    Where the card goes is the caller's business.
    """
    hero = play.hero(seat)
    taken = {"id": card, "wounds": 0, "fatigue": 0, "down": card in hero["down"]}
    hero["down"] = [one for one in hero["down"] if one != card]
    for ally in hero["allies"]:
        if ally["id"] == card:
            taken.update(ally)
            hero["allies"] = [one for one in hero["allies"] if one["id"] != card]
            return taken
    (hero["runes"] if card in hero["runes"] else hero["artifacts"]).remove(card)
    return taken
