"""
Connections between accounts: keys to one account that another one gave, got or used.

A connection is noted in the transaction of the act that makes it, and is never removed: deleting or renaming an
account, revoking the token or ending the office changes nothing. Two accounts of one person that never shared a key are
not connected here, because the service cannot know of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Final, Literal

from sqlalchemy import Column, Connection, Engine, Index, MetaData, String, Table, and_, or_, select, text

Kind = Literal["key", "program", "office"]
KEY: Final[Kind] = "key"
PROGRAM: Final[Kind] = "program"
OFFICE: Final[Kind] = "office"
"""
How two accounts are connected:

- `KEY`: a request with a token that may manage the one made a token of the other, by a new account or by a code.
- `PROGRAM`: a program of the one got a token of the other, or a request with a narrower token made one.
- `OFFICE`: the one offered the other an office, which was accepted.

With `KEY` one person has had the whole key to both, so such accounts are in the same hands, however many they are.
"""

METADATA: Final = MetaData()
CONNECTIONS: Final = Table(
    "connections",
    METADATA,
    Column("account", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("at", String(27), nullable=False),
    Index("connections_by_other", "other"),
)
_CONNECT: Final = text(
    "INSERT INTO connections (account, other, kind, at) VALUES (:account, :other, :kind, :at) ON CONFLICT DO NOTHING"
)
"""The statement is the same in SQLite and PostgreSQL."""


def connect(connection: Connection, account: str | None, other: str | None, kind: Kind, *, at: str) -> None:
    """Notes the connection in this transaction. Nothing happens if one of the two is missing, or both are the same."""
    if account is not None and other is not None and account != other:
        connection.execute(_CONNECT, {"account": account, "other": other, "kind": kind, "at": at})


class Connections:
    """
    The connections, stored in the events' database.

    Args:
        engine: The database.
        transaction: Opens a transaction, and translates the database's errors.
    """

    def __init__(
        self, engine: Engine, *, transaction: Callable[[Engine], AbstractContextManager[Connection]] = Engine.begin
    ) -> None:
        self._engine = engine
        self._transaction = transaction

    def joins(self, account: str, others: Collection[str]) -> bool:
        """Returns whether the account is one of the others, or is connected to one of them. Each may be any account."""
        if account in others or not others:
            return account in others
        with self._transaction(self._engine) as connection:
            mine, theirs = _hands(connection, {account}), _hands(connection, set(others))
            if not mine.isdisjoint(theirs):
                return True
            one, other = CONNECTIONS.c.account, CONNECTIONS.c.other
            between = or_(and_(one.in_(mine), other.in_(theirs)), and_(one.in_(theirs), other.in_(mine)))
            return connection.execute(select(CONNECTIONS.c.kind).where(between).limit(1)).first() is not None

    def of(self, account: str) -> set[str]:
        """Returns the account, and every account that it is connected to, as `joins` has it."""
        with self._transaction(self._engine) as connection:
            mine = _hands(connection, {account})
            one, other = CONNECTIONS.c.account, CONNECTIONS.c.other
            touching = connection.execute(select(one, other).where(or_(one.in_(mine), other.in_(mine))))
            return _hands(connection, mine | {found for row in touching for found in row})


def _hands(connection: Connection, accounts: set[str]) -> set[str]:
    """Returns the accounts that are in the same hands as these, and these."""
    found, new = set(accounts), set(accounts)
    while new:
        one, other = CONNECTIONS.c.account, CONNECTIONS.c.other
        touching = select(one, other).where(CONNECTIONS.c.kind == KEY, or_(one.in_(new), other.in_(new)))
        new = {account for row in connection.execute(touching) for account in row} - found
        found |= new
    return found
