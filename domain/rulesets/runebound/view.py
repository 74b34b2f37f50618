"""
What a viewer may see, and a full state made up for it again.

Only the order of the hidden cards is secret: there is no private hand, so all seats see the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.ruleset import State, View, copy_state
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decks import MARKET
from delvebook.domain.rulesets.runebound.figures import (
    HERO,
    attribute,
    damage,
    enemy_damage,
    experience,
    life,
    raise_cost,
    stamina,
    target_number,
)
from delvebook.domain.rulesets.runebound.vocabulary import ATTRIBUTES, COLOURS, KINDS
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import Viewer

PUBLIC: Final = (
    *("options", "round", "turn", "first", "active", "phase", "over", "used", "traded", "heroes"),
    *("out", "boxes", "counters", "bank", "track", "drawn", "events", "attempt", "combat", "agenda", "result"),
)
"""The parts of a state that lie open on the table: everything but the decks and the heroes left over."""


def make_view(book: Book, state: State, viewer: Viewer) -> View:
    """
    What the viewer may see: the open table, what is known of the decks, and the figures as they stand.

    Once the game is over, and for an arbiter, the decks' orders are shown as well (§7).
    """
    ordered = viewer.sees_all or state["result"] is not None
    view: View = {name: state[name] for name in PUBLIC}
    view["decks"] = {zone: _deck(deck, ordered=ordered) for zone, deck in state["decks"].items()}
    view["undealt"] = list(state["undealt"]) if ordered else sorted(state["undealt"])
    view["ordered"] = ordered
    view["decision"] = state["agenda"][-1] if state["agenda"] else None
    view["raise_cost"] = raise_cost(book, state)
    view["figures"] = [_figures(book, state, seat) for seat in range(len(state["heroes"]))]
    view["enemy"] = _enemy(book, state)
    return copy_state(view)


def _deck(deck: Mapping[str, Any], *, ordered: bool) -> dict[str, Any]:
    cards, top, bottom = deck["cards"], deck["top"], deck["bottom"]
    shown = {"count": len(cards), "known_top": cards[:top], "known_bottom": cards[len(cards) - bottom :]}
    if ordered:
        shown["cards"] = cards
    return shown


def _figures(book: Book, state: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """What the seat's hero is worth now, raises and passive effects included."""
    hero = state["heroes"][seat]
    return {
        "life": life(book, hero),
        "stamina": stamina(book, hero),
        "attributes": {name: attribute(book, state, seat, name) for name in ATTRIBUTES},
        "damage": {kind: damage(book, state, seat, HERO, kind) for kind in KINDS},
        "experience": experience(book, hero),
    }


def _enemy(book: Book, state: Mapping[str, Any]) -> dict[str, Any] | None:
    """The enemy card being fought, as modified now."""
    combat = state["combat"]
    if combat is None or combat["card"] is None:
        return None
    return {
        "card": combat["card"],
        "life": book.adventures[combat["card"]]["enemy"]["life"],
        "wounds": combat["wounds"],
        "targets": {name: target_number(book, state, name) for name in ATTRIBUTES},
        "damage": {kind: enemy_damage(book, state, kind) for kind in KINDS},
    }


def open_cards(book: Book, table: Mapping[str, Any]) -> list[str]:
    """Every card that lies open somewhere outside the decks; a public card may be named once only."""
    found = [card for hero in table["heroes"] for card in (*hero["artifacts"], *hero["runes"])]
    found += [ally["id"] for hero in table["heroes"] for ally in hero["allies"]]
    found += [card for box in table["boxes"].values() for card in box]
    found += [card for cards in table["out"].values() for card in cards]
    found += [entry["card"] for entry in table["track"] if entry is not None]
    found += table["events"]
    attempt = table["attempt"]
    if attempt is not None and attempt["card"] is not None and not attempt["kept"] and attempt["card"] not in found:
        found.append(attempt["card"])  # a card of the track stays on its space while it is attempted
    for frame in table["agenda"]:
        if frame["do"] == "choose_loot":
            found += frame["cards"]
    return found


def make_state(book: Book, view: View, *, chance: Chance) -> State:
    """A state that looks like the view: the cards nobody has seen are dealt into the decks at random."""
    view = copy_state(view)
    state: State = {name: view[name] for name in PUBLIC}
    gone = set(open_cards(book, view))
    state["decks"] = {}
    for zone in (MARKET, *COLOURS):
        deck = view["decks"][zone]
        top, bottom = deck["known_top"], deck["known_bottom"]
        if "cards" in deck:
            cards = deck["cards"]
        else:
            known = {*gone, *top, *bottom}
            cards = [*top, *chance.shuffle([card for card in book.decks[zone] if card not in known], zone), *bottom]
        state["decks"][zone] = {"cards": cards, "top": len(top), "bottom": len(bottom)}
    state["undealt"] = view["undealt"] if view["ordered"] else chance.shuffle(view["undealt"], "undealt")
    return state
