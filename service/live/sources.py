"""What streams tell: lines, read from a store by position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import UnknownEventError
from delvebook.domain.phrases import Language
from delvebook.service.identity.caller import Caller
from delvebook.service.usecases.playing import EventPage
from delvebook.service.usecases.use_cases import UseCases

LINES_AT_ONCE: Final = 100


class Line(NamedTuple):
    """
    A line of a stream.

    Attributes:
        kind: What it is: `snapshot`, `event`, `notice`, `heartbeat`, `end`.
        body: Its other members.
        number: After which item a client goes on that has read this line; None if it says nothing new.
    """

    kind: str
    body: Mapping[str, object]
    number: int | None = None

    @property
    def json(self) -> bytes:
        """The line as both framings send it."""
        return jcs({"kind": self.kind, **self.body})


class Batch(NamedTuple):
    """
    What a source has for a client.

    Attributes:
        lines: What is new, in order.
        position: The number of the last item that the client has once it has read them.
        head: How far what is followed has come; for heartbeats.
        end: What the last line says besides its reason, if nothing follows these lines for ever; else None.
    """

    lines: Sequence[Line]
    position: int
    head: Mapping[str, Any]
    end: Mapping[str, object] | None = None


class Source(Protocol):
    """What a client follows."""

    def read(self, after: int) -> Batch:
        """What follows that item, as the client may see it now; at most `LINES_AT_ONCE` lines."""


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game, as one caller may see it now: who follows which game, with whose eyes, told in which language."""

    use: UseCases
    caller: Caller
    game: UUID
    viewer: str | None
    language: Language | None

    def begin(self, after: int | None) -> Batch:
        """
        What is told first: what follows that event, or a snapshot of the game as it stands.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError (not your eyes)
            UnknownEventError: The game has not come so far.
        """
        if after is not None:
            page = self.page(after, is_noted=False)
            if after > page.n:
                raise UnknownEventError(f"the game has events 1 to {page.n}, not {after}", n=page.n)
            return _batch(page, after)
        body = self.use.games.look(self.caller, self.game, viewer=self.viewer)
        batch = _batch(self.page(body["n"]), body["n"])
        snapshot = Line("snapshot", {"n": body["n"], "game": body}, body["n"])
        return batch._replace(lines=[snapshot, *batch.lines])

    def read(self, after: int) -> Batch:
        """What follows that event."""
        return _batch(self.page(after), after)

    def page(self, after: int, *, limit: int = LINES_AT_ONCE, is_noted: bool = True) -> EventPage:
        """The events that follow that one; `is_noted` if the look is in the audit trail already."""
        return self.use.playing.events(
            self.caller,
            self.game,
            after=after,
            limit=limit,
            viewer=self.viewer,
            language=self.language,
            is_noted=is_noted,
        )


def _batch(page: EventPage, after: int) -> Batch:
    position = page.events[-1]["n"] if page.events else after
    return Batch(
        [Line("event", {"n": event["n"], "event": event}, event["n"]) for event in page.events],
        position,
        {"n": page.n, "hash": page.head},
        {"status": page.status} if page.is_over and position >= page.n else None,
    )
