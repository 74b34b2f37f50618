"""
The log of games (docs/log.md): its tables, the writer that follows the event log, and the reader that serves files.

Entries are in the order of the event log, so that the same event log gives the same log, byte for byte. An entry and
the position up to which the event log was read are stored in one transaction: whatever is killed when, each is there
once. A checkpoint is signed only if the tree continues the one that was signed before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Engine,
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
    update,
)

from delvebook.projections.parked import ParkedGame
from delvebook.projections.projector import Position
from delvebook.replays.log.checkpoints import Checkpoint, parse_checkpoint
from delvebook.replays.log.entries import WHAT, LogEntry, hidden_id, parse_entry
from delvebook.replays.log.inclusion import Inclusion, Proved
from delvebook.replays.log.merkle import fold, inclusion_path, leaf_hash, range_hash
from delvebook.replays.log.notes import Note, Signature
from delvebook.replays.log.tiles import (
    CHECKPOINT,
    ENTRIES,
    LEVEL_MAX,
    WIDTH,
    Tile,
    TileError,
    node_reader,
    parse_address,
    tiles_of,
    write_bundle,
)

NAME: Final = "games_log"
PUBLISH_SECONDS: Final = 1
"""The least time between two checkpoints."""
PAGES_MAX: Final = 4
"""Pages of the event log that are read in one step, so that a long log does not keep other work waiting."""

METADATA: Final = MetaData()
_BIG: Final = BigInteger().with_variant(Integer, "sqlite")
_ENTRIES: Final = Table(
    "log_entries",
    METADATA,
    Column("index", _BIG, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("n", _BIG, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("game", "n"),
)
_HASHES: Final = Table(
    "log_hashes",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("index", _BIG, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)
_CHECKPOINTS: Final = Table(
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
"""Every checkpoint that was published, in the order of `serial`; of two of one size, only the later."""
_UNREADABLE: Final = Table(
    "log_unreadable",
    METADATA,
    Column("position", _BIG, primary_key=True, autoincrement=False),
    Column("game", String(36), nullable=False),
    Column("n", _BIG, nullable=False),
    Column("type", String(64), nullable=False),
    Column("trouble", Text, nullable=False),
    Column("index", _BIG),
)
"""Events that could not be read when their turn came. `index` is where their entry was added later."""


class LoggedRow(NamedTuple):
    """
    An event of the event log, as far as the log of games needs it.

    Attributes:
        position: Its position.
        game: Its game's id.
        n: Its number.
        type: Its type.
        hash: Its hash; None if it is of a type that is not logged, or cannot be read.
        trouble: Why it cannot be read; empty if it can, or need not be.
    """

    position: int
    game: str
    n: int
    type: str
    hash: str | None
    trouble: str = ""


RowReader = Callable[[int, int], Sequence[LoggedRow]]
"""A position and a limit → at most so many events after it, in the order they were committed."""


class ContradictionError(Exception):
    """The tree does not continue the one that was signed. Nothing was signed or changed."""


class Signer(NamedTuple):
    """
    What checkpoints are signed with.

    Attributes:
        origin: The name of the log.
        keys: The public keys, as text, that are published.
        sign: Signs the text of a checkpoint; one line for each key that signs.
    """

    origin: str
    keys: tuple[str, ...]
    sign: Callable[[str], Sequence[Signature]]


class Step(NamedTuple):
    """
    What a step came to.

    Attributes:
        has_more: Whether the event log may have more to add at once.
        unreadable: The events that could not be read; they are added when they can be.
    """

    has_more: bool
    unreadable: list[LoggedRow]


@dataclass(frozen=True, slots=True)
class Published:
    """
    The log as it was published last.

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


