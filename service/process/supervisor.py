"""
`delvebook run`: the whole service on one machine, as supervised child processes.

The children run the same commands that a larger installation runs separately: web, follower, workers, and an embedded
Redis. A child that dies or hangs is started again. The ports are held here, so that clients wait, and are not refused,
while the web process is started again. Stopping ends all children, Redis last.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

from delvebook.service.base.garbage import pass_over_what_exists
from delvebook.service.base.private_files import make_private
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName
from delvebook.service.live.signals import connect
from delvebook.service.process.beats import BEAT_SECONDS
from delvebook.service.process.children import Child, Say
from delvebook.service.process.embedded import answers, end_leftover, redis_command, socket_folder
from delvebook.service.process.forking import CAN_FORK, fork
from delvebook.service.process.listening import ListeningError, Place, listen, places
from delvebook.service.store.keys import make_cipher_key

STOP_SECONDS_MAX: Final = 15.0
READY_SECONDS_MAX: Final = 120.0
LOOK_SECONDS: Final = 0.2
LEFTOVER_SECONDS_MAX: Final = 2.0
"""How long the processes of a killed `delvebook run` may take to leave its ports."""
COMMAND_LINE: Final = "from delvebook.service.cli import main; main()"
MIGRATIONS_MAX: Final = 5
"""How often a migration is begun that somebody kills."""
BOTS: Final = "bots"


class Copies(NamedTuple):
    """
    How a copy of this process becomes any `delvebook` command.

    Attributes:
        load: Imports all that the service's commands import.
        run: Runs the command with these arguments, and ends the process.
    """

    load: Callable[[], None]
    run: Callable[[Sequence[str]], None]


class AlreadyRunningError(Exception):
    """Another `delvebook run` uses the same state directory."""


class Supervisor:
    """
    The processes of an embedded service.

    Args:
        settings: The service's settings.
        say: Prints a line for the operator.
        copies: How its children are made as copies of this process, where the system allows it.
    """

    def __init__(self, settings: Settings, say: Say, copies: Copies | None = None) -> None:
        self._settings = settings
        self._say = say
        self._copies = copies if CAN_FORK else None
        self._is_stopping = threading.Event()
        self.redis: Child | None = None
        self.children: list[Child] = []

    def run(self, on_ready: Callable[[], None]) -> None:
        """
        Runs until a signal arrives, then stops everything in order.

        Raises:
            AlreadyRunningError, ListeningError
            TimeoutError: It was not ready in good time. The message says what was missing.
            subprocess.CalledProcessError: The migration failed, and has said why.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        make_private(self._settings.home)
        with only_one(self._settings.home), contextlib.ExitStack() as ports:
            held = [ports.enter_context(_listen_soon(place)) for place in places(self._settings)]
            self.make_children([port.fileno() for port in held])
            try:
                self._start()
                if not self._is_stopping.is_set():
                    on_ready()
                while not self._is_stopping.wait(LOOK_SECONDS):
                    self._keep(self._all_children())
                    for child in self._all_children():
                        child.rotate_log()
            finally:
                self._stop()

    def make_children(self, ports: Sequence[int] = ()) -> None:
        """
        Makes the children, without starting them.

        Args:
            ports: The descriptors of the sockets that the web process listens on, the players' one first.
        """
        settings = self._settings
        logs = settings.home / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        if not settings.redis_url:
            become = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"
            self.redis = Child(
                "redis",
                _kept(become, *redis_command(settings.home)),
                logs / "redis.log",
                silence_seconds=settings.silence_seconds,
                folder=socket_folder(settings.home),
                gives_signs=False,
            )
        listening = ["--listening", ",".join(map(str, ports))] if ports else []
        commands = [
            ("web", ["web", *listening]),
            ("follow", ["follow"]),
            *([("worker", ["worker"])] * settings.workers),
        ]
        commands.append(("checker", ["worker", "--queue", QueueName.CHECKS]))
        commands.append(("student", ["worker", "--queue", QueueName.STUDIES]))
        commands.append(("examiner", ["worker", "--queue", QueueName.FINDINGS]))
        if settings.webhooks != "off":
            commands.append(("messenger", ["worker", "--queue", QueueName.WEBHOOKS]))
        self.children = [
            Child(
                f"{name}-{number}",
                _kept(COMMAND_LINE, *command),
                logs / f"{name}-{number}.log",
                silence_seconds=settings.silence_seconds,
                hands_down=ports if name == "web" else (),
                work=partial(self._copies.run, command) if self._copies is not None else None,
                title=" ".join(["delvebook", *command]),
            )
            for number, (name, command) in enumerate(commands)
        ]

    def _start(self) -> None:
        if self.redis is not None:
            with contextlib.closing(connect(self._settings.queue_url, seconds=1.0)) as client:
                end_leftover(client)
            threading.Thread(target=self._listen_to_redis, name="redis", daemon=True).start()
            self._wait_until(self._misses_redis, [self.redis])
        make_cipher_key(self._settings)
        if self._copies is not None:
            self._copies.load()
            pass_over_what_exists()
        self._migrate()
        self._wait_until(self._missing, self._all_children())

    def _migrate(self) -> None:
        """Runs `delvebook migrate`, which may be killed at any moment, and is begun again then."""
        for attempt in range(MIGRATIONS_MAX):
            status = self._migration()
            if self._is_stopping.is_set() or status == 0:
                return
            if status > 0 or attempt + 1 == MIGRATIONS_MAX:
                raise subprocess.CalledProcessError(status, "migrate")

    def _migration(self) -> int:
        """Runs a migration until a signal arrives. Returns its exit status, or minus the signal that ended it."""
        if self._copies is None:
            command = delvebook_command("migrate")
            return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode  # noqa: S603
        work = partial(self._copies.run, ["migrate"])
        made = fork("delvebook migrate", work, output=sys.stderr.fileno(), environment={})
        while (status := made.poll()) is None:
            if self._is_stopping.wait(LOOK_SECONDS / 4):  # Ctrl-C does not reach a session of its own.
                made.terminate()
        return status

    def _listen_to_redis(self) -> None:
        """Hears the signs of life of Redis: its answers."""
        with contextlib.closing(connect(self._settings.queue_url, seconds=BEAT_SECONDS)) as client:
            while not self._is_stopping.is_set():
                process = self.redis.process if self.redis is not None else None
                if answers(client) and self.redis is not None and process is not None:
                    self.redis.hear(process.pid)
                self._is_stopping.wait(BEAT_SECONDS / 2)

    def _wait_until(self, missing: Callable[[], Sequence[str]], children: Sequence[Child]) -> None:
        """
        Keeps the children running, and returns when nothing is missing, or a signal has arrived.

        Raises:
            TimeoutError
        """
        deadline = time.monotonic() + READY_SECONDS_MAX
        while not self._is_stopping.wait(LOOK_SECONDS / 4):
            self._keep(children)
            if not (lacking := missing()):
                return
            if time.monotonic() > deadline:
                ill = [f"{child.name} ({child.log}): {child.last_words()}" for child in children if child.is_ill]
                raise TimeoutError(
                    "; ".join([f"after {READY_SECONDS_MAX:.0f} s there is no {' and no '.join(lacking)}", *ill])
                )

    def _misses_redis(self) -> Sequence[str]:
        with contextlib.closing(connect(self._settings.queue_url, seconds=1.0)) as client:
            return [] if answers(client) else ["redis"]

    def _missing(self) -> Sequence[str]:
        """Returns what the service says that it lacks."""
        try:
            with urllib.request.urlopen(f"{base_url(self._settings)}/readyz", timeout=2) as answer:  # noqa: S310
                found = json.load(answer)["missing"]
        except urllib.error.HTTPError as error:
            with error, contextlib.suppress(ValueError, KeyError):
                return [*json.load(error)["missing"]]
            return ["web"]
        except (OSError, ValueError, KeyError):
            return ["web"]
        return [one for one in found if one != BOTS or self._settings.workers]

    def _keep(self, children: Sequence[Child]) -> None:
        for child in children:
            child.keep(self._say)

    def _all_children(self) -> list[Child]:
        """Returns them in the order of their start: Redis first."""
        return [*([self.redis] if self.redis is not None else []), *self.children]

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping.set()

    def _stop(self) -> None:
        self._is_stopping.set()
        deadline = time.monotonic() + STOP_SECONDS_MAX
        for child in self.children:
            child.ask_to_end()
        for child in reversed(self._all_children()):  # Redis last
            child.end(deadline - time.monotonic())


