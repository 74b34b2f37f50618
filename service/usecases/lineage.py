"""
The ancestors of forks: games of this service, and imported records.

A record is checked against its parents when it is imported. This module does not check it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from delvebook.domain.errors import UnknownGameError
from delvebook.domain.game import Game
from delvebook.domain.game_event import Created
from delvebook.domain.table import ForkPoint
from delvebook.replays.forks import DEPTH_MAX, fork_point_at
from delvebook.replays.record import read_record
from delvebook.service.store.games import GameRepository
from delvebook.service.store.imports import game_of

Left = UUID | bytes
"""The parent of a fork: the id of a game of this service, or an imported record."""


def created_of(game: Game) -> Created:
    """Returns the parts of a game's event 1 that concern its parent."""
    return {"game": str(game.id), "data": game.lifecycle.created}


def first_event(record: bytes) -> Created:
    """Returns event 1 of a valid record."""
    return next(read_record(record).events())


def is_fork(created: Created) -> bool:
    """Returns whether this is event 1 of a fork."""
    return created["data"].get("parent") is not None


def find_own(application: GameRepository, created: Created) -> UUID | None:
    """Returns the parent that event 1 of a fork names, if it is a game of this service, else None."""
    parent = created["data"]["parent"]
    id_ = UUID(parent["game"])
    left = application.events_of(id_, after=parent["n"] - 1, limit=1)
    return id_ if left and left[0].hash == parent["hash"] else None


def find_left(application: GameRepository, created: Created) -> Left | None:
    """Returns the parent that event 1 of a fork names; None if this service does not have it."""
    return find_own(application, created) or application.imports.parent(created)


def ancestors_of(application: GameRepository, created: Created) -> Iterator[Left]:
    """Yields the parent that event 1 of a game names, its parent's parent, …, while their seeds are revealed."""
    for _ in range(DEPTH_MAX):
        left = find_left(application, created) if is_fork(created) else None
        if left is None:
            return
        if isinstance(left, UUID):
            with application.reading(left) as game:
                if not game.lifecycle.is_seed_revealed:
                    return
                created = created_of(game)
        else:
            created = first_event(left)
        yield left


def begun_with(application: GameRepository, created: Created) -> ForkPoint | None:
    """
    Returns the state that a game began with, given its event 1; None if it is not a fork.

    Raises:
        UnknownGameError: This service does not have its parent.
    """
    if not is_fork(created):
        return None
    parent = created["data"]["parent"]
    left = find_left(application, created)
    if isinstance(left, bytes):
        past = imported_game(application, left, parent["n"])
    else:
        past = None if left is None else application.game_at(left, parent["n"])
    if past is None:
        raise UnknownGameError(f"there is no game {parent['game']}")
    return fork_point_at(past, parent)


def imported_game(application: GameRepository, record: bytes, n: int) -> Game | None:
    """Returns the game of an imported record after event `n`; None if no fork could begin after that event."""
    return game_of(record, n, fork_point=begun_with(application, first_event(record)))
