"""Movements of characters, cell by cell: steps, jumps, rope, pick, and being pushed."""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import (
    CLOSED,
    DESTROYED,
    DIRECTIONS,
    DOWN,
    EMPTY,
    PLACE_OF,
    UP,
    Cell,
)
from delvebook.domain.rulesets.the_descent.box.geometry import corner_blocks, jump_end, jump_question
from delvebook.domain.rulesets.the_descent.exploring import cards
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Action, Frame, Pending, heading_of

_CLAUSES: Final = {"step": "TD-040", "jump": "TD-043", "rope": "TD-090", "pick": "TD-091", "push": "TD-167"}
"""By the way a character moves, its clause."""

# -- one movement ---------------------------------------------------------------------------------


def _go(
    play: Play, seat: int, origin: Cell, target: Cell, how: str, *between: Frame, clause: str | None = None
) -> None:
    """
    Moves the character into an empty cell, with everything that follows.

    Args:
        between: The frames after entering the cell and before the end of the movement.
        clause: The clause that decides it, if not the usual one for moving in this way.
    """
    play.character(seat).update({"cell": target, "moving": True})
    play.tell("character_moved", clause or _CLAUSES[how], seat=seat, how=how, from_cell=origin, to_cell=target)
    play.push(enter_frame(seat, origin, target, how), *between, {"do": "finish_move", "seat": seat})


def enter_frame(seat: int, origin: Cell, cell: Cell, how: str, *, harmless: bool = True) -> Frame:
    """The frame of entering a cell; see `creatures.meeting.enter`."""
    return {
        "do": "enter", "mover": seat, "seat": seat, "origin": origin, "cell": cell, "how": how, "harmless": harmless,
    }  # fmt: skip


def fall_entries(seat: int, origin: Cell, entered: list[Cell], *, harmless: bool) -> list[Frame]:
    """The frames of entering the cells of a fall, from top to bottom (TD-056)."""
    before = [origin, *entered]
    return [enter_frame(seat, before[index], cell, "fall", harmless=harmless) for index, cell in enumerate(entered)]


def _open_frame(seat: int, cell: Cell, by: str, clause: str) -> Frame:
    return {"do": "open_tile", "seat": seat, "place": PLACE_OF[cell], "by": by, "clauses": [clause]}


def finish_move(play: Play, frame: Frame) -> None:
    """Handler: the movement is over; the character is at rest and must be carried. Clauses: TD-050, TD-070."""
    play.character(frame["seat"])["moving"] = False
    play.push({"do": "settle"})


# -- steps ----------------------------------------------------------------------------------------


def begin_step(play: Play, seat: int, action: Action) -> None:
    """Action: pays for a step and starts it. Clauses: TD-040, TD-031, TD-033."""
    play.state["turn"]["endurance"] -= play.content.step
    origin = play.cell_of(seat)
    play.push(_step_frame(seat, origin, origin + DIRECTIONS[action["dir"]]))


def _step_frame(seat: int, origin: Cell, target: Cell, *, opened: bool = False) -> Frame:
    return {"do": "step", "mover": seat, "seat": seat, "origin": origin, "target": target, "opened": opened}


def step(play: Play, frame: Frame) -> None:
    """
    Handler: opens the tile ahead if it is face down; then goes, stays or asks.

    Args:
        frame: `seat`, `origin`, `target`; `opened`: whether this step has opened the target's tile.

    Clauses: TD-040 to TD-042, TD-061, TD-062.
    """
    seat, origin, target = frame["seat"], frame["origin"], frame["target"]
    mark = play.field.cells[target]
    if mark == CLOSED:
        play.push(_open_frame(seat, target, "step", "TD-042"), _step_frame(seat, origin, target, opened=True))
    elif mark not in EMPTY:
        play.tell("movement_cancelled", "TD-061", seat=seat, cell=origin, because="rock")
    elif frame["opened"]:
        play.ask(seat, "confirm_step", origin=origin, target=target)
    else:
        _go(play, seat, origin, target, "step")


def confirm_step(play: Play, pending: Pending, action: Action) -> None:
    """Answer: goes on with the step, or stays. Clauses: TD-062."""
    seat, origin = pending["seat"], pending["origin"]
    if action["choice"] == "continue":
        _go(play, seat, origin, pending["target"], "step", clause="TD-062")
    else:
        play.tell("movement_cancelled", "TD-062", seat=seat, cell=origin, because="choice")


# -- jumps ----------------------------------------------------------------------------------------


