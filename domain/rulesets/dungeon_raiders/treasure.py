"""Treasure rooms: who takes which chest, and how it is shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.life import enrich


class Share(NamedTuple):
    """What becomes of one chest. `claimants` is empty if nobody comes to it; `each` may be 0."""

    chest: int
    place: int
    claimants: list[int]
    each: int


def shares(chests: Sequence[int], values: Mapping[int, int]) -> list[Share]:
    """
    For each chest, richest first: the seats of the next distinct value, and what each of them gets.

    Args:
        values: By seat, what it played.

    Clauses: DR-050 to DR-055.
    """
    ranks = sorted(set(values.values()), reverse=True)
    dealt = []
    for place, chest in enumerate(sorted(chests, reverse=True), start=1):
        claimants = [seat for seat in values if values[seat] == ranks[place - 1]] if place <= len(ranks) else []
        dealt.append(Share(chest, place, claimants, chest // len(claimants) if claimants else 0))
    return dealt


def share_out(state: State, facts: Facts, chests: Sequence[int], values: Mapping[int, int], *clauses: str) -> None:
    """Gives every chest to those who earned it. Clauses: DR-050 to DR-055, DR-128."""
    for share in shares(chests, values):
        told = {"chest": share.chest, "place": share.place, "seats": share.claimants}
        if not share.claimants:
            facts.tell("chest_untouched", *clauses, "DR-054", chest=share.chest, place=share.place)
        elif share.each == 0:
            facts.tell("chest_too_small", *clauses, "DR-052", **told)
        else:
            clause = "DR-050" if share.place == 1 else "DR-053"
            shared = ("DR-051",) if len(share.claimants) > 1 else ()
            facts.tell("chest_opened", *clauses, clause, *shared, **told, each=share.each)
            for seat in share.claimants:
                enrich(state, facts, seat, share.each, clause)
