"""The checks of the cards and figures in `content.json` when they are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import Printed

MARKS: Final = ("seed", "public", "decided")


def check_zones(types: Mapping[str, str], aside: list[str], rest: list[str], effects: Mapping[str, str]) -> None:
    """Checks that every card lies in one place at the start."""
    require(all(card in types for card in aside), "a card is set aside that does not exist")
    require(len(set(aside)) == len(aside), "a card is set aside twice")
    for card in rest:
        require(types[card] != "princess", f"{card} has no use and is not removed")
        require(effects.get(card) != "greed", f"{card} is in the deck and has no effect in a game for one")


def check_solo(
    solo: Printed,
    exits: Mapping[str, int],
    kinds: Mapping[str, str],
    knights: list[str],
    rest: list[str],
) -> None:
    """Checks that the figures of the solo game fit the cards."""
    check_source(solo)
    sizes = solo["team_sizes"]
    require(sizes == sorted(set(sizes)) and sizes[0] >= 1, f"the team sizes must ascend from 1 or more: {sizes}")
    require(solo["team_size"] in sizes, f"the default team size {solo['team_size']} is not among the team sizes")
    require(solo["deck_knights"] >= 0, "there are fewer than no Knights in the deck")
    require(max(sizes) + solo["deck_knights"] <= len(knights), f"{len(knights)} Knights are too few")
    require(solo["start"] in exits and solo["chest"] in exits, "start and chest must be Locations")
    require(solo["starting_trophy"] in kinds, "the starting Trophy must be a Trophy")
    locations = sum(card in exits for card in rest)
    require(1 <= solo["location_limit"] <= locations, f"{locations} Locations cannot reach {solo['location_limit']}")


def check_source(group: Mapping[str, object]) -> None:
    """Checks that the group says where its figures come from."""
    source = group["source"]
    marks = source.values() if isinstance(source, Mapping) else [source]
    require(bool(marks) and all(mark in MARKS for mark in marks), f"unknown source {source!r}")


def require(holds: bool, otherwise: str) -> None:  # noqa: FBT001
    """Rejects the content if this does not hold."""
    if not holds:
        raise BrokenRuleError(f"labyrinth content: {otherwise}")
