"""The writer of the log of games, which follows the event log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from delvebook.projections.games_log.reader import unlogged
from delvebook.projections.games_log.tables import (
    LOG_CHECKPOINTS,
    LOG_ENTRIES,
    LOG_HASHES,
    LOG_UNREADABLE,
    NAME,
    ContradictionError,
    Tree,
    newest_first,
    of_origin,
    tree_root,
    tree_size,
)
from delvebook.projections.parked import ParkedGame
from delvebook.projections.projector import Position
from delvebook.replays.log.checkpoints import Checkpoint, parse_checkpoint
from delvebook.replays.log.entries import LogEntry, hidden_id, what_of
from delvebook.replays.log.notes import Note, Signature

PUBLISH_SECONDS: Final = 1
"""The shortest time between two checkpoints."""
PAGES_MAX: Final = 4
"""The number of event-log pages read in one step, so that a long log does not keep other work waiting."""


class LoggedRow(NamedTuple):
    """
    An event of the event log, with the data that the log of games needs.

    Attributes:
        position: Its position.
        game: Its game's id.
        n: Its number.
        type: Its type.
        hash: Its hash; None if its type is not logged, or it cannot be read.
        trouble: Why it cannot be read; empty otherwise.
        is_broken_off: Of a `GameAborted`: whether a nonce had been shown, or the game had started.
    """

    position: int
    game: str
    n: int
    type: str
    hash: str | None
    trouble: str = ""
    is_broken_off: bool = False

    @property
    def what(self) -> str:
        """The event's name in the log, if its type is logged."""
        return str(what_of(self.type, is_broken_off=self.is_broken_off))


RowReader = Callable[[int, int], Sequence[LoggedRow]]
"""Takes a position and a limit. Returns at most that many events after the position, in commit order."""


class Signer(NamedTuple):
    """
    The keys of the log, and the function that signs its checkpoints.

    Attributes:
        origin: The name of the log.
        keys: The public keys to publish, as text.
        sign: Signs the text of a checkpoint. Returns one line for each signing key.
    """

    origin: str
    keys: tuple[str, ...]
    sign: Callable[[str], Sequence[Signature]]


class LogStep(NamedTuple):
    """
    The result of a step.

    Attributes:
        has_more: Whether the event log may have more events to add at once.
        unreadable: The events that could not be read. They are added once they can be.
    """

    has_more: bool
    unreadable: list[LoggedRow]


