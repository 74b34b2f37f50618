"""The tables of the log of games, and the tree stored in them."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    delete,
    func,
    insert,
    select,
)

from delvebook.projections.copies import copied_at, marks
from delvebook.replays.log.entries import LogEntry
from delvebook.replays.log.merkle import fold, leaf_hash, range_hash
from delvebook.replays.log.tiles import LEVEL_MAX, WIDTH, node_reader

NAME: Final = "games_log"
METADATA: Final = MetaData()
_BIG: Final = BigInteger().with_variant(Integer, "sqlite")
LOG_ENTRIES: Final = Table(
    "log_entries",
    METADATA,
    Column("index", _BIG, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("n", _BIG, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("game", "n"),
)
LOG_HASHES: Final = Table(
    "log_hashes",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("index", _BIG, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)
LOG_CHECKPOINTS: Final = Table(
    "log_checkpoints",
    METADATA,
    Column("serial", _BIG, primary_key=True, autoincrement=False),
    Column("origin", String(255), nullable=False),
    Column("size", _BIG, nullable=False),
    Column("note", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("at", String(27), nullable=False),
    UniqueConstraint("origin", "size"),
)
"""Every published checkpoint, in the order of `serial`. Of two checkpoints of one size, only the later is kept."""
LOG_UNREADABLE: Final = Table(
    "log_unreadable",
    METADATA,
    Column("position", _BIG, primary_key=True, autoincrement=False),
    Column("game", String(36), nullable=False),
    Column("n", _BIG, nullable=False),
    Column("type", String(64), nullable=False),
    Column("trouble", Text, nullable=False),
    Column("index", _BIG),
)
"""Events that could not be read when their turn came. `index` is where the entry was added later."""
LOG_EPOCHS: Final = Table(
    "log_epochs",
    METADATA,
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("after", Text),
    Column("serial", _BIG, nullable=False),
    Column("begun_at", String(27), nullable=False),
)
"""
The logs that were begun because an earlier one could not go on: the last checkpoint of that one, and the serial of the
last checkpoint that was stored before. The first log has epoch 1 and no row.
"""
LOG_STOPPED: Final = Table(
    "log_stopped",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("why", Text, nullable=False),
    Column("since", String(27), nullable=False),
)
"""Has one row while the log must not be signed."""


class ContradictionError(Exception):
    """The tree does not continue the signed one. Nothing was signed or changed."""


class UnreleasedCopyError(ContradictionError):
    """The store was started from a copy that nobody has released, so the tree may lack what was signed."""


class Tree:
    """The tree, for adding entries within one transaction that holds the position's lock."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.size = tree_size(connection)

    def append(self, entry: LogEntry) -> None:
        """Adds an entry, and the hashes above it that it completes."""
        data = entry.to_bytes()
        row = {"index": self.size, "game": entry.game, "n": entry.n, "entry": data, "hash": leaf_hash(data)}
        self._connection.execute(insert(LOG_ENTRIES).values(**row))
        self.size += 1
        width = self.size
        for level in range(1, LEVEL_MAX + 1):
            width, rest = divmod(width, WIDTH)
            if rest:
                return
            index = width - 1
            below = read_hashes(self._connection, level - 1, index * WIDTH, WIDTH)
            self._connection.execute(insert(LOG_HASHES).values(level=level, index=index, hash=fold(below)))


def tree_size(connection: Connection) -> int:
    """Returns the number of entries."""
    last = connection.scalar(select(func.max(LOG_ENTRIES.c.index)))
    return 0 if last is None else int(last) + 1


def tree_root(connection: Connection, size: int) -> bytes:
    """Returns the root of the tree over the first `size` entries."""
    return range_hash(0, size, node_reader(lambda level, start, count: read_hashes(connection, level, start, count)))


def read_hashes(connection: Connection, level: int, start: int, count: int) -> list[bytes]:
    """Returns at most `count` hashes of a level from `start` on. Level 0 holds the hashes of the entries."""
    table: Table = LOG_HASHES if level else LOG_ENTRIES
    wanted = select(table.c.hash).where(table.c.index >= start, table.c.index < start + count).order_by(table.c.index)
    if level:
        wanted = wanted.where(table.c.level == level)
    return [bytes(one) for one in connection.scalars(wanted)]


def of_origin(origin: str) -> ColumnElement[bool]:
    """Returns the condition that a checkpoint belongs to the log of this name."""
    return LOG_CHECKPOINTS.c.origin == origin


def newest_first() -> Select[object]:
    """Returns a query for all checkpoints of the present log, the last published first."""
    begun = select(func.coalesce(func.max(LOG_EPOCHS.c.serial), 0)).scalar_subquery()
    return select(LOG_CHECKPOINTS).where(LOG_CHECKPOINTS.c.serial > begun).order_by(LOG_CHECKPOINTS.c.serial.desc())


class Epoch(NamedTuple):
    """
    The present log.

    Attributes:
        number: 1 for the first log of this service, and one more for each that was begun after it.
        after: The last checkpoint of the log before it; None if there is none, or if it is not known.
    """

    number: int
    after: str | None


def epoch_of(connection: Connection) -> Epoch:
    """Returns the present log."""
    last = select(LOG_EPOCHS.c.epoch, LOG_EPOCHS.c.after).order_by(LOG_EPOCHS.c.epoch.desc()).limit(1)
    row = connection.execute(last).first()
    return Epoch(1, None) if row is None else Epoch(row.epoch, row.after)


def stopped(connection: Connection) -> str | None:
    """Returns why the log must not be signed; None if it may be, as far as is known."""
    found = marks(connection)
    if found:
        return f"this store was started from the copy of {copied_at(found[-1])}"
    why: str | None = connection.scalar(select(LOG_STOPPED.c.why))
    return why


def note_stop(connection: Connection, why: str, *, now: str) -> None:
    """Notes that the log must not be signed."""
    connection.execute(delete(LOG_STOPPED))
    connection.execute(insert(LOG_STOPPED).values(id=1, why=why, since=now))
