"""Lighting a torch: the one thing a seat may do out of turn."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.state import State, dark_rooms, level_deck


def light_torch(state: State, facts: Facts, seat: int) -> None:
    """
    Shows the seat every room of the level that still lies face down, and tells the others that it looked.

    The number of those rooms is public, so the envelope gives nothing away.

    Clauses: DR-030 to DR-034, DR-042.
    """
    sheet = state["seats"][seat]
    sheet["items"]["torch"] -= 1
    sheet["torch_lit"] = True
    state["in_play"].append({"item": "torch", "seat": seat})
    rooms = dark_rooms(state)
    level = state["level"]
    facts.tell("torch_lit", "DR-030", "DR-031", seat=seat, dark_count=len(rooms))
    for room in rooms:
        level_deck(level).show(facts, seat, room - 1)
    cards = [state["dungeon"][level - 1][room - 1] for room in rooms]
    facts.whisper(seat, "rooms_seen", "DR-031", "DR-032", level=level, rooms=rooms, cards=cards)
