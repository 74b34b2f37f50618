"""Ordinary rooms: what happens once every card is face up."""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import Content
from delvebook.domain.rulesets.dungeon_raiders.dungeon import reset_room
from delvebook.domain.rulesets.dungeon_raiders.ending import ends_by_death
from delvebook.domain.rulesets.dungeon_raiders.life import bury_dead
from delvebook.domain.rulesets.dungeon_raiders.monster import fight_monster
from delvebook.domain.rulesets.dungeon_raiders.state import current_card, strength_against, values_laid
from delvebook.domain.rulesets.dungeon_raiders.trap import spring
from delvebook.domain.rulesets.dungeon_raiders.treasure import share_out
from delvebook.domain.rulesets.dungeon_raiders.vault import reward_all


def resolve_room(content: Content, state: State, facts: Facts) -> None:
    """
    Carries out the room's effect, buries the dead, and goes on unless that ends the game.

    Clauses: DR-005, DR-017, DR-026, DR-103, DR-104, DR-105.
    """
    room = content.rooms[current_card(state)]
    values = values_laid(content, state)
    if room.kind == "treasure":
        share_out(state, facts, room.chests, values)
    elif room.kind == "monster":
        fight_monster(state, facts, room, strength_against(content, state, len(values)), values)
    elif room.trap is not None:
        spring(state, facts, room.id, room.trap, values)
    else:
        reward_all(content, state, facts, room, values)
    bury_dead(state, facts)
    if not ends_by_death(state, facts):
        reset_room(content, state, facts)
