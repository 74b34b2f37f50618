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

from sqlalchemy import Column, Connection, Engine, Index, MetaData, String, Table, bindparam, select, text

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
_CLAIM_ALL: Final = text(
    "INSERT INTO family_roles (family, account, role) VALUES (:family, :account, :role) ON CONFLICT DO NOTHING"
)
_CLAIM: Final = text(f"{_CLAIM_ALL.text} RETURNING role")
"""The statements are the same in SQLite and PostgreSQL."""
_ROLES: Final = select(FAMILY_ROLES.c.family, FAMILY_ROLES.c.account, FAMILY_ROLES.c.role).where(
    FAMILY_ROLES.c.family.in_(bindparam("families", expanding=True))
)


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
        return self.of_families([family])[family]

    def claim_all(self, claims: Collection[tuple[UUID, str]], role: Role) -> None:
        """Gives each account the role in its family, durably, unless it has one there."""
        rows = [{"family": str(family), "account": account, "role": role} for family, account in claims]
        if rows:
            with self._transaction(self._engine) as connection:
                connection.execute(_CLAIM_ALL, rows)

    def of_families(self, families: Collection[UUID]) -> Mapping[UUID, Mapping[str, Role]]:
        """Returns the roles in each of the families, by account."""
        roles: dict[UUID, dict[str, Role]] = {family: {} for family in families}
        with self._transaction(self._engine) as connection:
            for row in connection.execute(_ROLES, {"families": [str(family) for family in families]}):
                roles[UUID(row.family)][row.account] = row.role
        return roles

    def joins(self, account: str, others: Collection[str]) -> bool:
        """Returns whether the account is one of the others, or is connected with one of them."""
        return self._connections.joins(account, others)

    def has_played(self, account: str) -> bool:
        """Returns whether the account has, or had, a seat in a game."""
        here = (FAMILY_ROLES.c.account == account, FAMILY_ROLES.c.role == PARTY)
        with self._transaction(self._engine) as connection:
            return connection.execute(select(FAMILY_ROLES.c.family).where(*here).limit(1)).first() is not None
