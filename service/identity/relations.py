"""What players do about one another: they block others, and report them to the operators."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from delvebook.service.base.database import transaction
from delvebook.service.base.errors import (
    ForbiddenError,
    OwnAccountError,
    ReportSettledError,
    TooManyError,
    UnknownReportError,
)
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.caller import OPERATE, PLAY, Caller
from delvebook.service.identity.connections import Connections
from delvebook.service.identity.tables import BLOCKS, REPORTS

BLOCKED_MAX: Final = 500
"""How many accounts an account can block."""
OPEN_MAX: Final = 20
"""How many reports of an account can wait for an operator."""
REASONS: Final = ("insults", "stalling", "cheating", "name", "other")
"""What players report others for."""
_BLOCKING: Final = select(BLOCKS.c.account, BLOCKS.c.other).where(
    BLOCKS.c.account.in_(bindparam("accounts", expanding=True)),
    BLOCKS.c.other.in_(bindparam("others", expanding=True)),
)
OUTCOMES: Final = ("acted", "dismissed")
"""What operators make of a report."""


class Block(NamedTuple):
    """An account that another one has blocked, and since when."""

    other: str
    at: str


class Report(NamedTuple):
    """
    A report of a player about another.

    Attributes:
        id: Its id.
        reporter: Who made it.
        reported: Whom it is about.
        game: The game in which it happened; None for no game.
        reason: One of `REASONS`.
        words: What happened, in the reporter's words.
        at: When it was made.
        settled_at: When an operator settled it; None while it waits.
        settled_by: Who settled it, `-` on the service's own machine.
        outcome: One of `OUTCOMES`; None while it waits.
        answer: What the operator says to the reporter.
    """

    id: str
    reporter: str
    reported: str
    game: str | None
    reason: str
    words: str
    at: str
    settled_at: str | None = None
    settled_by: str | None = None
    outcome: str | None = None
    answer: str | None = None


class Relations:
    """
    Blocks and reports of all accounts.

    Args:
        accounts: The accounts, in whose database it works.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._engine = accounts.engine
        self._audit = accounts.audit
        self._connections = Connections(self._engine, transaction=transaction)

    # -- blocks ---------------------------------------------------------------------------------

    def block(self, caller: Caller, other: str) -> Block:
        """
        Blocks an account: it no longer sits down where the caller sits or invites, and cannot invite the caller.

        Blocking it again changes nothing.

        Raises:
            ForbiddenError, UnknownAccountError
            OwnAccountError: It is the caller's own.
            TooManyError
        """
        account, blocked = caller.require(PLAY), self._accounts.account(other).id
        if account == blocked:
            raise OwnAccountError("you cannot block yourself")
        made = Block(blocked, self._accounts.now())
        try:
            with transaction(self._engine) as connection:
                mine = select(func.count()).select_from(BLOCKS).where(BLOCKS.c.account == account)
                others = mine.where(BLOCKS.c.other != blocked)
                if (connection.scalar(others) or 0) >= BLOCKED_MAX:
                    raise TooManyError(f"you can block at most {BLOCKED_MAX} others", what="blocks", limit=BLOCKED_MAX)
                connection.execute(insert(BLOCKS).values(account=account, **made._asdict()))
        except IntegrityError:
            return next(one for one in self.blocked(caller) if one.other == blocked)
        return made

    def unblock(self, caller: Caller, other: str) -> None:
        """Ends a block. Without one nothing happens."""
        account = caller.require(PLAY)
        with transaction(self._engine) as connection:
            connection.execute(delete(BLOCKS).where(BLOCKS.c.account == account, BLOCKS.c.other == other))

    def blocked(self, caller: Caller) -> list[Block]:
        """Returns the accounts that the caller has blocked, the latest first."""
        query = select(BLOCKS.c.other, BLOCKS.c.at).where(BLOCKS.c.account == caller.require(PLAY))
        with transaction(self._engine) as connection:
            return [Block(*row) for row in connection.execute(query.order_by(BLOCKS.c.at.desc(), BLOCKS.c.other))]

    def blockers(self, account: str) -> set[str]:
        """Returns the accounts that have blocked the account."""
        with transaction(self._engine) as connection:
            return set(connection.scalars(select(BLOCKS.c.account).where(BLOCKS.c.other == account)))

    def blocking(self, pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
        """Returns those of the pairs whose first account has blocked the second."""
        asked = {"accounts": sorted({one for one, _ in pairs}), "others": sorted({other for _, other in pairs})}
        with transaction(self._engine) as connection:
            return {(row.account, row.other) for row in connection.execute(_BLOCKING, asked)}.intersection(pairs)

    # -- reports --------------------------------------------------------------------------------

    def report(self, caller: Caller, other: str, *, reason: str, words: str, game: str | None = None) -> Report:
        """
        Reports an account to the operators. A report about it, and that game, that still waits is returned instead.

        Raises:
            ForbiddenError, UnknownAccountError
            OwnAccountError: It is the caller's own.
            TooManyError
        """
        account, reported = caller.require(PLAY), self._accounts.account(other).id
        if account == reported:
            raise OwnAccountError("you cannot report yourself")
        id_ = str(UUID(bytes=self._accounts.random_bytes(16), version=4))
        made = Report(id_, account, reported, game, reason, words, self._accounts.now())
        waiting = and_(REPORTS.c.reporter == account, REPORTS.c.settled_at.is_(None))
        with transaction(self._engine) as connection:
            open_ = [Report(**row) for row in connection.execute(select(REPORTS).where(waiting)).mappings()]
            for one in open_:
                if (one.reported, one.game) == (reported, game):
                    return one
            if len(open_) >= OPEN_MAX:
                raise TooManyError(
                    f"at most {OPEN_MAX} of your reports may wait for an operator", what="reports", limit=OPEN_MAX
                )
            connection.execute(insert(REPORTS).values(**made._asdict()))
            # Officials whom it is about may read the trail, so that says neither in which game nor for what.
            self._audit.note(caller, "report/make", connection=connection, report=id_)
        return made

    def find(self, caller: Caller, id_: str) -> Report:
        """
        Returns the report, for its reporter and for operators whom it is not about, nor an account connected to theirs.

        Raises:
            UnknownReportError
        """
        with transaction(self._engine) as connection:
            row = connection.execute(select(REPORTS).where(REPORTS.c.id == id_)).mappings().first()
        report = None if row is None else Report(**row)
        if report is None or not self._may_see(caller, report):
            raise UnknownReportError("there is no such report for you")
        return report

    def select(
        self, caller: Caller, *, is_open: bool | None = None, after: tuple[str, str] | None = None, limit: int
    ) -> list[Report]:
        """
        Returns reports, the latest first: the caller's own, and for an operator all but those `find` would not return.

        Args:
            caller: The caller.
            is_open: Only those that wait, or that are settled.
            after: Time and id of the last one on the previous page.
            limit: The largest number of reports returned.
        """
        own = REPORTS.c.reporter == caller.require_any(PLAY, OPERATE)
        query = select(REPORTS).where(
            or_(own, REPORTS.c.reported.not_in(self._hands_of(caller))) if OPERATE in caller.scopes else own
        )
        if is_open is not None:
            query = query.where(REPORTS.c.settled_at.is_(None) if is_open else REPORTS.c.settled_at.is_not(None))
        if after is not None:
            at, id_ = after
            query = query.where(or_(REPORTS.c.at < at, and_(REPORTS.c.at == at, REPORTS.c.id < id_)))
        with transaction(self._engine) as connection:
            rows = connection.execute(query.order_by(REPORTS.c.at.desc(), REPORTS.c.id.desc()).limit(limit))
            return [Report(**row) for row in rows.mappings()]

    def settle(self, caller: Caller, id_: str, *, outcome: str, answer: str) -> Report:
        """
        Settles a report, for an operator who neither made it nor is its subject, nor is connected to those who are.

        Settling it alike again does nothing.

        Raises:
            ForbiddenError, UnknownReportError
            ReportSettledError: It was settled in another way.
        """
        account = caller.require(OPERATE)
        report = self.find(caller, id_)
        if not self._hands_of(caller).isdisjoint((report.reporter, report.reported)):
            raise ForbiddenError("this needs another operator: the report is yours, or about you")
        now = self._accounts.now()
        with transaction(self._engine) as connection:
            here = update(REPORTS).where(REPORTS.c.id == id_, REPORTS.c.settled_at.is_(None))
            done = here.values(settled_at=now, settled_by=account, outcome=outcome, answer=answer)
            if connection.execute(done).rowcount:
                self._audit.note(
                    caller, "report/settle", connection=connection, owner=report.reporter, report=id_, outcome=outcome
                )
        settled = self.find(caller, id_)
        if (settled.outcome, settled.answer) != (outcome, answer):
            raise ReportSettledError("the report is settled already", outcome=settled.outcome)
        return settled

    def _may_see(self, caller: Caller, report: Report) -> bool:
        if caller.account == report.reporter:
            return True
        return OPERATE in caller.scopes and report.reported not in self._hands_of(caller)

    def _hands_of(self, caller: Caller) -> set[str]:
        """Returns the caller's account, and those that are connected to it."""
        return self._connections.of(str(caller.account))
