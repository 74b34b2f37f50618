"""
What one PostgreSQL makes of 100,000 tables at once: `python -m tests.bench.many`.

It fills an empty store with that many games of ten events each, and measures transactions of several sizes to random
games, as web processes write them, and how fast one follower catches up with played games. The reference is a
transaction with one row in an empty store.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent

from delvebook.service.base.settings import Settings
from delvebook.service.store.recorder import open_factory
from delvebook.service.wiring import build_use_cases, migrate
from delvebook.workers.wiring import build_follower
from tests.bench.databases import Databases
from tests.bench.tables import Silence, Table

EVENTS: Final = 10
ROW_BYTES: Final = 230
"""What an action takes as it is stored (`make rows`)."""
TOGETHER: Final = (1, 16, 64, 512)
SECONDS: Final = 6
FOLLOWED_GAMES: Final = 40
FOLLOWED_ACTIONS: Final = 40
FILL: Final = """
INSERT INTO games_events (originator_id, originator_version, topic, state)
SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(game), 12, '0'))::uuid, n, 'Raw',
       decode(repeat(md5(game::text), %s), 'hex')
FROM generate_series(1, %s) AS game, generate_series(1, %s) AS n ORDER BY n, game
"""


def write(recorder: Any, games: int, next_of: dict[int, int], rows: int, seconds: float) -> tuple[float, float]:
    """Returns transactions a second, and rows a second, each row of another random game."""
    chance, written, state = random.Random(7), 0, os.urandom(ROW_BYTES)
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        events = []
        for game in chance.sample(range(1, games + 1), rows):
            next_of[game] = n = next_of.get(game, EVENTS) + 1
            events.append(StoredEvent(UUID(int=(0x4000 << 64) + (0x8000 << 48) + game), n, "Raw", state))
        recorder.insert_events(events)
        written += 1
    return written / spent, written * rows / spent


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def crowd(url: str, home: Path, games: int) -> None:
    """Prints what transactions of several sizes do to a store with that many games."""
    settings = Settings(home=home, database_url=url, secret="00" * 32)
    migrate(settings)
    with ExitStack() as stack:
        factory = open_factory(settings)
        stack.callback(factory.close)
        recorder = factory.application_recorder()
        with psycopg.connect(url, autocommit=True) as database:
            began = time.perf_counter()
            database.execute("ALTER TABLE games_events DISABLE TRIGGER USER")
            database.execute(FILL, (ROW_BYTES // 16, games, EVENTS))  # type: ignore[arg-type]
            database.execute("ALTER TABLE games_events ENABLE TRIGGER USER")
            database.execute("ANALYZE games_events")
            [(size,)] = database.execute("SELECT pg_total_relation_size('games_events')").fetchall()
        say(f"{games:,} games of {EVENTS} events, filled in {time.perf_counter() - began:.0f} s")
        say(f"{size / games / EVENTS:.0f} bytes an event, indexes included, of which {ROW_BYTES} are its state")
        next_of: dict[int, int] = {}
        alone = 0.0
        for rows in TOGETHER:
            transactions, rate = write(recorder, games, next_of, rows, SECONDS)
            alone = alone or rate
            say(f"{rows:4} rows: {transactions:7.0f} transactions/s, {rate:8.0f} rows/s, {rate / alone:5.1f} times one")


def follow(url: str, home: Path) -> None:
    """Prints how many events a second one follower takes that has fallen behind."""
    settings = Settings(home=home, database_url=url, secret="00" * 32)
    migrate(settings)
    service = build_use_cases(settings, signal=Silence())
    for number in range(FOLLOWED_GAMES):
        list(islice(Table(service, f"many-{number}").acts(), FOLLOWED_ACTIONS))
    events = service.application.log_position()
    service.application.close()
    follower = build_follower(replace(settings, redis_url="unix:///nowhere"))
    began, used = time.perf_counter(), time.process_time()
    while follower.step():
        pass
    spent, used = time.perf_counter() - began, time.process_time() - used
    say(f"one follower: {events / spent:.0f} events/s, {events / used:.0f} for each second of its processor time")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.many", description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--games", type=int, default=100_000)
    asked = parser.parse_args()
    databases = Databases(["postgres"])
    try:
        with tempfile.TemporaryDirectory(prefix="dvmany") as folder:
            with databases.empty("postgres") as url:
                crowd(url, Path(folder) / "crowd", asked.games)
            with databases.empty("postgres") as url:
                follow(url, Path(folder) / "followed")
    finally:
        databases.close()


if __name__ == "__main__":
    main()
