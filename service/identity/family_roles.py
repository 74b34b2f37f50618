"""
The role that each account has in a family of games: party or official.

A row is written once and never changed, before the act that it permits: a party's row before the seat is taken, an
official's row before the look is answered or the ruling stored. The primary key allows an account one role in a family.
So of two competing acts only one is permitted, even in different processes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from typing import Final, Literal
from uuid import UUID

from sqlalchemy import Column, Connection, Engine, Index, MetaData, String, Table, select, text

from delvebook.service.identity.connections import Connections

Role = Literal["party", "official"]
PARTY: Final[Role] = "party"
OFFICIAL: Final[Role] = "official"

METADATA: Final = MetaData()
FAMILY_ROLES: Final = Table(
    "family_roles",
    METADATA,
    Column("family", String(36), primary_key=True),
    Column("account", String(40), primary_key=True),
    Column("role", String(10), nullable=False),
    Index("family_roles_by_account", "account"),
)
_CLAIM: Final = text(
    "INSERT INTO family_roles (family, account, role) VALUES (:family, :account, :role) ON CONFLICT DO NOTHING "
    "RETURNING role"
)
"""The statement is the same in SQLite and PostgreSQL."""


class FamilyRoles:
    """
    The roles, stored in the events' database.

    Args:
        engine: The database.
        transaction: Opens a transaction, and translates the database's errors.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        transaction: Callable[[Engine], AbstractContextManager[Connection]] = Engine.begin,
    ) -> None:
        self._engine = engine
        self._transaction = transaction
        self._connections = Connections(engine, transaction=transaction)

    def claim(self, family: UUID, account: str, role: Role) -> Role:
        """Gives the account the role, durably, unless it has one. Returns the role that it has."""
        with self._transaction(self._engine) as connection:
            made = connection.execute(_CLAIM, {"family": str(family), "account": account, "role": role}).first()
        return role if made is not None else self.of_family(family).get(account, role)

    def of_family(self, family: UUID) -> Mapping[str, Role]:
        """Returns the roles in the family, by account."""
        query = select(FAMILY_ROLES.c.account, FAMILY_ROLES.c.role).where(FAMILY_ROLES.c.family == str(family))
        with self._transaction(self._engine) as connection:
            return {row.account: row.role for row in connection.execute(query)}

    def joins(self, account: str, others: Collection[str]) -> bool:
        """Returns whether the account is one of the others, or is connected with one of them."""
        return self._connections.joins(account, others)

    def has_played(self, account: str) -> bool:
        """Returns whether the account has, or had, a seat in a game."""
        here = (FAMILY_ROLES.c.account == account, FAMILY_ROLES.c.role == PARTY)
        with self._transaction(self._engine) as connection:
            return connection.execute(select(FAMILY_ROLES.c.family).where(*here).limit(1)).first() is not None
