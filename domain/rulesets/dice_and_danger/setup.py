"""
Laying out a game: a fresh sheet for every seat, and who is active first.

Clauses: DD-001, DD-002, DD-004, DD-016.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from delvebook.domain.rulesets.dice_and_danger.state import CLOUDS, ROLL, fresh_sheet
from delvebook.domain.tape import Tape


def lay_out(options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """The state before the first decision, and what is told of it."""
    facts = Facts()
    adventure = options["adventure"]
    facts.tell("adventure_chosen", "DD-001", "DD-002", adventure=adventure, seats=list(range(seats)))
    active = _first_active(options["first_seat"], seats=seats, tape=tape, facts=facts)
    has_clouds = bool(BOOK.dungeons[adventure].clouds)
    if has_clouds:
        facts.tell("clouds_begun", "DD-120", numbers=list(BOOK.figures.cloud_numbers))
    state: State = {
        "adventure": adventure,
        "phase": CLOUDS if has_clouds else ROLL,
        "round": 0 if has_clouds else 1,
        "active": active,
        "dice": [],
        "first_defeats": {},
        "first_bonuses": {},
        "end": None,
        "sheets": [fresh_sheet() for _ in range(seats)],
        "turns": [],
    }
    return state, facts


def _first_active(chosen: int | None, *, seats: int, tape: Tape, facts: Facts) -> int:
    """The seat chosen, or one drawn by lot; in solo there is none to choose. Clauses: DD-004."""
    if seats == 1:
        return 0
    seat = tape.below(seats, "first seat") if chosen is None else chosen
    facts.tell("first_seat_set", "DD-004", seat=seat, drawn=chosen is None)
    return seat
