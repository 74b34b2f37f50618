"""
The shape of forecasts: what a room would change, for bots that know only a view.

The module that resolves a kind of room also forecasts it, by the same arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Table:
    """What forecasts take from a view: life and treasure of the living by seat, the supply, the strength to beat."""

    life: dict[int, int]
    treasure: dict[int, int]
    supply: Mapping[str, int]
    strength: int | None


@dataclass(slots=True)
class Change:
    """The changes by a room, by seat. A seat that is not named is unchanged."""

    life: dict[int, int] = field(default_factory=dict)
    treasure: dict[int, int] = field(default_factory=dict)
    items: dict[int, str] = field(default_factory=dict)
    petrified: list[int] = field(default_factory=list)
