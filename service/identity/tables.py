"""The tables of accounts, their tokens, and the programs that act for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    MetaData,
    Select,
    String,
    Table,
    and_,
    false,
    or_,
    select,
)

from delvebook.service.base.errors import BannedError
from delvebook.service.identity.names import FORM_MAX, NAME_MAX

METADATA: Final = MetaData()
ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("name", String(NAME_MAX), nullable=False),
    Column("folded_name", String(FORM_MAX), nullable=False, unique=True),
    Column("created_at", String(27), nullable=False),
    Column("skeleton", String(FORM_MAX)),
    Column("kind", String(10), nullable=False, server_default="person"),
    Column("renamed_at", String(27)),
    Column("banned_at", String(27)),
    Column("banned_until", String(27)),
    Column("ban_reason", String(200)),
    Column("deleted_at", String(27)),
    Column("away_until", String(27)),
    Column("shows", String(40)),
    Index("accounts_by_skeleton", "skeleton", unique=True),
)
"""
A deleted account keeps its id, which is its pseudonym in records. Its name is emptied. The two forms of the name become
the id after a line break, which no name contains.
"""
HELD_NAMES: Final = Table(
    "held_names",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("account", String(40), nullable=False),
    Column("until", String(27), nullable=False),
)
"""Released names, reserved for a time. Each form is kept as a keyed digest, so that no name can be read here."""
CLIENTS: Final = Table(
    "oauth_clients",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("name", String(NAME_MAX), nullable=False),
    Column("redirect_uris", JSON, nullable=False),
    Column("created_at", String(27), nullable=False),
    Index("oauth_clients_by_account", "account"),
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
    Column("manages", Boolean, nullable=False, server_default=false()),
    Column("client", String(40)),
    Column("expires_at", String(27)),
    Column("last_used_at", String(27)),
    Column("made_by", String(40)),
    Column("made_with", String(40)),
    Index("tokens_by_account", "account"),
    Index("tokens_by_client", "client"),
)
ISSUED: Final = Table(
    "tokens_by_request",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("body", String(64), nullable=False),
    Column("token", String(40), ForeignKey("tokens.id"), nullable=False),
    Column("created_at", String(27), nullable=False),
)
"""The token that a client's request made, so that the request can be repeated."""
OFFICES: Final = Table(
    "offices",
    METADATA,
    Column("account", String(40), ForeignKey("accounts.id"), primary_key=True),
    Column("office", String(10), primary_key=True),
    Column("offered_by", String(40), nullable=False),
    Column("offered_at", String(27), nullable=False),
    Column("accepted_at", String(27)),
)
"""The offices that accounts hold, or are offered if `accepted_at` is null. The audit trail has those that ended."""
TAKEOVERS: Final = Table(
    "takeovers",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("used_at", String(27)),
)
"""Hashes of the codes by which people take over accounts that were made for them, each once."""
CODES: Final = Table(
    "oauth_codes",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("client", String(40), ForeignKey("oauth_clients.id"), nullable=False),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("redirect_uri", String(500)),
    Column("scopes", String(80), nullable=False),
    Column("challenge", String(128), nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("used_at", String(27)),
    Column("token", String(40), ForeignKey("tokens.id")),
    Index("oauth_codes_by_time", "created_at"),
)
"""
Hashes of authorization codes. `token` is the one that allowed the code, and, once that is used, the one that it was
exchanged for.
"""
HANDOVERS: Final = Table(
    "handovers",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("token", String(40), nullable=False),
    Column("created_at", String(27), nullable=False),
    Column("expires_at", String(27), nullable=False),
    Column("used_at", String(27)),
    Index("handovers_by_account", "account"),
    Index("handovers_by_time", "expires_at"),
)
"""
The codes by which accounts are opened on other devices, as hashes: the last one of each account, and those that were
used. `token` is the one that asked for the code, whose rights the other device gets.
"""
PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("id", String(1364), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id"), nullable=False),
    Column("token", String(40), ForeignKey("tokens.id"), nullable=False),
    Column("public_key", String(2000), nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Index("passkeys_by_account", "account"),
    Index("passkeys_by_token", "token"),
)
"""Passkeys by the id of their credential, each with its public key, its counter, and the token that has its rights."""
CHALLENGES: Final = Table(
    "passkey_challenges",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("token", String(40)),
    Column("expires_at", String(27), nullable=False),
    Index("passkey_challenges_by_time", "expires_at"),
)
"""Hashes of challenges that no passkey has answered yet. `token` asked for one to register a passkey."""


BLOCKS: Final = Table(
    "blocks",
    METADATA,
    Column("account", String(40), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("at", String(27), nullable=False),
    Index("blocks_by_other", "other"),
)
"""Accounts, and the others that each has blocked."""
REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", String(36), primary_key=True),
    Column("reporter", String(40), nullable=False),
    Column("reported", String(40), nullable=False),
    Column("game", String(36)),
    Column("reason", String(20), nullable=False),
    Column("words", String(500), nullable=False),
    Column("at", String(27), nullable=False),
    Column("settled_at", String(27)),
    Column("settled_by", String(40)),
    Column("outcome", String(10)),
    Column("answer", String(500)),
    Index("reports_by_time", "settled_at", "at", "id"),
    Index("reports_by_reporter", "reporter", "at", "id"),
)
"""What players report of others to the operators."""


def banned_accounts(now: str) -> Select[tuple[str]]:
    """Returns a query for the ids of the accounts that are banned at that time."""
    in_force = or_(ACCOUNTS.c.banned_until.is_(None), ACCOUNTS.c.banned_until > now)
    return select(ACCOUNTS.c.id).where(ACCOUNTS.c.banned_at.is_not(None), in_force)


class Ban(NamedTuple):
    """A ban: when it began, when it ends (None for never), and its reason."""

    at: str
    until: str | None
    reason: str


def ban_of(row: Any, now: Callable[[], str]) -> Ban | None:
    """Returns the ban in force on this row's account now; None if there is none."""
    if row.banned_at is None or (row.banned_until is not None and row.banned_until <= now()):
        return None
    return Ban(row.banned_at, row.banned_until, row.ban_reason)


def in_force(now: str) -> ColumnElement[bool]:
    """Returns the condition that a token is neither revoked nor expired."""
    return and_(TOKENS.c.revoked_at.is_(None), or_(TOKENS.c.expires_at.is_(None), TOKENS.c.expires_at > now))


def refuse_banned(ban: Ban | None) -> None:
    """
    Returns if there is no ban.

    Raises:
        BannedError
    """
    if ban is not None:
        raise BannedError("your account is banned", reason=ban.reason, until=ban.until)
