"""The reader that serves the files of the published log of games, and its proofs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, inspect, select

from delvebook.projections.games_log.tables import (
    LOG_CHECKPOINTS,
    LOG_ENTRIES,
    LOG_EPOCHS,
    LOG_UNREADABLE,
    NAME,
    ContradictionError,
    epoch_of,
    newest_first,
    read_hashes,
    stopped,
    tree_root,
    tree_size,
)
from delvebook.projections.parked import ParkedGame
from delvebook.replays.log.checkpoints import parse_checkpoint
from delvebook.replays.log.entries import LogEntry, hidden_id, parse_entry
from delvebook.replays.log.inclusion import Inclusion, Proved
from delvebook.replays.log.merkle import inclusion_path
from delvebook.replays.log.tiles import (
    CHECKPOINT,
    ENTRIES,
    Tile,
    TileError,
    node_reader,
    parse_address,
    tiles_of,
    write_bundle,
)


@dataclass(frozen=True, slots=True)
class Published:
    """
    The state of the log when it was last published.

    Attributes:
        origin: Its name.
        size: Its size.
        note: Its checkpoint, with all signatures.
        keys: Its public keys.
    """

    origin: str
    size: int
    note: str
    keys: tuple[str, ...]


class LogReader:
    """
    Reads the published log.

    Args:
        engine: The database of its tables.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def published(self) -> Published | None:
        """Returns the last published state of the log; None before the first checkpoint, and while it is stopped."""
        with self._engine.connect() as connection:
            return _published(connection)

    def file(self, address: str) -> bytes | None:
        """
        Returns the file at an address relative to the log's prefix; None if the published log has none there.

        A partial tile stays available after the full one is published.
        """
        with self._engine.connect() as connection:
            published = _published(connection)
            if published is None:
                return None
            if address == CHECKPOINT:
                return published.note.encode()
            try:
                tile = parse_address(address)
            except TileError:
                return None
            return _content(connection, tile) if tile.is_in(published.size) else None

    def stopped(self) -> str | None:
        """Returns why the log is not signed at present; None if it is."""
        with self._engine.connect() as connection:
            return stopped(connection)

    def contradiction_to(self, note: str) -> str | None:
        """
        Returns why the log contradicts a checkpoint; None if it contains it.

        Args:
            note: The checkpoint, as it was published. Its signatures are not checked.
        """
        _, signed = parse_checkpoint(note)
        with self._engine.connect() as connection:
            size = tree_size(connection)
            if size < signed.size:
                return f"the log of games was published with {signed.size} entries, and here it has {size}"
            if tree_root(connection, signed.size) != signed.root:
                return f"the log of games was published with other entries among its first {signed.size}"
        return None

    def history(self) -> tuple[str | None, set[str]]:
        """Returns the last checkpoint of the present log, or None, and all keys that have signed it, as text."""
        with self._engine.connect() as connection:
            rows = connection.execute(newest_first()).all()
        return (rows[0].note if rows else None), {key for row in rows for key in row.keys.split("\n")}

    def epoch(self) -> int:
        """Returns the number of the present log: 1 for the first one."""
        with self._engine.connect() as connection:
            return epoch_of(connection).number if inspect(connection).has_table(LOG_EPOCHS.name) else 1

    def size(self) -> int:
        """Returns how many entries the log has, published or not."""
        with self._engine.connect() as connection:
            return tree_size(connection)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yields every file of the published log with its address, the checkpoint last."""
        published = self.published()
        if published is None:
            return
        for tile in tiles_of(published.size):
            with self._engine.connect() as connection:
                yield tile.address, _content(connection, tile)
        yield CHECKPOINT, published.note.encode()

    def inclusion(self, game: str, *, size: int | None = None) -> tuple[Published, Inclusion] | None:
        """
        Returns the entries of a game, with proofs that lead to a published checkpoint.

        Args:
            game: The game's id.
            size: The size of the checkpoint; None for the last one.

        Returns:
            None if nothing was published, or if no checkpoint has that size.
        """
        with self._engine.connect() as connection:
            published = _published(connection, size=size)
            if published is None:
                return None
            of = published.size
            found = connection.execute(
                select(LOG_ENTRIES.c.index, LOG_ENTRIES.c.entry)
                .where(LOG_ENTRIES.c.game == hidden_id(game), LOG_ENTRIES.c.index < of)
                .order_by(LOG_ENTRIES.c.index)
            ).all()
            node = node_reader(lambda level, start, count: read_hashes(connection, level, start, count))
            proved = tuple(
                Proved(index, _parsed(data), tuple(inclusion_path(index, of, node))) for index, data in found
            )
        return published, Inclusion(published.note, proved)


def unlogged(engine: Engine) -> list[ParkedGame]:
    """Returns the events missing from the log because they cannot be read, in the order of the event log."""
    with engine.connect() as connection:
        rows = connection.execute(
            select(LOG_UNREADABLE).where(LOG_UNREADABLE.c.index.is_(None)).order_by(LOG_UNREADABLE.c.position)
        )
        return [ParkedGame(NAME, row.game, row.n, row.n, row.position, row.trouble) for row in rows]


def _content(connection: Connection, tile: Tile) -> bytes:
    """Returns the bytes of a tile or a bundle that exists."""
    if tile.level != ENTRIES:
        return b"".join(read_hashes(connection, tile.level, tile.start, tile.width))
    index = LOG_ENTRIES.c.index
    wanted = select(LOG_ENTRIES.c.entry).where(index >= tile.start, index < tile.start + tile.width).order_by(index)
    return write_bundle([bytes(one) for one in connection.scalars(wanted)])


def _published(connection: Connection, *, size: int | None = None) -> Published | None:
    """
    Returns the checkpoint that was published last, or last with this size.

    A log that is stopped shows nothing: what it would show may be older than what was published before.
    """
    if stopped(connection) is not None:
        return None
    wanted = newest_first().limit(1)
    if size is not None:
        wanted = wanted.where(LOG_CHECKPOINTS.c.size == size)
    row = connection.execute(wanted).first()
    return None if row is None else Published(row.origin, row.size, row.note, tuple(row.keys.split("\n")))


def _parsed(data: bytes) -> LogEntry:
    entry = parse_entry(bytes(data))
    if entry is None:
        raise ContradictionError("the log holds something that is not an entry")
    return entry
