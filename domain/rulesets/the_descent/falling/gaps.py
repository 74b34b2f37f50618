"""Gaps: rock that is destroyed, and what was above or inside it and is put into the gap."""

from __future__ import annotations

from typing import Final, NamedTuple

from delvebook.domain.rulesets.the_descent.box.cells import DESTROYED, UP, Cell
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.characters.movement import enter_frame
from delvebook.domain.rulesets.the_descent.creatures.meeting import hit_frame
from delvebook.domain.rulesets.the_descent.falling.falls import begin_fall
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Creature, Frame, Token

_BREAKS: Final = {"weight": "TD-070", "pick": "TD-091", "dynamite": "TD-093", "monster": "TD-166"}
"""By what destroys rock, the clause."""


class Lifted(NamedTuple):
    """The objects that rest in one cell and lose their hold there."""

    seats: list[int]
    tokens: list[Token]
    creatures: list[Creature]


def _lift(board: Board, cell: Cell) -> Lifted:
    """The objects in a cell that lose their hold when the rock below goes: all but the dragon (TD-071)."""
    return Lifted(
        [seat for seat in board.seats_at(cell) if not board.character(seat)["moving"]],
        [token for token in board.state["tokens"] if token["cell"] == cell and not token["moving"]],
        [one for one in board.creatures_at(cell) if one["kind"] != "dragon" and not one["moving"]],
    )


def _tell_put_in(play: Play, cell: Cell, lifted: Lifted, clause: str) -> None:
    """Tells what is in a cell whose rock has gone."""
    things = [one["kind"] for one in (*lifted.tokens, *lifted.creatures)]
    play.tell(
        "objects_put_into_gap", clause, cell=cell, seats=lifted.seats,
        tokens=[one["id"] for one in lifted.tokens], creatures=[one["kind"] for one in lifted.creatures],
        things=things,
    )  # fmt: skip


def break_rock(play: Play, frame: Frame) -> None:
    """
    Handler: rock or thin rock goes, and everything above or inside it falls from there.

    Args:
        frame: `cell`; `cause`: weight, pick, dynamite or monster.

    Clauses: TD-071, TD-072, TD-004, TD-091, TD-093, TD-166.
    """
    cell, cause = frame["cell"], frame["cause"]
    play.field.put(cell, DESTROYED)
    play.tell("rock_destroyed", _BREAKS[cause], cell=cell, cause=cause)
    lifted = _lift(play, cell + UP)
    lifted.creatures.extend(play.creatures_at(cell))  # the worm: no other lives in rock
    if any(lifted):
        _tell_put_in(play, cell, lifted, "TD-072" if cause in ("pick", "dynamite") else "TD-071")
        play.push(begin_fall(play, *lifted, start=cell, origin=cell + UP))


def put_in(play: Play, frame: Frame) -> None:
    """
    Handler: what lay above thin rock that a character or the monster has entered is put into the gap.

    A creature hits the characters that are in there; characters that are put in enter the cell.

    Args:
        frame: `cell`, the gap; `cause`: pick or monster.

    Clauses: TD-092, TD-071, TD-077, TD-131.
    """
    cell = frame["cell"]
    inside = play.seats_at(cell)
    lifted = _lift(play, cell + UP)
    if any(lifted):
        _tell_put_in(play, cell, lifted, "TD-092" if frame["cause"] == "pick" else "TD-071")
    for seat in lifted.seats:
        play.character(seat).update({"cell": cell, "moving": True})
    for thing in (*lifted.tokens, *lifted.creatures):
        thing.update({"cell": cell, "moving": True})
    hits = [hit_frame(creature["kind"], seat, "TD-077") for creature in lifted.creatures for seat in inside]
    entries = [enter_frame(seat, cell + UP, cell, "fall") for seat in lifted.seats]
    play.push(*hits, *entries)


def let_go(play: Play, frame: Frame) -> None:
    """
    Handler: what was put into a gap is at rest there; the movement's end looks whether it is carried.

    Args:
        frame: `cell`, the gap.

    Clauses: TD-092.
    """
    for thing in play.objects():
        if thing["cell"] == frame["cell"]:
            thing["moving"] = False
