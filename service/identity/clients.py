"""
OAuth 2 clients: programs that act for accounts, and the codes that they exchange for tokens.

Every client is public: it has no secret. With each code it proves that it is the one who requested it (PKCE). Only a
hash of a code is stored.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row, delete, insert, select, update

from delvebook.replays.times import later
from delvebook.service.base.database import transaction
from delvebook.service.base.errors import ForbiddenError, InvalidInputError, TooManyError, UnknownClientError
from delvebook.service.identity.accounts import Accounts
from delvebook.service.identity.caller import Caller
from delvebook.service.identity.connections import PROGRAM, connect
from delvebook.service.identity.names import clean_name, require_free_words
from delvebook.service.identity.tables import CLIENTS, CODES, ISSUED, TOKENS, in_force
from delvebook.service.identity.tokens import TOKEN_BYTES, NewToken, hash_of, text_of

CLIENTS_MAX: Final = 20
"""The largest number of clients that one account may register."""
REDIRECTS_MAX: Final = 10
A_HOST: Final = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)?")
REDIRECT_LENGTH_MAX: Final = 500
CODE_SECONDS: Final = 120
"""How long a code is valid."""
CODE_KEPT_SECONDS: Final = 86_400
"""How long a used code is remembered, so that a second use is noticed."""
TOKEN_SECONDS: Final = 90 * 86_400
"""How long the token of a client is valid."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its id, the account that registered it, its name, and its redirect addresses."""

    id: str
    account: str
    name: str
    redirect_uris: tuple[str, ...]
    created_at: str

    def allows(self, redirect_uri: str) -> bool:
        """Returns whether this address matches one of the client's exactly, or on loopback except for the port."""
        return any(
            redirect_uri == known or (_is_loopback(known) and _without_port(redirect_uri) == _without_port(known))
            for known in self.redirect_uris
        )


@dataclass(frozen=True, slots=True)
class Code:
    """A code that was given to a client, with the permissions it stands for."""

    hash: str
    client: str
    account: str
    redirect_uri: str | None
    scopes: tuple[str, ...]
    challenge: str
    created_at: str


