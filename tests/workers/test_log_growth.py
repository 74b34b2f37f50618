"""What the follower writes to its log while a part is away for hours is bounded."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter

import pytest
import structlog
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from delvebook.service.base.json_logging import REPEAT_SECONDS_MAX, WARNINGS_KEPT, Repeats
from delvebook.service.base.settings import Settings
from delvebook.workers.wiring import build_follower
from tests.servers import RedisServer

SWEEP_SECONDS = 5
HOURS = 6


class Passing:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def told(repeats: Repeats, level: str = "warning", **fields: object) -> dict[str, object] | None:
    """Returns the line as it is written; None if it is left out."""
    try:
        return dict(repeats(None, level, {"level": level, **fields}))
    except structlog.DropEvent:
        return None


def test_a_warning_that_stays_true_is_told_with_growing_pauses_and_says_for_how_many_it_stands() -> None:
    clock, written = Passing(), []
    repeats = Repeats(monotonic=clock)
    for _ in range(HOURS * 3600 // SWEEP_SECONDS):
        if (line := told(repeats, event="redis_away")) is not None:
            written.append((clock.seconds, line.get("left_out")))
        clock.seconds += SWEEP_SECONDS

    moments = [at for at, _ in written]
    pauses = [after - before for before, after in itertools.pairwise(moments)]
    assert pauses[:4] == [60, 120, 240, 480]
    assert max(pauses) == REPEAT_SECONDS_MAX
    assert len(moments) <= 12
    assert written[1] == (60, 60 // SWEEP_SECONDS - 1)


def test_what_is_new_or_no_warning_or_comes_back_later_is_told_at_once() -> None:
    clock = Passing()
    repeats = Repeats(monotonic=clock)
    assert told(repeats, event="failed", what="offers")
    assert told(repeats, event="failed", what="offers") is None
    assert told(repeats, event="failed", what="settle")
    assert told(repeats, level="info", event="request") == told(repeats, level="info", event="request")

    clock.seconds += 3 * 3600

    assert told(repeats, event="failed", what="offers") == {
        "level": "warning", "event": "failed", "what": "offers", "left_out": 1,
    }  # fmt: skip
    clock.seconds += 60
    assert told(repeats, event="failed", what="offers")


def test_it_remembers_only_so_many_warnings() -> None:
    repeats = Repeats(monotonic=Passing())
    for number in range(2 * WARNINGS_KEPT):
        told(repeats, event="event_not_logged", game=number)

    assert len(repeats._told) == WARNINGS_KEPT


def test_a_follower_whose_redis_and_database_are_away_for_half_an_hour_writes_a_few_lines_of_each_kind(
    settings: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, clock = build_follower(settings), Passing()

    def fail(*_: object, **__: object) -> None:
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("unable to open database file"))

    follower.step()
    redis_server.kill()
    for projector in follower._projectors:
        monkeypatch.setattr(projector, "project_page", fail)
    monkeypatch.setattr(follower._games_log, "step", fail)
    monkeypatch.setattr(follower._lobby, "overdue_turns", fail)
    monkeypatch.setattr(follower._webhooks, "is_any_due", lambda: True)
    with capture_logs(processors=[structlog.processors.add_log_level, Repeats(monotonic=clock)]) as lines:
        for _ in range(1800 // SWEEP_SECONDS):
            follower._next_sweep = 0.0
            follower.step()
            clock.seconds += SWEEP_SECONDS
    follower.close()

    kinds = Counter((line["event"], line.get("what"), line.get("projection")) for line in lines)
    assert ("redis_away", None, None) in kinds
    assert ("failed", "overdue_turns", None) in kinds
    assert len(kinds) >= len(follower._projectors) + 3
    assert max(kinds.values()) <= 6, kinds
