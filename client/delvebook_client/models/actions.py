"""
The shapes of actions.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Json, Sent, Shape
from .common import Done
from .common_2 import Problem


class ActionResult(Shape, frozen=True, kw_only=True):
    """Action result."""

    done: Done | None = None
    """If it was accepted: the answer that it would have had alone."""
    problem: Problem | None = None
    """If it was refused: why."""
    repeat: bool
    """Whether the same request had been carried out before."""
    status: int
    """The status that it would have had alone."""


class ActionsDone(Shape, frozen=True, kw_only=True):
    """Actions done."""

    results: list[ActionResult]
    """For each action, in the order of the request."""


class NewActionItem(Sent, frozen=True, kw_only=True):
    """New action item."""

    action: dict[str, Json]
    """One of `GET …/actions`."""
    decision: int
    """From `you.decision` or `GET …/actions`."""
    game: str
    """The game's id."""
    key: str | None = None
    """Makes this action safe to send again, as `Idempotency-Key` does alone."""
