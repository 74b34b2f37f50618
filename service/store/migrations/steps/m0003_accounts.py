"""Accounts that are renamed, banned, deleted, or bots'; finer scopes, tokens that end, programs that act by OAuth."""

from collections.abc import Collection
from typing import Final

import sqlalchemy as sa
from alembic import op

from delvebook.service.identity.names import skeleton

revision = "0003"
down_revision = "0002"

SCOPES: Final = {
    "play": ("games:read", "games:play", "records:export", "disputes:file"),
    "arbitrate": ("disputes:rule",),
    "operate": ("service:operate",),
}
"""What each of the old scopes stood for."""


def upgrade(parts: Collection[str]) -> None:
    """Adds columns and tables. Old accounts are persons', and old tokens may do what they could."""
    if "store" not in parts:
        return
    for name, length in (("skeleton", 200), ("renamed_at", 27), ("banned_at", 27), ("banned_until", 27)):
        op.add_column("accounts", sa.Column(name, sa.String(length)))
    op.add_column("accounts", sa.Column("kind", sa.String(10), nullable=False, server_default="person"))
    op.add_column("accounts", sa.Column("ban_reason", sa.String(200)))
    op.add_column("accounts", sa.Column("deleted_at", sa.String(27)))
    op.add_column("tokens", sa.Column("manages", sa.Boolean, nullable=False, server_default=sa.false()))
    for name, length in (("client", 40), ("expires_at", 27), ("last_used_at", 27)):
        op.add_column("tokens", sa.Column(name, sa.String(length)))
    op.create_index("tokens_by_client", "tokens", ["client"])
    op.create_index("family_roles_by_account", "family_roles", ["account"])
    new_tables()
    old_accounts()
    op.create_index("accounts_by_skeleton", "accounts", ["skeleton"], unique=True)
    old_tokens()


def new_tables() -> None:
    """Names given up, programs, and their codes."""
    op.create_table(
        "held_names",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("until", sa.String(27), nullable=False),
    )
    op.create_table(
        "oauth_clients",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("redirect_uris", sa.JSON, nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
    )
    op.create_index("oauth_clients_by_account", "oauth_clients", ["account"])
    op.create_table(
        "oauth_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("client", sa.String(40), sa.ForeignKey("oauth_clients.id"), nullable=False),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("redirect_uri", sa.String(500)),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("challenge", sa.String(128), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("used_at", sa.String(27)),
        sa.Column("token", sa.String(40), sa.ForeignKey("tokens.id")),
    )
    op.create_index("oauth_codes_by_time", "oauth_codes", ["created_at"])


def old_accounts() -> None:
    """Notes what old names look like. Of names that look the same, the oldest account's counts."""
    connection = op.get_bind()
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("skeleton"), sa.column("created_at"))
    seen: set[str] = set()
    for row in connection.execute(sa.select(accounts).order_by(accounts.c.created_at, accounts.c.id)).all():
        form = skeleton(row.name)
        if form in seen:
            form = f"\n{row.id}"
        seen.add(form)
        connection.execute(sa.update(accounts).where(accounts.c.id == row.id).values(skeleton=form))


def old_tokens() -> None:
    """Writes what old tokens may do in the new words."""
    connection = op.get_bind()
    tokens = sa.table("tokens", sa.column("id"), sa.column("scopes"), sa.column("manages", sa.Boolean))
    for row in connection.execute(sa.select(tokens.c.id, tokens.c.scopes)).all():
        scopes = " ".join(new for old in row.scopes.split() for new in SCOPES[old])
        connection.execute(sa.update(tokens).where(tokens.c.id == row.id).values(scopes=scopes, manages=True))
