"""
The marks of copied stores: a store that was started from a backup knows it, until an operator has released it.

A backup of SQLite has the mark as a row of both files. A base backup of PostgreSQL has it as a setting of the copied
server, because a row would be overwritten when archived WAL is replayed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, insert, select, text, update

METADATA: Final = MetaData()
COPIES: Final = Table(
    "copies",
    METADATA,
    Column("mark", String(64), primary_key=True),
    Column("released_at", String(27)),
)
SETTING: Final = "delvebook.copied"
"""PostgreSQL's setting that holds the mark of a copied server."""


def copied_at(mark: str) -> str:
    """Returns the time at which a marked copy was made."""
    return mark.partition("/")[0]


def marks(connection: Connection) -> list[str]:
    """Returns the marks that nobody has released, the oldest first; none if this store is not a copy."""
    known: dict[str, str | None] = {row.mark: row.released_at for row in connection.execute(select(COPIES))}
    if connection.dialect.name == "postgresql":
        mark = connection.scalar(text("SELECT current_setting(:name, true)"), {"name": SETTING})
        if mark:
            known.setdefault(mark, None)
    return sorted(mark for mark, released in known.items() if released is None)


def carry(connection: Connection, found: Collection[str]) -> None:
    """Adds marks that the other database of the same store has."""
    known = set(connection.scalars(select(COPIES.c.mark)))
    for mark in sorted(set(found) - known):
        connection.execute(insert(COPIES).values(mark=mark, released_at=None))


def release(connection: Connection, found: Collection[str], *, now: str) -> None:
    """Notes that these marks no longer matter."""
    carry(connection, found)
    connection.execute(update(COPIES).where(COPIES.c.mark.in_(list(found))).values(released_at=now))


def carry_marks(engines: Sequence[Engine]) -> list[str]:
    """
    Brings the marks of each database of a store into the others. Returns those that nobody has released.

    Args:
        engines: The databases, that of the log of games last: what was released there is released.
    """
    found: set[str] = set()
    for engine in engines:
        with engine.begin() as connection:
            found.update(marks(connection))
    if not found:
        return []
    for engine in engines:
        with engine.begin() as connection:
            carry(connection, found)
    with engines[-1].begin() as connection:
        return marks(connection)


def release_marks(engines: Sequence[Engine], *, now: str) -> None:
    """Notes in every database of a store that its marks no longer matter."""
    for engine in engines:
        with engine.begin() as connection:
            release(connection, marks(connection), now=now)
