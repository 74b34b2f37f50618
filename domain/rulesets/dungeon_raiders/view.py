"""
What a viewer may see, each part by name.

Other seats' hands are shown by their number of cards alone. What every player could count is shown as such: the power
cards played on this level, and the items each seat has taken and spent.
"""

from __future__ import annotations

from typing import Any

from delvebook.domain.ruleset import View, copy_state
from delvebook.domain.rulesets.dungeon_raiders.components import CARDS, ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.flow import to_act
from delvebook.domain.rulesets.dungeon_raiders.state import (
    Sheet,
    State,
    current_card,
    hand_count,
    held,
    is_face_up,
    living,
    strength_against,
)
from delvebook.domain.viewers import PUBLIC, Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """
    The table as the viewer sees it. When the game is over, all viewers see all of it.

    Clauses: DR-004, DR-013, DR-024, DR-031, DR-042, DR-106.
    """
    if state["result"] is not None:
        viewer = PUBLIC
    asked = to_act(state)
    return {
        "you": viewer.seat,
        "options": dict(state["options"]),
        "phase": state["phase"],
        "level": state["level"],
        "room": state["room"],
        "wave": state["wave"],
        "fight": state["fight"],
        "first_seat": state["first_seat"],
        "card": current_card(state),
        "strength": _strength(content, state),
        "dungeon": [_row(state, viewer, level) for level in range(1, len(state["dungeon"]) + 1)],
        "removed": list(state["removed"]) if viewer.sees_all else None,
        "supply": dict(state["supply"]),
        "in_play": [dict(entry) for entry in state["in_play"]],
        "owing": list(state["owing"]),
        "again": list(state["again"]),
        "seats": [
            _seat(sheet, owes=seat in asked, own=viewer.may_see(seat)) for seat, sheet in enumerate(state["seats"])
        ],
        "result": None if state["result"] is None else copy_state(state["result"]),
    }


def _strength(content: Content, state: State) -> int | None:
    """The strength to beat; None in a room without a monster, and with two living. Clauses: DR-060, DR-151."""
    if content.kind(current_card(state)) not in ("monster", "boss"):
        return None
    return strength_against(content, state, len(living(state)))


def _row(state: State, viewer: Viewer, level: int) -> list[dict[str, Any]]:
    """
    One level's rooms. `card` is None where the viewer may not see it; `lit` is None while the level is a stack.

    Clauses: DR-004, DR-006, DR-031, DR-032.
    """
    knows_lit = viewer.sees_all or level <= state["level"]
    knows_dark = viewer.sees_all or (level == state["level"] and _knows_dark_rooms(state, viewer))
    here = (state["level"], state["room"])
    row = []
    for room, (card, lit) in enumerate(zip(state["dungeon"][level - 1], state["lit"][level - 1], strict=True), start=1):
        face_up = is_face_up(state, level, room)
        row.append(
            {
                "card": card if face_up or knows_dark else None,
                "lit": lit if knows_lit else None,
                "face_up": face_up,
                "resolved": (level, room) < here,
            }
        )
    return row


def _knows_dark_rooms(state: State, viewer: Viewer) -> bool:
    """Whether the viewer has lit a torch on this level. Clauses: DR-031, DR-032, DR-106."""
    return viewer.seat is not None and state["seats"][viewer.seat]["torch_lit"]


def _seat(sheet: Sheet, *, owes: bool, own: bool) -> dict[str, Any]:
    """
    One seat: what lies before it, how many cards it holds, and to itself which.

    Clauses: DR-013, DR-022, DR-024, DR-042.
    """
    committed = sheet["committed"]
    return {
        "character": sheet["character"],
        "life": sheet["life"],
        "treasure": sheet["treasure"],
        "status": sheet["status"],
        "owes": owes,
        "played": list(sheet["played"]),
        "laid": list(sheet["laid"]),
        "torch_lit": sheet["torch_lit"],
        "hand_count": hand_count(sheet),
        "hand": [card for card in CARDS for _ in range(held(sheet, card))] if own else None,
        "committed_count": None if committed is None else len(committed),
        "committed": list(committed) if own and committed is not None else None,
        "items_taken": dict(sheet["taken"]),
        "items_spent": _items_spent(sheet),
    }


def _items_spent(sheet: Sheet) -> dict[str, int]:
    """The items the seat took and no longer has, in its hand or face down before it."""
    face_down = sheet["committed"] or []
    return {item: sheet["taken"][item] - sheet["items"][item] - face_down.count(item) for item in ITEMS}
