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
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    MetaData,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from delvebook.domain.stream import Request
from delvebook.projections.projector import open_engine
from delvebook.replays.times import later
from delvebook.service.database import transaction
from delvebook.service.errors import (
    AuthenticationError,
    ForbiddenError,
    InvalidInputError,
    NameTakenError,
    RequestReusedError,
    UnknownAccountError,
    UnknownTokenError,
)
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.store.requests import REQUEST_SECONDS_MAX
from delvebook.service.usecases.caller import OPERATE, PLAY, SCOPES, Caller

TOKEN_PREFIX: Final = "dvb_"  # noqa: S105
TOKEN_BYTES: Final = 32
TOKENS_CACHED: Final = 10_000
TOKENS_MAX: Final = 100
"""The most tokens one account may have at a time."""
NAME_MAX: Final = 40
NAMES_REMEMBERED: Final = 10_000

METADATA: Final = MetaData()
ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", String(NAME_MAX), nullable=False),
    Column("folded_name", String(200), nullable=False, unique=True),
    Column("created_at", String(27), nullable=False),
)
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("scopes", String(80), nullable=False),
    Column("label", String(80), nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("revoked_at", String(27)),
    Index("tokens_by_account", "account"),
)
ISSUED: Final = Table(
    "tokens_by_request",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("body", String(64), nullable=False),
    Column("token", String(40), ForeignKey("tokens.id"), nullable=False),
    Column("created_at", String(27), nullable=False),
)
"""Which token a client's request made, so that the request can be sent again."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account. The name is public, and unique regardless of case."""

    id: str
    name: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Token:
    """A stored token, without its secret. `revoked_at` is None while the token is valid."""

    id: str
    account: str
    scopes: tuple[str, ...]
    label: str
    created_at: str
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


def open_accounts_engine(url: str) -> Engine:
    """The database of accounts and the audit trail. Its commits are durable when they return."""
    return open_engine(url, holds_truth=True, connections=4)


