"""Commands on stored games, and the changes that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias
from uuid import UUID

from delvebook.domain.aggregate import Mark
from delvebook.domain.errors import DelvebookError
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


@dataclass(slots=True)
class Batch:
    """
    The results of commands on locked games, before they are stored.

    Attributes:
        marks: The states of the changed games before the commands.
        changes: The changes, by the number of the command.
        refused: The refusals, by the number of the command.
        forgotten: The requests that games forget, with their games.
        made_by: The number of the command that a request made, by its game and key.
        known_to: Returns the last event of a delayed game that the sender may know; None if they know all.
    """

    known_to: KnownTo | None
    marks: dict[UUID, tuple[Game, Mark]] = field(default_factory=dict)
    changes: dict[int, Change] = field(default_factory=dict)
    refused: dict[int, DelvebookError] = field(default_factory=dict)
    forgotten: list[tuple[UUID, dict[str, tuple[int, str]]]] = field(default_factory=list)
    made_by: dict[tuple[UUID, str], int] = field(default_factory=dict)
