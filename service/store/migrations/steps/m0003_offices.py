"""Offices, connections between accounts, codes of prepared accounts, makers of tokens, and owners in the trail."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade(parts: Collection[str]) -> None:
    """Makes the tables and columns."""
    if "store" not in parts:
        return
    op.create_table(
        "offices",
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("office", sa.String(10), primary_key=True),
        sa.Column("offered_by", sa.String(40), nullable=False),
        sa.Column("offered_at", sa.String(27), nullable=False),
        sa.Column("accepted_at", sa.String(27)),
    )
    op.create_table(
        "takeovers",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(40), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("used_at", sa.String(27)),
    )
    op.create_table(
        "connections",
        sa.Column("account", sa.String(40), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("at", sa.String(27), nullable=False),
    )
    op.create_index("connections_by_other", "connections", ["other"])
    op.add_column("tokens", sa.Column("made_by", sa.String(40)))
    op.add_column("tokens", sa.Column("made_with", sa.String(40)))
    op.execute("UPDATE tokens SET made_by = account")
    op.create_table(
        "audit_owners",
        sa.Column("owner", sa.String(40), primary_key=True),
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
    )
    op.execute(
        "INSERT INTO audit_owners (owner, id) "
        "SELECT details ->> 'owner', id FROM audit WHERE details ->> 'owner' IS NOT NULL"
    )
