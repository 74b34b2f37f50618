"""Ordinary rooms: what happens when every card is face up. Only this module maps kinds of rooms to their effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content, Room
from delvebook.domain.rulesets.dungeon_raiders.ending import ends_by_death
from delvebook.domain.rulesets.dungeon_raiders.rooms.dungeon import reset_room
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.life import bury_dead
from delvebook.domain.rulesets.dungeon_raiders.rooms.monster import fight_monster, forecast_monster
from delvebook.domain.rulesets.dungeon_raiders.rooms.trap import forecast_trap, spring_trap
from delvebook.domain.rulesets.dungeon_raiders.rooms.treasure import forecast_treasure, open_chests
from delvebook.domain.rulesets.dungeon_raiders.rooms.vault import forecast_vault, reward_all
from delvebook.domain.rulesets.dungeon_raiders.state import State, current_card, values_laid


class RoomRules(NamedTuple):
    """How one kind of room is resolved and forecast, given the values played in it."""

    resolve: Callable[[Content, State, Facts, Room, Mapping[int, int]], None]
    forecast: Callable[[Room, Table, Mapping[int, int]], Change]


RULES: Final[Mapping[str, RoomRules]] = {
    "treasure": RoomRules(open_chests, forecast_treasure),
    "monster": RoomRules(fight_monster, forecast_monster),
    "trap": RoomRules(spring_trap, forecast_trap),
    "vault": RoomRules(reward_all, forecast_vault),
}


def resolve_room(content: Content, state: State, facts: Facts) -> None:
    """
    Carries out the room's effect, buries the dead, and goes on unless that ends the game.

    Clauses: DR-005, DR-017, DR-026, DR-103, DR-104, DR-105.
    """
    room = content.rooms[current_card(state)]
    RULES[room.kind].resolve(content, state, facts, room, values_laid(content, state))
    bury_dead(state, facts)
    if not ends_by_death(state, facts):
        reset_room(content, state, facts)


def forecast_room(room: Room, table: Table, values: Mapping[int, int]) -> Change:
    """The change from the room with these values. Clauses: DR-050 to DR-085."""
    return RULES[room.kind].forecast(room, table, values)
