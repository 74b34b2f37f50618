"""Treasure rooms: which seats take which chest, and how they share it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content, Room
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.life import enrich
from delvebook.domain.rulesets.dungeon_raiders.state import State


class Share(NamedTuple):
    """How one chest is shared. `claimants` is empty if it goes to no seat; `each` may be 0."""

    chest: int
    place: int
    claimants: list[int]
    each: int


def shares(chests: Sequence[int], values: Mapping[int, int]) -> list[Share]:
    """
    The shares of the chests, richest chest first, each claimed by the seats of the next distinct value.

    Args:
        chests: The treasure in each chest.
        values: The value that each seat played.

    Clauses: DR-050 to DR-055.
    """
    ranks = sorted(set(values.values()), reverse=True)
    dealt = []
    for place, chest in enumerate(sorted(chests, reverse=True), start=1):
        claimants = [seat for seat in values if values[seat] == ranks[place - 1]] if place <= len(ranks) else []
        dealt.append(Share(chest, place, claimants, chest // len(claimants) if claimants else 0))
    return dealt


def share_out(state: State, facts: Facts, chests: Sequence[int], values: Mapping[int, int], *clauses: str) -> None:
    """Gives every chest to the seats that earned it. Clauses: DR-050 to DR-055, DR-128."""
    for share in shares(chests, values):
        told = {"chest": share.chest, "place": share.place, "seats": share.claimants}
        earned = (*clauses, "DR-050" if share.place == 1 else "DR-053")
        if not share.claimants:
            facts.tell("chest_untouched", *clauses, "DR-054", chest=share.chest, place=share.place)
        elif share.each == 0:
            facts.tell("chest_too_small", *earned, "DR-052", **told)
        else:
            earned += ("DR-051",) if len(share.claimants) > 1 else ()
            facts.tell("chest_opened", *earned, **told, each=share.each)
            for seat in share.claimants:
                enrich(state, facts, seat, share.each, *earned)


def open_chests(content: Content, state: State, facts: Facts, room: Room, values: Mapping[int, int]) -> None:
    """Opens the chests of a treasure room. Clauses: DR-050 to DR-055."""
    share_out(state, facts, room.chests, values)


def forecast_treasure(room: Room, table: Table, values: Mapping[int, int]) -> Change:
    """The change from a treasure room. Clauses: DR-050 to DR-055."""
    return forecast_chests(room.chests, values)


def forecast_chests(chests: Sequence[int], values: Mapping[int, int]) -> Change:
    """The change from sharing these chests. Clauses: DR-050 to DR-055, DR-128."""
    return Change(
        treasure={seat: share.each for share in shares(chests, values) if share.each for seat in share.claimants}
    )
