"""
Where the event stream of a game stands: the number, hash and time of its last event, and recent requests.

A `ChainHead` is a value. It numbers and chains the next event, and says where the stream stands after it.
What the events mean is described in `lifecycle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from delvebook.domain.canonical import digest
from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.game_event import FIRST_PREV, GameEvent, StoredEnvelope
from delvebook.domain.kinds import TIME_PATTERN
from delvebook.domain.table import EventContent

REQUESTS_MAX: Final = 256
"""Minimum number of recent requests a stream remembers."""
REQUESTS_SPARE: Final = 64
"""Extra requests kept before the oldest are dropped, in batches of this size."""


class IdempotentRequest(NamedTuple):
    """A client's request that may be repeated: its idempotency key, and a digest of its body."""

    key: str
    body: str


class ChainHead(NamedTuple):
    """
    Where a stream stands.

    Attributes:
        version: The number `n` of the last event; 0 before the first.
        head: The hash of the last event.
        last_at: The time of the last event.
        requests: By the key of a client's request, the `n` of the first event it made and the digest of its
            body. The latest 256 to 320, so that a game does not grow with its log.
    """

    version: int = 0
    head: str = FIRST_PREV
    last_at: str = ""
    requests: Mapping[str, tuple[int, str]] = {}

    def make_event(
        self,
        game: UUID,
        kind: type[GameEvent],
        content: EventContent,
        *,
        by: str,
        at: str,
        metadata: dict[str, object],
    ) -> GameEvent:
        """
        The next event, numbered and chained.

        Args:
            game: The game of the stream.
            kind: The class of the event.
            content: The content of the event.
            by: Who made it: `service`, `clock`, `seat:K`, `player:ID`, `arbiter:ID`.
            at: The time. The event gets the time of the last event if that is later.
            metadata: Data stored with the event outside the record.

        Raises:
            BrokenRuleError: `at` is not a time as the record writes it.
        """
        if not TIME_PATTERN.fullmatch(at):
            raise BrokenRuleError(f"{at!r} is not a time of the record format (YYYY-MM-DDTHH:MM:SS.ffffffZ)")
        n = self.version + 1
        at = max(at, self.last_at)
        line = {
            "game": str(game),
            "n": n,
            "type": kind.__name__,
            "at": at,
            "by": by,
            "data": content.data,
            "sealed": [{"for": envelope.audience, "digest": envelope.digest} for envelope in content.sealed],
            "opens": content.opens,
            "prev": self.head,
        }
        return kind(
            originator_id=game,
            originator_version=n,
            at=at,
            by=by,
            data=content.data,
            prev=self.head,
            hash=digest(line),  # it has no `hash`, and its envelopes are reduced: `event_hash` would give the same
            sealed=[
                StoredEnvelope(list(envelope.audience), envelope.digest, envelope.content)
                for envelope in content.sealed
            ],
            opens=content.opens,
            metadata=metadata,
        )

    def after(self, event: GameEvent) -> ChainHead:
        """
        Where the stream stands after the event.

        Raises:
            BrokenRuleError: The event is not the next one.
        """
        n = event.originator_version
        if n != self.version + 1:
            raise BrokenRuleError(f"event {n} does not follow event {self.version}")
        moved = ChainHead(n, event.hash, event.at, self.requests)
        request = event.metadata.get("request")
        return moved if request is None else moved.with_request(IdempotentRequest(*request), n)

    def with_request(self, request: IdempotentRequest, n: int) -> ChainHead:
        """The same stream with a note that the request made event `n`. Only the first event of a request counts."""
        if request.key in self.requests:
            return self
        known = {**self.requests, request.key: (n, request.body)}
        if len(known) > REQUESTS_MAX + REQUESTS_SPARE:
            known = dict(list(known.items())[-REQUESTS_MAX:])
        return self._replace(requests=known)

    def to_plain(self) -> dict[str, object]:
        """The stream as plain data."""
        plain: dict[str, object] = msgspec.to_builtins(self._asdict())
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> ChainHead:
        """The stream that `to_plain` described."""
        return msgspec.convert([plain[name] for name in cls._fields], ChainHead)
