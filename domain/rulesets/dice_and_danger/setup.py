"""
The setup: a fresh sheet for every seat, and the first active seat.

Clauses: DD-001, DD-002, DD-004, DD-016.
"""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.state import CLOUDS, ROLL, Options, State, fresh_sheet
from delvebook.domain.tape import Tape


def set_up(content: Content, options: Options, *, seats: int, tape: Tape) -> tuple[State, Facts]:
    """The state before the first decision, and what is told of the setup."""
    facts = Facts()
    adventure = options["adventure"]
    facts.tell("adventure_chosen", "DD-001", "DD-002", adventure=adventure, seats=list(range(seats)))
    active = _first_active(options["first_seat"], seats=seats, tape=tape, facts=facts)
    has_clouds = bool(content.dungeons[adventure].clouds)
    if has_clouds:
        facts.tell("clouds_begun", "DD-120", numbers=list(content.figures.cloud_numbers))
    state: State = {
        "adventure": adventure,
        "phase": CLOUDS if has_clouds else ROLL,
        "round": 0 if has_clouds else 1,
        "active": active,
        "dice": [],
        "first_defeats": {},
        "first_bonuses": {},
        "end": None,
        "sheets": [fresh_sheet(content.figures) for _ in range(seats)],
        "turns": [],
        "last_round": [],
    }
    return state, facts


def _first_active(chosen: int | None, *, seats: int, tape: Tape, facts: Facts) -> int:
    """The chosen seat, or one drawn by lot. In solo there is nothing to choose. Clauses: DD-004."""
    if seats == 1:
        return 0
    seat = tape.below(seats, "first seat") if chosen is None else chosen
    facts.tell("first_seat_set", "DD-004", seat=seat, drawn=chosen is None)
    return seat
