"""
Accounts and their tokens.

They are stored in the database of the events. Only a hash of a token is stored, so a reader of the database cannot
use the token.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, Select, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from delvebook.domain.stream import Request
from delvebook.projections.views import Named
from delvebook.replays.times import later
from delvebook.service.base.database import open_truth, transaction
from delvebook.service.base.errors import (
    AuthenticationError,
    BannedError,
    ForbiddenError,
    InvalidInputError,
    NameTakenError,
    RequestReusedError,
    UnavailableError,
    UnknownAccountError,
    UnknownTokenError,
    WrongKindError,
)
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.caller import (
    BOT,
    OPERATE,
    PERSON,
    PLAY,
    PLAYS_WITH,
    SCOPES,
    AccountKind,
    Caller,
    scopes_of_newcomer,
)
from delvebook.service.identity.names import clean_name, fold, require_free_words, skeleton
from delvebook.service.identity.tables import ACCOUNTS, HELD_NAMES, ISSUED, TOKENS, banned_accounts
from delvebook.service.store.requests import REQUEST_SECONDS_MAX

MACHINE: Final = "-"
"""The account of a caller on the service's own machine, where no token is needed."""
TOKEN_PREFIX: Final = "dvb_"  # noqa: S105
TOKEN_BYTES: Final = 32
TOKENS_CACHED: Final = 10_000
TOKENS_MAX: Final = 100
"""The most tokens one account may have at a time."""
LABEL_MAX: Final = 80
NAMES_REMEMBERED: Final = 10_000
USE_NOTED_SECONDS: Final = 300
"""How exact `last_used_at` is: a token's use is noted once in this time."""


@dataclass(frozen=True, slots=True)
class Account:
    """
    An account.

    Attributes:
        id: Its id, for ever.
        name: Its name, which is public and unique; None once it is deleted.
        kind: Whether it is a person's or a bot's.
        created_at: When it was created.
        renamed_at: When its name was last changed.
        ban: The ban that is on it now.
        deleted_at: When it was deleted.
        away_until: Until when its owner is away; None if they are not.
    """

    id: str
    name: str | None
    kind: AccountKind
    created_at: str
    renamed_at: str | None = None
    ban: Ban | None = None
    deleted_at: str | None = None
    away_until: str | None = None


class Ban(NamedTuple):
    """Since when an account is banned, until when (None for good), and why."""

    at: str
    until: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Token:
    """
    A stored token, without its secret.

    Attributes:
        id: Its id, which is no secret.
        account: Whose it is.
        scopes: What it allows.
        label: The owner's name for it.
        manages: Whether it may also look after the account: its name, its tokens, its end.
        client: The OAuth client that it was given to.
        created_at: When it was issued.
        expires_at: When it ends by itself.
        last_used_at: When it was last used, to within `USE_NOTED_SECONDS`.
        revoked_at: When it was revoked.
    """

    id: str
    account: str
    scopes: tuple[str, ...]
    label: str
    manages: bool
    client: str | None
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


@dataclass(frozen=True, slots=True)
class NewToken:
    """
    A new token with its secret, which is shown to its owner once.

    Attributes:
        token: The stored token.
        secret: What its owner sends.
        is_repeat: Whether the same request had been answered before; then nothing happened now.
    """

    token: Token
    secret: str
    is_repeat: bool = False


def tell_no_process(account: str) -> None:
    """For a process beside which no other has to know of a change at once."""


def open_accounts_engine(url: str) -> Engine:
    """The database of accounts and the audit trail. Its commits are durable when they return."""
    return open_truth(url, connections=4)


@lru_cache(maxsize=4096)
@lru_cache(maxsize=1024)
def address_class(address: str | None, *, secret: bytes) -> str | None:
    """
    A keyed hash of an address's network (IPv4 /24, IPv6 /48); None if it is not an IP address.

    It shows that two requests came from the same place, but not from where.
    """
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    network = ipaddress.ip_network(f"{ip}/{24 if ip.version == 4 else 48}", strict=False)
    return f"v{ip.version}:" + hmac.digest(secret, f"address/1\n{network}".encode(), "sha256").hex()[:16]


