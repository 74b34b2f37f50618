"""
A stream: events numbered and chained as they are made, and the requests that made them.

What the events mean is the business of whoever derives from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from delvebook.domain.canonical import event_hash
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.events import FIRST_PREV, GameEvent, Origin, StoredEnvelope
from delvebook.domain.table import EventContent

REQUESTS_MAX: Final = 256
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


class Request(NamedTuple):
    """A client's request that may come twice: the key it goes by, and a digest of what it asked."""

    key: str
    body: str


class Stream:
    """
    One game's stream, as long as it is.

    Attributes:
        id: The game.
        version: The number `n` of its last event.
        head: The hash of its last event.
        last_at: The time of its last event.
        pending: Events that were made and are not stored yet.
        requests: By the key of a client's request, the `n` of the first event it made and the digest of its
            body; the latest 256 of them, so that an aggregate does not grow with its log.
    """

    __slots__ = ("head", "id", "last_at", "pending", "requests", "version")

    def __init__(self, game: UUID) -> None:
        self.id = game
        self.version = 0
        self.head = FIRST_PREV
        self.last_at = ""
        self.pending: list[GameEvent] = []
        self.requests: dict[str, tuple[int, str]] = {}

    def stamp(self, *, request: Request | None = None, origin: Origin | None = None) -> None:
        """
        Notes beside every pending event where it came from.

        Args:
            request: The client's request that made it, so that it can be answered again.
            origin: Who sent the command, for the audit trail.
        """
        for event in self.pending:
            if request is not None:
                event.metadata["request"] = list(request)
            if origin is not None:
                event.metadata["origin"] = origin.to_plain()
        if request is not None and self.pending:
            self._remember_request(request, self.pending[0].n)

    def collect_events(self) -> Sequence[GameEvent]:
        """The events made since the last call, and forgets them."""
        collected, self.pending = self.pending, []
        return collected

    # -- for whoever derives from it ------------------------------------------------------------

    def _beside(self) -> dict[str, Any]:
        """What stands beside every event that is made now, for projections."""
        return {}

    def _record(
        self,
        kind: type[GameEvent],
        body: EventContent,
        *,
        by: str,
        at: str,
        metadata: dict[str, Any] | None = None,
    ) -> GameEvent:
        """
        Makes the next event, and takes it into the stream.

        Args:
            kind: Which event.
            body: What it holds.
            by: Who: `service`, `clock`, `seat:K`, `player:ID`, `arbiter:ID`.
            at: When; not before the event before it.
            aside: What is kept with it and is no part of the record.
        """
        if not TIME.fullmatch(at):
            raise BrokenRuleError(f"{at!r} is no time of the record (format 1)")
        at = max(at, self.last_at)
        line = {
            "game": str(self.id),
            "n": self.version + 1,
            "type": kind.__name__,
            "at": at,
            "by": by,
            "data": body.data,
            "sealed": [{"for": envelope.audience, "digest": envelope.digest} for envelope in body.sealed],
            "opens": body.opens,
            "prev": self.head,
        }
        event = kind(
            originator_id=self.id,
            originator_version=self.version + 1,
            at=at,
            by=by,
            data=body.data,
            prev=self.head,
            hash=event_hash(line),
            sealed=[
                StoredEnvelope(list(envelope.audience), envelope.digest, envelope.content) for envelope in body.sealed
            ],
            opens=body.opens,
            metadata={**({} if metadata is None else metadata), **self._beside()},
        )
        self.pending.append(event)
        self._remember(event)
        return event

    def _remember(self, event: GameEvent) -> None:
        self.version = event.n
        self.head = event.hash
        self.last_at = event.at
        if "request" in event.metadata:
            self._remember_request(Request(*event.metadata["request"]), event.n)

    def _remember_request(self, request: Request, n: int) -> None:
        self.requests.setdefault(request.key, (n, request.body))
        if len(self.requests) > REQUESTS_MAX:
            del self.requests[next(iter(self.requests))]
