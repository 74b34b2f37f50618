"""
The parts of a state that a viewer may see, by name.

Of other seats' hands only the number of cards is shown. What every player could count is shown, too: the power cards
played on this level, and the items each seat has taken and spent.
"""

from __future__ import annotations

from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, ITEMS, POWER_VALUE, Content
from delvebook.domain.rulesets.dungeon_raiders.flow import to_act
from delvebook.domain.rulesets.dungeon_raiders.state import (
    Result,
    Sheet,
    State,
    current_card,
    hand_count,
    held,
    is_face_up,
    living,
    strength_against,
)
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.parts import Turn
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import (
    FaceDown,
    Hand,
    Items,
    ResultSeen,
    RoomKnown,
    RoomSeen,
    SeatSeen,
    Table,
)
from delvebook.domain.viewers import PUBLIC, Viewer


def view_of(content: Content, state: State, viewer: Viewer) -> Table:
    """
    The table as the viewer sees it. When the game is over, all viewers see all of it.

    Clauses: DR-004, DR-013, DR-024, DR-031, DR-042, DR-106, DR-147.
    """
    if state["result"] is not None:
        viewer = PUBLIC
    levels = len(state["dungeon"])
    is_fight = content.kind(current_card(state)) in ("monster", "boss")
    strength = strength_against(content, state, len(living(state))) if is_fight else None
    return {
        "you": viewer.seat,
        "options": {"mode": state["options"]["mode"], "difficulty": state["options"]["difficulty"]},
        "phase": state["phase"],
        "level": state["level"],
        "room": state["room"],
        "card": current_card(state),
        "wave": state["wave"],
        "fight": state["fight"],
        "strength": strength,
        "unbeatable": is_fight and strength is None,
        "first_seat": state["first_seat"],
        "row": _row(state, viewer),
        "earlier": [_level(state, level) for level in range(1, state["level"])],
        "stacks": [_level(state, level) for level in range(state["level"] + 1, levels + 1)]
        if viewer.sees_all
        else None,
        "removed": list(state["removed"]) if viewer.sees_all else None,
        "supply": _items(state["supply"]),
        "in_play": [{"item": entry["item"], "seat": entry["seat"]} for entry in state["in_play"]],
        "seats": [
            _seat(sheet, turn=_turn(state, seat), own=viewer.may_see(seat)) for seat, sheet in enumerate(state["seats"])
        ],
        "result": None if state["result"] is None else _result(state["result"]),
    }


def _result(result: Result) -> ResultSeen:
    """How the game ended."""
    return {
        "reason": result["reason"],
        "winners": list(result["winners"]),
        "collapsed": list(result["collapsed"]),
        "clauses": list(result["clauses"]),
    }


def _turn(state: State, seat: int) -> Turn:
    """Whether the seat has still to play in this room. Clauses: DR-022, DR-035, DR-161, DR-163."""
    if seat in to_act(state):
        return "acts"
    if seat in state["owing"]:
        return "waits"
    return "looked" if seat in state["again"] else "done"


def _row(state: State, viewer: Viewer) -> list[RoomSeen]:
    """The rooms of the current level; `card` is None where the viewer may not see it. Clauses: DR-004, DR-031."""
    level = state["level"]
    knows_dark = viewer.sees_all or _knows_dark_rooms(state, viewer)
    row: list[RoomSeen] = []
    for room, (card, lit) in enumerate(zip(state["dungeon"][level - 1], state["lit"][level - 1], strict=True), start=1):
        face_up = is_face_up(state, level, room)
        seen = card if face_up or knows_dark else None
        row.append({"room": room, "card": seen, "lit": lit, "face_up": face_up, "resolved": room < state["room"]})
    return row


def _level(state: State, level: int) -> list[RoomKnown]:
    """The rooms of another level, of which the viewer may see all."""
    cards = zip(state["dungeon"][level - 1], state["lit"][level - 1], strict=True)
    return [{"card": card, "lit": lit} for card, lit in cards]


def _knows_dark_rooms(state: State, viewer: Viewer) -> bool:
    """Whether the viewer has lit a torch on this level. Clauses: DR-031, DR-032, DR-106."""
    return viewer.seat is not None and state["seats"][viewer.seat]["torch_lit"]


def _seat(sheet: Sheet, *, turn: Turn, own: bool) -> SeatSeen:
    """
    One seat: what lies before it, how many cards it holds, and to itself which.

    Clauses: DR-013, DR-022, DR-024, DR-042.
    """
    return {
        "character": sheet["character"],
        "life": sheet["life"],
        "treasure": sheet["treasure"],
        "status": sheet["status"],
        "turn": turn,
        "played": [card for number in sheet["played"] for card in CARDS if POWER_VALUE.get(card) == number],
        "laid": list(sheet["laid"]),
        "torch_lit": sheet["torch_lit"],
        "hand": _hand(sheet, own=own),
        "face_down": _face_down(sheet, own=own),
        "items_taken": _items(sheet["taken"]),
        "items_spent": _items(_spent(sheet)),
    }


def _hand(sheet: Sheet, *, own: bool) -> Hand:
    """The hand: its number of cards, and to its own seat the cards."""
    cards = [card for card in CARDS for _ in range(held(sheet, card))]
    return {"count": hand_count(sheet), "cards": cards if own else None}


def _face_down(sheet: Sheet, *, own: bool) -> FaceDown | None:
    """The cards that lie face down before the seat: their number, and to the seat itself the cards. Clauses: DR-022."""
    cards = sheet["committed"]
    if cards is None:
        return None
    return {"count": len(cards), "cards": list(cards) if own else None, "torches_since": sheet["lit_since"]}


def _items(counts: dict[str, int]) -> Items:
    """The number of each item."""
    return {"torch": counts["torch"], "ball": counts["ball"], "key": counts["key"], "sword": counts["sword"]}


def _spent(sheet: Sheet) -> dict[str, int]:
    """The items the seat took and no longer has, in its hand or face down before it."""
    face_down = sheet["committed"] or []
    return {item: sheet["taken"][item] - sheet["items"][item] - face_down.count(item) for item in ITEMS}
