"""
Repeated requests: finds the events that a request made the first time.

A game remembers its latest requests itself (`delvebook.domain.stream`). Requests that it forgets are kept in a table
for 24 hours. They are added before the commit by which the game forgets them, so one of the two always knows a request.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from sqlalchemy import BigInteger, Column, Engine, Index, MetaData, String, Table, delete, select, text

from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.stream import REQUESTS_MAX, IdempotentRequest
from delvebook.replays.times import later
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import confirm, transaction
from delvebook.service.base.errors import RequestReusedError
from delvebook.service.store.log import EventLog

REQUEST_SECONDS_MAX: Final = 86_400
"""How long a request can be repeated and get its first answer."""
EVENTS_MAX: Final = 64
"""A number larger than the events of any command."""
KEEPS_BETWEEN_CLEANINGS: Final = 32

METADATA: Final = MetaData()
REQUESTS: Final = Table(
    "requests_kept",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("n", BigInteger, nullable=False),
    Column("body", String(64), nullable=False),
    Column("kept_at", String(27), nullable=False),
    Index("requests_kept_by_time", "kept_at"),
)
_KEEP: Final = text(
    "INSERT INTO requests_kept (game, key, n, body, kept_at) VALUES (:game, :key, :n, :body, :kept_at) "
    "ON CONFLICT DO NOTHING"
)
"""The statement is the same in SQLite and PostgreSQL."""


class KeptRequests:
    """
    The requests that games have forgotten, for 24 hours.

    Args:
        engine: The database of the events; its commits are durable.
        now: Returns the time, in the record's form.
    """

    def __init__(self, engine: Engine, *, now: Callable[[], str] = utc_now) -> None:
        self._engine = engine
        self._now = now
        self._keeps = itertools.count(1)

    def close(self) -> None:
        """Closes the connections."""
        self._engine.dispose()

    def confirm(self) -> None:
        """
        Returns once what a request made before is durable, on a synchronous standby, too. So it can be answered again.

        Raises:
            UnavailableError
        """
        confirm(self._engine)

    def keep(self, game: UUID, forgotten: Mapping[str, tuple[int, str]]) -> None:
        """
        Stores requests that a game is about to forget, durably. From time to time deletes those older than 24 hours.

        Args:
            game: The game's id.
            forgotten: The first event that each request made, and the digest of its body, by key.

        Raises:
            UnavailableError
        """
        now = self._now()
        rows = [
            {"game": str(game), "key": key, "n": n, "body": body, "kept_at": now}
            for key, (n, body) in forgotten.items()
        ]
        with transaction(self._engine) as connection:
            connection.execute(_KEEP, rows)
            if next(self._keeps) % KEEPS_BETWEEN_CLEANINGS == 0:
                connection.execute(delete(REQUESTS).where(REQUESTS.c.kept_at < later(now, -REQUEST_SECONDS_MAX)))

    def find(self, game: Game, key: str) -> tuple[int, str] | None:
        """
        Returns the first event that the request made, and the digest of its body; None if it is not known.

        Raises:
            UnavailableError
        """
        if len(game.stream.requests) < REQUESTS_MAX:
            return None  # the game has not forgotten any
        here = (REQUESTS.c.game == str(game.id), REQUESTS.c.key == key)
        with transaction(self._engine) as connection:
            row = connection.execute(select(REQUESTS.c.n, REQUESTS.c.body).where(*here)).first()
        return None if row is None else (row.n, row.body)


def events_made_by(request: IdempotentRequest, log: EventLog, game_id: UUID, *, first: int) -> Sequence[GameEvent]:
    """
    Returns the events that the request made, from event `first` on.

    Raises:
        RequestReusedError: The key belongs to a request with another body.
    """
    made: list[GameEvent] = []
    for event in log.events_of(game_id, after=first - 1, limit=EVENTS_MAX):
        if key_of(event) != request.key:
            break
        made.append(event)
    require_same_body(request, made)
    return made


def require_same_body(request: IdempotentRequest, made: Sequence[GameEvent]) -> None:
    """
    Returns if the request that made these events is this one.

    Raises:
        RequestReusedError
    """
    if made and made[0].metadata["request"][1] != request.body:
        raise RequestReusedError("this Idempotency-Key was used for another request")


def key_of(event: GameEvent) -> str | None:
    """Returns the key of the request that made the event; None if it was not a client's request with a key."""
    key: str | None = event.metadata.get("request", [None])[0]
    return key
