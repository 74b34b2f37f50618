"""
Records of games that were played elsewhere, kept byte for byte.

They are separate from the events: they are not games of this service, and no read model contains them.
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
"""The namespace of the ids of imported records, which derive from the SHA-256 of their bytes."""
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
        id: Its id, which is the same for the same bytes.
        game: The game that it names.
        ruleset: The title and its version.
        account: The account that imported it.
        imported_at: The time of the import.
        summary: A summary of its contents.
    """

    id: UUID
    game: str
    ruleset: str
    account: str
    imported_at: str
    summary: dict[str, object]


class ImportedRecords:
    """
    The imported records, stored in the events' database.

    Args:
        engine: The database.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def close(self) -> None:
        """Closes the connections."""
        self._engine.dispose()

    def add(self, record: bytes, imported: Imported) -> bool:
        """Stores a record. Returns False if it is stored already."""
        row = {**imported._asdict(), "id": str(imported.id), "packed": zlib.compress(record, LEVEL)}
        try:
            with transaction(self._engine) as connection:
                connection.execute(insert(RECORDS).values(**row))
        except IntegrityError:
            return False
        return True

    def count(self, account: str) -> int:
        """Returns the number of records that an account has imported."""
        query = select(func.count()).select_from(RECORDS).where(RECORDS.c.account == account)
        with transaction(self._engine) as connection:
            return connection.scalar(query) or 0

    def get(self, id_: UUID) -> Imported:
        """
        Returns an imported record.

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
        Returns imported records, the latest first.

        Args:
            ruleset: `id@version`, or an id alone; None for all.
            after: The `(imported_at, id)` of the last one on the previous page.
            limit: The largest number of records returned.
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
        Returns the record, byte for byte.

        Raises:
            UnknownImportError
        """
        with transaction(self._engine) as connection:
            packed = connection.scalar(select(RECORDS.c.packed).where(RECORDS.c.id == str(id_)))
        if packed is None:
            raise UnknownImportError(f"there is no imported record {id_}")
        return zlib.decompress(packed)

    def known(self, ids: Collection[UUID]) -> set[UUID]:
        """Returns those of these ids that belong to imported records."""
        query = select(RECORDS.c.id).where(RECORDS.c.id.in_([str(id_) for id_ in ids]))
        with transaction(self._engine) as connection:
            return {UUID(id_) for id_ in connection.scalars(query)}

    def parent(self, created: Created) -> bytes | None:
        """Returns the record of the parent that event 1 of a fork names; None if it is not imported."""
        parent = created["data"]["parent"]
        with transaction(self._engine) as connection:
            found = connection.scalars(select(RECORDS.c.packed).where(RECORDS.c.game == parent["game"])).all()
        records = (zlib.decompress(packed) for packed in found)
        return next((record for record in records if is_left_by(record, created)), None)


def game_of(record: bytes, n: int, *, fork_point: ForkPoint | None = None) -> Game | None:
    """
    Returns the game of a valid record as it stood after event `n`; None if it has no such event.

    Args:
        record: The record.
        n: The event.
        fork_point: For a fork, the state that it began with.

    Raises:
        CannotFollowError: The rules do not produce what the record says.
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
    """Returns the id of a record once it is imported."""
    return uuid5(SPACE, hashlib.sha256(record).hexdigest())


_TOLD: Final = [column for column in RECORDS.columns if column.name != "packed"]


def _imported(row: Row[tuple[object, ...]]) -> Imported:
    return Imported(UUID(row.id), row.game, row.ruleset, row.account, row.imported_at, row.summary)
