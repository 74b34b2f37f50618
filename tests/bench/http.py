"""
Measures the cost of an action for the web process under load: `make bench ONLY=http`.

Many games are played at once over HTTP. The measure is a bare Flask application under the same web server, as it
serves WSGI, with as many connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.bench import load, served
from tests.bench.figures import Figures
from tests.servers import RedisServer

FLOOR_CPU: Final = "bare Flask: processor time of a request"
FLOOR_RATE: Final = "bare Flask: requests"
PROCESSES: Final = 2
THREADS: Final = 4
"""The connections with which the bare application answers most requests."""


def measure_floor(figures: Figures, *, connections: int, seconds: float) -> None:
    """Adds the figures of the bare application."""
    with (
        tempfile.TemporaryDirectory(prefix="dvfloor") as home,
        served.bare_flask(Path(home), processes=PROCESSES, threads=THREADS) as one,
    ):
        measured = asyncio.run(load.floor(one.port, connections=connections, seconds=seconds, watched=one.family()))
    figures.note(FLOOR_CPU, measured.cpu_us, "µs")
    figures.note(FLOOR_RATE, measured.rate, "/s")


def measure(
    figures: Figures,
    *,
    store: str,
    database: str,
    games: int,
    seconds: float,
    includes: bool = True,
    settings: Mapping[str, int] = MappingProxyType({}),
    of: str = FLOOR_RATE,
) -> None:
    """
    Adds the figures of the service with its default settings, except for given ones that are not 0.

    The rate is told as a ratio to the figure `of`. The processor time of the web processes counts all that they do
    meanwhile: requests for choices, and new games.
    """
    chosen = {name: value for name, value in settings.items() if value}
    with (
        tempfile.TemporaryDirectory(prefix="dvhttp") as home,
        redis_for(Path(home)) as redis,
        served.delvebook(Path(home), database=database, redis=redis, **chosen) as one,
    ):
        played = load.play(one.port, games=games, seconds=seconds, watched=one.family(), includes=includes)
        measured = asyncio.run(played)
    name = f"{store}, {games} games over HTTP"
    figures.note(f"{name}: processor time of the web processes for an action", measured.cpu_us, "µs", of=FLOOR_CPU)
    figures.note(f"{name}: actions", measured.rate, "/s", of=of)
    figures.note(f"{name}: requests for choices", measured.gets / measured.seconds, "/s")
    for part in (0.5, 0.99):
        figures.note(f"{name}: wait, p{part * 100:.0f}", measured.wait_ms(part), "ms")


@contextlib.contextmanager
def redis_for(home: Path) -> Iterator[str]:
    server = RedisServer(home / "redis")
    server.home.mkdir(mode=0o700)
    server.start()
    try:
        yield server.url
    finally:
        server.kill()
