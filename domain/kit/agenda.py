"""
An agenda: what still has to happen in a game, as a stack of frames in its state.

A frame is plain data, `{"do": name, …}`, so that a game can stop for a decision anywhere, be stored, and go on.
Rules push frames by name and do not call each other across a decision. The last frame is next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Frame = dict[str, Any]
AgendaState = Mapping[str, Any]
"""A title's state, which has its agenda under the key `agenda`."""


def push(state: AgendaState, do: str, **fields: object) -> None:
    """Puts a frame on top of the agenda, so that it comes next."""
    state["agenda"].append({"do": do, **fields})


def work_off(
    state: AgendaState,
    *,
    waits: Callable[[], bool],
    carry_out: Callable[[Frame], None],
    advance: Callable[[], bool] = lambda: False,
) -> None:
    """
    Takes frames off the agenda and carries them out, until the game waits for a decision or nothing is left.

    Args:
        state: The state with the agenda. `carry_out` may replace its list of frames.
        waits: Returns whether a seat has to decide now, or the game is over. May look at the frame on top.
        carry_out: Does what one frame says; the frame is off the agenda already. May push further frames.
        advance: Called when the agenda is empty. Starts the next part of the game; returns False if there is none.
    """
    while not waits():
        if state["agenda"]:
            carry_out(state["agenda"].pop())
        elif not advance():
            return
