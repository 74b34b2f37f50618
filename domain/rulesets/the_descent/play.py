"""A state to change, with the facts and the tape of the action that changes it."""

from __future__ import annotations

from typing import Any, cast

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.box.cells import xy
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Frame, Pending, State
from delvebook.domain.tape import Tape


class Play(Board):
    """One action under way: content, state and field, the facts that it tells, and the tape it draws from."""

    __slots__ = ("facts", "tape")

    def __init__(self, content: Content, state: State, *, tape: Tape, facts: Facts) -> None:
        super().__init__(content, state)
        self.tape = tape
        self.facts = facts

    def tell(self, type_: str, *clauses: str, **fields: Any) -> None:
        """Adds a public fact. A field named `cell` or ending in `_cell` is a cell, `cells` is a list of them."""
        for name, value in fields.items():
            if name == "cell" or name.endswith("_cell"):
                fields[name] = xy(value)
            elif name == "cells":
                fields[name] = [xy(cell) for cell in value]
            elif isinstance(value, list):
                fields[name] = list(value)  # the fact stays as it is when the state goes on
        self.facts.tell(type_, *clauses, **fields)

    def push(self, *frames: Frame) -> None:
        """Puts these frames on the agenda; the first of them comes next."""
        self.state["agenda"].extend(reversed(frames))

    def ask(self, seat: int, type_: str, **about: object) -> None:
        """Opens a decision. Everything in `about` is public."""
        self.state["pending"] = cast("Pending", {"type": type_, "seat": seat, **about})

    def drop_movement(self, seat: int) -> None:
        """Drops what is left of the seat's movement (TD-112)."""
        self.state["agenda"] = [frame for frame in self.state["agenda"] if frame.get("mover") != seat]

    def gain(self, seat: int, points: int, why: str, *clauses: str) -> None:
        """Gives points. Clauses: TD-175."""
        own = self.character(seat)
        own["points"] += points
        self.tell("points_gained", *clauses, seat=seat, points=points, total=own["points"], why=why)

    def exhaust(self, seat: int) -> None:
        """Takes the seat's endurance if it is its turn."""
        if self.is_own_turn(seat):
            self.state["turn"]["endurance"] = 0

    def finish_turn(self, seat: int) -> None:
        """Ends the seat's turn as soon as nothing is under way, if it is its turn (TD-034)."""
        if self.is_own_turn(seat):
            self.state["turn"]["over"] = True

    def save(self) -> None:
        """Writes the field back into the state."""
        if self.field.changed:
            self.state["field"] = self.field.rows()
            self.field.changed = False
