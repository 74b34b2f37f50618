"""The shipped `delvebook run`, as a process whose children a test may kill and stop."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import httpx

from delvebook.client import Client
from tests.house.files import ROOT

UP_SECONDS_MAX: Final = 150


def free_port() -> int:
    """Returns a free port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def start(
    command: list[str], environment: Mapping[str, str], log: Path, *, user: str | None = None
) -> subprocess.Popen[bytes]:
    """Starts a process that leads a session of its own, reads nothing, and adds what it says to the log."""
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            user=user,
        )


def family_of(pid: int) -> list[int]:
    """Returns a process and its living descendants, parents first."""
    found = [pid]
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            found += family_of(int(child))
    return found


def is_stopped(pid: int) -> bool:
    """Returns whether the process is there, and stopped."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    return False


def children_of(pid: int) -> dict[str, int]:
    """Returns the children of a `delvebook run` by name: `redis`, `web`, `worker`, `worker --queue checks`, …"""
    found: dict[str, int] = {}
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            line = Path(f"/proc/{child}/cmdline").read_bytes().decode(errors="replace")
            if not line:  # It has ended.
                continue
            name = "redis" if "redis-server" in line else line.rstrip("\0").removeprefix("delvebook ")
            found[name.partition(" --listening")[0]] = int(child)
    return found


class Run:
    """
    `delvebook run` on a home and a port of its own.

    Args:
        home: Its state directory.
        log: The file for its output.
        environment: Its further variables.
        command: The command; by default that of this Python.
    """

    def __init__(
        self, home: Path, log: Path, environment: Mapping[str, str] | None = None, *, command: list[str] | None = None
    ) -> None:
        self.home = home
        self.log = log
        self.port = int((environment or {}).get("DELVEBOOK_BIND", f":{free_port()}").rpartition(":")[2])
        self.url = f"http://127.0.0.1:{self.port}"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("DELVEBOOK_")}
        self.environment = {
            **kept,
            "PYTHONPATH": str(ROOT),
            "DELVEBOOK_HOME": str(home),
            "DELVEBOOK_BIND": f"127.0.0.1:{self.port}",
            "DELVEBOOK_METRICS_BIND": "",
            **(environment or {}),
        }
        self.command = command or [sys.executable, "-m", "delvebook.service.cli", "run"]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it."""
        self.process = start(self.command, self.environment, self.log)

    @property
    def pid(self) -> int:
        """Its process."""
        assert self.process is not None
        return self.process.pid

    def said(self) -> str:
        """Returns what it has said, and the ends of its children's logs."""
        ends = "".join(
            f"\n== {path.name}\n{path.read_text(errors='replace')[-1500:]}"
            for path in sorted(self.home.glob("logs/*.log"))
        )
        return self.log.read_text(errors="replace") + ends

    def ready(self) -> dict[str, Any]:
        """Returns what a probe says; an empty answer if there is none."""
        with contextlib.suppress(httpx.HTTPError, ValueError):
            found: dict[str, Any] = httpx.get(f"{self.url}/readyz", timeout=3).json()
            return found
        return {}

    def wait_until_ready(self, *, seconds: float = UP_SECONDS_MAX) -> float:
        """Returns once nothing is missing. Returns the time that it took."""
        began = time.monotonic()
        while self.ready().get("status") != "ready":
            assert self.process is not None
            assert self.process.poll() is None, self.said()
            assert time.monotonic() - began < seconds, f"{self.ready()}\n{self.said()}"
            time.sleep(0.1)
        return time.monotonic() - began

    def children(self) -> dict[str, int]:
        """Returns its living children by name."""
        return children_of(self.pid)

    def stop(self) -> int:
        """Asks it to stop, as a person would. Returns its status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)

    def end(self) -> None:
        """Kills it, and all that it has started."""
        if self.process is not None and self.process.poll() is None:
            for pid in reversed(family_of(self.pid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.wait()


@contextlib.contextmanager
def running(
    home: Path, log: Path, environment: Mapping[str, str] | None = None, *, command: list[str] | None = None
) -> Iterator[Run]:
    """Yields the service when it is ready, and kills it at the end of the block."""
    run = Run(home, log, environment, command=command)
    try:
        run.start()
        run.wait_until_ready()
        yield run
    finally:
        run.end()


def bot_moves(url: str, name: str, *, title: str = "dungeon-raiders", bot: str = "random", seconds: float = 60) -> None:
    """Returns once a bot has moved in a new game."""
    with Client(url) as client:
        client.sign_in(name)
        game = client.create_game(title, seats=2, bots={1: bot})
        client.command(f"/v1/games/{game.id}/seats", {})
        game.start()
        deadline = time.monotonic() + seconds
        while 1 in game.look().to_act:
            assert time.monotonic() < deadline, "no bot moves"
            time.sleep(0.1)
