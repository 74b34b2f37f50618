"""What lies face down in a state: tiles, the token stack, the deck, and cards drawn into hands."""

from __future__ import annotations

from delvebook.domain.facts import Seal
from delvebook.domain.kit.sealed_decks import FaceDown
from delvebook.domain.rulesets.the_descent.box.cells import Place
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import DECK, HANDS, TILES, TOKENS, State


def face_down(content: Content, state: State) -> list[Seal]:
    """
    Every envelope that is still closed: places, stack from the top, deck from the top, hands.

    Clauses: TD-020, TD-085 (a drawn card is its seat's secret).
    """
    gone = sum(content.tokens.values()) - len(state["stack"])
    return [
        *TILES.face_down(
            FaceDown(place, place, {"tile": entry["tile"], "turns": entry["turns"]})
            for place, entry in enumerate(state["places"])
            if not entry["open"] and not _is_shown(state, place)
        ),
        *TOKENS.face_down(FaceDown(at, at, kind) for at, kind in enumerate(state["stack"], start=gone)),
        *DECK.face_down(FaceDown(slot, at, kind) for at, (kind, slot) in enumerate(state["deck"])),
        *HANDS.face_down(
            FaceDown(slot, at, kind, (seat,))
            for seat, own in enumerate(state["seats"])
            for at, (kind, slot) in enumerate(own["drawn"])
        ),
    ]


def _is_shown(state: State, place: Place) -> bool:
    """Whether the map has shown this tile to everybody, and it is not laid yet."""
    pending = state["pending"]
    return pending is not None and pending["type"] == "rotate_tile" and pending["place"] == place