class LogWriter:
    """
    Writes the log. Two of them take turns, and write each entry once.

    Args:
        engine: The database of the tables.
        read_rows: Reads the event log.
        signer: What checkpoints are signed with; asked anew for each, so that a rotation needs no restart.
        now: The time, in the record's form.
        page: Events that are read and stored in one transaction.
    """

    def __init__(
        self,
        engine: Engine,
        read_rows: RowReader,
        *,
        signer: Callable[[], Signer],
        now: Callable[[], str],
        page: int = 500,
    ) -> None:
        self._engine = engine
        self._read_rows = read_rows
        self._signer = signer
        self._now = now
        self._page = page
        self._place = Position(NAME)

    def step(self) -> Step:
        """
        Adds what is new in the event log, up to a few pages, and publishes a checkpoint if one is due.

        Raises:
            ContradictionError: The log does not continue what was signed.
        """
        unreadable = []
        page: Sequence[LoggedRow] = ()
        for _ in range(PAGES_MAX):
            page = self.log_page()
            unreadable += [row for row in page if row.trouble]
            if len(page) < self._page:
                break
        self.publish()
        return Step(has_more=len(page) == self._page, unreadable=unreadable)

    def log_page(self) -> Sequence[LoggedRow]:
        """Adds the entries of the next page of the event log; that page, empty if there was nothing new."""
        while True:
            with self._engine.connect() as connection:
                position = self._place.read(connection)
            page = self._read_rows(position, self._page)
            if not page:
                return []
            with self._engine.begin() as connection:
                if self._place.lock(connection) != position:
                    continue  # Another writer was faster.
                tree = _Tree(connection)
                for row in page:
                    if row.trouble:
                        _note_unreadable(connection, row)
                    elif row.hash is not None:
                        tree.append(_entry_of(row, row.hash))
                self._place.store(connection, page[-1].position)
                return page

    def retry(self) -> int:
        """Adds the entries of events that could not be read and now can; how many there were."""
        with self._engine.connect() as connection:
            waiting = connection.scalars(
                select(_UNREADABLE.c.position).where(_UNREADABLE.c.index.is_(None)).order_by(_UNREADABLE.c.position)
            ).all()
        count = 0
        for position in waiting:
            row = self._row_at(position)
            if row is None or row.trouble:
                continue
            with self._engine.begin() as connection:
                self._place.lock(connection)
                if row.hash is None:  # Now that it can be read, it is of a type that is not logged.
                    connection.execute(delete(_UNREADABLE).where(_UNREADABLE.c.position == position))
                    continue
                tree = _Tree(connection)
                mine = (_UNREADABLE.c.position == position) & _UNREADABLE.c.index.is_(None)
                if connection.execute(update(_UNREADABLE).where(mine).values(index=tree.size)).rowcount:
                    tree.append(_entry_of(row, row.hash))
                    count += 1
        return count

    def unreadable(self) -> list[ParkedGame]:
        """The events that the log lacks because they cannot be read, in the order of the event log."""
        return unlogged(self._engine)

    def publish(self) -> bool:
        """
        Signs and publishes a checkpoint, if the log has grown, its keys have changed, or there is none yet.

        At most one is published a second, whoever publishes it.

        Raises:
            ContradictionError
        """
        signer = self._signer()
        with self._engine.connect() as connection:
            if not self._is_due(connection, signer):
                return False
        with self._engine.begin() as connection:
            self._place.lock(connection)
            if not self._is_due(connection, signer):
                return False  # Another writer was faster.
            _require_continued(connection, signer.origin)
            size = _size(connection)
            text = Checkpoint(signer.origin, size, _root(connection, size)).to_text()
            note = Note(text, tuple(signer.sign(text))).to_text()
            connection.execute(delete(_CHECKPOINTS).where(_of(signer.origin), _CHECKPOINTS.c.size == size))
            serial = (connection.scalar(select(func.max(_CHECKPOINTS.c.serial))) or 0) + 1
            values = {"serial": serial, "origin": signer.origin, "size": size, "note": note, "at": self._now()}
            connection.execute(insert(_CHECKPOINTS).values(**values, keys="\n".join(signer.keys)))
            return True

    def rebuild(self) -> int:
        """
        Builds the log anew from the event log; the number of its entries. It comes out the same, byte for byte.

        Raises:
            ContradictionError: It would not continue what was signed. Nothing was changed.
        """
        with self._engine.begin() as connection:
            position = self._place.lock(connection)
            connection.execute(delete(_HASHES))
            connection.execute(delete(_ENTRIES))
            tree = _Tree(connection)
            passed, late = _unreadable_then(connection)
            for row in self._rows_up_to(position):
                self._add_late(tree, late)
                if row.hash is not None and row.position not in passed:
                    tree.append(_entry_of(row, row.hash))
            self._add_late(tree, late)
            for origin in connection.scalars(select(_CHECKPOINTS.c.origin).distinct()).all():
                _require_continued(connection, origin)
            return tree.size

    def _rows_up_to(self, position: int) -> Iterator[LoggedRow]:
        at = 0
        while page := self._read_rows(at, self._page):
            for row in page:
                if row.position > position:
                    return
                yield row
            at = page[-1].position

    def _row_at(self, position: int) -> LoggedRow | None:
        found = self._read_rows(position - 1, 1)
        return found[0] if found and found[0].position == position else None

    def _add_late(self, tree: _Tree, late: dict[int, int]) -> None:
        """Adds entries whose events could not be read when their turn came, at the index that they got then."""
        while (position := late.pop(tree.size, None)) is not None:
            row = self._row_at(position)
            if row is None or row.hash is None:
                raise ContradictionError(f"the event at position {position} was logged, and cannot be read any more")
            tree.append(_entry_of(row, row.hash))

    def _is_due(self, connection: Connection, signer: Signer) -> bool:
        last = connection.execute(_newest_first().limit(1)).first()
        if last is None:
            return True
        if (last.origin, last.size, last.keys) == (signer.origin, _size(connection), "\n".join(signer.keys)):
            return False
        # A clock that was set back must not silence the log.
        return not 0 <= _seconds_between(last.at, self._now()) < PUBLISH_SECONDS


