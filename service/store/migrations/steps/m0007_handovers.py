"""Codes by which accounts are opened on another device."""

from collections.abc import Collection

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade(parts: Collection[str]) -> None:
    """Makes the table."""
    if "store" not in parts:
        return
    op.create_table(
        "handovers",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("account", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("expires_at", sa.String(27), nullable=False),
        sa.Column("used_at", sa.String(27), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_index("handovers_by_account", "handovers", ["account"])
    op.create_index("handovers_by_time", "handovers", ["expires_at"])
