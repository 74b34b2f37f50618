"""Accounts and their tokens. They are stored in the events' database."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, insert, or_, select
from sqlalchemy.exc import IntegrityError

from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import AccountNames
from delvebook.replays.times import later
from delvebook.service.base.database import open_truth, transaction
from delvebook.service.base.errors import ForbiddenError, NameTakenError, UnknownAccountError
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.caller import BOT, PERSON, PLAY, AccountKind, Caller, scopes_of_newcomer
from delvebook.service.identity.names import clean_name, fold, require_free_words, skeleton
from delvebook.service.identity.tables import ACCOUNTS, HELD_NAMES, Ban, ban_of, banned_accounts
from delvebook.service.identity.tokens import RENEWED_AT_ONCE, NewToken, Tokens

NAMES_REMEMBERED: Final = 10_000
MOMENT_SECONDS: Final = 0.25
WORDS_AT_ONCE: Final = 1000
"""Words in one query, far below the parameters that any database takes."""
PARTS: Final = ("results", "ratings", "games")
"""The parts of a profile. All are shown until the owner chooses; others see in them what they may see anyway."""


@dataclass(frozen=True, slots=True)
class Account:
    """
    An account of a person or a bot.

    Attributes:
        id: Its id, which never changes.
        name: Its name, which is public and unique; None once the account is deleted.
        kind: Whether it is a person's or a bot's.
        created_at: When it was created.
        renamed_at: When its name was last changed.
        ban: Its current ban, if any.
        deleted_at: When it was deleted.
        away_until: The end of its owner's absence; None if they are not away.
        shows: The parts of its profile that others see, of `PARTS`.
    """

    id: str
    name: str | None
    kind: AccountKind
    created_at: str
    renamed_at: str | None = None
    ban: Ban | None = None
    deleted_at: str | None = None
    away_until: str | None = None
    shows: tuple[str, ...] = PARTS


def tell_no_process(account: str) -> None:
    """Does nothing. It is for a process that has no other process to inform."""


def open_accounts_engine(url: str) -> Engine:
    """Returns the engine of accounts and the audit trail. Its commits are durable when they return."""
    return open_truth(url, connections=4)


class Accounts:
    """
    The accounts, and the issuing of their tokens.

    Args:
        engine: The database of accounts.
        audit: Records the issued tokens.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes, for ids and tokens.
        secret: The service's own secret.
        cache_seconds: How long a token is trusted before the database is read again, in seconds.
        on_change: Called with the id of an account after it, or one of its tokens, has changed.
        monotonic: A clock for the caches.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        audit: AuditLog,
        now: Callable[[], str],
        random_bytes: Callable[[int], bytes],
        secret: bytes,
        cache_seconds: float,
        on_change: Callable[[str], None] = tell_no_process,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.engine = engine
        self.audit = audit
        self.now = now
        self.random_bytes = random_bytes
        self._secret = secret
        self._cache_seconds = cache_seconds
        self._on_change = on_change
        self._monotonic = monotonic
        self.tokens = Tokens(
            engine,
            audit=audit,
            now=now,
            random_bytes=random_bytes,
            secret=secret,
            cache_seconds=cache_seconds,
            on_revoked=self.forget,
            monotonic=monotonic,
        )
        self._named: dict[str, tuple[float, str, bool, str | None]] = {}
        self._names_used: set[str] = set()
        self._changes = 0

    def close(self) -> None:
        """Closes the database, which the audit trail shares."""
        self.engine.dispose()

    # -- accounts -------------------------------------------------------------------------------

    def create_account(
        self,
        name: str,
        *,
        by: Caller,
        kind: AccountKind = PERSON,
        label: str = "first",
        request: IdempotentRequest | None = None,
    ) -> tuple[Account, NewToken]:
        """
        Creates an account with its first token. Returns the same ones again for a request of the last 24 hours.

        The token has all scopes that its owner may have. If the caller has an account, the two are connected.

        Args:
            name: The account's name.
            by: The caller.
            kind: Whether it is a person's or a bot's.
            label: The label of that token.
            request: The client's request, if it may be repeated.

        Raises:
            InvalidInputError: The name is not valid.
            NameReservedError, NameTakenError, WrongKindError
            RequestReusedError: The key belongs to a request with another body.
        """
        name = clean_name(name)
        scopes = scopes_of_newcomer(kind)

        def make() -> NewToken:
            require_free_words(name)
            account = Account(self.random_bytes(8).hex(), name, kind, self.now())
            with transaction(self.engine) as connection:
                self.insert(connection, account)
                issued = self.tokens.issue(
                    connection, account.id, kind, scopes=scopes, label=label, manages=True, maker=by, request=request
                )
                self.audit.note(
                    Caller(account.id, frozenset(), issued.token.id, by.address),
                    "account/create",
                    connection=connection,
                    kind=kind,
                    scopes=sorted(scopes),
                )
            return issued

        try:
            issued = self.tokens.issue_once(request, make)
        except IntegrityError:
            raise name_taken(name) from None
        return self.account(issued.token.account), issued

    def insert(self, connection: Connection, account: Account) -> None:
        """
        Stores a new account in this transaction.

        Raises:
            NameTakenError: The name was given up recently.
            IntegrityError: Another account has it.
        """
        name = str(account.name)
        self.claim_name(connection, name, account=account.id)
        connection.execute(
            insert(ACCOUNTS).values(
                id=account.id, kind=account.kind, created_at=account.created_at, **name_columns(name)
            )
        )

    def claim_name(self, connection: Connection, name: str, *, account: str) -> None:
        """
        Returns if no other account has recently given up this name, or one that looks like it.

        A unique index ensures that no other account has it now.

        Raises:
            NameTakenError
        """
        forms = [self.name_digest(form) for form in (fold(name), skeleton(name))]
        held = select(HELD_NAMES.c.digest).where(
            HELD_NAMES.c.digest.in_(forms), HELD_NAMES.c.account != account, HELD_NAMES.c.until > self.now()
        )
        if connection.execute(held).first() is not None:
            raise name_taken(name)

    def name_digest(self, form: str) -> str:
        """Returns the digest by which a form of a released name is stored."""
        return hmac.digest(self._secret, f"name/1\n{form}".encode(), "sha256").hex()

    def account(self, account_id: str) -> Account:
        """
        Returns the account with that id. A deleted account is unknown.

        Raises:
            UnknownAccountError
        """
        here = (ACCOUNTS.c.id == account_id[:40]) & ACCOUNTS.c.deleted_at.is_(None)
        return self._find(here, f"there is no account {account_id[:40]!r}")

    def account_ever(self, account_id: str) -> Account:
        """
        Returns the account with that id, also if it is deleted. It has no name then.

        Raises:
            UnknownAccountError
        """
        return self._find(ACCOUNTS.c.id == account_id[:40], f"there is no account {account_id[:40]!r}")

    def account_named(self, name: str) -> Account:
        """
        Returns the account with that name, ignoring case.

        Raises:
            UnknownAccountError
        """
        return self._find(ACCOUNTS.c.folded_name == fold(name), f"there is no account named {name[:40]!r}")

    def account_meant(self, given: str) -> Account:
        """
        Returns the account with that id, or else with that name. An id takes precedence over an equal name.

        Raises:
            UnknownAccountError
        """
        try:
            return self.account(given)
        except UnknownAccountError:
            return self.account_named(given)

    def mistaken_for(self, words: Collection[str]) -> set[str]:
        """
        Returns the ids of the accounts that these words would be read as: by id, in either case, or by name.

        A name counts as it does for a new account: one that looks the same is the same. A deleted account has its id.
        """
        found: set[str] = set()
        asked = sorted(words)
        for some in (asked[at : at + WORDS_AT_ONCE] for at in range(0, len(asked), WORDS_AT_ONCE)):
            alike = or_(
                ACCOUNTS.c.id.in_([word.lower() for word in some]),
                ACCOUNTS.c.folded_name.in_([fold(word) for word in some]),
                ACCOUNTS.c.skeleton.in_([skeleton(word) for word in some]),
            )
            with transaction(self.engine) as connection:
                found.update(connection.scalars(select(ACCOUNTS.c.id).where(alike)))
        return found

    def accounts(self, *, after: str = "", limit: int = 100, is_banned: bool = False) -> list[Account]:
        """Returns at most `limit` accounts with ids after `after`, by id; with `is_banned` only banned ones."""
        query = select(ACCOUNTS).where(ACCOUNTS.c.id > after, ACCOUNTS.c.deleted_at.is_(None))
        if is_banned:
            query = query.where(ACCOUNTS.c.id.in_(banned_accounts(self.now())))
        with transaction(self.engine) as connection:
            rows = connection.execute(query.order_by(ACCOUNTS.c.id).limit(limit))
            return [self.account_of(row) for row in rows]

    def names(self, ids: Collection[str]) -> AccountNames:
        """
        Returns the names of these accounts, by id, and which are bots or away. Unknown ones are left out.

        A name is cached as long as a token is (`cache_seconds`).
        """
        now = self._monotonic()
        found = {id_: known for id_ in ids if (known := self._named.get(id_)) is not None and known[0] > now}
        self._names_used.update(found)
        if len(found) < len(ids) and (missing := sorted(set(ids) - found.keys())):
            found |= self._read_names(missing)
        people = AccountNames()
        for id_, (_, name, is_bot, away) in found.items():
            if name:
                people[id_] = name
            if is_bot:
                people.bots.add(id_)
            if away is not None and away > self.now():
                people.away[id_] = away
        return people

    def _read_names(self, ids: Sequence[str]) -> dict[str, tuple[float, str, bool, str | None]]:
        """Returns what is known of these accounts, and caches it."""
        believed_until = self._monotonic() + self._cache_seconds
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.kind, ACCOUNTS.c.away_until)
        changes = self._changes
        with transaction(self.engine) as connection:
            rows = connection.execute(query.where(ACCOUNTS.c.id.in_(ids)))
            read = {row.id: (believed_until, row.name, row.kind == BOT, row.away_until) for row in rows}
        if len(self._named) >= NAMES_REMEMBERED:
            self._named.clear()
        if changes == self._changes:
            self._named.update(read)
        return read

    def has_names(self, ids: Collection[str]) -> bool:
        """Returns whether `names` finds these accounts without asking the database, now and in the next moment."""
        soon = self._monotonic() + MOMENT_SECONDS
        return all((known := self._named.get(id_)) is not None and known[0] > soon for id_ in ids)

    def renew(self) -> None:
        """
        Reads the names and tokens again that were used since the last call, with one statement for many.

        Called more often than `cache_seconds`, it keeps them in the cache, and none longer than before.
        """
        self.tokens.renew()
        used, self._names_used = self._names_used, set()
        ids = sorted(used & self._named.keys())
        for at in range(0, len(ids), RENEWED_AT_ONCE):
            self._read_names(ids[at : at + RENEWED_AT_ONCE])

    def forget(self, account: str) -> None:
        """Drops cached data of an account in all processes, because it, or one of its tokens, has changed."""
        self.forget_here(account)
        self._on_change(account)

    def forget_here(self, account: str) -> None:
        """Drops this process's cached data of an account."""
        self._changes += 1
        self._named.pop(account, None)
        self.tokens.forget(account)

    # -- tokens ---------------------------------------------------------------------------------

    def issue_token(
        self,
        caller: Caller,
        *,
        scopes: Collection[str],
        label: str = "",
        expires_at: str | None = None,
        manages: bool = False,
        maker: Caller | None = None,
        request: IdempotentRequest | None = None,
    ) -> NewToken:
        """
        Issues another token to the caller's own account, with scopes of the token they use.

        It expires with the caller's own at the latest. Nobody can make a token of another account.

        Args:
            caller: The caller.
            scopes: The scopes of the token.
            label: The owner's name for it.
            expires_at: When it ends; never if None.
            manages: Whether it may also manage the account. The caller's own token must be able to do so.
            maker: The caller whose request it is, if they show the caller's token without sending it as theirs.
            request: The client's request, if it may be repeated. A repeated one gets the same token.

        Raises:
            ForbiddenError, InvalidInputError, UnknownAccountError, WrongKindError, RequestReusedError
        """
        if caller.account is None:
            raise ForbiddenError("this needs a token", scope=PLAY)
        for scope in scopes:
            if not caller.may(scope):
                raise ForbiddenError("a token can be given only scopes of the token you use", scope=scope)
        if manages and not caller.manages:
            raise ForbiddenError("only a token that may manage the account makes another one that may")
        owner = self.account(caller.account)

        def make() -> NewToken:
            with transaction(self.engine) as connection:
                issued = self.tokens.issue(
                    connection,
                    owner.id,
                    owner.kind,
                    scopes=scopes,
                    label=label,
                    expires_at=self.tokens.no_later(connection, caller, expires_at),
                    manages=manages,
                    maker=caller if maker is None or maker.account is None else maker,
                    request=request,
                )
                self.audit.note(
                    caller,
                    "token/issue",
                    connection=connection,
                    token=issued.token.id,
                    owner=owner.id,
                    scopes=sorted(scopes),
                )
            return issued

        return self.tokens.issue_once(request, make)

    def give_client(
        self, connection: Connection, caller: Caller, *, client: str, label: str, scopes: Collection[str], seconds: int
    ) -> NewToken:
        """Issues a token to an OAuth client, as the caller has allowed. It can never administer the account."""
        account = self.account(str(caller.account))
        issued = self.tokens.issue(
            connection,
            account.id,
            account.kind,
            scopes=scopes,
            label=label,
            expires_at=later(self.now(), seconds),
            client=client,
        )
        self.audit.note(
            caller,
            "token/issue",
            connection=connection,
            token=issued.token.id,
            owner=account.id,
            client=client,
            scopes=sorted(scopes),
        )
        return issued

    def account_of(self, row: Any) -> Account:
        """Returns the account of a table row."""
        return Account(
            row.id,
            row.name or None,
            row.kind,
            row.created_at,
            row.renamed_at,
            ban_of(row, self.now),
            row.deleted_at,
            self._if_to_come(row.away_until),
            PARTS if row.shows is None else tuple(row.shows.split()),
        )

    def _if_to_come(self, time: str | None) -> str | None:
        """Returns the time if it is in the future, else None."""
        return time if time is not None and time > self.now() else None

    def _find(self, condition: Any, sentence: str) -> Account:
        with transaction(self.engine) as connection:
            row = connection.execute(select(ACCOUNTS).where(condition)).first()
        if row is None:
            raise UnknownAccountError(sentence)
        return self.account_of(row)


def name_columns(name: str) -> dict[str, str]:
    """Returns the columns of an account that are derived from its name."""
    return {"name": name, "folded_name": fold(name), "skeleton": skeleton(name)}


def name_taken(name: str) -> NameTakenError:
    """Returns the error for a name that is taken, looks like a taken one, or was released recently."""
    return NameTakenError(f"the name {name!r}, or one that looks like it, is taken")
