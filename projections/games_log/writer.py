"""The writer of the log of games, which follows the event log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from delvebook.projections.copies import copied_at, marks, release
from delvebook.projections.games_log.reader import unlogged
from delvebook.projections.games_log.tables import (
    LOG_CHECKPOINTS,
    LOG_ENTRIES,
    LOG_EPOCHS,
    LOG_HASHES,
    LOG_STOPPED,
    LOG_UNREADABLE,
    NAME,
    ContradictionError,
    Epoch,
    Tree,
    UnreleasedCopyError,
    epoch_of,
    newest_first,
    note_stop,
    of_origin,
    tree_root,
    tree_size,
)
from delvebook.projections.parked import ParkedGame
from delvebook.projections.projector import Position
from delvebook.replays.log.checkpoints import Checkpoint, parse_checkpoint
from delvebook.replays.log.entries import LogEntry, hidden_id, what_of
from delvebook.replays.log.notes import Note, NoteError, Signature

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
        head: Its hash, whatever its type, if it is the last of a page; else None. None, too, if it cannot be read.
        is_broken_off: Of a `GameAborted`: whether a nonce had been shown, or the game had started.
    """

    position: int
    game: str
    n: int
    type: str
    hash: str | None
    trouble: str = ""
    head: str | None = None
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


class SignerOf(Protocol):
    """Returns the keys to sign with now."""

    def __call__(self, epoch: int = 1, /) -> Signer:
        """
        Returns the name and the keys of a log.

        Args:
            epoch: The number of the log: 1 for the first, and one more for each that was begun after it.
        """


