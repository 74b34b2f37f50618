"""Vaults: each seat is rewarded for the value it played; an item that is too scarce goes to no seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import ITEMS, Content, Room
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.life import enrich, heal
from delvebook.domain.rulesets.dungeon_raiders.state import State


class Claim(NamedTuple):
    """The seats that played for one item type, and whether the supply is enough for all of them."""

    item: str
    seats: list[int]
    is_met: bool


def claims(room: Room, supply: Mapping[str, int], values: Mapping[int, int]) -> list[Claim]:
    """
    The claims on the vault's items, in the usual order of the item types.

    Args:
        room: The vault.
        supply: The item piles before the reset, without the items played or lit in this room.
        values: The value that each living seat played.

    Clauses: DR-080, DR-082, DR-083.
    """
    found = []
    for item in ITEMS:
        seats = [seat for seat, value in values.items() if room.rewards[value].item == item]
        if seats:
            found.append(Claim(item, seats, is_met=len(seats) <= supply[item]))
    return found


def reward_all(content: Content, state: State, facts: Facts, room: Room, values: Mapping[int, int]) -> None:
    """Gives every seat what its value earns. Clauses: DR-080 to DR-085."""
    for item, seats, is_met in claims(room, state["supply"], values):
        if not is_met:
            left = state["supply"][item]
            coming = sum(entry["item"] == item for entry in state["in_play"])
            too_late = ["DR-083"] if left + coming >= len(seats) else []
            facts.tell("item_run_out", "DR-082", *too_late, item=item, seats=seats, left=left)
            continue
        for seat in seats:
            _hand_out(state, facts, seat, item)
    for seat, value in values.items():
        reward = room.rewards[value]
        if reward.kind == "coins":
            enrich(state, facts, seat, reward.amount, "DR-084")
        elif reward.kind == "potion":
            heal(content, state, facts, seat, reward.amount, "DR-085")


def forecast_vault(room: Room, table: Table, values: Mapping[int, int]) -> Change:
    """The change from the vault. Clauses: DR-080 to DR-085."""
    change = Change(
        items={seat: item for item, seats, is_met in claims(room, table.supply, values) if is_met for seat in seats}
    )
    for seat, value in values.items():
        reward = room.rewards[value]
        if reward.kind == "coins":
            change.treasure[seat] = reward.amount
        elif reward.kind == "potion":
            change.life[seat] = reward.amount
    return change


def _hand_out(state: State, facts: Facts, seat: int, item: str) -> None:
    """Moves one item from the supply into the hand. Clauses: DR-016, DR-081."""
    sheet = state["seats"][seat]
    state["supply"][item] -= 1
    sheet["items"][item] += 1
    sheet["taken"][item] += 1
    facts.tell("item_taken", "DR-081", seat=seat, item=item, left=state["supply"][item])
