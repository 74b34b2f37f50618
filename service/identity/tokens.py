"""
Tokens, by which callers identify themselves.

Only a hash of a token is stored, so a reader of the database cannot use the token.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from math import inf
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Engine, Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from delvebook.domain.stream import IdempotentRequest
from delvebook.replays.times import later
from delvebook.service.base.database import confirm, transaction
from delvebook.service.base.errors import (
    AuthenticationError,
    ForbiddenError,
    InvalidInputError,
    RequestReusedError,
    UnavailableError,
    UnknownTokenError,
    WrongKindError,
)
from delvebook.service.identity.audit_log import AuditLog
from delvebook.service.identity.caller import BOT, OFFICES, PERSON, PLAYS_WITH, SCOPES, AccountKind, Caller
from delvebook.service.identity.connections import KEY, PROGRAM, connect
from delvebook.service.identity.tables import ACCOUNTS, ISSUED, TOKENS, ban_of, banned_accounts, in_force, refuse_banned
from delvebook.service.identity.tables import OFFICES as HELD
from delvebook.service.store.requests import REQUEST_SECONDS_MAX

TOKEN_PREFIX: Final = "dvb_"  # noqa: S105
CODE_PREFIX: Final = "dvc_"
TOKEN_BYTES: Final = 32
TOKENS_CACHED: Final = 10_000
TOKENS_MAX: Final = 100
"""The largest number of valid tokens that one account may have."""
LABEL_MAX: Final = 80
USE_NOTED_SECONDS: Final = 300
"""The precision of `last_used_at`: a token's use is noted once in this time."""
RENEWED_AT_ONCE: Final = 500
"""The number of tokens read with one statement."""
_WITH_BANS: Final = select(TOKENS, ACCOUNTS.c.banned_at, ACCOUNTS.c.banned_until, ACCOUNTS.c.ban_reason).join(
    ACCOUNTS, ACCOUNTS.c.id == TOKENS.c.account
)


@dataclass(frozen=True, slots=True)
class Token:
    """
    A stored token, without its secret.

    Attributes:
        id: Its id, which is not secret.
        account: The account that it belongs to.
        scopes: The scopes that it grants.
        label: The owner's name for it.
        manages: Whether it may also manage the account: its name, its tokens, its deletion.
        client: The OAuth client that received it, if any.
        made_by: The account whose request made it.
        made_with: The id of the token that this request was sent with, if any.
        created_at: When it was issued.
        expires_at: When it expires.
        last_used_at: When it was last used, to within `USE_NOTED_SECONDS`.
        revoked_at: When it was revoked.
    """

    id: str
    account: str
    scopes: tuple[str, ...]
    label: str
    manages: bool
    client: str | None
    made_by: str
    made_with: str | None
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    revoked_at: str | None


@dataclass(frozen=True, slots=True)
class NewToken:
    """
    A new token with its secret, which is shown only once.

    Attributes:
        token: The stored token.
        secret: The text that its owner sends.
        is_repeat: Whether it answers a repeated request. Then nothing was issued now.
    """

    token: Token
    secret: str
    is_repeat: bool = False


