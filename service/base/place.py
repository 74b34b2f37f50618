"""
Which process a game belongs to.

A game's id says it. So every process knows it without asking, and processes that start again change nothing. It only
saves time: any process may read or change any game, and the store decides what happened.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

_MASK: Final = 0xFFFF
"""The bits of an id that say to whom the game belongs. They are random in every id."""


class Place(NamedTuple):
    """
    The place of a process among those that serve together.

    Attributes:
        number: Its number, from 0.
        total: The number of processes.
    """

    number: int = 0
    total: int = 1

    def owner_of(self, game: UUID) -> int:
        """Returns the number of the process that the game belongs to."""
        return (game.int & _MASK) % self.total

    def own(self, game: UUID) -> UUID:
        """Returns a random id changed so that its game belongs to this process."""
        bits = game.int & _MASK
        mine = bits - bits % self.total + self.number
        return UUID(int=game.int - bits + (mine if mine <= _MASK else mine - self.total))


ALONE: Final = Place()
"""The place of a process that serves alone."""