class Accounts:
    """
    The accounts, and what their tokens allow.

    Args:
        engine: The database of accounts.
        audit: Records who was given what.
        now: The time, in the record's form.
        random_bytes: Unpredictable bytes, for ids and tokens.
        secret: The service's own secret, from which the token of a repeatable request is derived: it is not stored, and
            the same for the same request.
        cache_seconds: How long a token is trusted without reading the database again, in seconds.
        on_change: Called with the id of an account once it, or a token of it, has changed.
        monotonic: A clock for the cache.
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
        self._cache: OrderedDict[str, tuple[float, Token]] = OrderedDict()
        self._cache_lock = threading.Lock()
        self._revocations = 0
        self._noted: OrderedDict[str, float] = OrderedDict()
        self._named: dict[str, tuple[float, str, bool, str | None]] = {}

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
        scopes: Collection[str] | None = None,
        label: str = "first",
        request: Request | None = None,
    ) -> tuple[Account, NewToken]:
        """
        A new account and its first token; for a request that was answered in the last 24 hours, the same again.

        Args:
            name: The account's name.
            by: Who asks. On the service's own machine reserved words may be used.
            kind: Whether it is a person's or a bot's.
            scopes: What its first token may do; everything that its owner may if None.
            label: What that token is called.
            request: The client's request, if the same one may come again.

        Raises:
            InvalidInputError: The name is not valid.
            NameReservedError, NameTakenError, WrongKindError
            RequestReusedError: The key belongs to a request with another body.
        """
        name = clean_name(name)
        scopes = scopes_of_newcomer(kind) if scopes is None else scopes
        if (known := self._issued_for(request)) is not None:
            return self.account(known.token.account), known
        if by.account != MACHINE:
            require_free_words(name)
        account = Account(self.random_bytes(8).hex(), name, kind, self.now())
        try:
            with transaction(self.engine) as connection:
                self.claim_name(connection, name, account=account.id)
                connection.execute(
                    insert(ACCOUNTS).values(
                        id=account.id, kind=kind, created_at=account.created_at, **name_columns(name)
                    )
                )
                issued = self._issue(connection, account, scopes=scopes, label=label, manages=True, request=request)
                self.audit.note(
                    Caller(account.id, frozenset(), issued.token.id, by.address),
                    "account/create",
                    connection=connection,
                    kind=kind,
                    scopes=sorted(scopes),
                )
        except IntegrityError:
            if (known := self._issued_for(request)) is not None:
                return self.account(known.token.account), known
            raise name_taken(name) from None
        return account, issued

    def claim_name(self, connection: Connection, name: str, *, account: str) -> None:
        """
        Returns if nobody else has given up this name, or one that looks like it, a short time ago.

        That nobody else *has* it is settled by the table.

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
        """What stands for a form of a name that was given up."""
        return hmac.digest(self._secret, f"name/1\n{form}".encode(), "sha256").hex()

    def account(self, account_id: str) -> Account:
        """
        The account of that id; one that was deleted is unknown.

        Raises:
            UnknownAccountError
        """
        here = (ACCOUNTS.c.id == account_id[:40]) & ACCOUNTS.c.deleted_at.is_(None)
        return self._find(here, f"there is no account {account_id[:40]!r}")

    def account_named(self, name: str) -> Account:
        """
        The account of that name, regardless of case.

        Raises:
            UnknownAccountError
        """
        return self._find(ACCOUNTS.c.folded_name == fold(name), f"there is no account named {name[:40]!r}")

    def account_meant(self, given: str) -> Account:
        """
        The account of that id, or else of that name: an id means its account, whoever has it for a name.

        Raises:
            UnknownAccountError
        """
        try:
            return self.account(given)
        except UnknownAccountError:
            return self.account_named(given)

    def accounts(self, *, after: str = "", limit: int = 100, is_banned: bool = False) -> list[Account]:
        """At most `limit` accounts with ids after that one, in the order of ids; `is_banned` for banned ones alone."""
        query = select(ACCOUNTS).where(ACCOUNTS.c.id > after, ACCOUNTS.c.deleted_at.is_(None))
        if is_banned:
            query = query.where(ACCOUNTS.c.id.in_(banned_accounts(self.now())))
        with transaction(self.engine) as connection:
            rows = connection.execute(query.order_by(ACCOUNTS.c.id).limit(limit))
            return [self.account_of(row) for row in rows]

    def names(self, ids: Collection[str]) -> Named:
        """
        The names of these accounts, by id, which of them are bots, and who is away; unknown ones are left out.

        A name is believed as long as a token is (`cache_seconds`), then read again.
        """
        now = self._monotonic()
        found = {id_: known for id_ in ids if (known := self._named.get(id_)) is not None and known[0] > now}
        if len(found) < len(ids) and (missing := sorted(set(ids) - found.keys())):
            believed_until = now + self._cache_seconds
            query = select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.kind, ACCOUNTS.c.away_until)
            query = query.where(ACCOUNTS.c.id.in_(missing))
            with transaction(self.engine) as connection:
                read = {
                    row.id: (believed_until, row.name, row.kind == BOT, row.away_until)
                    for row in connection.execute(query)
                }
            if len(self._named) >= NAMES_REMEMBERED:
                self._named.clear()
            self._named.update(read)
            found |= read
        people = Named()
        for id_, (_, name, is_bot, away) in found.items():
            if name:
                people[id_] = name
            if is_bot:
                people.bots.add(id_)
            if away is not None and away > self.now():
                people.away[id_] = away
        return people

    def forget(self, account: str) -> None:
        """Forgets what is remembered of an account, because it, or a token of it, has changed."""
        self.forget_here(account)
        self._on_change(account)

    def forget_here(self, account: str) -> None:
        """Forgets what this process remembers of an account."""
        self._named.pop(account, None)
        with self._cache_lock:
            self._revocations += 1
            for hashed in [hashed for hashed, (_, token) in self._cache.items() if token.account == account]:
                del self._cache[hashed]

    # -- tokens ---------------------------------------------------------------------------------

    def issue_token(
        self,
        caller: Caller,
        *,
        scopes: Collection[str],
        label: str = "",
        account: str | None = None,
        expires_at: str | None = None,
        manages: bool = False,
        request: Request | None = None,
    ) -> NewToken:
        """
        A new token. A caller gets scopes their own token has; an operator gives any scope to any account.

        It ends with the caller's own at the latest.

        Args:
            caller: Who asks.
            scopes: What the token may do.
            label: The owner's name for it.
            account: The name of the account it is for; the caller's own if None.
            expires_at: When it ends; never if None.
            manages: Whether it may also look after the account, which the caller's own token must be able to do.
            request: The client's request, if the same one may come again; it is answered with the same token.

        Raises:
            ForbiddenError, InvalidInputError, UnknownAccountError, WrongKindError, RequestReusedError
        """
        is_operator = OPERATE in caller.scopes
        if not is_operator and (
            account is not None or not all(map(caller.may, scopes)) or (manages and not caller.manages)
        ):
            raise ForbiddenError(
                "a token can be given only scopes of the token you use; an operator can give any", scope=OPERATE
            )
        if caller.account is None:
            raise ForbiddenError("this needs a token", scope=PLAY)
        owner = self.account(caller.account) if account is None else self.account_named(account)
        if (known := self._issued_for(request)) is not None:
            return known
        try:
            with transaction(self.engine) as connection:
                if not is_operator:
                    expires_at = self._no_later(connection, caller, expires_at)
                issued = self._issue(
                    connection,
                    owner,
                    scopes=scopes,
                    label=label,
                    expires_at=expires_at,
                    manages=manages,
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
        except IntegrityError:
            # The same request was first, in another thread or process.
            if (known := self._issued_for(request)) is None:
                raise
            return known
        return issued

    def grant(self, account: str, *, scopes: Collection[str], label: str = "granted") -> NewToken:
        """A new token for the account of that name. For commands on the service's own machine."""
        machine = Caller(account=MACHINE, scopes=frozenset(SCOPES))
        return self.issue_token(machine, scopes=scopes, label=label, account=account, manages=True)

    def give_client(
        self, connection: Connection, caller: Caller, *, client: str, label: str, scopes: Collection[str], seconds: int
    ) -> NewToken:
        """A token for an OAuth client, as the caller has allowed it; it never looks after the account."""
        account = self.account(str(caller.account))
        issued = self._issue(
            connection,
            account,
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

    def tokens_of(self, account: str) -> list[Token]:
        """The account's valid tokens, oldest first."""
        query = self._valid().where(TOKENS.c.account == account).order_by(TOKENS.c.created_at, TOKENS.c.id)
        with transaction(self.engine) as connection:
            return [_token(row) for row in connection.execute(query)]

    def token(self, caller: Caller, token: str) -> Token:
        """
        One of the caller's valid tokens, or for an operator any token.

        Raises:
            UnknownTokenError
        """
        query = self._valid().where(TOKENS.c.id == token[:40])
        if OPERATE not in caller.scopes:
            query = query.where(TOKENS.c.account == caller.account)
        with transaction(self.engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            raise UnknownTokenError(f"you have no token {token[:40]!r}")
        return _token(row)

    def token_of_client(self, secret: str, client: str) -> Token | None:
        """The token of that secret if it counts now and was given to that OAuth client. To ask is no use of it."""
        hashed = hashlib.sha256(secret.encode()).hexdigest()
        query = self._valid().where(TOKENS.c.hash == hashed, TOKENS.c.client == client)
        query = query.where(TOKENS.c.account.not_in(banned_accounts(self.now())))
        with transaction(self.engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else _token(row)

    def revoke_token(self, caller: Caller, token: str) -> None:
        """
        Revokes one of the caller's tokens, or for an operator any token. It takes effect in this process at once.

        Raises:
            UnknownTokenError
        """
        query = select(TOKENS).where(TOKENS.c.id == token[:40], TOKENS.c.revoked_at.is_(None))
        if OPERATE not in caller.scopes:
            query = query.where(TOKENS.c.account == caller.account)
        with transaction(self.engine) as connection:
            row = connection.execute(query).first()
            if row is None:
                raise UnknownTokenError(f"you have no token {token[:40]!r}")
            connection.execute(update(TOKENS).where(TOKENS.c.id == row.id).values(revoked_at=self.now()))
            self.audit.note(caller, "token/revoke", connection=connection, token=row.id, owner=row.account)
        self.forget(row.account)

    def authenticate(self, secret: str) -> Token:
        """
        The stored token of a secret that a caller sent.

        Raises:
            AuthenticationError: It is unknown, revoked or expired.
            BannedError: Its account is banned.
        """
        if not secret.startswith(TOKEN_PREFIX) or not secret.isascii() or len(secret) > 100:
            raise AuthenticationError("this is not a token of this service")
        hashed = hashlib.sha256(secret.encode()).hexdigest()
        with self._cache_lock:
            known = self._cache.get(hashed)
            revocations = self._revocations
        if known is not None and known[0] > self._monotonic():
            return self._unexpired(known[1])
        believed_until = self._monotonic() + self._cache_seconds
        query = (
            select(TOKENS, ACCOUNTS.c.banned_at, ACCOUNTS.c.banned_until, ACCOUNTS.c.ban_reason)
            .join(ACCOUNTS, ACCOUNTS.c.id == TOKENS.c.account)
            .where(TOKENS.c.hash == hashed)
        )
        with transaction(self.engine) as connection:
            row = connection.execute(query).first()
        if row is None or not hmac.compare_digest(row.hash, hashed) or row.revoked_at is not None:
            raise AuthenticationError("the token is unknown or revoked")
        token = self._unexpired(_token(row))
        if (ban := self._ban_of(row)) is not None:
            raise BannedError("your account is banned", reason=ban.reason, until=ban.until)
        self._note_use(token)
        with self._cache_lock:
            if revocations == self._revocations:
                self._cache[hashed] = (believed_until, token)
                self._cache.move_to_end(hashed)
            if len(self._cache) > TOKENS_CACHED:
                self._cache.popitem(last=False)
        return token

    def has_answered(self, request: Request | None) -> bool:
        """
        Whether the request made an account or a token in the last 24 hours.

        Raises:
            RequestReusedError
        """
        return self._issued_for(request) is not None

    # -- inside ---------------------------------------------------------------------------------

    def _unexpired(self, token: Token) -> Token:
        if token.expires_at is not None and token.expires_at <= self.now():
            raise AuthenticationError("the token has expired")
        return token

    def _valid(self) -> Select[Any]:
        """Tokens that are neither revoked nor expired."""
        unexpired = or_(TOKENS.c.expires_at.is_(None), TOKENS.c.expires_at > self.now())
        return select(TOKENS).where(TOKENS.c.revoked_at.is_(None), unexpired)

    def _no_later(self, connection: Connection, caller: Caller, expires_at: str | None) -> str | None:
        """The time at which a token ends that the caller asks for: not after that of the token they use."""
        own = connection.scalar(select(TOKENS.c.expires_at).where(TOKENS.c.id == caller.token))
        return min(time for time in (own, expires_at) if time is not None) if own or expires_at else None

    def _note_use(self, token: Token) -> None:
        """
        Writes down that a token is used. It costs a commit, so not every time, and nothing fails for it.

        A process writes down the first use it sees, and then one every `USE_NOTED_SECONDS` by its own clock.
        """
        moment = self._monotonic()
        with self._cache_lock:
            if self._noted.get(token.id, -inf) > moment - USE_NOTED_SECONDS:
                return
            self._noted[token.id] = moment
            if len(self._noted) > TOKENS_CACHED:
                self._noted.popitem(last=False)
        with suppress(UnavailableError), transaction(self.engine) as connection:
            connection.execute(update(TOKENS).where(TOKENS.c.id == token.id).values(last_used_at=self.now()))

    def _ban_of(self, row: Any) -> Ban | None:
        """The ban on the account of this row, if there is one now."""
        if row.banned_at is None or (row.banned_until is not None and row.banned_until <= self.now()):
            return None
        return Ban(row.banned_at, row.banned_until, row.ban_reason)

    def account_of(self, row: Any) -> Account:
        """The account of a row of its table."""
        return Account(
            row.id,
            row.name or None,
            row.kind,
            row.created_at,
            row.renamed_at,
            self._ban_of(row),
            row.deleted_at,
            self._if_to_come(row.away_until),
        )

    def _if_to_come(self, time: str | None) -> str | None:
        """The time, if it has not passed."""
        return time if time is not None and time > self.now() else None

    def _issued_for(self, request: Request | None) -> NewToken | None:
        """
        The token that the request made in the last 24 hours, with its secret; None if it made none.

        Raises:
            RequestReusedError
        """
        if request is None:
            return None
        query = (
            select(TOKENS, ISSUED.c.body, ISSUED.c.created_at.label("issued_at"))
            .join(TOKENS, TOKENS.c.id == ISSUED.c.token)
            .where(ISSUED.c.key == request.key)
        )
        with transaction(self.engine) as connection:
            row = connection.execute(query).first()
        if row is None or row.issued_at < later(self.now(), -REQUEST_SECONDS_MAX):
            return None
        if row.body != request.body:
            raise RequestReusedError("this Idempotency-Key was used for another request")
        return NewToken(_token(row), self._secret_for(request, token=row.id), is_repeat=True)

    def _secret_for(self, request: Request, *, token: str) -> str:
        """
        The secret of a token that a repeatable request made.

        It needs the service's own secret, the token's id and the key that the client sent; the key is stored as a
        digest alone.
        """
        return _token_text(hmac.digest(self._secret, f"token/1\n{token}\n{request.key}".encode(), "sha256"))

    def _issue(
        self,
        connection: Connection,
        account: Account,
        *,
        scopes: Collection[str],
        label: str,
        expires_at: str | None = None,
        manages: bool = False,
        client: str | None = None,
        request: Request | None = None,
    ) -> NewToken:
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise InvalidInputError(f"the scopes are {', '.join(SCOPES)}", fields={"scopes": [f"unknown: {unknown}"]})
        if expires_at is not None and expires_at <= self.now():
            raise InvalidInputError("the token would have expired", fields={"expires_at": ["a time to come"]})
        if PLAYS_WITH[BOT if account.kind == PERSON else PERSON] in scopes:
            raise WrongKindError(
                f"the account of a {account.kind} plays with the scope {PLAYS_WITH[account.kind]!r}",
                kind=account.kind,
            )
        in_force = self._valid().where(TOKENS.c.account == account.id)
        if len(connection.execute(in_force.limit(TOKENS_MAX)).all()) >= TOKENS_MAX:
            raise InvalidInputError(
                f"an account has at most {TOKENS_MAX} tokens; revoke one first", fields={"scopes": ["too many tokens"]}
            )
        token_id = self.random_bytes(8).hex()
        if request is None:
            secret = _token_text(self.random_bytes(TOKEN_BYTES))
        else:
            secret = self._secret_for(request, token=token_id)
        token = Token(
            id=token_id,
            account=account.id,
            scopes=tuple(scope for scope in SCOPES if scope in scopes),
            label=label,
            manages=manages,
            client=client,
            created_at=self.now(),
            expires_at=expires_at,
            last_used_at=None,
            revoked_at=None,
        )
        connection.execute(
            insert(TOKENS).values(
                id=token.id,
                account=account.id,
                hash=hashlib.sha256(secret.encode()).hexdigest(),
                scopes=" ".join(token.scopes),
                label=label,
                manages=manages,
                client=client,
                created_at=token.created_at,
                expires_at=expires_at,
            )
        )
        if request is not None:
            connection.execute(delete(ISSUED).where(ISSUED.c.created_at < later(self.now(), -REQUEST_SECONDS_MAX)))
            connection.execute(
                insert(ISSUED).values(key=request.key, body=request.body, token=token.id, created_at=token.created_at)
            )
        return NewToken(token, secret)

    def _find(self, condition: Any, sentence: str) -> Account:
        with transaction(self.engine) as connection:
            row = connection.execute(select(ACCOUNTS).where(condition)).first()
        if row is None:
            raise UnknownAccountError(sentence)
        return self.account_of(row)


def _token_text(secret: bytes) -> str:
    """A token as it is sent."""
    return TOKEN_PREFIX + base64.urlsafe_b64encode(secret).decode().rstrip("=")


def name_columns(name: str) -> dict[str, str]:
    """The columns of an account that come from its name."""
    return {"name": name, "folded_name": fold(name), "skeleton": skeleton(name)}


def name_taken(name: str) -> NameTakenError:
    """Somebody has this name, or one that looks like it, or has just given it up."""
    return NameTakenError(f"the name {name!r}, or one that looks like it, is taken")


def _token(row: Any) -> Token:
    return Token(
        id=row.id,
        account=row.account,
        scopes=tuple(row.scopes.split()),
        label=row.label,
        manages=row.manages,
        client=row.client,
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )


def token_body(token: Token) -> Mapping[str, Any]:
    """A token as its owner sees it."""
    scopes: Sequence[str] = token.scopes
    return {
        "id": token.id,
        "scopes": list(scopes),
        "label": token.label,
        "manages_account": token.manages,
        "client": token.client,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }
