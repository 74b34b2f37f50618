"""
Accounts that were prepared on the service's own machine, and the codes by which their owners take them over.

The machine makes no token for anybody. It prints a code, and whoever uses it first gets the account's first token. A
code that was used before it reached its owner is refused to them, so they notice. A code that nobody used in a week is
no longer good, and the machine makes another one for the same account.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from delvebook.domain.stream import IdempotentRequest
from delvebook.replays.times import later
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import AuthenticationError
from delvebook.service.identity.accounts import Account, Accounts, name_taken
from delvebook.service.identity.caller import ON_THE_MACHINE, PERSON, Caller, scopes_of_newcomer
from delvebook.service.identity.names import clean_name
from delvebook.service.identity.tables import ACCOUNTS, TAKEOVERS
from delvebook.service.identity.tokens import CODE_PREFIX, TOKEN_BYTES, NewToken, hash_of, text_of

CODE_SECONDS: Final = 7 * 86_400
"""For how long a code is good."""


class Takeovers:
    """
    The prepared accounts.

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

    def prepare(self, name: str) -> tuple[Account, str, str]:
        """
        Creates a person's account without a token. Returns it with its code, and when that ends.

        Only a hash of the code is stored. If the account was prepared before, and its code has ended unused, it gets
        another one. Reserved words may be used in the name.

        Raises:
            InvalidInputError, NameTakenError
        """
        name = clean_name(name)
        now = self._now()
        unclaimed = self._unclaimed(name)
        account = unclaimed or Account(self._random_bytes(8).hex(), name, PERSON, now)
        code = text_of(self._random_bytes(TOKEN_BYTES), prefix=CODE_PREFIX)
        try:
            with transaction(self._engine) as connection:
                if unclaimed is not None:
                    renewed = update(TAKEOVERS).where(TAKEOVERS.c.account == account.id, TAKEOVERS.c.used_at.is_(None))
                    connection.execute(renewed.values(hash=hash_of(code), created_at=now))
                else:
                    self._accounts.insert(connection, account)
                    connection.execute(insert(TAKEOVERS).values(hash=hash_of(code), account=account.id, created_at=now))
                self._audit.note(ON_THE_MACHINE, "account/prepare", connection=connection, owner=account.id)
        except IntegrityError:
            raise name_taken(name) from None
        return account, code, later(now, CODE_SECONDS)

    def _unclaimed(self, name: str) -> Account | None:
        """Returns the account of that name whose code has ended unused; None if there is none."""
        ended = TAKEOVERS.c.used_at.is_(None), TAKEOVERS.c.created_at <= later(self._now(), -CODE_SECONDS)
        query = select(ACCOUNTS.c.id).join(TAKEOVERS, TAKEOVERS.c.account == ACCOUNTS.c.id)
        with transaction(self._engine) as connection:
            found = connection.scalar(query.where(ACCOUNTS.c.name == name, *ended))
        return None if found is None else self._accounts.account(found)

    def take_over(
        self, code: str, *, by: Caller, label: str = "first", request: IdempotentRequest | None = None
    ) -> NewToken:
        """
        Issues the first token of a prepared account to whoever has its code. A code is good once.

        A repeated request of the last 24 hours gets the same token. If the caller has an account, both are connected.

        Raises:
            AuthenticationError: The code is unknown, was used, or has ended.
            RequestReusedError
        """

        def take() -> NewToken:
            with transaction(self._engine) as connection:
                owner = self._use(connection, code)
                issued = self._tokens.issue(
                    connection,
                    owner,
                    PERSON,
                    scopes=scopes_of_newcomer(PERSON),
                    label=label,
                    manages=True,
                    maker=by,
                    request=request,
                )
                caller = Caller(owner, frozenset(), issued.token.id, by.address)
                self._audit.note(caller, "account/take_over", connection=connection, owner=owner)
            return issued

        return self._tokens.issue_once(request, take)

    def _use(self, connection: Connection, code: str) -> str:
        """
        Returns the account of an unused code, which is used now.

        Raises:
            AuthenticationError
        """
        good = TAKEOVERS.c.used_at.is_(None), TAKEOVERS.c.created_at > later(self._now(), -CODE_SECONDS)
        unused = update(TAKEOVERS).where(TAKEOVERS.c.hash == hash_of(code), *good)
        owner: str | None = connection.scalar(unused.values(used_at=self._now()).returning(TAKEOVERS.c.account))
        if owner is None:
            raise AuthenticationError("this code is unknown, was used, or has ended")
        return owner