class LogWriter:
    """
    Writes the log. Two writers take turns, and together write each entry once.

    Args:
        engine: The database of the tables.
        read_rows: Reads the event log.
        signer: Returns the keys to sign with. It is called for each checkpoint, so that a rotation needs no restart.
        now: Returns the time, in the record's form.
        page: The number of events read and stored in one transaction.
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

    def step(self) -> LogStep:
        """
        Adds new entries from the event log, up to a few pages, and publishes a checkpoint if one is due.

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
        return LogStep(has_more=len(page) == self._page, unreadable=unreadable)

    def log_page(self) -> Sequence[LoggedRow]:
        """Adds the entries of the next page of the event log. Returns that page, empty if nothing was new."""
        while True:
            with self._engine.connect() as connection:
                position = self._place.read(connection)
            page = self._read_rows(position, self._page)
            if not page:
                return []
            with self._engine.begin() as connection:
                if self._place.lock(connection) != position:
                    continue  # Another writer was faster.
                tree = Tree(connection)
                for row in page:
                    if row.trouble:
                        _note_unreadable(connection, row)
                    elif row.hash is not None:
                        tree.append(_entry_of(row, row.hash))
                self._place.store(connection, page[-1].position)
                return page

    def retry(self) -> int:
        """Adds the entries of events that were unreadable and are readable now. Returns the number of entries."""
        with self._engine.connect() as connection:
            waiting = connection.scalars(
                select(LOG_UNREADABLE.c.position)
                .where(LOG_UNREADABLE.c.index.is_(None))
                .order_by(LOG_UNREADABLE.c.position)
            ).all()
        count = 0
        for position in waiting:
            row = self._row_at(position)
            if row is None or row.trouble:
                continue
            with self._engine.begin() as connection:
                self._place.lock(connection)
                if row.hash is None:  # Now that it can be read, it is of a type that is not logged.
                    connection.execute(delete(LOG_UNREADABLE).where(LOG_UNREADABLE.c.position == position))
                    continue
                tree = Tree(connection)
                mine = (LOG_UNREADABLE.c.position == position) & LOG_UNREADABLE.c.index.is_(None)
                if connection.execute(update(LOG_UNREADABLE).where(mine).values(index=tree.size)).rowcount:
                    tree.append(_entry_of(row, row.hash))
                    count += 1
        return count

    def unreadable(self) -> list[ParkedGame]:
        """Returns the events missing from the log because they cannot be read, in the order of the event log."""
        return unlogged(self._engine)

    def publish(self) -> bool:
        """
        Signs and publishes a checkpoint, if the log has grown, its keys have changed, or there is none yet.

        All writers together publish at most one checkpoint a second.

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
            size = tree_size(connection)
            text = Checkpoint(signer.origin, size, tree_root(connection, size)).to_text()
            note = Note(text, tuple(signer.sign(text))).to_text()
            connection.execute(delete(LOG_CHECKPOINTS).where(of_origin(signer.origin), LOG_CHECKPOINTS.c.size == size))
            serial = (connection.scalar(select(func.max(LOG_CHECKPOINTS.c.serial))) or 0) + 1
            values = {"serial": serial, "origin": signer.origin, "size": size, "note": note, "at": self._now()}
            connection.execute(insert(LOG_CHECKPOINTS).values(**values, keys="\n".join(signer.keys)))
            return True

    def rebuild(self) -> int:
        """
        Rebuilds the log from the event log, the same byte for byte. Returns the number of entries.

        Raises:
            ContradictionError: It would not continue what was signed. Nothing was changed.
        """
        with self._engine.begin() as connection:
            position = self._place.lock(connection)
            connection.execute(delete(LOG_HASHES))
            connection.execute(delete(LOG_ENTRIES))
            tree = Tree(connection)
            passed, late = _unreadable_then(connection)
            for row in self._rows_up_to(position):
                self._add_late(tree, late)
                if row.hash is not None and row.position not in passed:
                    tree.append(_entry_of(row, row.hash))
            self._add_late(tree, late)
            for origin in connection.scalars(select(LOG_CHECKPOINTS.c.origin).distinct()).all():
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

    def _add_late(self, tree: Tree, late: dict[int, int]) -> None:
        """Adds the entries of events that were unreadable when their turn came, at the index they were given later."""
        while (position := late.pop(tree.size, None)) is not None:
            row = self._row_at(position)
            if row is None or row.hash is None:
                raise ContradictionError(f"the event at position {position} was logged, and cannot be read any more")
            tree.append(_entry_of(row, row.hash))

    def _is_due(self, connection: Connection, signer: Signer) -> bool:
        last = connection.execute(newest_first().limit(1)).first()
        if last is None:
            return True
        if (last.origin, last.size, last.keys) == (signer.origin, tree_size(connection), "\n".join(signer.keys)):
            return False
        # A clock that was set back must not silence the log.
        return not 0 <= _seconds_between(last.at, self._now()) < PUBLISH_SECONDS


def _require_continued(connection: Connection, origin: str) -> None:
    """
    Returns if the tree continues the one last signed under this name.

    Raises:
        ContradictionError
    """
    last = connection.execute(newest_first().where(of_origin(origin)).limit(1)).first()
    if last is None:
        return
    _, signed = parse_checkpoint(last.note)
    size = tree_size(connection)
    if size < signed.size:
        raise ContradictionError(
            f"the log {origin} was signed with {signed.size} entries and would have {size}; "
            "has the event log lost events?"
        )
    if tree_root(connection, signed.size) != signed.root:
        raise ContradictionError(f"the log {origin} was signed with other entries among its first {signed.size}")


def _entry_of(row: LoggedRow, hash_: str) -> LogEntry:
    return LogEntry(hidden_id(row.game), row.n, hash_, row.what)


def _note_unreadable(connection: Connection, row: LoggedRow) -> None:
    values = {"position": row.position, "game": row.game, "n": row.n, "type": row.type, "trouble": row.trouble}
    connection.execute(insert(LOG_UNREADABLE).values(**values))


def _unreadable_then(connection: Connection) -> tuple[set[int], dict[int, int]]:
    """Returns the positions that were passed over, and the positions that were added later, by index."""
    rows = connection.execute(select(LOG_UNREADABLE.c.position, LOG_UNREADABLE.c.index)).all()
    late = {index: position for position, index in rows if index is not None}
    return {position for position, _ in rows}, late


def _seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
