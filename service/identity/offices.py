"""
Offices: the rights of arbiters and operators, which an account has only if its owner wants them.

An office is offered on the service's own machine or by an operator, and accepted with a token of the account itself. It
ends when the owner gives it up, or when it is withdrawn. Only tokens of an account that holds the office can have the
office's scope, and only the account makes such tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from delvebook.service.base.database import transaction
from delvebook.service.base.errors import ForbiddenError, UnknownOfficeError
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.caller import MACHINE, OFFICES, OPERATE, Caller, OfficeName
from delvebook.service.identity.connections import OFFICE, connect
from delvebook.service.identity.tables import OFFICES as HELD
from delvebook.service.identity.tables import TOKENS
from delvebook.service.identity.telling import Tell, tell_nobody
from delvebook.service.identity.tokens import holds, with_scopes

Change = Literal["offer", "accept", "decline", "give_up", "withdraw"]
"""What happens to an office. The audit trail has it as `office/offer`, and so on."""


class Office(NamedTuple):
    """
    An office of an account.

    Attributes:
        account: The account.
        office: The name of the office.
        offered_by: The account that offered it, `-` on the service's own machine.
        offered_at: When it was offered.
        accepted_at: When the owner accepted it; None while it is only offered.
    """

    account: str
    office: OfficeName
    offered_by: str
    offered_at: str
    accepted_at: str | None


class Offices:
    """
    The offices of all accounts.

    Args:
        accounts: The accounts, in whose database it works.
        tell: Tells the owner of an account, and whoever offered an office, what happens to it.
    """

    def __init__(self, accounts: Accounts, *, tell: Tell = tell_nobody) -> None:
        self._accounts = accounts
        self._engine = accounts.engine
        self._audit = accounts.audit
        self._now = accounts.now
        self._tell = tell

    def of(self, account: str) -> list[Office]:
        """Returns the offices that the account holds or is offered, by name."""
        query = select(HELD).where(HELD.c.account == account).order_by(HELD.c.office)
        with transaction(self._engine) as connection:
            return [_office(row) for row in connection.execute(query)]

    def offer(self, caller: Caller, account: str, office: OfficeName) -> Office:
        """
        Offers the account an office. Nothing happens if the account has been offered it, or holds it.

        Raises:
            ForbiddenError, UnknownAccountError
        """
        caller.require(OPERATE)
        owner = self._accounts.account(account).id
        try:
            with transaction(self._engine) as connection:
                row = {"account": owner, "office": office, "offered_by": caller.account, "offered_at": self._now()}
                connection.execute(insert(HELD).values(row))
                self._note(connection, caller, "offer", owner, office, told=[owner])
        except IntegrityError:
            pass  # It was offered before.
        return self._find(owner, office)

    def accept(self, caller: Caller, office: OfficeName) -> Office:
        """
        Accepts an office that the caller's account is offered, and adds its scope to the token that the caller uses.

        Whoever offered it is connected with the account from then on. An office that the account holds is not accepted
        again, but the token gets the scope.

        Raises:
            ForbiddenError: The token may not manage the account.
            UnknownOfficeError
        """
        if caller.account is None or not caller.manages:
            raise ForbiddenError("an office is accepted with a token that may manage the account")
        account, now = caller.account, self._now()
        with transaction(self._engine) as connection:
            here = _here(account, office)
            accepted = update(HELD).where(here, HELD.c.accepted_at.is_(None)).values(accepted_at=now)
            offered_by = connection.scalar(accepted.returning(HELD.c.offered_by))
            if offered_by is None and not holds(connection, account, office):
                raise UnknownOfficeError(f"you are not offered the office {office!r}")
            with_scopes(connection, TOKENS.c.id == caller.token, add=OFFICES[office])
            if offered_by is not None:
                if offered_by != MACHINE:
                    connect(connection, account, offered_by, OFFICE, at=now)
                self._note(connection, caller, "accept", account, office, told=[offered_by])
        self._accounts.forget(account)
        return self._find(account, office)

    def end(self, caller: Caller, account: str, office: OfficeName) -> None:
        """
        Ends an office, or an offer: its owner gives it up or declines, or an operator withdraws it.

        All tokens of the account lose the scope; those without another one are revoked.

        Raises:
            ForbiddenError, UnknownOfficeError
        """
        is_own = caller.account == account and caller.manages
        if not is_own:
            caller.require(OPERATE)
        with transaction(self._engine) as connection:
            ended = delete(HELD).where(_here(account, office)).returning(HELD.c.offered_by, HELD.c.accepted_at)
            row = connection.execute(ended).first()
            if row is None:
                raise _has_none(office)
            with_scopes(connection, TOKENS.c.account == account, without=OFFICES[office], revoked_at=self._now())
            own: Change = "decline" if row.accepted_at is None else "give_up"
            change: Change = own if is_own else "withdraw"
            self._note(connection, caller, change, account, office, told=[row.offered_by if is_own else account])
        self._accounts.forget(account)

    def _note(
        self, connection: Connection, caller: Caller, change: Change, owner: str, office: str, *, told: list[str]
    ) -> None:
        """Notes what happened to an office in the audit trail of both accounts, and tells these accounts."""
        about: Mapping[str, object] = {"office": office, "change": change, "of": owner, "by": caller.account}
        for account in told:
            if account != MACHINE:
                self._tell(connection, account, "office", about)
        self._audit.note(caller, f"office/{change}", connection=connection, owner=owner, office=office)

    def _find(self, account: str, office: str) -> Office:
        with transaction(self._engine) as connection:
            row = connection.execute(select(HELD).where(_here(account, office))).first()
        if row is None:
            raise _has_none(office)
        return _office(row)


def named_office(name: str) -> OfficeName:
    """
    Returns the office of that name.

    Raises:
        UnknownOfficeError
    """
    for office in OFFICES:
        if office == name:
            return office
    raise UnknownOfficeError(f"there is no office {name[:40]!r}, only {', '.join(OFFICES)}")


def _has_none(office: str) -> UnknownOfficeError:
    return UnknownOfficeError(f"this account neither holds the office {office!r} nor is offered it")


def _here(account: str, office: str) -> ColumnElement[bool]:
    return and_(HELD.c.account == account, HELD.c.office == office)


def _office(row: Row[tuple[object, ...]]) -> Office:
    return Office(row.account, row.office, row.offered_by, row.offered_at, row.accepted_at)