class LogReader:
    """
    Reads the log as it was published.

    Args:
        engine: The database of its tables.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def published(self) -> Published | None:
        """What was published last; None before the first checkpoint."""
        with self._engine.connect() as connection:
            return _published(connection)

    def file(self, address: str) -> bytes | None:
        """
        The file at an address relative to the log's prefix; None if the published log has none there.

        A partial tile stays where it was when its full one is there, too.
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

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every file of the published log with its address, each tile as wide as it is; the checkpoint is the last."""
        published = self.published()
        if published is None:
            return
        for tile in tiles_of(published.size):
            with self._engine.connect() as connection:
                yield tile.address, _content(connection, tile)
        yield CHECKPOINT, published.note.encode()

    def inclusion(self, game: str, *, size: int | None = None) -> tuple[Published, Inclusion] | None:
        """
        The entries of a game with proofs that lead to a published checkpoint.

        Args:
            game: The game's id.
            size: The size of the checkpoint; that of the last one if None.

        Returns:
            None if nothing was published, or no checkpoint of that size.
        """
        with self._engine.connect() as connection:
            published = _published(connection, size=size)
            if published is None:
                return None
            of = published.size
            found = connection.execute(
                select(_ENTRIES.c.index, _ENTRIES.c.entry)
                .where(_ENTRIES.c.game == hidden_id(game), _ENTRIES.c.index < of)
                .order_by(_ENTRIES.c.index)
            ).all()
            node = node_reader(lambda level, start, count: _read_hashes(connection, level, start, count))
            proved = tuple(
                Proved(index, _parsed(data), tuple(inclusion_path(index, of, node))) for index, data in found
            )
        return published, Inclusion(published.note, proved)


def contradiction_to(engine: Engine, note: str) -> str | None:
    """
    Why the log in that database does not contain what a checkpoint says; None if it does.

    Args:
        engine: The database.
        note: The checkpoint, as it was published. Its signatures are not checked.
    """
    _, signed = parse_checkpoint(note)
    with engine.connect() as connection:
        size = _size(connection)
        if size < signed.size:
            return f"the log of games was published with {signed.size} entries, and here it has {size}"
        if _root(connection, signed.size) != signed.root:
            return f"the log of games was published with other entries among its first {signed.size}"
    return None


def unlogged(engine: Engine) -> list[ParkedGame]:
    """The events that the log lacks because they cannot be read, in the order of the event log."""
    with engine.connect() as connection:
        rows = connection.execute(
            select(_UNREADABLE).where(_UNREADABLE.c.index.is_(None)).order_by(_UNREADABLE.c.position)
        )
        return [ParkedGame(NAME, row.game, row.n, row.n, row.position, row.trouble) for row in rows]


# -- the tree in its tables -----------------------------------------------------------------------


class _Tree:
    """The tree, to add to; within one transaction that holds the position's lock."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.size = _size(connection)

    def append(self, entry: LogEntry) -> None:
        """Adds an entry, and the hashes above it that are complete now."""
        data = entry.to_bytes()
        row = {"index": self.size, "game": entry.game, "n": entry.n, "entry": data, "hash": leaf_hash(data)}
        self._connection.execute(insert(_ENTRIES).values(**row))
        self.size += 1
        width = self.size
        for level in range(1, LEVEL_MAX + 1):
            width, rest = divmod(width, WIDTH)
            if rest:
                return
            index = width - 1
            below = _read_hashes(self._connection, level - 1, index * WIDTH, WIDTH)
            self._connection.execute(insert(_HASHES).values(level=level, index=index, hash=fold(below)))


