"""A simulated disk: SQLite files of the application, and what a power cut at a write leaves of them."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

from delvebook.service.base import database

How = Literal["before", "after", "torn"]
FILES: Final = ("events.db", "projections.db")
SECTOR: Final = 512
FULL: Final = 2
"""`PRAGMA synchronous`."""
_COMPILED: Final[dict[str, Any]] = {}


class Disk:
    """
    A directory with a store. It watches every commit, and copies what a crash leaves.

    Args:
        home: The directory of the store.
        chance: Decides how a write that was going on is torn.
        on_write: Called for each commit with the file's name and the commit, to be called or not.
    """

    def __init__(self, home: Path, chance: random.Random, on_write: Callable[[str, Callable[[], None]], None]) -> None:
        self.home = home
        self._chance = chance
        self.on_write = on_write
        self.connections: list[Any] = []
        self._synced = {name: self._size(f"{name}-wal") for name in FILES}
        """The flushed length of each write-ahead log. The rest may still be on its way."""
        self._stats = {name: self._stat(name) for name in FILES}

    def in_transaction(self) -> bool:
        """Returns whether any connection is in the middle of a transaction."""
        return any(connection.in_transaction for connection in self.connections)

    def synced(self, file: str) -> None:
        """Notes that everything written to the log of that file has reached the disk."""
        if file in self._synced:
            self._synced[file] = self._size(f"{file}-wal")

    @contextlib.contextmanager
    def unflushed(self) -> Iterator[None]:
        """Within the block, commits do not reach the disk for certain."""
        before = dict(self._synced)
        yield
        self._synced = before

    def crash(self, into: Path, *, is_power_cut: bool) -> None:
        """
        Copies the files that a crash leaves.

        Args:
            into: A directory, which is made.
            is_power_cut: Whether writes that were not flushed may be torn. Otherwise only processes died.
        """
        shutil.copytree(self.home, into, ignore=shutil.ignore_patterns("*-shm", "*.gate", "*.next"))
        for name in FILES if is_power_cut else ():
            log = into / f"{name}-wal"
            if log.exists() and self._stat(name) == self._stats[name]:
                self._tear(log, self._synced[name])
            # Else it was copied into the database meanwhile, and SQLite flushes the log to the disk before that.

    def _tear(self, log: Path, start: int) -> None:
        """Some sectors from `start` on reached the disk, and others did not."""
        data = bytearray(log.read_bytes())
        end = self._chance.randint(start, len(data)) if start < len(data) else len(data)
        if self._chance.random() < 0.5:
            for place in range(start - start % SECTOR + SECTOR, end, SECTOR):
                if self._chance.random() < 0.2:
                    data[place : place + SECTOR] = bytes(min(SECTOR, len(data) - place))
        log.write_bytes(data[:end])

    def _size(self, name: str) -> int:
        with contextlib.suppress(OSError):
            return (self.home / name).stat().st_size
        return 0

    def _stat(self, name: str) -> tuple[int, int]:
        found = (self.home / name).stat()
        return found.st_size, found.st_mtime_ns


class _Connection(sqlite3.Connection):
    """A connection whose commits the disk watches."""

    disk: Disk | None = None
    file = ""
    is_durable: bool | None = None
    """Returns whether SQLite flushes each commit to the disk before it returns."""

    def commit(self) -> None:
        disk = _Connection.disk
        if disk is None or not self.in_transaction or self not in disk.connections:
            super().commit()
        else:
            if self.is_durable is None:
                self.is_durable = next(iter(self.execute("PRAGMA synchronous").fetchone())) >= FULL
            disk.on_write(self.file, self._commit)

    def _commit(self) -> None:
        super().commit()
        if _Connection.disk is not None and self.is_durable:
            _Connection.disk.synced(self.file)

    def close(self) -> None:
        if _Connection.disk is not None and self in _Connection.disk.connections:
            _Connection.disk.connections.remove(self)
        super().close()


@contextlib.contextmanager
def watched(disk: Disk) -> Iterator[None]:
    """Within the block, every connection that is opened writes to that disk."""
    plain = sqlite3.connect

    def connect(database: Any, *arguments: Any, **named: Any) -> Any:
        made = plain(database, *arguments, **{**named, "factory": _Connection})
        made.file = next((name for name in FILES if name in str(database)), "")
        disk.connections.append(made)
        return made

    def engine_of(url: Any, **named: Any) -> Any:
        """Returns an engine that shares compiled statements with others, because compiling takes most of the time."""
        made = plain_engine(url, **named)
        first = _COMPILED.setdefault("first", made)
        made.dialect = made.pool._dialect = first.dialect
        made._compiled_cache = first._compiled_cache
        return made

    plain_engine = database.create_engine  # type: ignore[attr-defined]
    database.create_engine = engine_of  # type: ignore[attr-defined]
    _Connection.disk = disk
    modules = (sqlite3, sqlite3.dbapi2)
    try:
        for module in modules:
            module.connect = connect  # type: ignore[attr-defined]
        yield
    finally:
        for module in modules:
            module.connect = plain  # type: ignore[attr-defined]
        database.create_engine = plain_engine  # type: ignore[attr-defined]
        _Connection.disk = None
