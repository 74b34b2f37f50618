"""
Invitations of named players, stored in the events' database.

They are not part of a game's record: an invitation that is declined concerns only its two accounts.
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
        seat: The offered seat; None for the first free one.
        inviter: The account that invites.
        invitee: The account that is invited.
        status: One of `STATUSES`. `expired` is never stored, but follows from the time.
        created_at: When it was made.
        expires_at: The time until which it can be accepted.
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
        """Returns its status at that time."""
        return EXPIRED if self.status == OPEN and self.expires_at < now else self.status


class Invitations:
    """
    The invitations of all games.

    Args:
        engine: The database of the events.
        transaction: Opens a transaction, and translates the database's errors.
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
        """Returns the invitation with that id; None if there is none."""
        with self._transaction(self._engine) as connection:
            row = connection.execute(select(INVITATIONS).where(INVITATIONS.c.id == id_)).first()
        return None if row is None else Invitation(*row)

    def find_open(self, *, game: str, invitee: str, now: str) -> Invitation | None:
        """Returns the invitation by which that account may take a seat in the game now; None if there is none."""
        query = select(INVITATIONS).where(*_open_at(now), INVITATIONS.c.game == game, INVITATIONS.c.invitee == invitee)
        with self._transaction(self._engine) as connection:
            row = connection.execute(query.order_by(INVITATIONS.c.created_at.desc())).first()
        return None if row is None else Invitation(*row)

    def count_open(self, *, inviter: str, now: str) -> int:
        """Returns the number of open invitations from that account."""
        query = select(func.count()).select_from(INVITATIONS).where(*_open_at(now), INVITATIONS.c.inviter == inviter)
        with self._transaction(self._engine) as connection:
            return int(connection.scalar(query) or 0)

    def settle(self, id_: str, status: str, *, at: str) -> bool:
        """Settles an open invitation. Returns whether it was open."""
        change = update(INVITATIONS).where(INVITATIONS.c.id == id_, INVITATIONS.c.status == OPEN)
        with self._transaction(self._engine) as connection:
            return bool(connection.execute(change.values(status=status, settled_at=at)).rowcount)

    def reopen(self, id_: str) -> None:
        """Opens an accepted invitation again, because its player got no seat."""
        change = update(INVITATIONS).where(INVITATIONS.c.id == id_, INVITATIONS.c.status == ACCEPTED)
        with self._transaction(self._engine) as connection:
            connection.execute(change.values(status=OPEN, settled_at=None))

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
        Returns invitations from and to an account, the latest first.

        Args:
            account: The account.
            now: The time, which decides whether invitations are expired.
            game: Only those to this game.
            status: Only those with this status.
            direction: `received` or `sent`; both if None.
            after: `created_at` and `id` of the last one on the previous page.
            limit: The largest number of invitations returned.
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
    """Returns invitations that fail at any use, for processes without callers."""
    return Invitations(create_engine("sqlite://"))
