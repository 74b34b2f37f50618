"""A server that ends with last words, and resets its connections, makes nobody wait."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit
from uuid import uuid4

import pytest
from eventsourcing.persistence import StoredEvent
from psycopg import Error

from delvebook.service.base.settings import Settings
from delvebook.service.store.looped import open_loop_store
from tests.chaos.wire import Wire
from tests.service.store.in_loop import run
from tests.service.tables import open_service

pytestmark = pytest.mark.servers
WORDS: Final = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"
LAST_WORDS: Final = b"E" + struct.pack("!i", len(WORDS) + 4) + WORDS
SECONDS_MAX: Final = 10
BUSY_SECONDS: Final = 0.3
"""The loop does something else meanwhile, so that it finds the last words and the reset together."""


@pytest.fixture
def wire(postgres_url: str) -> Iterator[Wire]:
    [folder] = parse_qs(urlsplit(postgres_url).query)["host"]
    with closing(Wire(Path(folder) / ".s.PGSQL.5432")) as found:
        yield found


@pytest.mark.parametrize("is_asked", [True, False], ids=["while it owes an answer", "while nothing is asked"])
def test_a_server_that_ends_with_last_words_keeps_nobody_waiting(
    tmp_path: Path, postgres_url: str, wire: Wire, is_asked: bool
) -> None:
    parts = urlsplit(postgres_url)
    through = urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{wire.port}", query=""))
    service = open_service(Settings(home=tmp_path, secret="ab" * 32, database_url=through))
    recorder: Any = service.application._recorder.recorder

    async def work() -> None:
        store = open_loop_store(recorder)
        assert store is not None
        insert = store.inserter()
        assert insert is not None

        async def ask() -> list[int]:
            async with asyncio.timeout(SECONDS_MAX):
                [position] = await insert([StoredEvent(uuid4(), 1, "T", b"{}")])
                rows = await store.rows_after(position - 1, 1)
                return [at - position for at, *_ in rows]

        async def ask_until_it_is_answered() -> list[int]:
            async with asyncio.timeout(SECONDS_MAX):
                while True:
                    with suppress(Error):
                        return await ask()
                    await asyncio.sleep(0.1)

        assert await ask() == [0]
        if is_asked:
            wire.end_when_asked(LAST_WORDS)
            asking = asyncio.ensure_future(ask())
            await asyncio.sleep(0)  # the question is sent
            time.sleep(BUSY_SECONDS)
            with pytest.raises(Error):
                await asking
            wire.end_when_asked(None)
        else:
            wire.end(LAST_WORDS)
            time.sleep(BUSY_SECONDS)
        assert await ask_until_it_is_answered() == [0]
        await store.close()

    try:
        run(work)
    finally:
        service.application.close()