class Kept(Protocol):
    """What was signed last under each name, kept apart from the store, so that a restored store does not have it."""

    def read(self, origin: str) -> str | None:
        """Returns the checkpoint that was signed last under that name; None if none is known."""

    def keep(self, origin: str, note: str) -> None:
        """Keeps a checkpoint, durably."""

    def origins(self) -> list[str]:
        """Returns the names under which something was signed."""


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
        kept: What was signed last. None keeps nothing.
        now: Returns the time, in the record's form.
        page: The number of events read and stored in one transaction.
    """

    def __init__(
        self,
        engine: Engine,
        read_rows: RowReader,
        *,
        signer: SignerOf,
        now: Callable[[], str],
        kept: Kept | None = None,
        page: int = 500,
    ) -> None:
        self._engine = engine
        self._read_rows = read_rows
        self._signer = signer
        self._now = now
        self._page = page
        self._kept = kept
        self._place = Position(NAME)
        self._is_sound = False
        """Whether this process has found that the log may be signed."""

    def step(self) -> LogStep:
        """
        Adds new entries from the event log, up to a few pages, and publishes a checkpoint if one is due.

        Raises:
            ContradictionError: The log does not continue what was signed. It is noted as stopped, and shows nothing.
        """
        try:
            return self._step()
        except ContradictionError as error:
            self._is_sound = False
            with self._engine.begin() as connection:
                note_stop(connection, str(error), now=self._now())
            raise

    def _step(self) -> LogStep:
        if not self._is_sound:
            self.require_events()
        unreadable = []
        page: Sequence[LoggedRow] = ()
        for _ in range(PAGES_MAX):
            page = self.log_page()
            unreadable += [row for row in page if row.trouble]
            if len(page) < self._page:
                break
        has_more = len(page) == self._page
        self.publish(has_more=has_more)
        return LogStep(has_more, unreadable)

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
                self._place.store(connection, page[-1].position, head=page[-1].head)
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

    def publish(self, *, has_more: bool = False) -> bool:
        """
        Signs and publishes a checkpoint, if the log has grown, its keys have changed, or there is none yet.

        All writers together publish at most one checkpoint a second.

        Args:
            has_more: Whether entries are known to be missing. Then a log that is behind what was signed waits for them.

        Raises:
            ContradictionError
        """
        with self._engine.connect() as connection:
            signer = self._signer(epoch_of(connection).number)
            if self._is_sound and not self._is_due(connection, signer):
                return False
        with self._engine.begin() as connection:
            self._place.lock(connection)
            epoch = epoch_of(connection)
            signer, size = self._signer(epoch.number), tree_size(connection)
            kept = self._kept_checkpoint(signer.origin)
            if has_more and kept is not None and size < kept.size:
                return False
            _require_original(connection)
            _require_continued(connection, signer.origin, kept)
            connection.execute(delete(LOG_STOPPED))
            self._is_sound = True
            if not self._is_due(connection, signer):
                return False  # Another writer was faster, or this was the first look.
            text = Checkpoint(signer.origin, size, tree_root(connection, size)).to_text() + _named(epoch.after)
            note = Note(text, tuple(signer.sign(text))).to_text()
            connection.execute(delete(LOG_CHECKPOINTS).where(of_origin(signer.origin), LOG_CHECKPOINTS.c.size == size))
            serial = (connection.scalar(select(func.max(LOG_CHECKPOINTS.c.serial))) or 0) + 1
            values = {"serial": serial, "origin": signer.origin, "size": size, "note": note, "at": self._now()}
            connection.execute(insert(LOG_CHECKPOINTS).values(**values, keys="\n".join(signer.keys)))
            if self._kept is not None:
                self._kept.keep(signer.origin, note)  # before anybody can see it
            return True

    def begin_anew(self, after: str | None) -> Epoch:
        """
        Begins another log, with all the events that are stored, and releases the store. Returns the new log.

        The earlier log keeps its checkpoints, and is never signed again.

        Args:
            after: The last checkpoint that is known of the earlier log.
        """
        with self._engine.begin() as connection:
            self._place.lock(connection)
            number = self._next_epoch(connection)
            for table in (LOG_HASHES, LOG_ENTRIES, LOG_UNREADABLE, LOG_STOPPED):
                connection.execute(delete(table))
            serial = connection.scalar(select(func.max(LOG_CHECKPOINTS.c.serial))) or 0
            begun = {"epoch": number, "after": after, "serial": serial, "begun_at": self._now()}
            connection.execute(insert(LOG_EPOCHS).values(**begun))
            release(connection, marks(connection), now=self._now())
            self._place.store(connection, 0)
        while self.log_page():
            pass
        return Epoch(number, after)

    def keep_published(self) -> None:
        """
        Keeps the published checkpoint, if the log contains what was kept before.

        A process that waits to lead keeps what the leader signs, and so knows it when it leads itself.
        """
        with self._engine.connect() as connection:
            last = connection.execute(newest_first().limit(1)).first()
            if self._kept is None or last is None or marks(connection):
                return
            kept = self._kept_checkpoint(last.origin)
            if kept is None or (kept.size < last.size and tree_root(connection, kept.size) == kept.root):
                self._kept.keep(last.origin, last.note)

    def go_on(self) -> None:
        """Notes that the log may be signed again, as far as its own checks allow it."""
        with self._engine.begin() as connection:
            connection.execute(delete(LOG_STOPPED))

    def epoch(self) -> int:
        """Returns the number of the present log."""
        with self._engine.connect() as connection:
            return epoch_of(connection).number

    def _next_epoch(self, connection: Connection) -> int:
        """Returns the first number after the present log under whose name nothing was ever signed."""
        number = epoch_of(connection).number + 1
        known = [] if self._kept is None else self._kept.origins()
        while self._signer(number).origin in known:
            number += 1
        return number

    def _kept_checkpoint(self, origin: str) -> Checkpoint | None:
        note = None if self._kept is None else self._kept.read(origin)
        try:
            return None if note is None else parse_checkpoint(note)[1]
        except NoteError as error:
            raise ContradictionError(f"the kept checkpoint of {origin} cannot be read: {error}") from None

    def require_events(self) -> None:
        """
        Returns if the event log has the event that was read last.

        Raises:
            ContradictionError
        """
        with self._engine.connect() as connection:
            position, head = self._place.read(connection), self._place.head(connection)
        row = self._row_at(position) if position else None
        if position and (row is None or (None not in (head, row.head) and head != row.head)):
            what = "there is no such event" if row is None else "there is another event"
            raise ContradictionError(
                f"the log of games was read from events up to position {position}, and {what}: these events are older, "
                "or of another service"
            )

    def rebuild(self) -> int:
        """
        Rebuilds the log from the event log, the same byte for byte. Returns the number of entries.

        Raises:
            ContradictionError: It would not continue what was signed. Nothing was changed.
        """
        with self._engine.begin() as connection:
            position = self._place.lock(connection)
            self._is_sound = False
            connection.execute(delete(LOG_HASHES))
            connection.execute(delete(LOG_ENTRIES))
            tree = Tree(connection)
            passed, late = _unreadable_then(connection)
            for row in self._rows_up_to(position):
                self._add_late(tree, late)
                if row.hash is not None and row.position not in passed:
                    tree.append(_entry_of(row, row.hash))
            self._add_late(tree, late)
            of_this_log = newest_first().order_by(None).with_only_columns(LOG_CHECKPOINTS.c.origin).distinct()
            for origin in connection.scalars(of_this_log).all():
                _require_continued(connection, origin, self._kept_checkpoint(origin))
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


def _require_original(connection: Connection) -> None:
    """
    Returns if the store was not started from a copy, or was released.

    Raises:
        UnreleasedCopyError
    """
    if found := marks(connection):
        raise UnreleasedCopyError(
            f"this store was started from the copy of {copied_at(found[-1])}, and more may have been published since; "
            "`delvebook log continue --checkpoint` shows whether"
        )


def _require_continued(connection: Connection, origin: str, kept: Checkpoint | None) -> None:
    """
    Returns if the tree continues what was signed last under this name, by the tables and by what was kept apart.

    Raises:
        ContradictionError
    """
    last = connection.execute(newest_first().where(of_origin(origin)).limit(1)).first()
    stored = None if last is None else parse_checkpoint(last.note)[1]
    size = tree_size(connection)
    for signed in (stored, kept):
        if signed is None:
            continue
        if size < signed.size:
            raise ContradictionError(
                f"the log {origin} was signed with {signed.size} entries and would have {size}; "
                "has the event log lost events?"
            )
        if tree_root(connection, signed.size) != signed.root:
            raise ContradictionError(f"the log {origin} was signed with other entries among its first {signed.size}")


def _named(after: str | None) -> str:
    """Returns the fourth line of a checkpoint, which names the last checkpoint of the log before this one."""
    return "" if after is None else " ".join(["after", *parse_checkpoint(after)[1].to_text().split("\n")[:3]]) + "\n"


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
