"""Traps: one played value decides, and the loss falls on the richest, on the fittest or on everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content, Room, Trap
from delvebook.domain.rulesets.dungeon_raiders.rooms.forecast import Change, Table
from delvebook.domain.rulesets.dungeon_raiders.rooms.life import rob, wound
from delvebook.domain.rulesets.dungeon_raiders.state import State

_CLAUSES: Final = {
    ("highest", "treasure"): "DR-071",
    ("highest", "life"): "DR-072",
    ("lowest", "treasure"): "DR-074",
    ("lowest", "life"): "DR-075",
}


def trigger(trap: Trap, values: Mapping[int, int]) -> int:
    """The played value that decides, whichever seat played it. Clauses: DR-070."""
    return max(values.values()) if trap.judged == "highest" else min(values.values())


def hit_by(trap: Trap, stock: Mapping[int, int]) -> list[int]:
    """The seats that a sprung trap hits, given how much each has of what it takes. Clauses: DR-071 to DR-075."""
    most = max(stock.values())
    return [seat for seat in stock if trap.hits == "all" or stock[seat] == most]  # DR-073


def losses(trap: Trap, values: Mapping[int, int], stock: Mapping[int, int]) -> dict[int, int]:
    """
    By hit seat, the amount it must lose, even if it has less.

    Args:
        trap: The trap.
        values: The value that each living seat played.
        stock: How much each living seat has of what the trap takes.

    Clauses: DR-017, DR-070 to DR-076.
    """
    value = trigger(trap, values)
    if value not in trap.loss:
        return {}
    lost = trap.loss[value]
    return {seat: stock[seat] // 2 if lost is None else lost for seat in hit_by(trap, stock)}


def spring_trap(content: Content, state: State, facts: Facts, room: Room, values: Mapping[int, int]) -> None:
    """Springs the trap, if one of the cards triggers it. Clauses: DR-070 to DR-076."""
    trap = _trap_of(room)
    clauses = [_CLAUSES[trap.judged, trap.of]]
    stock = {seat: state["seats"][seat][trap.of] for seat in values}
    lost = losses(trap, values, stock)
    told = {"card": room.id, "judged": trap.judged, "value": trigger(trap, values)}
    if not lost:
        facts.tell("trap_stayed_shut", *clauses, **told)
        return
    clauses += ["DR-073"] if trap.hits == "most" and len(lost) > 1 else []
    spared = ["DR-076"] if trap.of == "life" and 0 in lost.values() else []
    facts.tell("trap_sprung", *clauses, *spared, **told, seats=list(lost))
    for seat, amount in lost.items():
        if trap.of == "life":
            wound(state, facts, seat, amount, *clauses)
        else:
            rob(state, facts, seat, amount, *clauses)


def forecast_trap(room: Room, table: Table, values: Mapping[int, int]) -> Change:
    """The change from the trap. Clauses: DR-070 to DR-076."""
    trap = _trap_of(room)
    stock = table.life if trap.of == "life" else table.treasure
    lost = {seat: -amount for seat, amount in losses(trap, values, stock).items()}
    return Change(life=lost) if trap.of == "life" else Change(treasure=lost)


def _trap_of(room: Room) -> Trap:
    """The table of a room that is a trap."""
    if room.trap is None:
        raise TypeError(f"{room.id} is not a trap")
    return room.trap
