"""Lighting a torch: the only action a seat may take out of turn."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.state import State, dark_rooms, is_tactical, level_deck


def light_torch(content: Content, state: State, facts: Facts, seat: int) -> None:
    """
    Shows the seat every room of the level that still lies face down, and tells the others that it looked.

    The number of those rooms is public, so the envelope gives nothing away.

    Clauses: DR-030 to DR-034, DR-042, DR-169.
    """
    sheet = state["seats"][seat]
    sheet["items"][content.light] -= 1
    sheet["torch_lit"] = True
    sheet["lit_since"] += sheet["committed"] is not None
    state["in_play"].append({"item": content.light, "seat": seat})
    rooms = dark_rooms(state)
    level = state["level"]
    clause = "DR-031" if rooms else "DR-033"
    facts.tell("torch_lit", "DR-169" if is_tactical(state) else "DR-030", clause, seat=seat, dark_count=len(rooms))
    for room in rooms:
        level_deck(level).show(facts, seat, room - 1)
    cards = [state["dungeon"][level - 1][room - 1] for room in rooms]
    facts.whisper(seat, "rooms_seen", clause, level=level, rooms=rooms, cards=cards)
