"""What lies sealed in the middle of a game: dark rooms, removed cards, and the cards laid face down."""

from __future__ import annotations

from delvebook.domain.facts import Seal, component
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.state import is_face_up, room_key
from delvebook.domain.rulesets.dungeon_raiders.waves import commitment_key


def face_down(state: State) -> list[Seal]:
    """
    Every envelope that is still to be opened, in the order of the setup, then of the seats.

    Clauses: DR-004, DR-022, DR-031 (whoever lit a torch on this level has seen its dark rooms).
    """
    if state["result"] is not None:
        return []
    seals = []
    for level, cards in enumerate(state["dungeon"], start=1):
        for room, card in enumerate(cards, start=1):
            if not is_face_up(state, level, room):
                item = {"card": card, "lit": state["lit"][level - 1][room - 1]}
                seen = [seat for seat, own in enumerate(state["seats"]) if own["torch_lit"]]
                seats = seen if level == state["level"] else []
                seals.append(component(room_key(level, room), f"level-{level}", room - 1, item, seats=seats))
    seals += [component(f"removed/{at}", "removed", at, card) for at, card in enumerate(state["removed"])]
    for number, seat in enumerate(state["seats"]):
        if seat["committed"] is not None:
            seals.append(Seal(commitment_key(number), {"action": _action(state, seat["committed"])}, (number,)))
    return seals


def _action(state: State, cards: list[str]) -> dict[str, object]:
    if state["phase"] == "boss_play":
        return {"type": "play_boss_cards", "cards": cards}
    return {"type": "play_card", "card": cards[0]}
