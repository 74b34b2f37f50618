"""Viewers: a seat, a spectator or an arbiter, and which envelopes each may open (record-format §2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from delvebook.domain.errors import UnknownViewerError

_SEAT: Final = re.compile(r"seat:(0|[1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a game. `seat` is a number from 0 if `kind` is "seat", and None otherwise."""

    kind: Literal["seat", "spectator", "arbiter", "public"]
    seat: int | None = None

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"seat:{self.seat}"

    def may_see(self, seat: int) -> bool:
        """Whether this viewer may see what is secret to that seat."""
        return self.seat == seat or self.kind in ("arbiter", "public")

    @property
    def sees_all(self) -> bool:
        """Whether only the seed is hidden from this viewer: an arbiter, or the public of a finished game."""
        return self.kind in ("arbiter", "public")

    def may_open(self, audience: Sequence[str]) -> bool:
        """Whether an envelope for that audience may be opened by this viewer."""
        return self.sees_all or (self.seat is not None and f"seat:{self.seat}" in audience)


SPECTATOR: Final = Viewer("spectator")
ARBITER: Final = Viewer("arbiter")
PUBLIC: Final = Viewer("public")
"""The viewer of a finished game's record: the seed is public, and every envelope is open."""
KINDS: Final = (str(SPECTATOR), str(ARBITER), str(PUBLIC))
"""The names of the viewers who have no seat."""


def seat_viewer(seat: int) -> Viewer:
    """The viewer at that seat."""
    return Viewer("seat", seat)


def parse_viewer(text: str, *, offered: Sequence[str] = ("seat:0", "seat:1", "…", *KINDS)) -> Viewer:
    """
    The viewer a text names: `seat:K`, `spectator`, `arbiter` or `public`.

    Args:
        text: The text.
        offered: The names that a refusal offers: those that the caller may ask for.

    Raises:
        UnknownViewerError: The text names no viewer.
    """
    if match := _SEAT.fullmatch(text):
        return seat_viewer(int(match[1]))
    for viewer in (SPECTATOR, ARBITER, PUBLIC):
        if text == viewer.kind:
            return viewer
    raise UnknownViewerError(
        f"{text[:40]!r} is not a viewer; you may ask for {', '.join(offered)}", viewers=list(offered)
    )