class Tokens:
    """
    The tokens of all accounts.

    Args:
        engine: The database of accounts.
        audit: Records revocations.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes, for ids and tokens.
        secret: The service's own secret. The token of a repeatable request is derived from it, so the same request
            gives the same token, and the token is not stored.
        cache_seconds: How long a token is trusted before the database is read again, in seconds.
        on_revoked: Called with the id of the account whose token was revoked. It must call `forget`, too.
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
        on_revoked: Callable[[str], None],
        monotonic: Callable[[], float],
    ) -> None:
        self._engine = engine
        self._audit = audit
        self._now = now
        self._random_bytes = random_bytes
        self._secret = secret
        self._cache_seconds = cache_seconds
        self._on_revoked = on_revoked
        self._monotonic = monotonic
        self._cache: OrderedDict[str, tuple[float, Token]] = OrderedDict()
        self._cache_lock = threading.Lock()
        self._revocations = 0
        self._noted: OrderedDict[str, float] = OrderedDict()
        self._used: set[str] = set()

    def authenticate(self, secret: str) -> Token:
        """
        Returns the stored token of a secret that a caller sent.

        Raises:
            AuthenticationError: It is unknown, revoked or expired.
            BannedError: Its account is banned.
        """
        if not secret.startswith(TOKEN_PREFIX) or not secret.isascii() or len(secret) > 100:
            raise AuthenticationError("this is not a token of this service")
        hashed = hash_of(secret)
        with self._cache_lock:
            known = self._cache.get(hashed)
            revocations = self._revocations
        if known is not None and known[0] > self._monotonic():
            self._used.add(hashed)
            return self._unexpired(known[1])
        believed_until = self._monotonic() + self._cache_seconds
        with transaction(self._engine) as connection:
            row = connection.execute(_WITH_BANS.where(TOKENS.c.hash == hashed)).first()
        if row is None or not hmac.compare_digest(row.hash, hashed) or row.revoked_at is not None:
            raise AuthenticationError("the token is unknown or revoked")
        token = self._unexpired(_token_of(row))
        refuse_banned(ban_of(row, self._now))
        self._note_use(token)
        self._keep({hashed: token}, believed_until, revocations)
        return token

    def _keep(self, tokens: Mapping[str, Token], believed_until: float, revocations: int) -> None:
        """Caches tokens that were read when there had been so many revocations. After one more they are read again."""
        with self._cache_lock:
            for hashed, token in tokens.items() if revocations == self._revocations else ():
                self._cache[hashed] = (believed_until, token)
                self._cache.move_to_end(hashed)
            while len(self._cache) > TOKENS_CACHED:
                self._cache.popitem(last=False)

    def at_hand(self, secret: str) -> Token | None:
        """Returns the token of a secret if it is cached and valid, without asking the database."""
        hashed = hash_of(secret)
        known = self._cache.get(hashed)
        if known is None or known[0] <= self._monotonic():
            return None
        self._used.add(hashed)
        return None if self._has_expired(known[1].expires_at) else known[1]

    def authenticate_all(self, secrets: Sequence[str]) -> list[Token | None]:
        """
        Returns the tokens of these secrets, read with one statement for many.

        None stands for one that `authenticate` would refuse.
        """
        hashes = [*map(hash_of, secrets)]
        return [*map(self._read(hashes).get, hashes)]

    def renew(self) -> None:
        """
        Reads the tokens again that were used since the last call, with one statement for many.

        Called more often than `cache_seconds`, it keeps tokens in use in the cache, and none longer than before.
        """
        with self._cache_lock:
            used, self._used = self._used, set()
            known = [hashed for hashed in used if hashed in self._cache]
        self._read(known)

    def _read(self, hashes: Sequence[str]) -> dict[str, Token]:
        """Reads tokens. Returns and caches those in force, and drops the others from the cache."""
        found: dict[str, Token] = {}
        for at in range(0, len(hashes), RENEWED_AT_ONCE):
            some, revocations = hashes[at : at + RENEWED_AT_ONCE], self._revocations
            believed_until = self._monotonic() + self._cache_seconds
            with transaction(self._engine) as connection:
                rows = connection.execute(_WITH_BANS.where(TOKENS.c.hash.in_(some))).all()
            rows = [row for row in rows if row.revoked_at is None and ban_of(row, self._now) is None]
            valid = {row.hash: _token_of(row) for row in rows if not self._has_expired(row.expires_at)}
            self._keep(valid, believed_until, revocations)
            with self._cache_lock:
                for hashed in set(some) - valid.keys():
                    self._cache.pop(hashed, None)
            for token in valid.values():
                self._note_use(token)
            found |= valid
        return found

    def of_account(self, account: str) -> list[Token]:
        """Returns the account's valid tokens, oldest first."""
        query = self._valid().where(TOKENS.c.account == account).order_by(TOKENS.c.created_at, TOKENS.c.id)
        with transaction(self._engine) as connection:
            return [_token_of(row) for row in connection.execute(query)]

    def find(self, caller: Caller, token: str) -> Token:
        """
        Returns one of the caller's valid tokens.

        Raises:
            UnknownTokenError
        """
        query = self._valid().where(TOKENS.c.id == token[:40], TOKENS.c.account == caller.account)
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            raise UnknownTokenError(f"you have no token {token[:40]!r}")
        return _token_of(row)

    def of_client(self, secret: str, client: str) -> Token | None:
        """Returns the token of that secret if it is valid and that OAuth client received it. Its use is not noted."""
        hashed = hash_of(secret)
        query = self._valid().where(TOKENS.c.hash == hashed, TOKENS.c.client == client)
        query = query.where(TOKENS.c.account.not_in(banned_accounts(self._now())))
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else _token_of(row)

    def revoke(self, caller: Caller, token: str) -> None:
        """
        Revokes one of the caller's tokens, in this process at once.

        Raises:
            UnknownTokenError
        """
        mine = (TOKENS.c.id == token[:40], TOKENS.c.account == caller.account)
        query = select(TOKENS).where(*mine, TOKENS.c.revoked_at.is_(None))
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
            if row is None:
                raise UnknownTokenError(f"you have no token {token[:40]!r}")
            connection.execute(update(TOKENS).where(TOKENS.c.id == row.id).values(revoked_at=self._now()))
            self._audit.note(caller, "token/revoke", connection=connection, token=row.id, owner=row.account)
        self._on_revoked(row.account)

    def forget(self, account: str) -> None:
        """Drops this process's cached data of an account's tokens."""
        with self._cache_lock:
            self._revocations += 1
            for hashed in [hashed for hashed, (_, token) in self._cache.items() if token.account == account]:
                del self._cache[hashed]

    def issue(
        self,
        connection: Connection,
        account: str,
        kind: AccountKind,
        *,
        scopes: Collection[str],
        label: str,
        expires_at: str | None = None,
        manages: bool = False,
        client: str | None = None,
        maker: Caller | None = None,
        request: IdempotentRequest | None = None,
    ) -> NewToken:
        """
        Issues a token to the account of that kind, in this transaction.

        `maker` is the caller whose request makes it, if they sent a token. If their account is another one, the two are
        connected from then on. They count as in the same hands only if the maker's token may manage the maker's
        account, because a narrower token may be a program's.

        Raises:
            InvalidInputError, WrongKindError
            ForbiddenError: A scope is an official's, and the account does not hold the office.
        """
        unknown = sorted(set(scopes) - set(SCOPES))
        if unknown or not scopes:
            raise InvalidInputError(
                f"at least one scope is needed, and only these are known: {', '.join(SCOPES)}",
                fields={"scopes": [f"unknown: {unknown}"]},
            )
        if expires_at is not None and expires_at <= self._now():
            raise InvalidInputError(
                "the token would expire in the past; it must end in the future",
                fields={"expires_at": ["must be in the future"]},
            )
        if PLAYS_WITH[BOT if kind == PERSON else PERSON] in scopes:
            raise WrongKindError(
                f"the account of a {kind} plays with the scope {PLAYS_WITH[kind]!r}",
                kind=kind,
            )
        for office, scope in OFFICES.items():
            if scope in scopes and not holds(connection, account, office):
                raise ForbiddenError(f"only an account that holds the office {office!r} has this scope", scope=scope)
        in_force = self._valid().where(TOKENS.c.account == account)
        if len(connection.execute(in_force.limit(TOKENS_MAX)).all()) >= TOKENS_MAX:
            raise InvalidInputError(
                f"an account has at most {TOKENS_MAX} tokens; revoke one first", fields={"scopes": ["too many tokens"]}
            )
        token_id = self._random_bytes(8).hex()
        if request is None:
            secret = text_of(self._random_bytes(TOKEN_BYTES))
        else:
            secret = self._secret_for(request, token=token_id)
        token = Token(
            id=token_id,
            account=account,
            scopes=tuple(scope for scope in SCOPES if scope in scopes),
            label=label,
            manages=manages,
            client=client,
            made_by=(maker and maker.account) or account,
            made_with=None if maker is None else maker.token,
            created_at=self._now(),
            expires_at=expires_at,
            last_used_at=None,
            revoked_at=None,
        )
        connection.execute(
            insert(TOKENS).values(
                id=token.id,
                account=account,
                hash=hash_of(secret),
                scopes=" ".join(token.scopes),
                label=label,
                manages=manages,
                client=client,
                made_by=token.made_by,
                made_with=token.made_with,
                created_at=token.created_at,
                expires_at=expires_at,
            )
        )
        kind_of = KEY if maker is not None and maker.manages else PROGRAM
        connect(connection, account, token.made_by, kind_of, at=token.created_at)
        if request is not None:
            connection.execute(delete(ISSUED).where(ISSUED.c.created_at < later(self._now(), -REQUEST_SECONDS_MAX)))
            connection.execute(
                insert(ISSUED).values(key=request.key, body=request.body, token=token.id, created_at=token.created_at)
            )
        return NewToken(token, secret)

    def issued_for(self, request: IdempotentRequest | None) -> NewToken | None:
        """
        Returns the token that the request made in the last 24 hours, with its secret; None if it made none.

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
        confirm(self._engine)
        return NewToken(_token_of(row), self._secret_for(request, token=row.id), is_repeat=True)

    def issue_once(self, request: IdempotentRequest | None, make: Callable[[], NewToken]) -> NewToken:
        """
        Returns the token that the request made in the last 24 hours, or else the one that `make` makes now.

        Another thread or process may be first with the same request. What `make` refuses then is no refusal.

        Raises:
            RequestReusedError, and whatever `make` raises
        """
        if (known := self.issued_for(request)) is not None:
            return known
        try:
            return make()
        except (AuthenticationError, IntegrityError):
            if (known := self.issued_for(request)) is None:
                raise
            return known

    def has_answered(self, request: IdempotentRequest | None) -> bool:
        """
        Returns whether the request made an account or a token in the last 24 hours.

        Raises:
            RequestReusedError
        """
        return self.issued_for(request) is not None

    def no_later(self, connection: Connection, caller: Caller, expires_at: str | None) -> str | None:
        """Returns the expiry of a token that the caller requests: at the latest that of the token they use."""
        own = connection.scalar(select(TOKENS.c.expires_at).where(TOKENS.c.id == caller.token))
        return min(time for time in (own, expires_at) if time is not None) if own or expires_at else None

    def _unexpired(self, token: Token) -> Token:
        if self._has_expired(token.expires_at):
            raise AuthenticationError("the token has expired")
        return token

    def _has_expired(self, expires_at: str | None) -> bool:
        return expires_at is not None and expires_at <= self._now()

    def _valid(self) -> Select[object]:
        """Returns a query for the tokens that are in force."""
        return select(TOKENS).where(in_force(self._now()))

    def _note_use(self, token: Token) -> None:
        """
        Notes that a token is used. It costs a commit, so it is not done every time, and its failure is ignored.

        A process notes the first use it sees, and then one every `USE_NOTED_SECONDS` by its own clock.
        """
        moment = self._monotonic()
        with self._cache_lock:
            if self._noted.get(token.id, -inf) > moment - USE_NOTED_SECONDS:
                return
            self._noted[token.id] = moment
            if len(self._noted) > TOKENS_CACHED:
                self._noted.popitem(last=False)
        with suppress(UnavailableError), transaction(self._engine) as connection:
            connection.execute(update(TOKENS).where(TOKENS.c.id == token.id).values(last_used_at=self._now()))

    def _secret_for(self, request: IdempotentRequest, *, token: str) -> str:
        """
        Returns the secret of a token that a repeatable request made.

        It needs the service's own secret, the token's id and the client's key, of which only a digest is stored.
        """
        return text_of(hmac.digest(self._secret, f"token/1\n{token}\n{request.key}".encode(), "sha256"))


def hash_of(secret: str) -> str:
    """Returns the form in which the text of a token, or of a code, is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def text_of(secret: bytes, *, prefix: str = TOKEN_PREFIX) -> str:
    """Returns a token, or a code, in the form in which it is sent."""
    return prefix + base64.urlsafe_b64encode(secret).decode().rstrip("=")


def with_scopes(
    connection: Connection, which: ColumnElement[bool], *, add: str = "", without: str = "", revoked_at: str = ""
) -> None:
    """Adds a scope to these tokens, or takes one away. A token that has none left is revoked at that time."""
    for row in connection.execute(select(TOKENS.c.id, TOKENS.c.scopes).where(which)).all():
        scopes = [one for one in SCOPES if one != without and (one == add or one in row.scopes.split())]
        values = {"scopes": " ".join(scopes)} if scopes else {"revoked_at": revoked_at}
        connection.execute(update(TOKENS).where(TOKENS.c.id == row.id).values(values))


def holds(connection: Connection, account: str, office: str) -> bool:
    """Returns whether the account holds the office, and keeps others from ending it before this transaction ends."""
    held = update(HELD).where(HELD.c.account == account, HELD.c.office == office, HELD.c.accepted_at.is_not(None))
    return bool(connection.execute(held.values(accepted_at=HELD.c.accepted_at)).rowcount)


def _token_of(row: Any) -> Token:
    members = {member.name: getattr(row, member.name) for member in fields(Token)}
    return Token(**members | {"scopes": tuple(row.scopes.split())})
