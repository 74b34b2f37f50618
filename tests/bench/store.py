"""
Actions through the use cases on a real store, without HTTP: `make bench ONLY=store`.

The measure is raw inserts: single rows of an event's size into the same table, one writer, one commit each.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from eventsourcing.persistence import StoredEvent

from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.service.base.settings import Settings
from delvebook.service.store.recorder import open_factory
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import build_use_cases, migrate
from tests.bench.figures import Figures
from tests.bench.tables import Silence, Table, timed

EVENT_BYTES: Final = 600
"""The approximate size of an event in the store."""
TOGETHER: Final = 64
LONG_EVENTS: Final = 10_000
LONG_ACTIONS: Final = 3_000
SNAPSHOT_EVERY: Final = 100


def measure(figures: Figures, *, store: str, database: str, seconds: float, games: int) -> None:
    """
    Adds one value for each figure of throughput.

    Args:
        figures: Where to.
        store: What the store is called.
        database: The URL of an empty PostgreSQL database; SQLite if empty.
        seconds: The time for which each throughput is measured.
        games: The number of games at once.
    """
    with tempfile.TemporaryDirectory(prefix="dvstore") as home:
        settings = Settings(home=Path(home), database_url=database, secret="00" * 32)
        migrate(settings)
        raw = f"{store}: raw inserts, one writer"
        one = 1 / _raw_inserts(settings, seconds / 2, rows=1)
        many = 1 / _raw_inserts(settings, seconds / 2, rows=TOGETHER)
        figures.note(raw, 1 / one, "rows/s")
        figures.note(f"{store}: a transaction with one row", one * 1e3, "ms")
        figures.note(f"{store}: each further row in it", (many - one) / (TOGETHER - 1) * 1e6, "µs")
        for count in (1, games):
            service = build_use_cases(settings, signal=Silence())
            rate = _play_together(service, count, seconds)
            service.application.close()
            figures.note(f"{store}: through the use cases, games at once: {count}", rate, "actions/s", of=raw)


def measure_length(figures: Figures, *, store: str, database: str) -> None:
    """Adds the costs of an action and a load, early and late in long games. This takes a minute."""
    with tempfile.TemporaryDirectory(prefix="dvlength") as home:
        settings = Settings(home=Path(home), database_url=database, secret="00" * 32, snapshot_every=SNAPSHOT_EVERY)
        migrate(settings)
        _length_of_log(figures, store, settings)
        _longest_title(figures, store, settings)


def _raw_inserts(settings: Settings, seconds: float, *, rows: int) -> float:
    """Returns transactions a second, each with this many rows."""
    with ExitStack() as stack:
        factory = open_factory(settings)
        stack.callback(factory.close)
        recorder = factory.application_recorder()
        state, game, written = os.urandom(EVENT_BYTES), uuid4(), 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            numbers = range(written * rows + 1, (written + 1) * rows + 1)
            recorder.insert_events([StoredEvent(game, number, "Raw", state) for number in numbers])
            written += 1
    return written / spent


def _play_together(service: UseCases, games: int, seconds: float) -> float:
    """Returns the accepted actions a second of this many threads, each of which plays one game after the other."""
    rates = [0.0] * games

    def play(number: int) -> None:
        accepted, spent = 0, 0.0
        while spent < seconds:
            for took in Table(service, f"{number}-{uuid4().hex[:6]}").acts():
                accepted += 1
                spent += took
                if spent >= seconds:
                    break
        rates[number] = accepted / spent

    threads = [threading.Thread(target=play, args=(number,)) for number in range(games)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(rates)


def _length_of_log(figures: Figures, store: str, settings: Settings) -> None:
    service = build_use_cases(settings, signal=Silence())
    early = f"{store}: one action about event 100"
    for events, name, of in (
        (100, early, ""),
        (LONG_EVENTS, f"{store}: one action about event {LONG_EVENTS:,}", early),
    ):
        table = Table(service, f"long-{events}")
        table.lengthen(events - 50)
        figures.note(name, statistics.median(islice(table.acts(), 50)) * 1e6, "µs", of=of)
    n = table.n - 10
    service.application.close()
    _loads(figures, f"{store}: load of {LONG_EVENTS:,} events", settings, table.game, n)


def _longest_title(figures: Figures, store: str, settings: Settings) -> None:
    """Measures the title with the longest games, played by its own actions alone."""
    title = max(all_rulesets().values(), key=lambda ruleset: ruleset.actions_max).id
    service = build_use_cases(settings, signal=Silence())
    table = Table(service, "longest", title=title)
    times = list(islice(table.acts(), LONG_ACTIONS))
    early = f"{store}: {title}, an action, the 50th to 150th"
    figures.note(early, statistics.median(times[50:150]) * 1e6, "µs")
    figures.note(
        f"{store}: {title}, an action, the last hundred", statistics.median(times[-100:]) * 1e6, "µs", of=early
    )
    n = table.n - 10
    service.application.close()
    _loads(figures, f"{store}: {title}, load of {n:,} events", settings, table.game, n)


def _loads(figures: Figures, name: str, settings: Settings, game: UUID, n: int) -> None:
    without = f"{name}, without snapshot"
    for label, took in _load_times(settings, game, n):
        figures.note(f"{name}, {label} snapshot", took * 1e3, "ms", of="" if label == "without" else without)


def _load_times(settings: Settings, game: UUID, n: int) -> Iterator[tuple[str, float]]:
    """Yields the median time to load the game at event `n`, in seconds, with its snapshots and without."""
    for label, every in (("without", 0), ("with", SNAPSHOT_EVERY)):
        application = build_use_cases(replace(settings, snapshot_every=every), signal=Silence()).application
        yield label, statistics.median(timed(lambda: application.game_at(game, n)) for _ in range(5))  # noqa: B023
        application.close()
