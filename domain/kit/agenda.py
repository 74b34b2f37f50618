"""
An agenda: what still has to happen in a game, as a stack of frames in its state.

A frame is plain data, `{"do": name, …}`, so that a game can stop for a decision anywhere, be stored, and go on.
Rules push frames by name and do not call each other across a decision. The last frame is next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict, TypeVar


class Frame(TypedDict):
    """A frame of any title. What it says stands beside its name; the `Frame` of the title names it."""

    do: str


F = TypeVar("F", bound=Frame)
"""The type of a title's frames: a `TypedDict` of its `state.py`."""


def work_off(
    agenda: Callable[[], list[F]],
    *,
    waits: Callable[[], bool],
    carry_out: Callable[[F], None],
    advance: Callable[[], bool] = lambda: False,
) -> None:
    """
    Takes frames off the agenda and carries them out, until the game waits for a decision or nothing is left.

    Args:
        agenda: Returns the agenda. `carry_out` may push frames on it, or put another list in its place.
        waits: Returns whether a seat has to decide now, or the game is over. May look at the frame on top.
        carry_out: Does what one frame says; the frame is off the agenda already.
        advance: Called when the agenda is empty. Starts the next part of the game; returns False if there is none.
    """
    while not waits():
        if frames := agenda():
            carry_out(frames.pop())
        elif not advance():
            return