def _size(connection: Connection) -> int:
    last = connection.scalar(select(func.max(_ENTRIES.c.index)))
    return 0 if last is None else int(last) + 1


def _root(connection: Connection, size: int) -> bytes:
    return range_hash(0, size, node_reader(lambda level, start, count: _read_hashes(connection, level, start, count)))


def _read_hashes(connection: Connection, level: int, start: int, count: int) -> list[bytes]:
    table: Any = _HASHES if level else _ENTRIES
    wanted = select(table.c.hash).where(table.c.index >= start, table.c.index < start + count).order_by(table.c.index)
    if level:
        wanted = wanted.where(table.c.level == level)
    return [bytes(one) for one in connection.scalars(wanted)]


def _content(connection: Connection, tile: Tile) -> bytes:
    """The bytes of a tile or a bundle that is there."""
    if tile.level != ENTRIES:
        return b"".join(_read_hashes(connection, tile.level, tile.start, tile.width))
    index = _ENTRIES.c.index
    wanted = select(_ENTRIES.c.entry).where(index >= tile.start, index < tile.start + tile.width).order_by(index)
    return write_bundle([bytes(one) for one in connection.scalars(wanted)])


def _of(origin: str) -> ColumnElement[bool]:
    return _CHECKPOINTS.c.origin == origin


def _newest_first() -> Select[Any]:
    return select(_CHECKPOINTS).order_by(_CHECKPOINTS.c.serial.desc())


def _published(connection: Connection, *, size: int | None = None) -> Published | None:
    """The checkpoint that was published last, or that of a size."""
    wanted = _newest_first().limit(1)
    if size is not None:
        wanted = wanted.where(_CHECKPOINTS.c.size == size)
    row = connection.execute(wanted).first()
    return None if row is None else Published(row.origin, row.size, row.note, tuple(row.keys.split("\n")))


def _require_continued(connection: Connection, origin: str) -> None:
    """
    Returns if the tree continues the one that was signed last under that name.

    Raises:
        ContradictionError
    """
    last = connection.execute(_newest_first().where(_of(origin)).limit(1)).first()
    if last is None:
        return
    _, signed = parse_checkpoint(last.note)
    size = _size(connection)
    if size < signed.size:
        raise ContradictionError(
            f"the log {origin} was signed with {signed.size} entries and would have {size}; "
            "has the event log lost events?"
        )
    if _root(connection, signed.size) != signed.root:
        raise ContradictionError(f"the log {origin} was signed with other entries among its first {signed.size}")


def _entry_of(row: LoggedRow, hash_: str) -> LogEntry:
    return LogEntry(hidden_id(row.game), row.n, hash_, WHAT[row.type])


def _parsed(data: bytes) -> LogEntry:
    entry = parse_entry(bytes(data))
    if entry is None:
        raise ContradictionError("the log holds something that is not an entry")
    return entry


def _note_unreadable(connection: Connection, row: LoggedRow) -> None:
    values = {"position": row.position, "game": row.game, "n": row.n, "type": row.type, "trouble": row.trouble}
    connection.execute(insert(_UNREADABLE).values(**values))


def _unreadable_then(connection: Connection) -> tuple[set[int], dict[int, int]]:
    """The positions that were passed over, and by index the positions that were added later."""
    rows = connection.execute(select(_UNREADABLE.c.position, _UNREADABLE.c.index)).all()
    late = {index: position for position, index in rows if index is not None}
    return {position for position, _ in rows}, late


def _seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
