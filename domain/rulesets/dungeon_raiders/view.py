"""
What a viewer may see: each part named here, nothing copied and then hidden.

Other seats' hands are given by their count alone. What everybody could have counted is given as such:
the power cards played on this level, and the items each seat has taken and spent.
"""

from __future__ import annotations

from typing import Any

from delvebook.domain.ruleset import State, View, copy_state
from delvebook.domain.rulesets.dungeon_raiders.content import CARDS, ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.state import (
    Seat,
    current_card,
    hand_count,
    held,
    is_entered,
    is_face_up,
    living,
    owing,
    strength_against,
)
from delvebook.domain.viewers import PUBLIC, Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> View:
    """
    The table as the viewer sees it; once the game is over, as everybody does.

    Clauses: DR-004, DR-013, DR-024, DR-031, DR-042, DR-106.
    """
    if state["result"] is not None:
        viewer = PUBLIC
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
        "dungeon": [
            [_room(state, viewer, level, room) for room in range(1, len(rooms) + 1)]
            for level, rooms in enumerate(state["dungeon"], start=1)
        ],
        "removed": list(state["removed"]) if viewer.sees_all else None,
        "supply": dict(state["supply"]),
        "in_play": [dict(entry) for entry in state["in_play"]],
        "owing": list(state["owing"]),
        "again": list(state["again"]),
        "seats": [_seat(state, viewer, number, seat) for number, seat in enumerate(state["seats"])],
        "result": None if state["result"] is None else copy_state(state["result"]),
    }


def _strength(content: Content, state: State) -> int | None:
    """The current figure of a monster or boss; null in other rooms, and with two living. Clauses: DR-060, DR-151."""
    if content.kind(current_card(state)) not in ("monster", "boss"):
        return None
    return strength_against(content, state, len(living(state)))


def _room(state: State, viewer: Viewer, level: int, room: int) -> dict[str, Any]:
    """
    One room. `card` is null where the viewer may not see it; `lit` is null while it lies under its door.

    Clauses: DR-004, DR-006, DR-031, DR-032.
    """
    face_up = is_face_up(state, level, room)
    laid_out = level <= state["level"]
    known = face_up or viewer.sees_all or (laid_out and knows_dark_rooms(state, viewer))
    return {
        "card": state["dungeon"][level - 1][room - 1] if known else None,
        "lit": state["lit"][level - 1][room - 1] if laid_out or viewer.sees_all else None,
        "face_up": face_up,
        "resolved": is_entered(state, level, room) and (level, room) != (state["level"], state["room"]),
    }


def knows_dark_rooms(state: State, viewer: Viewer) -> bool:
    """Whether the viewer has lit a torch on this level. Clauses: DR-031, DR-032, DR-106."""
    return viewer.seat is not None and bool(state["seats"][viewer.seat]["torch_lit"])


def _seat(state: State, viewer: Viewer, number: int, seat: Seat) -> dict[str, Any]:
    """
    One seat: what lies before it, how many cards it holds, and to itself which.

    Clauses: DR-013, DR-022, DR-024, DR-042.
    """
    committed = seat["committed"]
    own = viewer.may_see(number)
    return {
        "character": seat["character"],
        "life": seat["life"],
        "treasure": seat["treasure"],
        "status": seat["status"],
        "owes": number in owing(state),
        "played": list(seat["played"]),
        "laid": list(seat["laid"]),
        "torch_lit": seat["torch_lit"],
        "hand_count": hand_count(seat),
        "hand": [card for card in CARDS for _ in range(held(seat, card))] if own else None,
        "committed_count": None if committed is None else len(committed),
        "committed": list(committed) if own and committed is not None else None,
        "items_taken": dict(seat["taken"]),
        "items_spent": {
            item: seat["taken"][item] - seat["items"][item] - (committed or []).count(item) for item in ITEMS
        },
    }
