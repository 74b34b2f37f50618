"""
Replay and verification of a record, without a store: `make bench ONLY=rules`.

The measure is bare replay: the same events applied to an empty game, without digests. Many records are verified as by
`delvebook verify --jobs`, in as many processes as the machine has cores.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from delvebook.domain.viewers import PUBLIC
from delvebook.replays.record import Head, write_record
from delvebook.replays.report import Report
from delvebook.replays.verify import verify
from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.cli.checking import checked
from delvebook.service.wiring import build_use_cases, migrate
from tests.bench.figures import Figures
from tests.bench.tables import Silence, Table

BARE: Final = "replay of a game, bare"
COPIES: Final = 256
JOBS: Final = os.cpu_count() or 1
ONE: Final = "full verification of its record"
MANY: Final = f"the same, of {COPIES} records in {JOBS} processes"


def measure(figures: Figures, *, seconds: float, of: str = BARE) -> None:
    """Adds one value for each figure. Verification is printed as a ratio to the figure `of`."""
    with tempfile.TemporaryDirectory(prefix="dvrules") as home:
        settings = Settings(home=Path(home), secret="00" * 32)
        migrate(settings)
        service = build_use_cases(settings, signal=Silence())
        table = Table(service, "replay")
        actions = sum(1 for _ in table.acts())
        events = list(service.application.all_events_of(table.game))
        frozen = service.application.game_at(table.game, len(events))
        service.application.close()
    lines = write_record(
        events,
        head=Head(frozen.stream.version, frozen.stream.head),
        seed=frozen.seed,
        is_seed_revealed=True,
        viewer=PUBLIC,
        exported_at=utc_now(),
    )
    record = b"".join(lines)
    bare = actions / _median_cpu(lambda: type(frozen).project(None, events), seconds)
    figures.note(BARE, bare, "actions/s")
    full = actions / _median_cpu(lambda: verify(record), seconds)
    figures.note(ONE, full, "actions/s", of=of)
    figures.note(MANY, actions * _records_a_second(record), "actions/s", of=of)


def _records_a_second(record: bytes) -> float:
    """Returns the copies of a record verified in a second, the start of the processes included."""
    with tempfile.TemporaryDirectory(prefix="dvrules") as home:
        files = [f"{home}/{number}.jsonl" for number in range(COPIES)]
        for file in files:
            Path(file).write_bytes(record)
        began = time.perf_counter()
        for report in checked(files, verify, jobs=JOBS):
            assert isinstance(report, Report), report
            assert report.holds, report
        return COPIES / (time.perf_counter() - began)


def _median_cpu(run: Callable[[], Any], seconds: float) -> float:
    """Returns the median processor time of a call, in seconds."""
    spent: list[float] = []
    while sum(spent) < seconds:
        began = time.process_time()
        run()
        spent.append(time.process_time() - began)
    return statistics.median(spent)
