"""
Measures what receivers that hang cost the others: `make bench ONLY=webhooks`.

A thousand accounts have a webhook each, and all of them are due at once. Told is how long the healthy receivers wait
for their message, alone and beside a tenth that takes the message and never answers.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog

from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.caller import Caller
from delvebook.service.notices.store import Notices
from delvebook.service.webhooks.delivery import Deliveries
from delvebook.service.webhooks.opened import build_sealer, build_webhooks
from delvebook.service.webhooks.posting import Poster
from delvebook.service.webhooks.rounds import Rounds
from tests.bench import served
from tests.bench.figures import Figures
from tests.stores import prepare_engine

RECEIVERS: Final = 1000
HANGING_EACH: Final = 10
"""Every tenth receiver hangs."""
SECONDS_MAX: Final = 120.0


def measure(figures: Figures, *, store: str, database: str) -> None:
    """
    Adds the figures of the waits: without receivers that hang, and with them as a ratio to that.

    Args:
        figures: Where the figures go.
        store: The name of the store.
        database: The URL of an empty PostgreSQL database; SQLite if empty.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory(prefix="dvhooks", ignore_cleanup_errors=True) as folder:
        settings = Settings(home=Path(folder), database_url=database, secret=served.SECRET, webhooks="anywhere")
        alone = _waits(settings, first=1, hanging_each=0)
        beside = _waits(settings, first=1 + RECEIVERS, hanging_each=HANGING_EACH)
    for part in (0.5, 0.99):
        name = f"{store}: wait of a healthy receiver, p{part * 100:.0f}"
        figures.note(name, _share(alone, part) * 1000, "ms")
        figures.note(f"{name}, a tenth hangs", _share(beside, part) * 1000, "ms", of=name)


def _waits(settings: Settings, *, first: int, hanging_each: int) -> list[float]:
    """Returns the seconds after which each healthy receiver got its message, sorted."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    prepare_engine(engine)
    notices = Notices(engine, now=utc_now)
    webhooks, _ = build_webhooks(settings, engine, notices, now=utc_now)
    poster = Poster(is_anywhere=True, resolve=lambda *_: ["127.0.0.1"])
    deliveries = Deliveries(webhooks, notices, poster, sealer=build_sealer(settings), now=utc_now)
    names = [f"r{number}" for number in range(first, first + RECEIVERS)]
    hanging = set(names[::hanging_each]) if hanging_each else set()
    healthy = len(names) - len(hanging)
    with _receiving(hanging) as (port, got):
        for name in names:
            url = f"http://{name}.test:{port}/{name}"
            hook, _ = webhooks.create(Caller(name), url=url, types=None, label="", request=None)
            webhooks.ping(name, hook.id)
        began = time.monotonic()
        rounds = Rounds(due=deliveries.due, deliver=deliveries.deliver)
        while len(got) < healthy and time.monotonic() - began < SECONDS_MAX:
            rounds.work(seconds=1.0)
    engine.dispose()
    if len(got) < healthy:
        raise TimeoutError(f"{healthy - len(got)} healthy receivers have waited for {SECONDS_MAX} seconds")
    return sorted(at - began for at in got.values())


@contextmanager
def _receiving(hanging: set[str]) -> Iterator[tuple[int, dict[str, float]]]:
    """Yields the port of the receivers, and by name the time at which each healthy one first got a message."""
    got: dict[str, float] = {}
    ready, port = threading.Event(), 0
    loop = asyncio.new_event_loop()

    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        name = head.split(b" ")[1].decode().strip("/")
        if name in hanging:
            with suppress(asyncio.CancelledError):
                await reader.read()  # until the service gives up
        else:
            got.setdefault(name, time.monotonic())
            writer.write(b"HTTP/1.1 204 k\r\n\r\n")
        writer.close()

    async def serve() -> None:
        nonlocal port
        server = await asyncio.start_server(receive, "127.0.0.1", 0, backlog=RECEIVERS)
        port = server.sockets[0].getsockname()[1]
        ready.set()

    def run() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()

    threading.Thread(target=run, name="receivers", daemon=True).start()
    ready.wait()
    yield port, got
    for task in asyncio.all_tasks(loop):
        loop.call_soon_threadsafe(task.cancel)
    loop.call_soon_threadsafe(loop.call_later, 0.1, loop.stop)


def _share(waits: list[float], part: float) -> float:
    """Returns the wait that this part of the receivers did not exceed."""
    return waits[min(len(waits) - 1, bisect_left(range(len(waits)), part * len(waits)))]
