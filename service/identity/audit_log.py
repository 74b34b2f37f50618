"""
The audit trail: who did what, when, on whose behalf, with which token and from which class of address.

One table, and the database refuses to change it or to delete from it. `AuditLog` writes what is stored nowhere else
(looks at secrets, accounts, tokens), at once. `AuditProjection` adds an entry for each event of every game.
So the table belongs to the truth: it is stored with the events and, unlike a read model, cannot be rebuilt.
An entry names an event and never says what is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import Any, Final

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
    Select,
    String,
    Table,
    func,
    insert,
    or_,
    select,
    text,
)

from delvebook.domain.game_event import GameEvent
from delvebook.service.identity.caller import Caller

Entry = dict[str, Any]

PAGE: Final = 500
"""The number of entries read at a time."""

METADATA: Final = MetaData()
AUDIT: Final = Table(
    "audit",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", String(27), nullable=False),
    Column("account", String(40)),
    Column("token", String(40)),
    Column("action", String(40), nullable=False),
    Column("game", String(36)),
    Column("n", Integer),
    Column("address", String(40)),
    Column("details", JSON, nullable=False),
    Index("audit_by_game", "game", "id"),
    Index("audit_by_account", "account", "id"),
    Index("audit_by_token", "token", "id"),
    Index("audit_by_action", "action", "id"),
    Index("audit_by_address", "address", "id"),
    Index("audit_by_time", "at", "id"),
)
OWNERS: Final = Table(
    "audit_owners",
    METADATA,
    Column("owner", String(40), primary_key=True),
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
)
"""The entries whose details name an `owner`, so that owners find what others did with their accounts."""
OWN_MEMBERS: Final = ("by", "bot", "on_behalf_of")
"""Members of an event's entry without a column. They are in `details`."""

_POSTGRES_QUEUE: Final = text("SELECT pg_advisory_xact_lock(:key)").bindparams(key=int.from_bytes(b"audit"))


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """
    A filter: entries that match every attribute that is not None.

    Attributes:
        account: The account that acted.
        about: The account that acted, or that the act concerned. It sees no token and address of others, so a filter by
            these leaves their acts out.
        token: The id of its token.
        game: The game.
        action: The action: `game/ActionTaken` and the like for events, `game/look`, `token/issue`, …
        by: The author of the event: `seat:K`, `player:ID`, `clock`, …
        address: The class of the address.
        since: Not before this time, in the record's form.
        until: Before this time.
    """

    account: str | None = None
    about: str | None = None
    token: str | None = None
    game: str | None = None
    action: str | None = None
    by: str | None = None
    address: str | None = None
    since: str | None = None
    until: str | None = None

    def to_plain(self) -> dict[str, str]:
        """Returns the filters that are set."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def narrow(self, query: Select[object]) -> Select[object]:
        """Returns the query, narrowed to these entries."""
        for name in ("account", "token", "game", "action", "address"):
            if (value := getattr(self, name)) is not None:
                query = query.where(AUDIT.c[name] == value)
        if self.about is not None:
            own = AUDIT.c.account == self.about
            is_open = self.token is None and self.address is None
            concerned = AUDIT.c.id.in_(select(OWNERS.c.id).where(OWNERS.c.owner == self.about))
            query = query.where(or_(own, concerned) if is_open else own)
        if self.by is not None:
            query = query.where(AUDIT.c.details["by"].as_string() == self.by)
        if self.since is not None:
            query = query.where(AUDIT.c.at >= self.since)
        if self.until is not None:
            query = query.where(AUDIT.c.at < self.until)
        return query


EVERYTHING: Final = AuditQuery()


def append(connection: Connection, row: dict[str, Any]) -> int:
    """
    Appends a row. Returns its id.

    Ids become visible in order, so a reader who continues after an id misses nothing. SQLite has one writer at a time,
    and in PostgreSQL a writer waits for the previous transaction to end.
    """
    _queue(connection)
    made = connection.execute(insert(AUDIT).values(row)).inserted_primary_key
    id_ = int(made[0]) if made is not None else 0
    if (owner := row["details"].get("owner")) is not None:
        connection.execute(insert(OWNERS).values(owner=owner, id=id_))
    return id_


def append_all(connection: Connection, rows: Sequence[dict[str, object]]) -> None:
    """Appends one or more rows, with ids in their order."""
    _queue(connection)
    connection.execute(insert(AUDIT), rows)


def _queue(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(_POSTGRES_QUEUE)


class AuditLog:
    """
    The trail: writes notes, and reads entries.

    Args:
        engine: The trail's database.
        now: Returns the time, in the record's form.
        transaction: Opens a transaction, and translates the database's errors.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        now: Callable[[], str],
        transaction: Callable[[Engine], AbstractContextManager[Connection]] = Engine.begin,
    ) -> None:
        self._engine = engine
        self._now = now
        self._transaction = transaction

    # -- writing --------------------------------------------------------------------------------

    def note(
        self,
        caller: Caller,
        action: str,
        *,
        game: str | None = None,
        n: int | None = None,
        connection: Connection | None = None,
        **details: object,
    ) -> int:
        """
        Appends a note. Returns its id. The note is durable on return, or once the transaction of `connection` is.

        Args:
            caller: The caller who acted.
            action: The action, as `noun/verb`.
            game: The game.
            n: The event of the game.
            connection: A transaction to join. The note should come last in it, because other notes wait for its end.
            details: Further data; never a secret. `owner` is the account that the act concerns.
        """
        row = {
            "at": self._now(),
            "account": caller.account,
            "token": caller.token,
            "action": action,
            "game": game,
            "n": n,
            "address": caller.address,
            "details": details,
        }
        if connection is not None:
            return append(connection, row)
        with self._transaction(self._engine) as own:
            return append(own, row)

    # -- reading --------------------------------------------------------------------------------

    def entries(
        self, asked: AuditQuery = EVERYTHING, *, after: int = 0, upto: int | None = None, limit: int = PAGE
    ) -> list[Entry]:
        """Returns at most `limit` entries with `after` < id ≤ `upto`, in order of arrival."""
        return self._read(_between(asked, after, upto).order_by(AUDIT.c.id).limit(limit))

    def all_entries(self, asked: AuditQuery = EVERYTHING, *, after: int = 0, upto: int) -> Iterator[Entry]:
        """Yields every entry with `after` < id ≤ `upto`, reading a page at a time."""
        while page := self.entries(asked, after=after, upto=upto):
            yield from page
            after = page[-1]["id"]

    def latest(
        self, asked: AuditQuery = EVERYTHING, *, after: int = 0, upto: int | None = None, limit: int
    ) -> list[Entry]:
        """Returns the last `limit` entries with `after` < id ≤ `upto`, in order of arrival."""
        return self._read(_between(asked, after, upto).order_by(AUDIT.c.id.desc()).limit(limit))[::-1]

    def last(self) -> int:
        """Returns the id of the last entry; 0 if there is none."""
        with self._transaction(self._engine) as connection:
            return connection.scalar(select(func.max(AUDIT.c.id))) or 0

    def _read(self, query: Select[Any]) -> list[Entry]:
        with self._transaction(self._engine) as connection:
            return [entry_body(row) for row in connection.execute(query)]


