"""
What a viewer may see, each part by name.

Only the order of the hidden cards is secret. There is no private hand, so all seats see the same.
"""

from __future__ import annotations

from typing import Any, Final, cast

from delvebook.domain.ruleset import View, copy_state
from delvebook.domain.rulesets.runebound.content import Content
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
from delvebook.domain.rulesets.runebound.state import Deck, State
from delvebook.domain.rulesets.runebound.vocabulary import ATTRIBUTES, KINDS
from delvebook.domain.viewers import Viewer

PUBLIC: Final = (
    *("options", "round", "turn", "first", "active", "phase", "over", "used", "traded", "heroes"),
    *("out", "boxes", "counters", "bank", "track", "drawn", "events", "attempt", "combat", "agenda", "result"),
)
"""The parts of a state that lie open on the table: everything but the decks and the heroes left over."""


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """
    What the viewer may see: the open table, what is known of the decks, and the figures as they stand.

    Once the game is over, and for an arbiter, the decks' orders are shown, too.
    """
    ordered = viewer.sees_all or state["result"] is not None
    table = cast("dict[str, Any]", state)
    view: View = {name: table[name] for name in PUBLIC}
    view["decks"] = {zone: _deck(deck, ordered=ordered) for zone, deck in state["decks"].items()}
    view["undealt"] = list(state["undealt"]) if ordered else sorted(state["undealt"])
    view["ordered"] = ordered
    view["decision"] = state["agenda"][-1] if state["agenda"] else None
    view["raise_cost"] = raise_cost(content, state)
    view["figures"] = [_figures(content, state, seat) for seat in range(len(state["heroes"]))]
    view["enemy"] = _enemy(content, state)
    return copy_state(view)


def _deck(deck: Deck, *, ordered: bool) -> dict[str, Any]:
    cards, top, bottom = deck["cards"], deck["top"], deck["bottom"]
    shown: dict[str, Any] = {
        "count": len(cards),
        "known_top": cards[:top],
        "known_bottom": cards[len(cards) - bottom :],
    }
    if ordered:
        shown["cards"] = cards
    return shown


def _figures(content: Content, state: State, seat: int) -> dict[str, Any]:
    """What the seat's hero is worth now, raises and passive effects included."""
    hero = state["heroes"][seat]
    return {
        "life": life(content, hero),
        "stamina": stamina(content, hero),
        "attributes": {name: attribute(content, state, seat, name) for name in ATTRIBUTES},
        "damage": {kind: damage(content, state, seat, HERO, kind) for kind in KINDS},
        "experience": experience(content, hero),
    }


def _enemy(content: Content, state: State) -> dict[str, Any] | None:
    """The enemy card being fought, as modified now."""
    combat = state["combat"]
    if combat is None or combat["card"] is None:
        return None
    return {
        "card": combat["card"],
        "life": content.adventures[combat["card"]]["enemy"]["life"],
        "wounds": combat["wounds"],
        "targets": {name: target_number(content, state, name) for name in ATTRIBUTES},
        "damage": {kind: enemy_damage(content, state, kind) for kind in KINDS},
    }