def _listen_soon(place: Place) -> socket.socket:
    """
    Returns the socket, even if the processes of a killed `delvebook run` are just about to leave the port.

    Raises:
        ListeningError
    """
    deadline = time.monotonic() + LEFTOVER_SECONDS_MAX
    while True:
        try:
            return listen(place.bind, place.variable, host=place.host)
        except ListeningError:
            if time.monotonic() > deadline:
                raise
            time.sleep(LOOK_SECONDS)


def _kept(code: str, *arguments: str) -> list[str]:
    """Returns the command line of a program that does not outlive this process, not even if this one is killed."""
    kept = f"from delvebook.service.process.orphans import die_with_parent; die_with_parent({os.getpid()}); "
    return [sys.executable, "-c", kept + code, *arguments]


def delvebook_command(name: str, *arguments: str) -> list[str]:
    """Returns the command line of a `delvebook` command, under the same Python."""
    return [sys.executable, "-c", COMMAND_LINE, name, *arguments]


def base_url(settings: Settings) -> str:
    """Returns the URL of the web process, from this machine."""
    host, _, port = settings.bind.rpartition(":")
    return f"http://{'127.0.0.1' if host in ('', '0.0.0.0', '[::]') else host}:{port}"  # noqa: S104


@contextlib.contextmanager
def only_one(home: Path) -> Iterator[None]:
    """
    Locks the state directory for this process.

    Raises:
        AlreadyRunningError
    """
    with (home / "up.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyRunningError(f"delvebook is already running on {home}") from None
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield
