"""
Codes by which a person opens their account on another device, such as a phone that reads them from a screen.

A code is good once, for five minutes, and only while the token that asked for it is valid. An account has one at a
time. Whatever is wrong with a code, the answer is the same, and so is what finding it out costs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, or_, select, update

from delvebook.domain.stream import IdempotentRequest
from delvebook.replays.times import later
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import AuthenticationError, ForbiddenError, UnknownTokenError
from delvebook.service.identity.accounts import Account, Accounts
from delvebook.service.identity.caller import Caller, scopes_of_newcomer
from delvebook.service.identity.tables import ACCOUNTS, HANDOVERS, TOKENS, ban_of, in_force, refuse_banned
from delvebook.service.identity.tokens import NewToken, hash_of

HANDOVER_SECONDS: Final = 300
"""For how long a code is good."""
LISTED_SECONDS: Final = 86_400
"""For how long a code that was used stays listed, even if others were made after it."""
DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of a code (Crockford's base 32), without letters that are mistaken for others when they are typed."""
CODE_DIGITS: Final = 12
"""60 bits: all that could be tried in five minutes finds nothing."""
LIKE_DIGITS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
BETWEEN: Final = re.compile(r"[\s\-\u2010-\u2015]+")
"""What may stand between digits: blanks and dashes of all kinds."""
A_CODE: Final = re.compile(f"[{DIGITS}]{{{CODE_DIGITS}}}")

_OF_ACCOUNTS: Final = (ACCOUNTS.c.kind, ACCOUNTS.c.banned_at, ACCOUNTS.c.banned_until, ACCOUNTS.c.ban_reason)
_MADE_WITH: Final = select(TOKENS.c.id, TOKENS.c.account, TOKENS.c.scopes, *_OF_ACCOUNTS).join(
    ACCOUNTS, ACCOUNTS.c.id == TOKENS.c.account
)


@dataclass(frozen=True, slots=True)
class Handover:
    """
    The opening of an account on another device.

    Attributes:
        id: Its id, which is not secret.
        account: The account.
        created_at: When its code was made.
        expires_at: When its code ends.
        used_at: When another device used it.
    """

    id: str
    account: str
    created_at: str
    expires_at: str
    used_at: str | None = None


