"""A server that ends with last words, and resets its connections, makes nobody wait."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
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
from tests.service.store.in_loop import run
from tests.service.tables import open_service

pytestmark = pytest.mark.servers
WORDS: Final = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"
LAST_WORDS: Final = b"E" + struct.pack("!i", len(WORDS) + 4) + WORDS
RESET: Final = struct.pack("ii", 1, 0)
SECONDS_MAX: Final = 10


class Between:
    """What passes bytes on between the service and a server, and may end as a server does whose parent is gone."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._is_ending = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                self._pairs.append((client, server))
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=(one, other, one is client), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, is_client: bool) -> None:
        with suppress(OSError):
            while one.recv(1, socket.MSG_PEEK):
                if is_client and self._is_ending:
                    self._end(one, other)  # what was asked stays unread
                    return
                other.sendall(one.recv(65_536))

    def _end(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            client.sendall(LAST_WORDS)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        client.close()
        server.close()
        self._pairs.remove((client, server))

    def end_at_the_next_question(self) -> None:
        self._is_ending = True

    def end_now(self) -> None:
        for client, server in list(self._pairs):
            self._end(client, server)

    def serve_again(self) -> None:
        self._is_ending = False

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)  # it wakes who waits there
        self._listening.close()
        self.end_now()


@pytest.fixture
def between(postgres_url: str) -> Iterator[Between]:
    [folder] = parse_qs(urlsplit(postgres_url).query)["host"]
    with closing(Between(Path(folder) / ".s.PGSQL.5432")) as found:
        yield found


@pytest.mark.parametrize("is_asked", [True, False], ids=["while it owes an answer", "while nothing is asked"])
def test_a_server_that_ends_with_last_words_keeps_nobody_waiting(
    tmp_path: Path, postgres_url: str, between: Between, is_asked: bool
) -> None:
    parts = urlsplit(postgres_url)
    through = urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{between.port}", query=""))
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
            between.end_at_the_next_question()
            with pytest.raises(Error):
                await ask()
            between.serve_again()
        else:
            between.end_now()
            await asyncio.sleep(0.2)
        assert await ask_until_it_is_answered() == [0]
        await store.close()

    try:
        run(work)
    finally:
        service.application.close()
