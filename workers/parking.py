"""
Parked turns: turns that a bot has failed to play several times.

The follower leaves them alone, so a broken game does not block the others. An operator lists and releases them
(`delvebook bots`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, delete, insert, select, update

from delvebook.projections.lobby.reader import OwedTurn
from delvebook.replays.times import later
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings

METADATA: Final = MetaData()
FAILURES: Final = Table(
    "bot_failures",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("decision", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", String(400), nullable=False),
    Column("last_at", String(27), nullable=False),
)
ERROR_CHARACTERS_MAX: Final = 400
ATTEMPTS_MAX: Final = 3
RETRY_SECONDS: Final = 5


class Parking:
    """
    The failures of bots, by game and seat.

    Args:
        engine: The database of the failures.
        now: Returns the time, in the record's form.
        attempts_max: The number of failures after which a turn is parked.
        retry_seconds: The time for which a turn is left alone after a failure.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        now: Callable[[], str],
        attempts_max: int = ATTEMPTS_MAX,
        retry_seconds: int = RETRY_SECONDS,
    ) -> None:
        self._engine = engine
        self._now = now
        self._attempts_max = attempts_max
        self._retry_seconds = retry_seconds

    def close(self) -> None:
        """Closes the connections to the database."""
        self._engine.dispose()

    def note_failure(self, turn: OwedTurn, error: Exception) -> bool:
        """Counts a failure. Returns whether the turn is parked now."""
        message = f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS_MAX]
        here = (FAILURES.c.game == turn.game) & (FAILURES.c.seat == turn.seat)
        with self._engine.begin() as connection:
            row = connection.execute(select(FAILURES).where(here)).first()
            attempts = row.attempts + 1 if row is not None and row.decision == turn.decision else 1
            values: dict[str, object] = {
                "decision": turn.decision,
                "attempts": attempts,
                "error": message,
                "last_at": self._now(),
            }
            if row is None:
                connection.execute(insert(FAILURES).values(game=turn.game, seat=turn.seat, **values))
            else:
                connection.execute(update(FAILURES).where(here).values(**values))
        return attempts >= self._attempts_max

    def may_try(self, turns: list[OwedTurn]) -> list[OwedTurn]:
        """Returns the turns that are not parked and have not just failed."""
        left_alone = self.left_alone()
        return [turn for turn in turns if turn not in left_alone]

    def left_alone(self) -> set[OwedTurn]:
        """Returns the turns that are parked or have just failed."""
        now = self._now()
        # A failure that lies ahead is from before the clock was set back.
        has_just_failed = FAILURES.c.last_at.between(later(now, -self._retry_seconds), now)
        query = select(FAILURES.c.game, FAILURES.c.seat, FAILURES.c.decision).where(
            (FAILURES.c.attempts >= self._attempts_max) | has_just_failed
        )
        with self._engine.connect() as connection:
            return {OwedTurn(*row) for row in connection.execute(query)}

    def parked(self) -> list[dict[str, object]]:
        """Returns the parked turns, the latest failure first: game, seat, decision, attempts, error, last_at."""
        query = select(FAILURES).where(FAILURES.c.attempts >= self._attempts_max).order_by(FAILURES.c.last_at.desc())
        with self._engine.connect() as connection:
            rows = connection.execute(query).all()
        return [{column.key: row[place] for place, column in enumerate(FAILURES.columns)} for row in rows]

    def release(self, game: str | None = None) -> int:
        """Forgets the failures of one game or of all, so that parked turns are tried again. Returns their number."""
        query = delete(FAILURES)
        if game is not None:
            query = query.where(FAILURES.c.game == game)
        with self._engine.begin() as connection:
            return connection.execute(query).rowcount


def open_parking(settings: Settings) -> Parking:
    """Returns the parked turns of the store that the settings name."""
    return Parking(open_engine(settings.projections_url), now=utc_now)
