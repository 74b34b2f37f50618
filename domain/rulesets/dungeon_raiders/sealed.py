"""The face-down cards of a state: dark rooms, removed cards, and the cards the seats have laid face down."""

from __future__ import annotations

from delvebook.domain.facts import Seal
from delvebook.domain.kit.sealed_decks import FaceDown
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.state import (
    REMOVED,
    Action,
    State,
    commitment_key,
    is_face_up,
    level_deck,
)


def face_down(content: Content, state: State) -> list[Seal]:
    """
    Every envelope that is still closed: the rooms, the removed cards, then the cards laid by each seat.

    Clauses: DR-004, DR-022.
    """
    if state["result"] is not None:
        return []
    rooms = [
        seal
        for level in range(1, len(state["dungeon"]) + 1)
        for seal in level_deck(level).face_down(_dark_rooms(state, level))
    ]
    removed = REMOVED.face_down(FaceDown(at, at, card) for at, card in enumerate(state["removed"]))
    committed = [
        Seal(commitment_key(seat), {"action": _action(state, sheet["committed"])}, (seat,))
        for seat, sheet in enumerate(state["seats"])
        if sheet["committed"] is not None
    ]
    return [*rooms, *removed, *committed]


def _dark_rooms(state: State, level: int) -> list[FaceDown]:
    """
    The level's rooms that lie face down; those of the current level are known to the seats that lit a torch on it.

    Clauses: DR-004, DR-031, DR-032.
    """
    is_current = level == state["level"]
    knowing = tuple(seat for seat, sheet in enumerate(state["seats"]) if is_current and sheet["torch_lit"])
    row = zip(state["dungeon"][level - 1], state["lit"][level - 1], strict=True)
    return [
        FaceDown(at, at, {"card": card, "lit": lit}, knowing)
        for at, (card, lit) in enumerate(row)
        if not is_face_up(state, level, at + 1)
    ]


def _action(state: State, cards: list[str]) -> Action:
    """The action by which the cards were laid."""
    if state["phase"] == "boss_play":
        return {"type": "play_boss_cards", "cards": cards}
    return {"type": "play_card", "card": cards[0]}
