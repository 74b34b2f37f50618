"""
The list of disputes, their status, and the work that is pending for them.

Pending work: findings to attach, forks to create or abort after a ruling, withheld seeds to reveal.
Built from events alone. The contents of a dispute are in its game; the list only finds it.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from delvebook.domain.events import (
    DisputeAppealed,
    DisputeClockResumed,
    DisputeFindingAttached,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    SeedRevealed,
)
from delvebook.domain.game_event import GameEvent
from delvebook.projections.projector import EventByEvent
from delvebook.projections.views import NOBODY, Names, person_body

METADATA: Final = MetaData()

DISPUTES: Final = Table(
    "disputes",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", String(36), nullable=False),
    Column("n", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("by", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("has_finding", Boolean, nullable=False),
    Column("stops_clock", Boolean, nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("is_held", Boolean, nullable=False),
    Column("opened_at", String(27), nullable=False),
    Index("disputes_by_game", "game", "n", unique=True),
    Index("disputes_by_finding", "has_finding"),
    Index("disputes_by_clock", "stops_clock", "opened_at"),
)
RESUMED: Final = Table(
    "resumed_games",
    METADATA,
    Column("fork", String(36), primary_key=True),
    Column("game", String(36), nullable=False),
    Column("dispute", Integer, nullable=False),
    Column("is_made", Boolean, nullable=False),
    Column("is_superseded", Boolean, nullable=False),
    Column("is_started", Boolean, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("ruled_at", String(27), nullable=False),
    Index("resumed_games_by_game", "game", "dispute"),
    Index("resumed_games_by_start", "is_started", "is_over", "ruled_at"),
)
"""
Forks in which rulings resume games: whether each one exists, is superseded by a later ruling, has started, and has
ended.
"""
WITHHELD: Final = Table(
    "withheld_seeds",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("fork", String(36), nullable=False),
    Column("is_due", Boolean, nullable=False),
    Index("withheld_seeds_by_fork", "fork"),
)
"""Games aborted to be resumed, whose seeds are withheld. A seed is due once the seed of the fork is revealed."""
PARTIES: Final = Table(
    "dispute_parties",
    METADATA,
    Column("game", String(36), primary_key=True),
    Column("account", String(40), primary_key=True),
)


class DisputesProjection(EventByEvent):
    """Writes the list, one event at a time, inside the projector's transaction."""

    name: Final = "disputes"
    shape: Final = 4
    metadata: Final = METADATA

    def _apply(self, connection: Connection, event: GameEvent) -> None:
        game = str(event.originator_id)
        match event:
            case DisputeOpened():
                self._open(connection, game, event)
            case DisputeFindingAttached():
                self._change(connection, game, event, has_finding=True)
            case DisputeRuled():
                here = (DISPUTES.c.game == game, DISPUTES.c.n == event.data["dispute"])
                status = connection.scalar(select(DISPUTES.c.status).where(*here))
                self._change(
                    connection, game, event, status="closed" if status == "appealed" else "ruled", stops_clock=False
                )
                self._resume(connection, game, event)
            case DisputeAppealed():
                self._change(connection, game, event, status="appealed")
            case DisputeWithdrawn():
                self._change(connection, game, event, status="withdrawn", stops_clock=False)
            case DisputeClockResumed():
                self._change(connection, game, event, stops_clock=False)
            case GameCreated():
                connection.execute(update(RESUMED).where(RESUMED.c.fork == game).values(is_made=True))
            case GameStarted():
                connection.execute(update(RESUMED).where(RESUMED.c.fork == game).values(is_started=True))
            case GameFinished():
                self._show(connection, game)
                connection.execute(update(DISPUTES).where(DISPUTES.c.game == game).values(stops_clock=False))
                connection.execute(update(RESUMED).where(RESUMED.c.fork == game).values(is_over=True))
            case GameAborted():
                self._show(connection, game)
                connection.execute(update(DISPUTES).where(DISPUTES.c.game == game).values(stops_clock=False))
                connection.execute(update(RESUMED).where(RESUMED.c.fork == game).values(is_over=True))
                if "resumed_by" in event.data:
                    connection.execute(insert(WITHHELD).values(game=game, fork=event.data["resumed_by"], is_due=False))
            case SeedRevealed():
                connection.execute(delete(WITHHELD).where(WITHHELD.c.game == game))
                connection.execute(update(WITHHELD).where(WITHHELD.c.fork == game).values(is_due=True))
            case _:
                pass

    @staticmethod
    def _show(connection: Connection, game: str) -> None:
        """Shows all viewers the disputes of a game that is over, if it had a delay."""
        connection.execute(update(DISPUTES).where(DISPUTES.c.game == game).values(is_held=False))

    def _resume(self, connection: Connection, game: str, event: GameEvent) -> None:
        """Supersedes the forks of earlier rulings, and notes a fork that this ruling orders."""
        dispute = event.data["dispute"]
        earlier = (RESUMED.c.game == game, RESUMED.c.dispute == dispute)
        connection.execute(update(RESUMED).where(*earlier).values(is_superseded=True))
        remedy = event.data["remedy"] or {}
        if remedy.get("type") == "resume":
            fork = {"fork": remedy["game"], "game": game, "dispute": dispute, "ruled_at": event.at}
            flags = dict.fromkeys(("is_made", "is_superseded", "is_started", "is_over"), False)
            connection.execute(insert(RESUMED).values(**fork, **flags))

    def _open(self, connection: Connection, game: str, event: GameEvent) -> None:
        # Not the database's own numbers: PostgreSQL leaves one out for each transaction that does not end.
        last = connection.scalar(select(func.max(DISPUTES.c.number))) or 0
        connection.execute(
            insert(DISPUTES).values(
                number=last + 1,
                game=game,
                n=event.n,
                event=event.data["event"],
                by=event.by.partition(":")[2],
                status="open",
                has_finding=False,
                stops_clock="stopped" in event.metadata,
                visibility=event.metadata["visibility"],
                is_held=event.metadata.get("held", False),
                opened_at=event.at,
            )
        )
        known = set(connection.scalars(select(PARTIES.c.account).where(PARTIES.c.game == game)))
        new = [{"game": game, "account": account} for account in event.metadata["parties"] if account not in known]
        if new:
            connection.execute(insert(PARTIES), new)

    def _change(self, connection: Connection, game: str, event: GameEvent, **values: object) -> None:
        where = (DISPUTES.c.game == game, DISPUTES.c.n == event.data["dispute"])
        connection.execute(update(DISPUTES).where(*where).values(**values))


