"""
The role that each account has in a family of games: party or official.

A row is written once and never changed, before the act that it permits: a party's before the seat is taken, an
official's before the look is answered or the ruling stored. The primary key allows an account one role in a family, so
of two acts that race only one is permitted, whichever processes they reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Final, Literal
from uuid import UUID

from sqlalchemy import Column, Connection, Engine, Index, MetaData, String, Table, select, text

from delvebook.domain.events import DisputeRuled, GameCreated, GameEvent, SeatTaken

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
FOUNDING_EVENTS: Final = (GameCreated, SeatTaken, DisputeRuled)
"""The types of events from which `FamilyRoles.fill` takes roles."""

_CLAIM: Final = text(
    "INSERT INTO family_roles (family, account, role) VALUES (:family, :account, :role) ON CONFLICT DO NOTHING"
)
"""The statement is the same in SQLite and PostgreSQL."""


class FamilyRoles:
    """
    The roles, in the database of the events.

    Args:
        engine: The database.
        transaction: Opens a transaction, and turns the database's errors into the caller's own.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        transaction: Callable[[Engine], AbstractContextManager[Connection]] = Engine.begin,
    ) -> None:
        self._engine = engine
        self._transaction = transaction

    def claim(self, family: UUID, account: str, role: Role) -> Role:
        """Gives the account the role, durably, unless it has one; the role that it has."""
        with self._transaction(self._engine) as connection:
            connection.execute(_CLAIM, {"family": str(family), "account": account, "role": role})
        return self.find(family, account) or role

    def find(self, family: UUID, account: str) -> Role | None:
        """The account's role; None if it has none."""
        here = (FAMILY_ROLES.c.family == str(family), FAMILY_ROLES.c.account == account)
        with self._transaction(self._engine) as connection:
            role: Role | None = connection.scalar(select(FAMILY_ROLES.c.role).where(*here))
            return role

    def has_played(self, account: str) -> bool:
        """Whether the account has, or had, a seat in any game."""
        here = (FAMILY_ROLES.c.account == account, FAMILY_ROLES.c.role == PARTY)
        with self._transaction(self._engine) as connection:
            return connection.execute(select(FAMILY_ROLES.c.family).where(*here).limit(1)).first() is not None

    def fill(self, events: Callable[[], Iterable[GameEvent]], looks: Callable[[], Iterable[tuple[str, str]]]) -> None:
        """
        Fills an empty table from what was stored before there was one, in one transaction.

        An account that sat in a family and also looked or ruled there becomes a party.

        Args:
            events: Reads the founding events of all games, in the order of the log.
            looks: Reads the arbiters' looks, as game and account.
        """
        with self._transaction(self._engine) as connection:
            if connection.execute(select(FAMILY_ROLES).limit(1)).first() is not None:
                return
            families: dict[str, str] = {}
            parties: set[tuple[str, str]] = set()
            officials: set[tuple[str, str]] = set()
            for event in events():
                game = str(event.originator_id)
                match event:
                    case GameCreated():
                        parent = event.data.get("parent")
                        families[game] = game if parent is None else families.get(parent["game"], parent["game"])
                    # A game whose first event cannot be read counts as a family of its own.
                    case SeatTaken() if event.data["player"] is not None:
                        parties.add((families.get(game, game), event.data["player"]))
                    case DisputeRuled():
                        officials.add((families.get(game, game), event.by.partition(":")[2]))
            officials.update((families[game], account) for game, account in looks() if game in families)
            rows = [*((*one, PARTY) for one in sorted(parties)), *((*one, OFFICIAL) for one in sorted(officials))]
            for family, account, role in rows:
                connection.execute(_CLAIM, {"family": family, "account": account, "role": role})
