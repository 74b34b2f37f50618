"""
The notices of accounts: that a game waits for them, has ended or is disputed, and others.

The notices of one account are numbered from 1 without gaps, in the order in which they were stored, so a client knows
from one number which others exist. They are stored with the events, because some of them (`tell`) do not follow from
events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from delvebook.service.base.database import transaction
from delvebook.service.base.errors import GoneNoticesError, UnknownNoticeError

METADATA: Final = MetaData()
_BIG: Final = BigInteger().with_variant(Integer, "sqlite")
NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("position", _BIG, primary_key=True, autoincrement=False),
    Column("account", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("type", String(40), nullable=False),
    Column("at", String(27), nullable=False),
    Column("game", String(36)),
    Column("n", Integer),
    Column("about", JSON, nullable=False),
    Index("notices_by_account", "account", "number", unique=True),
    Index("notices_by_time", "at"),
)
HEADS: Final = Table(
    "notice_heads",
    METADATA,
    Column("account", String(40), primary_key=True),
    Column("last", Integer, nullable=False),
    Column("forgotten", Integer, nullable=False),
)
"""The last notice of each account, and the last deleted one."""
PLACE: Final = Table(
    "notice_position", METADATA, Column("id", Integer, primary_key=True), Column("position", _BIG, nullable=False)
)
"""One row, which every writer locks first. So positions are in the order of commits, and no reader skips a gap."""
GAMES: Final = Table(
    "notice_games",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("creator", String(40)),
    Column("claimants", JSON, nullable=False),
)
SEATS: Final = Table(
    "notice_seats",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40)),
    Column("bot", String(80)),
    Column("has_promised", Integer, nullable=False),
    Column("nonce_deadline", String(27)),
    Column("decision", Integer),
    Column("since", String(27)),
    Index("notice_seats_by_player", "player"),
)
TYPES: Final = {
    "turn": "your seat has a decision to make (`seat`, `decision`)",
    "nonce_wanted": "every seat is taken, and yours has to show its nonce (`seat`, `deadline`)",
    "seat_kept": "a game that resumes another one keeps a seat for you (`seat`, `parent`)",
    "started": "a game at whose table you sit has started",
    "take_back_asked": "another seat asks to take an action back (`seat`)",
    "seat_replaced": "the clock, or another player after a week, gave your seat to a bot (`seat`, `bot`)",
    "finished": "a game of yours is over (`winners`)",
    "aborted": "a game of yours was broken off (`reason`, `resumed_by`)",
    "dispute_opened": "somebody disputes an event of a game of yours (`dispute`, `event`)",
    "dispute_ruled": "an arbiter has ruled (`dispute`, `verdict`)",
    "dispute_appealed": "a party has appealed (`dispute`)",
    "dispute_withdrawn": "the claimant has withdrawn the claim (`dispute`)",
    "invitation": "you are invited, or an invitation was settled (`invitation`, `status`, `from`, `expires_at`)",
    "office": "you are offered an office, or one of yours or of your offers changed (`office`, `change`, `of`, `by`)",
    "account": "an operator has changed your account (`change`, `by`)",
    "ping": "a test that you asked for (`webhook`)",
}
"""The types of notices, and their members."""
KEPT_SECONDS: Final = 30 * 86_400
TRIES: Final = 5

_NEXT_NUMBERS: Final = text(
    "INSERT INTO notice_heads (account, last, forgotten) VALUES (:account, :last, 0) "
    "ON CONFLICT (account) DO UPDATE SET last = excluded.last"
)
"""The statement is the same in SQLite and PostgreSQL."""

Notice = dict[str, Any]


class NoticePage(NamedTuple):
    """A page of an account's notices, and the number of its last one."""

    notices: list[Notice]
    last: int


class Told(NamedTuple):
    """
    A notice to be stored.

    Attributes:
        account: The account that gets it.
        type: One of `TYPES`.
        at: When it happened, in the record's form.
        game: The game that it is about.
        n: The event of the game that it follows from.
        about: Its other members, by the names in `TYPES`. They contain only what the account may see.
    """

    account: str
    type: str
    at: str
    game: str | None
    n: int | None
    about: Mapping[str, object]


def append(connection: Connection, told: Sequence[Told]) -> list[int]:
    """Stores one or more notices in this transaction, in their order. Returns their numbers."""
    # The position's row is locked first, so no other writer has the heads from here on.
    moved = update(PLACE).values(position=PLACE.c.position + len(told)).returning(PLACE.c.position)
    end = connection.scalar(moved)
    if end is None:
        connection.execute(text("INSERT INTO notice_position (id, position) VALUES (1, 0) ON CONFLICT DO NOTHING"))
        end = connection.execute(moved).scalar_one()
    accounts = sorted({one.account for one in told})
    known = connection.execute(select(HEADS.c.account, HEADS.c.last).where(HEADS.c.account.in_(accounts)))
    last = dict.fromkeys(accounts, 0) | {row.account: row.last for row in known}
    rows = []
    for position, one in enumerate(told, start=end - len(told) + 1):
        last[one.account] += 1
        row = {**one._asdict(), "about": dict(one.about)}
        rows.append({"position": position, "number": last[one.account], **row})
    connection.execute(_NEXT_NUMBERS, [{"account": account, "last": number} for account, number in last.items()])
    connection.execute(insert(NOTICES), rows)
    return [row["number"] for row in rows]


