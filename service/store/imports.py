"""
Records of games that were played elsewhere, kept byte for byte as they came.

They are apart from the events: nothing here is a game of this service, and no read model knows of it.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Collection
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from sqlalchemy import JSON, Column, Engine, Index, LargeBinary, MetaData, Row, String, Table, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from delvebook.domain.game import Game
from delvebook.domain.game_event import Created
from delvebook.domain.table import ForkPoint
from delvebook.replays.forks import is_left_by
from delvebook.replays.record import find_seed, read_record
from delvebook.replays.reissue import Reissue
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import UnknownImportError

SPACE: Final = UUID("8c5cb5a1-6c5f-5b0e-9d0f-3a5c1f6f7a10")
"""Ids of imported records are named in it, by the SHA-256 of their bytes."""
LEVEL: Final = 6

METADATA: Final = MetaData()
RECORDS: Final = Table(
    "imported_records",
    METADATA,
    Column("id", String(36), primary_key=True),
    Column("game", String(36), nullable=False),
    Column("ruleset", String(80), nullable=False),
    Column("account", String(40), nullable=False),
    Column("imported_at", String(27), nullable=False),
    Column("summary", JSON, nullable=False),
    Column("packed", LargeBinary, nullable=False),
    Index("imported_records_by_time", "imported_at", "id"),
    Index("imported_records_by_game", "game"),
    Index("imported_records_by_account", "account"),
)


class Imported(NamedTuple):
    """
    An imported record, without its bytes.

    Attributes:
        id: Its id; the same bytes have the same one.
        game: The game that it says it is of.
        ruleset: The title and its version.
        account: Who imported it.
        imported_at: When.
        summary: What is told of it.
    """

    id: UUID
    game: str
    ruleset: str
    account: str
    imported_at: str
    summary: dict[str, object]


class ImportedRecords:
    """
    The imported records, in the database of the events.

    Args:
        engine: The database.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Closes the connections."""
        self._engine.dispose()

    def add(self, record: bytes, imported: Imported) -> bool:
        """Keeps a record; False if it is there already."""
        row = {**imported._asdict(), "id": str(imported.id), "packed": zlib.compress(record, LEVEL)}
        try:
            with transaction(self._engine) as connection:
                connection.execute(insert(RECORDS).values(**row))
        except IntegrityError:
            return False
        return True

    def count(self, account: str) -> int:
        """How many records an account has imported."""
        query = select(func.count()).select_from(RECORDS).where(RECORDS.c.account == account)
        with transaction(self._engine) as connection:
            return connection.scalar(query) or 0

    def get(self, id_: UUID) -> Imported:
        """
        An imported record.

        Raises:
            UnknownImportError
        """
        with transaction(self._engine) as connection:
            row = connection.execute(select(*_TOLD).where(RECORDS.c.id == str(id_))).first()
        if row is None:
            raise UnknownImportError(f"there is no imported record {id_}")
        return _imported(row)

    def page(self, *, ruleset: str | None, after: tuple[str, str] | None, limit: int) -> list[Imported]:
        """
        Imported records, the latest first.

        Args:
            ruleset: `id@version`, or an id alone; None for all.
            after: The `(imported_at, id)` of the last one on the page before.
            limit: At most this many.
        """
        query = select(*_TOLD)
        if ruleset is not None:
            version = RECORDS.c.ruleset.startswith(f"{ruleset}@", autoescape=True)
            query = query.where(RECORDS.c.ruleset == ruleset if "@" in ruleset else version)
        if after is not None:
            at, id_ = after
            earlier = (RECORDS.c.imported_at == at) & (RECORDS.c.id < id_)
            query = query.where(or_(RECORDS.c.imported_at < at, earlier))
        query = query.order_by(RECORDS.c.imported_at.desc(), RECORDS.c.id.desc()).limit(limit)
        with transaction(self._engine) as connection:
            return [_imported(row) for row in connection.execute(query)]

    def read(self, id_: UUID) -> bytes:
        """
        The record, byte for byte as it came.

        Raises:
            UnknownImportError
        """
        with transaction(self._engine) as connection:
            packed = connection.scalar(select(RECORDS.c.packed).where(RECORDS.c.id == str(id_)))
        if packed is None:
            raise UnknownImportError(f"there is no imported record {id_}")
        return zlib.decompress(packed)

    def known(self, ids: Collection[UUID]) -> set[UUID]:
        """Which of these are ids of imported records."""
        query = select(RECORDS.c.id).where(RECORDS.c.id.in_([str(id_) for id_ in ids]))
        with transaction(self._engine) as connection:
            return {UUID(id_) for id_ in connection.scalars(query)}

    def parent(self, created: Created) -> bytes | None:
        """The record of the parent that event 1 of a fork names; None if there is none here."""
        parent = created["data"]["parent"]
        with transaction(self._engine) as connection:
            found = connection.scalars(select(RECORDS.c.packed).where(RECORDS.c.game == parent["game"])).all()
        records = (zlib.decompress(packed) for packed in found)
        return next((record for record in records if is_left_by(record, created)), None)


def game_of(record: bytes, n: int, *, fork_point: ForkPoint | None = None) -> Game | None:
    """
    The game of a record that holds, as it stood after event `n`; None if it has no such event.

    Args:
        record: The record.
        n: The event.
        fork_point: For a fork: what it began with.

    Raises:
        CannotFollowError: The rules do not make what the record says.
    """
    read = read_record(record)
    seed = find_seed(read)
    if seed is None:
        return None
    replayed = Reissue(seed=seed, fork_point=fork_point)
    for event in read.events():
        if event["n"] > n:
            break
        replayed.follow(event)
    game = replayed.game
    return game if game is not None and event["n"] >= n and replayed.next is None and game.stream.version == n else None


def import_id(record: bytes) -> UUID:
    """The id that a record has here once it is imported."""
    return uuid5(SPACE, hashlib.sha256(record).hexdigest())


_TOLD: Final = [column for column in RECORDS.columns if column.name != "packed"]


def _imported(row: Row[tuple[object, ...]]) -> Imported:
    return Imported(UUID(row.id), row.game, row.ruleset, row.account, row.imported_at, row.summary)
