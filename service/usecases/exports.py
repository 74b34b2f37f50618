"""Exports of records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from delvebook.domain.errors import UnknownGameError
from delvebook.domain.viewers import PUBLIC
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.views import Body
from delvebook.replays.log.inclusion import Inclusion
from delvebook.replays.record import Head, NotRevealedError, write_record
from delvebook.service.base.errors import NotLoggedYetError
from delvebook.service.identity.caller import Caller
from delvebook.service.usecases.commands import Commands


@dataclass(frozen=True, slots=True)
class Export:
    """
    A record for a caller.

    Attributes:
        viewer: The viewer that the record is for.
        n: The last event in it.
        head: That event's hash.
        lines: Its lines, made as they are read.
        logged: The number of its events that its header proves to be in the log of games.
    """

    viewer: str
    n: int
    head: str
    lines: Iterator[bytes]
    logged: int = 0


class ExportService:
    """
    The use cases of exporting a record, and of proving that its game is in the log of games.

    Args:
        commands: Carries commands out.
        log: The log of games; None for records without proofs of it.
    """

    def __init__(self, commands: Commands, log: LogReader | None = None) -> None:
        self._commands = commands
        self._log = log
        self._application = commands.application

    def export(self, caller: Caller, game_id: UUID, *, viewer: str | None = None) -> Export:
        """
        Returns the game's record for the caller, up to its current last event.

        Without `viewer` it is the public record once the seed is revealed, and the caller's own before that.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError (not your eyes), NotRevealedError
        """
        with self._commands.reading(caller, game_id, viewer=viewer) as game:
            sight = self._commands.visibility.viewer(caller, game, viewer)
            if game.lifecycle.is_seed_revealed and viewer is None:
                sight = PUBLIC
            if sight == PUBLIC and not game.lifecycle.is_seed_revealed:
                raise NotRevealedError("this game has no public record until its seed is revealed")
            head = Head(game.stream.version, game.stream.head)
            exported_at = self._commands.now()
            log = self._proofs(game_id, upto=head.n)
            self._application.confirm()
            lines = write_record(
                self._application.all_events_of(game_id, upto=head.n),
                head=head,
                seed=game.seed,
                is_seed_revealed=game.lifecycle.is_seed_revealed,
                viewer=sight,
                exported_at=exported_at,
                receipt=self._commands.vouch(game.id, head.n, head.hash, at=exported_at, sub=str(sight)),
                log=log,
            )
            logged = 0 if log is None else len(log["entries"])
            return Export(viewer=str(sight), n=head.n, head=head.hash, lines=lines, logged=logged)

    def require_over(self, caller: Caller, game_id: UUID) -> None:
        """
        Returns if the caller may know the game, it is over, and its seed is revealed.

        Raises:
            UnknownGameError, NotRevealedError
        """
        with self._commands.reading(caller, game_id) as game:
            self._commands.visibility.require(caller, game)
            if not game.lifecycle.is_seed_revealed:
                raise NotRevealedError("this is possible only once the game is over and its seed is revealed")

    def public(self, game_id: UUID) -> Export:
        """
        Returns the public record of a game that is over, read from the log alone, without loading the game.

        Raises:
            UnknownGameError
            MalformedError: While the lines are read: the seed is not among the events. Discard the lines read so far.
        """
        first, last = self._application.events_of(game_id, limit=1), self._application.latest_of(game_id)
        if not first or not last:
            raise UnknownGameError(f"there is no game {game_id}")
        head = Head(last[0].n, last[0].hash)
        exported_at = self._commands.now()
        log = self._proofs(game_id, upto=head.n)
        self._application.confirm()
        lines = write_record(
            self._application.all_events_of(game_id, upto=head.n),
            head=head,
            seed=bytes.fromhex(first[0].metadata["seed"]),
            is_seed_revealed=True,
            viewer=PUBLIC,
            exported_at=exported_at,
            receipt=self._commands.vouch(game_id, head.n, head.hash, at=exported_at, sub=str(PUBLIC)),
            log=log,
        )
        logged = 0 if log is None else len(log["entries"])
        return Export(viewer=str(PUBLIC), n=head.n, head=head.hash, lines=lines, logged=logged)

    def inclusion(self, caller: Caller, game_id: UUID, *, size: int | None = None) -> Body:
        """
        Returns the game's entries in the log of games, with proofs up to its last checkpoint, or the one of that size.

        Raises:
            UnknownGameError
            NotLoggedYetError: The log has no such checkpoint yet, or none that contains the game.
        """
        with self._commands.reading(caller, game_id) as game:
            self._commands.visibility.require(caller, game)
            upto = game.stream.version
        found = None if self._log is None else self._log.inclusion(str(game_id), size=size)
        if found is None:
            of = "yet" if size is None else f"of {size} entries"
            raise NotLoggedYetError(f"the log of games has no matching checkpoint {of}")
        published, inclusion = found[0], _known(found[1], upto=upto)
        if not inclusion.proved:
            raise NotLoggedYetError(
                f"the log of games does not have this game among its first {published.size} entries",
                size=published.size,
            )
        return {
            "game": inclusion.proved[0].entry.game,
            "origin": published.origin,
            "size": published.size,
            **inclusion.to_plain(),
        }

    def _proofs(self, game_id: UUID, *, upto: int) -> dict[str, Any] | None:
        """Returns the proofs of the log for a record's header; None before the game is in the log."""
        found = None if self._log is None else self._log.inclusion(str(game_id))
        if found is None:
            return None
        inclusion = _known(found[1], upto=upto)
        return inclusion.to_plain() if inclusion.proved else None


def _known(inclusion: Inclusion, *, upto: int) -> Inclusion:
    """Returns only the proofs of the events up to that one, because the log may already have later ones."""
    return inclusion._replace(proved=tuple(one for one in inclusion.proved if one.entry.n <= upto))