@lru_cache(maxsize=4096)
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
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._audit = audit
        self._now = now
        self._random_bytes = random_bytes
        self._secret = secret
        self._cache_seconds = cache_seconds
        self._monotonic = monotonic
        self._cache: OrderedDict[str, tuple[float, Token]] = OrderedDict()
        self._cache_lock = threading.Lock()
        self._revocations = 0
        self._names: dict[str, str] = {}

    def create_tables(self) -> None:
        """Creates missing tables, including the audit trail's; for one process, before the others start."""
        METADATA.create_all(self._engine)
        self._audit.create_tables()

    def close(self) -> None:
        """Closes the database, which the audit trail shares."""
        self._engine.dispose()

    # -- accounts -------------------------------------------------------------------------------

    def create_account(
        self,
        name: str,
        *,
        by: Caller,
        scopes: Collection[str] = (PLAY,),
        label: str = "first",
        request: Request | None = None,
    ) -> tuple[Account, NewToken]:
        """
        A new account and its first token; for a request that was answered in the last 24 hours, the same again.

        Args:
            name: The account's name.
            by: Who asks.
            scopes: What its first token may do.
            label: What that token is called.
            request: The client's request, if the same one may come again.

        Raises:
            InvalidInputError: The name is not valid.
            NameTakenError
            RequestReusedError: The key belongs to a request with another body.
        """
        name = _clean_name(name)
        if (known := self._issued_for(request)) is not None:
            return self.account(known.token.account), known
        account = Account(self._random_bytes(8).hex(), name, self._now())
        try:
            with transaction(self._engine) as connection:
                connection.execute(
                    insert(ACCOUNTS).values(
                        id=account.id, name=name, folded_name=_fold(name), created_at=account.created_at
                    )
                )
                issued = self._issue(connection, account.id, scopes=scopes, label=label, request=request)
                self._audit.note(
                    Caller(account.id, frozenset(), issued.token.id, by.address),
                    "account/create",
                    connection=connection,
                    name=name,
                    scopes=sorted(scopes),
                )
        except IntegrityError:
            if (known := self._issued_for(request)) is not None:
                return self.account(known.token.account), known
            raise NameTakenError(f"the name {name!r} is taken") from None
        return account, issued

    def account(self, account_id: str) -> Account:
        """
        The account of that id.

        Raises:
            UnknownAccountError
        """
        return self._find(ACCOUNTS.c.id == account_id[:40], f"there is no account {account_id[:40]!r}")

    def account_named(self, name: str) -> Account:
        """
        The account of that name, regardless of case.

        Raises:
            UnknownAccountError
        """
        return self._find(ACCOUNTS.c.folded_name == _fold(name), f"there is no account named {name[:NAME_MAX]!r}")

    def names(self, ids: Collection[str]) -> Mapping[str, str]:
        """
        The names of these accounts, by id; unknown ones are left out.

        A name never changes, so each is read once and remembered.
        """
        known = {id_: name for id_ in ids if (name := self._names.get(id_)) is not None}
        missing = sorted(set(ids) - known.keys())
        if not missing:
            return known
        with transaction(self._engine) as connection:
            rows = connection.execute(select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(missing)))
            found = {row.id: row.name for row in rows}
        if len(self._names) >= NAMES_REMEMBERED:
            self._names.clear()
        self._names.update(found)
        return {**known, **found}

    # -- tokens ---------------------------------------------------------------------------------

    def issue_token(
        self,
        caller: Caller,
        *,
        scopes: Collection[str],
        label: str = "",
        account: str | None = None,
        request: Request | None = None,
    ) -> NewToken:
        """
        A new token. A caller gets scopes their own token has; an operator gives any scope to any account.

        Args:
            caller: Who asks.
            scopes: What the token may do.
            label: The owner's name for it.
            account: The name of the account it is for; the caller's own if None.
            request: The client's request, if the same one may come again; it is answered with the same token.

        Raises:
            ForbiddenError, UnknownAccountError, RequestReusedError
        """
        is_operator = OPERATE in caller.scopes
        if not is_operator and (account is not None or not set(scopes) <= caller.scopes):
            raise ForbiddenError(
                "a token can be given only scopes of the token you use; an operator can give any", scope=OPERATE
            )
        if caller.account is None:
            raise ForbiddenError("this needs a token", scope=PLAY)
        owner = caller.account if account is None else self.account_named(account).id
        if (known := self._issued_for(request)) is not None:
            return known
        try:
            with transaction(self._engine) as connection:
                issued = self._issue(connection, owner, scopes=scopes, label=label, request=request)
                self._audit.note(
                    caller,
                    "token/issue",
                    connection=connection,
                    token=issued.token.id,
                    owner=owner,
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
        return self.issue_token(
            Caller(account="-", scopes=frozenset(SCOPES)), scopes=scopes, label=label, account=account
        )

    def tokens_of(self, account: str) -> list[Token]:
        """The account's valid tokens, oldest first."""
        query = (
            select(TOKENS)
            .where(TOKENS.c.account == account, TOKENS.c.revoked_at.is_(None))
            .order_by(TOKENS.c.created_at, TOKENS.c.id)
        )
        with transaction(self._engine) as connection:
            return [_token(row) for row in connection.execute(query)]

    def revoke_token(self, caller: Caller, token: str) -> None:
        """
        Revokes one of the caller's tokens, or for an operator any token. It takes effect in this process at once.

        Raises:
            UnknownTokenError
        """
        query = select(TOKENS).where(TOKENS.c.id == token[:40], TOKENS.c.revoked_at.is_(None))
        if OPERATE not in caller.scopes:
            query = query.where(TOKENS.c.account == caller.account)
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
            if row is None:
                raise UnknownTokenError(f"you have no token {token[:40]!r}")
            connection.execute(update(TOKENS).where(TOKENS.c.id == row.id).values(revoked_at=self._now()))
            self._audit.note(caller, "token/revoke", connection=connection, token=row.id, owner=row.account)
        with self._cache_lock:
            self._revocations += 1
            self._cache.pop(row.hash, None)

    def authenticate(self, secret: str) -> Token:
        """
        The stored token of a secret that a caller sent.

        Raises:
            AuthenticationError: It is unknown or revoked.
        """
        if not secret.startswith(TOKEN_PREFIX) or not secret.isascii() or len(secret) > 100:
            raise AuthenticationError("this is not a token of this service")
        hashed = hashlib.sha256(secret.encode()).hexdigest()
        with self._cache_lock:
            known = self._cache.get(hashed)
            revocations = self._revocations
        if known is not None and known[0] > self._monotonic():
            return known[1]
        believed_until = self._monotonic() + self._cache_seconds
        with transaction(self._engine) as connection:
            row = connection.execute(select(TOKENS).where(TOKENS.c.hash == hashed)).first()
        if row is None or not hmac.compare_digest(row.hash, hashed) or row.revoked_at is not None:
            raise AuthenticationError("the token is unknown or revoked")
        token = _token(row)
        with self._cache_lock:
            if revocations == self._revocations:
                self._cache[hashed] = (believed_until, token)
                self._cache.move_to_end(hashed)
            if len(self._cache) > TOKENS_CACHED:
                self._cache.popitem(last=False)
        return token

    # -- inside ---------------------------------------------------------------------------------

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
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None or row.issued_at < later(self._now(), -REQUEST_SECONDS_MAX):
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
        account: str,
        *,
        scopes: Collection[str],
        label: str,
        request: Request | None = None,
    ) -> NewToken:
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise InvalidInputError(f"the scopes are {', '.join(SCOPES)}", fields={"scopes": [f"unknown: {unknown}"]})
        in_force = select(TOKENS.c.id).where(TOKENS.c.account == account, TOKENS.c.revoked_at.is_(None))
        if len(connection.execute(in_force.limit(TOKENS_MAX)).all()) >= TOKENS_MAX:
            raise InvalidInputError(
                f"an account has at most {TOKENS_MAX} tokens; revoke one first", fields={"scopes": ["too many tokens"]}
            )
        token_id = self._random_bytes(8).hex()
        if request is None:
            secret = _token_text(self._random_bytes(TOKEN_BYTES))
        else:
            secret = self._secret_for(request, token=token_id)
        token = Token(
            id=token_id,
            account=account,
            scopes=tuple(scope for scope in SCOPES if scope in scopes),
            label=label,
            created_at=self._now(),
            revoked_at=None,
        )
        connection.execute(
            insert(TOKENS).values(
                id=token.id,
                account=account,
                hash=hashlib.sha256(secret.encode()).hexdigest(),
                scopes=" ".join(token.scopes),
                label=label,
                created_at=token.created_at,
            )
        )
        if request is not None:
            connection.execute(delete(ISSUED).where(ISSUED.c.created_at < later(self._now(), -REQUEST_SECONDS_MAX)))
            connection.execute(
                insert(ISSUED).values(key=request.key, body=request.body, token=token.id, created_at=token.created_at)
            )
        return NewToken(token, secret)

    def _find(self, condition: Any, sentence: str) -> Account:
        with transaction(self._engine) as connection:
            row = connection.execute(select(ACCOUNTS).where(condition)).first()
        if row is None:
            raise UnknownAccountError(sentence)
        return Account(row.id, row.name, row.created_at)


def _token_text(secret: bytes) -> str:
    """A token as it is sent."""
    return TOKEN_PREFIX + base64.urlsafe_b64encode(secret).decode().rstrip("=")


def _clean_name(name: str) -> str:
    """
    The name in its normal form.

    Raises:
        InvalidInputError: It is empty, too long, or has characters that do not print.
    """
    clean = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(clean) <= NAME_MAX or not clean.isprintable():
        raise InvalidInputError(
            f"a name has 1 to {NAME_MAX} printing characters",
            fields={"name": [f"1 to {NAME_MAX} printing characters"]},
        )
    return clean


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())[:200]


def _token(row: Any) -> Token:
    return Token(row.id, row.account, tuple(row.scopes.split()), row.label, row.created_at, row.revoked_at)


def token_body(token: Token) -> Mapping[str, Any]:
    """A token as its owner sees it in lists."""
    scopes: Sequence[str] = token.scopes
    return {"id": token.id, "scopes": list(scopes), "label": token.label, "created_at": token.created_at}
