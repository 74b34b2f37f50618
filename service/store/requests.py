"""Requests that come twice: the events that a request made the first time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from delvebook.domain.events import GameEvent
from delvebook.domain.game import Game
from delvebook.domain.stream import Request
from delvebook.service.errors import RequestReusedError
from delvebook.service.store.log import PAGE, EventLog

REQUEST_AGE_MAX: Final = timedelta(hours=24)
EVENTS_MAX: Final = 64
"""More than one command can make."""


def events_made_by(request: Request, log: EventLog, game_id: UUID, *, first: int) -> Sequence[GameEvent]:
    """
    The events that the request made, from event `first` on.

    Raises:
        RequestReusedError: The key belongs to a request with another body.
    """
    made: list[GameEvent] = []
    for event in log.events_of(game_id, after=first - 1, limit=EVENTS_MAX):
        if key_of(event) != request.key:
            break
        made.append(event)
    if made and made[0].metadata["request"][1] != request.body:
        raise RequestReusedError("this Idempotency-Key was used for another request")
    return made


def find_events_made_by(request: Request, log: EventLog, game: Game) -> Sequence[GameEvent]:
    """
    The same for a request that the game no longer remembers; none if it was not made within 24 hours.

    Raises:
        RequestReusedError
    """
    oldest = datetime.now(UTC) - REQUEST_AGE_MAX
    first: int | None = None
    before = game.version
    while before > 0 and (page := log.latest_of(game.id, upto=before, limit=PAGE)):
        for event in page:
            if first is None and event.timestamp < oldest:
                return []
            if key_of(event) == request.key:
                first = event.n
            elif first is not None:
                return events_made_by(request, log, game.id, first=first)
        before = page[-1].n - 1
    return [] if first is None else events_made_by(request, log, game.id, first=first)


def key_of(event: GameEvent) -> str | None:
    """The key of the request that made the event; None if no client's request with a key did."""
    key: str | None = event.metadata.get("request", [None])[0]
    return key