def _between(asked: AuditQuery, after: int, upto: int | None) -> Select[object]:
    query = asked.narrow(select(AUDIT).where(AUDIT.c.id > after))
    return query if upto is None else query.where(AUDIT.c.id <= upto)


def entry_body(row: Row[tuple[object, ...]]) -> Entry:
    """
    Returns `id`, `at`, `account`, `token`, `address`, `action`, `game`, `n`, `by`, `bot`, `on_behalf_of`, `details`.

    Members that are unknown or do not apply are None. Accounts are given by id. `named` adds their names.
    """
    details = dict(row.details)
    own = {name: details.pop(name, None) for name in OWN_MEMBERS}
    return {
        "id": row.id,
        "at": row.at,
        "account": row.account,
        "token": row.token,
        "address": row.address,
        "action": row.action,
        "game": row.game,
        "n": row.n,
        **own,
        "details": details,
    }


def named(entries: Iterable[Entry], names: Callable[[Collection[str]], Mapping[str, str]]) -> Iterator[Entry]:
    """
    Yields the entries with the current names of their accounts as `account_name`; None if there is none.

    The trail itself holds only ids, because nothing in it can be deleted.
    """
    for entry in entries:
        account = entry["account"]
        name = None if account is None else names([account]).get(account)
        yield {**entry, "account_name": name}


class AuditProjection:
    """Notes every event of the log in the trail: its type, time and author, but not its contents."""

    name: Final = "audit"
    shape: Final = 1
    is_disposable: Final = False
    metadata: Final = METADATA

    def apply(self, connection: Connection, events: Sequence[GameEvent]) -> None:
        """Adds the events' entries."""
        if events:
            append_all(connection, [row_of(event) for event in events])


def row_of(event: GameEvent) -> dict[str, object]:
    """Returns the row of an event."""
    origin = event.origin
    is_bot = origin.bot is not None
    own = (event.by, origin.bot, on_behalf_of(event))
    return {
        "at": event.at,
        "account": None if is_bot else origin.account,
        "token": origin.token,
        "action": f"game/{event.type}",
        "game": str(event.originator_id),
        "n": event.n,
        "address": origin.address,
        "details": {name: value for name, value in zip(OWN_MEMBERS, own, strict=True) if value is not None},
    }


def on_behalf_of(event: GameEvent) -> str | None:
    """Returns who an event was made for: for a bot's move its player, else the seat that it concerns."""
    if event.origin.bot is not None:
        return None if event.origin.account is None else f"player:{event.origin.account}"
    seat = event.data.get("seat")
    return f"seat:{seat}" if type(seat) is int else None