class Handovers:
    """
    The handovers of all accounts.

    Args:
        accounts: The accounts, in whose database it works.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._engine = accounts.engine
        self._audit = accounts.audit
        self._tokens = accounts.tokens
        self._now = accounts.now
        self._random_bytes = accounts.random_bytes

    def make(self, caller: Caller) -> tuple[Handover, str]:
        """
        Makes a code for the caller's account, which ends the one before. Returns it with its text.

        Raises:
            ForbiddenError: The token may not manage the account, lacks a right of its owner, or was given to a program.
        """
        owner = self._owner(caller)
        now = self._now()
        number = int.from_bytes(self._random_bytes(8))
        digits = "".join(DIGITS[number >> 5 * place & 31] for place in range(CODE_DIGITS))
        made = Handover(self._random_bytes(8).hex(), owner.id, now, later(now, HANDOVER_SECONDS))
        with transaction(self._engine) as connection:
            # The account's row is held, so that of two codes that are made at once the later one stays.
            held = update(ACCOUNTS).where(ACCOUNTS.c.id == owner.id)
            connection.execute(held.values(kind=ACCOUNTS.c.kind))
            connection.execute(delete(HANDOVERS).where(self._unused(owner.id)))
            connection.execute(delete(HANDOVERS).where(HANDOVERS.c.expires_at <= later(now, -LISTED_SECONDS)))
            connection.execute(
                insert(HANDOVERS).values(
                    account=owner.id,
                    id=made.id,
                    hash=hash_of(digits),
                    token=caller.token,
                    created_at=made.created_at,
                    expires_at=made.expires_at,
                )
            )
            self._audit.note(caller, "handover/make", connection=connection, owner=owner.id)
        return made, "-".join(digits[place : place + 4] for place in range(0, CODE_DIGITS, 4))

    def of(self, caller: Caller) -> list[Handover]:
        """
        Returns the handovers of the caller's account, the newest first: the open one, and those used in the last day.

        Raises:
            ForbiddenError
        """
        now = self._now()
        listed = or_(
            and_(HANDOVERS.c.used_at.is_(None), HANDOVERS.c.expires_at > now),
            HANDOVERS.c.used_at > later(now, -LISTED_SECONDS),
        )
        mine = select(HANDOVERS).where(HANDOVERS.c.account == self._owner(caller).id, listed)
        with transaction(self._engine) as connection:
            rows = connection.execute(mine.order_by(HANDOVERS.c.created_at.desc(), HANDOVERS.c.id)).all()
        return [_handover(row) for row in rows]

    def cancel(self, caller: Caller) -> None:
        """
        Ends the open code of the caller's account. Without one nothing happens. Codes that were used stay listed.

        Raises:
            ForbiddenError
        """
        owner = self._owner(caller)
        with transaction(self._engine) as connection:
            if connection.execute(delete(HANDOVERS).where(self._unused(owner.id))).rowcount:
                self._audit.note(caller, "handover/cancel", connection=connection, owner=owner.id)

    def inspect(self, digits: str) -> Handover:
        """
        Returns what a code would open, and does not use it.

        Raises:
            AuthenticationError
        """
        with transaction(self._engine) as connection:
            row = connection.execute(select(HANDOVERS).where(*self._good(digits))).first()
        if row is None:
            raise _no_code()
        return _handover(row)

    def sign_in(self, digits: str, *, by: Caller, label: str, request: IdempotentRequest | None = None) -> NewToken:
        """
        Issues a token to whoever has a code, with the rights of the token that asked for the code, and uses it up.

        A repeated request of the last 24 hours gets the same token. If the caller has an account, both are connected.

        Raises:
            AuthenticationError: The code is unknown, was used, has ended, or its token is no longer valid.
            BannedError, InvalidInputError, RequestReusedError
        """

        def take() -> NewToken:
            with transaction(self._engine) as connection:
                row = connection.execute(_MADE_WITH.where(TOKENS.c.id == self._use(connection, digits))).one()
                refuse_banned(ban_of(row, self._now))
                me = Caller(row.account, frozenset(row.scopes.split()), row.id, by.address, manages=True)
                issued = self._tokens.issue(
                    connection,
                    row.account,
                    row.kind,
                    scopes=me.scopes,
                    label=label,
                    expires_at=self._tokens.no_later(connection, me, None),
                    manages=True,
                    maker=me if by.account is None else by,
                    request=request,
                )
                self._audit.note(
                    me, "handover/use", connection=connection, token=issued.token.id, owner=row.account,
                    scopes=sorted(me.scopes),
                )  # fmt: skip
            return issued

        return self._tokens.issue_once(request, take)

    def _use(self, connection: Connection, digits: str) -> str:
        """
        Returns the id of the token that a good code was made with. The code is used now.

        Raises:
            AuthenticationError
        """
        used = update(HANDOVERS).where(*self._good(digits)).values(used_at=self._now())
        token: str | None = connection.scalar(used.returning(HANDOVERS.c.token))
        if token is None:
            raise _no_code()
        return token

    @staticmethod
    def _unused(account: str) -> ColumnElement[bool]:
        return and_(HANDOVERS.c.account == account, HANDOVERS.c.used_at.is_(None))

    def _good(self, digits: str) -> tuple[ColumnElement[bool], ...]:
        """Returns what holds of the row of a code that can be used."""
        now = self._now()
        return (
            HANDOVERS.c.hash == hash_of(digits),
            HANDOVERS.c.used_at.is_(None),
            HANDOVERS.c.expires_at > now,
            HANDOVERS.c.token.in_(select(TOKENS.c.id).where(in_force(now))),
        )

    def _owner(self, caller: Caller) -> Account:
        """
        Returns the caller's account, all of whose owner's rights their token has.

        Raises:
            ForbiddenError
        """
        if caller.account is None or caller.token is None or not caller.manages:
            raise ForbiddenError("only a token that may manage the account opens it on another device")
        owner = self._accounts.account(caller.account)
        for scope in scopes_of_newcomer(owner.kind):
            if not caller.may(scope):
                raise ForbiddenError("only a token with all rights of its owner opens it elsewhere", scope=scope)
        try:
            asking = self._tokens.find(caller, caller.token)
        except UnknownTokenError:
            raise AuthenticationError("this token was revoked") from None
        if asking.client is not None:
            raise ForbiddenError("only a token that is not a program's opens an account on another device")
        return owner


def code_in(text: str) -> str | None:
    """Returns the digits of a code however it was typed; None if the text is no such code."""
    digits = BETWEEN.sub("", text.upper()).translate(LIKE_DIGITS)
    return digits if A_CODE.fullmatch(digits) else None


def _no_code() -> AuthenticationError:
    return AuthenticationError("this code is unknown, was used, or has ended")


def _handover(row: Row[tuple[str, ...]]) -> Handover:
    return Handover(row.id, row.account, row.created_at, row.expires_at, row.used_at)
