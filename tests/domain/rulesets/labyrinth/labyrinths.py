"""Labyrinths that several tests play in: card, cell and rotation of each Location beside the start."""

from __future__ import annotations

Laid = list[tuple[str, tuple[int, int], int]]

ONLY_SOUTH_OPEN: Laid = [
    ("L04", (-1, 0), 0),
    ("L06", (-1, -1), 180),
    ("L03", (0, -1), 180),
    ("L05", (1, -1), 180),
    ("L07", (1, 0), 0),
]
"""A ring of five round the north of the start; the start's south exit is the only open one."""

CLOSED: Laid = [*ONLY_SOUTH_OPEN, ("L12", (0, 1), 0)]
"""Six Locations and no open exit at all."""

SEVEN: Laid = [
    ("L08", (0, 1), 0),
    ("L09", (0, 2), 0),
    ("L01", (0, -1), 0),
    ("L02", (0, -2), 0),
    ("L03", (1, -1), 0),
    ("L10", (-1, -1), 0),
    ("L11", (-1, 0), 0),
]
"""One less than the eight that end the game, with exits open on all sides."""
