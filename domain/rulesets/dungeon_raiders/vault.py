"""Vaults: each seat is rewarded for the value it played, by itself or in competition for a scarce item."""

from __future__ import annotations

from collections.abc import Mapping

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import ITEMS, Content, Room
from delvebook.domain.rulesets.dungeon_raiders.life import enrich, heal


def claims(room: Room, values: Mapping[int, int]) -> dict[str, list[int]]:
    """By item type, the seats that played for it; types in the usual order. Clauses: DR-080, DR-082."""
    wanted: dict[str, list[int]] = {}
    for item in ITEMS:
        seats = [seat for seat, value in values.items() if room.rewards[value].item == item]
        if seats:
            wanted[item] = seats
    return wanted


def reward_all(content: Content, state: State, facts: Facts, room: Room, values: Mapping[int, int]) -> None:
    """
    Gives every seat what its value earns.

    The supply is as it stands before the reset: what was played or lit in this room is not back yet.

    Clauses: DR-080 to DR-085.
    """
    for item, seats in claims(room, values).items():
        if len(seats) > state["supply"][item]:
            facts.tell("item_run_out", "DR-082", "DR-083", item=item, seats=seats, left=state["supply"][item])
            continue
        for seat in seats:
            _hand_out(state, facts, seat, item)
    for seat, value in values.items():
        reward = room.rewards[value]
        if reward.kind == "coins":
            enrich(state, facts, seat, reward.amount, "DR-084")
        elif reward.kind == "potion":
            heal(content, state, facts, seat, reward.amount, "DR-085")


def _hand_out(state: State, facts: Facts, seat: int, item: str) -> None:
    """Moves one item from the supply into the hand. Clauses: DR-016, DR-081."""
    sheet = state["seats"][seat]
    state["supply"][item] -= 1
    sheet["items"][item] += 1
    sheet["taken"][item] += 1
    facts.tell("item_taken", "DR-081", seat=seat, item=item, left=state["supply"][item])
