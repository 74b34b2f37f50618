"""The content of streams: lines, read from a store by position."""

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


class StreamLine(NamedTuple):
    """
    A line of a stream.

    Attributes:
        kind: Its kind: `snapshot`, `event`, `notice`, `heartbeat`, `end`.
        body: Its other members.
        number: The number after which a client that has read this line goes on; None if the line has nothing new.
    """

    kind: str
    body: Mapping[str, object]
    number: int | None = None

    @property
    def json(self) -> bytes:
        """Returns the line as JSON, the same in both framings."""
        return jcs({"kind": self.kind, **self.body})


class Batch(NamedTuple):
    """
    The next lines of a source for a client.

    Attributes:
        lines: The new lines, in order.
        position: The number of the client's last item after these lines.
        head: How far the followed thing has come; for heartbeats.
        end: The members of the last line besides its reason, if no line can follow these; else None.
    """

    lines: Sequence[StreamLine]
    position: int
    head: Mapping[str, Any]
    end: Mapping[str, object] | None = None


class Source(Protocol):
    """A thing that a client follows."""

    def read(self, after: int) -> Batch:
        """Returns the lines after that item, as the client may see it now; at most `LINES_AT_ONCE` lines."""


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game as one caller may see it now, with the caller, the viewer and the language."""

    use: UseCases
    caller: Caller
    game: UUID
    viewer: str | None
    language: Language | None

    def begin(self, after: int | None) -> Batch:
        """
        Returns the first lines: those after that event, or a snapshot of the game.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError (not your eyes)
            UnknownEventError: The game has no event of that number yet.
        """
        if after is not None:
            return _batch(self.first_page(after), after)
        body = self.use.games.look(self.caller, self.game, viewer=self.viewer)
        batch = _batch(self.page(body["n"]), body["n"])
        snapshot = StreamLine("snapshot", {"n": body["n"], "game": body}, body["n"])
        return batch._replace(lines=[snapshot, *batch.lines])

    def read(self, after: int) -> Batch:
        """Returns the lines after that event."""
        return _batch(self.page(after), after)

    def first_page(self, after: int, *, limit: int = LINES_AT_ONCE) -> EventPage:
        """
        Returns the events after that one, for a client that has just asked.

        Raises:
            UnknownGameError, UnknownSeatError, ForbiddenError (not your eyes)
            UnknownEventError: The game has no event of that number yet.
        """
        page = self.page(after, limit=limit, is_noted=False)
        if after > page.n:
            raise UnknownEventError(f"the game has events 1 to {page.n}, not {after}", n=page.n)
        return page

    def page(self, after: int, *, limit: int = LINES_AT_ONCE, is_noted: bool = True) -> EventPage:
        """Returns the events after that one. `is_noted` says that the look is in the audit trail already."""
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
        [StreamLine("event", {"n": event["n"], "event": event}, event["n"]) for event in page.events],
        position,
        {"n": page.n, "hash": page.head},
        {"status": page.status} if page.is_over and position >= page.n else None,
    )