class Clients:
    """
    The clients and their codes.

    Args:
        accounts: The accounts. Clients are stored in their database.
    """

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._engine = accounts.engine
        self._audit = accounts.audit
        self._now = accounts.now
        self._random_bytes = accounts.random_bytes

    # -- clients --------------------------------------------------------------------------------

    def register(self, caller: Caller, *, name: str, redirect_uris: Sequence[str]) -> Client:
        """
        Registers a client.

        Raises:
            InvalidInputError: The name, or an address, is not valid.
            NameReservedError, TooManyError
        """
        name = clean_name(name)
        require_free_words(name)
        for uri in redirect_uris:
            if (fault := redirect_fault(uri)) is not None:
                raise InvalidInputError(f"{uri[:80]!r}: {fault}", fields={"redirect_uris": [fault]})
        client = Client(
            self._random_bytes(8).hex(), str(caller.account), name, tuple(dict.fromkeys(redirect_uris)), self._now()
        )
        with transaction(self._engine) as connection:
            mine = select(CLIENTS.c.id).where(CLIENTS.c.account == client.account).limit(CLIENTS_MAX)
            if len(connection.execute(mine).all()) >= CLIENTS_MAX:
                raise TooManyError(
                    f"an account can register at most {CLIENTS_MAX} clients", what="clients", limit=CLIENTS_MAX
                )
            connection.execute(
                insert(CLIENTS).values(
                    id=client.id,
                    account=client.account,
                    name=client.name,
                    redirect_uris=list(client.redirect_uris),
                    created_at=client.created_at,
                )
            )
            self._audit.note(caller, "client/register", connection=connection, client=client.id)
        return client

    def find(self, client_id: str) -> Client | None:
        """Returns the client with that id; None if there is none."""
        with transaction(self._engine) as connection:
            row = connection.execute(select(CLIENTS).where(CLIENTS.c.id == client_id[:40])).first()
        return None if row is None else _client(row)

    def own(self, caller: Caller, client_id: str) -> Client:
        """
        Returns one of the caller's clients.

        Raises:
            UnknownClientError
        """
        client = self.find(client_id)
        if client is None or client.account != caller.account:
            raise UnknownClientError(f"you have no client {client_id[:40]!r}")
        return client

    def of(self, account: str) -> list[Client]:
        """Returns the clients that the account has registered, oldest first."""
        query = select(CLIENTS).where(CLIENTS.c.account == account).order_by(CLIENTS.c.created_at, CLIENTS.c.id)
        with transaction(self._engine) as connection:
            return [_client(row) for row in connection.execute(query)]

    def remove(self, caller: Caller, client_id: str) -> None:
        """
        Removes one of the caller's clients, and revokes all its tokens.

        Raises:
            UnknownClientError
        """
        client = self.own(caller, client_id)
        given = TOKENS.c.client == client.id
        with transaction(self._engine) as connection:
            owners = connection.scalars(select(TOKENS.c.account).where(given).distinct()).all()
            connection.execute(delete(CODES).where(CODES.c.client == client.id))
            connection.execute(delete(ISSUED).where(ISSUED.c.token.in_(select(TOKENS.c.id).where(given))))
            connection.execute(delete(TOKENS).where(given))
            connection.execute(delete(CLIENTS).where(CLIENTS.c.id == client.id))
            self._audit.note(caller, "client/remove", connection=connection, client=client.id)
        for account in owners:
            self._accounts.forget(account)

    # -- codes ----------------------------------------------------------------------------------

    def allow(
        self, caller: Caller, client: Client, *, scopes: Collection[str], redirect_uri: str | None, challenge: str
    ) -> str:
        """
        Returns a code for a client that the caller allows to act for them, with scopes of the caller's own token.

        Raises:
            ForbiddenError: The caller's token lacks these scopes, or may not administer the account.
        """
        if caller.account is None or not caller.manages or not all(map(caller.may, scopes)):
            raise ForbiddenError("you can allow only what your own token allows")
        code = text_of(self._random_bytes(TOKEN_BYTES), prefix="")
        now = self._now()
        with transaction(self._engine) as connection:
            connection.execute(delete(CODES).where(CODES.c.created_at < later(now, -CODE_KEPT_SECONDS)))
            connection.execute(
                insert(CODES).values(
                    hash=hash_of(code),
                    client=client.id,
                    account=caller.account,
                    redirect_uri=redirect_uri,
                    scopes=" ".join(scopes),
                    challenge=challenge,
                    created_at=now,
                    token=caller.token,
                )
            )
            self._audit.note(caller, "client/allow", connection=connection, client=client.id, scopes=sorted(scopes))
        return code

    def code(self, code: str, client: Client) -> Code | None:
        """
        Returns the data of a code; None if it is not valid for this client, or no longer.

        A code that is used a second time may be stolen, so the token that it was exchanged for is revoked.
        """
        query = select(CODES).where(CODES.c.hash == hash_of(code), CODES.c.client == client.id)
        with transaction(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        if row.used_at is not None:
            self._revoke(row)
            return None
        if row.created_at < later(self._now(), -CODE_SECONDS):
            return None
        return Code(
            row.hash,
            row.client,
            row.account,
            row.redirect_uri,
            tuple(row.scopes.split()),
            row.challenge,
            row.created_at,
        )

    def exchange(self, code: Code, client: Client, *, address: str | None) -> NewToken | None:
        """
        Exchanges a code for a token. Returns None if the code was used already, and revokes its token.

        It returns None, too, if the session that allowed it has ended, or a scope is an official's and the account has
        lost the office. The owner of the program is connected with the account from then on.
        """
        try:
            return self._exchange(code, client, Caller(code.account, frozenset(code.scopes), None, address))
        except ForbiddenError:
            return None

    def _exchange(self, code: Code, client: Client, caller: Caller) -> NewToken | None:
        with transaction(self._engine) as connection:
            now = self._now()
            lasting = select(TOKENS.c.id).where(in_force(now))
            unused = (CODES.c.hash == code.hash) & CODES.c.used_at.is_(None) & CODES.c.token.in_(lasting)
            used = connection.execute(update(CODES).where(unused).values(used_at=now))
            if used.rowcount:
                issued = self._accounts.give_client(
                    connection,
                    caller,
                    client=client.id,
                    label=client.name,
                    scopes=code.scopes,
                    seconds=TOKEN_SECONDS,
                )
                connection.execute(update(CODES).where(CODES.c.hash == code.hash).values(token=issued.token.id))
                connect(connection, code.account, client.account, PROGRAM, at=issued.token.created_at)
                return issued
        with transaction(self._engine) as connection:
            row = connection.execute(select(CODES).where(CODES.c.hash == code.hash)).first()
        if row is not None and row.used_at is not None:
            self._revoke(row)
        return None

    def revoke(self, secret: str, client: Client, *, address: str | None) -> bool:
        """Revokes a token of this client. Returns whether it was not revoked before."""
        query = select(TOKENS).where(TOKENS.c.hash == hash_of(secret), TOKENS.c.client == client.id)
        with transaction(self._engine) as connection:
            row = connection.execute(query.where(TOKENS.c.revoked_at.is_(None))).first()
            if row is None:
                return False
            self._end(connection, row.id, row.account, address=address)
        self._accounts.forget(row.account)
        return True

    # -- inside ---------------------------------------------------------------------------------

    def _revoke(self, row: Row[tuple[object, ...]]) -> None:
        """Revokes the token that this row's code was exchanged for."""
        if row.token is None:
            return
        with transaction(self._engine) as connection:
            self._end(connection, row.token, row.account, address=None)
        self._accounts.forget(row.account)

    def _end(self, connection: Connection, token: str, account: str, *, address: str | None) -> None:
        ended = update(TOKENS).where(TOKENS.c.id == token, TOKENS.c.revoked_at.is_(None))
        if connection.execute(ended.values(revoked_at=self._now())).rowcount:
            caller = Caller(account, frozenset(), token, address)
            self._audit.note(caller, "token/revoke", connection=connection, token=token, owner=account)


def redirect_fault(uri: str) -> str | None:
    """Returns why an address is not a valid redirect address; None if it is (RFC 6749 §3.1.2, RFC 8252 §7)."""
    if len(uri) > REDIRECT_LENGTH_MAX or not uri.isascii() or any(one <= " " for one in uri):
        return f"an address must have at most {REDIRECT_LENGTH_MAX} visible ASCII characters"
    try:
        parts = urlsplit(uri)
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        return "this is not an address"
    if "#" in uri or parts.username is not None or not port_is_right or "\\" in uri:
        return "an address must not have a fragment, a user, port 0 or a backslash"
    if parts.netloc and not A_HOST.fullmatch(parts.netloc):
        return "the host of the address must be a name or an IP address"
    if parts.scheme == "https" and parts.hostname:
        return None
    if parts.scheme == "http":
        return None if _is_loopback(uri) else "http may be used only with the loopback addresses 127.0.0.1 and [::1]"
    # A private scheme is its owner's domain name in reverse: com.example.app:/callback
    if "." in parts.scheme and not parts.netloc and parts.path.startswith("/"):
        return None
    return "an address must begin with https, with http on loopback, or with your own scheme such as com.example.app:/"


def _is_loopback(uri: str) -> bool:
    parts = urlsplit(uri)
    try:
        return parts.scheme == "http" and ip_address(parts.hostname or "").is_loopback
    except ValueError:
        return False


def _without_port(uri: str) -> tuple[str, ...] | None:
    """Returns the address without its port; None if it is not an address."""
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return None
    if parts.username is not None or not uri.isascii() or "#" in uri or "\\" in uri:
        return None
    return (parts.scheme, str(parts.hostname), parts.path, parts.query)


def _client(row: Row[tuple[object, ...]]) -> Client:
    return Client(row.id, row.account, row.name, tuple(row.redirect_uris), row.created_at)
