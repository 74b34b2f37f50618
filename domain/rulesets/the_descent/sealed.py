"""What lies sealed in the middle of a game: tiles face down, the token stack, the deck, and cards drawn into hands."""

from __future__ import annotations

from delvebook.domain.facts import Seal, component
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.the_descent.cards import slot_key
from delvebook.domain.rulesets.the_descent.content import Content


def face_down(content: Content, state: State) -> list[Seal]:
    """
    Every envelope that is still to be opened: places, stack from the top, deck from the top, hands.

    Clauses: TD-020, TD-085 (a drawn card is its seat's secret).
    """
    tiles = [
        component(f"tiles/{place}", "tiles", place, {"tile": entry["tile"], "turns": entry["turns"]})
        for place, entry in enumerate(state["places"])
        if not entry["open"] and not _is_held_up(state, place)
    ]
    gone = sum(content.tokens.values()) - len(state["stack"])
    tokens = [component(f"tokens/{at}", "tokens", at, kind) for at, kind in enumerate(state["stack"], start=gone)]
    deck = [component(slot_key(slot), "deck", at, kind) for at, (kind, slot) in enumerate(state["deck"])]
    hands = [
        component(slot_key(slot), "hand", at, kind, seats=(seat,))
        for seat, own in enumerate(state["seats"])
        for at, (kind, slot) in enumerate(own["drawn"])
    ]
    return [*tiles, *tokens, *deck, *hands]


def _is_held_up(state: State, place: int) -> bool:
    """Whether the tile is being turned by its finder, in sight of everybody, and not laid yet."""
    pending = state["pending"]
    return pending is not None and pending["type"] == "rotate_tile" and pending["place"] == place
