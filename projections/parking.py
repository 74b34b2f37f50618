"""
Games whose bot cannot move: counted, put aside after a few failures, and shown to the operator.

One poisoned game must not hold the others up, and must not be forgotten either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Column, Engine, Integer, MetaData, String, Table, delete, insert, select, update

from delvebook.projections.lobby import OwedTurn
from delvebook.replays.times import later

METADATA: Final = MetaData()
FAILURES: Final = Table(
    "bot_failures",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", String(400), nullable=False),
    Column("last_at", String(27), nullable=False),
)
ERROR_CHARACTERS_MAX: Final = 400
ATTEMPTS_MAX: Final = 3
"""After so many failures a turn is parked: visible, and in nobody's way."""


class Parking:
    """
    The failures of bots, by game and seat.

    Args:
        engine: Where they are kept.
        now: The time, in the record's form.
        attempts_max: After so many failures of one turn it is parked.
        retry_seconds: How long a turn that failed is left alone.
    """

    def __init__(
        self, engine: Engine, *, now: Callable[[], str], attempts_max: int = ATTEMPTS_MAX, retry_seconds: int = 5
    ) -> None:
        self._engine = engine
        self._now = now
        self._attempts_max = attempts_max
        self._retry_seconds = retry_seconds

    def create_tables(self) -> None:
        """Makes the table if it is missing."""
        METADATA.create_all(self._engine)

    def note_failure(self, turn: OwedTurn, error: Exception) -> int:
        """Counts a failure; how often this very turn has failed by now."""
        said = f"{type(error).__name__}: {error}"[:ERROR_CHARACTERS_MAX]
        here = (FAILURES.c.game == turn.game) & (FAILURES.c.seat == turn.seat)
        with self._engine.begin() as connection:
            row = connection.execute(select(FAILURES).where(here)).first()
            attempts = row.attempts + 1 if row is not None and row.version == turn.version else 1
            values: dict[str, Any] = {
                "version": turn.version,
                "attempts": attempts,
                "error": said,
                "last_at": self._now(),
            }
            if row is None:
                connection.execute(insert(FAILURES).values(game=turn.game, seat=turn.seat, **values))
            else:
                connection.execute(update(FAILURES).where(here).values(**values))
        return attempts

    def may_try(self, turns: list[OwedTurn]) -> list[OwedTurn]:
        """Those of the turns that are neither parked nor have failed just now."""
        just_now = later(self._now(), -self._retry_seconds)
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(FAILURES.c.game, FAILURES.c.seat, FAILURES.c.version).where(
                    (FAILURES.c.attempts >= self._attempts_max) | (FAILURES.c.last_at > just_now)
                )
            )
            held = {OwedTurn(*row) for row in rows}
        return [turn for turn in turns if turn not in held]

    def parked(self) -> list[dict[str, Any]]:
        """What is parked, the latest first: game, seat, version, attempts, error, last_at."""
        query = select(FAILURES).where(FAILURES.c.attempts >= self._attempts_max).order_by(FAILURES.c.last_at.desc())
        with self._engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]  # noqa: SLF001

    def release(self, game: str | None = None) -> int:
        """Lets parked games try again, one or all; how many turns that were."""
        query = delete(FAILURES)
        if game is not None:
            query = query.where(FAILURES.c.game == game)
        with self._engine.begin() as connection:
            return connection.execute(query).rowcount
