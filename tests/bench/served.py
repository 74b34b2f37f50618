"""Servers for the benchmarks: Delvebook's web process, its whole service, and a bare Flask application."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from tests.house.files import ROOT
from tests.runs import free_port

UP_SECONDS_MAX: Final = 60.0
SECRET: Final = "00" * 32


@dataclass(frozen=True, slots=True)
class Served:
    """
    A running server.

    Attributes:
        port: Where it listens on this machine.
        process: Its first process.
    """

    port: int
    process: int

    def family(self) -> list[int]:
        """The server's processes: the first one, its children, and theirs."""
        parents = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parents[int(stat.parent.name)] = int(stat.read_text().rpartition(") ")[2].split()[1])
        found = [self.process]
        for one in found:
            found += [child for child, parent in parents.items() if parent == one]
        return found


@contextlib.contextmanager
def delvebook(
    home: Path, *, database: str = "", redis: str = "", checkout: Path = ROOT, **settings: Any
) -> Iterator[Served]:
    """
    Yields the web process on an empty store, which runs during the block.

    Args:
        home: An empty directory.
        database: The URL of an empty PostgreSQL database; SQLite if empty.
        redis: The URL of a Redis; if empty, nobody is told of commits.
        checkout: The tree of the version that is run.
        settings: Further settings; without any the defaults hold, but for rate limits and the log.
    """
    environment = _environment(
        checkout, home=home, database_url=database, **({"redis_url": redis} if redis else {}), **settings
    )
    program = [sys.executable, "-c", "from delvebook.service.cli import main; main()"]
    subprocess.run(
        [*program, "migrate"], cwd=checkout, env={**os.environ, **environment}, check=True, capture_output=True
    )

    def command(port: int) -> list[str]:
        environment["DELVEBOOK_BIND"] = f"127.0.0.1:{port}"
        return [*program, "web"]

    with running(command, log=home / "web.log", environment=environment, cwd=checkout) as one:
        yield one


@contextlib.contextmanager
def whole_service(home: Path, *, database: str = "", checkout: Path = ROOT) -> Iterator[Served]:
    """
    Yields `delvebook run` on an empty store, without limits: web processes, follower, workers, Redis.

    Args:
        home: An empty directory.
        database: The URL of an empty PostgreSQL database; SQLite if empty.
        checkout: The tree of the version that is run.
    """
    environment = _environment(checkout, home=home, database_url=database, accounts_limit="")

    def command(port: int) -> list[str]:
        return [sys.executable, "-m", "delvebook.service.cli", "run", "--port", str(port)]

    with running(command, log=home / "run.log", environment=environment, cwd=checkout) as one:
        yield one


def _environment(checkout: Path, **settings: object) -> dict[str, str]:
    """Returns the environment of a service of that tree, with the defaults but for these settings and limits."""
    chosen = {"secret": SECRET, "rate_limit": "", "metrics_bind": "", "log_level": "error", **settings}
    made = {f"DELVEBOOK_{name.upper()}": str(value) for name, value in chosen.items()}
    return {**made, "PYTHONPATH": str(checkout)}


@contextlib.contextmanager
def bare_flask(home: Path, *, processes: int, threads: int) -> Iterator[Served]:
    """Yields a Flask application that reads a body and answers a small one, under the same web server by WSGI."""

    def command(port: int) -> list[str]:
        at = ["--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port), "--no-ws", "--no-log"]
        size = ["--workers", str(processes), "--blocking-threads", str(threads)]
        return [sys.executable, "-m", "granian", *at, *size, "tests.bench.bare:app"]

    with running(command, log=home / "flask.log") as one:
        yield one


@contextlib.contextmanager
def running(
    command: Callable[[int], list[str]],
    *,
    log: Path,
    environment: Mapping[str, str] = MappingProxyType({}),
    cwd: Path | None = None,
) -> Iterator[Served]:
    """
    Yields a server, which runs during the block.

    Args:
        command: Returns the command that starts it on a port of this machine.
        log: The file for its output.
        environment: Further variables for it; read after `command` was called.
        cwd: Where it runs.
    """
    port = free_port()
    started = command(port)
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    with log.open("wb") as output:
        process = subprocess.Popen(started, env=variables, stdout=output, stderr=output, cwd=cwd)
        try:
            _wait_until_up(process, port, log)
            yield Served(port, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_up(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + UP_SECONDS_MAX
    while True:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the server did not come up: {log.read_text()[-2000:]}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as one:
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            if one.recv(12):
                return
        time.sleep(0.1)
