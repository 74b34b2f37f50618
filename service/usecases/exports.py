"""Records on their way out of the service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from delvebook.domain.viewers import PUBLIC
from delvebook.replays.record import Head, NotRevealedError, write_record
from delvebook.service.usecases.caller import Caller
from delvebook.service.usecases.commands import Commands


@dataclass(frozen=True, slots=True)
class Export:
    """
    A record for a caller.

    Attributes:
        viewer: Whose record.
        n: The event it ends with.
        head: That event's hash.
        lines: Its lines, made as they are read.
    """

    viewer: str
    n: int
    head: str
    lines: Iterator[bytes]


class ExportService:
    """
    The use case of exporting a record.

    Args:
        commands: What the use cases share.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._application = commands.application

    def export(self, caller: Caller, game_id: UUID, *, viewer: str | None = None) -> Export:
        """
        The game's record for the caller, up to its last event now.

        Without `viewer` it is the public record once the seed is revealed, and the caller's own until then.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError (not your eyes), NotRevealedError
        """
        with self._application.reading(game_id) as game:
            sight = self._commands.sight.viewer(caller, game, viewer)
            if game.is_seed_revealed and viewer is None:
                sight = PUBLIC
            if sight == PUBLIC and not game.is_seed_revealed:
                raise NotRevealedError("this game has no public record until its seed is revealed")
            head = Head(game.version, game.head)
            exported_at = self._commands.now()
            lines = write_record(
                self._application.all_events_of(game_id, upto=head.n),
                head=head,
                seed=game.seed,
                is_seed_revealed=game.is_seed_revealed,
                viewer=sight,
                exported_at=exported_at,
                receipt=self._commands.vouch(game.id, head.n, head.hash, at=exported_at, sub=str(sight)),
            )
            return Export(viewer=str(sight), n=head.n, head=head.hash, lines=lines)
