"""Commands on stored games, and the changes that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias
from uuid import UUID

from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent, Origin
from delvebook.domain.stream import IdempotentRequest

KnownTo: TypeAlias = Callable[[Game], int]


class Change(NamedTuple):
    """
    The result of a command.

    Attributes:
        events: The events that it made, now durable.
        is_repeat: Whether the same request was carried out before. Then nothing happened now.
        game: The game in memory. It stands at the last of `events`, or later after a repetition, or if later commands
            of the same batch have changed it.
    """

    events: Sequence[GameEvent]
    is_repeat: bool
    game: Game


class BatchCommand(NamedTuple):
    """
    A command on a game.

    Attributes:
        game: The game's id.
        command: Judges and changes the game. It may be called several times.
        request: The client's request, if it may be repeated within 24 hours.
        origin: The sender of the command, stored with the events for the audit trail; None if there is none.
    """

    game: UUID
    command: Callable[[Game], object]
    request: IdempotentRequest | None = None
    origin: Origin | None = None