class Notices:
    """
    Reads and writes the notices.

    Args:
        engine: Their database.
        now: Returns the time, in the record's form.
        on_tell: Called after a notice was stored outside the projection, to wake streams. It must not raise or wait.
    """

    def __init__(self, engine: Engine, *, now: Callable[[], str], on_tell: Callable[[], object] = lambda: None) -> None:
        self._engine = engine
        self._now = now
        self._on_tell = on_tell

    # -- telling --------------------------------------------------------------------------------

    def tell(self, account: str, type_: str, *, game: str | None = None, about: Mapping[str, object]) -> int:
        """
        Sends an account a notice without an event, such as an invitation. Returns the notice's number.

        Once this returns, the notice is durable, and the account's streams and webhooks will get it.

        Raises:
            UnavailableError
        """
        with transaction(self._engine) as connection:
            [number] = append(connection, [Told(account, type_, self._now(), game, None, about)])
        self._on_tell()
        return number

    def add(self, connection: Connection, account: str, type_: str, about: Mapping[str, object]) -> None:
        """Sends an account a notice in this transaction. Streams see it a moment later."""
        append(connection, [Told(account, type_, self._now(), None, None, about)])

    @staticmethod
    def erase(connection: Connection, account: str) -> None:
        """Deletes the notices of an account that is deleted in this transaction."""
        connection.execute(delete(NOTICES).where(NOTICES.c.account == account))

    def forget(self, before: str) -> int:
        """Deletes the notices older than that time. Returns their number. Numbers are never reused."""
        old = NOTICES.c.at < before
        with transaction(self._engine) as connection:
            deleted = 0
            query = select(NOTICES.c.account, func.max(NOTICES.c.number)).where(old).group_by(NOTICES.c.account)
            for account, number in connection.execute(query).all():
                connection.execute(update(HEADS).where(HEADS.c.account == account).values(forgotten=number))
                mine = (NOTICES.c.account == account) & (NOTICES.c.number <= number)
                deleted += connection.execute(delete(NOTICES).where(mine)).rowcount
            return deleted

    # -- reading --------------------------------------------------------------------------------

    def page(self, account: str, *, after: int, limit: int) -> NoticePage:
        """
        Returns at most `limit` notices of the account after that number, in order; after 0 from the oldest kept one.

        Raises:
            UnknownNoticeError: The account has had fewer notices.
            GoneNoticesError: Some of them were deleted.
            UnavailableError
        """
        query = (
            select(NOTICES)
            .where(NOTICES.c.account == account, NOTICES.c.number > after)
            .order_by(NOTICES.c.number)
            .limit(limit)
        )
        with transaction(self._engine) as connection:
            # Read first: notices stored meanwhile are on the page, and their number is read again below.
            last, forgotten = self._head(connection, account)
            found = [notice_body(row) for row in connection.execute(query)]
        if 0 < after < forgotten:
            raise GoneNoticesError(
                f"notices up to {forgotten} are no longer kept; look at your games, and continue from there",
                after=forgotten,
            )
        last = max(last, found[-1]["number"] if found else 0)
        if after > last:
            raise UnknownNoticeError(f"you have notices 1 to {last}, not {after}")
        return NoticePage(found, last)

    def last(self, account: str) -> int:
        """Returns the number of the account's last notice; 0 if it has had none."""
        with transaction(self._engine) as connection:
            return self._head(connection, account)[0]

    def snapshot(self, account: str) -> tuple[int, list[dict[str, object]]]:
        """
        Returns the number of the account's last notice, and what waited for the account as of that notice.

        Each has `game`, `seat`, `decision` and `since`, or `game`, `seat` and `nonce_deadline`. The others are None.
        """
        waits = or_(SEATS.c.decision.is_not(None), SEATS.c.nonce_deadline.is_not(None))
        query = select(SEATS).where(SEATS.c.player == account, SEATS.c.bot.is_(None), waits)
        query = query.order_by(SEATS.c.game, SEATS.c.seat)
        members = ("game", "seat", "decision", "since", "nonce_deadline")
        for _ in range(TRIES):
            with transaction(self._engine) as connection:
                before, _forgotten = self._head(connection, account)
                waiting = [{name: getattr(row, name) for name in members} for row in connection.execute(query)]
                if self._head(connection, account)[0] == before:
                    break
        return before, waiting

    def position(self) -> int:
        """Returns the position of the last notice of all accounts; 0 if there is none."""
        with self._engine.connect() as connection:
            return connection.scalar(select(PLACE.c.position)) or 0

    def changed(self, position: int) -> tuple[int, set[str]]:
        """Returns the position read up to, and the accounts with notices between it and `position`; for the feed."""
        query = select(NOTICES.c.position, NOTICES.c.account).where(NOTICES.c.position > position)
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(NOTICES.c.position).limit(500)).all()
        return (rows[-1].position if rows else position), {row.account for row in rows}

    @staticmethod
    def _head(connection: Connection, account: str) -> tuple[int, int]:
        row = connection.execute(select(HEADS.c.last, HEADS.c.forgotten).where(HEADS.c.account == account)).first()
        return (0, 0) if row is None else (row.last, row.forgotten)


def notice_body(row: Row[tuple[object, ...]]) -> Notice:
    """Returns a notice as its account sees it."""
    return {name: getattr(row, name) for name in ("number", "type", "at", "game", "n", "about")}
