"""
Invitations of named players, in the database of the events.

They belong to no game's record: who was asked and said no is nobody's business but theirs and the one's who asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    and_,
    create_engine,
    func,
    insert,
    or_,
    select,
    update,
)

METADATA: Final = MetaData()
INVITATIONS: Final = Table(
    "invitations",
    METADATA,
    Column("id", String(36), primary_key=True),
    Column("game", String(36), nullable=False),
    Column("ruleset", String(80), nullable=False),
    Column("seat", Integer),
    Column("inviter", String(40), nullable=False),
    Column("invitee", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("expires_at", String(27), nullable=False),
    Column("settled_at", String(27)),
    Index("invitations_by_game", "game", "created_at", "id"),
    Index("invitations_by_invitee", "invitee", "created_at", "id"),
    Index("invitations_by_inviter", "inviter", "created_at", "id"),
)
OPEN: Final = "open"
ACCEPTED: Final = "accepted"
DECLINED: Final = "declined"
WITHDRAWN: Final = "withdrawn"
EXPIRED: Final = "expired"
STATUSES: Final = (OPEN, ACCEPTED, DECLINED, WITHDRAWN, EXPIRED)


class Invitation(NamedTuple):
    """
    An invitation.

    Attributes:
        id: Its id.
        game: The game.
        ruleset: The game's ruleset.
        seat: The seat that is offered; None for the first that is free.
        inviter: The account that invites.
        invitee: The account that is invited.
        status: One of `STATUSES`, but never `expired`: whether it is, follows from the time.
        created_at: When it was made.
        expires_at: Until when it can be accepted.
        settled_at: When it was accepted, declined or withdrawn; None while it is open.
    """

    id: str
    game: str
    ruleset: str
    seat: int | None
    inviter: str
    invitee: str
    status: str
    created_at: str
    expires_at: str
    settled_at: str | None = None

    def status_at(self, now: str) -> str:
        """Its status at that time."""
        return EXPIRED if self.status == OPEN and self.expires_at < now else self.status


class Invitations:
    """
    The invitations.

    Args:
        engine: The database of the events.
        transaction: Opens a transaction, and turns the database's errors into the caller's own.
    """

    def __init__(
        self, engine: Engine, *, transaction: Callable[[Engine], AbstractContextManager[Connection]] = Engine.begin
    ) -> None:
        self._engine = engine
        self._transaction = transaction

    def add(self, invitation: Invitation) -> None:
        """Stores a new invitation."""
        with self._transaction(self._engine) as connection:
            connection.execute(insert(INVITATIONS).values(**invitation._asdict()))

    def find(self, id_: str) -> Invitation | None:
        """The invitation of that id; None if there is none."""
        with self._transaction(self._engine) as connection:
            row = connection.execute(select(INVITATIONS).where(INVITATIONS.c.id == id_)).first()
        return None if row is None else Invitation(*row)

    def find_open(self, *, game: str, invitee: str, now: str) -> Invitation | None:
        """The invitation to the game by which that account may sit down now; None if there is none."""
        query = select(INVITATIONS).where(*_open_at(now), INVITATIONS.c.game == game, INVITATIONS.c.invitee == invitee)
        with self._transaction(self._engine) as connection:
            row = connection.execute(query.order_by(INVITATIONS.c.created_at.desc())).first()
        return None if row is None else Invitation(*row)

    def count_open(self, *, inviter: str, now: str) -> int:
        """How many invitations of that account are open."""
        query = select(func.count()).select_from(INVITATIONS).where(*_open_at(now), INVITATIONS.c.inviter == inviter)
        with self._transaction(self._engine) as connection:
            return int(connection.scalar(query) or 0)

    def settle(self, id_: str, status: str, *, at: str) -> bool:
        """Settles an open invitation; whether it was open."""
        change = update(INVITATIONS).where(INVITATIONS.c.id == id_, INVITATIONS.c.status == OPEN)
        with self._transaction(self._engine) as connection:
            return bool(connection.execute(change.values(status=status, settled_at=at)).rowcount)

    def select(
        self,
        account: str,
        *,
        now: str,
        game: str | None = None,
        status: str | None = None,
        direction: str | None = None,
        after: tuple[str, str] | None = None,
        limit: int,
    ) -> Sequence[Invitation]:
        """
        Invitations from and to an account, the latest first.

        Args:
            account: The account.
            now: The time, by which invitations expire.
            game: Only those to this game.
            status: Only those with this status.
            direction: `received` or `sent`; both if None.
            after: `created_at` and `id` of the last one on the page before.
            limit: At most this many.
        """
        known = INVITATIONS.c
        sides = {"received": known.invitee == account, "sent": known.inviter == account}
        query = select(INVITATIONS).where(sides[direction] if direction else or_(*sides.values()))
        if game is not None:
            query = query.where(known.game == game)
        if status == OPEN:
            query = query.where(*_open_at(now))
        elif status == EXPIRED:
            query = query.where(known.status == OPEN, known.expires_at < now)
        elif status is not None:
            query = query.where(known.status == status)
        if after is not None:
            at, id_ = after
            query = query.where(or_(known.created_at < at, and_(known.created_at == at, known.id < id_)))
        query = query.order_by(known.created_at.desc(), known.id.desc()).limit(limit)
        with self._transaction(self._engine) as connection:
            return [Invitation(*row) for row in connection.execute(query)]


def _open_at(now: str) -> tuple[Any, Any]:
    return INVITATIONS.c.status == OPEN, INVITATIONS.c.expires_at >= now


def no_invitations() -> Invitations:
    """For processes that serve no callers, and so are asked about none: any use of it fails."""
    return Invitations(create_engine("sqlite://"))