class DisputesReader:
    """
    Reads the list.

    Args:
        engine: Its database.
        names: Finds the names of accounts by their ids.
    """

    def __init__(self, engine: Engine, *, names: Names = lambda _: NOBODY) -> None:
        self._engine = engine
        self._names = names

    def disputes(
        self,
        *,
        viewer: str | None,
        sees_all: bool = False,
        status: str | None = None,
        game: str | None = None,
        claimant: str | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> list[dict[str, object]]:
        """
        Returns disputes, the latest first, each with its `number` in the list.

        Args:
            viewer: The account that asks. Disputes about games that are not public, or that are running with a delay,
                are shown to their players.
            sees_all: Whether the viewer is an arbiter, who sees every dispute.
            status: `open`, `ruled`, `appealed`, `closed` or `withdrawn`.
            game: Only disputes about this game.
            claimant: Only claims of this account.
            before: The number of the last dispute on the previous page.
            limit: The largest number of disputes returned.
        """
        query = select(DISPUTES).order_by(DISPUTES.c.number.desc()).limit(limit)
        if not sees_all:
            mine = select(PARTIES.c.game).where(PARTIES.c.account == (viewer or ""))
            query = query.where(
                or_(and_(DISPUTES.c.visibility == "public", DISPUTES.c.is_held.is_(False)), DISPUTES.c.game.in_(mine))
            )
        if status is not None:
            query = query.where(DISPUTES.c.status == status)
        if game is not None:
            query = query.where(DISPUTES.c.game == game)
        if claimant is not None:
            query = query.where(DISPUTES.c.by == claimant)
        if before is not None:
            query = query.where(DISPUTES.c.number < before)
        with self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        shown = ("number", "game", "n", "event", "status", "has_finding", "opened_at")
        people = self._names({row["by"] for row in rows})
        return [
            {
                "id": f"{row['game']}.{row['n']}",
                **{key: row[key] for key in shown},
                "claimant": person_body(row["by"], people),
            }
            for row in rows
        ]

    def unexamined(self, *, limit: int = 100) -> list[tuple[str, int]]:
        """Returns disputes without a finding, the oldest first, as game and number of the event that opened them."""
        query = (
            select(DISPUTES.c.game, DISPUTES.c.n)
            .where(DISPUTES.c.has_finding.is_(False))
            .order_by(DISPUTES.c.number)
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return [(row.game, row.n) for row in connection.execute(query)]

    def overdue(self, opened_before: str, *, limit: int = 100) -> list[tuple[str, int]]:
        """Returns undecided disputes that were opened before a time and stop the clock of a running game."""
        query = (
            select(DISPUTES.c.game, DISPUTES.c.n)
            .where(DISPUTES.c.stops_clock, DISPUTES.c.opened_at <= opened_before)
            .order_by(DISPUTES.c.opened_at)
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return [(row.game, row.n) for row in connection.execute(query)]

    def to_carry_out(self, *, ruled_after: str = "", limit: int = 100) -> list[tuple[str, int]]:
        """
        Returns disputes whose ruling is not carried out yet: a fork must be created or aborted.

        A fork is created only if its ruling came after that time.
        """
        is_missing = (RESUMED.c.is_made.is_(False), RESUMED.c.is_superseded.is_(False))
        missing = and_(*is_missing, RESUMED.c.ruled_at > ruled_after)
        replaced = and_(RESUMED.c.is_made, RESUMED.c.is_superseded, RESUMED.c.is_over.is_(False))
        query = select(RESUMED.c.game, RESUMED.c.dispute).where(or_(missing, replaced)).distinct().limit(limit)
        with self._engine.connect() as connection:
            return [(row.game, row.dispute) for row in connection.execute(query)]

    def to_give_up(self, ruled_before: str, *, limit: int = 100) -> list[str]:
        """Returns resumed games that were ruled before a time and that nobody has started, the oldest first."""
        is_waiting = (RESUMED.c.is_made, RESUMED.c.is_started.is_(False), RESUMED.c.is_over.is_(False))
        query = (
            select(RESUMED.c.fork)
            .where(*is_waiting, RESUMED.c.ruled_at <= ruled_before)
            .order_by(RESUMED.c.ruled_at)
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def to_reveal(self, *, ruled_before: str = "", limit: int = 100) -> list[str]:
        """
        Returns the games whose withheld seed may be revealed now.

        So it may if the resumed game, ruled before that time, has not been created.
        """
        is_unmade = and_(RESUMED.c.fork == WITHHELD.c.fork, RESUMED.c.is_made.is_(False))
        unmade = select(RESUMED.c.fork).where(is_unmade, RESUMED.c.ruled_at <= ruled_before).exists()
        query = select(WITHHELD.c.game).where(or_(WITHHELD.c.is_due, unmade)).limit(limit)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))
