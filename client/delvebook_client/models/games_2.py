"""
The shapes of games.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Shape
from .common_2 import Finding, Level, NotAsked, Statement


class Verification(Shape, frozen=True, kw_only=True):
    """Verification."""

    first: Finding | None
    """The first fault; null if there is none."""
    game: str
    """The game."""
    head: str
    """That event's hash."""
    holds: bool
    """Every level that could be checked holds; see `summary`."""
    level_reached: str | None
    """The strongest level that holds while no weaker one fails."""
    levels: list[Level]
    """Level by level."""
    more_stated: int
    """How many such statements are not listed."""
    n: int
    """The last event of the record that was checked."""
    not_asked: list[NotAsked]
    """Levels that were left out of this check."""
    notes: list[str]
    """Further remarks for the reader."""
    stated: list[Statement]
    """What only the service states, and no level proves."""
    summary: str
    """The outcome in a line."""
    viewer: str
    """Whose record was checked."""
