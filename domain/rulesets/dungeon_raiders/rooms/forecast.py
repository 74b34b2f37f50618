"""
What a room would change, without a state: for bots that think ahead and know only what a view tells them.

Each kind of room is forecast beside its resolution, by the same arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Table:
    """What a view tells of the living: their life and treasure by seat, the supply, and the strength to beat."""

    life: dict[int, int]
    treasure: dict[int, int]
    supply: Mapping[str, int]
    strength: int | None


@dataclass(slots=True)
class Change:
    """What a room would change, by seat. A seat that is not named stays as it is."""

    life: dict[int, int] = field(default_factory=dict)
    treasure: dict[int, int] = field(default_factory=dict)
    items: dict[int, str] = field(default_factory=dict)
    petrified: list[int] = field(default_factory=list)
