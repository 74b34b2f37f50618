"""
`delvebook run`: the whole service on one machine, as supervised child processes.

The children run the same commands that a larger installation runs separately: web, follower, workers, and an embedded
Redis. A child that dies is started again. Stopping ends all of them, Redis last.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

import redis

from delvebook.service.base.private_files import make_private
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName
from delvebook.service.live.signals import connect
from delvebook.service.process.embedded import redis_command, wait_until_up
from delvebook.service.store.keys import make_cipher_key

LOG_BYTES_MAX: Final = 32 * 2**20
"""The size above which a child's log is rotated."""
LOGS_KEPT: Final = 4
"""The number of old logs kept for each child."""
RESTART_SECONDS_MIN: Final = 0.2
RESTART_SECONDS_MAX: Final = 10.0
STOP_SECONDS_MAX: Final = 15.0
READY_SECONDS_MAX: Final = 60.0

Say = Callable[[str], None]


class AlreadyRunningError(Exception):
    """Another `delvebook run` uses the same state directory."""


@dataclass
class Child:
    """A supervised process."""

    name: str
    command: list[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    pause: float = RESTART_SECONDS_MIN
    not_before: float = 0.0
    started_at: float = field(default=0.0)

    def start(self) -> None:
        """Starts it. Its output goes to its log."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(  # noqa: S603
                self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
        self.started_at = time.monotonic()

    def restart_if_dead(self, say: Say) -> None:
        """Restarts it if it died. Each early death doubles the pause before the next start."""
        if self.process is not None and self.process.poll() is not None:
            say(f"{self.name} ended with status {self.process.returncode}; starting it again (see {self.log})")
            lived = time.monotonic() - self.started_at
            self.pause = (
                RESTART_SECONDS_MIN if lived > RESTART_SECONDS_MAX else min(self.pause * 2, RESTART_SECONDS_MAX)
            )
            self.not_before = time.monotonic() + self.pause
            self.process = None
        if self.process is None and time.monotonic() >= self.not_before:
            self.start()

    def rotate_log(self) -> None:
        """
        Moves its log to `….log.1` if it is large, and deletes the oldest one.

        The child goes on writing to the same file, which is emptied. Lines written in between are lost.
        """
        if not self.log.exists() or self.log.stat().st_size <= LOG_BYTES_MAX:
            return
        aside = [self.log.with_name(f"{self.log.name}.{number}") for number in range(1, LOGS_KEPT + 1)]
        for older, newer in zip(aside[:0:-1], aside[-2::-1], strict=True):
            if newer.exists():
                newer.replace(older)
        try:
            shutil.copyfile(self.log, aside[0])
        except OSError:
            aside[0].unlink(missing_ok=True)  # The disk is full, and the games need the space more than the logs.
        os.truncate(self.log, 0)

    def stop(self, seconds: float) -> None:
        """Terminates it. Kills it if it has not ended after that many seconds."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(max(0.1, seconds))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Supervisor:
    """
    The processes of an embedded service.

    Args:
        settings: The service's settings.
        say: Prints a line for the operator.
    """

    def __init__(self, settings: Settings, say: Say) -> None:
        self._settings = settings
        self._say = say
        self._is_stopping = False
        logs = settings.home / "logs"
        make_private(settings.home)
        logs.mkdir(parents=True, exist_ok=True)
        self.redis = None
        if not settings.redis_url:
            self.redis = Child("redis", redis_command(settings.home), logs / "redis.log")
        commands = [("web", ["web"]), ("follow", ["follow"]), *([("worker", ["worker"])] * settings.workers)]
        commands.append(("checker", ["worker", "--queue", QueueName.CHECKS]))
        commands.append(("student", ["worker", "--queue", QueueName.STUDIES]))
        commands.append(("examiner", ["worker", "--queue", QueueName.FINDINGS]))
        if settings.webhooks != "off":
            commands.append(("messenger", ["worker", "--queue", QueueName.WEBHOOKS]))
        self.children = [
            Child(name, delvebook_command(*command), logs / f"{name}-{number}.log")
            for number, (name, command) in enumerate(commands)
        ]

    def run(self, on_ready: Callable[[], None]) -> None:
        """Runs until a signal arrives, then stops everything in order."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        with only_one(self._settings.home):
            try:
                self._start()
                if not self._is_stopping:
                    on_ready()
                while not self._is_stopping:
                    for child in self._all_children():
                        child.restart_if_dead(self._say)
                        child.rotate_log()
                    time.sleep(0.2)
            finally:
                self._stop()

    def _start(self) -> None:
        if self.redis is not None and not _answers(connect(self._settings.queue_url)):
            self.redis.start()
            wait_until_up(connect(self._settings.queue_url), self.redis.process)
        make_cipher_key(self._settings)
        subprocess.run(delvebook_command("migrate"), check=True, stdin=subprocess.DEVNULL)  # noqa: S603
        for child in self.children:
            child.start()
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS_MAX
        while not self._is_stopping:
            try:
                with urllib.request.urlopen(f"{base_url(self._settings)}/readyz", timeout=2):  # noqa: S310
                    return
            except (urllib.error.URLError, OSError):
                if time.monotonic() > deadline:
                    raise TimeoutError(
                        f"the web process did not start; see {self.children[0].log}, or whether "
                        f"something else listens on {self._settings.bind}"
                    ) from None
                for child in self._all_children():
                    child.restart_if_dead(self._say)
                time.sleep(0.1)

    def _all_children(self) -> list[Child]:
        own_redis = [self.redis] if self.redis is not None and self.redis.process is not None else []
        return [*own_redis, *self.children]

    def _ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self._is_stopping = True

    def _stop(self) -> None:
        deadline = time.monotonic() + STOP_SECONDS_MAX
        for child in self.children:
            if child.process is not None and child.process.poll() is None:
                child.process.terminate()
        for child in self.children:
            child.stop(deadline - time.monotonic())
        if self.redis is not None:
            self.redis.stop(deadline - time.monotonic())


def delvebook_command(name: str, *arguments: str) -> list[str]:
    """Returns the command line of a `delvebook` command, under the same Python."""
    return [sys.executable, "-c", "from delvebook.service.cli import main; main()", name, *arguments]


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


def _answers(client: redis.Redis) -> bool:
    with contextlib.suppress(redis.RedisError, OSError):
        return bool(client.ping())
    return False
