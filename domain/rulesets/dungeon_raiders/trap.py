"""Traps: one played value decides, and what it takes is taken from the richest, the fittest or everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dungeon_raiders.content import Trap
from delvebook.domain.rulesets.dungeon_raiders.life import rob, wound

_CLAUSES: Final = {
    ("highest", "treasure"): "DR-071",
    ("highest", "life"): "DR-072",
    ("lowest", "treasure"): "DR-074",
    ("lowest", "life"): "DR-075",
}


def trigger(trap: Trap, values: Mapping[int, int]) -> int:
    """The one played value that matters, whoever played it. Clauses: DR-070."""
    return max(values.values()) if trap.judged == "highest" else min(values.values())


def losses(trap: Trap, values: Mapping[int, int], stock: Mapping[int, int]) -> dict[int, int]:
    """
    What each seat loses, by seat; a seat that is hit but has nothing to lose is in it with 0.

    Args:
        values: By living seat, what it played.
        stock: By living seat, what it has of the thing the trap takes.

    Clauses: DR-017, DR-070 to DR-076.
    """
    value = trigger(trap, values)
    if value not in trap.loss:
        return {}
    most = max(stock.values())
    hit = [seat for seat in stock if trap.hits == "all" or stock[seat] == most]  # DR-073
    lost = trap.loss[value]
    return {seat: min(stock[seat], stock[seat] // 2 if lost is None else lost) for seat in hit}


def spring(state: State, facts: Facts, card: str, trap: Trap, values: Mapping[int, int]) -> None:
    """Springs the trap on that card. Clauses: DR-070 to DR-076."""
    clause = _CLAUSES[trap.judged, trap.of]
    stock = {seat: state["seats"][seat][trap.of] for seat in values}
    lost = losses(trap, values, stock)
    told = {"card": card, "judged": trap.judged, "value": trigger(trap, values)}
    if not lost:
        facts.tell("trap_stayed_shut", clause, **told)
        return
    facts.tell("trap_sprung", clause, *(["DR-073"] if trap.hits == "most" else []), **told, seats=list(lost))
    for seat, amount in lost.items():
        if trap.of == "life":
            wound(state, facts, seat, amount, clause, "DR-011")
        else:
            rob(state, facts, seat, amount, clause, "DR-012")