def begin_jump(play: Play, seat: int, action: Action) -> None:
    """Action: pays for a jump and starts it. Clauses: TD-043, TD-031, TD-033."""
    play.state["turn"]["endurance"] -= play.content.jump
    direction = DIRECTIONS[action["dir"]]
    play.push({"do": "jump", "mover": seat, "seat": seat, "origin": play.cell_of(seat), "direction": direction})


def jump(play: Play, frame: Frame) -> None:
    """
    Handler: the first part, to A.

    Args:
        frame: `seat`, `origin`, `direction`.

    Clauses: TD-043, TD-046, TD-048.
    """
    seat, origin, direction = frame["seat"], frame["origin"], heading_of(frame)
    first = origin + direction + UP
    mark = play.field.cells[first]
    if mark == CLOSED:
        play.push(_open_frame(seat, first, "jump", "TD-046"), frame)
    elif mark not in EMPTY or corner_blocks(play.field, origin, direction):
        play.tell("movement_cancelled", "TD-046", seat=seat, cell=origin, because="rock")
    else:
        _go(play, seat, origin, first, "jump", _over_frame(seat, origin, direction))


def _over_frame(seat: int, origin: Cell, direction: int) -> Frame:
    return {"do": "jump_over", "mover": seat, "seat": seat, "origin": origin, "direction": direction}


def jump_over(play: Play, frame: Frame) -> None:
    """
    Handler: the second part, to B or C, or none.

    Args:
        frame: `seat`, `origin`, `direction`.

    Clauses: TD-044, TD-045, TD-047, TD-048.
    """
    seat, origin, direction = frame["seat"], frame["origin"], heading_of(frame)
    unknown = jump_question(play.field, origin, direction)
    if unknown is not None:
        play.push(_open_frame(seat, unknown, "jump", "TD-047"), frame)
        return
    first = origin + direction + UP
    end = jump_end(play.field, origin, direction)
    if end is not None and end != first:
        play.character(seat)["cell"] = end
        play.tell("jump_went_on", "TD-044", seat=seat, from_cell=first, to_cell=end)
        play.push(enter_frame(seat, first, end, "jump"))


# -- cards that move ------------------------------------------------------------------------------


def use_rope(play: Play, seat: int, target: Cell) -> None:
    """Moves the character along its rope. Clauses: TD-090."""
    cards.spend(play, seat, "rope", "TD-090")
    _go(play, seat, play.cell_of(seat), target, "rope")


def pick_target(cell: Cell, way: str) -> Cell:
    """The cell that a pick used from `cell` breaks. Clauses: TD-091."""
    if way == "down":
        return cell + DOWN
    return cell + DIRECTIONS[way.removeprefix("up_")] + (UP if is_pick_jump(way) else 0)


def is_pick_jump(way: str) -> bool:
    """Whether the pick is used as a jump is. Clauses: TD-091."""
    return way.startswith("up_")


def use_pick(play: Play, seat: int, action: Action) -> None:
    """Action: breaks thin rock and lets the character enter it. Clauses: TD-091, TD-092."""
    cards.spend(play, seat, "pick", "TD-091")
    origin, way = play.cell_of(seat), action["way"]
    target = pick_target(origin, way)
    if way == "down":
        play.push({"do": "break_rock", "cell": target, "cause": "pick"}, {"do": "settle"})
        return
    play.state["turn"]["endurance"] -= play.content.jump if is_pick_jump(way) else play.content.step
    play.field.put(target, DESTROYED)
    play.tell("rock_destroyed", "TD-091", cell=target, cause="pick")
    worm = play.creature("worm")
    if worm is not None and worm["cell"] == target:
        worm["moving"] = True  # TD-092: it falls with the others, after the movement
    over = [_over_frame(seat, origin, DIRECTIONS[way.removeprefix("up_")])] if is_pick_jump(way) else []
    put_in: Frame = {"do": "put_in", "cell": target, "cause": "pick"}
    _go(play, seat, origin, target, "pick", put_in, *over, {"do": "let_go", "cell": target})


# -- being pushed ---------------------------------------------------------------------------------


def shove(play: Play, frame: Frame) -> None:
    """
    Handler: the monster pushes a character one cell on, if there is room.

    Args:
        frame: `seat`; `direction`, the monster's. It is never straight down: no step and no part of a jump is.

    Clauses: TD-167.
    """
    seat, direction = frame["seat"], heading_of(frame)
    origin = play.cell_of(seat)
    target = origin + direction
    if play.field.cells[target] in EMPTY:
        _go(play, seat, origin, target, "push")
